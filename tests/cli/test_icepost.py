"""The Ice Post, a game of fourteen clauses on a ring: every command works on a game that the library wrote."""

import json
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("rule", LIKELY), "By these clauses"),
        (("rule", CASES / "by-the-fire.yaml", "round 1: frozen(Ann)"), "claim:1:10: unknown event `frozen`"),
        (("odds", LIKELY), "IP-"),
        (("paths", CASES / "a-slip-costs-two.yaml"), "narrows: 1/3"),
        (("draw", LIKELY), "lodge"),
        (("rulebooks", "icepost"), "a turn begins"),
        (("clauses", "icepost", "IP-05"), "ice poles"),
        (("new", "icepost", "-"), "rulebook: icepost"),
        pytest.param(("lint", "icepost"), "", marks=pytest.mark.slow),
        (("explain", CASES / "a-slip-costs-two.yaml", "dies(Ann)"), "IP-10"),
        (("why-not", CASES / "a-slip-costs-two.yaml", "dies(Bo)"), "dies(Bo)"),
        pytest.param(
            ("compare", CASES / "the-hut-is-busy.yaml", "--house-rule", "busy-huts"),
            "busy-huts",
            marks=pytest.mark.slow,
        ),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_every_command(words: tuple[str | Path, ...], says: str) -> None:
    ended = drakdom(*words, *FOLDERS)
    assert says in ended.out + ended.err
    assert ended.code in (0, 1, 2)
    assert "our bug" not in ended.err
