"""`drakdom rulebooks NAME`: the order of play as players read it."""

import shutil
from pathlib import Path

import pytest

from drakdom.law.order_of_play import Row, order_of_play
from drakdom.rulebook import load_rulebook
from drakdom.step.case import law_of
from tests.cli.drakdom import FOLDERS, RULEBOOKS, drakdom
from tests.project.rulebook_pages import page

TABLE = """%# The round as a table
%
% Reads:   clause/1
% Defines: then/2, branch/3, repeat/2, interrupt/2, goes_before/2, holds/2

then(choose, walk).
then(walk, danger) :- clause("LD-01").
branch(danger, (omen; close), pit_is_near).
branch(danger, close, nothing_waits).
repeat(danger, rope_holds) :- clause("LD-09").
interrupt(close, hero_falls).
goes_before(light_is_out, hero_falls).
holds(nothing_waits, T) :- clause("LD-03"), is(phase, danger, T).
holds(nothing_waits, T) :- clause("LD-04"), is(phase, walk, T).
"""


@pytest.fixture
def tabled(tmp_path: Path) -> Path:
    """Return the ten-clause game with a table that no rule reads."""
    folder = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", folder)
    entry, vocabulary = folder / "rulebook.lp", folder / "rulebook.yaml"
    entry.write_text(entry.read_text("utf-8") + '#include "table.lp".\n', encoding="utf-8")
    (folder / "table.lp").write_text(TABLE, encoding="utf-8")
    text = vocabulary.read_text("utf-8") + "\nwords: {rope_holds: the rope holds}\n"
    for word in ("choose", "walk"):
        text = text.replace(f"{word}: heroes {word}", f"{word}: by day, heroes {word}")
    vocabulary.write_text(text, encoding="utf-8")
    return folder


def test_rows_are_read_with_their_clauses(tabled: Path) -> None:
    order = order_of_play(law_of(load_rulebook(tabled)))
    assert order.of("then") == (Row("then", ("choose", "walk"), ""), Row("then", ("walk", "danger"), "LD-01"))
    assert [row.words[1] for row in order.of("branch", "danger")] == ["close", "omen", "close"]
    assert order.of("branch", "walk") == ()


def test_the_order_of_play_is_printed(tabled: Path) -> None:
    assert (
        drakdom("rulebooks", tabled).out
        == """\
Lantern Deep

By day
  heroes choose  choose
    goes on to: heroes walk
  heroes walk  walk
    goes on to: pits are tried (LD-01)

pits are tried  danger
  to: end of the round, if pit is near
  to: omens are drawn, if pit is near
  to: end of the round, if nothing waits (LD-03)
  once more, if the rope holds (LD-09, optional rule narrow-halls)
omens are drawn  omen
end of the round  close

From every phase
  to: end of the round, if hero falls, unless light is out
"""
    )


def test_a_rulebook_without_a_table_lists_its_phases() -> None:
    lines = drakdom("rulebooks", "lantern", *FOLDERS).lines
    assert [line.split("  ")[-1] for line in lines if "  " in line] == ["choose", "walk", "danger", "omen", "close"]


def test_the_page_of_a_rulebook_has_the_order_of_play(tabled: Path) -> None:
    text = page(load_rulebook(tabled))
    assert "- `walk`: then `danger`.\n" in text
    assert "again if the rope holds." in text
    assert "## Order of play" not in page(load_rulebook(RULEBOOKS / "lantern"))


def test_conditions_of_one_target_are_one_sentence() -> None:
    printed = " ".join(drakdom("rulebooks", "drakborgen-atervackt").out.split())
    assert "once more, if flight may be announced, next monster shows sign or onlooker attacks" in printed
    assert "instead to: the signs of a combat round, if nobody gets away (DA-COMB-002)" in printed


def test_the_nearest_rulebook_is_offered() -> None:
    ended = drakdom("rulebooks", "lanturn", *FOLDERS)
    assert ended.code == 2
    assert "lantern" in ended.err
