"""Edits of a scenario's text in place."""

import pytest
import yaml

from drakdom.scenario.edits import Edit, Source, patch, quoted

TEXT = """\
# a comment stays
title: one   # here too
board:
  rooms:
    D4: {tile: room, exits: [n, e, s]}
    E4:
      tile: corridor
      exits:
        - w
        - e
figures:
  Ann: {at: D4}
  Bo: {}
play:
  - {Ann: move e}
"""


def changed(*edits: Edit) -> dict:  # type: ignore[type-arg]
    result = Source(TEXT).apply(edits)
    assert result.startswith("# a comment stays\ntitle: one   # here too\n")
    return yaml.load(result, Loader=yaml.BaseLoader)  # type: ignore[no-any-return]


def test_a_value_is_replaced() -> None:
    source = Source(TEXT)
    node = source.find("board", "rooms", "D4", "tile")
    assert node is not None
    assert changed(source.replaced(node, "trap_room"))["board"]["rooms"]["D4"]["tile"] == "trap_room"
    at = source.scalar(node.start_mark.line + 1, node.start_mark.column + 1)
    assert at is node


@pytest.mark.parametrize(("number", "left"), [(0, ["e", "s"]), (1, ["n", "s"]), (2, ["n", "e"])])
def test_items_of_a_list_in_brackets_are_removed(number: int, left: list[str]) -> None:
    source = Source(TEXT)
    exits = source.find("board", "rooms", "D4", "exits")
    assert exits is not None
    assert changed(source.removed(exits.value[number]))["board"]["rooms"]["D4"]["exits"] == left


def test_lines_are_removed() -> None:
    source = Source(TEXT)
    exits, tile = source.find("board", "rooms", "E4", "exits"), source.find("board", "rooms", "E4", "tile")
    assert exits is not None
    assert tile is not None
    rooms = changed(source.removed(exits.value[0]), source.removed(tile))["board"]["rooms"]
    assert rooms["E4"] == {"exits": ["e"]}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("figures", "Ann", "hp"), "3"),
        (("figures", "Bo", "hp"), "3"),
        (("board", "rooms", "E4", "new"), "yes"),
        (("figures", "Cy"), "{at: E4}"),
        (("without",), "[XX-1]"),
    ],
)
def test_entries_are_added(path: tuple[str, ...], value: str) -> None:
    result = changed(Source(TEXT).added(path, value))
    for key in path:
        result = result[key]
    assert result == yaml.load(value, Loader=yaml.BaseLoader)


def test_items_are_appended() -> None:
    source = Source(TEXT)
    for room in ("D4", "E4"):
        exits = source.find("board", "rooms", room, "exits")
        assert exits is not None
        was = [item.value for item in exits.value]
        assert changed(source.appended(exits, "n"))["board"]["rooms"][room]["exits"] == [*was, "n"]


def test_several_edits_at_once_and_their_patch() -> None:
    source = Source(TEXT)
    tile, at = source.find("board", "rooms", "D4", "tile"), source.find("figures", "Ann", "at")
    assert tile is not None
    assert at is not None
    after = source.apply([source.replaced(at, "E4"), source.replaced(tile, "web")])
    difference = patch(TEXT, after, "one.yaml")
    assert "-  Ann: {at: D4}\n+  Ann: {at: E4}\n" in difference
    assert difference.count("\n@@") == 2
    assert patch(TEXT, TEXT, "one.yaml").strip() == ""


def test_quoting() -> None:
    assert [quoted(word) for word in ("move e", "monster(orc)", "12", "a: b", 'say "x"', "")] == [
        "move e",
        "monster(orc)",
        "12",
        '"a: b"',
        '"say \\"x\\""',
        '""',
    ]
