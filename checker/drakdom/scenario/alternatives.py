"""Alternatives to a scenario: other values of its fields, with their facts and the edits that write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import yaml

from drakdom.rulebook import Field, ListOf, MapOf, Rulebook, Single
from drakdom.rulebook import yamltext as nodes
from drakdom.rulebook.words import fold, number
from drakdom.scenario.edits import Edit, Source
from drakdom.scenario.facts import Facts, FieldReader
from drakdom.scenario.model import Scenario
from drakdom.scenario.typing import Words
from drakdom.terms import Term, Value, show

MOST_NEW = 8
"""A field that the scenario leaves out is tried only if it has at most this many values."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One change of one field. Changes with the same `slot` exclude each other.

    `removed` and `added` are facts, given(Fluent, Value) for the initial state; `is_new` if the field was left out.
    """

    slot: str
    says: str
    removed: frozenset[Term]
    added: frozenset[Term]
    edit: Edit
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Numbers:
    """A number field: its value `now`, its range `least` to `most`, and a function from value to change."""

    slot: str
    now: int
    least: int
    most: int
    change: Callable[[int], Alternative | None]


def alternatives(scenario: Scenario, source: Source) -> Iterator[Alternative | Numbers]:
    """Yield every change of a single field of the figures, the board, the state and the suppositions."""
    return _Finder(scenario, source).all()


def values_of(
    book: Rulebook, kind: str, figures: tuple[str, ...] = (), places: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the words of a kind, without those that take a name or a number as an argument."""
    words: list[str] = []
    for part in kind.split("|"):
        if part in book.types:
            words += _words(book, part)
        elif part in book.pools:
            words += [show(face) for face in book.pools[part].faces]
        elif part == "figure":
            words += figures
        elif part == "place":
            words += places
        elif part == "bool":
            words += ["yes", "no"]
    return tuple(dict.fromkeys(words))


def _words(book: Rulebook, kind: str) -> Iterator[str]:
    for choice in book.types[kind].choices.values():
        if not choice.args:
            yield choice.name
        elif len(choice.args) == 1 and choice.args[0] in book.types and choice.args[0] != kind:
            yield from (f"{choice.name}({inner})" for inner in _words(book, choice.args[0]))


