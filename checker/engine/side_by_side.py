"""The engine for what is open: a frontier of positions evaluated side by side in one grounding, and remembered.

Law never does arithmetic on its moment, so the moment can just as well be the number of a position. Positions that
are equal are evaluated once, however many ways lead there.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from clingo import Function, Number, Symbol

from checker.engine.case import Case, Fluent, Position, phases_of
from checker.engine.facts import core_file
from checker.engine.play import Edge, Kind, Node, Opening, Play
from checker.engine.program import (
    Log,
    add_facts,
    defined,
    extra_rules,
    new_control,
    parts_possible,
    rules_text,
)
from checker.errors import BugError, LimitError

#: Positions in one grounding: more save nothing and cost memory.
BATCH = 200
#: Positions in one case: past this the command offers to state some rolls.
MOST_POSITIONS = 60_000

#: A position and what has been opened in it so far.
Stage = tuple[Position, tuple[Opening, ...]]
Progress = Callable[[int], None]


@dataclass(slots=True)
class Evaluated:
    """What the law says of one stage."""

    choices: dict[Symbol, list[Symbol]] = field(default_factory=dict)
    chances: dict[Symbol, list[tuple[Symbol, int]]] = field(default_factory=dict)
    coming: list[Fluent] = field(default_factory=list)
    ceasing: list[Fluent] = field(default_factory=list)
    seen: list[Symbol] = field(default_factory=list)
    doubts: set[str] = field(default_factory=set)
    over: bool = False
    entry: int = 0
    phase: str = ""


def evaluate(case: Case, stages: list[Stage]) -> list[Evaluated]:
    """Evaluate some stages in one grounding; the answer must be unique."""
    log = Log()
    control = new_control(log, "--models=2")
    extra = extra_rules(core_file("pinned.lp"), core_file("frontier.lp"), core_file("show.lp"))
    phases = frozenset().union(*(phases_of(position) or case.law.phases for position, _ in stages))
    parts = [case.law.parts[index][1] for index in parts_possible(case.law, phases)]
    control.add("base", [], defined(case.law, extra.rules))
    for rules in (case.law.base, *parts, extra.rules):
        control.add("base", [], rules_text(rules))
    shared = frozenset.intersection(*(position for position, _ in stages))
    facts = [Function("common", [fluent, value]) for fluent, value in shared]
    for number, (position, openings) in enumerate(stages):
        moment = Number(number)
        facts.append(Function("stage", [moment]))
        facts += [Function("is", [fluent, value, moment]) for fluent, value in position - shared]
        facts += [
            Function("picked" if kind == "choice" else "thrown", [who, what, moment]) for kind, who, what in openings
        ]
    add_facts(control, [*case.static, *facts])
    control.ground([("base", [])])
    answers = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            answers.append(model.symbols(shown=True))
    log.must_be_empty()
    if len(answers) != 1:
        raise BugError(f"positions side by side have {'more than one' if answers else 'no'} answer")
    return _read(answers[0], stages)


def _read(answer: list[Symbol], stages: list[Stage]) -> list[Evaluated]:
    results = [Evaluated() for _ in stages]
    for symbol in answer:
        arguments = symbol.arguments
        result = results[arguments[-1].number]
        match symbol.name:
            case "comes_to_be":
                result.coming.append((arguments[0], arguments[1]))
            case "ceases":
                result.ceasing.append((arguments[0], arguments[1]))
            case "seen":
                result.seen.append(arguments[0])
            case "opened":
                _opened(result, arguments)
            case "doubt":
                result.doubts.add(arguments[0].string)
            case "over":
                result.over = True
            case "at":
                result.entry, result.phase = arguments[0].number, str(arguments[1])
    for result, (_, openings) in zip(results, stages, strict=True):
        for kind, who, _ in openings:
            (result.choices if kind == "choice" else result.chances).pop(who, None)
    return results


def _opened(result: Evaluated, arguments: list[Symbol]) -> None:
    kind, who, what, weight = arguments[0].name, arguments[1], arguments[2], arguments[3].number
    if kind == "choice":
        result.choices.setdefault(who, []).append(what)
    else:
        result.chances.setdefault(who, []).append((what, weight))


def explore(case: Case, start: Position, progress: Progress | None = None) -> Play:
    """The graph of everything that can happen from a position on.

    Raises LimitError past MOST_POSITIONS positions. Stops early, with the doubts found, where the play turns on a
    reading that is not fixed.
    """
    fixed = {clause for clause, _ in case.readings}
    play = Play()
    numbers: dict[Stage, int] = {}
    frontier = [_number(play, numbers, (start, ()))]
    stages = list(numbers)
    while frontier:
        play.moments += 1
        upcoming: list[int] = []
        for batch in itertools.batched(frontier, BATCH) if hasattr(itertools, "batched") else _batched(frontier):
            play.solves += 1
            for index, result in zip(batch, evaluate(case, [stages[i] for i in batch]), strict=True):
                play.doubts |= result.doubts - fixed
                before = len(play.nodes)
                _expand(play, numbers, index, stages[index], result)
                stages += itertools.islice(numbers, before, None) if len(play.nodes) > before else ()
                upcoming += range(before, len(play.nodes))
        if play.doubts:
            return play
        if len(play.nodes) > MOST_POSITIONS:
            raise LimitError(f"more than {MOST_POSITIONS} positions are open: state some rolls or choices to narrow it")
        if progress:
            progress(len(play.nodes))
        frontier = upcoming
    return play


def _batched(items: list[int]) -> list[list[int]]:
    return [items[i : i + BATCH] for i in range(0, len(items), BATCH)]


def _number(play: Play, numbers: dict[Stage, int], stage: Stage) -> int:
    """The node of a stage, made at its first mention."""
    if stage not in numbers:
        numbers[stage] = len(play.nodes)
        play.nodes.append(Node("end", 0, ""))
    return numbers[stage]


def _expand(play: Play, numbers: dict[Stage, int], index: int, stage: Stage, result: Evaluated) -> None:
    position, openings = stage
    node = play.nodes[index]
    node.entry, node.phase = result.entry, result.phase
    if result.choices:
        _branch(
            play,
            numbers,
            node,
            stage,
            "choice",
            {who: [(what, 1) for what in sorted(some)] for who, some in result.choices.items()},
        )
    elif result.chances:
        _branch(play, numbers, node, stage, "chance", result.chances)
    else:
        node.seen = frozenset(result.seen)
        broken = any(symbol.name in ("unruled", "conflict", "misstated") for symbol in node.seen)
        following = position.difference(result.ceasing).union(result.coming)
        if result.over:
            node.final = None if broken else following
        else:
            node.kind = "then"
            node.edges = (Edge(1, _number(play, numbers, (following, ()))),)


def _branch(
    play: Play,
    numbers: dict[Stage, int],
    node: Node,
    stage: Stage,
    kind: Kind,
    opened: dict[Symbol, list[tuple[Symbol, int]]],
) -> None:
    position, openings = stage
    node.kind = kind
    who = sorted(opened)
    ways = math.prod(len(opened[one]) for one in who)
    if ways > MOST_POSITIONS:
        raise LimitError(f"{ways} ways are open in one moment: state some rolls or choices to narrow it")
    edges = []
    for combination in itertools.product(*(sorted(opened[one]) for one in who)):
        taken = tuple((kind, one, what) for one, (what, _) in zip(who, combination, strict=True))
        target = _number(play, numbers, (position, tuple(sorted((*openings, *taken)))))
        edges.append(Edge(math.prod(weight for _, weight in combination), target, taken))
    node.edges = tuple(edges)
