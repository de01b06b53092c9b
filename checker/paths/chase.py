"""Who chases whom: the run of those that chase, round by round, as the law plays it while nobody does anything.

In each round the law is asked where they run and who is eaten then; only what lasts of the round (`path_carries`) is
carried on. Where somebody may pick, all picks are followed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import networkx as nx

from checker.engine.case import PHASE, Case, Position, build_case
from checker.engine.survey import Survey, survey
from checker.errors import InputError, LimitError
from checker.paths.loose import Loose, loose
from checker.paths.lost import Lost, lost
from checker.scenario import Scenario
from checker.terms import Term, Value, sort_key

CHASE, FEAST = Term("chase"), Term("feast")
#: Rounds that are looked at, and positions in them.
MOST_ROUNDS, MOST_POSITIONS = 60, 200


@dataclass(frozen=True, slots=True)
class Step:
    """The run of one in one round: over which squares, the last of them where it ends."""

    round: int
    start: Value
    squares: tuple[Value, ...]
    others: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """A place run to, in how many rounds, with those who are stuck there."""

    place: Value
    rounds: int
    prey: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Chaser:
    """One that runs from `place`: its targets at first, and a fastest way; `others` of a step are as fast.

    The steps go on after a target was reached, to whoever is stuck elsewhere.
    """

    place: Value
    targets: tuple[Target, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Prey:
    """Somebody stuck: the rounds in which that one may be eaten, and whether it may also end otherwise."""

    figure: Value
    place: Value
    rounds: tuple[int, ...]
    may_be_spared: bool


@dataclass(frozen=True, slots=True)
class Chase:
    """All that run and all that are run for, what no clause rules, and the clauses whose reading it turns on."""

    chasers: tuple[Chaser, ...]
    prey: tuple[Prey, ...]
    gaps: tuple[Value, ...]
    doubts: frozenset[str]


@dataclass(frozen=True, slots=True)
class Chased:
    """A chase, how likely those that are run for get loose, and the ways of those that lost somebody.

    `assumed` is how clauses were read on which something turned and of which the scenario does not say how.
    """

    chase: Chase
    loose: tuple[Loose, ...]
    lost: tuple[Lost, ...]
    assumed: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """One way in which the run may have come so far."""

    position: Position
    said: Survey
    steps: tuple[Step, ...] = ()
    eaten: tuple[tuple[Value, int], ...] = ()


def chased(scenario: Scenario) -> Chased:
    """Everything about chases in a scenario. Raises InputError where the rulebook says nothing of them."""
    case = build_case(scenario).decided()
    _check_begin(scenario, case)
    found, (ways, doubts) = chase(case), lost(case)
    said = survey(case, CHASE)
    freed = tuple(loose(case, said, one.figure, one.place, max(one.rounds)) for one in found.prey if one.rounds)
    doubts = doubts.union(found.doubts, *(one.doubts for one in freed)) - scenario.readings.keys()
    return Chased(found, freed, ways, tuple(one for one in case.readings if one[0] in doubts))


def _check_begin(scenario: Scenario, case: Case) -> None:
    """Refuse a scenario that begins in the midst of a round, when those who chase have run already."""
    phases, now = list(scenario.rulebook.phases), str(dict(case.start)[PHASE])
    run = next(str(phase) for topic, phase in survey(case, CHASE)("begins") if topic == CHASE)
    if phases.index(now) > phases.index(run):
        what = f"`--chase` counts rounds from the phase `{run}`, and this scenario begins after it, in `{now}`"
        raise InputError.one(what, scenario.file)


def chase(case: Case) -> Chase:
    """The run in a position, none of those that are stuck getting loose. Raises LimitError where it opens too much."""
    first = survey(case, CHASE)
    gaps: dict[Value, None] = {}
    doubts = {str(clause) for (clause,) in first("hinges")}
    lines, over = [_Line(case.start, first)], list[_Line]()
    for now in range(1, MOST_ROUNDS + 1):
        following: dict[tuple[object, ...], _Line] = {}
        for line in lines:
            found = [value for (value,) in line.said("gap")]
            gaps |= dict.fromkeys(found)
            doubts |= {str(clause) for (clause,) in line.said("hinges")}
            if found or not line.said("chaser"):
                over.append(line)
                continue
            for one in _rounds(case, line, now):
                following.setdefault((one.position, one.eaten), one)
                if len(following) > MOST_POSITIONS:
                    raise LimitError(f"more than {MOST_POSITIONS} ways to run are open in round {now}")
        lines = list(following.values())
        if not lines:
            break
    if lines:
        raise LimitError(f"the run is not over after {MOST_ROUNDS} rounds")
    chasers = tuple(_chaser(first, place, over) for place in _sorted(place for (place,) in first("chaser")))
    prey = tuple(_prey(over, figure, place) for figure, place in sorted(first("prey"), key=lambda one: str(one)))
    return Chase(chasers, prey, tuple(gaps), frozenset(doubts))


def _rounds(case: Case, line: _Line, now: int) -> Iterator[_Line]:
    """How one round may go: a line for each way in which those who may pick do so."""
    picks: dict[Value, list[tuple[Value, Value]]] = {}
    for _, who, what in line.said("pick"):
        picks.setdefault(who, []).append((who, what))
    for chosen in itertools.product(*(sorted(some, key=str) for some in picks.values())):
        said = survey(case, CHASE, position=line.position, chosen=chosen) if chosen else line.said
        run = said.after(line.position)
        feast = survey(case, FEAST, position=run)
        eaten = tuple((figure, now) for figure, *_ in feast("eaten"))
        after = feast.after(run)
        steps = tuple(_steps(said, now))
        yield _Line(after, survey(case, CHASE, position=after), (*line.steps, *steps), (*line.eaten, *eaten))


def _steps(said: Survey, now: int) -> Iterator[Step]:
    """The run of every one in a round, and where else it might have come as fast."""
    ground, ends = Ground(said), said("runs")
    for place, end in sorted(said("ran"), key=lambda one: sort_key(one[0])):
        others = _sorted(other for start, other in ends if start == place and other != end)
        yield Step(now, place, tuple(ground.squares(place, end)), tuple(others))


def _chaser(first: Survey, place: Value, lines: list[_Line]) -> Chaser:
    who = first("prey")
    targets = tuple(
        Target(web, rounds, tuple(_sorted(figure for figure, at in who if at == web)))
        for _, web, rounds in sorted((t for t in first("target") if t[0] == place), key=lambda one: str(one[1]))
        if isinstance(rounds, int)
    )
    steps, at = list[Step](), place
    for step in lines[0].steps if lines else ():
        if step.start == at and step.round > (steps[-1].round if steps else 0):
            steps.append(step)
            at = step.squares[-1]
    return Chaser(place, targets, tuple(steps))


def _prey(lines: list[_Line], figure: Value, place: Value) -> Prey:
    rounds = {now for line in lines for who, now in line.eaten if who == figure}
    spared = any(figure not in dict(line.eaten) for line in lines)
    return Prey(figure, place, tuple(sorted(rounds)), spared)


class Ground:
    """The squares that those who chase run over, as a graph made of the answer."""

    def __init__(self, said: Survey) -> None:
        self.links: nx.DiGraph[Value] = nx.DiGraph()
        for start, end, how in said("link"):
            self.links.add_edge(start, end, how=how)
        self.free = {place for (place,) in said("free")}
        self._over: dict[tuple[Value, Value], list[Value]] = {}
        for start, over, end in said("pace"):
            self._over.setdefault((start, end), []).append(over)

    def squares(self, start: Value, end: Value) -> list[Value]:
        """The squares of one round's run, without the first: rooms, and the corridors between them."""
        several = [
            [*self._hop(start, over), *(self._hop(over, end) if over != end else ())]
            for over in _sorted(self._over.get((start, end), [end]))
        ]
        return min(several, key=len)

    def _hop(self, start: Value, end: Value) -> list[Value]:
        """The squares to the next room, over corridors alone."""
        inner = self.links.subgraph({start, end, *self.free})
        if start not in inner or end not in inner or not nx.has_path(inner, start, end):
            return [end]
        return list(nx.shortest_path(inner, start, end))[1:]


def _sorted(values: object) -> list[Value]:
    return sorted(values, key=sort_key)  # type: ignore[call-overload, no-any-return]
