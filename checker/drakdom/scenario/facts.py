"""Fields of places, figures, state and suppositions, and the facts that they add."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Map
from dataclasses import dataclass, field

from drakdom.errors import Place
from drakdom.rulebook import Field, ListOf, MapOf, Shape, Single
from drakdom.rulebook.nodes import Nodes, truth
from drakdom.rulebook.words import did_you_mean_with, fold, short
from drakdom.rulebook.yamltext import Node, Problems, Scalar, Sequence
from drakdom.scenario.misfit import Misfit
from drakdom.scenario.typing import Words
from drakdom.terms import Term, Value, fill

MOST = 1_000_000


@dataclass
class Facts:
    """Collects facts, each once, with the place of the first mention."""

    facts: dict[Term, None] = field(default_factory=dict)
    given: dict[tuple[Value, Value], None] = field(default_factory=dict)
    sources: dict[Term, Place] = field(default_factory=dict)

    def add(self, fact: Term, place: Place | None = None) -> None:
        """Add a fact; given(Fluent, Value) sets a fluent of the initial state."""
        if fact.name == "given" and len(fact.args) == 2:
            self.given.setdefault((fact.args[0], fact.args[1]))
        else:
            self.facts.setdefault(fact)
        if place:
            self.sources.setdefault(fact, place)

    def fix(self, clause: str, option: str, place: Place) -> None:
        """Note the place of a stated reading. It is not a fact, since a caller may fix another reading."""
        self.sources.setdefault(Term("fixed", (clause, Term(option))), place)

    def give(self, fluent: Value, value: Value, place: Place | None = None) -> None:
        """Set a fluent of the initial state."""
        self.add(Term("given", (fluent, value)), place)

    def begin(self, fluent: Value, value: Value, place: Place) -> None:
        """Set a fluent of the initial state, in place of an earlier value."""
        for held in [held for held in self.given if held[0] == fluent]:
            del self.given[held]
            self.sources.pop(Term("given", held), None)
        self.give(fluent, value, place)


class FieldReader(Nodes):
    """Reads values by their declared fields and adds the facts."""

    def __init__(self, problems: Problems, words: Words, facts: Facts) -> None:
        super().__init__(problems)
        self.words = words
        self.facts = facts

    def note(self, at: Scalar, misfit: Misfit) -> None:
        """Note the faults of a misfit, each at the word itself if its offset is known."""
        for fault in misfit.faults:
            spot = at
            if fault.offset and not at.block:
                spot = Scalar(at.text, at.line, at.column + fault.offset + (0 if at.plain else 1))
            self.problems.add(spot, fault.message, fault.help)

    def value(self, kind: str, node: Node, label: str) -> Value | None:
        """Read a single typed value; None, with a problem, if it does not fit."""
        if isinstance(node, Sequence) and kind == "place" and len(node.items) > 1:
            squares = [f"`{short(i.text)}`" for i in node.items if isinstance(i, Scalar)]
            self.problems.add(node, f"{label} cannot be in several places, {' and '.join(squares)}")
            return None
        scalar = self.scalar(node, label)
        if scalar is None:
            return None
        if scalar.is_nothing and "text" not in kind and scalar.text not in self.words.figures:
            self.problems.add(scalar, f"{label} is empty")
            return None
        try:
            return self.words.read(kind, scalar.text)
        except Misfit as misfit:
            self.note(scalar, misfit)
            return None

    def fields(self, node: Node | None, specs: Map[str, Field], env: dict[str, Value], owner: str, at: Node) -> None:
        """Read the fields of one owner; `env` has the values of its placeholders."""
        seen: dict[str, Scalar] = {}
        for key, value in self.entries(node, owner):
            spec = specs.get(key.text)
            if spec is None:
                self.unknown_field(key, specs, owner)
                continue
            seen[spec.name] = key
            self.field(spec, value, env, owner)
        self.absent(specs, seen, env, owner, at)

    def unknown_field(self, key: Scalar, specs: Map[str, Field], owner: str) -> None:
        """Note a field that the vocabulary does not have."""
        self.problems.add(
            key,
            f"unknown field `{short(key.text)}` of {owner}",
            did_you_mean_with(key.text, {spec.name: spec.says for spec in specs.values()}),
        )

    def absent(
        self, specs: Map[str, Field], seen: Map[str, Scalar], env: dict[str, Value], owner: str, at: Node
    ) -> None:
        """Note required fields that are absent, and fill in defaults."""
        replaced = {specs[name].instead_of: key for name, key in seen.items() if specs[name].instead_of}
        for spec in specs.values():
            if spec.name in seen and spec.name in replaced:
                key = replaced[spec.name]
                self.problems.add(key, f"{owner} has both `{spec.name}` and `{short(key.text)}`", "give one of them")
            if spec.name in seen or spec.name in replaced:
                continue
            if spec.required:
                self.problems.add(at, f"{owner} has no `{spec.name}`", _help(spec, specs.values()))
            elif spec.default is not None:
                self.field(spec, Scalar(spec.default, at.line, at.column), env, owner)

    def field(self, spec: Field, node: Node, env: dict[str, Value], owner: str, source: Place | None = None) -> None:
        """Read one field and add its facts; `source` overrides their place in the file."""
        label = f"`{spec.name}` of {owner}"
        self.shaped(spec, spec.shape, node, env, label, source)
        for template in spec.also:
            self.facts.add(fill(template, env), source or self.problems.place(node))

    def shaped(
        self, spec: Field, shape: Shape, node: Node, env: dict[str, Value], label: str, source: Place | None
    ) -> None:
        """Read a value of a shape and add its facts."""
        if isinstance(shape, MapOf):
            name = "key2" if "key" in env else "key"
            first: dict[Value, Scalar] = {}
            for key, value in self.entries(node, label):
                typed = self.value(shape.key, key, label)
                if typed is not None and first.setdefault(typed, key) is not key:
                    line = first[typed].line
                    self.problems.add(key, f"duplicate `{short(key.text)}` in {label}, first in line {line}")
                elif typed is not None:
                    self.shaped(spec, shape.value, value, env | {name: typed}, label, source)
        elif isinstance(shape, ListOf):
            items = self.items(node, label)
            self.refuse_duplicates(items, label)
            for item in items:
                self.single(spec, shape.type, item, env, label, source)
        elif shape == Single("bool"):
            scalar = self.scalar(node, label)
            if scalar and truth(scalar.text) is None:
                self.problems.add(scalar, f"{label} must be `yes` or `no`, not `{short(scalar.text)}`")
            elif scalar and truth(scalar.text):
                self.emit(spec, env, source or self.problems.place(node))
        else:
            self.single(spec, shape.type, node, env, label, source)

    def refuse_duplicates(self, items: Iterable[Node], label: str) -> None:
        """Note a value that a list has twice: its facts are the same, so the law would see it once."""
        seen = set[str]()
        for item in items:
            word = fold(item.text) if isinstance(item, Scalar) else ""
            if word in seen:
                self.problems.add(item, f"duplicate `{short(word)}` in {label}")
            seen |= {word} if word else set()

    def single(
        self, spec: Field, kind: str, node: Node, env: dict[str, Value], label: str, source: Place | None
    ) -> None:
        """Read a value of a type, check its range and add its facts."""
        value = self.value(kind, node, label if kind != "place" else label.partition(" of ")[2] or label)
        if value is None:
            return
        counted = counts(spec)
        least, most = spec.range or (0 if counted else -MOST, MOST)
        if isinstance(value, int) and not least <= value <= most:
            self.problems.add(node, f"{label} is `{value}`, it must be between {least} and {most}")
            return
        if not counted or value:  # a card with count 0 cannot be drawn
            self.emit(spec, env | {"value": value}, source or self.problems.place(node))

    def emit(self, spec: Field, env: dict[str, Value], place: Place) -> None:
        """Add the facts of one value."""
        for template in spec.facts:
            self.facts.add(fill(template, env), place)


def counts(spec: Field) -> bool:
    """Return True if the field counts the cards of each kind in a deck."""
    return any((fact.name, len(fact.args)) == ("deck", 3) for fact in spec.facts)


def _help(absent: Field, specs: Iterable[Field]) -> str:
    """Return what a required field says, and the fields that may stand instead of it."""
    instead = (f"`{spec.name}` ({spec.says})" for spec in specs if spec.instead_of == absent.name)
    return "; or ".join(filter(None, [absent.says, *instead]))
