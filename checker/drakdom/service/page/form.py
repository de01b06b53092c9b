"""The contents of a form: read from its fields or from an address, and written into an address again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from pydantic import ValidationError

from drakdom.errors import InputError
from drakdom.scenario.link import decoded, encoded
from drakdom.service.bodies import AskBody, Body, CompareBody, DrawBody, RuleBody, WhyNotBody
from drakdom.service.question import Question

MOST_FIELDS = 400
LONGEST_NUMBER = 6
LONGEST_ADDRESS = 6_000
"""Greatest number of characters of an address that holds a scenario; proxies refuse much longer ones."""
DEEDS = ("rule", "why-not", "compare", "draw", "ask", "link")


@dataclass(frozen=True, slots=True)
class Form:
    """A scenario's text and a question about it. `do` is the kind of the question, `job` one that is not finished.

    `given` are the answers of an interview, each as JSON. A `bare` form asks for a part of a
    page, which a script puts in its place. `has_record` says that the service keeps precedents.
    """

    scenario: str = ""
    ask: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    lang: str = ""
    do: str = "rule"
    job: str = ""
    bare: bool = False
    given: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    has_record: bool = False

    def question(self) -> Question:
        """Return the question. Raises InputError and LimitError for text that cannot be read."""
        try:
            return self._body().question()
        except ValidationError as error:
            fault = error.errors()[0]
            place = ".".join(map(str, fault["loc"]))
            raise InputError.single(f"`{place}`: {fault['msg'].lower()}") from None

    def _body(self) -> Body:
        law: dict[str, Any] = {"variants": list(self.variants), "readings": list(self.readings)}
        common: dict[str, Any] = {"scenario": self.scenario, "lang": self.lang or "en"} | law
        common["house_rules"] = list(self.house)
        if self.do == "why-not":
            return WhyNotBody(claim=next(iter(self.ask), ""), **common)
        if self.do == "draw":
            return DrawBody(**common)
        if self.do == "ask":
            answers = [_json(answer) for answer in self.given]
            return AskBody(claims=list(self.ask), answers=answers, **common)
        if self.do == "compare":
            return CompareBody(**common)
        return RuleBody(claims=list(self.ask), **common)

    def query(self, **changes: object) -> str:
        """Return the form as the query of an address, with some changes."""
        form = replace(self, **changes)  # type: ignore[arg-type]  # names of its own fields
        pairs = [("s", encoded(form.scenario))] if form.scenario else []
        pairs += [("ask", claim) for claim in form.ask]
        pairs += [("variant", name) for name in form.variants] + [("reading", pair) for pair in form.readings]
        pairs += [("house", name) for name in form.house]
        pairs += [("given", answer) for answer in form.given]
        pairs += [("lang", form.lang)] if form.lang else []
        pairs += [("do", form.do)] if form.do != "rule" else []
        pairs += [("job", form.job)] if form.job else []
        return urlencode(pairs)

    @property
    def fits_an_address(self) -> bool:
        """Test if the form is short enough for an address."""
        return len(self.query()) <= LONGEST_ADDRESS


def read_form(query: str, body: bytes = b"") -> Form:
    """Return what an address and a form hold. Raises InputError for a link that is cut or changed."""
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_FIELDS)
        pairs += parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise InputError.single(f"the form has more than {MOST_FIELDS} fields") from None
    last = dict(pairs)
    scenario = last.get("scenario")
    if scenario is None:
        scenario = decoded(last["s"]) if "s" in last else ""
    asked = "\n".join(_all(pairs, "ask"))
    return Form(
        scenario.replace("\r\n", "\n"),
        tuple(line.strip() for line in asked.splitlines() if line.strip()),
        tuple(dict.fromkeys(filter(None, _all(pairs, "variant")))),
        tuple(dict.fromkeys(filter(None, _all(pairs, "reading")))),
        last.get("lang", "")[:8],
        last.get("do", "rule"),
        last.get("job", "")[:64],
        given=_given(pairs, last),
        house=tuple(dict.fromkeys(filter(None, _all(pairs, "house")))),
    )


def _given(pairs: Iterable[tuple[str, str]], last: Mapping[str, str]) -> tuple[str, ...]:
    """Return the answers of an interview: those before, with one that is changed, taken back or new."""
    given, word = _all(pairs, "given"), last.get("word", "").strip()
    at = int(last["at"]) if last.get("at", "").isdecimal() and len(last["at"]) < LONGEST_NUMBER else len(given)
    if at < len(given):
        changed = {**_json(given[at]), "word": word}
        given[at : at + 1] = [json.dumps(changed)] if last.get("deed") != "back" else []
    elif word and "subject" in last:
        given.append(json.dumps({"subject": _json(last["subject"]), "word": word}))
    return tuple(given)


def _json(text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InputError.single("an answer of this interview cannot be read", help="begin it again")
    return value


def _all(pairs: Iterable[tuple[str, str]], name: str) -> list[str]:
    return [value for key, value in pairs if key == name]
