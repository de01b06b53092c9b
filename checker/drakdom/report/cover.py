"""Coverage of the clauses of a rulebook: a row for each prefix, and the clauses that are not covered."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from drakdom.coverage import ClauseCover, Counts, Coverage
from drakdom.report.page import Look, Page, Span, bold, columns, dim, joined, seconds
from drakdom.rulebook import Rulebook

NO_CLAUSE = "a rule without a clause"
SOME = 5
"""The most scenarios named in one line."""
_NUMBERS = ("counting", "encoded", "fired", "cited", "killed", "covered")
_COLUMNS = ("count", "encoded", "fired", "cited", "killed", "covered")


def cover_text(
    coverage: Coverage,
    lost: Sequence[str],
    book: Rulebook,
    look: Look,
    full: bool = False,
    details: Sequence[str] = (),
    asked: str = "",
) -> str:
    """Return the table, the missing and the lost clauses; with `details`, those clauses alone instead of the table.

    `asked` is the percentage, as it was written, that the coverage does not reach; empty if it does.
    """
    page = Page(look)
    if details:
        for clause in coverage.clauses:
            if clause.id in details:
                _clause(page, clause, book)
    else:
        _table(page, coverage)
        _missing(page, coverage, full)
    _trouble(page, coverage)
    if lost:
        page.gap()
        page.add(Span("LOST", "bold red"), ": covered before, but not any more", hang=2)
        for name in lost:
            page.add(name, indent=2)
    counts = coverage.counts()
    if asked:
        page.gap()
        share = f"{counts.covered} of {counts.counting} clauses"
        page.add(Span("UNDER", "bold red"), f": {share} are less than {asked} %", hang=2)
    page.gap()
    page.add(
        f"{counts.covered} of {counts.counting} clauses are covered ({counts.percent} %, rounded down): encoded, cited "
        "as a reason in some scenario, and missed there when switched off; the others of the ledger's "
        f"{len(book.ledger)} restate one of these, or no outcome can depend on them"
    )
    kept = f" ({coverage.kept} results kept from before)" if coverage.kept else ""
    page.add(dim(f"{coverage.scenarios} scenarios, {coverage.runs} runs in {seconds(coverage.seconds)}{kept}"))
    return page.print()


def _table(page: Page, coverage: Coverage) -> None:
    rows = [(prefix, coverage.counts(prefix)) for prefix in coverage.prefixes]
    rows.append(("all", coverage.counts()))
    rows += [(f"of {variant}", coverage.counts(variant=variant)) for variant in coverage.variants]
    width = max(columns(name) for name, _ in rows)
    page.add("\0" * (width + 2) + "\0".join(f"{word:\0>7}" for word in _COLUMNS), "\0\0do not count")
    for name, counts in rows:
        numbers = (getattr(counts, name) for name in _NUMBERS)
        done = counts.covered == counts.counting
        cells = "\0".join(f"{number:\0>7}" for number in numbers)
        page.add(f"{name:\0<{width + 2}}", Span(cells, "green" if done and counts.counting else ""), _left_out(counts))


def _left_out(counts: Counts) -> Span:
    reasons = [
        f"{number} {word}"
        for number, word in (
            (counts.restating, "restate"),
            (counts.moot, "moot"),
            (counts.not_adjudicable, "decide nothing"),
        )
        if number
    ]
    return Span("\0\0" + ", ".join(reasons).replace(" ", "\0") if reasons else "", "dim")


def _missing(page: Page, coverage: Coverage, full: bool) -> None:
    """Add the clauses that are not covered; of prefixes without any encoded clause only their number."""
    begun = [prefix for prefix in coverage.prefixes if coverage.counts(prefix).encoded]
    missing = [clause for clause in coverage.missing if full or clause.prefix in begun]
    hidden = len(coverage.missing) - len(missing)
    if not missing and not hidden:
        return
    page.head("Missing")
    width = max((columns(clause.id) for clause in missing), default=0)
    for clause in missing:
        words = "not encoded" if not clause.encoded else f"{_reach(clause)}; not {', not '.join(clause.missing)}"
        page.pair(clause.id, words, indent=2, width=width)
    if hidden:
        page.add(dim(f"and {hidden} of prefixes that are not begun (--full lists them)"), indent=2)


def _clause(page: Page, clause: ClauseCover, book: Rulebook) -> None:
    entry = book.ledger.get(clause.id)
    page.gap()
    page.add(bold(clause.id), f"  {entry.text}" if entry else "", hang=2)
    if clause.standing != "counts":
        page.add(f"does not count: {clause.standing} {clause.note}", indent=2, hang=2)
        return
    rules = f"encoded at {', '.join(map(str, clause.rules))}" if clause.rules else "not encoded"
    page.add(rules, indent=2, hang=2)
    page.add(_fired(clause), indent=2, hang=2)
    for defeat in clause.yielded:
        page.add(f"gave way to {defeat.to or NO_CLAUSE} in {_names(defeat.where)}", indent=2, hang=2)
    pinned = f"cited as a reason in {', '.join(clause.pinned_by)}" if clause.pinned_by else "not cited as a reason"
    page.add(f"{pinned}; behind outcomes of {clause.citations} scenarios", indent=2, hang=2)
    killed = f"missed in {_names(clause.killed_in)}" if clause.killed_in else "never missed"
    page.add(f"{killed} when switched off ({clause.tried} tried)", indent=2, hang=2)


def _names(names: Sequence[str]) -> str:
    more = f" and {len(names) - SOME} more" if len(names) > SOME else ""
    return ", ".join(names[:SOME]) + more


def _fired(clause: ClauseCover) -> str:
    if not clause.fired_in:
        return "fires in no scenario" if clause.encoded else "cannot fire"
    more = "" if clause.killed_by is None else ", or more"
    return f"fires in {len(clause.fired_in)} scenarios{more}"


def _reach(clause: ClauseCover) -> str:
    """Return the status of an encoded clause in words."""
    if clause.status == "yielded":
        return f"yielded to {joined(defeat.to or NO_CLAUSE for defeat in clause.yielded)}"
    return "fired" if clause.status == "killed" else clause.status


def _trouble(page: Page, coverage: Coverage) -> None:
    if coverage.failing:
        page.head("Scenarios that fail already (`drakdom check` says why)")
        for name in coverage.failing:
            page.add(name, indent=2, hang=2)
    if coverage.errors:
        page.head("Could not be run")
        for file, message in coverage.errors:
            page.add(f"{file}: {message}", indent=2, hang=2)


def cover_json(coverage: Coverage, lost: Sequence[str], least: Fraction | None = None) -> dict[str, Any]:
    """Return the JSON form of the coverage, with the lost clauses and whether `least` percent are covered."""
    held = {"percent": str(least), "held": coverage.counts().share >= least} if least is not None else None
    return {**coverage.to_json(), "lost": list(lost), "fail_under": held}
