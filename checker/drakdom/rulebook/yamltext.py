"""YAML read as text with places: every scalar keeps the string of the file.

YAML's guesses (`no`, `on`, `12:30`) do not apply, and duplicate keys are problems. A comma inside parentheses does not
end a value: `[hit(Sigeir, trapdoor)]` is a list of one. Any bytes lead to nodes, an InputError or a LimitError.
The composer works on the parser's events, because the composer in C recurses as deep as the file is nested. Nodes are
named tuples, because a ledger has fifteen thousand of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

import yaml

from drakdom.errors import InputError, Place, Problem
from drakdom.rulebook.textfile import LARGEST, check_file, check_size, decode, place_in, read_bytes
from drakdom.rulebook.words import short

__all__ = [
    "LARGEST",
    "Mapping",
    "Node",
    "Problems",
    "Scalar",
    "Sequence",
    "check_file",
    "decode",
    "hide_commas",
    "parse_yaml",
    "read_bytes",
    "read_yaml",
    "show_commas",
]

DEEPEST = 50
"""The greatest depth of nesting."""
DEEPEST_TERM = 8
"""The greatest depth of parentheses in which a comma does not end a value."""
MOST_PROBLEMS = 200
"""The reader gives up after this many problems, since the search for the nearest words costs time."""

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_TAB = re.compile(r"^[ ]*\t", re.M)
_BINARY = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
_HIDDEN = "\ufdd0"
"""Stands for a comma that does not end a value while YAML is parsed: no character, but a code for use in programs."""
_NO_CHARACTER = re.compile(f"[{_HIDDEN}\ufffe\uffff]")
_NOTHING = frozenset(("", "~", "null", "Null", "NULL"))


def _nested(depth: int) -> str:
    """Return a pattern for parentheses without brackets, quotes and comments in them, nested up to a depth."""
    inner = f"|{_nested(depth - 1)}" if depth else ""
    return rf"""\((?:[^][(){{}}"'#]{inner})*+\)"""


_PARENTHESES = re.compile(_nested(DEEPEST_TERM))


class Scalar(NamedTuple):
    """A single value; `plain` if it has no quotes, `block` if it is a `|` block."""

    text: str
    line: int
    column: int
    plain: bool = True
    block: bool = False

    @property
    def is_nothing(self) -> bool:
        """True for an empty value or a word for null."""
        return self.plain and self.text in _NOTHING


class Sequence(NamedTuple):
    """A list."""

    items: tuple[Node, ...]
    line: int
    column: int


class Mapping(NamedTuple):
    """A mapping; entries in the order of the file."""

    entries: tuple[tuple[Scalar, Node], ...]
    line: int
    column: int

    def get(self, key: str) -> Node | None:
        """Return the value of a key, or None."""
        return next((node for k, node in self.entries if k.text == key), None)

    def key(self, key: str) -> Scalar | None:
        """Return the node of a key, or None."""
        return next((k for k, _ in self.entries if k.text == key), None)


Node: TypeAlias = Scalar | Sequence | Mapping


@dataclass
class Problems:
    """Collects the problems of one file, to report all at once."""

    file: str
    by_place: dict[tuple[int, int, str], Problem] = field(default_factory=dict)

    def add(self, at: Node | Place, message: str, help: str = "") -> None:  # noqa: A002
        """Note a problem at a node, once. Raises InputError after MOST_PROBLEMS problems."""
        key = (at.line, at.column, message)
        self.by_place.setdefault(key, Problem(self.file, at.line, at.column, message, help))
        if len(self.by_place) >= MOST_PROBLEMS:
            rest = Problem(self.file, 0, 0, f"more than {MOST_PROBLEMS} problems, the rest is not read")
            raise InputError([*sorted(self.by_place.values()), rest])

    def raise_any(self) -> None:
        """Raise InputError with the noted problems, in the order of the file; do nothing if there are none."""
        if self.by_place:
            raise InputError(sorted(self.by_place.values()))

    def place(self, at: Node | Place) -> Place:
        """Return the place of a node in this file."""
        return Place(self.file, at.line, at.column)


def read_yaml(path: Path) -> tuple[Mapping, Problems]:
    """Read a YAML file whose top is a mapping; return the mapping and its problems (duplicate keys).

    Raises InputError for a file that cannot be read or is not YAML, LimitError for one that is too large.
    """
    return parse_yaml(decode(read_bytes(path, str(path)), str(path)), str(path))


def parse_yaml(text: str, name: str) -> tuple[Mapping, Problems]:
    """Read YAML text whose top is a mapping; see `read_yaml`."""
    _check_text(text, name)
    problems = Problems(name)
    try:
        top = _Composer(text, problems).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        reason = " ".join(str(error.problem or error.context or "it cannot be understood").split())
        advice = "a value with `{`, `:`, `,` or `#` in it needs quotes" if "expected" in reason else ""
        raise InputError.single(f"this is not YAML: {reason}", name, line, column, advice) from None
    except (yaml.YAMLError, ValueError):
        raise InputError.single("this is not YAML: it has characters that text cannot have", name) from None
    if not isinstance(top, Mapping):
        reason = "a list" if isinstance(top, Sequence) else f"`{short(top.text)}`" if top.text else "nothing"
        problems.add(top, f"the file holds {reason} instead of `key: value` lines")
        problems.raise_any()
        raise AssertionError  # raise_any has raised
    return top, problems


def hide_commas(text: str) -> str:
    """Replace commas in parentheses, so that they end no value in brackets; places stay the same."""
    return _PARENTHESES.sub(lambda match: match[0].replace(",", _HIDDEN), text)


def show_commas(text: str) -> str:
    """Undo `hide_commas` in a value."""
    return text.replace(_HIDDEN, ",")


def _check_text(text: str, name: str) -> None:
    try:
        check_size(len(text.encode("utf-8")), name)
    except UnicodeEncodeError as error:
        raise InputError.single("the file is not UTF-8 text", name, *place_in(text, error.start)) from None
    if match := _BINARY.search(text):
        raise InputError.single("this is not a text file", name, *place_in(text, match.start()))
    if match := _NO_CHARACTER.search(text):
        place = place_in(text, match.start())
        raise InputError.single(f"the text has an invisible character, U+{ord(match[0]):04X}", name, *place)
    if not text.strip():
        raise InputError.single("the file is empty", name)
    if match := _TAB.search(text):
        line, column = place_in(text, match.end() - 1)
        raise InputError.single("there is a tab in the indentation", name, line, column, help="use spaces")


def _start(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (0, 0)


class _Composer:
    """Builds nodes from the parser's events, with a limit on depth."""

    def __init__(self, text: str, problems: Problems) -> None:
        self.next: Callable[[], yaml.Event] = _LOADER(hide_commas(text)).get_event
        self.problems = problems
        self.has_controls = CONTROL.search(text) is not None

    def fail(self, event: yaml.Event, message: str, help: str = "") -> InputError:  # noqa: A002
        return InputError.single(message, self.problems.file, *_start(event), help)

    def document(self) -> Node:
        top: Node | None = None
        while not isinstance(event := self.next(), yaml.StreamEndEvent):
            if isinstance(event, yaml.DocumentStartEvent):
                if top is not None:
                    raise self.fail(event, "a second document begins here, a file holds one")
            elif isinstance(event, yaml.NodeEvent):
                top = self.node(event, 0)
        if top is None:
            raise InputError.single("the file is empty", self.problems.file)
        return top

    def node(self, event: yaml.Event, depth: int) -> Node:
        line, column = _start(event)
        if depth > DEEPEST:
            raise self.fail(event, f"nested deeper than {DEEPEST} levels")
        if isinstance(event, yaml.ScalarEvent):
            event.value = show_commas(event.value)
            self.refuse_controls(event)
        if isinstance(event, yaml.ScalarEvent) and event.tag is None and event.anchor is None:
            return Scalar(event.value, line, column, not event.style, event.style == "|")
        self.refuse_extras(event)
        if isinstance(event, yaml.ScalarEvent):
            return Scalar(event.value, line, column, plain=False)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Node] = []
            while not isinstance(event := self.next(), yaml.SequenceEndEvent):
                items.append(self.node(event, depth + 1))
            return Sequence(tuple(items), line, column)
        return Mapping(self.entries(depth), line, column)

    def refuse_controls(self, event: yaml.ScalarEvent) -> None:
        """Note control characters, which could steer a terminal; in double quotes an escape code can write them."""
        if not (self.has_controls or event.style == '"'):
            return
        if match := CONTROL.search(event.value):
            at = Place(self.problems.file, *_start(event))
            self.problems.add(at, f"the text has an invisible character, U+{ord(match[0]):04X}")

    def refuse_extras(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.AliasEvent):
            raise self.fail(event, f"the alias `*{short(str(event.anchor))}` is not read", "write it out")
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor is not None:
            raise self.fail(event, f"the anchor `&{short(anchor)}` is not read", "write it out")
        if tag not in (None, "!"):
            raise self.fail(event, f"the tag `{short(str(tag))}` is not read", "write plain text")

    def entries(self, depth: int) -> tuple[tuple[Scalar, Node], ...]:
        entries: dict[str, tuple[Scalar, Node]] = {}
        while not isinstance(event := self.next(), yaml.MappingEndEvent):
            key, value = self.node(event, depth + 1), self.node(self.next(), depth + 1)
            if not isinstance(key, Scalar):
                self.problems.add(key, "a key must be a word, not a list or a mapping")
            elif key.text in entries:
                first = entries[key.text][0].line
                self.problems.add(key, f"duplicate `{short(key.text)}`, first in line {first}")
            else:
                entries[key.text] = (key, value)
        return tuple(entries.values())
