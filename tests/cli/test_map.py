"""The commands on a board that is a graph."""

from tests.cli.drakdom import FOLDERS, RULEBOOKS, drakdom

FILE = RULEBOOKS / "straits" / "scenarios" / "two-coasts-of-one-province.yaml"


def test_paths_without_law_are_refused() -> None:
    ended = drakdom("paths", FILE, *FOLDERS)
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "the rulebook `straits` has no law about paths: no `paths.lp`" in ended.err
    assert "has no law about paths" in drakdom("paths", FILE, "--to", "mul", *FOLDERS).err


def test_a_place_that_is_not_on_the_map() -> None:
    ended = drakdom("paths", FILE, "--to", "mol", *FOLDERS)
    assert (ended.code, "there is no place `mol` on this board, did you mean `mul`?" in ended.err) == (2, True)


def test_explanations_leave_the_map_out() -> None:
    text = drakdom("explain", FILE, "moved(A Elm, far)", *FOLDERS).out
    assert "A Elm moves to Farrow" in text
    assert "linked" not in text
    full = drakdom("explain", FILE, "bounced(A Far, gal)", "--full", *FOLDERS).out
    assert "part(gal_nc, gal)" in full
    assert "part(" not in drakdom("explain", FILE, "bounced(A Far, gal)", *FOLDERS).out
