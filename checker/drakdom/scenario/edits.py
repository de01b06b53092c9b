"""Edits of the text of a scenario file in place; the rest of the text stays the same.

`read_scenario` must have read the text before, since this module does not check its size or its YAML.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import yaml

_PLAIN = re.compile(r"[A-Za-z0-9_+./-]+(?: [A-Za-z0-9_+./-]+)*(?:\([A-Za-z0-9_ -]+\))?\Z")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """A replacement of the characters from `start` up to `end` (excluded)."""

    start: int
    end: int
    text: str


class Source:
    """A scenario's text with its YAML nodes by place."""

    def __init__(self, text: str) -> None:
        self.text = text
        root = yaml.compose(text, Loader=_LOADER)
        if root is None:
            raise ValueError("a scenario without anything in it has been read")
        self.root: yaml.Node = root
        self._parents: dict[int, yaml.Node] = {}
        self._scalars: dict[tuple[int, int], yaml.ScalarNode] = {}
        for parent, node in _walk(self.root):
            self._parents[id(node)] = parent
            if isinstance(node, yaml.ScalarNode):
                self._scalars[node.start_mark.line + 1, node.start_mark.column + 1] = node

    def scalar(self, line: int, column: int) -> yaml.ScalarNode | None:
        """Return the single value that begins at a place (both from 1)."""
        return self._scalars.get((line, column))

    def find(self, *path: str) -> yaml.Node | None:
        """Return the node under these keys."""
        node: yaml.Node | None = self.root
        for key in path:
            if not isinstance(node, yaml.MappingNode):
                return None
            node = next((value for name, value in node.value if name.value == key), None)
        return node

    def entries(self, *path: str) -> list[tuple[str, yaml.Node]]:
        """List the entries of the mapping under these keys; empty if there is none."""
        node = self.find(*path)
        return [(key.value, value) for key, value in node.value] if isinstance(node, yaml.MappingNode) else []

    def replaced(self, node: yaml.Node, text: str, raw: bool = False) -> Edit:
        """Replace a value; `raw` text is YAML already, other text is quoted as needed."""
        return Edit(node.start_mark.index, end_of(node), text if raw else quoted(text))

    def removed(self, node: yaml.Node) -> Edit:
        """Remove an item of a list, or the entry of a mapping with this value."""
        parent = self._parents[id(node)]
        assert isinstance(parent, yaml.CollectionNode)
        if isinstance(parent, yaml.MappingNode):
            spans = [(key.start_mark.index, end_of(value)) for key, value in parent.value]
            number = next(n for n, (_, value) in enumerate(parent.value) if value is node)
        else:
            spans = [(item.start_mark.index, end_of(item)) for item in parent.value]
            number = next(n for n, item in enumerate(parent.value) if item is node)
        if not parent.flow_style:
            return self._lines(spans[number])
        if number:
            return Edit(spans[number - 1][1], spans[number][1], "")
        return Edit(spans[0][0], spans[1][0] if len(spans) > 1 else spans[0][1], "")

    def added(self, path: tuple[str, ...], value: str) -> Edit:
        """Add the entry `path[-1]: value` to the mapping under the other keys; `value` is YAML.

        Raises KeyError if there is no such mapping.
        """
        node, key = self.find(*path[:-1]), path[-1]
        if node is self.root:
            return Edit(len(self.text), len(self.text), f"{self._newline()}{key}: {value}\n")
        if not isinstance(node, yaml.MappingNode):
            raise KeyError(path)
        return self._more(node, f"{quoted(key)}: {value}")

    def appended(self, node: yaml.Node, text: str) -> Edit:
        """Append an item to a list."""
        assert isinstance(node, yaml.CollectionNode)
        return self._more(node, quoted(text))

    def apply(self, edits: Iterable[Edit]) -> str:
        """Return the text with all edits; their ranges may overlap."""
        text, after = self.text, len(self.text)
        for edit in sorted(set(edits), reverse=True):
            text = text[: edit.start] + edit.text + text[min(edit.end, after) :]
            after = edit.start
        of_windows = 0 < self.text.count("\n") == self.text.count("\r\n")
        return re.sub(r"(?<!\r)\n", "\r\n", text) if of_windows else text

    def _more(self, node: yaml.CollectionNode, text: str) -> Edit:
        if node.flow_style:
            at = end_of(node) - 1
            return Edit(at, at, f", {text}" if node.value else text)
        first = node.value[0][0] if isinstance(node, yaml.MappingNode) else node.value[0]
        indent = " " * (first.start_mark.column if isinstance(node, yaml.MappingNode) else node.start_mark.column)
        last = node.value[-1][1] if isinstance(node, yaml.MappingNode) else node.value[-1]
        at = self._line_end(end_of(last))
        dash = "" if isinstance(node, yaml.MappingNode) else "- "
        return Edit(at, at, f"\n{indent}{dash}{text}")

    def _lines(self, span: tuple[int, int]) -> Edit:
        """Remove the whole lines of a node in block style."""
        start = self.text.rfind("\n", 0, span[0]) + 1
        return Edit(start, min(self._line_end(span[1]) + 1, len(self.text)), "")

    def _line_end(self, index: int) -> int:
        end = self.text.find("\n", index)
        return len(self.text) if end < 0 else end

    def _newline(self) -> str:
        return "" if not self.text or self.text.endswith("\n") else "\n"


def patch(before: str, after: str, name: str) -> str:
    """Return the change as a unified diff for the tool `patch`."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, n=1, lineterm="")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """Return a text as a single YAML value."""
    return text if _PLAIN.match(text) else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def end_of(node: yaml.Node) -> int:
    """Return the offset of the end of a node, in block style without the blank space after it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return end_of(last[1] if isinstance(node, yaml.MappingNode) else last)
    end: int = node.end_mark.index
    return end


def _walk(node: yaml.Node) -> Iterator[tuple[yaml.Node, yaml.Node]]:
    """Yield every node with its parent, except keys of mappings."""
    stack = [node]
    while stack:
        parent = stack.pop()
        if isinstance(parent, yaml.MappingNode):
            children = [value for _, value in parent.value]
        else:
            children = parent.value if isinstance(parent, yaml.SequenceNode) else []
        for child in children:
            yield parent, child
            stack.append(child)
