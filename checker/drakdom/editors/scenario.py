"""The JSON Schema of a rulebook's scenarios."""

from __future__ import annotations

from collections.abc import Mapping

from drakdom.editors.expect import expectation, questions
from drakdom.editors.play import Play
from drakdom.editors.words import (
    CUT,
    END_CUT,
    LINE,
    NOTHING,
    SCALAR,
    SQUARE,
    UNCLOSED,
    Schema,
    Words,
    any_of,
    closed,
    described,
    number,
    offered,
    one_or_more,
    or_nothing,
    spelled,
    whole,
)
from drakdom.report.starter_words import note
from drakdom.rulebook import Field, ListOf, MapOf, Rulebook
from drakdom.scenario import KEYS
from drakdom.scenario.play import COUNTED
from drakdom.scenario.precedent import KEYS as TEXTS
from drakdom.scenario.precedent import STATUSES

SECTIONS = {
    "title": "The dispute, in one sentence.",
    "rulebook": "The rulebook that it is about.",
    "variants": "Optional rules in force.",
    "without": "Clauses that are not in force here.",
    "house_rules": "House rules in force, by name or by their folder.",
    "board": "The squares and their contents, listed or drawn.",
    "figures": "The figures that take part, by name.",
    "state": "The state of the whole table when play begins.",
    "begin": "The phase, or other fluents of the state in which play begins.",
    "play": "The actions; those of one entry happen at once.",
    "standing": "Orders of figures that answer each question that `play` leaves open; the first allowed one counts.",
    "draws": "Results of draws; a draw that is not listed stays open.",
    "rolls": "Results of rolls; a roll that is not listed stays open.",
    "readings": "The readings of doubtful clauses.",
    "suppose": "Facts that the rules do not contain.",
    "until": "The moment with which play ends: a phase, which ends it with its first visit, or a round (`round 2`).",
    "ask": "The claims to answer, each as under `expect`; `round 2: claim` speaks of one moment.",
    "expect": "The expected results, and their reasons.",
    "skip": "The reason why checks skip this scenario.",
    "note": "Remarks for readers.",
    "precedent": "The record of a ruling: who ruled so, when, where that stands, and if it still counts.",
    "matrix": "The same dispute under several laws.",
}
"""The sections of a scenario, with their meanings."""


def scenario_schema(book: Rulebook, covered: bool = False) -> tuple[Schema, Words]:
    """Return the schema of a scenario, with its definitions; `book` includes the words of known house rules.

    Unknown words are refused only if all house rules are known, since others may add words. `covered`: all are known.
    """
    words = Words(book)
    sections = _Sections(words).all()
    top = {key: described(sections[key], SECTIONS[key], key) for key in (*KEYS, "matrix")}
    if covered:
        return closed(top, anyOf=_NAMES_A_RULEBOOK), words
    free = {key: {"description": SECTIONS[key]} for key in top}
    rules = words.refer("known-house-rules", _known_rules(book))
    whenever = {"house_rules": rules, "matrix": {"properties": {"house_rules": {"items": or_nothing(rules)}}}}
    return closed(free, anyOf=_NAMES_A_RULEBOOK) | {"if": {"properties": whenever}, "then": {"properties": top}}, words


_NAMES_A_RULEBOOK = [{"required": ["rulebook"]}, {"required": ["matrix"]}]


def _known_rules(book: Rulebook) -> Schema:
    """Return the schema of house rules whose words are known."""
    names = {"enum": ["none", "[]", *(rule.name for rule in book.house_rules)]}
    item: Schema = {"anyOf": [names, {"type": "object", "propertyNames": names}]}
    return one_or_more(item)


