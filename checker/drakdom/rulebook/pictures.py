"""The looks of a rulebook's boards: its `pictures.yaml`, or defaults derived from the vocabulary.

A sight is a pattern with the look of its matches. The pattern matches a fluent of a state (`given(Fluent, Value)`),
an event, or any other fact of a scenario. The looks are few and belong to no game; the default is a badge with the
first letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from drakdom.rulebook.declarations import Field, ListOf, MapOf, Single
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.read import stamp
from drakdom.rulebook.sights import (
    BADGE,
    EVENT_SECTIONS,
    FILE,
    LABELLED,
    LOOKS,
    MORE_SLOTS,
    NOTHING,
    SECTIONS,
    SLOTS,
    Pictures,
    Sight,
    functor,
    kind_of,
)
from drakdom.rulebook.vocabulary import Rulebook
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulebook.yamltext import Mapping as Entries
from drakdom.rulebook.yamltext import Node, Scalar, read_yaml
from drakdom.terms import Term, TermError, Var, parse_term, placeholders, substitute

__all__ = ["FILE", "LABELLED", "LOOKS", "NOTHING", "SECTIONS", "Pictures", "Sight", "functor", "load_pictures"]


def load_pictures(book: Rulebook) -> Pictures:
    """Return the sights of a rulebook. Raises InputError with all faults of its `pictures.yaml`."""
    file = book.folder / FILE
    declared = _read(file, book, stamp(file)) if file.exists() else {}
    usual = tuple(_usual(book))
    return Pictures(
        {
            section: declared[section] if section in declared else tuple(sight for of, sight in usual if of == section)
            for section in SECTIONS
        }
    )


# -- without a declaration -------------------------------------------------------------------------------------


def _usual(book: Rulebook) -> Iterable[tuple[str, Sight]]:
    """Yield the default sights with their sections: exits, obstacles, places of figures, by the declared fields."""
    if book.topology.graph:
        yield "floors", Sight(Term("sort", (Var("place"), Var("what"))), {}, "plain", "sort", by_word=True, kind="sort")
    lists = [place.name for place in book.places.values() if place.shape == ListOf("direction")]
    exits = "exits" if "exits" in lists else (lists or [""])[0]
    floor = next((place.name for place in book.places.values() if _is_enumerated(place, book)), "")
    for field in book.places.values():
        if field.shape == ListOf("direction"):
            yield from _sights("exits" if field.name == exits else "barriers", field, {"value": "side"})
        elif isinstance(field.shape, MapOf) and field.shape.key == "direction":
            yield from _sights("barriers", field, {"key": "side", "value": "what"})
        elif field.name == floor:
            yield from _sights("floors", field, {"value": "what"}, "plain")
        else:
            yield from _sights("markers", field, _what(field))
    for field in book.figures.values():
        if field.required and field.is_place:
            yield from _sights("at", field, {"value": "place"})
        elif field.required and _is_enumerated(field, book):
            yield from _sights("kinds", field, {"value": "what"}, "disc")
        elif field.shape == Single("bool"):
            yield from _sights("notes", field, {})


def _is_enumerated(field: Field, book: Rulebook) -> bool:
    return isinstance(field.shape, Single) and field.shape.type in book.types and field.shape.type != "direction"


def _what(field: Field) -> dict[str, str]:
    return {"key": "what"} if isinstance(field.shape, MapOf) else {"value": "what"}


def _sights(
    section: str, field: Field, roles: Mapping[str, str], otherwise: str = BADGE
) -> Iterable[tuple[str, Sight]]:
    """Yield the facts of a field as sights; `roles` maps its placeholders to those of pictures."""
    names = {slot: Var(roles.get(slot, slot)) for fact in field.facts for slot in placeholders(fact)}
    for fact in field.facts:
        pattern = substitute(fact, names)
        if isinstance(pattern, Term) and any(set(slots) <= set(placeholders(pattern)) for slots in SLOTS[section]):
            by_word = "what" in placeholders(pattern) and field.shape != Single("bool")
            yield (
                section,
                Sight(pattern, {}, otherwise, field.name.replace("_", " "), by_word, kind_of(pattern, [field])),
            )


# -- the declaration -------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _read(file: Path, book: Rulebook, _stamp: tuple[int, int]) -> dict[str, tuple[Sight, ...]]:
    top, problems = read_yaml(file)
    reader = _Reader(Nodes(problems), book)
    keyed = reader.nodes.keyed(top, "the pictures", SECTIONS)
    sights = {section: tuple(reader.section(section, node)) for section, node in keyed.items()}
    problems.raise_any()
    return sights


class _Reader:
    """Reads the sections of one file; every unknown word is a problem."""

    def __init__(self, nodes: Nodes, book: Rulebook) -> None:
        self.nodes, self.book, self.problems = nodes, book, nodes.problems
        self.every = [*book.places.values(), *book.figures.values(), *book.state.values()]
        self.fields = {
            functor(fact): field.name for field in reversed(self.every) for fact in field.facts
        }  # the first counts

    def section(self, section: str, node: Node) -> Iterable[Sight]:
        """Yield the sights of a section: a list of patterns, or patterns with their looks or signs."""
        if section not in LOOKS and section not in LABELLED:
            for scalar in self.nodes.scalars(node, f"`{section}`"):
                if pattern := self.pattern(section, scalar):
                    yield Sight(pattern, {}, says=self.says(pattern), kind=kind_of(pattern, self.every))
            return
        for key, value in self.nodes.entries(node, f"`{section}`"):
            pattern = self.pattern(section, key)
            if section in LABELLED:
                label = self.nodes.scalar(value, f"`{short(key.text)}`")
                if pattern and label:
                    yield Sight(pattern, {}, label.text, self.says(pattern), kind=kind_of(pattern, self.every))
                continue
            looks, otherwise = self.looks(section, key, value, pattern)
            if pattern:
                by_word, kind = isinstance(value, Entries), kind_of(pattern, self.every)
                yield Sight(pattern, looks, otherwise, self.says(pattern), by_word, kind)

    def says(self, pattern: Term) -> str:
        """Return the name of the field that sets the pattern's fact, or else the name of the fact."""
        return self.fields.get(functor(pattern), functor(pattern)).replace("_", " ")

    def pattern(self, section: str, scalar: Scalar) -> Term | None:
        """Read a pattern; note unknown placeholders and missing ones."""
        try:
            pattern = parse_term(scalar.text)
        except TermError as error:
            self.problems.add(scalar, f"the pattern `{short(scalar.text)}`: {error}")
            return None
        slots, needed = placeholders(pattern), SLOTS[section]
        valid = sorted({*(role for roles in needed for role in roles), "what", *MORE_SLOTS.get(section, ())})
        for slot in slots:
            if slot not in valid:
                message = f"unknown placeholder `${slot}` of `{section}` in `{short(scalar.text)}`"
                help_ = did_you_mean(f"${slot}", [f"${slot}" for slot in valid])
                self.problems.add(scalar, message, help_)
        if not any(set(roles) <= set(slots) for roles in needed):
            wanted = " or ".join(" and ".join(f"`${slot}`" for slot in roles) for roles in needed)
            self.problems.add(scalar, f"`{short(scalar.text)}` under `{section}` lacks {wanted}")
        if section in EVENT_SECTIONS:
            self.event(scalar, pattern)
        return pattern

    def event(self, scalar: Scalar, pattern: Term) -> None:
        event = self.book.events.get(pattern.name)
        if event is None:
            help_ = did_you_mean(pattern.name, self.book.events)
            self.problems.add(scalar, f"unknown event `{short(pattern.name)}`", help_)
        elif len(event.args) != len(pattern.args):
            message = f"the event `{pattern.name}` has {len(event.args)} arguments, not {len(pattern.args)}"
            self.problems.add(scalar, message, f"write `{pattern.name}({', '.join(event.args)})`")

    def looks(self, section: str, key: Scalar, node: Node, pattern: Term | None) -> tuple[dict[str, str], str]:
        """Read one look for all words, or looks by word with the default `else`; return them and the default."""
        usual = {"floors": "plain", "kinds": "disc"}.get(section, BADGE)
        if not isinstance(node, Entries):
            return {}, self.look(section, node) or usual
        if pattern and "what" not in placeholders(pattern):
            self.problems.add(key, f"`{short(key.text)}` has looks by word but no `$what`")
        by_word: dict[str, str] = {}
        for word, value in self.nodes.entries(node, f"`{short(key.text)}`"):
            if word.text != "else" and word.text not in self.book.words:
                message = f"unknown word `{short(word.text)}` in this rulebook"
                self.problems.add(word, message, did_you_mean(word.text, self.book.words))
            elif look := self.look(section, value):
                by_word[word.text] = look
        return by_word, by_word.pop("else", usual)

    def look(self, section: str, node: Node) -> str:
        scalar = self.nodes.scalar(node, "a look")
        if scalar is None:
            return ""
        valid = LOOKS[section]
        if scalar.text not in valid:
            message = f"unknown look `{short(scalar.text)}` in `{section}`"
            self.problems.add(scalar, message, did_you_mean(scalar.text, valid, len(valid)))
            return ""
        return scalar.text
