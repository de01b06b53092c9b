"""Actions that are not permitted although no clause forbids them: the clauses that permit them in another case."""

from __future__ import annotations

from drakdom.language import t
from drakdom.rulings.claims import refusals
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value
from drakdom.why.reasons import Reasons


def nearest_permission(scenario: Scenario, reasons: Reasons, illegal: Value) -> tuple[str, tuple[str, ...]] | None:
    """Return words and clauses for an illegal action; None if a clause forbids it or beat one that permits it.

    Clauses that permit whatever fits, such as that there is a choice, do not count.
    """
    if not isinstance(illegal, Term) or refusals(illegal, reasons) or reasons.winners(illegal):
        return None
    book = scenario.rulebook
    clauses = reasons.foundations.permitting(illegal)
    in_force = tuple(clause for clause in clauses if clause in scenario.in_force)
    if in_force:
        return t("; clauses permit it elsewhere, none here"), in_force
    variants = dict.fromkeys(book.ledger[clause].variant or "" for clause in clauses if clause in book.ledger)
    titles = [book.variants[name].title for name in variants if name in book.variants]
    if not titles:
        return None
    return t("; only under an optional rule: {title}", title=", ".join(titles)), clauses
