"""Edits of the text of a scenario file in place; the rest of the text stays the same.

`read_scenario` must have read the text before, since this module does not check its size or its YAML. A round trip
through ruamel.yaml would keep comments, but neither indentation nor alignment.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import yaml

from drakdom.rulebook.yamltext import hide_commas, show_commas

_PLAIN = re.compile(r"(?!-(?: |\Z))[A-Za-z0-9_+./-]+(?: [A-Za-z0-9_+./-]+)*(?:\([A-Za-z0-9_ -]+\))?\Z")
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
        root = yaml.compose(hide_commas(text), Loader=_LOADER)
        if not isinstance(root, yaml.MappingNode):
            raise ValueError("a scenario without a mapping at its top has been read")
        self.root = root
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
        """Return the node under these keys; the key of an item of a list is its number, from 1."""
        node: yaml.Node | None = self.root
        for key in path:
            if isinstance(node, yaml.MappingNode):
                node = next((value for name, value in node.value if name.value == key), None)
            elif isinstance(node, yaml.SequenceNode) and key.isdecimal() and 1 <= int(key) <= len(node.value):
                node = node.value[int(key) - 1]
            else:
                return None
        return node

    def entries(self, *path: str) -> list[tuple[str, yaml.Node]]:
        """List the entries of the mapping under these keys; empty if there is none."""
        node = self.find(*path)
        return [(key.value, value) for key, value in node.value] if isinstance(node, yaml.MappingNode) else []

    def replaced(self, node: yaml.Node, text: str, raw: bool = False) -> Edit:
        """Replace a value; `raw` text is YAML already, other text is quoted as needed."""
        start, value = node.start_mark.index, text if raw else quoted(text)
        gap = "" if self.text[start - 1].isspace() or value[:1].isspace() else " "  # after the colon of an empty value
        return Edit(start, self.end_of(node), gap * (start == self.end_of(node)) + value)

    def removed(self, node: yaml.Node) -> Edit:
        """Remove an item of a list, or the entry of a mapping with this value."""
        parent = self._parents[id(node)]
        assert isinstance(parent, yaml.CollectionNode)
        children = [key_value if isinstance(key_value, tuple) else (key_value, key_value) for key_value in parent.value]
        spans = [(first.start_mark.index, self.end_of(last)) for first, last in children]
        number = next(n for n, (_, value) in enumerate(children) if value is node)
        start, end = spans[number]
        if parent.flow_style:
            if number:
                return Edit(spans[number - 1][1], end, "")
            return Edit(start, spans[1][0] if len(spans) > 1 else end, "")
        line, after = self.text.rfind("\n", 0, start) + 1, self._line_end(end)
        if number or not self.text[line : parent.start_mark.index].strip():
            return Edit(line, min(after + 1, len(self.text)), "")
        # behind the dash of an outer list
        return Edit(start, end, "{}") if len(spans) == 1 else Edit(start, after, "")

    def added(self, path: tuple[str, ...], value: str) -> Edit:
        """Add the entry `path[-1]: value` to the mapping under the other keys; `value` is YAML.

        Raises KeyError if there is no such mapping.
        """
        node, key = self.find(*path[:-1]), path[-1]
        if node is self.root and not self.root.flow_style:
            return Edit(len(self.text), len(self.text), f"{self._newline()}{key}: {value}\n")
        if not isinstance(node, yaml.MappingNode):
            raise KeyError(path)
        return self._more(node, f"{quoted(key)}: {value}")

    def entered(self, node: yaml.Node, key: str, value: str) -> Edit:
        """Add the entry `key: value` to a mapping; `value` is YAML."""
        assert isinstance(node, yaml.MappingNode)
        return self._more(node, f"{quoted(key)}: {value}")

    def parent(self, node: yaml.Node) -> yaml.Node:
        """Return the list or mapping that holds a value."""
        return self._parents[id(node)]

    def key_of(self, node: yaml.Node) -> str:
        """Return the key of a value in its mapping; empty for an item of a list."""
        parent = self._parents[id(node)]
        pairs = parent.value if isinstance(parent, yaml.MappingNode) else []
        return next((str(key.value) for key, value in pairs if value is node), "")

    def appended(self, node: yaml.Node, text: str) -> Edit:
        """Append an item to a list."""
        assert isinstance(node, yaml.CollectionNode)
        return self._more(node, quoted(text))

    def end_of(self, node: yaml.Node) -> int:
        """Return the offset of the end of a node, without the blank space after it."""
        if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
            last = node.value[-1]
            return self.end_of(last[1] if isinstance(node, yaml.MappingNode) else last)
        start = node.start_mark.index
        return start + len(self.text[start : node.end_mark.index].rstrip())

    def line_end(self, node: yaml.Node) -> int:
        """Return the offset of the end of the line in which a node ends."""
        return self._line_end(self.end_of(node))

    def apply(self, edits: Iterable[Edit]) -> str:
        """Return the text with all edits; their ranges may overlap."""
        text, after = self.text, len(self.text)
        for edit in sorted(set(edits), reverse=True):
            before, rest = text[: edit.start], text[min(edit.end, after) :]
            if not edit.text and before.rstrip().endswith(("[", "{")):  # more than the first of a list is removed
                rest = re.sub(r"\A\s*,\s*", "", rest)
            text, after = before + edit.text + rest, edit.start
        of_windows = 0 < self.text.count("\n") == self.text.count("\r\n")
        return re.sub(r"(?<!\r)\n", "\r\n", text) if of_windows else text

    def _more(self, node: yaml.CollectionNode, text: str) -> Edit:
        if node.flow_style:
            at = self.end_of(node) - 1
            return Edit(at, at, text if self.text[:at].rstrip().endswith(("[", "{", ",")) else f", {text}")
        first = node.value[0][0] if isinstance(node, yaml.MappingNode) else node.value[0]
        indent = " " * (first.start_mark.column if isinstance(node, yaml.MappingNode) else node.start_mark.column)
        last = node.value[-1][1] if isinstance(node, yaml.MappingNode) else node.value[-1]
        at = self.line_end(last)
        dash = "" if isinstance(node, yaml.MappingNode) else "- "
        return Edit(at, at, f"\n{indent}{dash}{text}")

    def _line_end(self, index: int) -> int:
        end = self.text.find("\n", index)
        return len(self.text) if end < 0 else end

    def _newline(self) -> str:
        return "" if not self.text or self.text.endswith("\n") else "\n"


def keyed(source: Source, path: Sequence[str], value: str) -> Edit:
    """Return the edit that states `value` (YAML) under these keys, with the mappings that lack.

    A key that leads into a list is the number of the item, from 1.
    """
    if (node := source.find(*path)) is not None:
        return source.replaced(node, value, raw=True)
    depth = next(n for n in range(len(path) - 1, -1, -1) if n == 0 or source.find(*path[:n]) is not None)
    for key in reversed(path[depth + 1 :]):
        value = f"{{{quoted(key)}: {value}}}"
    parent = source.find(*path[:depth])
    if isinstance(parent, yaml.MappingNode):
        return source.added(tuple(path[: depth + 1]), value)
    assert parent is not None
    return source.replaced(parent, f"{{{quoted(path[depth])}: {value}}}", raw=True)


def patch(before: str, after: str, name: str) -> str:
    """Return the change as a unified diff for the tool `patch`."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, n=1, lineterm="")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """Return a text as a single YAML value."""
    if _PLAIN.match(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _walk(node: yaml.Node) -> Iterator[tuple[yaml.Node, yaml.Node]]:
    """Yield every node with its parent, except keys of mappings; show the commas of all."""
    stack = [node]
    while stack:
        parent = stack.pop()
        if isinstance(parent, yaml.MappingNode):
            for key, _ in parent.value:
                key.value = show_commas(key.value)
            children = [value for _, value in parent.value]
        elif isinstance(parent, yaml.SequenceNode):
            children = parent.value
        else:
            parent.value = show_commas(parent.value)
            children = []
        for child in children:
            yield parent, child
            stack.append(child)
