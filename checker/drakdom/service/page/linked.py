"""The page of a short link: the ruling as it was given, its law, and the ruling of today's law."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from starlette.responses import Response

from drakdom.language import using_language
from drakdom.rulebook import Rulebook
from drakdom.service.links import Link
from drakdom.service.page.errors import problems_in
from drakdom.service.page.form import Form
from drakdom.service.page.pages import of_form, page, ruled
from drakdom.service.page.words import words

AGAIN = 2
"""Seconds after which the page asks again for the ruling of today's law."""


def form_of(link: Link, lang: str) -> Form:
    """Return the form with the question of a link, in the language of the reader."""
    options = link.question.options
    lists = {name: tuple(options.get(name, ())) for name in ("claims", "variants", "readings", "house_rules")}
    return Form(
        link.question.text,
        lists["claims"],
        lists["variants"],
        lists["readings"],
        lang,
        house=lists["house_rules"],
    )


def link_page(link: Link, today: dict[str, Any], form: Form, book: Rulebook | None) -> Response:
    """Return the page; without a rulebook, one of the stored sentences alone."""
    day = datetime.fromtimestamp(int(link.created), UTC).date().isoformat()
    address = f"/r/{link.id}"
    values: dict[str, Any] = {
        "link": link, "today": today, "day": day, "address": address, "here": address, "form": form, "book": book,
        "errors": problems_in(today.get("error") or {}), "again": address if today["state"] == "waiting" else "",
        "retry": AGAIN,
    }  # fmt: skip
    if book is None:
        values["stored"] = _stored(link.kept.body)
    else:
        with using_language(book.speaks):
            ruling_words = words()
        values |= of_form(form, book) | {"rw": ruling_words} | ruled(form, book, link.kept.body)[1]
    headers = {"Drakdom-Law": link.kept.law, "Vary": "Accept, Accept-Language"}
    return page("link", form.lang, 200, headers, **values)


def _stored(body: str) -> list[tuple[str, list[str]]]:
    """Return the title and the sentences of each verdict, as they were given."""
    verdict = json.loads(body)
    verdicts = verdict.get("verdicts", [verdict])
    return [(item["title"], [_sentence(answer) for answer in item["answers"]]) for item in verdicts]


def _sentence(answer: dict[str, Any]) -> str:
    parts = [part["odds"] for part in answer["by_reading"] if part["odds"]]
    odds = ", ".join(
        f"{part['low']}" if part["low"] == part["high"] else f"{part['low']}-{part['high']}" for part in parts
    )
    clauses = ", ".join(dict.fromkeys(ground["clause"] for ground in answer["grounds"]))
    return f"{answer['sentence']}: {odds} ({clauses})"
