"""One dispute under the law of another rulebook: what comes out otherwise, and what the other one does not know."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.drakdom import FOLDERS, ROOT, RULEBOOKS, WALK, drakdom, written

BOTH_ENTER = ROOT / "scenarios" / "drakborgen-atervackt" / "entry" / "two-heroes-one-room.yaml"
PIT = ROOT / "scenarios" / "dungeonquest-neuauflage" / "pit" / "luck-over-a-bottomless-pit.yaml"


def page(*words: str | Path) -> str:
    """What a comparison says, in one line; something must differ."""
    ended = drakdom("compare", *words)
    assert (ended.code, ended.err) == (1, "")
    return " ".join(ended.out.split())


def test_together_under_one_law_and_one_after_the_other_under_another() -> None:
    """Whoever is start player goes in, so each does with 1/2; the second is barred by DQ-MOVE-010."""
    text = page(BOTH_ENTER, "--rulebook", "dungeonquest-neuauflage")
    shared, _, rest = text.partition("What only Drakborgen Återväckt knows")
    first, _, second = rest.partition("What only DungeonQuest Neuauflage knows")
    for hero, way in (("Sigeir", "east"), ("Farouche", "west")):
        assert f"{hero} enters E4 as written yes rulebook dungeonquest-neuauflage 1/2" in shared
        assert (
            f"not permitted: {hero} goes {way} as written no rulebook dungeonquest-neuauflage 1/2 (50 %) by DQ-MOVE-010"
            in shared
        )
        assert f"it is the turn of {hero} rulebook dungeonquest-neuauflage yes by DQ-TURN-001" in second
    assert "Farouche and Sigeir enter E4 at the same moment as written yes by DA-MULTI-009" in first
    assert "Left out: DungeonQuest Neuauflage has no words for this line" in second
    for left_out in ("`hp: 16` (unknown field `hp` of `Sigeir`)", "`room: {harmless: 1}` (unknown deck `room`)"):
        assert left_out in second


def test_the_other_way_round() -> None:
    """5/12 is above 7 with two dice; the other game has no such room, and is not told of one."""
    text = page(PIT, "--rulebook", "drakborgen-atervackt")
    assert "Lindel dies as written 5/12 (42 %) rulebook drakborgen-atervackt no by DQ-PIT-003" in text
    assert (
        "gap: the scenario does not state the tile drawn for E4 as written no rulebook drakborgen-atervackt yes" in text
    )
    assert "E4 works as a bottomless pit as written yes by" in text.partition("What only DungeonQuest Neuauflage")[2]
    for left_out in ("`luck: 7` (unknown field `luck` of `Lindel`)", "line 12: `tile E4: pit` (unknown tile `pit`)"):
        assert left_out in text.partition("Left out: Drakborgen Återväckt has no words for this")[2]


def test_who_else_is_let_in(tmp_path: Path) -> None:
    """With Sigeir as start player it is Farouche who is barred; only the other game knows of start players."""
    mine = BOTH_ENTER.read_text("utf-8").replace("drakborgen-atervackt", "dungeonquest-neuauflage")
    mine = (
        mine.partition("expect:")[0]
        .replace(", hp: 16", "")
        .replace(", hp: 12", "")
        .replace("    room: {harmless: 1}\n", "")
    )
    text = page(written(tmp_path, mine + "state: {start_player: Sigeir}\n"), "--rulebook", "drakborgen-atervackt")
    assert "Farouche enters E4 as written no rulebook drakborgen-atervackt yes" in text
    assert "not permitted: Farouche goes west as written yes rulebook drakborgen-atervackt no by DQ-MOVE-010" in text
    assert "Sigeir enters E4" not in text
    assert "`start_player: Sigeir` (unknown field `start_player` of `state`)" in text


def other_lantern(folder: Path, *changes: tuple[str, str]) -> Path:
    """The ten-clause rulebook under another name, with something else in its vocabulary."""
    shutil.copytree(RULEBOOKS / "lantern", folder)
    book = folder / "rulebook.yaml"
    text = book.read_text("utf-8")
    for old, new in (("slug: lantern", "slug: lamp"), *changes):
        assert old in text
        text = text.replace(old, new)
    book.write_text(text, "utf-8")
    return folder


def unknown(file: Path, other_path: Path) -> list[tuple[str, int]]:
    """What the other rulebook does not know of a scenario, and where that stands."""
    ended = drakdom("compare", file, *FOLDERS, "--with", other_path, "--json")
    assert (ended.code in (0, 1), ended.err) == (True, ""), ended
    return [(entry["text"], entry["place"]["line"]) for entry in json.loads(ended.out)["unknown"][1]]


def test_what_both_know_is_told_to_both(tmp_path: Path) -> None:
    more = "readings: {LD-07: room}\nvariants: [narrow-halls]\ndraws: {omen Ada: calm}\n"
    assert unknown(written(tmp_path, WALK + more), other_lantern(tmp_path / "lamp")) == []


@pytest.mark.parametrize(
    ("change", "more", "left_out"),
    [
        (("  LD-07:\n", "  LD-08:\n"), "readings:\n  LD-07: room\n", [("LD-07: room", 14)]),
        (("gust: a", "squall: a"), "draws:\n  omen Ada: gust\n", [("omen Ada: gust", 14)]),
        (("gust: a", "squall: a"), "draws:\n  omen Ada: [calm, gust]\n", [("omen Ada: [calm, gust]", 14)]),
        (("gust: a", "squall: a"), "suppose:\n  omens: {calm: 2, gust: 1}\n", [("omens: {calm: 2, gust: 1}", 14)]),
        (("omens: {type", "signs: {type"), "suppose:\n  omens: {calm: 2}\n", [("omens: {calm: 2}", 14)]),
        (("  omen: omens are", "  sign: omens are"), "begin: omen\n", [("begin: omen", 13)]),
        (("move: {args", "stride: {args"), "", [("Ada: move e", 12), ("Bo: move w", 12)]),
        (("pit: a room with", "hole: a room with"), "", [("room: pit", 6)]),
    ],
    ids=lambda entry: entry[0].strip(": {\n") if isinstance(entry, tuple) else "",
)
def test_what_the_other_does_not_know(
    change: tuple[str, str], more: str, left_out: list[tuple[str, int]], tmp_path: Path
) -> None:
    """A list of draws and a deck go as a whole: half of one would say something else."""
    other_other_lantern = other_lantern(tmp_path / "lamp", change)
    assert unknown(written(tmp_path, WALK + more), other_other_lantern) == left_out


def test_a_square_of_another_board_is_an_error(tmp_path: Path) -> None:
    grid = "  grid: {n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0]}"
    other_other_lantern = other_lantern(tmp_path / "lamp", (grid, grid + "\n  size: [3, 9]"))
    ended = drakdom("compare", written(tmp_path, WALK), *FOLDERS, "--with", other_other_lantern)
    assert (ended.code, ended.out) == (2, "")
    assert "case.yaml:7:5: `D2` is off the board" in ended.err


def test_a_scenario_on_standard_input() -> None:
    words = ("--rulebook", "dungeonquest-neuauflage")
    from_file, from_input = (
        drakdom("compare", name, *words, text=BOTH_ENTER.read_text("utf-8")) for name in (BOTH_ENTER, "-")
    )
    assert (from_input.code, from_input.out) == (from_file.code, from_file.out)


def test_what_the_other_needs_is_an_error(tmp_path: Path) -> None:
    """A field that the other rulebook demands cannot be made up."""
    other_other_lantern = other_lantern(
        tmp_path / "lamp",
        ("figures:\n", 'figures:\n  weight: {type: int, fact: "stat($figure, weight, $value)", required: true}\n'),
    )
    ended = drakdom("compare", written(tmp_path, WALK), *FOLDERS, "--with", other_other_lantern)
    assert (ended.code, ended.out) == (2, "")
    assert "case.yaml:9:3: `Ada` has no `weight`" in ended.err
