"""The engine for what is open: a frontier of positions evaluated side by side in one grounding, and remembered.

Law never does arithmetic on its moment, so the moment can just as well be the number of a position. Positions that
are equal are evaluated once, however many ways lead there.

Rolls of one moment are thrown together, as far as nothing says otherwise: a roll whose odds turn out to be others once
another roll shows something (it is not due then, its faces mean something else, there is less to pick from) is thrown
after the others, and play is explored again.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clingo import Function, Number, Symbol

from checker.engine.case import Case, Fluent, Position, where
from checker.engine.play import Edge, Kind, Node, Opening, Play, is_broken
from checker.engine.program import Log, add_facts, new_control, program_of
from checker.errors import BugError, LimitError

#: Positions in one grounding: more save nothing and cost memory.
BATCH = 200
#: Positions in one case: past this the command offers to state some rolls.
MOST_POSITIONS = 60_000
_ADVICE = "state some rolls, draws or choices to narrow it"

#: A position and what has been opened in it so far.
Stage = tuple[Position, tuple[Opening, ...]]
#: What a roll can come to mean, and for how many of its equally likely faces.
Faces = dict[Symbol, int]
Progress = Callable[[int], None]


@dataclass(slots=True)
class Evaluated:
    """What the law says of one stage. `thrown` are the faces of what has been thrown in it already."""

    choices: dict[Symbol, list[Symbol]] = field(default_factory=dict)
    told: dict[Symbol, Faces] = field(default_factory=dict)
    chances: dict[Symbol, Faces] = field(default_factory=dict)
    thrown: dict[Symbol, Faces] = field(default_factory=dict)
    coming: list[Fluent] = field(default_factory=list)
    ceasing: list[Fluent] = field(default_factory=list)
    seen: list[Symbol] = field(default_factory=list)
    doubts: set[str] = field(default_factory=set)
    over: bool = False

    def weigh(self, roll: Symbol, meaning: Symbol, faces: int) -> None:
        """Count equally likely faces towards what they mean."""
        meanings = self.chances.setdefault(roll, {})
        meanings[meaning] = meanings.get(meaning, 0) + faces


def evaluate(case: Case, stages: list[Stage]) -> list[Evaluated]:
    """Evaluate some stages in one grounding; the answer must be unique."""
    log = Log()
    control = new_control(log, "--models=2")
    program = program_of(case.law, "pinned.lp", "frontier.lp", "show.lp")
    shared = frozenset.intersection(*(position for position, _ in stages))
    facts = [Function("common", [fluent, value]) for fluent, value in shared]
    for number, (position, openings) in enumerate(stages):
        moment = Number(number)
        facts.append(Function("stage", [moment]))
        facts += [Function("is", [fluent, value, moment]) for fluent, value in position - shared]
        facts += [
            Function("picked" if kind == "choice" else "thrown", [who, what, moment]) for kind, who, what in openings
        ]
    atoms: list[tuple[str, Sequence[Symbol]]]
    atoms = [("is", (*fluent, Number(0))) for fluent in {one for position, _ in stages for one in position}]
    atoms += [(fact.name, fact.arguments) for fact in facts if fact.name != "is"]
    can_fire = program.firing.more(program.at_rest(case.static), atoms)
    control.add("base", [], program.defined)
    control.add("base", [], "\n".join([program.text(can_fire.rules), *(rule.text for rule in program.shown)]))
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


def _read(answer: Sequence[Symbol], stages: list[Stage]) -> list[Evaluated]:
    results = [Evaluated() for _ in stages]
    for symbol in answer:
        arguments = symbol.arguments
        _take(results[arguments[-1].number], symbol.name, arguments)
    for result, (_, openings) in zip(results, stages, strict=True):
        for kind, who, _ in openings:
            if kind == "choice":
                result.choices.pop(who, None)
            else:
                result.thrown[who] = result.told.pop(who, {}) or result.chances.pop(who, {})
    return results


def _take(result: Evaluated, name: str, arguments: list[Symbol]) -> None:
    match name:
        case "comes_to_be":
            result.coming.append((arguments[0], arguments[1]))
        case "ceases":
            result.ceasing.append((arguments[0], arguments[1]))
        case "seen":
            result.seen.append(arguments[0])
        case "opened" if arguments[0].name == "choice":
            result.choices.setdefault(arguments[1], []).append(arguments[2])
        case "opened" if arguments[0].name == "told":
            result.told[arguments[1]] = {arguments[2]: 1}
        case "opened":
            result.weigh(arguments[1], arguments[2], arguments[4].number)
        case "doubt":
            result.doubts.add(arguments[0].string)
        case "over":
            result.over = True


def explore(case: Case, start: Position, progress: Progress | None = None) -> Play:
    """The graph of everything that can happen from a position on.

    Raises LimitError past MOST_POSITIONS positions, and BugError where law lets rolls of one moment hang on each other.
    Stops early, with the doubts found, where the play turns on a reading that is not fixed.
    """
    turns: dict[Symbol, int] = {}
    while True:
        exploration = _Exploration(case, start, turns)
        try:
            return exploration.run(progress)
        except _TooEarly as early:
            for roll in early.rolls:
                turns[roll] = turns.get(roll, 0) + 1
            if max(turns.values()) > len(exploration.rolls):
                names = " and ".join(str(roll) for roll in sorted(early.rolls))
                raise BugError(
                    f"the odds of {names} hang on what other rolls of the moment show, and theirs on it"
                ) from None


class _TooEarly(Exception):  # noqa: N818  (no error: play is explored again)
    """Rolls have been thrown whose odds another roll of the moment changes."""

    def __init__(self, rolls: Iterable[Symbol]) -> None:
        super().__init__()
        self.rolls = frozenset(rolls)


class _Exploration:
    """The graph while it grows: node numbers are stage numbers.

    Of the rolls that are open in a moment those of the first `turns` are thrown. `thrown` are, for every stage, the
    faces with which its rolls were thrown.
    """

    def __init__(self, case: Case, start: Position, turns: Mapping[Symbol, int]) -> None:
        self.case = case
        self.play = Play()
        self.stages: list[Stage] = []
        self.numbers: dict[Stage, int] = {}
        self.turns = turns
        self.rolls: set[Symbol] = set()
        self.thrown: list[Mapping[Symbol, Faces]] = []
        self._number((start, ()), {})

    def run(self, progress: Progress | None) -> Play:
        """Evaluate batch after batch until no stage is left."""
        fixed = {clause for clause, _ in self.case.readings}
        done = 0
        while done < len(self.stages):
            batch = range(done, min(done + BATCH, len(self.stages)))
            results = evaluate(self.case, [self.stages[index] for index in batch])
            self.play.solves += 1
            self._same_faces(batch, results)
            for index, result in zip(batch, results, strict=True):
                if not (result.choices or result.told or result.chances):
                    # what is still open may seem to be missed or refused: only a whole moment can turn on a reading
                    self.play.doubts |= result.doubts - fixed
                self._expand(index, result)
            done = batch.stop
            if self.play.doubts:
                break
            if progress:
                progress(done)
        return self.play

    def _same_faces(self, batch: range, results: Iterable[Evaluated]) -> None:
        """Every roll that was thrown must still have the faces with which it was thrown."""
        early: set[Symbol] = set()
        for index, result in zip(batch, results, strict=True):
            thrown = self.thrown[index]
            if result.thrown != thrown:
                early.update(roll for roll in thrown if result.thrown[roll] != thrown[roll])
        if early:
            raise _TooEarly(early)

    def _number(self, stage: Stage, thrown: Mapping[Symbol, Faces]) -> int:
        """The node of a stage, made at its first mention."""
        if stage not in self.numbers:
            if len(self.stages) >= MOST_POSITIONS:
                raise LimitError(f"more than {MOST_POSITIONS} positions are open: {_ADVICE}")
            self.numbers[stage] = len(self.stages)
            self.stages.append(stage)
            self.thrown.append(thrown)
            self.play.nodes.append(Node("end", 0, ""))
        elif thrown != (known := self.thrown[self.numbers[stage]]):
            raise _TooEarly(roll for roll in thrown if thrown[roll] != known[roll])
        return self.numbers[stage]

    def _expand(self, index: int, result: Evaluated) -> None:
        position, openings = self.stages[index]
        node = self.play.nodes[index]
        node.entry, node.phase = where(position)
        if result.choices:
            self._branch(index, "choice", {who: dict.fromkeys(some, 1) for who, some in result.choices.items()})
        elif result.told or result.chances:
            told, chances = self._first(result.told, result.chances)
            self.rolls.update(told, chances)
            if told:
                came_up = tuple(("chance", roll, meaning) for roll, faces in told.items() for meaning in faces)
                stage = position, tuple(sorted((*openings, *came_up)))
                node.kind = "chance"
                node.edges = (Edge(1, self._number(stage, {**self.thrown[index], **told})),)
            else:
                self._branch(index, "chance", chances)
        else:
            node.seen = frozenset(result.seen)
            following = position.difference(result.ceasing).union(result.coming)
            if result.over:
                node.final = None if is_broken(node.seen) else following
            else:
                node.kind = "then"
                node.edges = (Edge(1, self._number((following, ()), {})),)

    def _first(self, *open_rolls: dict[Symbol, Faces]) -> list[dict[Symbol, Faces]]:
        """Of the rolls that are open those whose turn it is."""
        first = min(self.turns.get(roll, 0) for some in open_rolls for roll in some)
        return [{roll: some[roll] for roll in some if self.turns.get(roll, 0) == first} for some in open_rolls]

    def _branch(self, index: int, kind: Kind, opened: dict[Symbol, Faces]) -> None:
        """One edge for every combination of what is open: all are decided or thrown at the same moment."""
        position, openings = self.stages[index]
        who = sorted(opened)
        ways = math.prod(len(opened[one]) for one in who)
        if ways > MOST_POSITIONS:
            raise LimitError(f"{ways} ways are open in one moment: {_ADVICE}")
        thrown = self.thrown[index] if kind == "choice" else {**self.thrown[index], **opened}
        edges = []
        for combination in itertools.product(*(sorted(opened[one].items()) for one in who)):
            taken = tuple((kind, one, what) for one, (what, _) in zip(who, combination, strict=True))
            target = self._number((position, tuple(sorted((*openings, *taken)))), thrown)
            edges.append(Edge(math.prod(weight for _, weight in combination), target, taken))
        node = self.play.nodes[index]
        node.kind, node.edges = kind, tuple(edges)
