"""What a rulebook says its boards look like: `pictures.yaml`, and what follows from the vocabulary without it.

A sight is a pattern of what holds in a position (`given(Fluent, Value)`), what a scenario states for good (any other
fact) or what happens (an event), with the look of whatever fits. The looks are few and belong to no game; what has none
is drawn as a badge with its first letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.read import stamp
from drakdom.rulebook.vocabulary import Field, ListOf, MapOf, One, Rulebook, Shape
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulebook.yamltext import Mapping as Entries
from drakdom.rulebook.yamltext import Node, Scalar, read_yaml
from drakdom.terms import Term, TermError, Value, Var, bind, parse_term, placeholders, substitute

FILE = "pictures.yaml"

BADGE = "badge"
"""The look of what nobody gave one: its first letters."""
NOTHING = "nothing"
"""The look of what is not drawn."""

_BADGES = (BADGE, NOTHING, "card", "coin", "cross", "flame", "hazard", "smoke", "spider", "stairs", "star", "web")
_FLOORS = (
    *("plain", "passage", "stones", "planks", "hole", "dark", "net"),
    *("turning", "split", "hoard", "tower", "skull", "trap"),
)
LOOKS: dict[str, tuple[str, ...]] = {
    "floors": _FLOORS,
    "barriers": (BADGE, NOTHING, "door", "grate", "lock", "hidden", "wall"),
    "markers": _BADGES,
    "kinds": ("disc", "square", "diamond", "hexagon"),
    "notes": _BADGES,
    "gone": ("out", "dead"),
    "arrows": ("walk", "run", "flight", "fall", "thrown", "out"),
    "hits": ("hit", "death"),
}
"""The looks of each section."""

_SLOTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "floors": (("place",),),
    "exits": (("place", "side"),),
    "parts": (("place", "side"),),
    "barriers": (("place", "side"),),
    "markers": (("place",),),
    "at": (("figure", "place"),),
    "below": (("place",),),
    "beside": (("place", "east", "north"),),
    "kinds": (("figure", "what"),),
    "notes": (("figure",),),
    "numbers": (("figure", "what"),),
    "gone": (("figure",),),
    "table": (("what",),),
    "arrows": (("figure",), ("from", "to")),
    "hits": (("figure",),),
}
"""The placeholders that the patterns of each section need; `$what` may stand in any, its word chooses the look."""
_MORE = {"arrows": ("what", "side", "from", "to", "figure")}
_EVENTS = ("arrows", "hits")
LABELLED = ("numbers", "table")
"""Sections whose patterns have a sign that stands before `$what`, and no look."""
SECTIONS = tuple(_SLOTS)


@dataclass(frozen=True, slots=True)
class Sight:
    """A pattern with the looks of what fits it: by the word that `$what` stands for, or one for all.

    Where the word chooses (`by_word`) it is also what the picture says; else that is `says`, the name of the field.
    `kind` is the type of what `$what` stands for, where a field of the vocabulary declares it.
    """

    pattern: Term
    looks: Mapping[str, str]
    otherwise: str = BADGE
    says: str = ""
    by_word: bool = False
    kind: str = ""

    def look(self, what: Value | None) -> str:
        """The look of what fits."""
        word = what.name if isinstance(what, Term) else str(what)
        return self.looks.get(word, self.otherwise)

    @property
    def functor(self) -> str:
        """The name of the fluent, fact or event that it is about."""
        return functor(self.pattern)

    def fits(self, value: Value) -> dict[str, Value] | None:
        """What its placeholders stand for where something fits."""
        return bind(self.pattern, value)


def functor(fact: Value) -> str:
    """The name of the fluent that a fact gives a value to, or of any other fact."""
    inner = fact.args[0] if isinstance(fact, Term) and fact.name == "given" and fact.args else fact
    return inner.name if isinstance(inner, Term) else ""


def _kind(pattern: Value, fields: Iterable[Field]) -> str:
    """The type of what `$what` stands for in a pattern, by the first field that means such a fact."""
    for field in fields:
        types = _slots(field.shape)
        for fact in field.facts:
            slot = _instead_of_what(pattern, fact)
            if isinstance(slot, Var) and slot.name in types:
                return types[slot.name]
    return ""


def _slots(shape: Shape, key: str = "key") -> dict[str, str]:
    """The types of the placeholders of a field's own."""
    if isinstance(shape, MapOf):
        return {key: shape.key} | _slots(shape.value, "key2")
    return {"value": shape.type}


