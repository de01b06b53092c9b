"""Reports on why something does not happen, with the smallest changes that make it possible, as patches too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drakdom.answer import Answer, Odds
from drakdom.language import t
from drakdom.report.answered import answer_lines, grounds
from drakdom.report.chances import odds_in_brackets
from drakdom.report.heading import heading, law_json
from drakdom.report.page import Look, Page, dim
from drakdom.report.reason_words import reason_json
from drakdom.report.tree import broken_json, explanation_text
from drakdom.rulings.explanation import Explanation
from drakdom.scenario import Scenario
from drakdom.tools.remedies import Remedy
from drakdom.tools.why_not import WhyNot
from drakdom.verdict import json_form

SCHEMA = "drakdom/why_not/1"


def why_not_text(
    result: WhyNot, scenario: Scenario, look: Look, full: bool = False, answers: Sequence[Answer] = ()
) -> str:
    """Return the report: the answer, the reasons that prevent the claim, then each remedy with its patch."""
    page = Page(look)
    if result.happens:
        heading(page, scenario.rulebook, scenario, full)
        answer_lines(page, scenario.rulebook, answers)
        grounds(page, scenario.rulebook, answers)
        page.gap()
        page.add(dim(t("it can happen; `drakdom explain` says how")))
        return page.print()
    prevented = Explanation(
        result.claim, (), False, False, (), result.blocked, hints=result.hints, breaks_off=result.breaks_off
    )
    reasons = explanation_text([prevented], scenario, look, full, answers)
    if not result.remedies:
        page.add(
            t(
                "no change to what the scenario says, to its optional rules or to the clauses in force was found that "
                "makes it happen, leaves no gap and makes no further stated action illegal"
            )
        )
    for number, remedy in enumerate(result.remedies):
        page.head(t("Or with this change") if number else t("It can happen with this change"))
        _remedy(page, remedy)
    if not result.all_tried:
        page.gap()
        note = t(
            "not every change was tried, because playing them all out takes too long; state more rolls, or allow more "
            "time"
        )
        page.add(dim(note))
    return f"{reasons}\n{page.print().lstrip()}"


def _remedy(page: Page, remedy: Remedy) -> None:
    for change in remedy.changes:
        page.add(change.says, indent=2, hang=2)
    page.add(dim(t("then its probability is {odds}", odds=_odds(remedy.odds))), indent=2)
    page.gap()
    for line in remedy.patch.splitlines():
        style = "" if line[:3] in ("+++", "---") else {"+": "green", "-": "red"}.get(line[:1], "")
        page.verbatim(line, style, indent=4)


def _odds(odds: tuple[Odds, ...]) -> str:
    return t(" or ").join(dict.fromkeys(map(odds_in_brackets, odds)))


def why_not_json(result: WhyNot, scenario: Scenario, answers: Sequence[Answer] = ()) -> dict[str, Any]:
    """Return the JSON form of a `why-not` result."""
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "answers": json_form(answers),
        "claim": result.claim,
        "sentence": result.sentence,
        "happens": result.happens,
        "odds": json_form(result.odds),
        "blocked": [reason_json(reason, scenario) for reason in result.blocked],
        "remedies": [json_form(remedy) for remedy in result.remedies],
        "all_tried": result.all_tried,
        "hints": list(result.hints),
        "breaks_off": broken_json(result.breaks_off),
    }
