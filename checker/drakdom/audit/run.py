"""Run an audit: list the situations, search them in forked children, and make findings with witnesses."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from drakdom.audit.drafts import (
    Draft,
    Extent,
    check_intended,
    drafts_of,
    in_force,
    is_intended,
    of_hits,
    of_idle,
    perhaps_idle,
)
from drakdom.audit.fates import Fate, own_clauses
from drakdom.audit.marks import Marks, Mattering, SearchIdle
from drakdom.audit.remembered import Memory
from drakdom.audit.repair import mended
from drakdom.audit.search import Findings, Search
from drakdom.audit.shifts import is_spoken_of
from drakdom.audit.sweep import (
    INTERRUPTED,
    KEPT,
    Effort,
    Progress,
    Space,
    improve_all,
    search_all,
    search_bound,
    space_of,
)
from drakdom.audit.values import ClauseFate, Finding, Kind, Law, Report, Shifted
from drakdom.audit.witness import NONE, bare, lost_witness, witness_of
from drakdom.cluster import runner_for
from drakdom.errors import LimitError
from drakdom.kept import Keep
from drakdom.rulebook.sentences import say
from drakdom.step.scope import Situation
from drakdom.terms import show

if TYPE_CHECKING:
    from drakdom.cluster.door import Client

#: Share of the time of the search that is reserved for the base law.
_FOR_BASE = 0.3
_ORDER: tuple[Kind, ...] = get_args(Kind)


def audit(
    law: Law,
    base: Law | None,
    asked: Mapping[str, int],
    out: Path,
    effort: Effort,
    progress: Progress | None = None,
    client: Client | None = None,
    keep: Keep = "no",
) -> Report:
    """Search the scope of a rulebook for faults of a law.

    `base` is the same law without the audited house rules; its own findings do not count. `asked` are bounds of the
    scope by name. Witnesses name house rules relative to the folder `out`. With a `client` of Dask its workers search;
    witnesses and repairs are made on this machine. `keep` tells if what the base law does by itself is remembered.
    Raises InputError for a scope that cannot be read, LimitError if nothing was searched, and ClusterError.
    """
    if client is None:
        return _audit(law, base, asked, out, effort, progress, keep)
    with runner_for(client) as runner:
        return _audit(law, base, asked, out, replace(effort, runner=runner), progress, keep)


def _audit(
    law: Law,
    base: Law | None,
    asked: Mapping[str, int],
    out: Path,
    effort: Effort,
    progress: Progress | None,
    keep: Keep,
) -> Report:
    started = time.monotonic()
    check_intended(law)
    until = started + effort.budget * (1 - KEPT) if effort.budget else math.inf
    end = started + effort.budget if effort.budget else math.inf
    space = space_of(law.book, asked, effort, (law, base) if base else None)
    laws = (law, base) if base else (law,)
    memory = Memory(base, space, keep) if base else None
    is_for_base = memory and not memory.is_whole and effort.budget
    mine = until - (until - started) * _FOR_BASE if is_for_base else until
    result, done, stopped = search_all(Search(laws, space.situations), Findings(), space, effort, mine, progress)
    bound = search_bound(space, result, done, stopped, time.monotonic() - started)
    interrupts = effort.interrupts
    plain = memory.searched(effort, started if interrupts.came else until, progress) if memory else None
    extent = Extent(
        frozenset(n for n in range(space.plain) if space.situations[n].size <= _or(bound.complete)), bound.whole, plain
    )
    drafts = drafts_of(law, base, result, extent)
    idle = (
        _idle(law, base, result, plain, space, effort, until) if base and bound.whole and not interrupts.came else None
    )
    drafts += [draft for draft in idle or [] if draft.key not in {earlier.key for earlier in drafts}]
    intended = [draft for draft in drafts if is_intended(law, draft.finding)]
    drafts = [draft for draft in drafts if draft not in intended]
    findings = _with_witnesses(drafts, law, base, space, out, effort, end)
    repair, unmended = mended(law, base, drafts, space, effort, end) if base and not interrupts.came else (None, "")
    marks = result.marks
    return Report(
        law=law.label,
        rulebook=law.book.slug,
        house_rules=law.rules,
        variants=law.variants,
        readings=tuple(law.readings.items()),
        findings=tuple(
            sorted(findings, key=lambda finding: (_ORDER.index(finding.kind), finding.size, finding.sentence))
        ),
        others=tuple(draft.finding for draft in of_hits(law, result.old, ())) if base else (),
        never=tuple(sorted(in_force(law) - marks.applies.keys() - marks.beaten.keys())),
        clauses=len(in_force(law)),
        bound=replace(
            bound,
            seconds=time.monotonic() - started,
            stopped=bound.stopped or (INTERRUPTED if interrupts.came else ""),
        ),
        repair=repair,
        unmended=unmended,
        idle_known=not base or idle is not None,
        fates=_fates(law, base, result, space) if base else (),
        widened_by=space.widened.words if space.widened else (),
        intended=tuple(draft.finding.sentence for draft in intended),
        shifts=tuple(_shifts(law, base, result, space)) if base else (),
    )


def _shifts(law: Law, base: Law, result: Findings, space: Space) -> Iterator[Shifted]:
    """Yield the outcomes that the audited house rules change: first those that their text does not speak of."""
    spoken = {kind: is_spoken_of(law, base, kind) for kind, _ in result.shifts}
    for (kind, only), (hit, odds) in sorted(result.shifts.items(), key=lambda item: (spoken[item[0][0]], item[0])):
        sentence = say(law.book, hit.what) or show(hit.what)
        yield Shifted(kind, sentence, only == 0, spoken[kind], space.situations[hit.situation].size, odds)


def _or(size: int | None) -> int:
    return -1 if size is None else size


def _fates(law: Law, base: Law, result: Findings, space: Space) -> tuple[ClauseFate, ...]:
    """Return the fates of the clauses of the audited house rules, in their order."""
    own, more = own_clauses(law, base), space.widened
    fates = []
    for clause in (clause for clause in law.book.ledger if clause in own):
        fate = result.fates.get(clause, Fate())
        missing = more if more and not fate.applies else None
        fates.append(
            ClauseFate(
                clause,
                law.book.ledger[clause].text,
                len(fate.applies),
                len(fate.beaten),
                len(fate.matters),
                result.searched,
                not fate.untested,
                missing.absent if missing else (),
                tuple(dict.fromkeys(missing.bounds.values())) if missing else (),
            )
        )
    return tuple(fates)


def _idle(
    law: Law, base: Law, result: Findings, plain: Marks | None, space: Space, effort: Effort, until: float
) -> list[Draft] | None:
    """Return clauses that apply but change nothing in any moment; None if the search did not finish."""
    perhaps = perhaps_idle(law, base, result.marks, plain, result.fates)
    if not perhaps:
        return []
    try:
        search = SearchIdle(law, space.situations, perhaps)
        mattering, done, _ = search_all(search, Mattering(), space, effort, until, None)
    except (LimitError, KeyboardInterrupt):
        return None
    if len(done) < len(space.situations):
        return None
    return list(of_idle(law, base, result.marks, sorted(perhaps - mattering.clauses)))


def _with_witnesses(
    drafts: Sequence[Draft], law: Law, base: Law | None, space: Space, out: Path, effort: Effort, end: float
) -> list[Finding]:
    sized = [replace(draft.finding, size=space.situations[draft.situation].size) for draft in drafts]

    work = _Witnesses(
        law,
        base,
        out,
        tuple((draft, size, space.situations[draft.situation]) for draft, size in zip(drafts, sized, strict=True)),
    )
    return improve_all(sized, work, effort, end)


def _note(finding: Finding, size: int) -> tuple[str, ...]:
    since = f" Since {', '.join(finding.since)}." if finding.since else ""
    return (f"Found by an audit: {finding.kind}, in a situation of size {size}.{since}", "")


@dataclass(frozen=True)
class _Witnesses:
    """Makes the witness of the finding of a number."""

    law: Law
    base: Law | None
    out: Path
    drafts: tuple[tuple[Draft, Finding, Situation], ...]

    def __call__(self, number: int) -> Finding:
        (draft, finding, situation), law, base = self.drafts[number], self.law, self.base
        note = _note(finding, situation.size)
        title = finding.sentence
        if draft.hit and draft.hit.key.kind in ("gap", "conflict"):
            witness = witness_of(law, situation, draft.hit, title, note, self.out)
        elif finding.kind == "never matters":
            return finding
        elif base and finding.clauses[0] in in_force(base):
            witness = lost_witness(law, base, situation, finding.clauses[0], title, note, self.out)
        else:
            witness = NONE
        if not witness.text and (draft.hit or finding.kind == "always beaten"):
            return replace(finding, witness=bare(law, situation, title, note, self.out))
        return replace(
            finding, witness=witness.text, checked=bool(witness.text), clauses=witness.clauses or finding.clauses
        )
