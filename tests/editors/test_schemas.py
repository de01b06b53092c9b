"""Schemas refuse only values that the reader refuses."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from drakdom.editors import KINDS, schema
from drakdom.errors import InputError
from drakdom.rulebook import Rulebook, find_rulebooks, law_folder, load_house_rule, load_rulebook
from drakdom.scenario import read_combinations_text
from tests.cli.own_game import own_game
from tests.editors.seen import faults, seen, validator
from tests.readers.books import RULEBOOKS, lantern

GOOD = """\
title: Two walk into the room with the pit
rulebook: lantern
variants: [narrow-halls]
board:
  rooms:
    B2: {room: floor, exits: [e]}
    C2: {room: pit}
figures:
  Ada: {kind: hero, at: B2, nerve: 4, rope: yes}
  Bo: {kind: hero, at: B2, nerve: 2, lantern: out}
begin: walk
play:
  - {Ada: move e, Bo: [rest, move e]}
draws:
  omen Ada: calm
rolls:
  pit Bo: [6, 1]
readings: {LD-07: room}
suppose:
  omens: {calm: 2, gust: 1}
expect:
  - odds: {falls(Ada): 1/3}
    because: LD-05
  - never: entered(Bo, C2)
    not_because: [LD-03]
"""

BROKEN = {
    "a room that there is not": ("room: pit", "room: pitt"),
    "an action that there is not": ("move e, Bo", "mvoe e, Bo"),
    "a direction that there is not": ("move e, Bo", "move x, Bo"),
    "a second action that there is not": ("[rest, move e]", "[rest, leap]"),
    "an exit that there is not": ("exits: [e]", "exits: [x]"),
    "a kind that there is not": ("kind: hero", "kind: villain"),
    "a field that a figure does not have": ("nerve: 2", "nerve: 2, courage: 3"),
    "a field that a place does not have": ("{room: pit}", "{room: pit, depth: 3}"),
    "a section that there is not": ("suppose:", "supose:"),
    "a word for a number": ("nerve: 4", "nerve: brave"),
    "a number that is too large": ("nerve: 4", "nerve: 7"),
    "a figure without what it needs": ("nerve: 4, ", ""),
    "neither yes nor no": ("rope: yes", "rope: perhaps"),
    "a list for a word": ("{room: pit}", "{room: [pit, floor]}"),
    "a square that is none": ("C2: {", "C0: {"),
    "a phase that there is not": ("begin: walk", "begin: dance"),
    "a draw that there is not": ("omen Ada: calm", "omne Ada: calm"),
    "a card that there is not": ("omen Ada: calm", "omen Ada: storm"),
    "a face that the die does not have": ("[6, 1]", "[6, 7]"),
    "a variant that there is not": ("[narrow-halls]", "[wide-halls]"),
    "a reading that there is not": ("LD-07: room", "LD-07: rooms"),
    "a clause without readings": ("{LD-07: room}", "{LD-05: room}"),
    "a clause that there is not": ("because: LD-05", "because: LD-55"),
    "a kind of claim that there is not": ("  - never:", "  - nevr:"),
    "a probability that is none": ("1/3", "often"),
    "a mapping for a list": ("  - {Ada: move e", "  {Ada: move e"),
    "a deck of what there is not": ("gust: 1", "gale: 1"),
    "no rulebook": ("rulebook: lantern\n", ""),
}

NEVER = "  - never: entered(Bo, C2)\n    not_because: [LD-03]\n"
MATRIX = "matrix: {readings: {LD-07: [room, drawer]}, variants: [none, [narrow-halls]]}\n"
DRAWN = "  origin: D2\n  map: |\n    [p]-[f]\n  legend: {p: {room: pit}, f: {room: floor}}\n"
LOOSE = {
    "a key in another spelling": ("not_because", "not-because"),
    "a number in quotes": ("nerve: 4", "nerve: '4'"),
    "yes by another word": ("rope: yes", "rope: 'On'"),
    "no as an editor knows it": ("rope: yes", "rope: false"),
    "a single value for a list": ("exits: [e]", "exits: e"),
    "nothing for a list": ("[narrow-halls]", ""),
    "an action as a term": ("move e, Bo", "move(e), Bo"),
    "a claim cut at its comma": (NEVER, "  - {never: entered(Bo, C2), because: LD-05}\n"),
    "claims cut at their commas": ("never: entered(Bo, C2)", "never: [entered(Bo, C2), drawn(Bo, gust)]"),
    "odds cut at their comma": ("{falls(Ada): 1/3}", "{falls(Ada): 1/3, entered(Bo, C2) and falls(Bo): 25%}"),
    "odds between bounds": ("1/3", "0.25..50%"),
    "a small letter": ("at: B2, nerve: 4", "at: b2, nerve: 4"),
    "a draw as a term": ("omen Ada: calm", "omen(Ada): calm"),
    "details of a draw": ("omen Ada: calm", "omen Ada: {is: calm}"),
    "the keeper acts": ("Bo: [rest, move e]", "keeper: rest"),
    "a fluent to begin with": ("begin: walk", "begin: {phase: walk, fallen(Bo): yes}"),
    "a matrix": ("begin: walk\n", f"begin: walk\n{MATRIX}"),
    "a condition": (NEVER, f"{NEVER}    when: {{LD-07: [room, drawer], variants: none}}\n{MATRIX}"),
    "a drawing": ("    C2: {room: pit}\n", DRAWN),
    "a square of which nothing is said": ("{room: pit}", ""),
}


def changed(change: tuple[str, str]) -> str:
    """The good scenario with one thing otherwise."""
    assert change[0] in GOOD
    return GOOD.replace(*change, 1)


def is_taken(text: str) -> bool:
    """Return True if the reader accepts a scenario."""
    try:
        read_combinations_text(text, rulebook_dirs=[RULEBOOKS])
    except InputError:
        return False
    return True


def test_a_good_one_fits() -> None:
    assert is_taken(GOOD)
    assert faults(seen(GOOD), validator(lantern())) == []


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_what_is_refused_the_reader_refuses(change: tuple[str, str]) -> None:
    assert faults(seen(changed(change)), validator(lantern()))
    assert not is_taken(changed(change))


@pytest.mark.parametrize("change", LOOSE.values(), ids=LOOSE)
def test_what_the_reader_takes_is_taken(change: tuple[str, str]) -> None:
    assert is_taken(changed(change))
    assert faults(seen(changed(change)), validator(lantern())) == []


@pytest.mark.parametrize("folder", find_rulebooks([RULEBOOKS]).values(), ids=lambda folder: folder.name)
@pytest.mark.parametrize("kind", KINDS)
def test_they_are_schemas(folder: Path, kind: str) -> None:
    made = validator(load_rulebook(folder), kind).schema
    assert isinstance(made, dict)
    assert made["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert made["$id"] == f"{kind}.json"


@pytest.mark.parametrize(
    ("kind", "name", "old", "new"),
    [
        ("rulebook", "rulebook.yaml", "title: Lantern", "titel: Lantern"),
        ("rulebook", "rulebook.yaml", "type: flame, fact", "type: flame, facf"),
        ("rulebook", "rulebook.yaml", "range: [0, 6]", "range: [0]"),
        ("rulebook", "rulebook.yaml", "n: [0, 1]", "n: north"),
        ("rulebook", "rulebook.yaml", "must_be_ruled: true", "must_be_ruled: sometimes"),
        ("ledger", "clauses.yaml", "kind: ", "kind: x"),
        ("ledger", "clauses.yaml", "text: ", "txet: "),
        ("house-rule", "house/invariants/house.yaml", "base: lantern", "base: other"),
        ("house-rule", "house/invariants/house.yaml", "intent: ", "intend: "),
        ("house-rule", "house/invariants/house.yaml", "id: HOUSE-", "id: HUOSE-"),
    ],
)
def test_broken_files_of_a_rulebook(kind: str, name: str, old: str, new: str) -> None:
    text = (RULEBOOKS / "lantern" / name).read_text(encoding="utf-8")
    assert old in text
    by = validator(lantern(), kind)
    assert faults(seen(text), by) == []
    assert faults(seen(text.replace(old, new)), by)


def straits() -> Rulebook:
    """Read the rulebook of the tests whose board is a graph."""
    return load_rulebook(RULEBOOKS / "straits")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("places:", "palces:"),
        ("at: [40, 40]", "at: [40]"),
        ("at: [40, 40]", "spot: [40, 40]"),
        ("{ring: [ire, kyl, mul, lor]}", "{ring: [ire, kyl]}"),
        ("{ring: [ire, kyl, mul, lor]}", "{rong: [ire, kyl, mul, lor]}"),
        ("{from: mul, to: gal_sc}", "{from: mul}"),
        ("one_way: true", "one_way: sometimes"),
    ],
)
def test_broken_maps(old: str, new: str) -> None:
    """What the schema of a map refuses the reader refuses, in a file of its own and in the vocabulary."""
    text = (RULEBOOKS / "straits" / "board.yaml").read_text(encoding="utf-8")
    assert old in text
    for around, kind in (("{}", "board"), ("title: x\ntopology:\n  graph:\n{}", "rulebook")):
        by = validator(straits(), kind)
        inner = ("    " if kind == "rulebook" else "") + text.replace("\n", "\n    " if kind == "rulebook" else "\n")
        assert faults(seen(around.format(inner)), by) == []
        assert faults(seen(around.format(inner.replace(old, new))), by)


def test_places_of_a_map_are_offered_and_checked() -> None:
    text = "rulebook: straits\nboard: {places: {gal nc: {fort: yes}}}\nfigures: {A: {kind: army, at: far}}\n"
    by = validator(straits(), "scenario")
    assert faults(seen(text), by) == []
    assert faults(seen(text.replace("at: far", "at: fra")), by)
    assert faults(seen(text.replace("gal nc", "galnc")), by)
    made: Any = schema(straits())
    assert {"const": "far", "description": "Farrow"} in made["definitions"]["place"]["anyOf"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("floors:", "floor:"),
        ("trap_room: trap", "trap_room: trapp"),
        ("trap_room: trap", "trap_rom: trap"),
        ("hit\n", "hits\n"),
    ],
)
def test_broken_pictures(old: str, new: str) -> None:
    folder = law_folder() / "dungeonquest-neuauflage"
    text = (folder / "pictures.yaml").read_text(encoding="utf-8")
    assert old in text
    by = validator(load_rulebook(folder), "pictures")
    assert faults(seen(text), by) == []
    assert faults(seen(text.replace(old, new)), by)


def test_a_rulebook_of_ones_own(tmp_path: Path) -> None:
    book = load_rulebook(own_game(tmp_path / "my-game"))
    kinds = {"rulebook.yaml": "rulebook", "clauses.yaml": "ledger", "house.yaml": "house-rule"}
    for path in book.folder.rglob("*.yaml"):
        kind = kinds.get(path.name, "scenario")
        assert faults(seen(path.read_text(encoding="utf-8")), validator(book, kind)) == [], path.name
    text = (book.folder / "scenarios" / "a-wet-morning.yaml").read_text(encoding="utf-8")
    assert faults(seen(text.replace("wait}", "walk}")), validator(book))
    assert faults(seen(text.replace("bank: near", "bank: left")), validator(book))


HOUSE = """\
title: Heroes may sing
intent: It is dark down there.
base: lantern
clauses:
- {id: HOUSE-SONGS-001, kind: permission, text: A hero may sing.}
actions:
  sing: {args: [], says: "{figure} sings"}
