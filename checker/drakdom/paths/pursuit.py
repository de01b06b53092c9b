"""Pursuit: the run of the pursuers, round by round, as the law plays it while nobody else acts.

If a pursuer has a choice, all choices are followed (`pursuit_states.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import networkx as nx

from drakdom.errors import InputError, LimitError
from drakdom.law.facts import to_value
from drakdom.paths.ask.query import Answers, query
from drakdom.paths.escape import Escape, escape_of
from drakdom.paths.pursuit_states import CHASE, ROUND_START, Pursuit, PursuitState, RunAnswers
from drakdom.paths.ways_back import WayBack, ways_back
from drakdom.scenario import Scenario
from drakdom.step.case import PHASE, Case, build_case
from drakdom.terms import Value, sort_key

#: Bounds of the search: rounds, and states in one round.
MOST_ROUNDS, MOST_STATES = 60, 5_000


@dataclass(frozen=True, slots=True)
class Step:
    """The run of a pursuer in one round: the squares it crosses, the last of them its end; `others` are equal ends."""

    round: int
    start: Value
    squares: tuple[Value, ...]
    others: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal of a pursuer, the rounds to reach it, and the figures stuck there."""

    place: Value
    rounds: int
    targets: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Pursuer:
    """A pursuer at `place`: its first goals, and a fastest way; the `others` of a step are equally fast.

    The steps continue after it reaches a goal, towards figures stuck elsewhere.
    """

    place: Value
    goals: tuple[Goal, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """A figure that is stuck: the rounds of its possible capture, and whether it may escape."""

    figure: Value
    place: Value
    rounds: tuple[int, ...]
    may_be_spared: bool


@dataclass(frozen=True, slots=True)
class PursuitResult:
    """All pursuers and their targets, the unruled points, and the clauses whose reading matters."""

    pursuers: tuple[Pursuer, ...]
    targets: tuple[Target, ...]
    gaps: tuple[Value, ...]
    doubts: frozenset[str]


@dataclass(frozen=True, slots=True)
class PursuitReport:
    """A pursuit, the odds that its targets get free, and the ways of figures that lost somebody.

    `astray` are the unruled points of figures that lost somebody. `assumed` are the readings that mattered and that the
    scenario does not state.
    """

    pursuit: PursuitResult
    escapes: tuple[Escape, ...]
    ways_back: tuple[WayBack, ...]
    astray: tuple[Value, ...]
    assumed: tuple[tuple[str, str], ...]


class _Run(NamedTuple):
    """One run from a place to another in a round; `asked` is the answer of the law then."""

    round: int
    start: Value
    end: Value
    asked: RunAnswers


def pursuit_report(scenario: Scenario) -> PursuitReport:
    """Return all about pursuits in a scenario. Raises InputError if the rulebook does not rule on them."""
    case = build_case(scenario).with_first_readings()
    answers = query(case, CHASE)
    _check_begin(scenario, case, answers)
    pursuit, (ways, astray, doubts) = run_pursuit(case, answers), ways_back(case)
    freed = tuple(
        escape_of(case, answers, target.figure, target.place, max(target.rounds))
        for target in pursuit.targets
        if target.rounds
    )
    doubts = doubts.union(pursuit.doubts, *(escape.doubts for escape in freed)) - scenario.readings.keys()
    return PursuitReport(
        pursuit, freed, ways, astray, tuple(reading for reading in case.readings if reading[0] in doubts)
    )


def _check_begin(scenario: Scenario, case: Case, answers: Answers) -> None:
    """Refuse a scenario that begins within a round, after the pursuers have run."""
    phases, now = list(scenario.rulebook.phases), str(dict(case.start)[PHASE])
    run = next(str(phase) for topic, phase in answers("begins") if topic == CHASE)
    if phases.index(now) > phases.index(run):
        message = f"`--chase` counts rounds from the phase `{run}`, but this scenario starts after it, in `{now}`"
        raise InputError.single(message, scenario.file)


def run_pursuit(case: Case, first: Answers) -> PursuitResult:
    """Return the pursuit in a state with no target getting free. Raises LimitError if it has too many states."""
    if not first("pursuer"):
        return PursuitResult((), (), tuple(gap for (gap,) in first("gap")), frozenset())
    pursuit = Pursuit(case, first)
    doubts, over = set[str](), list[PursuitState]()
    start = pursuit.round_begun(pursuit.start) if _begins_before(case, first) else pursuit.start
    runs: dict[PursuitState, tuple[_Run, ...]] = {start: ()}
    states = [] if pursuit.is_over(start) else [start]
    over += [] if states else [start]
    for now in range(1, MOST_ROUNDS + 1):
        following: dict[PursuitState, tuple[_Run, ...]] = {}
        for state in states:
            doubts.update(pursuit.turns(state))
            stopped = pursuit.stopped(state)
            if stopped.gaps:
                runs[stopped] = runs[state]
                over.append(stopped)
                continue
            for after, moved in pursuit.rounds(state, now):
                if after == state:
                    over.append(state)
                    continue
                new_runs = () if after.gaps else (_Run(now, *run, pursuit.asked(state)) for run in moved)
                following.setdefault(after, (*runs[state], *new_runs))
                if len(following) > MOST_STATES:
                    raise LimitError(f"the pursuit has more than {MOST_STATES} states in round {now}")
        runs |= following
        over += [state for state in following if pursuit.is_over(state)]
        states = [state for state in following if not pursuit.is_over(state)]
        if not states:
            break
    if states:
        raise LimitError(f"the pursuit is not over after {MOST_ROUNDS} rounds")
    best = min(over, key=lambda state: bool(state.gaps), default=start)
    pursuers = tuple(_pursuer(first, place, runs[best]) for place in _sorted(place for (place,) in first("pursuer")))
    targets = tuple(_target(over, figure, place) for figure, place in sorted(first("pursued"), key=str))
    gaps = dict.fromkeys(gap for state in over for gap in state.gaps)
    return PursuitResult(pursuers, targets, tuple(gaps), frozenset(doubts))


def _begins_before(case: Case, first: Answers) -> bool:
    """Return True if a round has still to begin before a pursuer runs."""
    assert case.scenario is not None
    phases = list(case.scenario.rulebook.phases)
    begun = next(str(phase) for topic, phase in first("begins") if topic == ROUND_START)
    return phases.index(str(to_value(dict(case.start)[PHASE]))) <= phases.index(begun)


def _step(run: _Run) -> Step:
    """Return the run of a pursuer in a round, with its equally fast alternatives."""
    alternatives = (end for place, end in run.asked.said("runs") if place == run.start and end != run.end)
    squares = Ground(run.asked.said).squares(run.start, run.end)
    return Step(run.round, run.start, tuple(squares), tuple(_sorted(alternatives)))


def _pursuer(first: Answers, place: Value, runs: tuple[_Run, ...]) -> Pursuer:
    pairs = first("pursued")
    targets = tuple(
        Goal(goal, rounds, tuple(_sorted(figure for figure, at in pairs if at == goal)))
        for _, goal, rounds in sorted(
            (target for target in first("target") if target[0] == place), key=lambda row: str(row[1])
        )
        if isinstance(rounds, int)
    )
    steps, at = list[Step](), place
    for run in runs:
        if run.start == at and run.round > (steps[-1].round if steps else 0):
            steps.append(_step(run))
            at = run.end
    return Pursuer(place, targets, tuple(steps))


def _target(over: list[PursuitState], figure: Value, place: Value) -> Target:
    rounds = {now for state in over for captive, now in state.captured if captive == figure}
    spared = any(figure not in dict(state.captured) for state in over)
    return Target(figure, place, tuple(sorted(rounds)), spared)


class Ground:
    """The squares that pursuers cross, as a graph."""

    def __init__(self, answers: Answers) -> None:
        self.links: nx.DiGraph[Value] = nx.DiGraph()
        for start, end, how in answers("link"):
            self.links.add_edge(start, end, how=how)
        self.free = {place for (place,) in answers("free")}
        self._over: dict[tuple[Value, Value], list[Value]] = {}
        for start, over, end in answers("pace"):
            self._over.setdefault((start, end), []).append(over)

    def squares(self, start: Value, end: Value) -> list[Value]:
        """Return the squares of one run without the first: areas, and the corridors between them."""
        routes = [
            [*self._hop(start, over), *(self._hop(over, end) if over != end else ())]
            for over in _sorted(self._over.get((start, end), [end]))
        ]
        return min(routes, key=len)

    def _hop(self, start: Value, end: Value) -> list[Value]:
        """Return the squares to the next area, through corridors only."""
        inner = self.links.subgraph({start, end, *self.free})
        if start not in inner or end not in inner or not nx.has_path(inner, start, end):
            return [end]
        return list(nx.shortest_path(inner, start, end))[1:]


def _sorted(values: object) -> list[Value]:
    return sorted(values, key=sort_key)  # type: ignore[call-overload, no-any-return]
