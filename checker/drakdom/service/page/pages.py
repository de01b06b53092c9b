"""The pages as HTML: each from a template, in a language, under a strict content policy."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from starlette.responses import HTMLResponse, Response

from drakdom import __version__
from drakdom.answer import Odds
from drakdom.errors import Problem
from drakdom.language import t, using_language
from drakdom.report.blocks import Blocks
from drakdom.report.chances import chance_words, is_certain, odds_words
from drakdom.report.compared import comparison_on
from drakdom.report.html import html_page
from drakdom.report.ruling_blocks import Row, answers_shown, ruling_shown
from drakdom.rulebook import Rulebook
from drakdom.service.page import games
from drakdom.service.page.form import Form
from drakdom.service.page.pictures import picture_words
from drakdom.service.page.verdicts import read_answers, read_comparisons, read_verdicts
from drakdom.service.page.words import script_words, words

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
MOST_CLAUSES = 50
"""Greatest number of deciding clauses that a search for precedents is given."""
HEADERS = {"Content-Security-Policy": POLICY, "Cache-Control": "private, no-cache", "Vary": "Accept-Language"}


def page(
    template: str,
    lang: str,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    bare: bool = False,
    **values: Any,
) -> Response:
    """Return the page of a template in a language."""
    with using_language(lang):
        text = html_page(
            f"web/{template}.html",
            lang=lang,
            w=words(),
            js=script_words(),
            languages=games.LANGUAGES,
            version=__version__,
            bar=bar,
            bare=bare,
            layout=f"web/{'bare' if bare else 'base'}.html",
            **values,
        )
    return HTMLResponse(text, status, {**HEADERS, **(headers or {})})


def start_page(lang: str, folders: Sequence[str], *, has_record: bool) -> Response:
    """Return the list of games."""
    return page("games", lang, games=games.games(folders), here="/", has_record=has_record)


def form_page(
    form: Form,
    book: Rulebook,
    status: int = 200,
    errors: Iterable[Problem] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return the form of a game with the entered texts, and with errors by their lines."""
    lines = form.scenario.split("\n")
    shown = [(error, lines[error.line - 1] if 0 < error.line <= len(lines) else "") for error in errors]
    if form.bare:
        return page("fault", form.lang, status, headers, bare=True, errors=[error for error, _ in shown], here="/")
    values = of_form(form, book) | {"errors": shown}
    return page("game", form.lang, status, headers, **values)


def of_form(form: Form, book: Rulebook) -> dict[str, Any]:
    """Return the values of templates that show a form."""
    query = form.query(job="", do="rule", given=()) if form.fits_an_address else ""
    place = f"/game/{book.slug}"
    return {
        "form": form, "book": book, "here": place, "query": query, "asked": "\n".join(form.ask),
        "picture": f"/picture?{query}" if query else "", "boards": f"/picture/play?{query}" if query else "",
        "boards_page": f"{place}/ruling?{form.query(job='', do='draw')}" if query else "",
        "ask_page": f"{place}/ruling?{form.query(job='', do='ask', given=())}" if query else "",
        "difference": _difference(form, place) if query else "", "house": games.house_rules(book), "deciding": (),
    }  # fmt: skip


def _difference(form: Form, place: str) -> str:
    """Return the address of the comparison with the rules that are switched on; empty if there are none."""
    return f"{place}/ruling?{form.query(job='', do='compare', given=())}" if form.variants or form.house else ""


def waiting_page(form: Form, book: Rulebook, retry: int) -> Response:
    """Return the page of a question that is not answered yet; it asks again by itself."""
    again = f"/game/{book.slug}/ruling?{form.query()}" if form.fits_an_address else ""
    values = of_form(form, book) | {"again": again, "retry": retry}
    headers = {"Retry-After": str(retry), "Drakdom-Job": form.job}
    return page("waiting", form.lang, 202, headers, form.bare, **values)


def ruling_page(form: Form, book: Rulebook, answer: str, law: str) -> Response:
    """Return an answer as a page."""
    template, shown = _SHOWN[form.do](form, book, answer)
    with using_language(book.speaks):
        ruling_words = words()
    values = of_form(form, book) | {"law": law, "rw": ruling_words} | shown
    return page(template, form.lang, 200, {"Drakdom-Law": law}, form.bare, **values)


