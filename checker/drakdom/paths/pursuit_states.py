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

ROUND_START, CHASE, CAPTURE = Term("dawn"), Term("chase"), Term("feast")


@dataclass(frozen=True, slots=True)
class PursuitState:
    """Where those who run are, and whether several are there; who was eaten in which round; what ended the run.

    `gone` are the eaten, and those that the law has taken from the board.
    """

    packs: frozenset[tuple[Value, bool]]
    gone: frozenset[Value] = frozenset()
    captured: frozenset[tuple[Value, int]] = frozenset()
    gaps: tuple[Value, ...] = ()


@dataclass(frozen=True)
class Asked:
    """What the law says as long as the same are left to be run for, by the places of those who run."""

    position: State
    said: Answers

    @property
    def targets(self) -> frozenset[Value]:
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
        stops: dict[tuple[Value, Value], list[Value]] = {}
        for start, end, gap in self.said("stop_at"):
            stops.setdefault((start, end), []).append(gap)
        return stops

    @cached_property
    def target_places(self) -> frozenset[Value]:
        """The places of those who are run for."""
        return frozenset(place for _, place in self.said("prey"))


class Capture:
    """What the law says of those who are stuck once somebody who runs is in each of their places."""

    def __init__(self, position: State, answers: Answers) -> None:
        self.position = position
        self.captured = _by_place((place, figure) for figure, place in answers("eaten"))
        self._goes = {(to_symbol(fluent), to_symbol(value)) for fluent, value in answers("goes")}
        self._comes = {(to_symbol(fluent), to_symbol(value)) for fluent, value in answers("comes")}

    def after(self, figures: frozenset[Value]) -> State:
        """The position once these were eaten, and nobody else."""
        captured = {to_symbol(figure) for figure in figures}
        goes, comes = ({item for item in items if captured & parts(item[0])} for items in (self._goes, self._comes))
        return frozenset(self.position - goes | comes)


class Pursuit:
    """The runs in a case in which somebody runs."""

    def __init__(self, case: Case, first: Answers) -> None:
        self.case = case
        self.marks = [*first("mark")]
        crowded = {place for (place,) in first("several")}
        self.start = PursuitState(frozenset((place, place in crowded) for (place,) in first("chaser")))
        aside = {(to_symbol(fluent), to_symbol(value)) for fluent, value in first("aside")}
        self._places = self._met(first)
        self._asked = {frozenset[Value](): self._ask(frozenset(case.start - aside))}
        self._captures: dict[frozenset[Value], Capture] = {}
        self._cleared: dict[frozenset[Value], frozenset[Value]] = {}

    def _met(self, first: Answers) -> frozenset[Value]:
        """Every place in which one may come to stand."""
        links: nx.DiGraph[Value] = nx.DiGraph()
        links.add_edges_from((start, end) for start, end, _ in first("link"))
        starts = {place for place, _ in self.start.packs}
        free = {place for (place,) in first("free")}
        beyond = (nx.descendants(links, place) for place in starts if place in links)
        return frozenset(starts.union(*beyond) - (free - starts))

    def _ask(self, position: State) -> Asked:
        marks = {mark for place in self._places for mark in self._marked(place)}
        return Asked(position, query(self.case, CHASE, position=position | marks))

    def _marked(self, place: Value) -> Iterator[Fluent]:
        for fluent, value in self.marks:
            yield to_symbol(put(fluent, {"place": place})), to_symbol(value)

    def asked(self, state: PursuitState) -> Asked:
        """What the law says in a state."""
        return self._asked[state.gone]

    def turns(self, state: PursuitState) -> Iterator[str]:
        """The clauses on whose reading it turns how those who run go on."""
        places = {place for place, _ in state.packs}
        return (str(clause) for place, clause in self.asked(state).said("turn") if place in places)

    def is_over(self, state: PursuitState) -> bool:
        """Whether nobody is left to be run for, or nothing tells how it goes on."""
        return bool(state.gaps) or not self.asked(state).target_places or not state.packs

    def stopped(self, state: PursuitState) -> PursuitState:
        """The same with what no clause rules of the round that begins, whatever is picked."""
        asked = self.asked(state)
        gaps = [gap for (gap,) in asked.said("gap")]
        for place, is_pack in sorted(state.packs, key=lambda row: sort_key(row[0])):
            gaps += asked.stops.get(place, ())
            gaps += asked.splits.get(place, ()) if is_pack else ()
        return replace(state, gaps=tuple(dict.fromkeys(gaps)))

    def rounds(self, state: PursuitState, now: int) -> Iterator[tuple[PursuitState, tuple[tuple[Value, Value], ...]]]:
        """How a round may go: the state after it, and who ran where in it."""
        asked = self.asked(state)
        packs = sorted(state.packs, key=lambda row: sort_key(row[0]))
        options = [sorted(asked.may.get(place, ()), key=sort_key) or [place] for place, _ in packs]
        for ends in itertools.product(*options):
            runs = tuple((place, end) for (place, _), end in zip(packs, ends, strict=True) if end != place)
            gaps = [gap for run in runs for gap in asked.stops_at.get(run, ())]
            come: dict[Value, list[bool]] = {}
            for (_, is_pack), end in zip(packs, ends, strict=True):
                come.setdefault(end, []).append(is_pack)
            after = frozenset((end, len(flags) > 1 or any(flags)) for end, flags in come.items())
            if gaps:
                yield replace(state, packs=after, gaps=tuple(dict.fromkeys(gaps))), runs
            else:
                yield self.round_begun(self._after_captures(replace(state, packs=after), now)), runs

    def _after_captures(self, state: PursuitState, now: int) -> PursuitState:
        """The state once those are eaten to whom somebody came."""
        asked = self.asked(state)
        target_places = frozenset(place for place, _ in state.packs) & asked.target_places
        if not target_places:
            return state
        capture = self._capture(state.gone, asked)
        figures = frozenset(figure for place in target_places for figure in capture.captured.get(place, ()))
        after = replace(
            state, gone=state.gone | figures, captured=state.captured | {(figure, now) for figure in figures}
        )
        if after.gone not in self._asked:
            self._know(after.gone, capture.after(figures))
        return after

    def _capture(self, gone: frozenset[Value], asked: Asked) -> Capture:
        if gone not in self._captures:
            marks = {mark for place in asked.target_places for mark in self._marked(place)}
            answers = query(self.case, CAPTURE, position=asked.position | marks)
            self._captures[gone] = Capture(asked.position, answers)
        return self._captures[gone]

    def round_begun(self, state: PursuitState) -> PursuitState:
        """The state once a round has begun, in which some may be taken from the board before anybody runs."""
        asked = self.asked(state)
        if not asked.targets:
            return state
        if state.gone not in self._cleared:
            begun = query(self.case, ROUND_START, position=asked.position)
            cleared = frozenset(figure for (figure,) in begun("cleared")) & asked.targets
            self._cleared[state.gone] = cleared
            self._know(state.gone | cleared, begun.after(asked.position))
        return replace(state, gone=state.gone | self._cleared[state.gone])

    def _know(self, gone: frozenset[Value], position: State) -> None:
        if gone not in self._asked:
            self._asked[gone] = self._ask(position)


def _by_place(rows: Iterable[tuple[Value, ...]]) -> dict[Value, list[Value]]:
    by_place: dict[Value, list[Value]] = {}
    for place, value in rows:
        by_place.setdefault(place, []).append(value)
    return by_place
