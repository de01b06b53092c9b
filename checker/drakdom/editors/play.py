"""The JSON Schemas of the sections `play:`, `draws:` and `rolls:`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from drakdom.editors.words import (
    CUT,
    END_CUT,
    MOST_OFFERED,
    NOTHING,
    REST_CUT,
    SCALAR,
    UNCLOSED,
    Schema,
    Words,
    any_of,
    closed,
    described,
    kinds_in,
    offered,
    spelled,
    whole,
)
from drakdom.report.starter_words import note
from drakdom.rulebook import Chance, Phrase
from drakdom.rulebook.words import unslotted


class Play:
    """The sections `play:`, `draws:` and `rolls:`."""

    def __init__(self, words: Words) -> None:
        self.words, self.book = words, words.book

    def play(self) -> Schema:
        """Return the schema of `play:`: entries with actions by actor."""
        action = self.words.refer("action", self.action())
        deed: Schema = {"anyOf": [action, {"type": "string", "pattern": f"^{END_CUT}$"}]}
        if any(len(phrase.args) > 2 for phrase in self.book.actions.values()):
            deed = {"anyOf": [action, SCALAR]}
        deeds = self.words.refer("deeds", {"anyOf": [action, {"type": "array", "items": deed}, NOTHING]})
        if self.book.has_players:
            deeds = {"anyOf": [deeds, {"type": "object", "additionalProperties": deeds}]}
        actors = {name: described(deeds, says) for name, says in self.book.actors.items()}
        return {"type": "array", "items": {"type": "object", "properties": actors, "additionalProperties": deeds}}

    def action(self) -> Schema:
        """Return the schema of an action; its arguments are written out if they are few."""
        actions = self.book.actions
        endings: dict[str, str] = {}
        patterns: list[Schema] = []
        snippets: list[Schema] = []
        for phrase in actions.values():
            ways, says = dict(self.ways(phrase)), unslotted(phrase.says, phrase.args)
            endings |= ways
            pattern = self.words.phrase(actions, phrase)
            if self.args_may_be_cut(phrase):
                pattern += rf"|{spelled(phrase.name)}{REST_CUT}"
            patterns.append({"type": "string", "pattern": whole(pattern)} | ({} if ways else {"description": says}))
            if not ways:
                words = " ".join([_written(phrase.name), *(f"<{kind.replace('_', ' ')}>" for kind in phrase.args)])
                snippets.append({"label": words, "description": says, "body": f"{_written(phrase.name)} "})
        return any_of([*offered(endings), *patterns]) | {"defaultSnippets": snippets}

    def args_may_be_cut(self, spec: Phrase | Chance) -> bool:
        """Return True if its arguments may hold a comma, as in `fit(1, 2)`."""
        return len(spec.args) > 1 or any(map(self.words.may_be_cut, spec.args))

    def ways(self, phrase: Phrase) -> Iterator[tuple[str, str]]:
        """Yield an action with each choice of arguments, if these are few and words of the vocabulary."""
        choices = [dict(self.words.words(kind)) for kind in phrase.args]
        count = 1
        for words in choices:
            count *= len(words)
        if count > MOST_OFFERED:
            return
        for picks in product(*(words.items() for words in choices)):
            says = phrase.says.replace("{figure} ", "")
            for place, (_, meaning) in enumerate(picks, 1):
                says = says.replace(f"{{{place}}}", meaning)
            yield " ".join([_written(phrase.name), *(word for word, _ in picks)]), says

    def chances(self) -> Schema:
        """Return the schema of `draws:` and `rolls:`: values by the name of the draw."""
        chances = self.book.chances
        shown = {
            chance.name: described(self.shown(chance), self.says(chance), _written(chance.name))
            for chance in chances.values()
        }
        keys = {name: self.words.phrase(chances, chance) for name, chance in chances.items()}
        patterns = {rf"^\s*(?:{keys[name]})\s*$": schema for name, schema in shown.items()}
        cut = any(self.args_may_be_cut(chance) or self.may_show_a_comma(chance) for chance in chances.values())
        no_match = rf"^(?!\s*(?:{'|'.join(keys.values())})\s*$)"
        if cut:
            patterns |= {f"^{UNCLOSED}$": NOTHING, f"^{END_CUT}$": {}}
            no_match += f"(?!{UNCLOSED}$|{END_CUT}$)"
        by_type: dict[str, list[str]] = {}
        for name, chance in chances.items():
            if chance.type in self.book.types:
                by_type.setdefault(chance.type, []).append(keys[name])
        return {
            "type": ["object", "null"],
            "properties": {chance.name: shown[chance.name] for chance in chances.values() if not chance.args},
            "patternProperties": {**patterns, no_match: CUT if cut else False},
            **({"allOf": [self.offered(kind, names) for kind, names in by_type.items()]} if by_type else {}),
            "defaultSnippets": [self.draw(chance) for chance in chances.values() if chance.args],
        }

    def offered(self, kind: str, keys: list[str]) -> Schema:
        """Return a schema that refuses nothing: editors offer its words where a draw of this type is stated.

        They take values from `additionalProperties` only, not from patterns of keys.
        """
        unlike = {"pattern": rf"^(?!\s*(?:{'|'.join(keys)})\s*$)"}
        return {
            "if": {"type": "object", "not": {"propertyNames": unlike}},
            "then": {"patternProperties": {"^": {}}, "additionalProperties": self.words.typed(kind)},
        }

    def draw(self, chance: Chance) -> Schema:
        """Return a draw to fill in, as a snippet."""
        label = " ".join([_written(chance.name), *(f"<{kind.replace('_', ' ')}>" for kind in chance.args)])
        slots = [f"${{{n}:{kind.replace('|', ' or ')}}}" for n, kind in enumerate(chance.args, 1)]
        words = [word for word, _ in self.words.words(chance.type)]
        shows = f"${{{len(slots) + 1}|{','.join(words)}|}}" if words else f"${{{len(slots) + 1}:{chance.type}}}"
        return {
            "label": label,
            "description": self.says(chance),
            "body": {" ".join([_written(chance.name), *slots]): shows},
        }

    def may_show_a_comma(self, chance: Chance) -> bool:
        """Return True if its value or a detail may hold a comma in parentheses."""
        details = (kind for spec in chance.details.values() for kind in kinds_in(spec.shape))
        return any(map(self.words.may_be_cut, (chance.type, *details)))

    def says(self, chance: Chance) -> str:
        """Return its sentence, with the types of its arguments."""
        return unslotted(chance.says, chance.args)

    def shown(self, chance: Chance) -> Schema:
        """Return the schema of its value, or of a list of values in order; a value with details is a mapping."""
        value = self.words.typed(chance.type)
        details = {
            spec.name: described(self.words.field(spec), note(spec, chance.details, self.book), spec.name)
            for spec in chance.details.values()
        }
        long = closed({"is": value, **details}, cut=self.may_show_a_comma(chance), required=["is"])
        item: Schema = {"anyOf": [value, long]}
        items: Schema = {"anyOf": [value, long, SCALAR]} if self.words.may_be_cut(chance.type) else item
        return self.words.refer(f"draw-{chance.name}", {"anyOf": [value, long, {"type": "array", "items": items}]})


def _written(name: str) -> str:
    return name.replace("_", " ")
