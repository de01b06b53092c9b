"""A scenario that is made from nothing: its map, its figures, its rounds and its claim, one line after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from drakdom.rulebook import Field, ListOf, Rulebook, Single
from drakdom.rulebook.frame import frame_sections, framed_places
from drakdom.scenario.edits import quoted

_BRACKETS = re.compile(r"\[([^\]]*)\]")
_LINKS = frozenset(" -|<>^v")
ORIGIN = "D4"


@dataclass(frozen=True, slots=True)
class Draft:
    """A scenario while it is made. Its text can always be read: parts without a description are left out.

    `drawn` are the lines of the map, `legend` its characters with the fields of a square or the name of a figure, in
    YAML. `figures` have their fields, `state` those of the table. `rounds` is 0 while it is not stated.
    """

    rulebook: str
    frame: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    figures: tuple[tuple[str, str], ...] = ()
    state: str = ""
    rounds: int = 0
    claim: str = ""

    @property
    def characters(self) -> tuple[str, ...]:
        """Return the characters of the map that need an entry in its legend, in the order of the map."""
        symbols: dict[str, None] = {}
        for line in self.drawn:
            outside = _BRACKETS.sub("", line)
            inside = "".join(_BRACKETS.findall(line))
            symbols |= dict.fromkeys(
                character for character in inside + "".join(set(outside) - _LINKS) if not character.isspace()
            )
        return tuple(symbols)

    @property
    def on_map(self) -> tuple[str, ...]:
        """Return the names of the figures on the map."""
        return tuple(words for _, words in self.legend if not is_fields(words))

    def text(self) -> str:
        """Return the scenario so far."""
        lines = [f"title: {quoted(self.claim)}"] if self.claim else []
        lines += [f"rulebook: {quoted(self.rulebook)}", *self.frame, *self._board()]
        if self.figures:
            lines += ["figures:", *(f"  {quoted(name)}: {{{fields}}}" for name, fields in self.figures)]
        if self.state:
            lines.append(f"state: {{{self.state}}}")
        if self.rounds > 1:
            lines += ["play:", *["  - {}"] * self.rounds]
        if self.claim:
            lines += ["ask:", f"  - {quoted(self.claim)}"]
        return "\n".join(lines) + "\n"

    def _board(self) -> Iterator[str]:
        described = {name for name, _ in self.figures}
        legend = {character: words for character, words in self.legend if is_fields(words) or words in described}
        if not self.drawn or not any(map(is_fields, legend.values())):
            return
        unknown = set(self.characters) - legend.keys()
        yield from ("board:", f"  origin: {ORIGIN}", "  map: |")
        for line in self.drawn:
            yield "    " + "".join(" " if character in unknown else character for character in line).rstrip()
        yield "  legend:"
        for character, words in legend.items():
            yield f"    {quoted(character)}: {f'{{{words}}}' if is_fields(words) else quoted(words)}"


def is_fields(words: str) -> bool:
    """Test if an entry of the legend has the fields of a square; otherwise it is the name of a figure."""
    return not words or ":" in words


def begun(book: Rulebook, name: str) -> Draft:
    """Return the draft of a game that a scenario calls `name`, with its frame if it has neither grid nor map."""
    sections = {} if book.topology.grid or book.topology.graph else frame_sections(book)
    lines = (line for key in ("board", "state") for line in sections.get(key, ()))
    return Draft(name, tuple(lines))


def map_to_begin_with(book: Rulebook) -> tuple[str, ...]:
    """Return the lines of a small map with three squares; none if the rulebook has no squares to be drawn."""
    if not book.topology.grid:
        return ()
    return ("[a ]-[a ]-[a ]",)


def example_fields(book: Rulebook, draft: Draft, name: str) -> str:
    """Return the fields that a figure must have, with values that fit, as a scenario writes them."""
    fields = []
    for spec in book.figures.values():
        is_stat = spec.shape == Single("int") and all(fact.name == "stat" for fact in spec.facts)
        if spec.is_place and name in draft.on_map:
            continue
        if (spec.required or is_stat) and (word := example(book, spec)):
            fields.append(f"{spec.name}: {word}")
    return ", ".join(fields)


def example(book: Rulebook, spec: Field) -> str:
    """Return a word that a field can have; empty if none can be made up."""
    if spec.default is not None or spec.example:
        return spec.default or spec.example
    if spec.range:
        return str(sum(spec.range) // 2)
    kinds = spec.shape.type.split("|") if isinstance(spec.shape, Single | ListOf) else []
    if spec.is_place:
        graph = book.topology.graph
        only = spec.only.allowed.get("", ()) if spec.only else ()
        sites = graph.sites.values() if graph else ()
        fits = [site.name for site in sites if not only or {site.name, *site.sorts} & set(only)]
        return next(iter([*fits, *framed_places(book)]), ORIGIN)
    named = (
        choice.name
        for kind in kinds
        if kind in book.types
        for choice in book.types[kind].choices.values()
        if not choice.args
    )
    return next(named, "1" if "int" in kinds else "")
