"""What an audit found, as text, as Markdown, as JSON."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import groupby
from typing import Any

from drakdom.audit import Bound, Change, Finding, Repair, Report
from drakdom.report.markdown import escaped, image
from drakdom.report.page import Look, Page, bold, dim, joined, seconds
from drakdom.rulebook import Rulebook
from drakdom.terms import show

SCHEMA = "drakdom/audit/1"

_HEADS = {
    "conflict": "Conflicts: clauses demand what cannot both be",
    "invariant": "Broken: what must always hold does not",
    "gap": "Gaps: something must be ruled and nothing does",
    "always beaten": "Clauses that are beaten wherever they would apply",
    "never matters": "Clauses without which everything comes out the same",
    "never applies": "Clauses that never apply",
}


FEW = 3
"""So many clauses that never apply are listed with their text unless everything is asked for."""


def audited(report: Report, book: Rulebook, look: Look, full: bool = False) -> str:
    """The report as a page."""
    page = Page(look)
    page.add(bold(f"Audit of {book.title}"), *([f" with {report.law}"] if report.law != "the rulebook" else []))
    if not report.findings:
        page.add("nothing found")
    for kind, some in groupby(report.findings, key=lambda one: one.kind):
        page.head(_HEADS[kind])
        each = list(some)
        if kind == "never applies" and not full and len(each) > FEW:
            page.add(joined(one.clauses[0] for one in each), indent=2, hang=2)
            continue
        for one in each:
            _finding(page, one, book)
    _repair(page, report)
    page.gap()
    if report.others:
        count = f"{len(report.others)} finding{'s' if len(report.others) != 1 else ''}"
        page.add(f"The book shows {count} without the house rule as well; audit it by itself to see them.")
        for one in report.others if full else ():
            page.add(f"{one.kind}: {one.sentence}", dim(_phase(one, book)), indent=2, hang=2)
    for line in (*bound_lines(report.bound), *_read(report)):
        page.add(line, hang=2)
    if full and report.never:
        page.add("These do not: ", joined(report.never), hang=2)
    return page.print()


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
    """The lines of a change, each with the file that it is for."""
    at = f"house.yaml, {change.at}" if change.at else "house.yaml"
    return [(where, line) for where, line in ((at, change.yaml), ("house.lp", change.law)) if line]


def repair_line(repair: Repair) -> str:
    """How far a repair was audited."""
    bound = repair.bound
    far = f"all {bound.situations:,} situations" if bound.whole else f"everything up to size {bound.complete}"
    return f"With it no conflict and nothing new is found in {far}."


def _finding(page: Page, one: Finding, book: Rulebook) -> None:
    page.add(one.sentence, dim(_phase(one, book)), indent=2, hang=2)
    for core in one.cores:
        page.add("by ", joined(core), indent=4, hang=2)
    if more := _led(one):
        page.add("led to by ", joined(more), indent=4, hang=2)
    if not one.all_cores:
        page.add("and by further sets of clauses", indent=4)
    if one.since:
        page.add(f"since {joined(one.since)}", indent=4)
    if one.file:
        page.add(one.file, dim(f"  size {one.size}" + ("" if one.checked else ", pins nothing")), indent=4)


def _led(one: Finding) -> list[str]:
    """Clauses behind what was found that stand in no minimal set: they led to the situation."""
    inside = {clause for core in one.cores for clause in core}
    return [clause for clause in one.clauses if clause not in inside] if one.kind in ("gap", "invariant") else []


def _phase(one: Finding, book: Rulebook) -> str:
    return f" ({book.phases.get(one.phase, one.phase)})" if one.phase else ""


def bound_lines(bound: Bound) -> list[str]:
    """How far it holds."""
    within = ", ".join(f"{name}={value}" for name, value in bound.bounds.items())
    searched = f"{bound.searched:,} of {bound.situations:,} situations" if not bound.whole else (
        f"all {bound.situations:,} situations"
    )  # fmt: skip
    lines = [f"Searched {searched} within {within}, {bound.moments:,} moments, in {seconds(bound.seconds)}."]
    if bound.complete is None:
        lines.append("No size is searched to its end: what is not found may well be there.")
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
        lines.append("Which clauses make no difference was not searched to the end: a larger `--budget` tells.")
    if report.readings:
        lines.append(f"Doubtful clauses ({len(report.readings)}) are read in one way each; `--reading` sets another.")
    return lines


def audited_md(report: Report, book: Rulebook, pictures: Container[str] = ()) -> str:
    """The report as Markdown, with those of the pictures beside its witnesses that there are."""
    lines = [f"# Audit of {book.title}" + (f" with {report.law}" if report.law != "the rulebook" else ""), ""]
    lines += [] if report.findings else ["Nothing found.", ""]
    for kind, some in groupby(report.findings, key=lambda one: one.kind):
        lines += [f"## {_HEADS[kind]}", ""]
        for one in some:
            lines += [f"- {escaped(one.sentence)}{_phase(one, book)}"]
            lines += [f"  - by {joined(core)}" for core in one.cores]
            lines += [f"  - since {joined(one.since)}"] if one.since else []
            lines += [f"  - [{one.file}]({one.file})"] if one.file else []
            picture = f"{one.file.removesuffix('.yaml')}.svg"
            lines += [f"    {image('the board of this situation', picture)}"] if picture in pictures else []
        lines.append("")
    if report.repair:
        lines += ["## A repair, audited again", ""]
        for change in report.repair.changes:
            lines += [f"- {escaped(change.sentence)}"]
            lines += [f"  - {where}: `{line}`" for where, line in change_lines(change)]
        lines += ["", repair_line(report.repair), ""]
    elif report.unmended:
        lines += ["## No repair", "", f"{report.unmended[0].upper()}{report.unmended[1:]}.", ""]
    return "\n".join([*lines, *bound_lines(report.bound), *_read(report)]) + "\n"


def audited_json(report: Report) -> dict[str, Any]:
    """The report as plain data."""
    return {
        "schema": SCHEMA,
        "rulebook": report.rulebook,
        "law": report.law,
        "house_rules": list(report.house_rules),
        "variants": list(report.variants),
        "readings": dict(report.readings),
        "findings": [_json(one) for one in report.findings],
        "others": [_json(one) for one in report.others],
        "clauses": {"in_force": report.clauses, "never": list(report.never)},
        "bound": bound_json(report.bound),
        "repair": _repair_json(report.repair) if report.repair else None,
        "unmended": report.unmended,
        "idle_known": report.idle_known,
    }


def _repair_json(repair: Repair) -> dict[str, Any]:
    changes = [{"says": one.sentence, "at": one.at, "yaml": one.yaml, "law": one.law} for one in repair.changes]
    return {"house_rule": repair.rule, "changes": changes, "bound": bound_json(repair.bound)}


def bound_json(bound: Bound) -> dict[str, Any]:
    """How far it holds, as plain data."""
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
    }


def _json(one: Finding) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "what": show(one.what),
        "sentence": one.sentence,
        "phase": one.phase,
        "size": one.size,
        "cores": _lists(one.cores),
        "all_cores": one.all_cores,
        "clauses": list(one.clauses),
        "since": list(one.since),
        "witness": one.file,
        "pinned": one.checked,
    }


def _lists(some: Iterable[Iterable[str]]) -> list[list[str]]:
    return [list(one) for one in some]
