"""Edits of the board editor, made in the text of the file: only the lines concerned change, comments stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field

from drakdom.errors import DrakdomError
from drakdom.rulebook import Rulebook
from drakdom.rulebook.textfile import LARGEST
from drakdom.rulebook.yamltext import Mapping, Node, parse_yaml
from drakdom.scenario.edits import Edit, Source, keyed, quoted
from drakdom.service.page.map_edit import undrawn, without_idle_letters
from drakdom.service.page.view import Laid, fault, flow, laid, place_field

Word = Annotated[str, Field(max_length=2_000)]
Value = Word | list[Word] | dict[Word, Word] | None
LISTS = ("rooms", "places")
"""The sections of a board that list squares."""


class Change(BaseModel):
    """One change: `set` a value at a path (None removes it), `move` a figure, or state an action of a figure (`act`).

    A path is `[title]`, `[board, PLACE]`, `[board, PLACE, FIELD]`, or a section with the keys in it. `yaml` is a value
    as the file writes it, in place of `value`.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    op: Literal["set", "move", "act"]
    path: Annotated[list[Word], Field(max_length=6)] = []
    value: Value = None
    yaml: Word | None = None
    figure: Word = ""
    place: Word = ""
    entry: Annotated[int, Field(ge=0, le=1000)] = 0


class EditBody(BaseModel):
    """A scenario's text and the changes to make in it, one after the other."""

    model_config = ConfigDict(extra="forbid", strict=True)

    scenario: Annotated[str, Field(max_length=LARGEST)]
    changes: Annotated[list[Change], Field(max_length=50)] = []
    lang: Annotated[str, Field(max_length=8)] = "en"


def edited(text: str, change: Change, book: Rulebook) -> str:
    """Return the text with a change. Raises InputError if it cannot be made."""
    shown = laid(text, book)
    misfit = fault("this change does not fit into the text as it is written", "edit the text instead")
    try:
        made = without_idle_letters(_changed(text, change, book, shown))
    except yaml.YAMLError:
        raise misfit from None
    try:
        parse_yaml(made, "")
    except DrakdomError:
        raise misfit from None
    return made


def _changed(text: str, change: Change, book: Rulebook, shown: Laid) -> str:
    """Return the text with a change. Raises InputError, and YAMLError if the text was YAML before the change only."""
    if change.op == "move":
        return _moved(text, change, book)
    if change.op == "act":
        return _acted(text, change)
    if change.path[:1] == ["board"] and len(change.path) > 1:
        return _square(text, change, book)
    made = _set(text, change.path, _value(change))
    if change.path[:1] == ["figures"] and len(change.path) > 1:
        name = change.path[1]
        gone = change.value is None and change.yaml is None and len(change.path) == len(("figures", "name"))
        if name in shown.drawn and (gone or change.path[2:] == [place_field(book)]):
            made = undrawn(made, book, figure=name)
    return made


def _value(change: Change) -> str | None:
    """Return the value of a change as YAML on one line; None if it removes one."""
    if change.yaml is None:
        return None if change.value is None else flow(change.value)
    raw = change.yaml.strip()
    try:
        top, problems = parse_yaml(f"x: {{y: {raw}, z: 1}}", "value")
    except DrakdomError:
        raise fault(f"`{raw}` cannot be written here", "put it into quotes") from None
    inner = top.get("x")
    if problems.by_place or not isinstance(inner, Mapping) or [key.text for key, _ in inner.entries] != ["y", "z"]:
        raise fault(f"`{raw}` cannot be written here", "put it into quotes")
    return raw


def _set(text: str, path: Sequence[str], value: str | None) -> str:
    if not path:
        raise fault("a change names no place in the file")
    source = Source(text)
    node = source.find(*path)
    if value is not None:
        return _opened(text, path, value) or source.apply([keyed(source, path, value)])
    if node is None:
        return text
    if len(path) == 1:
        return source.apply([source.replaced(node, "", raw=True)])
    return source.apply([source.removed(node)])


def _opened(text: str, path: Sequence[str], value: str) -> str | None:
    """Return the text with a value in a section that has nothing yet, as an indented line; None if it has something."""
    source, depth = Source(text), 0
    if source.root.flow_style:
        return None
    while depth < len(path) - 1 and isinstance(node := source.find(*path[: depth + 1]), yaml.MappingNode):
        if node.flow_style and node.value:
            return None
        if not node.value:
            break
        depth += 1
    if depth >= len(path) - 1 or depth > len(LISTS) - 1:
        return None
    node = source.find(*path[: depth + 1])
    if depth and node is None:
        return None
    lines, rest = "", path[depth + 1 :]
    nested = rest if path[0] != "board" or depth else rest[:2]
    for level, key in enumerate(nested[:-1] if len(nested) > 1 and path[0] == "board" else [], depth + 1):
        lines += f"\n{'  ' * level}{quoted(key)}:"
    level = depth + 1 + lines.count("\n")
    for key in reversed(rest[lines.count("\n") + 1 :]):
        value = f"{{{quoted(key)}: {value}}}"
    lines += f"\n{'  ' * level}{quoted(rest[lines.count(chr(10))])}: {value}"
    if node is not None:
        start = len(text[: node.start_mark.index].rstrip(" "))
        return source.apply([Edit(start, source.end_of(node), lines)])
    return source.apply([_before(source, path[0], f"{path[0]}:{lines}\n")])


