"""The reachable states of a case, breadth first: each wave of states is evaluated in batches, equal states once.

All rolls of one moment are thrown together if they are independent. A roll is dependent if another roll changes its
odds: it is no longer due, its faces mean something else, or fewer cards are left. Such a roll is thrown after the
others, and play is explored again.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from clingo import Symbol

from drakdom.errors import BugError, LimitError
from drakdom.graph.hints import NAMED, Multiplier, advice
from drakdom.graph.offers import Offers
from drakdom.graph.play import Edge, Kind, Node, Play
from drakdom.graph.rerolls import Reroll
from drakdom.graph.turns import TooEarly, Turns
from drakdom.graph.watch import Horizon, Marks
from drakdom.step.case import State
from drakdom.step.factoring import FEW, plan
from drakdom.step.moment import Moments
from drakdom.step.state import Evaluated, Faces, Opening, PartialState, mark

#: Maximum number of nodes of a play; past it the error suggests statements for the scenario.
MOST_NODES = 60_000
#: Maximum number of partial states that the solver evaluates, with the same suggestions.
MOST_EVALUATED = 12_000

Progress = Callable[[int], None]
#: The actions that are played, of those that are open to a figure.
Picks = Callable[[Collection[Symbol]], Collection[Symbol]]


def explore(
    moments: Moments,
    progress: Progress | None = None,
    starts: Sequence[State] = (),
    openings: Sequence[Opening] = (),
    until: Collection[str] = (),
    most: int | None = None,
    picks: Picks | None = None,
) -> Play:
    """Return the graph of everything that can happen in a case.

    Play begins in `starts`, by default in the case's first state; different starts become the nodes 0, 1, ...
    `openings` has the opening already made in each of them. `progress` is called before each wave with the number of
    nodes so far. Exploration stops at the phases `until`, and where the case asks nothing more. With `until` it
    collects all doubts, also of clauses with a fixed reading, and does not look for independent parts. Of the actions
    that are open to a figure those are played that `picks` returns.

    Stops early, with the doubts so far, if play depends on a reading that is not fixed. Raises LimitError past
    MOST_NODES nodes or `most` (MOST_EVALUATED) evaluated states. Raises BugError if rolls of one moment depend on each
    other, or if the dice of two may be thrown again.
    """
    turns = Turns()
    while True:
        first = starts or (moments.case.start,)
        exploration = _Exploration(
            moments, turns, first, openings, frozenset(until), MOST_EVALUATED if most is None else most, picks
        )
        try:
            return exploration.run(progress)
        except TooEarly as early:
            turns.put_off(early, len(exploration.rolls))


class _Exploration:
    """The graph while it grows: node numbers are the numbers of partial states.

    `turns` says which of the open rolls of a moment are thrown first. `thrown` has, for each partial state, the faces
    of its rolls when they were thrown. `bags` are the nodes inside rerolls, already complete.
    """

    def __init__(
        self,
        moments: Moments,
        turns: Turns,
        starts: Sequence[State],
        openings: Sequence[Opening],
        until: frozenset[str],
        most: int,
        picks: Picks | None,
    ) -> None:
        self.moments, self.items = moments, moments.items
        self.play = Play(of_choices=moments.case.of_choices)
        self.partials = self.play.partials
        self.bags: set[int] = set()
        self.numbers: dict[tuple[PartialState, tuple[Marks, ...]], int] = {}
        self.turns, self.until, self.most, self.picks = turns, until, most, picks
        self.horizon = Horizon(moments.case.asked, moments.case.until, self.play.of_choices)
        self.marks: list[tuple[Marks, ...]] = []
        self.rolls: set[Symbol] = set()
        self.offers = Offers()
        self.thrown: list[dict[Symbol, Faces]] = []
        self.evaluated = 0
        self.multipliers: dict[tuple[str, Symbol], tuple[Multiplier, int]] = {}
        for number, start in enumerate(starts):
            opened = frozenset(map(self.items.number, openings[number : number + 1]))
            self._number((frozenset(map(self.items.number, start)), opened), {}, self.horizon.start)

    def run(self, progress: Progress | None) -> Play:
        """Evaluate wave after wave until no partial state is left."""
        fixed = {clause for clause, _ in self.moments.case.readings if not self.until}
        done = 0
        while done < len(self.partials):
            waiting = [index for index in range(done, len(self.partials)) if self._goes_on(index)]
            done = len(self.partials)
            for wave in self._waves(waiting):
                partials = [self.partials[index] for index in wave]
                cost, results = plan(self.moments, partials, unlike=bool(self.until))
                self.evaluated += cost
                if self.evaluated > self.most:
                    raise self._too_much(f"the play has more than {self.most:,} states to evaluate")
                evaluated = [*results]
                self._must_have_same_faces(wave, evaluated)
                for index, result in zip(wave, evaluated, strict=True):
                    if result.is_whole:
                        # before that, open actions and rolls can look refused or missing: only whole moments count
                        self.play.doubts |= result.doubts - fixed
                    self._expand(index, result)
            if self.play.doubts and not self.until:
                break
            if progress:
                progress(done)
        return self.play

    def _goes_on(self, index: int) -> bool:
        """Return True if a partial state must be evaluated; end play in it if its phase is in `until`."""
        node = self.play.nodes[index]
        if node.phase in self.until:
            node.final = self.items.fluents(self.partials[index][0])
            return False
        return index not in self.bags

    def _waves(self, waiting: Sequence[int]) -> Iterable[Sequence[int]]:
        """Split many partial states by entry, phase, and whether they have openings; leave a few together."""
        if len(waiting) <= FEW:
            return [waiting] if waiting else []
        waves: dict[tuple[int, str, bool], list[int]] = {}
        for index in waiting:
            node = self.play.nodes[index]
            waves.setdefault((node.entry, node.phase, bool(self.partials[index][1])), []).append(index)
        return waves.values()

    def _must_have_same_faces(self, wave: Iterable[int], results: Iterable[Evaluated]) -> None:
        """Raise TooEarly if a thrown roll no longer has the faces with which it was thrown."""
        pairs = [(self.partials[n], self.thrown[n], result.thrown) for n, result in zip(wave, results, strict=True)]
        if early := {roll for pair in pairs for roll in self._changed(*pair)}:
            raise TooEarly(early)

    @staticmethod
    def _changed(
        partial: PartialState, before: Mapping[Symbol, Faces], now: Mapping[Symbol, Faces]
    ) -> Iterator[tuple[frozenset[int], Symbol]]:
        """Yield the rolls that have other faces than before, with the state of their moment."""
        for key in before.keys() | now.keys():
            if before.get(key) != now.get(key):
                yield partial[0], _roll(key)

    def _number(self, partial: PartialState, thrown: dict[Symbol, Faces], marks: tuple[Marks, ...]) -> int:
        """Return the node of a partial state with the atoms seen before it; make it if it is new."""
        key = partial, marks
        if key not in self.numbers:
            if len(self.partials) >= MOST_NODES:
                raise self._too_many_nodes()
            self.numbers[key] = len(self.partials)
            self.partials.append(partial)
            self.marks.append(marks)
            self.thrown.append(thrown)
            self.play.nodes.append(Node("end", *self.items.where(partial[0])))
        elif thrown != (earlier := self.thrown[self.numbers[key]]):
            raise TooEarly(self._changed(partial, earlier, thrown))
        return self.numbers[key]

    def _expand(self, index: int, result: Evaluated) -> None:
        if result.choices:
            self.offers.record(self.partials[index], result.choices)
            picks = self.picks or list
            choices = {figure: dict.fromkeys(picks(actions), 1) for figure, actions in result.choices.items()}
            self._branch(index, "choice", choices)
        elif result.stated or result.chances:
            self._throw(index, result)
        else:
            self._follow(index, result)

    def _throw(self, index: int, result: Evaluated) -> None:
        """Throw the open rolls whose turn it is; one with dice that may be rethrown before the others.

        Raises BugError if there are two of these: which dice are known when some are kept, only law can say.
        """
        due = result.stated | result.chances
        self.rolls.update(due)
        numbers = {roll: self.turns.of(self.partials[index][0], roll) for roll in due}
        turn = {roll: faces for roll, faces in due.items() if numbers[roll] == min(numbers.values())}
        rerolls = sorted(roll for roll in turn if roll in result.reroll_terms)
        if len(rerolls) > 1:
            names = " and ".join(map(str, rerolls))
            raise BugError(f"the dice of {names} may be thrown again in one moment: give each a moment of its own")
        if rerolls:
            [roll] = rerolls
            self._fold(index, Reroll.of(roll, result.reroll_terms[roll]), turn[roll], result.reroll_terms[roll])
        else:
            self._branch(index, "chance", turn, stated=result.stated.keys())

    def _follow(self, index: int, result: Evaluated) -> None:
        """Complete the node of a whole moment: its next state, or the end of play."""
        node = self.play.nodes[index]
        late = self.offers.late(self.partials[index], result.offered)
        node.seen, node.excepted = late.union(result.seen), result.excepted
        following = (self.partials[index][0] - result.ceasing) | result.coming
        if result.broken or late:
            node.final = None
        elif result.over or self.horizon.is_reached(
            marks := self.horizon.after(self.marks[index], node, self.items.where(following))
        ):
            node.final = self.items.fluents(following)
        else:
            node.kind = "then"
            node.edges = (Edge(1, self._number((following, frozenset()), {}, marks)),)

    def _branch(
        self, index: int, kind: Kind, opened: Mapping[Symbol, Faces], stated: Collection[Symbol] = frozenset()
    ) -> None:
        """Add an edge for each combination of outcomes: all open choices or rolls are resolved together.

        Rolls in `stated` have a result from the scenario and do not appear on the edges.
        """
        state, openings = self.partials[index]
        for subject, outcomes in opened.items():
            if len(outcomes) > 1:
                self._multiplies(kind, subject, len(outcomes), index)
        ways = math.prod(map(len, opened.values()))
        if ways > MOST_NODES:
            raise self._too_much(f"one moment has {ways:,} possible outcomes, the limit is {MOST_NODES:,}")
        thrown = self.thrown[index] if kind == "choice" else {**self.thrown[index], **opened}
        resolutions: list[list[tuple[Opening, int, int]]] = []
        for subject, outcomes in sorted(opened.items()):
            weighted = [((kind, subject, outcome), weight) for outcome, weight in sorted(outcomes.items())]
            resolutions.append([(opening, self.items.number(opening), weight) for opening, weight in weighted])
        edges = []
        for combination in itertools.product(*resolutions):
            made_here = openings.union(number for _, number, _ in combination)
            target = self._number((state, made_here), thrown, self.marks[index])
            weight = math.prod(weight for _, _, weight in combination)
            made = tuple(opening for opening, _, _ in combination if opening[1] not in stated)
            edges.append(Edge(weight, target, made))
        node = self.play.nodes[index]
        node.kind, node.edges = kind, tuple(edges)

    def _fold(self, index: int, reroll: Reroll, faces: Faces, terms: Iterable[Symbol]) -> None:
        """Add the first throw of dice that may be rethrown, and the graph of their rerolls; `terms` describe these."""
        state, openings = self.partials[index]
        node = self.play.nodes[index]
        thrown = {**self.thrown[index], reroll.roll: faces, mark(reroll.roll): dict.fromkeys(terms, 1)}
        targets = {}
        for meaning in faces:
            made = self.items.number(("chance", reroll.roll, meaning))
            targets[meaning] = self._number((state, openings | {made}), thrown, self.marks[index])

        def add(kind: Kind, edges: tuple[Edge, ...]) -> int:
            self.bags.add(len(self.partials))
            self.partials.append(self.partials[index])
            self.marks.append(self.marks[index])
            self.thrown.append({})
            self.play.nodes.append(Node(kind, node.entry, node.phase, edges=edges))
            if len(self.partials) > MOST_NODES:
                raise self._too_many_nodes()
            return len(self.partials) - 1

        self._multiplies("chance", reroll.roll, len(faces), index)
        self.play.rethrowable.add(reroll.roll)
        node.kind, node.edges = "chance", reroll.fold(targets, add)

    def _multiplies(self, kind: Kind, subject: Symbol, ways: int, index: int) -> None:
        """Record that a choice or a roll is open in a node."""
        fresh = Multiplier(kind, subject, ways, self.play.nodes[index].entry), index
        multiplier, _ = self.multipliers.setdefault((kind, subject), fresh)
        multiplier.ways = max(multiplier.ways, ways)
        multiplier.places += 1

    def _too_many_nodes(self) -> LimitError:
        return self._too_much(f"the play has more than {MOST_NODES:,} states")

    def _too_much(self, message: str) -> LimitError:
        """Return an error that names the open choices and rolls and suggests statements."""
        largest = sorted(self.multipliers.values(), key=lambda item: item[0].rank)[:NAMED]
        for multiplier, index in largest:
            multiplier.look(self.moments.answer([self.partials[index]]))
        case = self.moments.case
        return LimitError(f"{message}\n{advice(case.scenario, [item for item, _ in largest], case.readings)}")


def _roll(key: Symbol) -> Symbol:
    """Return the roll of a key of `Evaluated.thrown`, which may be a `mark`."""
    return key.arguments[0] if not key.name else key
