"""Findings of an audit as text, as Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import asdict
from itertools import groupby
from typing import Any

from drakdom.audit import Bound, Change, ClauseFate, Finding, Repair, Report
from drakdom.audit.drafts import by_cause
from drakdom.report.markdown import escaped, image
from drakdom.report.page import Look, Page, bold, counted, dim, joined, seconds
from drakdom.rulebook import Rulebook
from drakdom.terms import show

SCHEMA = "drakdom/audit/1"

_HEADS = {
    "conflict": "Conflicts: clauses demand things that cannot both hold",
    "invariant": "Broken invariants: something that must always hold does not",
    "gap": "Gaps: a ruling is needed, and no clause gives one",
    "empty choice": "Choices that come to nothing",
    "never ends": "Play that never ends",
    "thing": "Cards and things that appear or vanish",
    "always beaten": "Clauses that are beaten wherever they would apply",
    "never matters": "Clauses without which everything comes out the same",
    "never applies": "Clauses that never apply",
}

#: The most clauses that never apply listed with their text, unless the full report is wanted.
FEW = 3


def audit_text(report: Report, book: Rulebook, look: Look, full: bool = False) -> str:
    """Return the report as text."""
    page = Page(look)
    page.add(bold(f"Audit of {book.title}"), *([f" with {report.law}"] if report.law != "the rulebook" else []))
    for line in fate_lines(report):
        page.add(bold(line) if line.startswith("!") else line, hang=2)
    _findings(page, report, book, full)
    _repair(page, report)
    for head, lines in shift_lines(report):
        page.head(head)
        for line in lines:
            page.add(line, indent=2, hang=2)
    page.gap()
    if report.others:
        count = counted(len(report.others), "finding")
        page.add(f"The rulebook shows {count} without the house rule as well; audit it by itself to see them.")
        for finding in report.others if full else ():
            page.add(f"{finding.kind}: {finding.sentence}", dim(_phase(finding, book)), indent=2, hang=2)
    for line in (*bound_lines(report.bound), *_read(report)):
        page.add(line, hang=2)
    if full and report.never:
        page.add("These do not: ", joined(report.never), hang=2)
    return page.print()


def fate_lines(report: Report) -> list[str]:
    """Return a sentence on the fate of each clause of the audited house rules; a clause without effect has a `!`."""
    lines = []
    for fate in report.fates:
        of = f"{fate.of:,} situations"
        least = "" if fate.tested else "at least "
        if not fate.applies and not fate.beaten:
            lines.append(f"! {fate.clause} applies in none of {of}: nothing is said about it. {_where(fate)}")
            continue
        mark = "" if fate.matters or not fate.tested else "! "
        counts = f"is applied in {fate.applies:,} of {of}, beaten in {fate.beaten:,}"
        lines.append(f"{mark}{fate.clause} {counts}, and makes a difference in {least}{fate.matters:,}.")
    return lines


def _findings(page: Page, report: Report, book: Rulebook, full: bool) -> None:
    if not report.findings:
        page.add("nothing found")
    for kind, group in groupby(report.findings, key=lambda finding: finding.kind):
        page.head(_HEADS[kind])
        findings = list(group)
        if kind == "never applies" and not full and len(findings) > FEW:
            page.add(joined(finding.clauses[0] for finding in findings), indent=2, hang=2)
            continue
        for first, *further in by_cause(findings):
            _finding(page, first, book)
            for more in further:
                page.add(f"also: {more.sentence}{_phase(more, book)}  {more.file}".rstrip(), indent=4, hang=2)


def shift_lines(report: Report) -> list[tuple[str, list[str]]]:
    """Return the changes by the house rules, in two parts: changes of which their text does not speak, and the rest."""
    parts = []
    heads = ((False, "It changes what its text does not speak of"), (True, "It changes what its text speaks of"))
    for spoken, head in heads:
        lines = [
            f"{shift.kind}: {shift.sentence}"
            + (f" ({shift.odds})" if shift.odds else "" if shift.now else " (no longer)")
            for shift in report.shifts
            if shift.spoken is spoken
        ]
        parts += [(head, lines)] if lines else []
    return parts


def _where(fate: ClauseFate) -> str:
    """Return where a clause that applies nowhere might apply, in a sentence."""
    if fate.bounds:
        return f"Try `--scope {','.join(fate.bounds)}`, which brings more of the words of its law."
    if fate.absent:
        words = ", ".join(f"`{word}`" for word in fate.absent)
        return f"No situation has {words}, which its law mentions."
    return "Each word of its law occurs in some situation, but never do all its conditions hold."


def _repair(page: Page, report: Report) -> None:
    if report.repair:
        page.head("A repair, audited again")
        for change in report.repair.changes:
            page.add(change.sentence, indent=2, hang=2)
            for where, line in change_lines(change):
                page.add(f"{where}: ", line, indent=4, hang=2)
        page.add(repair_line(report.repair), indent=2, hang=2)
    elif report.unmended:
        page.head("No repair")
        page.add(report.unmended, indent=2, hang=2)


def change_lines(change: Change) -> list[tuple[str, str]]:
    """Return the lines of a change, each with the file that it belongs to."""
    at = f"house.yaml, {change.at}" if change.at else "house.yaml"
    return [(where, line) for where, line in ((at, change.yaml), ("house.lp", change.law)) if line]


def repair_line(repair: Repair) -> str:
    """Return a sentence on the extent to which a repair was audited."""
    bound = repair.bound
    far = f"all {bound.situations:,} situations" if bound.whole else f"everything up to size {bound.complete}"
    return f"With it no conflict and nothing new is found in {far}."


def _finding(page: Page, finding: Finding, book: Rulebook) -> None:
    page.add(finding.sentence, dim(_phase(finding, book)), indent=2, hang=2)
    for core in finding.cores:
        page.add("by ", joined(core), indent=4, hang=2)
    if more := _led(finding):
        page.add("led to by ", joined(more), indent=4, hang=2)
    if not finding.all_cores:
        page.add("and by further sets of clauses", indent=4)
    if finding.since:
        page.add(f"since {joined(finding.since)}", indent=4)
    if finding.file:
        page.add(finding.file, dim(f"  size {finding.size}" + ("" if finding.checked else ", pins nothing")), indent=4)


def _led(finding: Finding) -> list[str]:
    """Return the clauses that led to the situation of a finding but are in no minimal set."""
    inside = {clause for core in finding.cores for clause in core}
    outside = [clause for clause in finding.clauses if clause not in inside]
    return outside if finding.kind in ("gap", "invariant") else []


def _phase(finding: Finding, book: Rulebook) -> str:
    return f" ({book.phases.get(finding.phase, finding.phase)})" if finding.phase else ""


def bound_lines(bound: Bound) -> list[str]:
    """Return sentences on the situations that were searched, and the size up to which the report holds."""
    within = ", ".join(f"{name}={value}" for name, value in bound.bounds.items())
    searched = f"{bound.searched:,} of {bound.situations:,} situations" if not bound.whole else (
        f"all {bound.situations:,} situations"
    )  # fmt: skip
    if bound.widened:
        searched += f" ({bound.widened:,} added for the words of the house rule)"
    lines = [f"Searched {searched} within {within}, {bound.moments:,} moments, in {seconds(bound.seconds)}."]
    if bound.complete is None:
        lines.append("No size was searched completely: findings may be missing.")
    elif bound.whole and not bound.too_large:
        lines.append(f"This holds for everything up to size {bound.complete}, the largest of the scope.")
    else:
        lines.append(f"This holds up to size {bound.complete} of {bound.largest}.")
    if bound.too_large:
        lines.append(f"{bound.too_large:,} situations are too large to be played out.")
    if bound.stopped:
        lines.append(f"It stopped early: {bound.stopped}.")
    return lines


def _read(report: Report) -> list[str]:
    lines = [f"{report.clauses - len(report.never)} of {report.clauses} clauses apply somewhere in it."]
    if not report.idle_known:
        lines.append("The search for clauses that make no difference was not completed: use a larger `--budget`.")
    lines += [f"Intended, as `house.yaml` says: {sentence}." for sentence in report.intended]
    if report.readings:
        lines.append(f"Doubtful clauses ({len(report.readings)}) are read in one way each; `--reading` sets another.")
    return lines


def audit_md(report: Report, book: Rulebook, pictures: Container[str] = ()) -> str:
    """Return the report as Markdown; witnesses are shown with their picture if it is in `pictures`."""
    lines = [f"# Audit of {book.title}" + (f" with {report.law}" if report.law != "the rulebook" else ""), ""]
    lines += [f"- {escaped(line)}" for line in fate_lines(report)] + ([""] if report.fates else [])
    lines += [] if report.findings else ["Nothing found.", ""]
    for kind, group in groupby(report.findings, key=lambda finding: finding.kind):
        lines += [f"## {_HEADS[kind]}", ""]
        for finding, *further in by_cause(group):
            lines += [f"- {escaped(finding.sentence)}{_phase(finding, book)}"]
            lines += [f"  - by {joined(core)}" for core in finding.cores]
            lines += [f"  - since {joined(finding.since)}"] if finding.since else []
            lines += [f"  - [{finding.file}]({finding.file})"] if finding.file else []
            picture = f"{finding.file.removesuffix('.yaml')}.svg"
            lines += [f"    {image('the board of this situation', picture)}"] if picture in pictures else []
            lines += [f"  - also: {escaped(more.sentence)}{_phase(more, book)}" for more in further]
        lines.append("")
    if report.repair:
        lines += ["## A repair, audited again", ""]
        for change in report.repair.changes:
            lines += [f"- {escaped(change.sentence)}"]
            lines += [f"  - {where}: `{line}`" for where, line in change_lines(change)]
        lines += ["", repair_line(report.repair), ""]
    elif report.unmended:
        lines += ["## No repair", "", f"{report.unmended[0].upper()}{report.unmended[1:]}.", ""]
    for head, changed in shift_lines(report):
        lines += [f"## {head}", "", *(f"- {escaped(line)}" for line in changed), ""]
    return "\n".join([*lines, *bound_lines(report.bound), *_read(report)]) + "\n"


def audit_json(report: Report) -> dict[str, Any]:
    """Return the report in its JSON form."""
    return {
        "schema": SCHEMA,
        "rulebook": report.rulebook,
        "law": report.law,
        "house_rules": list(report.house_rules),
        "variants": list(report.variants),
        "readings": dict(report.readings),
        "intended": list(report.intended),
        "shifts": [asdict(shift) for shift in report.shifts],
        "fates": [_fate_json(fate) for fate in report.fates],
        "findings": [_json(finding) for finding in report.findings],
        "others": [_json(finding) for finding in report.others],
        "clauses": {"in_force": report.clauses, "never": list(report.never)},
        "bound": bound_json(report.bound),
        "repair": _repair_json(report.repair) if report.repair else None,
        "unmended": report.unmended,
        "idle_known": report.idle_known,
    }


def _fate_json(fate: ClauseFate) -> dict[str, Any]:
    return {
        "clause": fate.clause,
        "applies": fate.applies,
        "beaten": fate.beaten,
        "matters": fate.matters,
        "of": fate.of,
        "tested": fate.tested,
        "absent": list(fate.absent),
        "bounds": list(fate.bounds),
    }


def _repair_json(repair: Repair) -> dict[str, Any]:
    changes = [
        {"says": change.sentence, "at": change.at, "yaml": change.yaml, "law": change.law} for change in repair.changes
    ]
    return {"house_rule": repair.rule, "changes": changes, "bound": bound_json(repair.bound)}


def bound_json(bound: Bound) -> dict[str, Any]:
    """Return the bound of an audit in its JSON form."""
    return {
        "scope": dict(bound.bounds),
        "situations": bound.situations,
        "searched": bound.searched,
        "complete_to_size": bound.complete,
        "largest_size": bound.largest,
        "too_large": bound.too_large,
        "stopped": bound.stopped,
        "moments": bound.moments,
        "seconds": round(bound.seconds, 3),
        "widened": bound.widened,
    }


def _json(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "what": show(finding.what),
        "sentence": finding.sentence,
        "phase": finding.phase,
        "size": finding.size,
        "cores": [list(core) for core in finding.cores],
        "all_cores": finding.all_cores,
        "clauses": list(finding.clauses),
        "since": list(finding.since),
        "witness": finding.file,
        "scenario": finding.witness,
        "pinned": finding.checked,
    }