def _instead_of_what(pattern: Value, fact: Value) -> Value | None:
    """What stands in the template of a fact where a pattern that may fit it has `$what`."""
    if pattern == Var("what"):
        return fact
    if isinstance(pattern, Term) and isinstance(fact, Term) and _may_fit(pattern, fact):
        found = (_instead_of_what(a, b) for a, b in zip(pattern.args, fact.args, strict=True))
        return next((slot for slot in found if slot is not None), None)
    return None


def _may_fit(pattern: Value, fact: Value) -> bool:
    """Whether some fact of a template may fit a pattern."""
    if isinstance(pattern, Term) and isinstance(fact, Term):
        alike = pattern.name == fact.name and len(pattern.args) == len(fact.args)
        return alike and all(map(_may_fit, pattern.args, fact.args))
    return pattern == fact or not isinstance(pattern, (Term, int, str)) or isinstance(fact, Var)


@dataclass(frozen=True)
class Pictures:
    """The sights of a rulebook, by section."""

    sights: Mapping[str, tuple[Sight, ...]]

    def __getitem__(self, section: str) -> tuple[Sight, ...]:
        return self.sights.get(section, ())


def load_pictures(book: Rulebook) -> Pictures:
    """How the boards of a rulebook look. Raises InputError with everything that is wrong in its `pictures.yaml`."""
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
    """What the vocabulary alone tells: which fields are exits, obstacles, where a figure is."""
    lists = [f.name for f in book.places.values() if f.shape == ListOf("direction")]
    exits = "exits" if "exits" in lists else (lists or [""])[0]
    floor = next((f.name for f in book.places.values() if _is_enumerated(f, book)), "")
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
        elif field.shape == One("bool"):
            yield from _sights("notes", field, {})


def _is_enumerated(field: Field, book: Rulebook) -> bool:
    return isinstance(field.shape, One) and field.shape.type in book.types and field.shape.type != "direction"


def _what(field: Field) -> dict[str, str]:
    return {"key": "what"} if isinstance(field.shape, MapOf) else {"value": "what"}


def _sights(
    section: str, field: Field, roles: Mapping[str, str], otherwise: str = BADGE
) -> Iterable[tuple[str, Sight]]:
    """The facts of a field as sights: its placeholders play the roles of those of pictures."""
    names = {slot: Var(roles.get(slot, slot)) for fact in field.facts for slot in placeholders(fact)}
    for fact in field.facts:
        pattern = substitute(fact, names)
        if isinstance(pattern, Term) and any(set(s) <= set(placeholders(pattern)) for s in _SLOTS[section]):
            by_word = "what" in placeholders(pattern) and field.shape != One("bool")
            yield section, Sight(pattern, {}, otherwise, field.name.replace("_", " "), by_word, _kind(pattern, [field]))


# -- the declaration -------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _read(file: Path, book: Rulebook, _stamp: tuple[int, int]) -> dict[str, tuple[Sight, ...]]:
    top, problems, _ = read_yaml(file)
    reader = _Reader(Nodes(problems), book)
    keyed = reader.nodes.keyed(top, "the pictures", SECTIONS)
    found = {section: tuple(reader.section(section, node)) for section, node in keyed.items()}
    problems.raise_any()
    return found


