"""Sights: patterns of facts and events, with the looks that a picture gives to the facts that fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from drakdom.rulebook.declarations import Field, MapOf, Shape
from drakdom.terms import Term, Value, Var, bind

FILE = "pictures.yaml"


BADGE = "badge"
"""The default look: a badge with the first letters of the word."""


NOTHING = "nothing"
"""The look that draws nothing."""


_BADGES = (BADGE, NOTHING, "card", "coin", "cross", "flame", "hazard", "smoke", "spider", "stairs", "star", "web")


_FLOORS = (
    *("plain", "passage", "stones", "planks", "hole", "dark", "net"),
    *("turning", "split", "hoard", "tower", "skull", "trap"),
)


LOOKS: dict[str, tuple[str, ...]] = {
    "floors": _FLOORS,
    "barriers": (BADGE, NOTHING, "door", "grate", "lock", "hidden", "wall"),
    "links": ("way", "ring"),
    "markers": _BADGES,
    "kinds": ("disc", "square", "diamond", "hexagon"),
    "notes": _BADGES,
    "gone": ("out", "dead"),
    "arrows": ("walk", "run", "flight", "fall", "thrown", "out", "shot", "blocked"),
    "hits": ("hit", "death"),
}
"""The looks of each section."""


SLOTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "floors": (("place",),),
    "exits": (("place", "side"),),
    "parts": (("place", "side"),),
    "barriers": (("place", "side"),),
    "links": (("from", "to"),),
    "markers": (("place",),),
    "at": (("figure", "place"),),
    "below": (("place",),),
    "beside": (("place", "east", "north"),),
    "kinds": (("figure", "what"),),
    "notes": (("figure",),),
    "numbers": (("figure", "what"),),
    "gone": (("figure",),),
    "table": (("what",),),
    "arrows": (("figure",), ("from", "to"), ("figure", "target")),
    "hits": (("figure",),),
}
"""The placeholders that the patterns of each section need. All may have `$what`; its word chooses the look."""


MORE_SLOTS = {"exits": ("to",), "arrows": ("what", "side", "from", "to", "figure", "target", "place")}


EVENT_SECTIONS = ("arrows", "hits")


LABELLED = ("numbers", "table")
"""Sections whose patterns have no look but a sign, which is drawn before `$what`."""


SECTIONS = tuple(SLOTS)


@dataclass(frozen=True, slots=True)
class Sight:
    """A pattern with the looks of matching facts: one look for each word in the place of `$what`, or one for all.

    With `by_word` the word chooses the look and is the text of the picture; otherwise the text is `says`, the name of
    the field. `kind` is the declared type of `$what`, empty if no field declares it.
    """

    pattern: Term
    looks: Mapping[str, str]
    otherwise: str = BADGE
    says: str = ""
    by_word: bool = False
    kind: str = ""

    def look(self, value: Value | None) -> str:
        """Return the look for the value of `$what`."""
        word = value.name if isinstance(value, Term) else str(value)
        return self.looks.get(word, self.otherwise)

    @property
    def functor(self) -> str:
        """The name of the fluent, fact or event in the pattern."""
        return functor(self.pattern)

    def fits(self, value: Value) -> dict[str, Value] | None:
        """Return the values of the placeholders if a fact matches, else None."""
        return bind(self.pattern, value)


def functor(fact: Value) -> str:
    """Return the name of the fluent that a fact sets, or the name of any other fact."""
    inner = fact.args[0] if isinstance(fact, Term) and fact.name == "given" and fact.args else fact
    return inner.name if isinstance(inner, Term) else ""


def kind_of(pattern: Value, fields: Iterable[Field]) -> str:
    """Return the type of `$what` in a pattern, by the first field that declares such a fact."""
    for field in fields:
        types = _slots(field.shape)
        for fact in field.facts:
            slot = _instead_of_what(pattern, fact)
            if isinstance(slot, Var) and slot.name in types:
                return types[slot.name]
    return ""


def _slots(shape: Shape, key: str = "key") -> dict[str, str]:
    """Map the placeholders of a field's shape to their types."""
    if isinstance(shape, MapOf):
        return {key: shape.key} | _slots(shape.value, "key2")
    return {"value": shape.type}


def _instead_of_what(pattern: Value, fact: Value) -> Value | None:
    """Return the part of a fact's template in the place of `$what`, if the pattern may match."""
    if pattern == Var("what"):
        return fact
    if isinstance(pattern, Term) and isinstance(fact, Term) and _may_fit(pattern, fact):
        slots = (_instead_of_what(slot, value) for slot, value in zip(pattern.args, fact.args, strict=True))
        return next((slot for slot in slots if slot is not None), None)
    return None


def _may_fit(pattern: Value, fact: Value) -> bool:
    """Return True if a fact of a template may match a pattern."""
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
