"""The `matrix:` section: one scenario under several combinations of rules and readings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from drakdom.errors import LimitError
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import short
from drakdom.rulebook.yamltext import Mapping, Node, Scalar, Sequence
from drakdom.scenario.house import house_word

AXES = ("rulebook", "variants", "house_rules", "readings")
"""The sections that a matrix may vary."""
MOST_COMBINATIONS = 64
NONE = "none"
"""The choice without optional rules or house rules."""

#: The choice on each axis in the words of the file: ("variants", "a, b"), ("DA-X", "once").
Combination = tuple[tuple[str, str], ...]
#: One choice: its section, the word that it is for (a clause, or the section), its label and its value.
_Pick = tuple[str, Scalar, str, Node]


def combinations(nodes: Nodes, top: Mapping, matrix: Node | None) -> Iterator[tuple[Combination, Mapping]]:
    """Yield every combination with its scenario, in which the chosen sections are replaced.

    Without a matrix there is one combination, the scenario itself. Raises LimitError past MOST_COMBINATIONS.
    """
    axes = [axis for axis in _axes(nodes, matrix) if axis]
    count = 1
    for axis in axes:
        count *= len(axis)
    if count > MOST_COMBINATIONS and matrix is not None:
        message = f"the matrix has {count} combinations, at most {MOST_COMBINATIONS} are read"
        raise LimitError(message, nodes.problems.place(matrix))
    for picks in product(*axes):
        label = tuple((key.text if section == "readings" else section, says) for section, key, says, _ in picks)
        yield label, _replaced(top, picks)


def _axes(nodes: Nodes, matrix: Node | None) -> Iterator[list[_Pick]]:
    sections = nodes.keyed(matrix, "`matrix`", AXES)
    if matrix is not None and not sections and not nodes.problems.by_place:
        nodes.problems.add(
            matrix, "the matrix names nothing to vary", f"it may vary {', '.join(f'`{axis}`' for axis in AXES)}"
        )
    for section in ("rulebook", "variants", "house_rules"):
        if (node := sections.get(section)) is not None:
            key = Scalar(section, node.line, node.column)
            picks = [(section, key, _label(nodes, choice), choice) for choice in _choices(nodes, node, f"`{section}`")]
            yield _once(nodes, picks, f"`{section}`")
    for clause, node in nodes.entries(sections.get("readings"), "`readings`"):
        values = _choices(nodes, node, f"`{short(clause.text)}`")
        picks = [("readings", clause, nodes.text(value, "a reading"), value) for value in values]
        yield _once(nodes, picks, f"`{short(clause.text)}`")


def _once(nodes: Nodes, picks: list[_Pick], label: str) -> list[_Pick]:
    """Return the choices of one axis; note duplicates, which would be checked twice."""
    seen: set[str] = set()
    for _, _, value, node in picks:
        if value in seen:
            nodes.problems.add(node, f"duplicate `{short(value)}` in {label} of the matrix")
        seen.add(value)
    return picks


def _choices(nodes: Nodes, node: Node, label: str) -> tuple[Node, ...]:
    items = nodes.items(node, f"{label} of the matrix")
    if not items:
        nodes.problems.add(node, f"{label} of the matrix names nothing to choose from")
    return items


def _label(nodes: Nodes, node: Node) -> str:
    """Return a choice of variants, house rules or a rulebook as text: `a, b`, or `none`."""
    return ", ".join(house_word(nodes, item) for item in nodes.items(_listed(node), "a choice of the matrix")) or NONE


def _listed(node: Node) -> Node:
    """Return a choice as a list; the word `none` gives the empty list."""
    if isinstance(node, Scalar) and node.text in (NONE, "[]"):
        return Sequence((), node.line, node.column)
    return Sequence((node,), node.line, node.column) if isinstance(node, Mapping) else node


def _replaced(top: Mapping, picks: tuple[_Pick, ...]) -> Mapping:
    """Return the scenario with the picked values in the place of its own."""
    entries = {key.text: (key, value) for key, value in top.entries}
    readings = {key.text: (key, value) for section, key, _, value in picks if section == "readings"}
    for section, key, _, value in picks:
        if section != "readings":
            at = entries[section][0] if section in entries else Scalar(section, key.line, key.column)
            entries[section] = (at, value if section == "rulebook" else _listed(value))
    if readings:
        first, _ = next(iter(readings.values()))
        at, own = entries.get("readings", (Scalar("readings", first.line, first.column), None))
        rest = (entry for entry in own.entries if entry[0].text not in readings) if isinstance(own, Mapping) else ()
        entries["readings"] = (at, Mapping((*rest, *readings.values()), first.line, first.column))
    return Mapping(tuple(entries.values()), top.line, top.column)
