"""Search all situations, smallest first, within a budget, in processes of this machine or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from drakdom.audit.pieces import Piece, Pieces, Result, Searching, in_order, pieces_of
from drakdom.audit.plays import Extent
from drakdom.audit.values import Bound, Law
from drakdom.audit.widen import Widened, widened
from drakdom.errors import DrakdomError, InputError, LimitError
from drakdom.kept import Input, ResultCache, run_each_kept
from drakdom.rulebook import Rulebook
from drakdom.runner import Local, Runner
from drakdom.sandbox import Limits
from drakdom.step.scope import FILE, Scope, Situation

R = TypeVar("R", bound=Result)
T = TypeVar("T")

#: Callback with the number of searched situations, the number of all, and a text about the current ones.
Progress = Callable[[int, int, str], None]

#: Largest number of situations of a search.
MOST_SITUATIONS = 20_000
#: Share of the budget that is reserved for witnesses.
KEPT = 0.15
#: The reason for a stop by Ctrl-C.
INTERRUPTED = "interrupted"


@dataclass
class Interrupts:
    """A note that somebody has ended an audit by Ctrl-C: then no further search begins."""

    came: bool = False


@dataclass(frozen=True)
class Effort:
    """Limits of an audit: `budget` in seconds (0: none), number of processes, and limits of one job.

    `runner` takes the place of processes of this machine. `results` is a folder that keeps the results of pieces.
    `interrupts` is common to all searches of the audit.
    """

    budget: float = 60
    jobs: int = 2
    limits: Limits = field(default_factory=Limits)
    runner: Runner | None = None
    results: Path | None = None
    interrupts: Interrupts = field(default_factory=Interrupts, compare=False)

    @property
    def place(self) -> Runner:
        """The runner of the jobs."""
        return self.runner or Local(self.jobs)

    @property
    def at_home(self) -> Effort:
        """The same effort on this machine alone, without kept results."""
        return replace(self, runner=self.place.home, results=None)


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

    space = effort.place.alone(partial(_space, file, asked, laws), effort.limits)
    if not space.situations:
        raise InputError.single("the scope holds no situation within these bounds", str(file))
    return space


def _space(file: Path, asked: Mapping[str, int], laws: tuple[Law, Law] | None) -> Space:
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


def search_all(
    search: Searching[R],
    merged: R,
    space: Space,
    effort: Effort,
    until: float,
    progress: Progress | None,
    among: Collection[int] | None = None,
) -> tuple[R, set[int], str]:
    """Search every situation, or those `among` some numbers, in the order of the space, until the time `until`.

    Return the merged result, the numbers of the searched situations, and the reason for an early stop, which an
    interrupt by `progress` may name. Results are merged in the order of the situations, so that the result is the same
    however the work was divided. Raises LimitError if nothing was searched, KeyboardInterrupt if nothing was because of
    an interrupt, and ClusterError.
    """
    done, stopped = set[int](), ""
    numbers = [number for number in space.order if among is None or number in among]
    apart = effort.runner is not None or effort.results is not None
    pieces = pieces_of(numbers, apart)
    try:
        while pieces:
            again: list[Piece] = []
            for place, result in in_order(_each(search, pieces, apart, effort, until)):
                piece = pieces[place]
                if isinstance(result, LimitError) and len(piece) > 1:
                    again += [(chunk,) for chunk in piece]
                    continue
                searched = {number for chunk in piece for number in chunk}
                if isinstance(result, LimitError):
                    merged.too_large.update(searched)
                elif isinstance(result, DrakdomError):
                    raise result
                else:
                    merged.merge(result)
                done.update(searched)
                if progress:
                    size = space.situations[piece[0][0]].size
                    progress(len(done), len(numbers), f"size {size}, {merged.count} found")
            pieces = again
    except KeyboardInterrupt as interrupt:
        effort.interrupts.came |= not str(interrupt)
        if numbers and not merged.searched:
            raise
        stopped = str(interrupt) or INTERRUPTED
    stopped = stopped or (f"the budget of {effort.budget:g} s is spent" if time.monotonic() >= until else "")
    if numbers and not merged.searched:
        raise LimitError(f"nothing was searched: {stopped or 'everything is too large'} (`--budget` sets the time)")
    return merged, done, stopped


def _each(
    search: Searching[R], pieces: list[Piece], apart: bool, effort: Effort, until: float
) -> Iterator[tuple[int, R | DrakdomError]]:
    """Yield the result of each piece as it comes, or its error."""
    job = Pieces(search, pieces, apart)
    cache = ResultCache.of("yes", "audit", search.kinds, (), (), place=effort.results) if effort.results else None
    inputs = [Input((), job.words(place) if cache else "") for place in range(len(pieces))]
    for place, result, _ in run_each_kept(job, inputs, cache, effort.place, effort.limits, until):
        yield place, result


def improve_all(first: Iterable[T], work: Callable[[int], T], effort: Effort, end: float) -> list[T]:
    """Return the values improved by `work`. A value stays unchanged if `work` fails on it or time is up."""
    made = list(first)
    try:
        for number, improvement in effort.place.home.each(work, len(made), effort.limits, end):
            if not isinstance(improvement, DrakdomError):
                made[number] = improvement
    except KeyboardInterrupt:
        effort.interrupts.came = True
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
