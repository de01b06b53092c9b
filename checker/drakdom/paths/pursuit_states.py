"""The runs of pursuers as states of a graph; the law answers for all places at once.

Pursuers do not hinder each other, so the runs of each depend on its place and on the targets left. The law is asked
once for each set of targets that are gone; a round is a transition of all pursuers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import networkx as nx

from drakdom.law.facts import to_symbol
from drakdom.paths.ask.move_simulation import parts
from drakdom.paths.ask.query import Answers, put, query
from drakdom.step.case import Case, Fluent, State
from drakdom.terms import Term, Value, sort_key

ROUND_START, CHASE, CAPTURE = Term("round_start"), Term("chase"), Term("capture")


@dataclass(frozen=True, slots=True)
class PursuitState:
    """The places of pursuers, True if several share one; the captures with their rounds; the gaps that end it.

    `gone` are the captured figures, and those that the law has removed from the board.
    """

    packs: frozenset[tuple[Value, bool]]
    gone: frozenset[Value] = frozenset()
    captured: frozenset[tuple[Value, int]] = frozenset()
    gaps: tuple[Value, ...] = ()


@dataclass(frozen=True)
class RunAnswers:
    """The answers of the law for one set of remaining targets, by place of the pursuer."""

    position: State
    said: Answers

    @property
    def targets(self) -> frozenset[Value]:
        """The figures that are pursued."""
        return frozenset(figure for figure, _ in self.said("pursued"))

    @cached_property
    def may(self) -> Mapping[Value, list[Value]]:
        """The possible ends of a run in this round, by place."""
        return _by_place(self.said("may"))

    @cached_property
    def stops(self) -> Mapping[Value, list[Value]]:
        """The unruled points of a run, by place."""
        return _by_place(self.said("stop"))

    @cached_property
    def splits(self) -> Mapping[Value, list[Value]]:
        """The unruled points of several pursuers at one place, by place."""
        return _by_place(self.said("split"))

    @cached_property
    def stops_at(self) -> Mapping[tuple[Value, Value], list[Value]]:
        """The unruled points of a run, by start and end."""
        stops: dict[tuple[Value, Value], list[Value]] = {}
        for start, end, gap in self.said("stop_at"):
            stops.setdefault((start, end), []).append(gap)
        return stops

    @cached_property
    def target_places(self) -> frozenset[Value]:
        """The places of the targets."""
        return frozenset(place for _, place in self.said("pursued"))


class Capture:
    """The answers of the law about the targets once a pursuer is at each of their places."""

    def __init__(self, position: State, answers: Answers) -> None:
        self.position = position
        self.captured = _by_place((place, figure) for figure, place in answers("captured"))
        self._goes = {(to_symbol(fluent), to_symbol(value)) for fluent, value in answers("goes")}
        self._comes = {(to_symbol(fluent), to_symbol(value)) for fluent, value in answers("comes")}

    def after(self, figures: frozenset[Value]) -> State:
        """Return the state after the capture of these figures and of no others."""
        captured = {to_symbol(figure) for figure in figures}
        goes, comes = ({item for item in items if captured & parts(item[0])} for items in (self._goes, self._comes))
        return frozenset(self.position - goes | comes)


class Pursuit:
    """The runs in a case that has pursuers."""

    def __init__(self, case: Case, first: Answers) -> None:
        self.case = case
        self.marks = [*first("mark")]
        crowded = {place for (place,) in first("several")}
        self.start = PursuitState(frozenset((place, place in crowded) for (place,) in first("pursuer")))
        aside = {(to_symbol(fluent), to_symbol(value)) for fluent, value in first("aside")}
        self._places = self._met(first)
        self._asked = {frozenset[Value](): self._ask(frozenset(case.start - aside))}
        self._captures: dict[frozenset[Value], Capture] = {}
        self._cleared: dict[frozenset[Value], frozenset[Value]] = {}

    def _met(self, first: Answers) -> frozenset[Value]:
        """Return every place where a pursuer may stop."""
        links: nx.DiGraph[Value] = nx.DiGraph()
        links.add_edges_from((start, end) for start, end, _ in first("link"))
        starts = {place for place, _ in self.start.packs}
        free = {place for (place,) in first("free")}
        beyond = (nx.descendants(links, place) for place in starts if place in links)
        return frozenset(starts.union(*beyond) - (free - starts))

    def _ask(self, position: State) -> RunAnswers:
        marks = {mark for place in self._places for mark in self._marked(place)}
        return RunAnswers(position, query(self.case, CHASE, position=position | marks))

    def _marked(self, place: Value) -> Iterator[Fluent]:
        for fluent, value in self.marks:
            yield to_symbol(put(fluent, {"place": place})), to_symbol(value)

    def asked(self, state: PursuitState) -> RunAnswers:
        """Return the answers of the law in a state."""
        return self._asked[state.gone]

    def turns(self, state: PursuitState) -> Iterator[str]:
        """Return the clauses whose reading matters for the next run."""
        places = {place for place, _ in state.packs}
        return (str(clause) for place, clause in self.asked(state).said("turn") if place in places)

    def is_over(self, state: PursuitState) -> bool:
        """Return True if no target or pursuer is left, or the law leaves open how it goes on."""
        return bool(state.gaps) or not self.asked(state).target_places or not state.packs

    def stopped(self, state: PursuitState) -> PursuitState:
        """Return the state with the unruled points of the coming round, under every choice."""
        asked = self.asked(state)
        gaps = [gap for (gap,) in asked.said("gap")]
        for place, is_pack in sorted(state.packs, key=lambda row: sort_key(row[0])):
            gaps += asked.stops.get(place, ())
            gaps += asked.splits.get(place, ()) if is_pack else ()
        return replace(state, gaps=tuple(dict.fromkeys(gaps)))

    def rounds(self, state: PursuitState, now: int) -> Iterator[tuple[PursuitState, tuple[tuple[Value, Value], ...]]]:
        """Yield each possible transition of a round: the state after it, and the runs as pairs of places."""
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
        """Return the state after the capture of the targets that were reached."""
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

    def _capture(self, gone: frozenset[Value], asked: RunAnswers) -> Capture:
        if gone not in self._captures:
            marks = {mark for place in asked.target_places for mark in self._marked(place)}
            answers = query(self.case, CAPTURE, position=asked.position | marks)
            self._captures[gone] = Capture(asked.position, answers)
        return self._captures[gone]

    def round_begun(self, state: PursuitState) -> PursuitState:
        """Return the state after the beginning of a round, which may remove figures from the board."""
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
