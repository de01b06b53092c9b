"""The game of ten clauses that `docs/rulebook.md` builds, built as it stands there."""

import re
from pathlib import Path

import pytest

from tests.cli.drakdom import drakdom
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
