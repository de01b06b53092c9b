"""The heading of a report: the dispute, and the law under which it is ruled on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from drakdom.language import t, tn
from drakdom.law.digest import law_name
from drakdom.report.expected import combined
from drakdom.report.page import Page, bold, dim, joined
from drakdom.rulebook import Rulebook
from drakdom.rulings.notes import unencoded_variants
from drakdom.scenario import Scenario
from drakdom.step.case import law_of
from drakdom.verdict import HouseRuleInForce, Verdict, json_form
from drakdom.version import __version__


def heading(page: Page, book: Rulebook, ruled: Verdict | Scenario, full: bool = False) -> None:
    """Add the title, the choices of a matrix, the rulebook, the optional and house rules, and assumptions."""
    page.add(bold(ruled.title or ruled.file))
    if ruled.combination:
        page.add(t("under {choices}", choices=combined(ruled.combination)))
    edition = f", {book.edition}" if full and book.edition else ""
    page.add(book.title + edition + ", " + _variants(book, ruled.variants))
    house_rules(page, ruled.house_rules)
    for line in ruled.assumed:
        page.add(t("assumed: {line}", line=line), hang=2)
    for line in _unencoded(ruled) if isinstance(ruled, Scenario) else ():  # a verdict ends with its notes
        page.add(t("note: {line}", line=line), hang=2)


def _unencoded(scenario: Scenario) -> tuple[str, ...]:
    return unencoded_variants(scenario, law_of(scenario.rulebook))


def house_rules(page: Page, rules: tuple[HouseRuleInForce, ...], indent: int = 0) -> None:
    """Add a line for each house rule in force."""
    for rule in rules:
        values = joined(f"{name}={value}" for name, value in rule.parameters)
        sets = t(" with {values}", values=values) if values else ""
        instead = t(", instead of {clauses}", clauses=joined(rule.replaced)) if rule.replaced else ""
        title = t("house rule: {title}", title=rule.title)
        page.add(title, dim(f" ({rule.name}{sets}{instead})"), indent=indent, hang=2)


def _variants(book: Rulebook, names: tuple[str, ...]) -> str:
    if not names:
        return t("no optional rules")
    titles = [book.variants[n].title if n in book.variants else n for n in names]
    named = joined(titles)
    return tn("with the optional rule {titles}", "with the optional rules {titles}", len(titles), titles=named)


def indifferent(page: Page, clauses: Iterable[str]) -> None:
    """Add a line with the doubtful clauses whose reading changes nothing in the report."""
    if same := [*dict.fromkeys(clauses)]:
        page.gap()
        sentence = tn(
            "however {clauses} is read, nothing changes here",
            "however {clauses} are read, nothing changes here",
            len(same),
            clauses=joined(same),
        )
        page.add(sentence, hang=2)


def law_json(scenario: Scenario, further: Iterable[Path] = ()) -> dict[str, Any]:
    """Return the dispute and its law for the JSON form of a report, with the keys of a verdict.

    `further` are law files that the report rests on as well.
    """
    return {
        "title": scenario.title,
        "file": scenario.file,
        "rulebook": scenario.rulebook.slug,
        "variants": list(scenario.variants),
        "combination": json_form(scenario.combination),
        "house_rules": json_form(scenario.house_rules),
        "assumed": list(scenario.assumed),
        "notes": list(_unencoded(scenario)),
        "language": scenario.rulebook.speaks,
        "program": f"drakdom {__version__}",
        "law": law_name(law_of(scenario.rulebook), scenario.rulebook, further),
    }
