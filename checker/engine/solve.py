"""Solving a case: which engine plays it out, and what each reading of a doubtful clause makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from checker.engine.answers import enumerate_all
from checker.engine.case import Case
from checker.engine.odds import Evaluation
from checker.engine.play import Edge, Play
from checker.engine.side_by_side import explore
from checker.engine.unrolled import tell
from checker.errors import BugError, LimitError

Engine = Literal["auto", "unrolled", "side-by-side"]
Progress = Callable[[int], None]

#: Most combinations of readings that are tried for one scenario.
MOST_READINGS = 64


@dataclass(frozen=True)
class Branch:
    """The play of a case under one way of reading it. `readings` are those that the play turned on."""

    case: Case
    play: Play
    evaluation: Evaluation
    readings: tuple[tuple[str, str], ...]


def solve(
    case: Case, engine: Engine = "auto", progress: Progress | None = None, *, keep_run: bool = False
) -> tuple[Branch, ...]:
    """Play the case out under every reading of every clause that it turns on.

    `keep_run` keeps the solver of plays in which nothing is open, for explanations.

    Readings fixed in the case are kept. Raises LimitError past MOST_READINGS combinations and BugError when a law
    doubts a clause that has no registered readings, or when a self-check fails.
    """
    todo, branches = [case], []
    while todo:
        one = todo.pop(0)
        play = play_out(one, engine, progress, keep_run=keep_run)
        fixed = {clause for clause, _ in one.readings}
        doubts = sorted(play.doubts - fixed)
        if not doubts:
            evaluation = Evaluation(play)
            evaluation.certain()
            added = tuple(reading for reading in one.readings if reading not in case.readings)
            branches.append(Branch(one, play, evaluation, added))
            continue
        if doubts[0] not in case.options:
            raise BugError(f"the law doubts {doubts[0]}, which has no registered readings")
        todo += [one.reading(doubts[0], option) for option in case.options[doubts[0]]]
        if len(todo) + len(branches) > MOST_READINGS:
            raise LimitError(f"more than {MOST_READINGS} combinations of readings: fix some under `readings:`")
    return tuple(branches)


def play_out(case: Case, engine: Engine = "auto", progress: Progress | None = None, *, keep_run: bool = False) -> Play:
    """Play a case out under the readings that are fixed in it.

    `auto` unrolls what is stated and goes on side by side from the first thing that is open.
    """
    if engine == "side-by-side":
        return explore(case, case.start, progress)
    if engine == "unrolled":
        return enumerate_all(case)
    told = tell(case)
    fixed = {clause for clause, _ in case.readings}
    if told.open_at is None or told.doubts - fixed:
        return Play(told.nodes, told.doubts, len(told.nodes), 1, told.run if keep_run else None)
    rest = explore(case, told.open_at, progress)
    return _joined(Play(told.nodes, told.doubts, len(told.nodes), 1), rest)


def _joined(first: Play, rest: Play) -> Play:
    shift = len(first.nodes)
    moved = [
        replace(node, edges=tuple(Edge(e.weight, e.target + shift, e.taken) for e in node.edges)) for node in rest.nodes
    ]
    return Play(
        [*first.nodes, *moved],
        first.doubts | rest.doubts,
        first.moments + rest.moments,
        first.solves + rest.solves,
    )
