"""The Ice Post, a game of fourteen clauses on a ring: every command works on a game that the library wrote."""

import json
from pathlib import Path

import pytest

from drakdom.cli.app import COMMANDS
from tests.cli.drakdom import FOLDERS, RULEBOOKS, drakdom

GAME = RULEBOOKS / "icepost"
CASES = GAME / "scenarios"
LIKELY = CASES / "how-likely-is-home.yaml"
MOST_LINES = 80


def test_its_law_is_short() -> None:
    """Law without what audits and paths need, and without house rules."""
    left_out = {GAME / "scope.lp", GAME / "paths.lp", *(GAME / "house").rglob("*.lp")}
    files = [file for file in GAME.rglob("*.lp") if file not in left_out]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    assert len([line for line in lines if line.strip() and not line.startswith("%")]) < MOST_LINES


@pytest.mark.slow
def test_its_scenarios_hold_and_kill_every_clause() -> None:
    assert drakdom("check", CASES, *FOLDERS, "--fresh").code == 0
    ended = drakdom("coverage", "icepost", *FOLDERS, "--json")
    counts = json.loads(ended.out)["counts"]
    assert (counts["covered"], counts["killed"]) == (counts["counting"], counts["counting"])


SLIP = CASES / "a-slip-costs-two.yaml"
HUT = CASES / "the-hut-is-busy.yaml"
ROWS: list[tuple[tuple[str | Path, ...], int, str]] = [
    (("rule", LIKELY), 0, "By these clauses"),
    (("rule", CASES / "by-the-fire.yaml", "round 1: frozen(Ann)"), 2, "claim:1:10: unknown event `frozen`"),
    (("check", CASES / "by-the-fire.yaml"), 0, "1 passed"),
    (("pin", SLIP), 0, "nothing to pin"),
    (("explain", SLIP, "dies(Ann)"), 0, "without IP-10: no"),
    (("why-not", SLIP, "dies(Bo)"), 0, "would follow if the following were 3 or more"),
    (("odds", LIKELY), 0, "0 to 2/9 (22 %)"),
    (("draw", LIKELY), 0, "the lodge a hut"),
    (("paths", SLIP), 0, "narrows: 1/3"),
    (("compare", HUT, "--house-rule", "busy-huts"), 1, "house rule busy-huts others=1  no"),
    (("sweep", SLIP, "slips(Bo)", "--vary", "figures.Bo.balance=5..6"), 0, "2 combinations of values"),
    (("audit", "icepost", "--out", "-"), 0, "nothing found"),
    (("rulebooks", "icepost"), 0, "a turn begins"),
    (("clauses", "icepost", "IP-05"), 0, "With ice poles no throw is needed."),
    (("words", "icepost"), 0, "The phases of one round"),
    (("new", "icepost", "-"), 0, "rulebook: icepost"),
    (("schema", "icepost"), 0, "A scenario of The Ice Post"),
    (("lint", "icepost"), 0, "nothing wrong, grounded on 15 scenarios"),
]
SLOW = {"audit", "compare", "lint"}
OF_THEIR_OWN = {"ask", "coverage", "precedents"}
"""Commands with a test of their own, here or where they talk with people (`tests/interview`)."""
OF_NO_GAME = {"rulebook", "house-rule", "serve"}
"""Commands that write a new game, or serve all of them."""


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [pytest.param(*row, id=str(row[0][0]), marks=[pytest.mark.slow] if row[0][0] in SLOW else []) for row in ROWS],
)
def test_every_command(words: tuple[str | Path, ...], code: int, says: str) -> None:
    ended = drakdom(*words, *FOLDERS)
    assert (ended.code, says in ended.out + ended.err) == (code, True), ended
    assert "our bug" not in ended.err


def test_every_command_has_a_row() -> None:
    assert {words[0] for words, _, _ in ROWS} | OF_THEIR_OWN | OF_NO_GAME == {*COMMANDS}


def test_a_ruling_is_put_on_record(tmp_path: Path) -> None:
    folder = tmp_path / "record"
    record = ("--by", "the table", "--when", "2026-11-28", "--source", "played")
    assert drakdom("precedents", "add", folder, SLIP, "dies(Ann)", *record, *FOLDERS).code == 0
    listed = drakdom("precedents", "search", folder, "--clause", "IP-10", *FOLDERS)
    assert (listed.code, "dies(Ann)" in listed.out) == (0, True), listed
    again = drakdom("precedents", "check", folder, *FOLDERS)
    assert (again.code, "1 precedent" in again.out) == (0, True), again
