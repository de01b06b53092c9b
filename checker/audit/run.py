"""An audit from beginning to end: situations, their search in forked children, findings with witnesses."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, Self, TypeVar

from checker.audit.search import Found, Lost, Marks, Search
from checker.audit.values import Bound, Finding, Hit, Key, Kind, Law, Report, of_invariants
from checker.audit.witness import NONE, bare, lost_witness, witness_of
from checker.engine.case import law_of
from checker.engine.scope import FILE, Scope, Situation
from checker.errors import DrakdomError, InputError, LimitError
from checker.rulebook import Rulebook
from checker.rulebook.sentences import say
from checker.sandbox import Limits, run_each, run_limited
from checker.terms import Term


class Result(Protocol):
    """What searches find, put together."""

    searched: int
    lost: set[int]

    @property
    def count(self) -> int:
        """How many findings there are."""

    def merge(self, other: Self) -> None:
        """Take over what another search found."""


R = TypeVar("R", bound=Result)
T = TypeVar("T")

#: Called with how many situations are searched, how many there are, and what is searched now.
Progress = Callable[[int, int, str], None]

#: So many situations are searched at most.
MOST_SITUATIONS = 20_000
#: So many are searched together: few of the first, so that something is found soon and little is lost at the end.
FEW, MANY, FIRST = 8, 32, 256
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
        found = []
        for situation in scope.situations(MOST_SITUATIONS):
            found.append(situation)
            if len(found) == MOST_SITUATIONS:
                scope.cut = situation.size
                break
        return Space(scope.bounds, tuple(found), scope.cut)

    space = run_limited(work, effort.limits)
    if not space.situations:
        raise InputError.one("the scope holds no situation within these bounds", str(file))
    return space


def search_all(
    job: Callable[[Sequence[int]], R],
    found: R,
    space: Space,
    effort: Effort,
    until: float,
    progress: Progress | None,
) -> tuple[R, set[int], str]:
    """Search every situation, smallest first: what was found, which were searched, and why it stopped early."""
    done, stopped = set[int](), ""
    every = range(len(space.situations))
    chunks = [every[:FIRST][start : start + FEW] for start in range(0, len(every[:FIRST]), FEW)]
    chunks += [every[start : start + MANY] for start in range(FIRST, len(every), MANY)]
    try:
        for number, result in run_each(lambda n: job(chunks[n]), len(chunks), effort.jobs, effort.limits, until):
            if isinstance(result, LimitError):
                found.lost.update(chunks[number])
            elif isinstance(result, DrakdomError):
                raise result
            else:
                found.merge(result)
            done.update(chunks[number])
            if progress:
                size = space.situations[chunks[number][0]].size
                progress(len(done), len(every), f"size {size}, {found.count} found")
    except KeyboardInterrupt:
        stopped = "interrupted"
    if not stopped and time.monotonic() >= until:
        stopped = f"the budget of {effort.budget:g} s is spent"
    if not found.searched:
        raise LimitError(f"nothing was searched: {stopped or 'everything is too large'} (`--budget` sets the time)")
    return found, done, stopped


def audit(
    law: Law,
    base: Law | None,
    asked: Mapping[str, int],
    out: Path,
    effort: Effort,
    progress: Progress | None = None,
) -> Report:
    """Search the scope of a rulebook for what is wrong with a law.

    `base` is the same law without the house rules that are audited: what it shows as well does not count. Witnesses
    are worded for the folder `out`. Raises InputError for a scope that cannot be read, LimitError when nothing was
    searched.
    """
    started = time.monotonic()
    until = started + effort.budget * (1 - KEPT) if effort.budget else math.inf
    space = space_of(law.book, asked, effort)
    laws = (law, base) if base else (law,)
    found, done, stopped = search_all(Search(laws, space.situations), Found(), space, effort, until, progress)
    rules = tuple(set(law.rules) - set(base.rules)) if base else ()
    drafts = [*_of_hits(law, found.new if base else found.old, rules), *_of_marks(law, base, found.marks)]
    others = [draft.finding for draft in _of_hits(law, found.old, ())] if base else []
    end = started + effort.budget if effort.budget else math.inf
    findings = _with_witnesses(drafts, law, base, space, out, effort, end)
    marks = found.marks[0]
    return Report(
        law=law.label,
        rulebook=law.book.slug,
        house_rules=law.rules,
        variants=law.variants,
        readings=tuple(law.readings.items()),
        findings=tuple(sorted(findings, key=lambda one: (_ORDER.index(one.kind), one.size, one.sentence))),
        others=tuple(others),
        never=tuple(sorted(_in_force(law) - marks.applies.keys() - marks.beaten.keys())),
        clauses=len(_in_force(law)),
        bound=bound_of(space, found, done, stopped, time.monotonic() - started),
    )


_ORDER: tuple[Kind, ...] = ("conflict", "invariant", "gap", "always beaten", "never applies")


@dataclass(frozen=True)
class _Draft:
    """A finding without its witness: the hit or the clause that it rests on, and a situation."""

    finding: Finding
    situation: int
    hit: Hit | None = None


def _in_force(law: Law) -> frozenset[str]:
    """The clauses in force that some rule carries."""
    return frozenset(law.book.clauses_in_force(law.variants)) & law_of(law.book).clauses


def _of_hits(law: Law, hits: Mapping[Key, Hit], since: tuple[str, ...]) -> Iterator[_Draft]:
    for hit in hits.values():
        kind: Kind = "gap" if hit.key.kind == "gap" else "conflict"
        clauses = tuple(dict.fromkeys(clause for core in hit.cores for clause in core))
        if any(map(of_invariants, clauses)):
            kind = "invariant"
        sentence = say(law.book, hit.what)
        yield _Draft(
            Finding(kind, hit.what, sentence, hit.key.phase, 0, clauses, hit.cores, hit.all_cores, since),
            hit.situation,
            hit,
        )


def _of_marks(law: Law, base: Law | None, marks: Sequence[Marks]) -> Iterator[_Draft]:
    """Clauses that are always beaten, and with house rules those that never apply because of them."""
    mine, plain = marks[0], marks[1] if base else None
    own = _in_force(law) - (_in_force(base) if base else frozenset())
    for clause in sorted(_in_force(law) - mine.applies.keys()):
        if of_invariants(clause) or (plain and clause not in own and clause not in plain.applies):
            continue
        beaten = mine.beaten.get(clause)
        if beaten is None and not base:
            continue
        kind: Kind = "never applies" if beaten is None else "always beaten"
        since = tuple(sorted(set(law.rules) - set(base.rules))) if base else ()
        where = plain.applies[clause] if plain and clause in plain.applies else (beaten or 0)
        text = f"{clause} {kind}: {law.book.ledger[clause].text}"
        yield _Draft(Finding(kind, Term("clause", (clause,)), text, "", 0, (clause,), (), True, since), where)


def _with_witnesses(
    drafts: Sequence[_Draft], law: Law, base: Law | None, space: Space, out: Path, effort: Effort, end: float
) -> list[Finding]:
    sized = [replace(one.finding, size=space.situations[one.situation].size) for one in drafts]

    def work(number: int) -> Finding:
        draft, finding = drafts[number], sized[number]
        situation = space.situations[draft.situation]
        note = _note(finding, situation.size)
        title = finding.sentence
        if draft.hit:
            found = witness_of(law, situation, draft.hit, title, note, out)
        elif base and finding.clauses[0] in _in_force(base):
            found = lost_witness(law, base, situation, finding.clauses[0], title, note, out)
        else:
            found = NONE
        if not found.text and (draft.hit or finding.kind == "always beaten"):
            return replace(finding, witness=bare(law, situation, title, note, out))
        return replace(finding, witness=found.text, checked=bool(found.text), clauses=found.clauses or finding.clauses)

    return improved(sized, work, effort, end)


def improved(first: Iterable[T], work: Callable[[int], T], effort: Effort, end: float) -> list[T]:
    """What work makes of each; what it fails on, or has no time left for, stays as it is."""
    made = list(first)
    try:
        for number, one in run_each(work, len(made), effort.jobs, effort.limits, end):
            if not isinstance(one, DrakdomError):
                made[number] = one
    except KeyboardInterrupt:
        pass
    return made


def _note(finding: Finding, size: int) -> tuple[str, ...]:
    since = f" Since {', '.join(finding.since)}." if finding.since else ""
    return (f"Found by an audit: {finding.kind}, in a situation of size {size}.{since}", "")


def bound_of(space: Space, found: Lost, done: set[int], stopped: str, seconds: float) -> Bound:
    """How far the search went; a size is complete when all its situations were searched and none was too large."""
    missing = {space.situations[n].size for n in range(len(space.situations)) if n not in done}
    missing |= {space.cut} if space.cut is not None else set()
    missing |= {space.situations[n].size for n in found.lost}
    below = [one.size for one in space.situations if not missing or one.size < min(missing)]
    stopped = stopped or (f"at most {MOST_SITUATIONS:,} situations are searched" if space.cut is not None else "")
    return Bound(
        bounds=space.bounds,
        situations=len(space.situations),
        searched=found.searched,
        complete=max(below, default=None),
        largest=space.situations[-1].size,
        too_large=len(found.lost),
        stopped=stopped,
        moments=found.moments,
        seconds=seconds,
    )
