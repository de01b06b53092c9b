"""Edits of a scenario's text in place."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from drakdom.rulebook.yamltext import Mapping, Node, Scalar, parse_yaml
from drakdom.scenario.edits import Edit, Source, patch, quoted
from drakdom.tools.pin_text import Expectation, added, rewritten
from tests.randomly import examples

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


@pytest.mark.parametrize("gone", [gone for n in (1, 2, 3) for gone in itertools.combinations(range(3), n)])
@pytest.mark.parametrize(
    "text", ["x: [a, b, c]\n", "x: [ a, b, c ]\n", "x: {a: 1, b: 2, c: 3}\n", "x: [\n  a,\n  b,\n  c]\n"]
)
def test_several_items_in_brackets_are_removed(text: str, gone: tuple[int, ...]) -> None:
    source = Source(text)
    node = source.find("x")
    assert node is not None
    items = [item[1] if isinstance(item, tuple) else item for item in node.value]
    data = read(source.apply([source.removed(items[number]) for number in gone]))
    assert isinstance(data, dict)
    left = data["x"]
    assert left is None or isinstance(left, list | dict)
    assert [*(left or ())] == [letter for number, letter in enumerate("abc") if number not in gone]


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


@pytest.mark.parametrize("word", ["-", "- x", "- - x", "-3", "a - b", "null", "first\nsecond", 'say "x"', "a\\b"])
@pytest.mark.parametrize("text", ["x: {}\n", "x: {{y: {}}}\n", "x: [{}]\n", "x:\n  - {}\n"])
def test_any_text_can_be_a_value(word: str, text: str) -> None:
    top, problems = parse_yaml(text.format(quoted(word)), "case.yaml")
    problems.raise_any()
    node: Node | None = top
    while not isinstance(node, Scalar):
        assert node
        node = node.entries[0][1] if isinstance(node, Mapping) else node.items[0]
    assert node.text == word


def test_quoting() -> None:
    assert [quoted(word) for word in ("move e", "monster(orc)", "12", "a: b", 'say "x"', "")] == [
        "move e",
        "monster(orc)",
        "12",
        '"a: b"',
        '"say \\"x\\""',
        '""',
    ]


# -- documents of every style ------------------------------------------------------------------------------

VALUES = ("x", "move e", "12", '"a: b, # c"', "'it''s'", "hit(Ann, pit)", "passes(Ann, card(2))", "x#y", "漢")
KEYS = ("Ann", "Bo", "Cy", "hit(Ann, pit)", '"a: b"')


class Writer:
    """Writes a random mapping, in block and flow style, with comments and blank lines."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw, self.comments = draw, 0

    def document(self) -> str:
        text = "\n".join(self.mapping("", 3))
        return text + self.draw(st.sampled_from(["\n", "", "\n\n# last\n"]))

    def mapping(self, pad: str, depth: int) -> list[str]:
        lines: list[str] = []
        for key in self.draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=3, unique=True)):
            first, *rest = self.value(pad, depth)
            lines += [*self.between(pad), f"{pad}{key}:{first}", *rest]
        return lines

    def sequence(self, pad: str, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.draw(st.integers(1, 3))):
            lines += self.between(pad)
            if depth and self.draw(st.booleans()):
                entries = self.mapping(pad + "  ", depth - 1)
                while not entries[0].strip() or entries[0].lstrip().startswith("#"):
                    lines.append(entries.pop(0))
                lines += [f"{pad}- {entries[0].lstrip()}", *entries[1:]]
            else:
                lines.append(f"{pad}- {self.flow(depth)}{self.remark()}")
        return lines

    def value(self, pad: str, depth: int) -> list[str]:
        match self.draw(st.sampled_from(["flow", "mapping", "sequence", "text", "nothing"] if depth else ["flow"])):
            case "mapping":
                return [self.remark(), *self.mapping(pad + "  ", depth - 1)]
            case "sequence":
                return [self.remark(), *self.sequence(pad + self.draw(st.sampled_from(["", "  "])), depth - 1)]
            case "text":
                return [" |", f"{pad}  a: [b", f"{pad}  # c"]
            case "nothing":
                return [self.remark()]
        return [f" {self.flow(depth)}{self.remark()}"]

    def flow(self, depth: int) -> str:
        if not depth or self.draw(st.booleans()):
            return self.draw(st.sampled_from(VALUES))
        items = [self.flow(depth - 1) for _ in range(self.draw(st.integers(0, 3)))]
        if self.draw(st.booleans()):
            return f"[{', '.join(items)}]"
        return f"{{{', '.join(f'{key}: {item}' for key, item in zip(KEYS, items, strict=False))}}}"

    def remark(self) -> str:
        self.comments += 1
        return self.draw(st.sampled_from(["", "", f"   # {self.comments}: [a, b"]))

    def between(self, pad: str) -> list[str]:
        self.comments += 1
        return self.draw(st.sampled_from([[], [], [""], [f"{pad}# {self.comments}: {{c"]]))


documents = st.composite(lambda draw: Writer(draw).document())()
Data = str | list["Data"] | dict[str, "Data"] | None


def read(text: str) -> Data:
    def data(node: Node) -> Data:
        if isinstance(node, Scalar):
            return node.text.rstrip() or None
        if isinstance(node, Mapping):
            return {key.text: data(value) for key, value in node.entries} or None
        return [data(item) for item in node.items] or None

    top, problems = parse_yaml(text, "case.yaml")
    problems.raise_any()
    return data(top)


Found = tuple[yaml.Node, tuple[str | int, ...], int]


