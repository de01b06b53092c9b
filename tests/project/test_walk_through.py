"""The games that documents walk through: one is built as it stands there, one stands in its folder as it is quoted."""

import re
from pathlib import Path

import pytest

from tests.cli.drakdom import RULEBOOKS, drakdom
from tests.project.tree import ROOT

STEP = re.compile(
    r"<!-- not run: a test (?P<verb>writes|adds) it to (?P<file>[\w./-]+)(?: after (?P<line>[^\n]+?))? -->\n"
    r"```\w+\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def build(page: str) -> int:
    """Do the steps of a page in the current folder; return their number."""
    steps = [*STEP.finditer(page)]
    for step in steps:
        file, text = Path(step["file"]), step["text"]
        if step["verb"] == "writes":
            assert not file.exists()
        elif step["line"]:
            before, line, after = file.read_text("utf-8").partition(f"\n{step['line']}\n")
            assert line, f"there is no line `{step['line']}` in {file}"
            text = before + line + text + after
        else:
            text = file.read_text("utf-8") + text
        file.write_text(text, encoding="utf-8")
    return len(steps)


@pytest.mark.slow
def test_the_game_of_ten_clauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "rulebook.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    assert drakdom("rulebook", "new", "ferry").code == 0
    assert build(page) == len(re.findall("not run: a test", page))
    fixed = drakdom("lint", "ferry", "--fix")
    assert (fixed.code, "nothing wrong" in fixed.out) == (0, True), fixed
    assert "rewrote the header of ferry/goal.lp" in fixed.err
    checked = drakdom("check")
    assert (checked.code, "7 passed" in checked.out) == (0, True), checked.out
    covered = drakdom("coverage", "ferry", "--fail-under", "100")
    assert (covered.code, "9 of 9 clauses are covered" in covered.out) == (0, True), covered.out


# ---- The Ice Post, in CONTRIBUTING ----------------------------------------------------------------------

QUOTED = re.compile(r"^ *```(?P<kind>prolog|yaml)\n(?P<text>.*?)^ *```$", re.MULTILINE | re.DOTALL)
KINDS = {"prolog": "*.lp", "yaml": "*.yaml"}


def missing_lines(walk: str, folder: Path) -> list[str]:
    """Return the lines of law and of YAML that a text quotes and no file of a folder has. Margins do not count."""
    present = {
        kind: {line.strip() for file in folder.rglob(ends) for line in file.read_text("utf-8").splitlines()}
        for kind, ends in KINDS.items()
    }
    quoted = [(block["kind"], line.strip()) for block in QUOTED.finditer(walk) for line in block["text"].splitlines()]
    return [line for kind, line in quoted if line and line not in present[kind]]


def ice_post() -> str:
    """Return the walk through The Ice Post."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return page.partition("### A walk through The Ice Post\n")[2].partition("\n## ")[0]


def test_the_ice_post_is_quoted_as_it_is() -> None:
    assert missing_lines(ice_post(), RULEBOOKS / "icepost") == []


def test_the_ice_post_is_quoted_with_its_whole_check() -> None:
    rules = [line for line in (RULEBOOKS / "icepost" / "ice.lp").read_text("utf-8").splitlines() if line[:1].isalpha()]
    assert [rule for rule in rules if rule not in ice_post()] == []


def test_a_line_that_is_not_in_the_folder_is_seen(tmp_path: Path) -> None:
    (tmp_path / "ice.lp").write_text("check_dice(t6).\n", encoding="utf-8")
    (tmp_path / "rulebook.yaml").write_text("gaps:\n", encoding="utf-8")
    law = "1. Law:\n\n   ```prolog\n   check_dice(t6).\n   gaps:\n   ```\n"
    words = "\n   ```yaml\n   gaps:\n   no_value: x\n   ```\n"
    assert missing_lines(law + words, tmp_path) == ["gaps:", "no_value: x"]
