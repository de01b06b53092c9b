"""The declared specs of a vocabulary: types, fields with their facts, phrases, chances.

Everything is checked here, so that a scenario's reader may rely on it: every type is known, every template
is a term, every placeholder of a template is one that will be filled.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Map

from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.vocabulary import (
    BUILT_IN,
    Chance,
    Choice,
    Enumeration,
    Field,
    ListOf,
    MapOf,
    One,
    Phrase,
    Shape,
)
from drakdom.rulebook.words import did_you_mean, fold, short
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar, Sequence
from drakdom.terms import Term, TermError, Value, Var, parse_term, placeholders

_NAME = re.compile(r"[a-z][A-Za-z0-9_]*\Z")
_VALUE = re.compile(r"\s*([a-z][A-Za-z0-9_]*|[0-9]+)\s*(?:\(([^()]*)\))?\s*\Z")
_SLOT = re.compile(r"\{([^{}]*)\}")

FIELD_KEYS = ("type", "fact", "facts", "also", "required", "instead_of", "range", "default", "says")


class Specs(Nodes):
    """Reads declared specs against the known types."""

    def __init__(self, problems: Problems, types: set[str]) -> None:
        super().__init__(problems)
        self.types = types

    # -- types ---------------------------------------------------------------------------------------------

    def enumeration(self, key: Scalar, node: Node) -> Enumeration:
        """A type: `values` with what each means; a plain list of values will do."""
        what = f"the type `{key.text}`"
        if isinstance(node, Sequence):
            return Enumeration(key.text, {c.name: c for s in self.scalars(node, what) if (c := self.choice(s, ""))})
        spec = self.keyed(node, what, ("values", "must_be_ruled"))
        values = spec.get("values")
        if isinstance(values, Sequence):
            pairs = [(s, "") for s in self.scalars(values, what)]
        else:
            pairs = [(k, self.text(v, f"the meaning of `{k.text}`")) for k, v in self.entries(values, what)]
        if values is None:
            self.problems.add(key, f"{what} has no `values`")
        choices = {c.name: c for k, says in pairs if (c := self.choice(k, says))}
        ruled = self.flag(spec.get("must_be_ruled"), "`must_be_ruled`")
        return Enumeration(key.text, choices, ruled)

    def choice(self, key: Scalar, says: str) -> Choice | None:
        """One value of a type, `monster(monster_kind)`."""
        found = _VALUE.match(key.text)
        if not found:
            self.problems.add(key, f"`{short(key.text)}` is no word", "write lower-case words")
            return None
        args = tuple(a.strip() for a in (found[2] or "").split(",") if a.strip())
        for arg in args:
            self.known_type(key, arg)
        return Choice(found[1], args, says or found[1].replace("_", " "))

    def known_type(self, at: Scalar, name: str) -> bool:
        """Check a type's name; `a|b` are several."""
        missing = [part for part in name.split("|") if part.strip() not in self.types]
        for part in missing:
            help_ = did_you_mean(part, sorted(self.types))
            self.problems.add(at, f"`{short(part)}` is no type", help_)
        return not missing

    def type_names(self, node: Node | None, what: str) -> tuple[str, ...]:
        """A list of types."""
        return tuple(s.text for s in self.scalars(node, what) if self.known_type(s, s.text))

    def shape(self, node: Node, depth: int = 0) -> Shape | None:
        """What a field holds: a type, a list of it, or a mapping from type to type."""
        if isinstance(node, Scalar):
            return One(node.text) if self.known_type(node, node.text) else None
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

    def template(self, node: Node | None, slots: tuple[str, ...], what: str) -> Term | None:
        """A term whose placeholders are all among `slots`."""
        scalar = self.scalar(node, what)
        if scalar is None:
            return None
        try:
            term = parse_term(scalar.text)
        except TermError as error:
            self.problems.add(scalar, f"{what} `{short(scalar.text)}`: {error}")
            return None
        for name in placeholders(term):
            if name not in slots:
                known = [str(Var(s)) for s in slots]
                message = f"{what} `{short(scalar.text)}` has the unknown placeholder `${name}`"
                self.problems.add(scalar, message, did_you_mean(f"${name}", known))
        return term

    def templates(self, node: Node | None, slots: tuple[str, ...], what: str) -> tuple[Term, ...]:
        """A list of templates, or a single one."""
        return tuple(t for item in self.items(node, what) if (t := self.template(item, slots, what)))

    def sentence(self, node: Node | None, count: int, extra: tuple[str, ...], what: str) -> str:
        """A sentence with the slots {1}..{count} and some named ones."""
        scalar = self.scalar(node, what)
        if scalar is None:
            return ""
        known = [*map(str, range(1, count + 1)), *extra]
        for slot in _SLOT.findall(scalar.text):
            if slot not in known:
                there = ", ".join(f"{{{k}}}" for k in known) or "none"
                self.problems.add(scalar, f"the sentence has the unknown slot `{{{slot}}}`", f"known: {there}")
        return scalar.text

    # -- specs ---------------------------------------------------------------------------------------------

    def fields(self, node: Node | None, owner: tuple[str, ...], what: str) -> dict[str, Field]:
        """The fields of an owner, whose placeholders are `owner`."""
        found = ((key, self.field(key, value, owner)) for key, value in self.entries(node, what))
        fields = {key.text: made for key, made in found if made}
        for key, _ in self.entries(node, what):
            other = fields[key.text].instead_of if key.text in fields else ""
            if other and not (other in fields and fields[other].required):
                needed = [f.name for f in fields.values() if f.required]
                message = f"the field `{key.text}` stands instead of `{other}`, which is no required field"
                self.problems.add(key, message, did_you_mean(other, needed))
        return fields

    def field(self, key: Scalar, node: Node, owner: tuple[str, ...]) -> Field | None:
        """One field."""
        what = f"the field `{key.text}`"
        if not isinstance(node, Mapping):
            self.problems.add(node, f"{what} needs a `type` and a `fact`")
            return None
        spec = self.keyed(node, what, FIELD_KEYS)
        if "type" not in spec:
            self.problems.add(key, f"{what} has no `type`")
            return None
        shape = self.shape(spec["type"])
        slots = (*owner, *_slots(shape))
        facts = self.templates(spec.get("fact"), slots, "the template")
        facts += self.templates(spec.get("facts"), slots, "the template")
        also = self.templates(spec.get("also"), owner, "the template")
        if not {"fact", "facts", "also"} & set(spec):
            self.problems.add(key, f"{what} has no `fact`")
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
        )

    def bounds(self, node: Node | None) -> tuple[int, int] | None:
        """A range [least, most]."""
        found = self.integers(node, "`range`", 2)
        if node is not None and found and found[0] > found[1]:
            self.problems.add(node, f"`range` runs backwards, from {found[0]} to {found[1]}")
        return (found[0], found[1]) if found else None

    def phrases(self, node: Node | None, what: str, *, with_term: bool = False) -> dict[str, Phrase]:
        """Actions, events or gaps: `{args: [types], says: sentence}`, actions with their `term`."""
        found: dict[str, Phrase] = {}
        for key, value in self.entries(node, what):
            if not _NAME.match(key.text):
                self.problems.add(key, f"`{short(key.text)}` is no word", "write lower-case words")
                continue
            known = ("args", "term", "says") if with_term else ("args", "says", "either_order")
            spec = self.keyed(value, f"`{key.text}`", known)
            args = self.type_names(spec.get("args"), "`args`")
            slots = tuple(str(n) for n in range(1, len(args) + 1))
            usual = Term(key.text, tuple(Var(s) for s in slots))
            term = self.template(spec.get("term"), slots, "the template") if "term" in spec else None
            says = self.sentence(spec.get("says"), len(args), ("figure",) if with_term else (), "`says`")
            either = self.flag(spec.get("either_order"), "`either_order`")
            if either and (len(args) < 2 or args[0] != args[1]):
                self.problems.add(
                    key, f"`{key.text}` cannot have its arguments in either order: the first two must be alike"
                )
            found[key.text] = Phrase(key.text, args, term or usual, says, either)
        return found

    def secrets(self, node: Node | None, actors: Map[str, str]) -> dict[Term, Value]:
        """Fluents whose value one alone knows, `hand($figure): $figure`, and who that is."""
        found: dict[Term, Value] = {}
        for key, value in self.entries(node, "`secrets`"):
            whose = self.scalar(value, f"`{key.text}`")
            try:
                fluent = parse_term(key.text)
            except TermError as error:
                self.problems.add(key, f"`{short(key.text)}` is no fluent: {error}")
                continue
            if whose is None:
                continue
            slots = {str(Var(name)): Var(name) for name in placeholders(fluent)}
            if whose.text in slots or whose.text in actors:
                found[fluent] = slots.get(whose.text, Term(whose.text))
            else:
                known = [*actors, *slots]
                self.problems.add(
                    whose, f"`{short(whose.text)}` is nobody who decides", did_you_mean(whose.text, known)
                )
        return found

    def chances(self, node: Node | None, pools: Map[str, object]) -> dict[str, Chance]:
        """What may be told of dice and cards."""
        found: dict[str, Chance] = {}
        for key, value in self.entries(node, "`chances`"):
            name = fold(key.text)
            if not _NAME.match(name):
                self.problems.add(key, f"`{short(key.text)}` is no word", "write lower-case words")
                continue
            if name in found:
                self.problems.add(key, f"the chance `{name}` stands twice")
                continue
            spec = self.keyed(value, f"the chance `{key.text}`", ("args", "type", "key", "with", "says"))
            args = self.type_names(spec.get("args"), "`args`")
            slots = tuple(str(n) for n in range(1, len(args) + 1))
            usual = Term(name, tuple(Var(s) for s in slots))
            term = self.template(spec.get("key"), slots, "the key") if "key" in spec else None
            kind = self.scalar(spec.get("type"), "`type`")
            if kind is None:
                self.problems.add(key, f"the chance `{key.text}` has no `type`")
            elif kind.text not in pools:
                self.known_type(kind, kind.text)
            details = self.fields(spec.get("with"), (*slots, "k", "is"), "`with`")
            says = self.sentence(spec.get("says"), len(args), (), "`says`")
            found[name] = Chance(name, args, kind.text if kind else "any", term or usual, details, says)
        return found


def _slots(shape: Shape | None) -> tuple[str, ...]:
    if isinstance(shape, MapOf):
        return ("key", "key2", "value") if isinstance(shape.value, MapOf) else ("key", "value")
    return () if shape == One("bool") else ("value",)


def known_types(declared: tuple[str, ...]) -> set[str]:
    """The names that a spec may use."""
    return {*BUILT_IN, *declared}
