"""The JSON Schemas of rulebooks, house rules and ledgers.

These files declare the words that they use, so known words are offered and none is refused.
"""

from __future__ import annotations

from typing import Any

from drakdom.editors.board import NAME, graph
from drakdom.editors.words import (
    FLAG,
    LINE,
    NOTHING,
    SCALAR,
    Schema,
    Words,
    closed,
    described,
    number,
    offered,
    one_or_more,
    or_nothing,
)
from drakdom.rulebook import BUILT_IN, Rulebook
from drakdom.rulebook.graph import FILE as BOARD
from drakdom.rulebook.house import VOCABULARY
from drakdom.rulebook.house_read import KEYS as HOUSE_KEYS
from drakdom.rulebook.ledger import KINDS
from drakdom.rulebook.ledger import KNOWN as CLAUSE_KEYS
from drakdom.rulebook.read import KEYS
from drakdom.rulebook.specs import FIELD_KEYS

SECTIONS = {
    "title": "Its title.",
    "slug": "Its name in scenarios and commands.",
    "language": "The language of the source: `en`.",
    "edition": "Which edition it is.",
    "source": "The source of the clauses.",
    "entry_name": "The word for one entry of play: `round`.",
    "move_name": "The word for one move of `drakdom paths`, if it is not an entry: `step`.",
    "phases": "The moments in order, each with its words for people.",
    "formerly": "Former words of phases, each with the word that has replaced it.",
    "glossary": "The terms that names of the law are made of, each with its forms: `flee, fled`.",
    "start": "The state before anything happens, `fluent: value`.",
    "pools": "Dice: `t6: 6`, a list of faces, `{sum: [6, 6]}`, `{dice: 3, of: t6}`.",
    "topology": "The connections between places.",
    "types": "Enumerations: `values` with their words.",
    "board": "`places`: the fields of a place.",
    "figures": "The fields of a figure.",
    "actors": "Actors that decide without a figure on the board, each with its words.",
    "state": "The fields of the whole table.",
    "secrets": "Fluents whose value only one actor knows, with that actor.",
    "actions": "The actions of players.",
    "chances": "The draws and rolls that scenarios may state.",
    "suppose": "The fields of facts that the source does not contain.",
    "variants": "Optional rules.",
    "readings": "Doubtful clauses by id, with how they may be read.",
    "events": "The events that claims may name.",
    "gaps": "The gaps that verdicts report.",
    "words": "Words of the law that no type declares.",
    "silent": "Predicates of the law that short explanations leave out, such as those of the map.",
    "name": "Its name in commands; by default its folder's name.",
    "intent": "Its purpose, in one sentence.",
    "base": "The rulebook that it is for.",
    "clauses": "The clauses that it adds.",
    "replaced": "Clauses that are out of force under it.",
    "parameters": "Numbers that a table may set.",
    "needs": "Optional rules or house rules without which it makes no sense.",
    "excludes": "Optional rules or house rules that it cannot stand beside.",
    "intended": "Findings of an audit that are meant so: `invariant two_places(_)`, `never applies XX-GATE-001`.",
}
"""The sections of a rulebook.yaml and of a house.yaml, with their meanings."""

_SLUG = r"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$"
_VALUE = r"^\s*[a-z0-9][A-Za-z0-9_|]*\s*(?:\([^()]*)?\)?\s*$"  # a whole value, or a part that YAML cut at a comma
_OWN_CLAUSE = r"^HOUSE-"


def rulebook_schema(book: Rulebook) -> tuple[Schema, Words]:
    """Return the schema of a rulebook.yaml, with its definitions."""
    words = Words(book)
    sections = _vocabulary(words)
    sections |= dict.fromkeys(("title", "slug", "language", "edition", "source", "entry_name", "move_name"), LINE)
    return closed({key: described(sections[key], SECTIONS[key]) for key in KEYS}, required=["title"]), words


