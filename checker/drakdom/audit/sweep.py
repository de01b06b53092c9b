"""Search all situations in forked children, smallest first, within a budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self, TypeVar

from drakdom.audit.plays import Extent
from drakdom.audit.values import Bound, Law
from drakdom.audit.widen import Widened, widened
from drakdom.errors import DrakdomError, InputError, LimitError
from drakdom.rulebook import Rulebook
from drakdom.sandbox import Limits, run_each, run_limited
from drakdom.step.scope import FILE, Scope, Situation


class Result(Protocol):
    """Merged results of searches."""

    searched: int
    too_large: set[int]

    @property
    def count(self) -> int:
        """Return the number of findings."""

    def merge(self, result: Self) -> None:
        """Merge another result."""


R = TypeVar("R", bound=Result)
T = TypeVar("T")

#: Callback with the number of searched situations, the number of all, and a text about the current ones.
Progress = Callable[[int, int, str], None]

#: Largest number of situations of a search.
MOST_SITUATIONS = 20_000
#: Situations in one job: FEW among the FIRST situations, for early findings, and MANY after that.
FEW, MANY, FIRST = 4, 16, 256
#: Share of the budget that is reserved for witnesses.
KEPT = 0.15


@dataclass(frozen=True)
class Effort:
    """Limits of an audit: `budget` in seconds (0: none), number of processes, and limits of one job."""

    budget: float = 60
    jobs: int = 2
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Space:
    """The situations of a scope within its bounds. `cut` is the last size if some of it are missing, else None.

    The situations of the scope come first, `plain` in number; `widened` adds those that a house rule's words need.
    """

    bounds: Mapping[str, int]
    situations: tuple[Situation, ...]
    cut: int | None
    plain: int
    widened: Widened | None = None

    @property
    def order(self) -> Sequence[int]:
        """Return the numbers of the situations in the order in which they are searched."""
        return self.widened.order if self.widened else range(len(self.situations))


def space_of(book: Rulebook, asked: Mapping[str, int], effort: Effort, laws: tuple[Law, Law] | None = None) -> Space:
    """Return the situations of a rulebook's scope. Raises InputError if it has no scope or no situation.

    With two laws, situations are added for the words of the house rules that the first has beside the second.
    """
    file = book.folder / FILE
    if not file.is_file():
        raise InputError.single(
            f"`{book.slug}` has no `{FILE}`, the file that defines the situations of an audit", str(book.folder)
        )

    def work() -> Space:
        scope = Scope(file, asked)
        situations = []
        for situation in scope.situations(MOST_SITUATIONS):
            situations.append(situation)
            if len(situations) == MOST_SITUATIONS:
                scope.cut = situation.size
                break
        plain = tuple(situations)
        more = widened(*laws, file, scope, plain) if laws and plain else None
        return Space(scope.bounds, (*plain, *(more.situations if more else ())), scope.cut, len(plain), more)

    space = run_limited(work, effort.limits)
    if not space.situations:
        raise InputError.single("the scope holds no situation within these bounds", str(file))
    return space


def search_all(
    job: Callable[[Sequence[int]], R],
    merged: R,
    space: Space,
    effort: Effort,
    until: float,
    progress: Progress | None,
    among: Collection[int] | None = None,
) -> tuple[R, set[int], str]:
    """Search every situation, or those `among` some numbers, in the order of the space, until the time `until`.

    Return the merged result, the numbers of the searched situations, and the reason for an early stop. Raises
    LimitError if nothing was searched.
    """
    done, stopped = set[int](), ""
    numbers = [number for number in space.order if among is None or number in among]
    chunks = [numbers[:FIRST][start : start + FEW] for start in range(0, len(numbers[:FIRST]), FEW)]
    chunks += [numbers[start : start + MANY] for start in range(FIRST, len(numbers), MANY)]
    try:
        for number, result in run_each(lambda n: job(chunks[n]), len(chunks), effort.jobs, effort.limits, until):
            if isinstance(result, LimitError):
                merged.too_large.update(chunks[number])
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
    if numbers and not merged.searched:
        raise LimitError(f"nothing was searched: {stopped or 'everything is too large'} (`--budget` sets the time)")
    return merged, done, stopped


def improve_all(first: Iterable[T], work: Callable[[int], T], effort: Effort, end: float) -> list[T]:
    """Return the values improved by `work`. A value stays unchanged if `work` fails on it or time is up."""
    made = list(first)
    try:
        for number, improvement in run_each(work, len(made), effort.jobs, effort.limits, end):
            if not isinstance(improvement, DrakdomError):
                made[number] = improvement
    except KeyboardInterrupt:
        pass
    return made


def search_bound(space: Space, extent: Extent, done: set[int], stopped: str, seconds: float) -> Bound:
    """Return the bound of a search. A size is complete if all its situations were searched and none was too large."""
    plain = space.situations[: space.plain]
    missing = {plain[n].size for n in range(len(plain)) if n not in done}
    missing |= {space.cut} if space.cut is not None else set()
    missing |= {plain[n].size for n in extent.too_large if n < len(plain)}
    below = [situation.size for situation in plain if not missing or situation.size < min(missing)]
    stopped = stopped or (f"at most {MOST_SITUATIONS:,} situations are searched" if space.cut is not None else "")
    return Bound(
        bounds=space.bounds,
        situations=len(space.situations),
        searched=extent.searched,
        complete=max(below, default=None),
        largest=plain[-1].size,
        too_large=len(extent.too_large),
        stopped=stopped,
        moments=extent.moments,
        seconds=seconds,
        widened=len(space.situations) - space.plain,
    )
