"""Precedents as text and as JSON: lists, what a search found, those that come out otherwise today."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drakdom.precedents.checked import Checked, Otherwise
from drakdom.precedents.index import Match
from drakdom.report.page import Look, Page, bold, counted, dim
from drakdom.verdict import json_form

MATCHES, CHECKED = "drakdom/precedents/1", "drakdom/precedents_checked/1"


def matches_json(matches: Sequence[Match], count: int) -> dict[str, Any]:
    """Return the result of a search among `count` precedents, as data."""
    return {"schema": MATCHES, "count": count, "matches": [_match_json(match) for match in matches]}


def _match_json(match: Match) -> dict[str, Any]:
    entry = match.entry
    return {
        "file": entry.file,
        "title": entry.title,
        "rulebook": entry.rulebook,
        "precedent": json_form(entry.precedent),
        "claims": list(entry.claims),
        "clauses": list(entry.clauses),
        "likeness": round(match.likeness, 4),
        "shared_clauses": list(match.clauses),
        "shared_features": list(match.features),
    }


def matches_text(matches: Sequence[Match], look: Look) -> str:
    """Return the precedents that a search found, each with its record and the features that it shares."""
    page = Page(look)
    if not matches:
        page.add("no precedent was found")
    for match in matches:
        entry, precedent = match.entry, match.entry.precedent
        page.add(bold(entry.title), dim(f" ({entry.file})"), hang=2)
        page.add(f"{precedent.status}, by {precedent.by}, {precedent.when}, {precedent.source}", indent=2, hang=2)
        if precedent.note:
            page.add(precedent.note, indent=2, hang=2)
        for claim in entry.claims:
            page.add(claim, indent=4, hang=2)
        if entry.clauses:
            page.add(dim(f"by {', '.join(entry.clauses)}"), indent=4, hang=2)
        if match.likeness:
            shared = ", ".join((*match.clauses, *match.features)) or "nothing"
            page.add(dim(f"alike {match.likeness:.0%}: {shared}"), indent=4, hang=2)
    return page.print()


def checked_json(checked: Checked) -> dict[str, Any]:
    """Return the precedents that come out otherwise, as data."""
    return {"schema": CHECKED} | {name: json_form(getattr(checked, name)) for name in checked.__dataclass_fields__}


def checked_text(checked: Checked, look: Look) -> str:
    """Return the precedents that come out otherwise, each with both rulings and the clauses."""
    page = Page(look)
    files = {ruling.file for ruling in checked.otherwise}
    for file in dict.fromkeys(ruling.file for ruling in checked.otherwise):
        rulings = [ruling for ruling in checked.otherwise if ruling.file == file]
        page.add(bold(rulings[0].title), dim(f" ({file})"), hang=2)
        for ruling in rulings:
            _add_ruling(page, ruling)
    for problem in checked.problems:
        page.add(str(problem), hang=2)
    page.add(
        f"{counted(checked.count, 'precedent')}: {len(files)} {'comes' if len(files) == 1 else 'come'} out otherwise, "
        f"{checked.overruled} overruled, {counted(len(checked.problems), 'problem')}"
    )
    return page.print()


def _add_ruling(page: Page, ruling: Otherwise) -> None:
    page.add(ruling.claim, indent=4, hang=2)
    page.add(f"then: {ruling.then}{_by(ruling.clauses_then)}", indent=6, hang=2)
    page.add(f"now:  {ruling.now}{_by(ruling.clauses_now)}", indent=6, hang=2)
    if ruling.missing:
        page.add(f"decides no more: {', '.join(ruling.missing)}", indent=6, hang=2)


def _by(clauses: Sequence[str]) -> str:
    return f", by {', '.join(clauses)}" if clauses else ""
