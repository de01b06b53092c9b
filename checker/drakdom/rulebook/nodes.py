"""Taking nodes apart with a helpful error where the shape is another one."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from drakdom.rulebook.words import did_you_mean, number, short
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar, Sequence

_SHAPES = {Scalar: "a single value", Sequence: "a list", Mapping: "a mapping"}


class Nodes:
    """Reads nodes of one file; what does not fit is noted and skipped."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems

    def entries(self, node: Node | None, what: str) -> Iterator[tuple[Scalar, Node]]:
        """The entries of a mapping; none if it is absent or empty."""
        if node is None or (isinstance(node, Scalar) and node.is_nothing):
            return
        if not isinstance(node, Mapping):
            self.problems.add(node, f"{what} must be a mapping, not {self.seen(node)}", "write `key: value` lines")
            return
        yield from node.entries

    def keyed(self, node: Node | None, what: str, known: tuple[str, ...]) -> dict[str, Node]:
        """The entries of a mapping whose keys are given."""
        found: dict[str, Node] = {}
        for key, value in self.entries(node, what):
            if key.text in known:
                found[key.text] = value
            else:
                message = f"`{short(key.text)}` is no key of {what}"
                self.problems.add(key, message, did_you_mean(key.text, known))
        return found

    def items(self, node: Node | None, what: str) -> tuple[Node, ...]:
        """The items of a list; a single value counts as a list of one, nothing as an empty one."""
        if node is None or (isinstance(node, Scalar) and node.is_nothing):
            return ()
        if isinstance(node, Mapping):
            self.problems.add(node, f"{what} must be a list, not a mapping")
            return ()
        return node.items if isinstance(node, Sequence) else (node,)

    def scalars(self, node: Node | None, what: str) -> tuple[Scalar, ...]:
        """The items of a list of single values."""
        return tuple(s for item in self.items(node, what) if (s := self.scalar(item, f"an item of {what}")))

    def scalar(self, node: Node | None, what: str) -> Scalar | None:
        """A single value."""
        if node is None or isinstance(node, Scalar):
            return node
        self.problems.add(node, f"{what} must be a single value, not {self.seen(node)}")
        return None

    def clauses(self, node: Node | None, what: str, known: Collection[str]) -> tuple[str, ...]:
        """Ids of clauses."""
        found = []
        for scalar in self.scalars(node, what):
            if scalar.text in known:
                found.append(scalar.text)
            else:
                self.problems.add(scalar, f"`{short(scalar.text)}` is no clause", did_you_mean(scalar.text, known))
        return tuple(found)

    def text(self, node: Node | None, what: str, default: str = "") -> str:
        """The text of a single value; the default where there is nothing."""
        found = self.scalar(node, what)
        return default if found is None or found.is_nothing else found.text

    def maybe(self, node: Node | None, what: str) -> str | None:
        """The text of a single value, None where there is nothing."""
        return self.text(node, what) or None

    def flag(self, node: Node | None, what: str, default: bool = False) -> bool:
        """Yes or no."""
        found = self.scalar(node, what)
        if found is None or found.is_nothing:
            return default
        value = truth(found.text)
        if value is None:
            self.problems.add(found, f"{what} must be `yes` or `no`, not `{short(found.text)}`")
        return bool(value)

    def integer(self, node: Node | None, what: str) -> int | None:
        """A whole number."""
        found = self.scalar(node, what)
        if found is None:
            return None
        value = number(found.text)
        if value is None:
            kind = "whole number of at most 6 digits" if found.text.strip("+- ").isdigit() else "number"
            self.problems.add(found, f"{what} must be a {kind}, not `{short(found.text)}`")
        return value

    def integers(self, node: Node | None, what: str, count: int) -> tuple[int, ...]:
        """A list of so many whole numbers; empty if it is anything else."""
        if node is None:
            return ()
        values = [self.integer(s, what) for s in self.scalars(node, what)]
        found = tuple(v for v in values if v is not None)
        if len(found) == count:
            return found
        if len(values) != count:
            self.problems.add(node, f"{what} takes {count} numbers, not {len(values)}")
        return ()

    @staticmethod
    def seen(node: Node) -> str:
        """What stands there, for a message."""
        return f"`{short(node.text)}`" if isinstance(node, Scalar) and node.text else _SHAPES[type(node)]


def truth(word: str) -> bool | None:
    """What YAML's readers may write for yes and no."""
    low = word.strip().lower()
    if low in ("yes", "true", "on"):
        return True
    return False if low in ("no", "false", "off") else None
