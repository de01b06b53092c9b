"""Claims against a play: checks that an expectation holds, for the reasons that it names."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import zip_longest
from typing import Literal

from drakdom.answer import Odds, Status
from drakdom.formula import Atom, Formula, atoms_of, stays_true
from drakdom.language import t
from drakdom.law.facts import to_value
from drakdom.rulebook import Rulebook
from drakdom.rulings.readings import decisive_clauses
from drakdom.scenario import Claim
from drakdom.terms import Any, Term, show
from drakdom.value.solve import Branch
from drakdom.value.values import Value as Odds3
from drakdom.verdict import ClaimResult
from drakdom.why.explain import clauses_in
from drakdom.why.reasons import Reasons

#: The result of a claim with a clause switched off: it holds, it is decided otherwise, or play breaks off first.
WithoutClause = Literal["holds", "otherwise", "undecided"]
Counterfactual = Callable[[Claim, str], WithoutClause]

_SPECIAL: dict[str, Status] = {
    "illegal": "illegal",
    "gap": "gap",
    "contradiction": "contradiction",
    "unasked": "unasked",
}


def judge(claim: Claim, values: list[Odds3]) -> tuple[bool, Status]:
    """Return if a claim holds, given its value under each reading, and the status that was found."""
    status = status_of(claim.kind, values)
    differ = any(value != values[0] for value in values)
    if claim.kind == "ambiguous":
        return differ, status
    if claim.kind in _SPECIAL:
        return all(True in value.results for value in values), status
    if claim.kind in ("sometimes", "may"):  # under each reading, with any odds
        return all(True in value.results for value in values), status
    if claim.kind in ("at_best", "at_worst"):
        bounds = {value.high if claim.kind == "at_best" else value.low for value in values}
        return not any(None in value.results for value in values) and {*(claim.want or ())} == bounds, status
    if differ:
        return False, status
    value = values[0]
    match claim.kind:
        case "always":
            holds = value.results == {True}
        case "never" | "may_not":
            holds = value.results == {False}
        case _:  # odds
            low, high = claim.want or (Fraction(-1), Fraction(-1))
            holds = None not in value.results and (value.low, value.high) == (low, high)
    return holds, status


def status_of(kind: str, values: list[Odds3]) -> Status:
    """Return the status of a formula under all readings."""
    if any(value != values[0] for value in values):
        return "ambiguous"
    results = values[0].results
    if results == {True}:
        return _SPECIAL.get(kind, "always")
    if results == {False}:
        return "never"
    return "gap" if None in results else "depends"


def to_odds(value: Odds3) -> Odds:
    """Return the plain odds of a value, for a verdict."""
    return Odds(value.low, value.high, value.unruled, value.sure)


def so_far(value: Odds3, formula: Formula) -> object:
    """Return the parts that two values of a formula must share to be the same up to the point where play stops."""
    return (value.low, value.sure) if stays_true(formula) else value


def check_claim(
    claim: Claim,
    branches: tuple[Branch, ...],
    reasons: tuple[Reasons, ...],
    rulebook: Rulebook,
    without: Counterfactual | None,
    all_reasons: bool = False,
) -> ClaimResult:
    """Check one claim. With `without` None its reasons are not checked.

    Its clauses are searched for if it names any, if it fails, or with `all_reasons`. `because` expects that a clause is
    in the tree of reasons, or that the claim fails without it. `not_because` expects that the clause is not in the
    tree, and that the claim is not decided otherwise without it.
    """
    values = [branch.evaluation.value(claim.formula) for branch in branches]
    holds, status = judge(claim, values)
    missing: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    if without is not None and (all_reasons or not holds or claim.because or claim.not_because):
        because = _because(claim, branches, reasons, values)
        groups = {rulebook.principal(clause) for clause in because}
        asked = {clause: rulebook.principal(clause) for clause in (*claim.because, *claim.not_because)}
        fate = {
            clause: without(claim, principal) if holds else "holds"
            for clause, principal in asked.items()
            if principal not in groups
        }
        missing = tuple(clause for clause in claim.because if fate.get(clause) == "holds")
        unwanted = tuple(clause for clause in claim.not_because if fate.get(clause, "otherwise") == "otherwise")
    by_reading = tuple(
        (", ".join(f"{clause}={option}" for clause, option in branch.readings), _words(value))
        for branch, value in zip(branches, values, strict=True)
        if len(branches) > 1
    )
    return ClaimResult(
        kind=claim.kind,
        claim=claim.text,
        wanted=_wanted(claim),
        found=_found(values, status, branches) + _other_fate(claim.formula, reasons),
        status=status,
        passed=holds and not missing and not unwanted,
        place=claim.place,
        because=because,
        missing=missing,
        unwanted=unwanted,
        by_reading=by_reading,
        is_open=any(value.low != value.high for value in values),
    )


def _because(
    claim: Claim, branches: tuple[Branch, ...], reasons: tuple[Reasons, ...], values: list[Odds3]
) -> tuple[str, ...]:
    """Return the clauses that led to the claim's events, or that held them back if they do not happen.

    An ambiguous clause is included if its reading changes the value of the claim.
    """
    readings = [branch.readings for branch in branches]
    clause_ids = dict.fromkeys(decisive_clauses(list(zip(readings, values, strict=True))))
    for why in reasons:
        clause_ids |= dict.fromkeys(reasons_of(claim.formula, why))
    return tuple(clause_ids)


def reasons_of(formula: Formula, reasons: Reasons, *, refusing: bool = True) -> tuple[str, ...]:
    """Return the clauses behind every atom of a formula: the nearest of each, then the next of each.

    Without `refusing` those that refuse an action elsewhere are no reasons for its permission.
    """
    rows = zip_longest(*(_reasons_of_atom(atom, reasons, refusing) for atom in atoms_of(formula)))
    return tuple(dict.fromkeys(clause for row in rows for clause in row if clause))


def _reasons_of_atom(atom: Atom, reasons: Reasons, refusing: bool) -> tuple[str, ...]:
    if atom.pattern.name == "finally":
        return clauses_in(tree for _, tree in reasons.final(*atom.pattern.args))
    clause_ids: dict[str, None] = {}
    symbols = [symbol for symbol in reasons.seen(atom.pattern) if reasons.places(symbol, atom.scope)]
    for symbol in symbols:
        for place in reasons.places(symbol, atom.scope):
            clause_ids |= dict.fromkeys(reasons.clauses(symbol, place))
    if not symbols or atom.pattern.name == "illegal":
        clause_ids |= dict.fromkeys(clauses_in(reasons.held_back(atom.pattern)))
    if atom.pattern.name in ("illegal", "unasked", *(["may"] if refusing else ())):
        clause_ids |= dict.fromkeys(refusals(atom.pattern, reasons))
    return tuple(clause_ids)


def refusals(pattern: Term, reasons: Reasons) -> tuple[str, ...]:
    """Return the ids of the clauses that refuse the action of an `illegal`, `unasked` or `may` pattern."""
    name = "refused" if pattern.name == "may" else "barred"
    refused = reasons.seen(Term(name, (Any(), *pattern.args)))
    return tuple(dict.fromkeys(symbol.arguments[0].string for symbol in refused))


def _wanted(claim: Claim) -> str:
    if claim.want is None:
        return claim.kind.replace("_", " ")
    low, high = claim.want
    return f"{claim.kind.replace('_', ' ')} {low}" if low == high else f"odds {low}..{high}"


def _found(values: list[Odds3], status: Status, branches: tuple[Branch, ...]) -> str:
    if status == "ambiguous":
        return "ambiguous: " + t("it depends on a reading")
    if status == "gap":
        return f"gap, {_words(values[0])}: {', '.join(_gaps(branches))}"
    return f"depends, {_words(values[0])}" if status == "depends" else status


def _other_fate(formula: Formula, reasons: tuple[Reasons, ...]) -> str:
    """Return a note if a stated action is claimed to be illegal and did not come up, or the other way round."""
    pattern = formula.pattern if isinstance(formula, Atom) else Term("")
    opposite = {"illegal": "unasked", "unasked": "illegal"}.get(pattern.name, "")
    seen = (opposite and why.seen(Term(opposite, pattern.args)) for why in reasons)
    return (t("; it did not come up") if opposite == "unasked" else t("; it is illegal")) if any(seen) else ""


def _gaps(branches: tuple[Branch, ...]) -> list[str]:
    """Return the reasons for which some course of play breaks off."""
    seen = {symbol for branch in branches for symbol in branch.evaluation.seen}
    broken = sorted(show(to_value(symbol)) for symbol in seen if symbol.name in ("unruled", "conflict"))
    return broken + [t("play never ends")] * any(branch.evaluation.endless for branch in branches)


def _words(value: Odds3) -> str:
    text = str(to_odds(value))
    return text + t(" (undecided with up to {odds})", odds=value.unruled) if value.unruled else text
