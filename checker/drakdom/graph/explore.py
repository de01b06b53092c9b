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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from clingo import Symbol

from drakdom.errors import BugError, LimitError
from drakdom.graph.hints import NAMED, Multiplier, advice
from drakdom.graph.play import Edge, Kind, Node, Play
from drakdom.graph.rerolls import Reroll
from drakdom.step.case import State
from drakdom.step.factoring import FEW, plan
from drakdom.step.moment import Moments
from drakdom.step.state import Evaluated, Faces, Opening, PartialState, mark

#: Positions in one case, and of these such as the solver works out: past either the command offers what to state.
MOST_POSITIONS = 60_000
MOST_EVALUATED = 12_000

Progress = Callable[[int], None]


def explore(
    moments: Moments,
    progress: Progress | None = None,
    starts: Sequence[State] = (),
    taken: Sequence[Opening] = (),
    until: Collection[str] = (),
) -> Play:
    """The graph of everything that can happen in a case.

    Play begins in `starts`: nodes 0, 1, ... where they are all different, by default in the case's own first position;
    `taken` is what has been opened in each of them. It is followed no further than the phases `until`; then stages are
    taken to be unlike, and all doubts up to there are collected, those with a reading as well.
    Raises LimitError past MOST_POSITIONS positions, and BugError where law lets rolls of one moment hang on each other.
    Stops early, with the doubts found, where the play turns on a reading that is not fixed.
    """
    turns: dict[Symbol, int] = {}
    while True:
        exploration = _Exploration(moments, turns, starts or (moments.case.start,), taken, frozenset(until))
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

    def __init__(
        self,
        moments: Moments,
        turns: Mapping[Symbol, int],
        starts: Sequence[State],
        taken: Sequence[Opening],
        until: frozenset[str],
    ) -> None:
        self.moments, self.items = moments, moments.items
        self.play = Play()
        self.stages = self.play.stages
        self.bags: set[int] = set()
        self.numbers: dict[PartialState, int] = {}
        self.turns, self.until = turns, until
        self.rolls: set[Symbol] = set()
        self.thrown: list[dict[Symbol, Faces]] = []
        self.evaluated = 0
        self.multipliers: dict[tuple[str, Symbol], tuple[Multiplier, int]] = {}
        for number, start in enumerate(starts):
            opened = frozenset(map(self.items.number, taken[number : number + 1]))
            self._number((frozenset(map(self.items.number, start)), opened), {})

    def run(self, progress: Progress | None) -> Play:
        """Evaluate wave after wave until no stage is left."""
        fixed = {clause for clause, _ in self.moments.case.readings if not self.until}
        done = 0
        while done < len(self.stages):
            waiting = [index for index in range(done, len(self.stages)) if self._goes_on(index)]
            done = len(self.stages)
            for wave in self._waves(waiting):
                stages = [self.stages[index] for index in wave]
                cost, results = plan(self.moments, stages, unlike=bool(self.until))
                self.evaluated += cost
                if self.evaluated > MOST_EVALUATED:
                    raise self._too_much(f"more than {MOST_EVALUATED:,} positions would have to be worked out")
                for index, result in zip(wave, self._same_faces(wave, results), strict=True):
                    if result.is_whole:
                        # what is still open may seem to be missed or refused: only a whole moment can turn on a reading
                        self.play.doubts |= result.doubts - fixed
                    self._expand(index, result)
            if self.play.doubts and not self.until:
                break
            if progress:
                progress(done)
        return self.play

    def _goes_on(self, index: int) -> bool:
        """Whether a stage has to be worked out; where play is not followed further it ends."""
        node = self.play.nodes[index]
        if node.phase in self.until:
            node.final = self.items.fluents(self.stages[index][0])
            return False
        return index not in self.bags

    def _waves(self, waiting: Sequence[int]) -> Iterable[Sequence[int]]:
        """Few stages as they are; of many those of one phase each, in which something has been opened or not."""
        if len(waiting) <= FEW:
            return [waiting] if waiting else []
        found: dict[tuple[int, str, bool], list[int]] = {}
        for index in waiting:
            node = self.play.nodes[index]
            found.setdefault((node.entry, node.phase, bool(self.stages[index][1])), []).append(index)
        return found.values()

    def _same_faces(self, wave: Iterable[int], results: Iterable[Evaluated]) -> Iterator[Evaluated]:
        """Every roll that was thrown must still have the faces with which it was thrown."""
        early: set[Symbol] = set()
        checked = []
        for index, result in zip(wave, results, strict=True):
            thrown = self.thrown[index]
            if result.thrown != thrown:
                early.update(_roll(one) for one in thrown if result.thrown.get(one) != thrown[one])
                early.update(_roll(one) for one in result.thrown.keys() - thrown.keys())
            checked.append(result)
        if early:
            raise _TooEarly(early)
        return iter(checked)

    def _number(self, stage: PartialState, thrown: dict[Symbol, Faces]) -> int:
        """The node of a stage, made at its first mention."""
        if stage not in self.numbers:
            if len(self.stages) >= MOST_POSITIONS:
                raise self._too_much(f"more than {MOST_POSITIONS:,} positions are open")
            self.numbers[stage] = len(self.stages)
            self.stages.append(stage)
            self.thrown.append(thrown)
            self.play.nodes.append(Node("end", *self.items.where(stage[0])))
        elif thrown != (known := self.thrown[self.numbers[stage]]):
            raise _TooEarly(_roll(one) for one in thrown | known if thrown.get(one) != known.get(one))
        return self.numbers[stage]

    def _expand(self, index: int, result: Evaluated) -> None:
        node = self.play.nodes[index]
        if result.choices:
            self._branch(index, "choice", {who: dict.fromkeys(some, 1) for who, some in result.choices.items()})
        elif result.told or result.chances:
            due = result.told | result.chances
            self.rolls.update(due)
            first = min(self.turns.get(roll, 0) for roll in due)
            turn = {roll: faces for roll, faces in due.items() if self.turns.get(roll, 0) == first}
            again = sorted(roll for roll in turn if roll in result.again)
            if again:  # one after another, and before all that is thrown but once
                self._fold(index, Reroll.of(again[0], result.again[again[0]]), turn[again[0]], result.again[again[0]])
            else:
                self._branch(index, "chance", turn, told=result.told.keys())
        else:
            node.seen, node.excepted = frozenset(result.seen), result.excepted
            following = (self.stages[index][0] - result.ceasing) | result.coming
            if result.broken:
                node.final = None
            elif result.over:
                node.final = self.items.fluents(following)
            else:
                node.kind = "then"
                node.edges = (Edge(1, self._number((following, frozenset()), {})),)

    def _branch(
        self, index: int, kind: Kind, opened: Mapping[Symbol, Faces], told: Collection[Symbol] = frozenset()
    ) -> None:
        """One edge for every combination of what is open: all are decided or thrown at the same moment.

        What is told comes up as it is told, and was never open.
        """
        position, openings = self.stages[index]
        for who, some in opened.items():
            if len(some) > 1:
                self._multiplies(kind, who, len(some), index)
        ways = math.prod(map(len, opened.values()))
        if ways > MOST_POSITIONS:
            raise self._too_much(f"{ways:,} ways are open in one moment, at most {MOST_POSITIONS:,} are tried")
        thrown = self.thrown[index] if kind == "choice" else {**self.thrown[index], **opened}
        every: list[list[tuple[Opening, int, int]]] = []
        for who, some in sorted(opened.items()):
            ways_of = [((kind, who, what), weight) for what, weight in sorted(some.items())]
            every.append([(opening, self.items.number(opening), weight) for opening, weight in ways_of])
        edges = []
        for combination in itertools.product(*every):
            target = self._number((position, openings.union(number for _, number, _ in combination)), thrown)
            weight = math.prod(weight for _, _, weight in combination)
            taken = tuple(opening for opening, _, _ in combination if opening[1] not in told)
            edges.append(Edge(weight, target, taken))
        node = self.play.nodes[index]
        node.kind, node.edges = kind, tuple(edges)

    def _fold(self, index: int, again: Reroll, faces: Faces, said: Iterable[Symbol]) -> None:
        """The first throw of dice that may be thrown again, and all that may follow until they lie."""
        position, openings = self.stages[index]
        node = self.play.nodes[index]
        thrown = {**self.thrown[index], again.roll: faces, mark(again.roll): dict.fromkeys(said, 1)}
        targets = {}
        for meaning in faces:
            taken = self.items.number(("chance", again.roll, meaning))
            targets[meaning] = self._number((position, openings | {taken}), thrown)

        def add(kind: Kind, edges: tuple[Edge, ...]) -> int:
            self.bags.add(len(self.stages))
            self.stages.append(self.stages[index])
            self.thrown.append({})
            self.play.nodes.append(Node(kind, node.entry, node.phase, edges=edges))
            if len(self.stages) > MOST_POSITIONS:
                raise self._too_much(f"more than {MOST_POSITIONS:,} positions are open")
            return len(self.stages) - 1

        self._multiplies("chance", again.roll, len(faces), index)
        self.play.again.add(again.roll)
        node.kind, node.edges = "chance", again.fold(targets, add)

    def _multiplies(self, kind: Kind, who: Symbol, ways: int, index: int) -> None:
        """Note that something is open in a position."""
        fresh = Multiplier(kind, who, ways, self.play.nodes[index].entry), index
        multiplier, _ = self.multipliers.setdefault((kind, who), fresh)
        multiplier.ways = max(multiplier.ways, ways)
        multiplier.places += 1

    def _too_much(self, bound: str) -> LimitError:
        """The error that says what multiplies, and what to state."""
        found = sorted(self.multipliers.values(), key=lambda one: one[0].rank)[:NAMED]
        for multiplier, index in found:
            multiplier.look(self.moments.answer([self.stages[index]]))
        return LimitError(f"{bound}\n{advice(self.moments.case.scenario, [one for one, _ in found])}")


def _roll(one: Symbol) -> Symbol:
    """The roll behind its name, or behind the mark for how it may be thrown again."""
    return one.arguments[0] if not one.name else one
