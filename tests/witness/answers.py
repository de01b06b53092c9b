"""Every answer of a case: choice and chance are opened inside the unrolled solver and all answers are read."""

from __future__ import annotations

from clingo import Symbol

from drakdom.errors import BugError, LimitError
from drakdom.graph.play import Edge, Node, Place, Play
from drakdom.step.case import Case, Fluent, State
from drakdom.step.state import is_broken
from drakdom.step.unrolled import Unrolled

#: Most answers that are read.
MOST_ANSWERS = 5_000
#: Most atoms that the solver grounds: with everything open, a moment of a large game takes twice as long as the last.
MOST_ATOMS = 40_000


def enumerate_all(case: Case) -> Play:
    """Every answer of a case as a tree of openings (moments are not told apart)."""
    run = Unrolled(case)
    while run.step():
        if len(run.control.symbolic_atoms) > MOST_ATOMS:
            raise LimitError(f"more than {MOST_ATOMS} atoms are possible: state some rolls or choices")
    rows, doubts = _rows(run, {clause for clause, _ in case.readings})
    play = Play(doubts=frozenset(doubts))
    _grow(play, rows, frozenset())
    return play


#: What was open: the moment, a choice (0) or chance (1), who or which roll.
Key = tuple[int, int, Symbol]
#: The meanings that a roll could have come to, with the number of faces of each; none for a choice.
Faces = frozenset[tuple[Symbol, int]]
#: One answer: what was taken where something was open, of which faces, what was seen in which entry and phase, the last
#: position.
Row = tuple[dict[Key, tuple[Symbol, Faces]], dict[Symbol, tuple[Place, ...]], State | None]


def _rows(run: Unrolled, fixed: set[str]) -> tuple[list[Row], set[str]]:
    rows: list[Row] = []
    doubts: set[str] = set()
    run.control.configuration.solve.models = MOST_ANSWERS + 1  # type: ignore[union-attr]
    with run.control.solve(yield_=True) as handle:
        for model in handle:
            answer = list(model.symbols(shown=True))
            rows.append(_row(answer))
            doubts |= _first_doubts(answer, fixed)
    run.log.must_be_empty()
    if len(rows) > MOST_ANSWERS:
        raise LimitError(f"more than {MOST_ANSWERS} ways to play are open: state some rolls or choices")
    return rows, doubts


def _first_doubts(answer: list[Symbol], fixed: set[str]) -> set[str]:
    """The doubts of the first moment that turns on a reading: what comes later may hang on how that one is read."""
    result: dict[int, set[str]] = {}
    for symbol in answer:
        if symbol.name == "doubt" and symbol.arguments[0].string not in fixed:
            result.setdefault(symbol.arguments[1].number, set()).add(symbol.arguments[0].string)
    return result[min(result)] if result else set()


def _row(answer: list[Symbol]) -> Row:
    shown = [(symbol.arguments[0], symbol.arguments[1]) for symbol in answer if symbol.name == "shown"]
    if any(subject.name == "rethrown" for subject, _ in shown):
        raise LimitError("dice that may be thrown again are worked out only with positions side by side")
    weights: dict[tuple[Symbol, Symbol], dict[Symbol, int]] = {}
    for value, moment in shown:
        if value.name == "opened" and value.arguments[0].name == "chance":
            _, figure, meaning, _, faces = value.arguments
            weigh = weights.setdefault((figure, moment), {})
            weigh[meaning] = weigh.get(meaning, 0) + faces.number
    taken: dict[Key, tuple[Symbol, Faces]] = {}
    where: dict[int, Place] = {}
    last: set[Fluent] = set()
    for value, moment in shown:
        arguments = value.arguments
        if value.name == "took":
            rank = 0 if arguments[0].name == "choice" else 1
            could = weights[arguments[1], moment] if rank else {}
            taken[moment.number, rank, arguments[1]] = arguments[2], frozenset(could.items())
        elif value.name == "at":
            where[moment.number] = arguments[0].number, str(arguments[1])
        elif value.name == "next":
            last.add((arguments[0], arguments[1]))
    seen = [(symbol.arguments[1].number, symbol.arguments[0]) for symbol in answer if symbol.name == "seen"]
    places: dict[Symbol, tuple[Place, ...]] = {}
    for at, event in sorted(seen):
        places[event] = (*places.get(event, ()), where[at])
    return taken, places, None if is_broken(places) else frozenset(last)


def _grow(play: Play, rows: list[Row], used: frozenset[Key]) -> int:
    """Make a tree of rows: the earliest opening that all of them share comes first. Returns the node's index.

    A roll whose faces are not the same in all rows hangs on another one, which comes before it.
    """
    index = len(play.nodes)
    node = Node("end", 0, "")
    play.nodes.append(node)
    shared = set.intersection(*(set(taken) for taken, _, _ in rows)) - used
    if not shared:
        if len(rows) != 1:
            raise BugError("equal openings give different answers")
        node.places, node.seen, node.final = rows[0][1], frozenset(rows[0][1]), rows[0][2]
        return index
    alike = [key for key in shared if len({row[0][key][1] for row in rows}) == 1]
    if not alike:
        raise BugError("the odds of the rolls of one moment hang on each other")
    key = min(alike)
    node.kind = "choice" if key[1] == 0 else "chance"
    groups: dict[Symbol, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[0][key][0], []).append(row)
    weights = dict(rows[0][0][key][1]) if key[1] else dict.fromkeys(groups, 1)
    if weights.keys() != groups.keys():
        raise BugError(f"some way that {key[2]} can come out has no answer")
    node.edges = tuple(
        Edge(weights[value], _grow(play, groups[value], used | {key}), ((node.kind, key[2], value),))
        for value in sorted(groups)
    )
    return index