def nodes(node: yaml.Node, path: tuple[str | int, ...] = ()) -> Iterator[Found]:
    """Yield every node but the top, with its path (keys, numbers of items) and the offset where its entry begins."""
    children = [] if isinstance(node, yaml.ScalarNode) else node.value
    for number, child in enumerate(children):
        key, value = child if isinstance(child, tuple) else (child, child)
        steps = (*path, number if key is value else key.value)
        yield value, steps, key.start_mark.index
        yield from nodes(value, steps)


def at(data: Data, path: tuple[str | int, ...]) -> Any:
    result: Any = data
    for key in path:
        result = result[key]
    return result


def keeps(text: str, after: str, start: int, end: int) -> bool:
    """Return True if everything before `start` and from `end` on is as it was, byte for byte."""
    before, rest = text[:start], text[end:]
    return after.startswith(before) and after.endswith(rest) and len(after) >= len(before) + len(rest)


@examples(quick=20, thorough=2000)
@given(documents, st.data())
def test_a_replaced_value_changes_nothing_else(text: str, data: st.DataObject) -> None:
    source = Source(text)
    single = [(node, path) for node, path, _ in nodes(source.root) if getattr(node, "flow_style", True)]
    node, path = data.draw(st.sampled_from(single or [(source.root, ())]))
    if not path:
        return
    after = source.apply([source.replaced(node, "new, value")])
    expected: Any = read(text)
    at(expected, path[:-1])[path[-1]] = "new, value"
    assert read(after) == expected
    assert keeps(text, after, node.start_mark.index, source.end_of(node))


@examples(quick=20, thorough=2000)
@given(documents, st.data())
def test_a_removed_entry_takes_nothing_with_it(text: str, data: st.DataObject) -> None:
    source = Source(text)
    node, path, start = data.draw(st.sampled_from([*nodes(source.root)]))
    after = source.apply([source.removed(node)])
    expected: Any = read(text)
    del at(expected, path[:-1])[path[-1]]
    if not at(expected, path[:-1]) and len(path) > 1:
        at(expected, path[:-2])[path[-2]] = None
    assert expected == {} or read(after) == expected
    kept = re.findall(r"# \d+", text[:start] + text[source.line_end(node) :])
    assert [comment for comment in re.findall(r"# \d+", after) if comment in kept] == kept


@examples(quick=20, thorough=2000)
@given(documents, st.data())
def test_an_added_entry_moves_nothing(text: str, data: st.DataObject) -> None:
    source = Source(text)
    lists = [(node, path) for node, path, _ in nodes(source.root) if isinstance(node, yaml.CollectionNode)]
    node, path = data.draw(st.sampled_from([*lists, (source.root, ())]))
    expected: Any = read(text)
    if isinstance(node, yaml.MappingNode):
        edit = source.added((*map(str, path), "new"), "[a]") if all(isinstance(key, str) for key in path) else None
        (at(expected, path) or {})["new"] = ["a"]
    else:
        edit = source.appended(node, "new")
        (at(expected, path) or []).append("new")
    if edit is None or not node.value:
        return
    after = source.apply([edit])
    assert read(after) == expected
    assert keeps(text, after, edit.start, edit.start)


def test_entries_behind_a_dash_are_removed_together() -> None:
    source = Source("play:\n  - Ann: move e   # first\n    # of Cy\n    Bo: move w\n    Cy: search\n    Di: rest\n")
    play = source.find("play")
    assert play is not None
    ann, bo, *_ = (value for _, value in play.value[0].value)
    after = source.apply([source.removed(ann), source.removed(bo)])
    assert after == "play:\n  - \n    # of Cy\n    Cy: search\n    Di: rest\n"
    assert read(after) == {"play": [{"Cy": "search", "Di": "rest"}]}
    alone = Source("play:\n  - Ann: move e\n")
    ((ann, _),) = [(node, path) for node, path, _ in nodes(alone.root) if path[-1] == "Ann"]
    assert alone.apply([alone.removed(ann)]) == "play:\n  - {}\n"


@st.composite
def expectations(draw: st.DrawFn) -> str:
    """Write a document with a section of expectations in block style, in any place."""
    writer = Writer(draw)
    parts = [writer.mapping("", 2), ["expect:", *writer.sequence(draw(st.sampled_from(["", "  "])), 2)]]
    tail = draw(st.sampled_from(["", "# last", "new: {x: [hit(Ann, pit)]}  # one", "new:\n  x: y"]))
    return "\n".join([*itertools.chain(*parts), tail])


PINS = [Expectation("never", "hit(Ann, pit)", because=("XX-1",)), Expectation("odds", "falls(Bo)", "1/3")]
PINNED: list[Data] = [{"never": "hit(Ann, pit)", "because": "XX-1"}, {"odds": {"falls(Bo)": "1/3"}}]


@examples(quick=20, thorough=2000)
@given(expectations(), st.data())
def test_a_renewed_expectation_changes_nothing_else(text: str, data: st.DataObject) -> None:
    source = Source(text)
    old = source.find("expect")
    assert old is not None
    number = data.draw(st.integers(0, len(old.value) - 1))
    edit = rewritten(source, old.value[number], PINS)
    after = source.apply([edit])
    expected: Any = read(text)
    expected["expect"][number : number + 1] = PINNED
    assert read(after) == expected
    assert keeps(text, after, old.value[number].start_mark.index, source.end_of(old.value[number]))


@examples(quick=20, thorough=2000)
@given(expectations())
def test_a_new_expectation_moves_nothing(text: str) -> None:
    source = Source(text)
    (edit,) = added(source, source.find("expect"), PINS)
    after = source.apply([edit])
    expected: Any = read(text)
    expected["expect"] += PINNED
    assert read(after) == expected
    assert keeps(text, after, edit.start, edit.start)