class _Sections:
    """Makes the schemas of a scenario's sections."""

    def __init__(self, words: Words) -> None:
        self.words, self.book = words, words.book

    def all(self) -> dict[str, Schema]:
        book, refer = self.book, self.words.refer
        chances = refer("told", Play(self.words).chances())
        variant = refer("variant", any_of(offered({variant.name: variant.title for variant in book.variants.values()})))
        house_rules = refer("house-rules", self.house_rules())
        return {
            "title": LINE,
            "rulebook": self.rulebook(),
            "variants": one_or_more(variant),
            "without": one_or_more(self.words.clause()),
            "house_rules": house_rules,
            "board": self.board(),
            "figures": self.figures(),
            "state": or_nothing(self.owner(book.state)),
            "begin": self.begin(),
            "play": or_nothing(Play(self.words).play()),
            "standing": or_nothing(self.standing()),
            "draws": chances,
            "rolls": chances,
            "readings": or_nothing(closed(self.readings())),
            "suppose": or_nothing(self.owner(book.suppose)),
            "until": SCALAR,
            "ask": or_nothing(questions(self.words)),
            "expect": or_nothing({"type": "array", "items": expectation(self.words)}),
            "skip": LINE,
            "note": LINE,
            "precedent": closed(dict.fromkeys(TEXTS, LINE) | {"status": {"enum": [*STATUSES]}}),
            "matrix": self.matrix(),
        }

    def rulebook(self) -> Schema:
        names = dict.fromkeys([self.book.slug, self.book.folder.resolve().name], self.book.title)
        return {"anyOf": [*offered(names), {"type": "string", "pattern": "/"}]}

    def house_rules(self) -> Schema:
        """Return the schema of house rules: names or folders, with or without parameters."""
        rules = self.book.house_rules
        folder: Schema = {"type": "string", "pattern": r"/|^\."}
        names = offered({rule.name: f"{rule.title}. {rule.intent}" for rule in rules})
        sets = {
            rule.name: or_nothing(
                closed(
                    {
                        parameter.name: described(number(*parameter.range), parameter.says)
                        for parameter in rule.parameters.values()
                    }
                )
            )
            for rule in rules
        }
        numbers: Schema = {
            "type": "object",
            "properties": sets,
            "patternProperties": {r"/|^\.": {}},
            "additionalProperties": False,
        }
        return one_or_more({"anyOf": [*names, folder, numbers]})

    # -- the state -----------------------------------------------------------------------------------------

    def owner(self, specs: Mapping[str, Field], required: tuple[str, ...] = ()) -> Schema:
        """Return the schema of the fields of a place, a figure or the table."""
        fields = {
            spec.name: described(self.words.field(spec), note(spec, specs, self.book), spec.name)
            for spec in specs.values()
        }
        more: Schema = {"required": list(required)} if required else {}
        return closed(fields, cut=self.words.fields_may_be_cut(specs.values()), **more)

    def board(self) -> Schema:
        place = self.words.refer("square", or_nothing(self.owner(self.book.places)))
        listed: Schema = {"type": ["object", "null"], "additionalProperties": place}
        if self.book.topology.grid:
            listed = {
                "type": ["object", "null"],
                "patternProperties": {whole(SQUARE): place},
                "additionalProperties": False,
            }
        if self.book.topology.graph:
            listed = self.words.mapping("place", place)
        sections = {"rooms": listed, "places": listed}
        if self.book.topology.grid:
            mark = r"^[^\[\]\-|<>^]$"
            legend = {
                "type": ["object", "null"],
                "patternProperties": {mark: self.legend()},
                "additionalProperties": False,
            }
            origin = described(self.words.place(), "The square in the south-west of the drawing.")
            sections |= {"map": {"type": "string"}, "legend": legend, "origin": origin}
        return or_nothing(closed(sections))

    def legend(self) -> Schema:
        """Return the schema of a mark: a figure, the fields of a square, or those of a link without its direction."""
        fields: dict[str, Schema] = {}
        for spec in self.book.places.values():
            if spec.shape == ListOf("direction"):
                fields[spec.name] = {}
            elif isinstance(spec.shape, MapOf) and spec.shape.key == "direction":
                inner = self.words.shape(spec.shape.value, spec.range)
                fields[spec.name] = {"anyOf": [inner, self.words.field(spec)]}
            else:
                fields[spec.name] = self.words.field(spec)
        cut = self.words.fields_may_be_cut(self.book.places.values())
        return {"anyOf": [SCALAR, NOTHING, closed(fields, cut=cut)]}

    def figures(self) -> Schema:
        specs = self.book.figures
        elsewhere = {spec.instead_of for spec in specs.values()} | {
            spec.name for spec in specs.values() if spec.is_place
        }
        required = tuple(spec.name for spec in specs.values() if spec.required and spec.name not in elsewhere)
        figure = self.words.refer("figure", self.owner(specs, required))
        return {"type": ["object", "null"], "additionalProperties": figure if required else or_nothing(figure)}

    def begin(self) -> Schema:
        """Return the schema of `begin:`: a phase, or fluents with their values."""
        phases = self.words.refer("a-phase", any_of(offered(self.book.phases)))
        fluents = {name: fluent for name, fluent in self.book.fluents.items() if name not in COUNTED}
        patterns = {}
        for name, fluent in fluents.items():
            args = r"\s*\([^()]*(?:\([^()]*\)[^()]*)*\)" if fluent.args else r"(?:\s*\(\s*\))?"
            patterns[rf"^\s*{spelled(name)}{args}\s*$"] = phases if name == "phase" else self.words.typed(fluent.value)
        cut = any(len(fluent.args) > 1 or any(map(self.words.may_be_cut, fluent.args)) for fluent in fluents.values())
        rest: Schema = {"patternProperties": {f"^{UNCLOSED}$": NOTHING, f"^{END_CUT}$": {}}} if cut else {}
        whole_keys: Schema = {"type": "object", "patternProperties": {**patterns, **rest.get("patternProperties", {})}}
        bare = {name: patterns[key] for name, key in zip(fluents, patterns, strict=True) if not fluents[name].args}
        whole_keys |= {"properties": bare, "additionalProperties": CUT if cut else False}
        return {"anyOf": [phases, whole_keys, NOTHING]}

    def standing(self) -> Schema:
        """Return the schema of `standing:`: orders by actor, each an action or one with a condition."""
        action = self.words.refer("action", Play(self.words).action())
        order: Schema = {"anyOf": [action, closed({"do": action, "if": {"type": "object"}}, required=["do"])]}
        orders = {"anyOf": [order, {"type": "array", "items": order}]}
        return {"type": "object", "additionalProperties": orders}

    # -- laws ----------------------------------------------------------------------------------------------

    def readings(self) -> dict[str, Schema]:
        return {reading.clause: self.reading(reading.clause) for reading in self.book.readings.values()}

    def reading(self, clause: str) -> Schema:
        reading = self.book.readings[clause]
        pattern: Schema = {"type": "string", "pattern": whole("|".join(map(spelled, reading.options)))}
        options = self.words.refer(f"reading-{clause}", {"anyOf": [*offered(reading.options), pattern]})
        return described(options, reading.question)

    def several(self, clause: str) -> Schema:
        option: Schema = {"$ref": f"#/definitions/reading-{clause}"}
        return described({"anyOf": [option, {"type": "array", "items": option}]}, self.book.readings[clause].question)

    def matrix(self) -> Schema:
        """Return the schema of `matrix:`: alternatives of laws and readings."""
        rulebooks: Schema = {"type": "array", "items": SCALAR}
        none: Schema = {"enum": ["none", "[]"]}
        variants: Schema = {"anyOf": [none, one_or_more({"$ref": "#/definitions/variant"})]}
        rules: Schema = {"anyOf": [none, {"$ref": "#/definitions/house-rules"}]}
        readings = {clause: self.several(clause) for clause in self.book.readings}
        sections = {
            "rulebook": {"anyOf": [SCALAR, rulebooks]},
            "variants": one_or_more(variants),
            "house_rules": one_or_more(rules),
            "readings": or_nothing(closed(readings)),
        }
        return closed(sections, minProperties=1)