def ruled(form: Form, book: Rulebook, answer: str) -> tuple[str, dict[str, Any]]:
    """Return the template of a ruling and its values."""
    with using_language(book.speaks):
        shown = [ruling_shown(verdict, book) for verdict in read_verdicts(answer)]
    why_not = {
        answer.text: f"/game/{book.slug}/ruling?{form.query(do='why-not', ask=(answer.text,), job='')}"
        for ruling in shown
        for answer in ruling.answers
        if answer.is_no and answer.text and form.fits_an_address
    }
    deciding = dict.fromkeys(
        ground.clause for ruling in shown for answer in ruling.answers for ground in answer.grounds
    )
    return "ruling", {"rulings": shown, "why_not": why_not, "deciding": [*deciding][:MOST_CLAUSES]}


def _prevented(_: Form, book: Rulebook, answer: str) -> tuple[str, dict[str, Any]]:
    state = json.loads(answer)
    with using_language(book.speaks):
        answers = answers_shown(read_answers(state["answers"]), book)
    remedies = [
        (remedy["changes"], [_odds(odds) for odds in remedy["odds"]], remedy["patch"], remedy["text"])
        for remedy in state["remedies"]
    ]
    return "why_not", {"told": state, "answers": answers, "remedies": remedies}


def _compared(_: Form, book: Rulebook, answer: str) -> tuple[str, dict[str, Any]]:
    shown = []
    with using_language(book.speaks):
        for comparison in read_comparisons(answer):
            blocks = Blocks()
            comparison_on(blocks, comparison, [book] * len(comparison.labels))
            shown += [section for section in blocks.sections if section.title or section.paragraphs]
    return "compare", {"sections": shown}


def _drawn(form: Form, book: Rulebook, answer: str) -> tuple[str, dict[str, Any]]:
    address = f"/picture/play?{form.query(do='rule', job='')}" if form.fits_an_address else ""
    return "boards", {"boards": address, "lines": picture_words(answer), "title": book.title}


def _asked(form: Form, book: Rulebook, answer: str) -> tuple[str, dict[str, Any]]:
    state = json.loads(answer)
    asked = state["question"]
    with using_language(form.lang):
        now = [(claim, _row(odds)) for claim, odds in zip(state["claims"], state["now"], strict=False)]
        options = [
            (
                json.dumps({"subject": asked["subject"], "word": option["words"][0]}),
                _label(option),
                _chance(option["chance"]),
                [_row(odds) for odds in option["odds"]],
            )
            for option in (asked["options"] if asked else [])
        ]
    subject = json.dumps(asked["subject"]) if asked else ""
    open_ = json.dumps({"subject": asked["subject"], "word": ""}) if asked else ""
    done = replace(form, scenario=state["text"], given=(), job="", do="rule")
    ruled = f"/game/{book.slug}/ruling?{done.query()}"
    edit = f"/game/{book.slug}?{done.query()}"
    return "ask", {
        "edit": edit,
        "told": state,
        "asked": asked,
        "now": now,
        "options": options,
        "subject": subject,
        "left": open_,
        "ruled": ruled,
    }


def _label(option: Mapping[str, Any]) -> str:
    """Return an option in words; one of faces of a die begins with them."""
    is_face = option["words"][0].lstrip("-").isdigit()
    words = option["label"] if is_face else ", ".join(option["words"]).replace("_", " ")
    return f"{words}: {option['sentence']}" if is_face and option["sentence"] else option["sentence"] or words


def _row(form: Mapping[str, str]) -> Row:
    odds = _odds(form)
    return Row(t("yes") if is_certain(odds) else odds_words(odds) if odds.high else t("no"), odds)


def _chance(text: str | None) -> str:
    return t(" (chance {odds})", odds=chance_words(Fraction(text), inside=True)).strip() if text else ""


_SHOWN = {"rule": ruled, "draw": _drawn, "ask": _asked, "why-not": _prevented, "compare": _compared}


def _odds(form: Mapping[str, str]) -> Odds:
    return Odds(Fraction(form["low"]), Fraction(form["high"]), Fraction(form.get("unruled", "0")))


def bar(odds: Odds | None) -> tuple[str, str]:
    """Return the two lengths of a bar, in percent: the sure part, and the part that choices or gaps may add."""
    if odds is None:
        return "", ""
    return f"{float(odds.low) * 100:.2f}", f"{float(odds.high - odds.low) * 100:.2f}"


def with_language(form: Form, lang: str) -> Form:
    """Return the form in a language of the page."""
    return replace(form, lang=lang if lang in games.LANGUAGES else "en")