def house_rule_schema(book: Rulebook) -> tuple[Schema, Words]:
    """Return the schema of a house.yaml for the rulebook, with its definitions."""
    words = Words(book)
    vocabulary = _vocabulary(words)
    sections = {section: vocabulary[section] for section in VOCABULARY}
    titles = {
        **{rule.name: rule.title for rule in book.variants.values()},
        **{rule.name: rule.title for rule in book.house_rules},
    }
    rule_name = {"anyOf": [*offered(titles), SCALAR]}
    parameter = closed({"default": number(), "range": _pair(), "says": LINE}, cut=True, required=["default", "range"])
    id_: Schema = {"type": "string", "pattern": _OWN_CLAUSE}
    cited = {"anyOf": [words.clause(), {"type": "string", "pattern": _OWN_CLAUSE}]}
    sections |= {
        "title": LINE,
        "name": or_nothing({"type": "string", "pattern": _SLUG}),
        "intent": LINE,
        "base": {"const": book.slug},
        "clauses": {"type": "array", "items": _clause(words, id_, cited)},
        "replaced": one_or_more(words.clause()),
        "parameters": or_nothing(
            {"type": "object", "propertyNames": {"pattern": NAME}, "additionalProperties": parameter}
        ),
        "needs": one_or_more(rule_name),
        "excludes": one_or_more(rule_name),
        "intended": one_or_more(LINE),
    }
    top = {key: described(sections[key], SECTIONS[key]) for key in HOUSE_KEYS}
    return closed(top, required=["intent", "base", "clauses"]), words


def ledger_schema(book: Rulebook) -> tuple[Schema, Words]:
    """Return the schema of a clauses.yaml, with its definitions. Other top-level keys of a ledger are for people."""
    words = Words(book)
    clause = _clause(words, SCALAR, SCALAR)
    return {
        "type": "object",
        "properties": {"clauses": {"type": "array", "items": clause}},
        "required": ["clauses"],
    }, words


def _clause(words: Words, id_: Schema, cited: Schema) -> Schema:
    """Return the schema of a clause; `cited` is the schema of the ids that it may name."""
    ids = one_or_more(cited)
    variants = offered({variant.name: variant.title for variant in words.book.variants.values()})
    says: dict[str, tuple[Schema, str]] = {
        "id": (id_, ""),
        "section": (LINE, "Its place in the source."),
        "topic": (LINE, "Its topic: its law is in the file of that name."),
        "kind": ({"enum": list(KINDS)}, "Its kind of effect."),
        "text": (LINE, "Its content, in words of our own."),
        "overrides": (ids, "Clauses that yield to it."),
        "refers": (ids, "Clauses that one has to know to understand it."),
        "restates": (or_nothing(cited), "The clause that it repeats."),
        "variant": ({"anyOf": [*variants, LINE]}, "The optional rule that it belongs to."),
        "adjudicable": (or_nothing(FLAG), "Whether it can decide anything."),
        "why_not": (LINE, "Why it decides nothing."),
        "moot": (LINE, "Why no outcome can ever depend on it."),
        "source_number": ({}, "Its number in the source."),
    }
    fields = {key: described(*says[key]) for key in CLAUSE_KEYS}
    return words.refer("one-clause", closed(fields, required=["id", "kind"]))


# -- the vocabulary ----------------------------------------------------------------------------------------


def _vocabulary(words: Words) -> dict[str, Schema]:
    """Return the schemas of a vocabulary's sections."""
    types = words.refer("type", _type_name(words.book))
    fields = words.refer("fields", _named(_field(types)))
    args = one_or_more(types)
    says = {"args": args, "says": LINE}
    flags = {key: or_nothing(FLAG) for key in ("either_order", "silent")}
    phrases = _named(or_nothing(closed(says | flags, cut=True)), NAME)
    chance = closed(says | {"type": types, "key": SCALAR, "with": fields}, cut=True, required=["type"])
    variant = or_nothing(closed({"title": LINE, "requires": one_or_more(SCALAR), "excludes": one_or_more(SCALAR)}))
    meanings = words.refer(
        "meanings", {"anyOf": [{"type": "array", "items": SCALAR}, _named(LINE, NAME), SCALAR, NOTHING]}
    )
    options = {"type": "object", "propertyNames": {"pattern": NAME}, "additionalProperties": LINE, "minProperties": 2}
    reading = closed({"question": LINE, "options": options}, required=["options"])
    return {
        "phases": meanings,
        "formerly": _named(LINE, NAME),
        "glossary": _named(LINE),
        "start": _named(SCALAR),
        "pools": _named(_pool(), NAME),
        "topology": or_nothing(_topology(words)),
        "types": _named(_enumeration(), NAME),
        "board": or_nothing(closed({"places": fields})),
        "figures": fields,
        "actors": meanings,
        "state": fields,
        "secrets": _named(LINE),
        "actions": _named(
            or_nothing(closed(says | {"term": SCALAR, "only": _named(_only(), r"^[1-9]$")}, cut=True)), NAME
        ),
        "chances": _named(chance),
        "suppose": fields,
        "variants": _named(variant),
        "readings": _named(reading),
        "events": phrases,
        "gaps": phrases,
        "words": meanings,
        "silent": meanings,
    }