"""


@pytest.fixture
def songs(tmp_path: Path) -> Path:
    """A house rule with a word of its own."""
    folder = tmp_path / "songs"
    folder.mkdir()
    (folder / "house.yaml").write_text(HOUSE, encoding="utf-8")
    (folder / "house.lp").write_text("%# House rule: songs\n", encoding="utf-8")
    return folder


def test_words_of_a_house_rule_that_nobody_knows_are_not_refused(songs: Path) -> None:
    book = lantern()
    text = GOOD.replace("Ada: move e", "Ada: sing")
    assert load_house_rule(songs, book).adds
    assert faults(seen(text), validator(book))
    assert faults(seen(text + "house_rules: [../songs]\n"), validator(book)) == []
    assert faults(seen(text + "house_rules: [../songs]\nfigurs: {}\n"), validator(book))


def test_words_of_a_house_rule_that_is_named(songs: Path) -> None:
    text = GOOD.replace("Ada: move e", "Ada: sing") + "house_rules: [../songs]\n"
    by = validator(lantern(), "scenario", songs)
    assert faults(seen(text), by) == []
    assert faults(seen(text.replace("Ada: sing", "Ada: hum")), by)


def test_an_editor_is_offered_words_with_their_meanings() -> None:
    made: Any = schema(lantern())
    rooms = made["definitions"]["room_kind"]["anyOf"]
    assert {"const": "pit", "description": "a room with a pit"} in rooms
    assert {"const": "move e", "description": "walks east"} in made["definitions"]["action"]["anyOf"]
    clauses = {entry["const"]: entry["description"] for entry in made["definitions"]["clause"]["anyOf"]}
    assert {entry.id: entry.text for entry in lantern().ledger.values()}.items() <= clauses.items()


def test_what_is_expected_under_another_rulebook_is_in_its_words() -> None:
    text = GOOD.replace("not_because: [LD-03]", "because: XX-01\n    when: {rulebook: elsewhere, XX-07: odd}")
    assert faults(seen(text), validator(lantern())) == []
    assert faults(seen(text.replace("rulebook: elsewhere, XX-07: odd", "LD-07: room")), validator(lantern()))


def test_the_loader_of_these_tests_reads_as_editors_do() -> None:
    held = seen("a: yes\nb: 012\n1: true\nc: 1/2\nd: 0.5\ne:\nf: '3'\nn: no\n")
    assert held == {"a": "yes", "b": 12, "1": True, "c": "1/2", "d": 0.5, "e": None, "f": "3", "n": "no"}
    assert yaml.safe_load("a: yes") == {"a": True}


def test_the_kinds_of_a_book_without_much(tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    folder.mkdir()
    (folder / "rulebook.yaml").write_text("title: Bare\nslug: bare\n", encoding="utf-8")
    (folder / "clauses.yaml").write_text("clauses: []\n", encoding="utf-8")
    book: Rulebook = load_rulebook(folder)
    for kind in KINDS:
        assert validator(book, kind).schema
    assert faults(seen("rulebook: bare\n"), validator(book)) == []


def offered(part: Any, whole: Any, value: Any, met: frozenset[str] = frozenset()) -> set[str]:
    """The words that yaml-language-server offers for a value: it takes `additionalProperties` of all that apply."""
    if (name := part.get("$ref", "").rpartition("/")[2]) and name not in met:
        return offered(whole["definitions"][name], whole, value, met | {name})
    words = {part["const"]} if "const" in part else {*part.get("enum", ())}
    applying = [*part.get("anyOf", ()), *filter(None, [part.get("additionalProperties")])]
    applying += [
        entry["then"]
        for entry in part.get("allOf", ())
        if "if" in entry and Draft7Validator(entry["if"]).is_valid(value)
    ]
    return words.union(*(offered(entry, whole, value, met) for entry in applying))


def test_an_editor_is_offered_the_words_of_the_deck_that_is_drawn_from() -> None:
    whole = schema(load_rulebook(find_rulebooks()["drakborgen-atervackt"]), "scenario")
    draws = whole["definitions"]["told"]
    traps = offered(draws, whole, {"trap E4": None})
    assert {"trapdoor", "arrows"} <= traps
    assert len(traps) < 20
    assert not traps & offered(draws, whole, {"tile E4": None})
    assert offered(draws, whole, {"omen": None}) == set()
    assert offered(draws, whole, None) == set()


def test_an_empty_expectation_is_not_taken_for_one_of_another_rulebook() -> None:
    """Editors offer the keys of `then` where its condition holds, also for an item that has nothing in it yet."""
    whole = schema(lantern(), "scenario")
    expectation = whole["definitions"]["expectation"]
    condition = Draft7Validator(expectation["if"])
    assert not condition.is_valid(None)
    assert not condition.is_valid("odds")
    assert condition.is_valid({"when": {"rulebook": "another"}})
    assert {"always", "odds"} <= {*expectation["else"]["properties"]}
