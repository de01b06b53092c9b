"""A dispute as an entry to compare precedents with: its deciding clauses, and its situation."""

from __future__ import annotations

from collections.abc import Iterable

from drakdom.precedents.entries import Entry, deciding, features_of
from drakdom.precedents.recording import ROLES
from drakdom.rulings.adjudication import adjudicate
from drakdom.scenario import Scenario
from drakdom.scenario.precedent import Precedent

NOBODY = Precedent("", "", "", "")


def case_of(scenario: Scenario) -> Entry:
    """Return a scenario as an entry; if it names no deciding clauses, it is ruled on. Raises as `adjudicate`."""
    clauses = deciding(scenario)
    if not clauses:
        answers = adjudicate(scenario, why="asked").answers
        grounds = [ground for answer in answers for ground in answer.grounds]
        clauses = tuple(dict.fromkeys(ground.clause for ground in grounds if ground.role in ROLES))
    return stated_case(scenario, clauses)


def stated_case(scenario: Scenario, clauses: Iterable[str]) -> Entry:
    """Return a scenario as an entry, decided by these clauses. Nothing is ruled on."""
    book = scenario.rulebook
    principal = tuple(dict.fromkeys(book.principal(clause) for clause in clauses))
    features = tuple(sorted(set(features_of(scenario))))
    return Entry(scenario.file, scenario.title, book.slug, NOBODY, (), principal, (), features)
