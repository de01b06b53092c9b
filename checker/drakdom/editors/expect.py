"""The JSON Schema of the section `expect:` of scenarios."""

from __future__ import annotations

from typing import Any

from drakdom.editors.words import (
    CUT,
    NOTHING,
    SCALAR,
    Schema,
    Words,
    closed,
    described,
    offered,
    one_or_more,
)
from drakdom.rulebook import Phrase
from drakdom.rulebook.words import unslotted
from drakdom.scenario import KINDS

MEANINGS = {
    "always": "This happens, however open choices and chances turn out.",
    "never": "This cannot happen.",
    "sometimes": "This may or may not happen.",
    "odds": "Its probability: `1/2`, `0.5`, `50%`, or between two bounds, `1/4..1/2`.",
    "at_best": "Its probability if all choices favour it.",
    "at_worst": "Its probability if all choices oppose it.",
    "may": "An action that is allowed: `Name action`.",
    "may_not": "An action that is not allowed: `Name action`.",
    "illegal": "An action under `play` that is not allowed: `Name action`.",
    "unasked": "An action under `play` that did not come up, since nobody was asked for it: `Name action`.",
    "ambiguous": "This depends on the reading of a clause.",
    "gap": "A ruling is needed here, and no clause gives one.",
    "contradiction": "Clauses demand things that exclude each other.",
}
"""The kinds of claims, with their meanings."""

PROBABILITY: Schema = {
    "anyOf": [
        {"type": "number", "minimum": 0, "maximum": 1},
        {
            "type": "string",
            "pattern": r"^\s*[0-9]+(?:/[0-9]+|\.[0-9]+)?%?\s*(?:\.\.\s*[0-9]+(?:/[0-9]+|\.[0-9]+)?%?\s*)?$",
        },
    ]
}


def expectation(words: Words) -> Schema:
    """Return the schema of an item of `expect:`.

    Items for another rulebook use that rulebook's words, so nothing is required of them.
    """
    clauses = one_or_more(words.clause())
    kinds: dict[str, Any] = {kind: described(_claim(words, kind), MEANINGS[kind]) for kind in KINDS}
    reasons = {
        "because": described(clauses, "Clauses that must decide it."),
        "not_because": described(clauses, "Clauses that must not decide it."),
    }
    when = described(_condition(words), "The combinations of the matrix in which this is expected.")
    own = kinds | reasons
    joined = {rf"^\s*{name.replace('_', '[ -]+')}\s*$": claim for name, claim in own.items() if "_" in name}
    strict = {"properties": own | {"when": when}, "patternProperties": joined, "additionalProperties": CUT}
    of_another = {"when": {"type": "object", "required": ["rulebook"]}}
    # the type matters: editors try the condition on an item that is still empty
    elsewhere = {"type": "object", "required": ["when"], "properties": of_another}
    free = {"properties": {"when": {"properties": _laws(words)}}}
    return words.refer(
        "expectation", {"type": "object", "minProperties": 1, "if": elsewhere, "then": free, "else": strict}
    )


def _claim(words: Words, kind: str) -> Schema:
    book = words.book
    if kind in ("odds", "at_best", "at_worst"):
        odds = words.refer("probability", PROBABILITY)
        claims: Schema = {"type": ["object", "null"], "additionalProperties": {"anyOf": [odds, NOTHING]}}
        return claims
    if kind in ("may", "may_not", "illegal", "unasked"):
        return one_or_more(SCALAR)
    table = book.gaps if kind in ("gap", "contradiction") else book.events
    name = "gap" if table is book.gaps else "claim"
    return one_or_more(words.refer(name, SCALAR | {"defaultSnippets": [_snippet(phrase) for phrase in table.values()]}))


def questions(words: Words) -> Schema:
    """Return the schema of `ask:`: claims, or mappings from a moment to a claim."""
    claims = _claim(words, "always")
    by_moment: Schema = {"type": "object", "minProperties": 1, "additionalProperties": SCALAR}
    return {"anyOf": [claims, by_moment, {"type": "array", "items": {"anyOf": [claims, by_moment]}}]}


def _snippet(phrase: Phrase) -> Schema:
    """Return a claim to fill in, as a snippet."""
    label = f"{phrase.name}({', '.join(phrase.args)})" if phrase.args else phrase.name
    body = ", ".join(f"${{{n}:{kind.replace('|', ' or ')}}}" for n, kind in enumerate(phrase.args, 1))
    return {
        "label": label,
        "description": unslotted(phrase.says, phrase.args),
        "body": f"{phrase.name}({body})" if body else phrase.name,
    }


def _laws(words: Words) -> dict[str, Schema]:
    """Return the conditions of `when:` except readings."""
    book = words.book
    names = {
        "rulebook": {book.slug: book.title},
        "variants": {"none": "without any", **{variant.name: variant.title for variant in book.variants.values()}},
        "house_rules": {"none": "without any", **{rule.name: rule.title for rule in book.house_rules}},
    }
    schemas = {}
    for axis, choices in names.items():
        named: Schema = {"anyOf": [*offered(choices), SCALAR]}
        schemas[axis] = one_or_more({"anyOf": [named, {"type": "object"}]} if axis == "house_rules" else named)
    return schemas


def _condition(words: Words) -> Schema:
    """Return the schema of `when:`. Names of laws are offered, none is refused: the reader skips unknown ones."""
    readings = {
        reading.clause: described(
            one_or_more({"enum": list(dict.fromkeys([*reading.options, "none"]))}), reading.question
        )
        for reading in words.book.readings.values()
    }
    return closed(_laws(words) | readings) | {"type": ["object", "null"]}
