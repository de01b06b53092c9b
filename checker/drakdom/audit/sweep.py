"""Going through situations in forked children, smallest first, within what it may cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self, TypeVar

from drakdom.audit.search import Lost
from drakdom.audit.values import Bound
from drakdom.errors import DrakdomError, InputError, LimitError
from drakdom.rulebook import Rulebook
from drakdom.sandbox import Limits, run_each, run_limited
from drakdom.step.scope import FILE, Scope, Situation


class Result(Protocol):
    """What searches find, put together."""

    searched: int
    lost: set[int]

    @property
    def count(self) -> int:
        """How many findings there are."""

    def merge(self, result: Self) -> None:
        """Take over what another search found."""


R = TypeVar("R", bound=Result)
T = TypeVar("T")

#: Called with how many situations are searched, how many there are, and what is searched now.
Progress = Callable[[int, int, str], None]

#: So many situations are searched at most.
MOST_SITUATIONS = 20_000
#: So many are searched together: few of the first, so that something is found soon and little is lost at the end.
FEW, MANY, FIRST = 4, 16, 256
#: The share of a budget that is kept for witnesses.
KEPT = 0.15


@dataclass(frozen=True)
class Effort:
    """What an audit may cost: seconds altogether, processes, and what one job may cost."""

    budget: float = 60
    jobs: int = 2
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Space:
    """The situations of a scope within its bounds; of `cut`, the last size, some are missing."""

    bounds: Mapping[str, int]
    situations: tuple[Situation, ...]
    cut: int | None


def space_of(book: Rulebook, asked: Mapping[str, int], effort: Effort) -> Space:
    """The situations that a rulebook's scope makes. Raises InputError where it has none."""
    file = book.folder / FILE
    if not file.is_file():
        raise InputError.one(f"`{book.slug}` has no `{FILE}`, which says what an audit searches", str(book.folder))

    def work() -> Space:
        scope = Scope(file, asked)
        situations = []
        for situation in scope.situations(MOST_SITUATIONS):
            situations.append(situation)
            if len(situations) == MOST_SITUATIONS:
                scope.cut = situation.size
                break
        return Space(scope.bounds, tuple(situations), scope.cut)

    space = run_limited(work, effort.limits)
    if not space.situations:
        raise InputError.one("the scope holds no situation within these bounds", str(file))
    return space


def search_all(
    job: Callable[[Sequence[int]], R],
    merged: R,
    space: Space,
    effort: Effort,
    until: float,
    progress: Progress | None,
) -> tuple[R, set[int], str]:
    """Search every situation, smallest first: what was found, which were searched, and why it stopped early."""
    done, stopped = set[int](), ""
    numbers = range(len(space.situations))
    chunks = [numbers[:FIRST][start : start + FEW] for start in range(0, len(numbers[:FIRST]), FEW)]
    chunks += [numbers[start : start + MANY] for start in range(FIRST, len(numbers), MANY)]
    try:
        for number, result in run_each(lambda n: job(chunks[n]), len(chunks), effort.jobs, effort.limits, until):
            if isinstance(result, LimitError):
                merged.lost.update(chunks[number])
            elif isinstance(result, DrakdomError):
                raise result
            else:
                merged.merge(result)
            done.update(chunks[number])
            if progress:
                size = space.situations[chunks[number][0]].size
                progress(len(done), len(numbers), f"size {size}, {merged.count} found")
    except KeyboardInterrupt:
        stopped = "interrupted"
    if not stopped and time.monotonic() >= until:
        stopped = f"the budget of {effort.budget:g} s is spent"
    if not merged.searched:
        raise LimitError(f"nothing was searched: {stopped or 'everything is too large'} (`--budget` sets the time)")
    return merged, done, stopped


def improved(first: Iterable[T], work: Callable[[int], T], effort: Effort, end: float) -> list[T]:
    """What work makes of each; what it fails on, or has no time left for, stays as it is."""
    made = list(first)
    try:
        for number, improvement in run_each(work, len(made), effort.jobs, effort.limits, end):
            if not isinstance(improvement, DrakdomError):
                made[number] = improvement
    except KeyboardInterrupt:
        pass
    return made


def bound_of(space: Space, extent: Lost, done: set[int], stopped: str, seconds: float) -> Bound:
    """How far the search went; a size is complete when all its situations were searched and none was too large."""
    missing = {space.situations[n].size for n in range(len(space.situations)) if n not in done}
    missing |= {space.cut} if space.cut is not None else set()
    missing |= {space.situations[n].size for n in extent.lost}
    below = [situation.size for situation in space.situations if not missing or situation.size < min(missing)]
    stopped = stopped or (f"at most {MOST_SITUATIONS:,} situations are searched" if space.cut is not None else "")
    return Bound(
        bounds=space.bounds,
        situations=len(space.situations),
        searched=extent.searched,
        complete=max(below, default=None),
        largest=space.situations[-1].size,
        too_large=len(extent.lost),
        stopped=stopped,
        moments=extent.moments,
        seconds=seconds,
    )
