"""Rulebooks and their clauses, to browse and to search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from drakdom.errors import DrakdomError
from drakdom.law.exceptions import Subject, subjects
from drakdom.report.page import Look, Page, Words, bold, dim
from drakdom.rulebook import Clause, HouseRule, Rulebook
from drakdom.rulebook.words import did_you_mean
from drakdom.step.case import law_of
from drakdom.verdict import json_form

BOOKS, CLAUSES, HOUSE = "drakdom/rulebooks/1", "drakdom/clauses/1", "drakdom/house_rules/1"


def rulebooks_text(books: Sequence[Rulebook], look: Look) -> str:
    """Return a list of rulebooks: name, title, edition, number of clauses, optional rules and folder."""
    page = Page(look)
    for book in books:
        page.gap()
        page.add(bold(book.slug), f"  {book.title}", f", {book.edition}" if book.edition else "", hang=2)
        ruled = sum(clause.adjudicable for clause in book.ledger.values())
        page.add(
            f"{len(book.ledger)} clauses, {ruled} of them can decide a dispute; language: {book.language}", indent=2
        )
        if book.variants:
            page.add(f"optional rules: {', '.join(book.variants)}", indent=2, hang=2)
        page.add(dim(str(book.folder)), indent=2)
    return page.print()


def rulebooks_json(books: Sequence[Rulebook]) -> dict[str, Any]:
    """Return the JSON form of `rulebooks_text`."""
    return {
        "schema": BOOKS,
        "rulebooks": [
            {
                "slug": book.slug,
                "title": book.title,
                "edition": book.edition,
                "language": book.language,
                "source": book.source,
                "folder": str(book.folder),
                "clauses": len(book.ledger),
                "adjudicable": sum(clause.adjudicable for clause in book.ledger.values()),
                "variants": [{"name": variant.name, "title": variant.title} for variant in book.variants.values()],
                "topics": list(dict.fromkeys(clause.topic for clause in book.ledger.values())),
            }
            for book in books
        ],
    }


def house_rules_text(rules: Sequence[HouseRule], book: Rulebook, look: Look) -> str:
    """Return a list of house rules: name, title, intent, clauses, parameters and folder."""
    page = Page(look)
    if not rules:
        page.add(f"no house rules come with {book.title}")
    for rule in rules:
        page.gap()
        page.add(bold(rule.name), f"  {rule.title}", hang=2)
        page.add(rule.intent, indent=2, hang=2)
        for clause in rule.clauses.values():
            page.add(bold(clause.id), f"  {clause.text}", indent=2, hang=2)
        if rule.replaced:
            page.add(f"instead of {', '.join(rule.replaced)}", indent=2, hang=2)
        for number in rule.parameters.values():
            says = f": {number.says}" if number.says else ""
            low, high = number.range
            page.add(f"--set {number.name}={number.default}, {low} to {high}{says}", indent=2, hang=2)
        page.add(dim(str(rule.folder)), indent=2)
    return page.print()


def house_rules_json(rules: Sequence[HouseRule], book: Rulebook) -> dict[str, Any]:
    """Return the JSON form of `house_rules_text`."""
    return {
        "schema": HOUSE,
        "rulebook": book.slug,
        "house_rules": [
            {
                "name": rule.name,
                "title": rule.title,
                "intent": rule.intent,
                "folder": str(rule.folder),
                "clauses": [{"id": clause.id, "text": clause.text} for clause in rule.clauses.values()],
                "replaced": list(rule.replaced),
                "needs": list(rule.needs),
                "excludes": list(rule.excludes),
                "parameters": [
                    {
                        "name": parameter.name,
                        "default": parameter.default,
                        "range": list(parameter.range),
                        "says": parameter.says,
                    }
                    for parameter in rule.parameters.values()
                ],
            }
            for rule in rules
        ],
    }


def choose(clauses: Sequence[Clause], field: str, wanted: str) -> tuple[list[Clause], str]:
    """Return the clauses of a section or topic, and a `did you mean` if there are none."""
    exact = [clause for clause in clauses if getattr(clause, field).casefold() == wanted.casefold()]
    chosen = exact or [clause for clause in clauses if wanted.casefold() in getattr(clause, field).casefold()]
    return chosen, "" if chosen else did_you_mean(wanted, dict.fromkeys(getattr(clause, field) for clause in clauses))


def clauses_text(clauses: Sequence[Clause], book: Rulebook, look: Look, full: bool = False) -> str:
    """Return clauses under their sections."""
    page = Page(look)
    points = _subjects(book) if full else {}
    width = max((len(clause.id) for clause in clauses), default=0)
    for section, group in groupby(clauses, key=lambda c: c.section):
        page.head(section or "(no section)")
        for clause in group:
            page.pair(bold(clause.id), clause.text, indent=2, width=width)
            for line in _more(clause, points.get(clause.id)) if full else ():
                page.add(*line, indent=width + 4, hang=2)
    page.gap()
    page.add(dim(f"{len(clauses)} of {len(book.ledger)} clauses"))
    return page.print()


def _more(clause: Clause, subject: Subject | None) -> Iterable[tuple[Words, ...]]:
    yield (dim(f"{clause.kind}, topic {clause.topic}"),)
    if subject:
        yield (dim(f"exceptions for {subject}" if subject.variables else "no exceptions, but it can be replaced"),)
    if clause.variant:
        yield (dim(f"of the optional rule {clause.variant}"),)
    for name, ids in (("overrides", clause.overrides), ("refers to", clause.refers)):
        if ids:
            yield (dim(f"{name} {', '.join(ids)}"),)
    if clause.restates:
        yield (dim(f"restates {clause.restates}"),)
    if not clause.adjudicable:
        yield (dim(f"decides no dispute: {clause.why_not or 'no reason given'}"),)
    if clause.moot:
        yield (dim(f"no outcome depends on it: {clause.moot}"),)


def clauses_json(clauses: Sequence[Clause], book: Rulebook) -> dict[str, Any]:
    """Return the JSON form of `clauses_text`."""
    points = _subjects(book)
    return {
        "schema": CLAUSES,
        "rulebook": book.slug,
        "clauses": [_clause_json(clause, points.get(clause.id)) for clause in clauses],
    }


def _clause_json(clause: Clause, subject: Subject | None) -> dict[str, Any]:
    """Return the JSON form of a clause; `subject` lists the variables that an exception can name."""
    return {**json_form(clause), "subject": list(subject.variables) if subject else []}


def _subjects(book: Rulebook) -> dict[str, Subject]:
    """Return the subjects of the clauses; none if the law cannot be read, which `lint` reports."""
    try:
        return subjects(law_of(book).rules)
    except DrakdomError:
        return {}