class _Reader:
    """Reads the sections of one file, strictly."""

    def __init__(self, nodes: Nodes, book: Rulebook) -> None:
        self.nodes, self.book, self.problems = nodes, book, nodes.problems
        self.every = [*book.places.values(), *book.figures.values(), *book.state.values()]
        self.fields = {
            functor(fact): field.name for field in reversed(self.every) for fact in field.facts
        }  # the first counts

    def section(self, section: str, node: Node) -> Iterable[Sight]:
        """The sights of a section: a list of patterns where there is but one look, else patterns with their looks."""
        if section not in LOOKS and section not in LABELLED:
            for scalar in self.nodes.scalars(node, f"`{section}`"):
                if pattern := self.pattern(section, scalar):
                    yield Sight(pattern, {}, says=self.says(pattern), kind=_kind(pattern, self.every))
            return
        for key, value in self.nodes.entries(node, f"`{section}`"):
            pattern = self.pattern(section, key)
            if section in LABELLED:
                label = self.nodes.scalar(value, f"`{short(key.text)}`")
                if pattern and label:
                    yield Sight(pattern, {}, label.text, self.says(pattern), kind=_kind(pattern, self.every))
                continue
            looks, otherwise = self.looks(section, key, value, pattern)
            if pattern:
                by_word, kind = isinstance(value, Entries), _kind(pattern, self.every)
                yield Sight(pattern, looks, otherwise, self.says(pattern), by_word, kind)

    def says(self, pattern: Term) -> str:
        """The name of the field that says so, else that of what the law calls so."""
        return self.fields.get(functor(pattern), functor(pattern)).replace("_", " ")

    def pattern(self, section: str, scalar: Scalar) -> Term | None:
        """A pattern with the placeholders that its section needs, and no others."""
        try:
            pattern = parse_term(scalar.text)
        except TermError as error:
            self.problems.add(scalar, f"the pattern `{short(scalar.text)}`: {error}")
            return None
        slots, needed = placeholders(pattern), _SLOTS[section]
        known = sorted({*(role for some in needed for role in some), "what", *_MORE.get(section, ())})
        for slot in slots:
            if slot not in known:
                message = f"`{short(scalar.text)}` has a `${slot}`, which `{section}` has no use for"
                help_ = did_you_mean(f"${slot}", [f"${one}" for one in known])
                self.problems.add(scalar, message, help_)
        if not any(set(some) <= set(slots) for some in needed):
            wanted = " or ".join(" and ".join(f"`${one}`" for one in some) for some in needed)
            self.problems.add(scalar, f"`{short(scalar.text)}` stands under `{section}` without {wanted}")
        if section in _EVENTS:
            self.event(scalar, pattern)
        return pattern

    def event(self, scalar: Scalar, pattern: Term) -> None:
        event = self.book.events.get(pattern.name)
        if event is None:
            help_ = did_you_mean(pattern.name, self.book.events)
            self.problems.add(scalar, f"`{short(pattern.name)}` is no event", help_)
        elif len(event.args) != len(pattern.args):
            message = f"the event `{pattern.name}` has {len(event.args)} arguments, not {len(pattern.args)}"
            self.problems.add(scalar, message, f"write `{pattern.name}({', '.join(event.args)})`")

    def looks(self, section: str, key: Scalar, node: Node, pattern: Term | None) -> tuple[dict[str, str], str]:
        """One look for all, or looks by word; `else` is that of all other words."""
        usual = {"floors": "plain", "kinds": "disc"}.get(section, BADGE)
        if not isinstance(node, Entries):
            return {}, self.look(section, node) or usual
        if pattern and "what" not in placeholders(pattern):
            self.problems.add(key, f"`{short(key.text)}` has looks by word, and no `$what` that the word would be")
        found: dict[str, str] = {}
        for word, value in self.nodes.entries(node, f"`{short(key.text)}`"):
            if word.text != "else" and word.text not in self.book.words:
                message = f"`{short(word.text)}` is no word of this rulebook"
                self.problems.add(word, message, did_you_mean(word.text, self.book.words))
            elif look := self.look(section, value):
                found[word.text] = look
        return found, found.pop("else", usual)

    def look(self, section: str, node: Node) -> str:
        scalar = self.nodes.scalar(node, "a look")
        if scalar is None:
            return ""
        known = LOOKS[section]
        if scalar.text not in known:
            message = f"`{short(scalar.text)}` is no look of `{section}`"
            self.problems.add(scalar, message, did_you_mean(scalar.text, known, len(known)))
            return ""
        return scalar.text