ORDER = ("title", "rulebook", "variants", "board", "figures", "state", "begin", "play", "draws", "rolls", "readings")


def _before(source: Source, section: str, lines: str) -> Edit:
    """Return the edit that puts a new section where files have it: before the first that comes after it."""
    later = ORDER[ORDER.index(section) + 1 :] if section in ORDER else ()
    starts = [key.start_mark.index for key, _ in source.root.value if key.value not in ORDER[: -len(later)] and later]
    if not starts:
        end = len(source.text)
        return Edit(end, end, ("" if source.text.endswith("\n") else "\n") + lines)
    return Edit(min(starts), min(starts), lines)


# -- squares -------------------------------------------------------------------------------------------------


def _square(text: str, change: Change, book: Rulebook) -> str:
    name, field = change.path[1], "/".join(change.path[2:3])
    if field and field not in book.places:
        raise fault(f"a place has no field `{field}`")
    text = undrawn(text, book, square=name, field=field)
    source = Source(text)
    section, key = listed(source, name, book)
    path = ["board", section, key, *change.path[2:]]
    value = _value(change)
    if value is None and not field:
        node = source.find(*path)
        return source.apply([source.removed(node)]) if node is not None else text
    return _set(text, path, value)


def listed(source: Source, name: str, book: Rulebook) -> tuple[str, str]:
    """Return the section and the key under which a square is listed, or would be."""
    same: Callable[[str], bool] = lambda key: key.upper() == name if book.topology.grid else key == name  # noqa: E731
    sections = {section: [key for key, _ in source.entries("board", section)] for section in LISTS}
    for section, keys in sections.items():
        if key := next(filter(same, keys), None):
            return section, key
    return "rooms" if source.find("board", "rooms") is not None and not sections["places"] else "places", name


# -- figures -------------------------------------------------------------------------------------------------


def _moved(text: str, change: Change, book: Rulebook) -> str:
    spot = place_field(book)
    if not spot:
        raise fault("the figures of this game have no place")
    text = undrawn(text, book, figure=change.figure)
    if Source(text).find("figures", change.figure) is None:
        raise fault(f"there is no figure `{change.figure}`")
    return _set(text, ["figures", change.figure, spot], quoted(change.place) if change.place else None)


def _acted(text: str, change: Change) -> str:
    acts = change.value if isinstance(change.value, list) else [change.value] if isinstance(change.value, str) else []
    value = flow(acts) if len(acts) > 1 else quoted(acts[0]) if acts else None
    source = Source(text)
    play = source.find("play")
    items: list[Any] = play.value if isinstance(play, yaml.SequenceNode) else []
    item: Node | Any = items[change.entry] if change.entry < len(items) else None
    if item is not None and not isinstance(item, yaml.MappingNode):
        raise fault("this line of `play` is not written as a mapping", "edit the text instead")
    if item is None:
        return text if value is None else _appended(source, play, items, f"{{{quoted(change.figure)}: {value}}}")
    stated = next((node for key, node in item.value if key.value == change.figure), None)
    if value is None:
        gone = item if stated is not None and len(item.value) == 1 else stated
        return text if gone is None else source.apply([source.removed(gone)])
    edit = source.entered(item, change.figure, value) if stated is None else source.replaced(stated, value, raw=True)
    return source.apply([edit])


def _appended(source: Source, play: Any, items: list[Any], line: str) -> str:
    if items and play.flow_style:
        at = source.end_of(play) - 1
        return source.apply([Edit(at, at, f", {line}")])
    if items:
        at = source.line_end(items[-1])
        return source.apply([Edit(at, at, f"\n{' ' * play.start_mark.column}- {line}")])
    if source.root.flow_style:
        edit = source.added(("play",), f"[{line}]") if play is None else source.replaced(play, f"[{line}]", raw=True)
        return source.apply([edit])
    if play is None:
        return source.apply([_before(source, "play", f"play:\n  - {line}\n")])
    start = len(source.text[: play.start_mark.index].rstrip(" "))
    return source.apply([Edit(start, source.end_of(play), f"\n  - {line}")])
