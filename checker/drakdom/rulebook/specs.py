"""Readers of a vocabulary's declarations: types, fields with their facts, phrases, chances.

They check every declaration: types are known, templates are terms, and their placeholders have values.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from collections.abc import Mapping as Map

from drakdom.rulebook.declarations import (
    BUILT_IN,
    Chance,
    Choice,
    Enumeration,
    Field,
    ListOf,
    MapOf,
    Only,
    Phrase,
    Shape,
    Single,
    slots_of,
    value_type,
)
from drakdom.rulebook.nodes import Nodes, as_fact
from drakdom.rulebook.restricted import Noted, read_only
from drakdom.rulebook.words import SLOT, did_you_mean, fold, number, short
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar, Sequence
from drakdom.terms import Term, TermError, Value, Var, parse_term, placeholders

_NAME = re.compile(r"[a-z][A-Za-z0-9_]*\Z")
_VALUE = re.compile(r"\s*+([a-z][A-Za-z0-9_]*|[0-9]+)\s*+(?:\(([^()]*)\)\s*+)?\Z")
_SLOT = re.compile(r"\{([^{}]*)\}")

FIELD_KEYS = ("type", "fact", "facts", "also", "required", "instead_of", "range", "default", "says", "only", "example")


class Specs(Nodes):
    """Reads declarations against the known types. `label` names a node in messages."""

    def __init__(self, problems: Problems, types: set[str]) -> None:
        super().__init__(problems)
        self.types = types
        self.noted: list[Noted] = []

    def is_word(self, key: Scalar) -> bool:
        """Check that a key is a word of lower case, as a term needs it."""
        valid = bool(_NAME.match(key.text))
        if not valid:
            self.problems.add(key, f"invalid word `{short(key.text)}`", "write lower-case words")
        return valid

    def meanings(self, node: Node | None, label: str) -> dict[str, str]:
        """Read words with their meanings, or a plain list of words."""
        pairs = self.worded(node, label)
        return {k.text: says or k.text.replace("_", " ") for k, says in pairs if self.is_word(k)}

    def worded(self, node: Node | None, label: str) -> list[tuple[Scalar, str]]:
        """Read keys with their meanings; the meanings of a plain list are empty."""
        if isinstance(node, Sequence):
            return [(scalar, "") for scalar in self.scalars(node, label)]
        return [(k, self.text(value, f"the meaning of `{k.text}`")) for k, value in self.entries(node, label)]

    # -- types ---------------------------------------------------------------------------------------------

    def enumeration(self, key: Scalar, node: Node) -> Enumeration:
        """Read a type: `values` with their meanings, or a plain list of values."""
        label = f"the type `{key.text}`"
        if isinstance(node, Sequence):
            words = filter(None, (self.choice(scalar, "") for scalar in self.scalars(node, label)))
            return Enumeration(key.text, {choice.name: choice for choice in words})
        spec = self.keyed(node, label, ("values", "must_be_ruled"))
        values = spec.get("values")
        if values is None:
            self.problems.add(key, f"{label} has no `values`")
        choices = {c.name: c for k, says in self.worded(values, label) if (c := self.choice(k, says))}
        ruled = self.flag(spec.get("must_be_ruled"), "`must_be_ruled`")
        return Enumeration(key.text, choices, ruled)

    def choice(self, key: Scalar, says: str) -> Choice | None:
        """Read one value of a type, such as `monster(monster_kind)`."""
        match = _VALUE.match(key.text)
        if not match:
            self.problems.add(key, f"invalid word `{short(key.text)}`", "write lower-case words")
            return None
        args = tuple(arg.strip() for arg in (match[2] or "").split(",") if arg.strip())
        for arg in args:
            self.known_type(key, arg)
        return Choice(match[1], args, says or match[1].replace("_", " "))

    def known_type(self, at: Scalar, name: str) -> bool:
        """Check the name of a type; `a|b` names two types."""
        missing = [part for part in name.split("|") if part.strip() not in self.types]
        for part in missing:
            help_ = did_you_mean(part, sorted(self.types))
            self.problems.add(at, f"unknown type `{short(part)}`", help_)
        return not missing

    def type_names(self, node: Node | None, label: str) -> tuple[str, ...]:
        """Return the valid types of a list."""
        return tuple(scalar.text for scalar in self.scalars(node, label) if self.known_type(scalar, scalar.text))

    def shape(self, node: Node, depth: int = 0) -> Shape | None:
        """Read the shape of a field: a type, a list of it, or a mapping from type to type."""
        if isinstance(node, Scalar):
            return Single(node.text) if self.known_type(node, node.text) else None
        if isinstance(node, Sequence):
            item = node.items[0] if len(node.items) == 1 else None
            if isinstance(item, Scalar):
                return ListOf(item.text) if self.known_type(item, item.text) else None
        elif len(node.entries) == 1 and depth < 2:
            ((key, value),) = node.entries
            inner = self.shape(value, depth + 1)
            return MapOf(key.text, inner) if self.known_type(key, key.text) and inner else None
        self.problems.add(node, "a type is a name, `[name]`, `{name: name}` or `{name: {name: name}}`")
        return None

    # -- templates -----------------------------------------------------------------------------------------

    def template(self, node: Node | None, slots: tuple[str, ...], label: str) -> Term | None:
        """Read a term; note placeholders that are not among `slots`."""
        scalar = self.scalar(node, label)
        if scalar is None:
            return None
        try:
            term = as_fact(parse_term(scalar.text))
        except ValueError as error:
            self.problems.add(scalar, f"{label} `{short(scalar.text)}`: {error}")
            return None
        for name in placeholders(term):
            if name not in slots:
                valid = [str(Var(slot)) for slot in slots]
                message = f"{label} `{short(scalar.text)}` has the unknown placeholder `${name}`"
                self.problems.add(scalar, message, did_you_mean(f"${name}", valid))
        return term

    def templates(self, node: Node | None, slots: tuple[str, ...], label: str) -> tuple[Term, ...]:
        """Read a list of templates, or a single one."""
        return tuple(t for item in self.items(node, label) if (t := self.template(item, slots, label)))

    def sentence(self, node: Node | None, count: int, extra: tuple[str, ...], label: str) -> str:
        """Read a sentence with the slots {1} to {count} and the named ones in `extra`."""
        scalar = self.scalar(node, label)
        if scalar is None:
            return ""
        valid = [*map(str, range(1, count + 1)), *extra]
        for slot in _SLOT.findall(scalar.text):
            name, *forms = slot.split("|")
            if name not in valid:
                listed = ", ".join(f"{{{k}}}" for k in valid) or "none"
                self.problems.add(scalar, f"the sentence has the unknown slot `{{{short(name)}}}`", f"known: {listed}")
            elif forms and not SLOT.fullmatch(f"{{{slot}}}"):
                self.problems.add(scalar, f"`{{{short(slot)}}}` needs two words", f"such as {{{name}|wound|wounds}}")
        return scalar.text

    # -- specs ---------------------------------------------------------------------------------------------

    def fields(self, node: Node | None, owner: tuple[str, ...], label: str) -> dict[str, Field]:
        """Read the fields of an owner, whose placeholders are `owner`."""
        pairs = ((key, self.field(key, value, owner)) for key, value in self.entries(node, label))
        fields = {key.text: made for key, made in pairs if made}
        for key, _ in self.entries(node, label):
            replaced = fields[key.text].instead_of if key.text in fields else ""
            if replaced and not (replaced in fields and fields[replaced].required):
                needed = [field.name for field in fields.values() if field.required]
                message = f"the field `{key.text}` replaces `{replaced}`, which is not a required field"
                self.problems.add(key, message, did_you_mean(replaced, needed))
        return fields

    def field(self, key: Scalar, node: Node, owner: tuple[str, ...]) -> Field | None:
        """Read one field; None if it has no valid type."""
        label = f"the field `{key.text}`"
        if not isinstance(node, Mapping):
            self.problems.add(node, f"{label} needs a `type` and a `fact`")
            return None
        spec = self.keyed(node, label, FIELD_KEYS)
        if "type" not in spec:
            self.problems.add(key, f"{label} has no `type`")
            return None
        slots = (*owner, *slots_of(shape := self.shape(spec["type"])))
        facts = self.templates(spec.get("fact"), slots, "the template")
        facts += self.templates(spec.get("facts"), slots, "the template")
        also = self.templates(spec.get("also"), owner, "the template")
        if not {"fact", "facts", "also"} & set(spec):
            self.problems.add(key, f"{label} has no `fact`")
        if shape is None:
            return None
        return Field(
            key.text,
            shape,
            facts,
            also,
            self.flag(spec.get("required"), "`required`"),
            self.text(spec.get("instead_of"), "`instead_of`"),
            self.bounds(spec.get("range")),
            self.maybe(spec.get("default"), "`default`"),
            self.text(spec.get("says"), "`says`"),
            read_only(self, spec.get("only"), next(iter(owner), ""), value_type(shape), self.noted),
            self.text(spec.get("example"), "`example`"),
            key.line,
        )

    def bounds(self, node: Node | None) -> tuple[int, int] | None:
        """Read a range [least, most]."""
        limits = self.integers(node, "`range`", 2)
        if node is not None and limits and limits[0] > limits[1]:
            self.problems.add(node, f"`range` runs backwards, from {limits[0]} to {limits[1]}")
        return (limits[0], limits[1]) if limits else None

    def phrases(
        self, node: Node | None, label: str, reserved: Collection[str] = (), *, with_term: bool = False
    ) -> dict[str, Phrase]:
        """Read actions, events or gaps: `{args: [types], says: sentence}`, and the `term` of an action."""
        phrases: dict[str, Phrase] = {}
        for key, value in self.entries(node, label):
            if not self.is_word(key):
                continue
            if key.text in reserved:
                self.problems.add(key, f"`{key.text}` is a word of the core, which no rulebook can define")
            keys = ("args", "term", "says", "only") if with_term else ("args", "says", "either_order", "silent")
            spec = self.keyed(value, f"`{key.text}`", keys)
            args = self.type_names(spec.get("args"), "`args`")
            slots = tuple(str(n) for n in range(1, len(args) + 1))
            usual = Term(key.text, tuple(Var(slot) for slot in slots))
            term = self.template(spec.get("term"), slots, "the template") if "term" in spec else None
            says = self.sentence(spec.get("says"), len(args), ("figure",) if with_term else (), "`says`")
            either = self.flag(spec.get("either_order"), "`either_order`")
            if either and (len(args) < 2 or args[0] != args[1]):
                self.problems.add(
                    key,
                    f"`{key.text}` cannot have its arguments in either order: its first two must have one type",
                )
            only, silent = self.onlys(spec.get("only"), args), self.flag(spec.get("silent"), "`silent`")
            phrases[key.text] = Phrase(key.text, args, term or usual, says, either, only, silent)
        return phrases

    def onlys(self, node: Node | None, args: tuple[str, ...]) -> dict[int, Only]:
        """Read the restrictions of an action's arguments, by their numbers."""
        restrictions: dict[int, Only] = {}
        for key, value in self.entries(node, "`only`"):
            place = number(key.text) or 0
            if not 1 <= place <= len(args):
                message = f"`only` names the arguments of an action by their numbers, not `{short(key.text)}`"
                self.problems.add(key, message, f"there are {len(args)}")
            elif only := read_only(self, value, "figure", args[place - 1], self.noted):
                restrictions[place] = only
        return restrictions

    def secrets(self, node: Node | None, actors: Map[str, str]) -> dict[Term, Value]:
        """Map each secret fluent to the actor that knows its value, as in `hand($figure): $figure`."""
        secrets: dict[Term, Value] = {}
        for key, value in self.entries(node, "`secrets`"):
            holder = self.scalar(value, f"`{key.text}`")
            try:
                fluent = parse_term(key.text)
            except TermError as error:
                self.problems.add(key, f"`{short(key.text)}` is not a fluent: {error}")
                continue
            if holder is None:
                continue
            slots = {str(Var(name)): Var(name) for name in placeholders(fluent)}
            if holder.text in slots or holder.text in actors:
                secrets[fluent] = slots.get(holder.text, Term(holder.text))
            else:
                valid = [*actors, *slots]
                self.problems.add(holder, f"unknown actor `{short(holder.text)}`", did_you_mean(holder.text, valid))
        return secrets

    def chances(self, node: Node | None, pools: Map[str, object]) -> dict[str, Chance]:
        """Read the rolls and draws that a scenario may state."""
        chances: dict[str, Chance] = {}
        for key, value in self.entries(node, "`chances`"):
            name = fold(key.text)
            if not _NAME.match(name):
                self.problems.add(key, f"invalid word `{short(key.text)}`", "write lower-case words")
                continue
            if name in chances:
                self.problems.add(key, f"duplicate chance `{name}`")
                continue
            spec = self.keyed(value, f"the chance `{key.text}`", ("args", "type", "key", "with", "says"))
            args = self.type_names(spec.get("args"), "`args`")
            slots = tuple(str(n) for n in range(1, len(args) + 1))
            usual = Term(name, tuple(Var(slot) for slot in slots))
            term = self.template(spec.get("key"), slots, "the key") if "key" in spec else None
            kind = self.scalar(spec.get("type"), "`type`")
            if kind is None:
                self.problems.add(key, f"the chance `{key.text}` has no `type`")
            elif kind.text not in pools:
                self.known_type(kind, kind.text)
            details = self.fields(spec.get("with"), (*slots, "k", "is"), "`with`")
            says = self.sentence(spec.get("says"), len(args), (), "`says`")
            chances[name] = Chance(name, args, kind.text if kind else "any", term or usual, details, says)
        return chances


def known_types(declared: tuple[str, ...]) -> set[str]:
    """Return the built-in types and the declared ones."""
    return {*BUILT_IN, *declared}
