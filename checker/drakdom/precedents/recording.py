"""Puts a ruling on record: the text of a scenario with the ruling, its reasons, its author and its date."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from hashlib import sha256

from drakdom.answer import Answer
from drakdom.errors import InputError
from drakdom.interview.trials import Read
from drakdom.rulings.adjudication import adjudicate
from drakdom.scenario import Scenario
from drakdom.scenario.asked import asking
from drakdom.scenario.edits import Source, quoted
from drakdom.scenario.precedent import KEYS, Precedent
from drakdom.tools.pin_text import Expectation, added
from drakdom.verdict import Verdict

ROLES = ("decides", "won over")


def recorded(text: str, claims: Sequence[str], precedent: Precedent, read: Read) -> str:
    """Return the text of a scenario as a precedent, with the rulings on `claims` under `expect`.

    Without claims, the scenario's own expectations are the ruling. Raises InputError if the rules do not decide a
    claim, if an expectation does not hold, or if the scenario is a precedent already; LimitError.
    """
    scenario = read(text)
    if scenario.precedent is not None:
        raise InputError.single("this scenario is a precedent already", scenario.file)
    if claims:
        text = _with_rulings(text, scenario, claims)
    elif not scenario.claims:
        help_ = "name the claims that were ruled on"
        raise InputError.single("the scenario expects nothing", scenario.file, help=help_)
    source = Source(text)
    values = ", ".join(f"{key}: {quoted(getattr(precedent, key))}" for key in KEYS if getattr(precedent, key))
    text = source.apply([source.added(("precedent",), f"{{{values}}}")])
    final = read(text)
    if not precedent.is_overruled:
        refuse_failing(final)
    return text


def refuse_failing(scenario: Scenario) -> Verdict:
    """Return the verdict on a scenario. Raises InputError for expectations that do not hold."""
    verdict = adjudicate(scenario, why="claims")
    failing = [claim for claim in verdict.claims if not claim.passed]
    if failing:
        first = failing[0]
        message = f"the law rules otherwise: `{first.kind}: {first.claim}` is {first.found}"
        raise InputError.single(message, first.place.file, first.place.line, first.place.column)
    return verdict


def _with_rulings(text: str, scenario: Scenario, claims: Sequence[str]) -> str:
    verdict = adjudicate(asking(scenario, claims), why="asked")
    pins = [pin for answer in verdict.answers for pin in _pins(answer, scenario.file)]
    source = Source(text)
    if (old := source.find("expect")) is not None:  # what it expected is not what was ruled on
        source = Source(source.apply([source.removed(old)]))
    return source.apply(added(source, None, pins))


def _pins(answer: Answer, file: str) -> list[Expectation]:
    """Return the expectations that say what an answer says. Raises InputError if there is no such expectation."""
    because = tuple(dict.fromkeys(ground.clause for ground in answer.grounds if ground.role in ROLES))
    odds = answer.by_reading[0].odds if len(answer.by_reading) == 1 else None
    if answer.status in ("always", "never"):
        return [Expectation(answer.status, answer.text, because=because)]
    if answer.status == "ambiguous":
        return [Expectation("ambiguous", answer.text, because=because)]
    if answer.status == "depends" and odds and not odds.unruled:
        if odds.low == odds.high:
            return [Expectation("odds", answer.text, str(odds.low), because)]
        sides = (("at_worst", odds.low), ("at_best", odds.high))
        return [Expectation(kind, answer.text, str(chance), because) for kind, chance in sides]
    raise InputError.single(f"the rules do not decide `{answer.text}`, so there is no ruling to record", file)


def file_name(title: str, text: str) -> str:
    """Return the name of a precedent's file: its title, and a digest so that no two are the same."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-")
    return f"{stem or 'precedent'}-{sha256(text.encode()).hexdigest()[:8]}.yaml"
