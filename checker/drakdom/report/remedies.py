"""Why something does not happen, and the smallest changes with which it would, in words and as a patch."""

from __future__ import annotations

from typing import Any

from drakdom.language import t
from drakdom.report.chances import odds_words
from drakdom.report.heading import heading, law_json
from drakdom.report.page import Look, Page, bold, dim
from drakdom.report.tree import explanation, reason_json
from drakdom.rulings.explanation import Explanation
from drakdom.scenario import Scenario
from drakdom.tools.why_not import Remedy, WhyNot
from drakdom.verdict import Odds, json_form

SCHEMA = "drakdom/why_not/1"


def why_not_page(found: WhyNot, scenario: Scenario, look: Look, full: bool = False) -> str:
    """What stands in the way first, then each remedy with its patch."""
    page = Page(look)
    if found.happens:
        heading(page, scenario.rulebook, scenario, full)
        page.gap()
        why = t("; `drakdom explain` says why")
        page.add(bold(found.claim), t(" can happen"), dim(f" ({_odds(found.odds)}){why}"))
        return page.print()
    held_back = Explanation(found.claim, (), False, False, (), found.blocked, hints=found.hints)
    told = explanation([held_back], scenario, look, full)
    if not found.remedies:
        what = t("of what the scenario says, of its optional rules or of the clauses in force")
        page.add(
            t(
                "no change {what} was found with which it happens, nothing is left unruled and all that is stated is "
                "permitted as before",
                what=what,
            )
        )
    for number, remedy in enumerate(found.remedies):
        page.head(t("or with this one") if number else t("It can happen with this change"))
        _remedy(page, remedy)
    if not found.all_tried:
        page.gap()
        some = t(
            "not every change was tried: playing them all out takes too long; state more rolls, or allow more time"
        )
        page.add(dim(some))
    return f"{told}\n{page.print().lstrip()}"


def _remedy(page: Page, remedy: Remedy) -> None:
    for change in remedy.changes:
        page.add(change.says, indent=2, hang=2)
    page.add(dim(t("then it has {odds}", odds=_odds(remedy.odds))), indent=2)
    page.gap()
    for line in remedy.patch.splitlines():
        style = "" if line[:3] in ("+++", "---") else {"+": "green", "-": "red"}.get(line[:1], "")
        page.verbatim(line, style, indent=4)


def _odds(odds: tuple[Odds, ...]) -> str:
    return t(" or ").join(dict.fromkeys(map(odds_words, odds)))


def why_not_json(found: WhyNot, scenario: Scenario) -> dict[str, Any]:
    """The JSON form."""
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "claim": found.claim,
        "sentence": found.sentence,
        "happens": found.happens,
        "odds": json_form(found.odds),
        "blocked": [reason_json(reason, scenario) for reason in found.blocked],
        "remedies": [json_form(remedy) for remedy in found.remedies],
        "all_tried": found.all_tried,
        "hints": list(found.hints),
    }
