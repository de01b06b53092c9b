"""The runs of those who chase, asked of the law for all places at once, and played on as states of a graph.

No one that runs hinders another, so where each may run depends on its place and on who is left to be run for. The law
is asked once for each set of those who are gone; a round is then a step of all from state to state.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import networkx as nx

from drakdom.law.facts import to_symbol
from drakdom.paths.ask.move_simulation import parts
from drakdom.paths.ask.query import Answers, query
from drakdom.paths.reach import put
from drakdom.step.case import Case, Fluent, State
from drakdom.terms import Term, Value, sort_key

DAWN, CHASE, FEAST = Term("dawn"), Term("chase"), Term("feast")


@dataclass(frozen=True, slots=True)
class PursuitState:
    """Where those who run are, and whether several are there; who was eaten in which round; what ended the run.

    `gone` are the eaten, and those that the law has taken from the board.
    """

    packs: frozenset[tuple[Value, bool]]
    gone: frozenset[Value] = frozenset()
    eaten: frozenset[tuple[Value, int]] = frozenset()
    gaps: tuple[Value, ...] = ()


@dataclass(frozen=True)
class Asked:
    """What the law says as long as the same are left to be run for, by the places of those who run."""

    position: State
    said: Answers

    @property
    def prey(self) -> frozenset[Value]:
        """Those that are run for."""
        return frozenset(figure for figure, _ in self.said("prey"))

    @cached_property
    def may(self) -> Mapping[Value, list[Value]]:
        """Where somebody may run in this round, by places."""
        return _by_place(self.said("may"))

    @cached_property
    def stops(self) -> Mapping[Value, list[Value]]:
        """What is not ruled of a run from a place."""
        return _by_place(self.said("stop"))

    @cached_property
    def splits(self) -> Mapping[Value, list[Value]]:
        """What is not ruled of several who run from a place."""
        return _by_place(self.said("split"))

    @cached_property
    def stops_at(self) -> Mapping[tuple[Value, Value], list[Value]]:
        """What is not ruled of a run from a place to another."""
        found: dict[tuple[Value, Value], list[Value]] = {}
        for start, end, what in self.said("stop_at"):
            found.setdefault((start, end), []).append(what)
        return found

    @cached_property
    def target_places(self) -> frozenset[Value]:
        """The places of those who are run for."""
        return frozenset(place for _, place in self.said("prey"))


class Capture:
    """What the law says of those who are stuck once somebody who runs is in each of their places."""

    def __init__(self, position: State, said: Answers) -> None:
        self.position = position
        self.eaten = _by_place((place, figure) for figure, place in said("eaten"))
        self._goes = {(to_symbol(fluent), to_symbol(value)) for fluent, value in said("goes")}
        self._comes = {(to_symbol(fluent), to_symbol(value)) for fluent, value in said("comes")}

    def after(self, figures: frozenset[Value]) -> State:
        """The position once these were eaten, and nobody else."""
        eaten = {to_symbol(figure) for figure in figures}
        goes, comes = ({one for one in some if eaten & parts(one[0])} for some in (self._goes, self._comes))
        return frozenset(self.position - goes | comes)


class Pursuit:
    """The runs in a case in which somebody runs."""

    def __init__(self, case: Case, first: Answers) -> None:
        self.case = case
        self.marks = [*first("mark")]
        several = {place for (place,) in first("several")}
        self.start = PursuitState(frozenset((place, place in several) for (place,) in first("chaser")))
        aside = {(to_symbol(fluent), to_symbol(value)) for fluent, value in first("aside")}
        self._places = self._met(first)
        self._asked = {frozenset[Value](): self._ask(frozenset(case.start - aside))}
        self._feasts: dict[frozenset[Value], Capture] = {}
        self._dawns: dict[frozenset[Value], frozenset[Value]] = {}

    def _met(self, first: Answers) -> frozenset[Value]:
        """Every place in which one may come to stand."""
        links: nx.DiGraph[Value] = nx.DiGraph()
        links.add_edges_from((start, end) for start, end, _ in first("link"))
        starts = {place for place, _ in self.start.packs}
        free = {place for (place,) in first("free")}
        beyond = (nx.descendants(links, place) for place in starts if place in links)
        return frozenset(starts.union(*beyond) - (free - starts))

    def _ask(self, position: State) -> Asked:
        there = {one for place in self._places for one in self._marked(place)}
        return Asked(position, query(self.case, CHASE, position=position | there))

    def _marked(self, place: Value) -> Iterator[Fluent]:
        for fluent, value in self.marks:
            yield to_symbol(put(fluent, {"place": place})), to_symbol(value)

    def asked(self, state: PursuitState) -> Asked:
        """What the law says in a state."""
        return self._asked[state.gone]

    def turns(self, state: PursuitState) -> Iterator[str]:
        """The clauses on whose reading it turns how those who run go on."""
        there = {place for place, _ in state.packs}
        return (str(clause) for place, clause in self.asked(state).said("turn") if place in there)

    def is_over(self, state: PursuitState) -> bool:
        """Whether nobody is left to be run for, or nothing tells how it goes on."""
        return bool(state.gaps) or not self.asked(state).target_places or not state.packs

    def stopped(self, state: PursuitState) -> PursuitState:
        """The same with what no clause rules of the round that begins, whatever is picked."""
        asked = self.asked(state)
        gaps = [what for (what,) in asked.said("gap")]
        for place, is_pack in sorted(state.packs, key=lambda one: sort_key(one[0])):
            gaps += asked.stops.get(place, ())
            gaps += asked.splits.get(place, ()) if is_pack else ()
        return replace(state, gaps=tuple(dict.fromkeys(gaps)))

    def rounds(self, state: PursuitState, now: int) -> Iterator[tuple[PursuitState, tuple[tuple[Value, Value], ...]]]:
        """How a round may go: the state after it, and who ran where in it."""
        asked = self.asked(state)
        packs = sorted(state.packs, key=lambda one: sort_key(one[0]))
        options = [sorted(asked.may.get(place, ()), key=sort_key) or [place] for place, _ in packs]
        for ends in itertools.product(*options):
            runs = tuple((place, end) for (place, _), end in zip(packs, ends, strict=True) if end != place)
            gaps = [what for run in runs for what in asked.stops_at.get(run, ())]
            come: dict[Value, list[bool]] = {}
            for (_, is_pack), end in zip(packs, ends, strict=True):
                come.setdefault(end, []).append(is_pack)
            after = frozenset((end, len(some) > 1 or any(some)) for end, some in come.items())
            if gaps:
                yield replace(state, packs=after, gaps=tuple(dict.fromkeys(gaps))), runs
            else:
                yield self.dawned(self._fed(replace(state, packs=after), now)), runs

    def _fed(self, state: PursuitState, now: int) -> PursuitState:
        """The state once those are eaten to whom somebody came."""
        asked = self.asked(state)
        target_places = frozenset(place for place, _ in state.packs) & asked.target_places
        if not target_places:
            return state
        feast = self._feast(state.gone, asked)
        figures = frozenset(figure for place in target_places for figure in feast.eaten.get(place, ()))
        fed = replace(state, gone=state.gone | figures, eaten=state.eaten | {(figure, now) for figure in figures})
        if fed.gone not in self._asked:
            self._know(fed.gone, feast.after(figures))
        return fed

    def _feast(self, gone: frozenset[Value], asked: Asked) -> Capture:
        if gone not in self._feasts:
            there = {one for place in asked.target_places for one in self._marked(place)}
            said = query(self.case, FEAST, position=asked.position | there)
            self._feasts[gone] = Capture(asked.position, said)
        return self._feasts[gone]

    def dawned(self, state: PursuitState) -> PursuitState:
        """The state once a round has begun, in which some may be taken from the board before anybody runs."""
        asked = self.asked(state)
        if not asked.prey:
            return state
        if state.gone not in self._dawns:
            dawn = query(self.case, DAWN, position=asked.position)
            cleared = frozenset(figure for (figure,) in dawn("cleared")) & asked.prey
            self._dawns[state.gone] = cleared
            self._know(state.gone | cleared, dawn.after(asked.position))
        return replace(state, gone=state.gone | self._dawns[state.gone])

    def _know(self, gone: frozenset[Value], position: State) -> None:
        if gone not in self._asked:
            self._asked[gone] = self._ask(position)


def _by_place(said: Iterable[tuple[Value, ...]]) -> dict[Value, list[Value]]:
    found: dict[Value, list[Value]] = {}
    for place, what in said:
        found.setdefault(place, []).append(what)
    return found
