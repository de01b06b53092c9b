"""How the files of a rulebook's law depend on each other: `python -m tests.project.knots` prints the figures.

A predicate belongs to the file whose header says what it means. Who reads or derives a predicate of another file
depends on that file: that is what a reader of the law has to look up. Predicates of the core belong to nobody.
A second measure lets whoever reads a predicate depend on each file that derives it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import networkx as nx

from drakdom.law.lawtext import law_files
from drakdom.law.meanings import read_meanings
from drakdom.law.syntax import Signature
from drakdom.lint.source import read_source
from tests.project.tree import CORE, rulebooks


@cache
def core_predicates() -> frozenset[Signature]:
    """Return every predicate that the core speaks of."""
    return frozenset().union(*(read_source(path).all for path in CORE.glob("*.lp")))


def loaded(folder: Path) -> list[Path]:
    """Return the files of law that every verdict of a rulebook loads, with pieces of the library."""
    return law_files(folder / "rulebook.lp")


def homes(files: list[Path]) -> dict[Signature, list[Path]]:
    """Return the files whose headers say what a predicate means."""
    places: dict[Signature, list[Path]] = {}
    for file in files:
        for meaning in read_meanings(file.read_text(encoding="utf-8"), file):
            places.setdefault(meaning.signature, []).append(file)
    return places


def crossing(files: list[Path]) -> set[Signature]:
    """Return the predicates, none of the core, that one file derives and another one reads or derives as well."""
    sources = {file: read_source(file) for file in files}
    derived = {file: source.defines for file, source in sources.items()}
    return {
        predicate
        for file, source in sources.items()
        for predicate in source.wants | source.defines
        if predicate not in core_predicates()
        and any(predicate in heads for place, heads in derived.items() if place != file)
    }


def dependencies(files: list[Path]) -> nx.DiGraph[Path]:
    """Return the graph of the files: an edge leads from a file to one that a predicate of it belongs to."""
    graph: nx.DiGraph[Path] = nx.DiGraph()
    graph.add_nodes_from(files)
    places = homes(files)
    for file in files:
        source = read_source(file)
        for predicate in (source.reads | source.defines) - core_predicates():
            graph.add_edges_from((file, home) for home in places.get(predicate, ()) if home != file)
    return graph


def derivers(files: list[Path]) -> nx.DiGraph[Path]:
    """Return the graph of the files in which an edge leads from a file to each one that derives what it reads."""
    graph: nx.DiGraph[Path] = nx.DiGraph()
    graph.add_nodes_from(files)
    sources = {file: read_source(file) for file in files}
    for file, source in sources.items():
        reads = source.reads - core_predicates()
        graph.add_edges_from((file, place) for place in files if place != file and reads & sources[place].defines)
    return graph


def in_circles(graph: nx.DiGraph[Path]) -> list[list[Path]]:
    """Return the groups of files that depend on each other in a circle, the largest first."""
    groups = map(sorted, nx.strongly_connected_components(graph))
    return sorted(groups, key=lambda group: (-len(group), group))


def knots(folder: Path) -> list[list[Path]]:
    """Return the groups of files of a rulebook that depend on each other in a circle, the largest first."""
    return in_circles(dependencies(loaded(folder)))


if __name__ == "__main__":
    for rulebook in rulebooks():
        sizes = [len(group) for group in knots(rulebook)]
        edges = dependencies(loaded(rulebook)).number_of_edges()
        print(f"{rulebook.name}: {sum(sizes)} files, {edges} edges, the largest knots have {sizes[:5]} files")
        print(f"  from readers to derivers: {len(in_circles(derivers(loaded(rulebook)))[0])} files in the largest")
