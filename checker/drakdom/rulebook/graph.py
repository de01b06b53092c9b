"""Boards that are graphs: the places of a rulebook, their sorts and parts, and the links between them.

The map stands under `topology: {graph: ..}`, or in a file of its own beside the vocabulary (`graph: board.yaml`).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from drakdom.errors import LimitError
from drakdom.rulebook.declarations import Graph, Link, Site
from drakdom.rulebook.specs import Specs
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar, read_yaml

FILE = "board.yaml"
"""The name of a file that holds the map, beside the vocabulary."""
KEYS = ("sorts", "places", "kinds", "links")
SITE_KEYS = ("says", "sort", "at", "parts")
LINK_KEYS = ("from", "to", "road", "ring", "one_way", "directions")
MOST_SITES = 400
MOST_LINKS = 4000
AROUND = ("clockwise", "counterclockwise")
"""The directions of a ring that names none."""


def read_graph(node: Node, folder: Path, problems: Problems) -> Graph:
    """Read a map, or the file that holds it. Raises InputError for faults of that file, LimitError past its bounds."""
    if not isinstance(node, Scalar):
        return _Reader(problems).graph(node)
    if node.text != FILE:
        problems.add(node, f"`graph` must be a map or `{FILE}`, not `{short(node.text)}`", f"call the file `{FILE}`")
        return Graph()
    top, inner = read_yaml(folder / FILE)
    graph = _Reader(inner).graph(top)
    inner.raise_any()
    return graph


class _Reader(Specs):
    """Reads one map."""

    def __init__(self, problems: Problems) -> None:
        super().__init__(problems, set())
        self.sites: dict[str, Site] = {}
        self.first: dict[str, Scalar] = {}
        self.spots: dict[tuple[int, int], str] = {}
        self.links: list[Link] = []
        self.ways: dict[tuple[str, str, str], tuple[Scalar, bool]] = {}
        self.sorts: dict[str, str] = {}
        self.kinds: dict[str, str] = {}

    def graph(self, node: Node) -> Graph:
        """Read the whole map."""
        spec = self.keyed(node, "`graph`", KEYS)
        self.sorts, self.kinds = (self.meanings(spec.get(key), f"`{key}`") for key in ("sorts", "kinds"))
        for key, value in self.entries(spec.get("places"), "`places`"):
            self.site(key, value)
        if not self.sites:
            self.problems.add(node, "the map has no `places`")
        for key, value in self.entries(spec.get("links"), "`links`"):
            if key.text in self.kinds:
                self.linked(key.text, value)
            else:
                message = f"unknown kind of link `{short(key.text)}`"
                self.problems.add(key, message, did_you_mean(key.text, self.kinds) or "declare it under `kinds`")
        return Graph(self.sites, self.sorts, self.kinds, tuple(self.links))

    # -- places --------------------------------------------------------------------------------------------

    def site(self, key: Scalar, node: Node, whole: str = "") -> None:
        """Read a place, or a part of the place `whole`: its words, or a mapping."""
        if not self.is_word(key):
            return
        if key.text in self.first:
            line = self.first[key.text].line
            self.problems.add(key, f"duplicate place `{short(key.text)}`, first in line {line}")
            return
        self.first[key.text] = key
        if len(self.first) > MOST_SITES:
            at = self.problems.place(key)
            raise LimitError(f"the map has more than {MOST_SITES} places, no more are read", at)
        label = f"the place `{key.text}`"
        spec = {"says": node} if isinstance(node, Scalar) else self.keyed(node, label, SITE_KEYS)
        says = self.text(spec.get("says"), "`says`", key.text.replace("_", " "))
        spot = self.integers(spec.get("at"), "`at`", 2)
        on_map = (spot[0], spot[1]) if spot else None
        if on_map and (namesake := self.spots.setdefault(on_map, key.text)) != key.text:
            self.problems.add(spec["at"], f"`{key.text}` has the spot of `{namesake}` on the map")
        self.sites[key.text] = Site(key.text, says, self.sorts_of(spec.get("sort")), on_map, whole)
        if whole and "parts" in spec:
            self.problems.add(spec["parts"], f"`{key.text}` is a part of `{whole}`, so it has no parts")
            return
        for inner, value in self.entries(spec.get("parts"), "`parts`"):
            self.site(inner, value, key.text)

    def sorts_of(self, node: Node | None) -> tuple[str, ...]:
        """Return the sorts of a place; note those that are not declared."""
        sorts = self.scalars(node, "`sort`")
        for scalar in sorts:
            if scalar.text not in self.sorts:
                message = f"unknown sort of place `{short(scalar.text)}`"
                self.problems.add(scalar, message, did_you_mean(scalar.text, self.sorts) or "declare it under `sorts`")
        return tuple(dict.fromkeys(scalar.text for scalar in sorts if scalar.text in self.sorts))

    # -- links ---------------------------------------------------------------------------------------------

    def linked(self, kind: str, node: Node) -> None:
        """Read the links of a kind: the neighbours of each place, or a list of roads, rings and stars."""
        if isinstance(node, Mapping):
            for key, value in node.entries:
                self.star(kind, key, self.scalars(value, f"the neighbours of `{short(key.text)}`"))
            return
        for item in self.items(node, f"the links of `{kind}`"):
            self.entry(kind, item)

    def entry(self, kind: str, node: Node) -> None:
        """Read one road, ring or star."""
        spec = self.keyed(node, "a link", LINK_KEYS)
        one_way = self.flag(spec.get("one_way"), "`one_way`")
        given = [key for key in ("road", "ring", "from") if key in spec]
        if len(given) != 1 or ("to" in spec) != ("from" in spec):
            self.problems.add(node, "a link needs a `road`, a `ring`, or `from` and `to`")
            return
        shape = given[0]
        if shape == "from":
            start = self.scalar(spec["from"], "`from`")
            if "directions" in spec:
                self.problems.add(spec["directions"], "`directions` belong to a `road` or a `ring`")
            if start:
                self.star(kind, start, self.scalars(spec["to"], "`to`"), one_way)
            return
        stops = self.scalars(spec[shape], f"`{shape}`")
        least = 3 if shape == "ring" else 2
        if len(stops) < least:
            self.problems.add(spec[shape], f"a {shape} takes at least {least} places, not {len(stops)}")
            return
        onward, back = self.directions(spec.get("directions"), AROUND if shape == "ring" else ("", ""))
        ends = (*stops[1:], stops[0]) if shape == "ring" else stops[1:]
        for start, end in zip(stops, ends, strict=False):
            self.add(kind, start, end, one_way, onward, back)

    def directions(self, node: Node | None, usual: tuple[str, str]) -> tuple[str, str]:
        """Read the words for onward and back."""
        if node is None:
            return usual
        words = [scalar.text for scalar in self.scalars(node, "`directions`") if self.is_word(scalar)]
        if len(words) == 2 and words[0] != words[1]:
            return words[0], words[1]
        self.problems.add(node, "`directions` takes two words, for onward and back: `[east, west]`")
        return usual

    def star(self, kind: str, start: Scalar, ends: Iterable[Scalar], one_way: bool = False) -> None:
        """Add links from a place to each of its neighbours."""
        for end in ends:
            self.add(kind, start, end, one_way)

    def add(self, kind: str, start: Scalar, end: Scalar, one_way: bool, onward: str = "", back: str = "") -> None:
        """Add a link; note unknown places, a link to the place itself, and a link that is stated already."""
        are_known = [self.is_site(scalar) for scalar in (start, end)]
        if not all(are_known):
            return
        if start.text == end.text:
            self.problems.add(end, f"`{start.text}` is linked with itself")
            return
        link = Link(start.text, kind, end.text, one_way, onward, back)
        for way in link.ways:
            first, is_both = self.ways.setdefault(way, (end, not one_way))
            if first is not end:
                message = f"the link `{kind}` from `{way[0]}` to `{way[2]}` is stated already"
                two_ways = "; links lead both ways unless `one_way` is set" if is_both else ""
                self.problems.add(end, message, f"it stands in line {first.line}{two_ways}")
                return
        self.links.append(link)
        if len(self.links) > MOST_LINKS:
            at = self.problems.place(end)
            raise LimitError(f"the map has more than {MOST_LINKS} links, no more are read", at)

    def is_site(self, scalar: Scalar) -> bool:
        """Check that a place is declared."""
        is_declared = scalar.text in self.sites
        if not is_declared:
            self.problems.add(scalar, f"unknown place `{short(scalar.text)}`", did_you_mean(scalar.text, self.sites))
        return is_declared
