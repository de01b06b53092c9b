"""The `ask:` section: claims whose answer a scenario wants."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.rulebook.words import short
from drakdom.rulebook.yamltext import Mapping, Node, Scalar
from drakdom.scenario.claims import ClaimReader
from drakdom.scenario.model import Question


def read_questions(reader: ClaimReader, node: Node | None) -> tuple[Question, ...]:
    """Read `ask:`, a list of claims; one about a moment may be written as `moment: claim`."""
    reader.words.wild = True
    try:
        return tuple(_questions(reader, node))
    finally:
        reader.words.wild = False


def _questions(reader: ClaimReader, node: Node | None) -> Iterator[Question]:
    items = node.entries if isinstance(node, Mapping) else ()
    scalars = [scalar for key, value in items if (scalar := _joined(reader, key, value))]
    for item in () if items else reader.items(node, "`ask`"):
        if isinstance(item, Mapping):
            scalars += [scalar for key, value in item.entries if (scalar := _joined(reader, key, value))]
        elif scalar := reader.scalar(item, "a question"):
            scalars.append(scalar)
    if node is not None and not scalars and not reader.problems.by_place:
        reader.problems.add(node, "`ask` asks nothing", "write a claim: `ask: hit(Ann, arrows)`")
    for scalar in scalars:
        if formula := reader.formula(scalar, reader.pattern):
            yield Question(scalar.text, formula, reader.problems.place(scalar))


def _joined(reader: ClaimReader, key: Scalar, node: Node) -> Scalar | None:
    value = reader.scalar(node, f"`{short(key.text)}`")
    return Scalar(f"{key.text}: {value.text}", key.line, key.column) if value else None
