"""The words of a rulebook as JSON Schema: values of its types, patterns of its actions and draws.

A schema offers words that an editor can complete, and refuses only values that the reader refuses. The reader accepts a
word in several spellings (`trap room`, `trap-room`) and a number in quotes. YAML ends a value at a comma in
parentheses, but the reader does not. `{at: beyond(E4, 1, 0)}` is one value to the reader and three keys to an editor. A
schema must accept all of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from drakdom.rulebook import Chance, Choice, Field, ListOf, MapOf, Phrase, Rulebook, Shape, Single
from drakdom.terms import Term

Schema: TypeAlias = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
"""The draft that editors know best."""

SCALAR: Schema = {"type": ["string", "number", "boolean"]}
LINE: Schema = {"type": ["string", "number", "boolean", "null"]}
NOTHING: Schema = {"type": "null"}
FLAG: Schema = {
    "anyOf": [
        {"type": "boolean"},
        {"enum": ["yes", "no"]},
        {
            "type": "string",
            "pattern": r"^\s*(?:[Yy][Ee][Ss]|[Nn][Oo]|[Oo][Nn]|[Oo][Ff][Ff]|[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])\s*$",
        },
    ]
}
SQUARE = r"[A-Za-z]{1,2}[1-9][0-9]{0,2}"
NUMBER = "[+-]?[0-9]{1,6}"
ANYTHING = ".+"
CUT: Schema = {"type": "null", "errorMessage": "no such key here"}
"""Schema of the keys that YAML makes of the rest of a value cut at a comma."""
UNCLOSED = r"[^()]*\([^)]*"
"""The beginning of a value that YAML cut at a comma."""
REST_CUT = r"\s*\([^)]*"
"""The rest of such a value after its first word."""
END_CUT = r"[^(]*\)"
"""The end of such a value."""
MOST_OFFERED = 60
"""Greatest number of complete forms of an action to offer; with more, only its name is offered."""


def number(least: int | None = None, most: int | None = None) -> Schema:
    """Return the schema of an integer; the bounds do not apply in quotes."""
    bounds = {"minimum": least, "maximum": most}
    plain = {"type": "integer", **{key: value for key, value in bounds.items() if value is not None}}
    return {"anyOf": [plain, {"type": "string", "pattern": rf"^\s*{NUMBER}\s*$"}]}


def closed(properties: Mapping[str, Any], *, cut: bool = False, **more: Any) -> Schema:
    """Return the schema of a mapping of known keys; `cut` if a value in it may hold a comma in parentheses."""
    return {"type": "object", "properties": dict(properties), "additionalProperties": CUT if cut else False, **more}


def or_nothing(schema: Schema) -> Schema:
    """Return the schema with null allowed."""
    return {"anyOf": [schema, NOTHING]}


def one_or_more(schema: Schema) -> Schema:
    """Return the schema of a single value, a list, or null."""
    return {"anyOf": [schema, {"type": "array", "items": schema}, NOTHING]}


def offered(words: Mapping[str, str]) -> list[Schema]:
    """Return schemas of words with their meanings."""
    return [{"const": word, "description": says} if says else {"const": word} for word, says in words.items()]


def any_of(schemas: list[Schema]) -> Schema:
    """Return the schema of any of these; without alternatives it accepts nothing."""
    return {"anyOf": schemas} if schemas else {"not": {}}


def spelled(word: str) -> str:
    """Return a pattern for a word; its parts may be joined by spaces, hyphens or underscores."""
    return r"[\s_-]+".join(word.split("_"))


def whole(pattern: str) -> str:
    """Return a pattern for a whole value, with or without quotes of its own."""
    return rf'^\s*"?(?:{pattern})"?\s*$'


class Words:
    """Schemas of the types of one rulebook; `definitions` collects those in use."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.definitions: dict[str, Schema] = {}

    def refer(self, name: str, schema: Schema) -> Schema:
        """Add the schema as a definition and return a reference to it."""
        self.definitions[name] = schema
        return {"$ref": f"#/definitions/{name}"}

    # -- types ---------------------------------------------------------------------------------------------

    def typed(self, kind: str) -> Schema:
        """Return the schema of a value of a type; `a|b` is a value of either type."""
        kinds = kinds_of(kind)
        if "text" in kinds:
            schemas = [self._one(name) for name in kinds if name in self.book.types]
            return {"anyOf": [*schemas, LINE]} if schemas else LINE
        return self._one(kinds[0]) if len(kinds) == 1 else {"anyOf": [self._one(name) for name in kinds]}

    def _one(self, kind: str) -> Schema:
        book = self.book
        if kind == "int":
            return number()
        if kind == "bool":
            return FLAG
        if kind == "clause":
            return self.clause()
        if kind == "place" and not book.topology.graph:
            return self.place()
        if kind not in book.types and kind not in book.pools and kind != "dice":
            return SCALAR  # a figure or an actor: the file declares the names
        name = f"pool-{kind}" if kind in book.pools and kind not in book.types else kind
        if name not in self.definitions:
            self.definitions[name] = {"title": kind.replace("_", " "), **self._word(kind)}
        return {"$ref": f"#/definitions/{name}"}

    def _word(self, kind: str) -> Schema:
        """Return the schema of the words of a type, or of the faces of a pool."""
        words = dict(self.words(kind))
        numbers: list[Schema] = [{"const": int(word)} for word in words if word.isdigit()]
        if kind == "dice":
            numbers = [{"type": "integer", "minimum": 0}]
        return {"anyOf": [*offered(words), *numbers, {"type": "string", "pattern": whole(self.pattern(kind))}]}

    def words(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield the words of a type with their meanings, except those with open arguments."""
        book = self.book
        if kind in book.types:
            for choice in book.types[kind].choices.values():
                yield from self._choice(kind, choice)
        elif kind in book.pools:
            yield from (
                (str(face), "") for face in book.pools[kind].faces if not (isinstance(face, Term) and face.args)
            )
        elif kind == "dice":
            yield from ((die, "") for die in self._dice())

    def _choice(self, kind: str, choice: Choice) -> Iterator[tuple[str, str]]:
        if not choice.args:
            yield choice.name, choice.says
        elif len(choice.args) == 1 and choice.args[0] in self.book.types and choice.args[0] != kind:
            for inner in self.book.types[choice.args[0]].choices.values():
                if not inner.args:
                    yield f"{choice.name}({inner.name})", choice.says.replace("{1}", inner.says)

    def _dice(self) -> list[str]:
        return [name for name, pool in self.book.pools.items() if all(isinstance(face, int) for face in pool.faces)]

    def place(self) -> Schema:
        """Return the schema of a square or a named place."""
        if not self.book.topology.grid:
            return SCALAR
        pattern = whole("|".join([SQUARE, *(rf"{way}[\s(].*" for way in self.book.topology.ways.values())]))
        return self.refer("place", {"type": "string", "pattern": pattern, "errorMessage": "a square is written `E4`"})

    def clause(self) -> Schema:
        """Return the schema of a clause id; the texts of clauses are its descriptions."""
        if "clause" not in self.definitions:
            texts = {clause.id: clause.text for clause in self.book.ledger.values()}
            self.definitions["clause"] = {"title": "clause", **any_of(offered(texts))}
        return {"$ref": "#/definitions/clause"}

    # -- patterns ------------------------------------------------------------------------------------------

    def pattern(self, kind: str) -> str:
        """Return a pattern for the words of a type in all spellings."""
        patterns = dict.fromkeys(self._pattern(name) for name in kinds_of(kind))
        return ANYTHING if ANYTHING in patterns else "|".join(patterns)

    def _pattern(self, kind: str) -> str:
        book = self.book
        if kind in book.types:
            return "|".join(map(self._spellings, book.types[kind].choices.values())) or "(?!)"
        if kind in book.pools:
            named = [face for face in book.pools[kind].faces if isinstance(face, Term)]
            numbers = [NUMBER] if len(named) < len(book.pools[kind].faces) else []
            return "|".join(
                [*numbers, *dict.fromkeys(spelled(form.name) + (r"\s*\(.*" if form.args else "") for form in named)]
            )
        if kind == "dice":
            return "|".join([NUMBER, *(rf"{die}\s*(?:[+-].*)?" for die in self._dice())])
        if kind == "square" and book.topology.grid:
            return SQUARE
        return NUMBER if kind == "int" else ANYTHING

    def _spellings(self, choice: Choice) -> str:
        word = spelled(choice.name)
        if not choice.args:
            return word
        if len(choice.args) > 1:
            return rf"{word}(?:\s*\(|[\s_-]+\S).*"
        inner = (
            ".*"
            if self.may_be_cut(choice.args[0]) or not self._is_plain(choice.args[0])
            else self._pattern(choice.args[0])
        )
        return rf"{word}(?:\s*\(\s*(?:{inner})\s*\)|[\s_-]+(?:{inner}))"

    def _is_plain(self, kind: str) -> bool:
        """Return True for a type whose words have no arguments."""
        return kind in self.book.types and not any(choice.args for choice in self.book.types[kind].choices.values())

    def may_be_cut(self, kind: str, seen: frozenset[str] = frozenset()) -> bool:
        """Return True if a value of the type may hold a comma in parentheses."""
        for name in set(kinds_of(kind)) - seen:
            pool = self.book.pools.get(name)
            choices = self.book.types[name].choices.values() if name in self.book.types else ()
            if name == "text" or (pool and any(isinstance(face, Term) and face.args for face in pool.faces)):
                return True
            deeper = seen | {name}
            if any(
                len(choice.args) > 1 or any(self.may_be_cut(arg, deeper) for arg in choice.args) for choice in choices
            ):
                return True
        return False

    # -- fields --------------------------------------------------------------------------------------------

    def field(self, spec: Field) -> Schema:
        """Return the schema of a field's value."""
        return self.shape(spec.shape, spec.range)

    def shape(self, shape: Shape, bounds: tuple[int, int] | None = None) -> Schema:
        """Return the schema of a value of a shape."""
        if isinstance(shape, MapOf):
            return self.mapping(shape.key, self.shape(shape.value, bounds))
        value = number(*bounds) if shape.type == "int" and bounds else self.typed(shape.type)
        if isinstance(shape, Single):
            return value
        return one_or_more({"anyOf": [value, SCALAR]} if self.may_be_cut(shape.type) else value)

    def mapping(self, kind: str, value: Schema) -> Schema:
        """Return the schema of a mapping from a type, which may be null."""
        schema: Schema = {"type": ["object", "null"]}
        pattern = self.pattern(kind)
        if kind == "place" and self.book.topology.grid:
            pattern = rf"{SQUARE}|[a-z].*"
        if pattern == ANYTHING:
            return schema | {"additionalProperties": value}
        words = dict(self.words(kind))
        if words:
            schema["properties"] = {word: described(value, says) for word, says in words.items()}
        cut = CUT if self.may_be_cut(kind) else False
        return schema | {"patternProperties": {whole(pattern): value}, "additionalProperties": cut}

    def fields_may_be_cut(self, specs: Iterable[Field]) -> bool:
        """Return True if a value of one of the fields may hold a comma in parentheses."""
        return any(self.may_be_cut(kind) for spec in specs for kind in kinds_in(spec.shape))

    # -- phrases -------------------------------------------------------------------------------------------

    def phrase(self, table: Mapping[str, Phrase] | Mapping[str, Chance], spec: Phrase | Chance) -> str:
        """Return a pattern for a word with arguments (`move e`, `move(e)`) that excludes longer words of the table."""
        head = spelled(spec.name)
        longer = [spelled(name) for name in table if name.startswith(f"{spec.name}_")]
        before = f"(?!(?:{'|'.join(longer)})(?:[\\s(]|$))" if longer else ""
        args = [f'"?(?:{self.pattern(kind)})"?' for kind in spec.args]
        if not args:
            return rf"{before}{head}(?:\s*\(\s*\))?"
        spread, called = r"\s+".join(args), r"\s*,\s*".join(args)
        return rf"{before}{head}(?:\s+{spread}|\s*\(\s*{called}\s*\))"


def described(schema: Schema, says: str, title: str = "") -> Schema:
    """Return the schema with a description and a title, which editors show instead of inner ones."""
    head = {"title": title, "description": says} if title else {"description": says}
    if not says:
        return schema
    return {**head, "allOf": [schema]} if "$ref" in schema else {**head, **schema}


def kinds_of(kind: str) -> list[str]:
    """Split alternatives of types: `a|b` are two."""
    return [name.strip() for name in kind.split("|")]


def kinds_in(shape: Shape) -> Iterator[str]:
    """Yield the types in a shape."""
    if isinstance(shape, ListOf | Single):
        yield shape.type
    else:
        yield shape.key
        yield from kinds_in(shape.value)
