"""The JSON Schema of what is played and of what chance shows."""

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
from drakdom.report.starter import note, unslotted
from drakdom.rulebook import Chance, Phrase


class Play:
    """The sections `play:`, `draws:` and `rolls:`."""

    def __init__(self, words: Words) -> None:
        self.words, self.book = words, words.book

    def play(self) -> Schema:
        """Entries, each with what somebody does."""
        action = self.words.refer("action", self.action())
        deed: Schema = {"anyOf": [action, {"type": "string", "pattern": f"^{END_CUT}$"}]}
        if any(len(one.args) > 2 for one in self.book.actions.values()):
            deed = {"anyOf": [action, SCALAR]}
        deeds = self.words.refer("deeds", {"anyOf": [action, {"type": "array", "items": deed}, NOTHING]})
        actors = {name: described(deeds, says) for name, says in self.book.actors.items()}
        return {"type": "array", "items": {"type": "object", "properties": actors, "additionalProperties": deeds}}

    def action(self) -> Schema:
        """An action with its arguments, written out as far as that can be done."""
        actions = self.book.actions
        found: dict[str, str] = {}
        patterns: list[Schema] = []
        snippets: list[Schema] = []
        for one in actions.values():
            ways, says = dict(self.ways(one)), unslotted(one.says, one.args)
            found |= ways
            pattern = self.words.phrase(actions, one)
            if self.args_may_be_cut(one):
                pattern += rf"|{spelled(one.name)}{REST_CUT}"
            patterns.append({"type": "string", "pattern": whole(pattern)} | ({} if ways else {"description": says}))
            if not ways:
                words = " ".join([_written(one.name), *(f"<{kind.replace('_', ' ')}>" for kind in one.args)])
                snippets.append({"label": words, "description": says, "body": f"{_written(one.name)} "})
        return any_of([*offered(found), *patterns]) | {"defaultSnippets": snippets}

    def args_may_be_cut(self, one: Phrase | Chance) -> bool:
        """Whether there is a comma in it, written `fit(1, 2)`."""
        return len(one.args) > 1 or any(map(self.words.may_be_cut, one.args))

    def ways(self, one: Phrase) -> Iterator[tuple[str, str]]:
        """An action with every choice of its arguments, if these are words of the vocabulary and few."""
        choices = [dict(self.words.words(kind)) for kind in one.args]
        count = 1
        for words in choices:
            count *= len(words)
        if count > MOST_OFFERED:
            return
        for picks in product(*(words.items() for words in choices)):
            says = one.says.replace("{figure} ", "")
            for place, (_, meaning) in enumerate(picks, 1):
                says = says.replace(f"{{{place}}}", meaning)
            yield " ".join([_written(one.name), *(word for word, _ in picks)]), says

    def told(self) -> Schema:
        """What was drawn and thrown, by the name of the draw."""
        chances = self.book.chances
        shown = {one.name: described(self.shown(one), self.says(one), _written(one.name)) for one in chances.values()}
        keys = {name: self.words.phrase(chances, one) for name, one in chances.items()}
        patterns = {rf"^\s*(?:{keys[name]})\s*$": one for name, one in shown.items()}
        cut = any(self.args_may_be_cut(one) or self.may_show_a_comma(one) for one in chances.values())
        other = rf"^(?!\s*(?:{'|'.join(keys.values())})\s*$)"
        if cut:
            patterns |= {f"^{UNCLOSED}$": NOTHING, f"^{END_CUT}$": {}}
            other += f"(?!{UNCLOSED}$|{END_CUT}$)"
        values = {one.type: self.words.typed(one.type) for one in chances.values() if one.type in self.book.types}
        return {
            "type": ["object", "null"],
            "properties": {one.name: shown[one.name] for one in chances.values() if not one.args},
            "patternProperties": {**patterns, other: CUT if cut else False},
            "additionalProperties": any_of([*values.values()]),  # never reached: editors offer its words as values
            "defaultSnippets": [self.draw(one) for one in chances.values() if one.args],
        }

    def draw(self, one: Chance) -> Schema:
        """A draw to fill in."""
        label = " ".join([_written(one.name), *(f"<{kind.replace('_', ' ')}>" for kind in one.args)])
        slots = [f"${{{n}:{kind.replace('|', ' or ')}}}" for n, kind in enumerate(one.args, 1)]
        words = [word for word, _ in self.words.words(one.type)]
        shows = f"${{{len(slots) + 1}|{','.join(words)}|}}" if words else f"${{{len(slots) + 1}:{one.type}}}"
        return {"label": label, "description": self.says(one), "body": {" ".join([_written(one.name), *slots]): shows}}

    def may_show_a_comma(self, one: Chance) -> bool:
        """Whether its value, or a detail, may hold a comma in parentheses."""
        details = (kind for spec in one.details.values() for kind in kinds_in(spec.shape))
        return any(map(self.words.may_be_cut, (one.type, *details)))

    def says(self, one: Chance) -> str:
        """Its sentence, with the kinds of its words."""
        return unslotted(one.says, one.args)

    def shown(self, one: Chance) -> Schema:
        """A value, or several in turn; with details as a mapping."""
        value = self.words.typed(one.type)
        details = {
            spec.name: described(self.words.field(spec), note(spec, self.book), spec.name)
            for spec in one.details.values()
        }
        long = closed({"is": value, **details}, cut=self.may_show_a_comma(one), required=["is"])
        item: Schema = {"anyOf": [value, long]}
        items: Schema = {"anyOf": [value, long, SCALAR]} if self.words.may_be_cut(one.type) else item
        return self.words.refer(f"draw-{one.name}", {"anyOf": [value, long, {"type": "array", "items": items}]})


def _written(name: str) -> str:
    return name.replace("_", " ")
