"""Readers of YAML nodes that note a helpful error if the shape is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeVar

from drakdom.rulebook.words import did_you_mean, number, short
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar, Sequence
from drakdom.terms import Any, Term, Value, Var

V = TypeVar("V", bound=Value)
_SHAPES = {Scalar: "a single value", Sequence: "a list", Mapping: "a mapping"}


class Nodes:
    """Reads nodes of one file; a node that does not fit is noted and skipped. `label` names it in messages."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems

    def entries(self, node: Node | None, label: str) -> Iterator[tuple[Scalar, Node]]:
        """Yield the entries of a mapping; none if it is absent or empty."""
        if node is None or (isinstance(node, Scalar) and node.is_nothing):
            return
        if not isinstance(node, Mapping):
            self.problems.add(node, f"{label} must be a mapping, not {self.seen(node)}", "write `key: value` lines")
            return
        yield from node.entries

    def keyed(self, node: Node | None, label: str, keys: tuple[str, ...]) -> dict[str, Node]:
        """Map the keys of a mapping to their nodes; note keys that are not in `keys`."""
        nodes: dict[str, Node] = {}
        for key, value in self.entries(node, label):
            if key.text in keys:
                nodes[key.text] = value
            else:
                message = f"unknown key `{short(key.text)}` in {label}"
                self.problems.add(key, message, did_you_mean(key.text, keys))
        return nodes

    def items(self, node: Node | None, label: str) -> tuple[Node, ...]:
        """Return the items of a list; a single value counts as a list of one, nothing as an empty list."""
        if node is None or (isinstance(node, Scalar) and node.is_nothing):
            return ()
        if isinstance(node, Mapping):
            self.problems.add(node, f"{label} must be a list, not a mapping")
            return ()
        return node.items if isinstance(node, Sequence) else (node,)

    def scalars(self, node: Node | None, label: str) -> tuple[Scalar, ...]:
        """Return the items of a list of single values."""
        return tuple(s for item in self.items(node, label) if (s := self.scalar(item, f"an item of {label}")))

    def scalar(self, node: Node | None, label: str) -> Scalar | None:
        """Return a single value; None, with a problem, for a list or a mapping."""
        if node is None or isinstance(node, Scalar):
            return node
        self.problems.add(node, f"{label} must be a single value, not {self.seen(node)}")
        return None

    def clauses(self, node: Node | None, label: str, valid: Collection[str]) -> tuple[str, ...]:
        """Return the ids of clauses in a list; note those that are not in `valid`."""
        ids = []
        for scalar in self.scalars(node, label):
            if scalar.text in valid:
                ids.append(scalar.text)
            else:
                self.problems.add(scalar, f"unknown clause `{short(scalar.text)}`", did_you_mean(scalar.text, valid))
        return tuple(ids)

    def text(self, node: Node | None, label: str, default: str = "") -> str:
        """Return the text of a single value, or the default if there is none."""
        scalar = self.scalar(node, label)
        return default if scalar is None or scalar.is_nothing else scalar.text

    def maybe(self, node: Node | None, label: str) -> str | None:
        """Return the text of a single value, or None if there is none."""
        return self.text(node, label) or None

    def flag(self, node: Node | None, label: str, default: bool = False) -> bool:
        """Return a yes or no as bool, or the default if there is none."""
        scalar = self.scalar(node, label)
        if scalar is None or scalar.is_nothing:
            return default
        value = truth(scalar.text)
        if value is None:
            self.problems.add(scalar, f"{label} must be `yes` or `no`, not `{short(scalar.text)}`")
        return bool(value)

    def integer(self, node: Node | None, label: str) -> int | None:
        """Return a whole number; None, with a problem, for anything else."""
        scalar = self.scalar(node, label)
        if scalar is None:
            return None
        value = number(scalar.text)
        if value is None:
            kind = "whole number of at most 6 digits" if scalar.text.strip("+- ").isdigit() else "number"
            self.problems.add(scalar, f"{label} must be a {kind}, not `{short(scalar.text)}`")
        return value

    def integers(self, node: Node | None, label: str, count: int) -> tuple[int, ...]:
        """Return a list of `count` whole numbers; empty if it is anything else."""
        if node is None:
            return ()
        values = [self.integer(scalar, label) for scalar in self.scalars(node, label)]
        numbers = tuple(value for value in values if value is not None)
        if len(numbers) == count:
            return numbers
        if len(values) != count:
            self.problems.add(node, f"{label} takes {count} numbers, not {len(values)}")
        return ()

    @staticmethod
    def seen(node: Node) -> str:
        """Describe a node for a message: its text or its shape."""
        return f"`{short(node.text)}`" if isinstance(node, Scalar) and node.text else _SHAPES[type(node)]


def truth(word: str) -> bool | None:
    """Return the bool that a word for yes or no means; None for any other word."""
    low = word.strip().lower()
    if low in ("yes", "true", "on"):
        return True
    return False if low in ("no", "false", "off") else None


def as_fact(value: V, *, filled: bool = False) -> V:
    """Return a value that a fact can have, `filled` only without placeholders. Raises ValueError for another."""
    if isinstance(value, Any) or (filled and isinstance(value, Var)):
        raise ValueError(f"`{value}` stands for no value")
    if isinstance(value, int) and number(str(value)) is None:
        raise ValueError(f"`{value}` has more than six digits")
    for part in value.args if isinstance(value, Term) else ():
        as_fact(part, filled=filled)
    return value