class _Finder:
    """Finds the alternatives of one scenario."""

    def __init__(self, scenario: Scenario, source: Source) -> None:
        self.scenario, self.source, self.book = scenario, source, scenario.rulebook
        self.places = tuple(place for place in scenario.places if isinstance(place, str))

    def all(self) -> Iterator[Alternative | Numbers]:
        book = self.book
        for figure in self.scenario.figures:
            yield from self.owner(("figures", figure), book.figures, {"figure": figure}, f"of {figure}")
        for section in ("rooms", "places"):
            for key, _ in self.source.entries("board", section):
                place = key.upper() if book.topology.grid else key
                owner: Value = Term(fold(place)) if book.topology.graph else place
                yield from self.owner(("board", section, key), book.places, {"place": owner}, f"of {place}")
        yield from self.owner(("state",), book.state, {}, "of the state")
        yield from self.owner(("suppose",), book.suppose, {}, "that is supposed")

    def owner(
        self, path: tuple[str, ...], specs: Mapping[str, Field], env: dict[str, Value], possessor: str
    ) -> Iterator[Alternative | Numbers]:
        """Yield changes of the fields of one owner: those present, and those left out."""
        present = dict(self.source.entries(*path))
        for name, node in present.items():
            if name in specs:
                yield from self.field(specs[name], node, env, "/".join((*path, name)), f"{name} {possessor}")
        if not isinstance(self.source.find(*path), yaml.MappingNode):
            return
        for spec in specs.values():
            if spec.name not in present:
                yield from self.absent(spec, (*path, spec.name), env, f"{spec.name} {possessor}")

    def field(
        self, spec: Field, node: yaml.Node, env: dict[str, Value], slot: str, label: str
    ) -> Iterator[Alternative | Numbers]:
        """Yield other values of a field that is present."""
        shape = spec.shape
        if isinstance(shape, Single) and isinstance(node, yaml.ScalarNode):
            yield from self.single(spec, shape.type, node, env, slot, label)
        elif isinstance(shape, ListOf) and isinstance(node, yaml.SequenceNode):
            items = [item for item in node.value if isinstance(item, yaml.ScalarNode)]
            for item in items:
                removed = self.means(spec, item.value, env)
                yield Alternative(
                    f"{slot}/{item.value}",
                    f"{label} without {item.value}",
                    removed,
                    frozenset(),
                    self.source.removed(item),
                )
            had = {fold(item.value) for item in items}
            for word in self.choices(shape.type):
                if fold(word) not in had and (added := self.means(spec, word, env)) and node.value:
                    yield Alternative(
                        f"{slot}/{word}", f"{label} with {word}", frozenset(), added, self.source.appended(node, word)
                    )
        elif isinstance(shape, MapOf) and isinstance(shape.value, Single) and isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if isinstance(value, yaml.ScalarNode):
                    yield from self.entry(spec, shape.value.type, key.value, value, env, f"{slot}/{key.value}", label)

    def single(
        self, spec: Field, kind: str, node: yaml.ScalarNode, env: dict[str, Value], slot: str, label: str, key: str = ""
    ) -> Iterator[Alternative | Numbers]:
        """Yield other values of a field with a single value, or of one entry of a mapping."""
        removed = self.means(spec, node.value, env, key)

        def change(word: str) -> Alternative | None:
            added = self.means(spec, word, env, key)
            if added == removed or not (added or (kind == "bool" and not key)):
                return None
            edit = self.source.replaced(node, word)
            return Alternative(slot, f"{label}: {word} instead of {node.value}", removed - added, added - removed, edit)

        now = number(node.value)
        if kind == "int" and now is not None:
            least, most = spec.range or (now, now)
            yield Numbers(slot, now, least, most, lambda value: change(str(value)))
        else:
            yield from (alternative for word in self.choices(kind) if (alternative := change(word)))

    def entry(
        self, spec: Field, kind: str, key: str, node: yaml.ScalarNode, env: dict[str, Value], slot: str, label: str
    ) -> Iterator[Alternative | Numbers]:
        """Yield changes of one entry of a mapping: without it, and with other values."""
        removed = self.means(spec, node.value, env, key)
        says = f"{label}, {key}"
        yield Alternative(
            slot, f"{says}: nothing instead of {node.value}", removed, frozenset(), self.source.removed(node)
        )
        yield from self.single(spec, kind, node, env, slot, says, key)

    def absent(
        self, spec: Field, path: tuple[str, ...], env: dict[str, Value], label: str
    ) -> Iterator[Alternative | Numbers]:
        """Yield values for a field that is left out."""
        shape = spec.shape
        if spec.required or spec.instead_of or isinstance(shape, MapOf) or shape.type in ("int", "place", "figure"):
            return
        words = ("yes",) if shape.type == "bool" else self.choices(shape.type)
        if len(words) > MOST_NEW:
            return
        default = self.means(spec, spec.default, env) if spec.default else frozenset()
        for word in words:
            added = self.means(spec, word, env)
            if added and added != default:
                text = f"[{word}]" if isinstance(shape, ListOf) else word
                edit = self.source.added(path, text)
                yield Alternative("/".join(path), f"{label}: {word}", default - added, added - default, edit, True)

    def choices(self, kind: str) -> tuple[str, ...]:
        """Return the words of a kind in this scenario."""
        return values_of(self.book, kind, self.scenario.figures, self.places)

    def means(self, spec: Field, text: str, env: dict[str, Value], key: str = "") -> frozenset[Term]:
        """Return the facts of a value; empty if the value does not fit."""
        problems, facts = nodes.Problems(self.scenario.file), Facts()
        reader = FieldReader(problems, Words(self.book, self.scenario.figures, self.places), facts)
        value: nodes.Node = nodes.Scalar(text, 1, 1)
        if key:
            value = nodes.Mapping(((nodes.Scalar(key, 1, 1), value),), 1, 1)
        reader.field(spec, value, env, "it")
        if problems.by_place:
            return frozenset()
        return frozenset(facts.facts) | frozenset(Term("given", pair) for pair in facts.given)