def _named(value: Schema, pattern: str = "") -> Schema:
    """Return the schema of a mapping from names, which may be empty."""
    names: dict[str, Any] = {"propertyNames": {"pattern": pattern}} if pattern else {}
    return {"type": ["object", "null"], "additionalProperties": value, **names}


def _pair() -> Schema:
    return {"type": "array", "items": number(), "minItems": 2, "maxItems": 2}


def _type_name(book: Rulebook) -> Schema:
    """Return the schema of a type's name: built in, of the vocabulary, or declared in the file."""
    says = dict.fromkeys(BUILT_IN, "built in")
    says |= {name: " | ".join(enumeration.choices) for name, enumeration in book.types.items()}
    return {"anyOf": [*offered(says), {"type": "string", "pattern": r"^[a-z|][A-Za-z0-9_| ]*$"}]}


def _field(types: Schema) -> Schema:
    mapping: Schema = {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": types}
    inner = {"anyOf": [types, {"type": "array", "items": types, "minItems": 1, "maxItems": 1}, mapping]}
    shape = {"anyOf": [*inner["anyOf"], {**mapping, "additionalProperties": inner}]}
    templates = one_or_more(SCALAR)
    says: dict[str, tuple[Schema, str]] = {
        "type": (shape, "A type, `[type]` for a list, `{type: type}` for a mapping."),
        "fact": (templates, "The fact that it states to the law: `given(at($figure), $value)`."),
        "facts": (templates, "Several facts."),
        "also": (templates, "Facts that do not depend on the value."),
        "required": (or_nothing(FLAG), "Whether it must be given."),
        "instead_of": (LINE, "The required field that it replaces."),
        "range": (_pair(), "The least and the most that a number may be."),
        "default": (LINE, "The value if it is not given."),
        "says": (LINE, "Its meaning."),
        "example": (LINE, "A value as a scenario writes it."),
        "only": (_only(), "The allowed words or sorts of places, always or by a field: `{kind: {army: [land]}}`."),
    }
    needs = [{"required": [key]} for key in ("fact", "facts", "also")]
    return closed({key: described(*says[key]) for key in FIELD_KEYS}, cut=True, required=["type"], anyOf=needs)


def _only() -> Schema:
    words: Schema = {"anyOf": [SCALAR, NOTHING, {"type": "array", "items": SCALAR}]}
    by_word = {"type": "object", "additionalProperties": words}
    return {
        "anyOf": [words, {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": by_word}]
    }


def _enumeration() -> Schema:
    pairs: Schema = {"type": "object", "propertyNames": {"pattern": _VALUE}, "additionalProperties": LINE}
    plain: Schema = {"type": "array", "items": SCALAR}
    values = {"anyOf": [plain, pairs, SCALAR, NOTHING]}
    flags = {key: or_nothing(FLAG) for key in ("must_be_ruled", "encoded")}
    return {"anyOf": [plain, closed({"values": values, **flags}, required=["values"])]}


def _pool() -> Schema:
    dice = {"anyOf": [number(1, 1000), {"type": "array", "items": number(1, 1000), "minItems": 1, "maxItems": 10}]}
    bag = closed({"dice": number(1, 10), "of": SCALAR}, required=["dice", "of"])
    return {
        "anyOf": [number(1, 1000), {"type": "array", "items": SCALAR}, closed({"sum": dice}, required=["sum"]), bag]
    }


def _topology(words: Words) -> Schema:
    word: Schema = {"type": "string", "pattern": NAME}
    sections = {
        "grid": described(_named(_pair(), NAME), "The directions and their steps, east and north."),
        "ways": described(_named(word, NAME), "Ways that lead off the grid: `down: below`."),
        "size": described(_pair(), "Columns and rows, where the board ends."),
    }
    own = {"anyOf": [{"const": BOARD}, graph(words)]}
    sections["graph"] = described(own, f"Places and links in place of a grid, or `{BOARD}`, the file that holds them.")
    return closed(sections)
