"""The lines of the law are short enough to be read beside each other."""

from pathlib import Path

from tests.project.tree import ROOT, files, short

WIDEST = 120


def too_wide(path: Path) -> list[str]:
    """The lines of a file with more than 120 characters, as `file:line`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [f"{path.name}:{number}" for number, line in enumerate(lines, 1) if len(line) > WIDEST]


def test_lines_of_law_are_short() -> None:
    folders = (ROOT / "asp", ROOT / "tests" / "rulebooks")
    law = [path for path in files() if path.suffix == ".lp" and any(path.is_relative_to(folder) for folder in folders)]
    assert {path.parent.name for path in law} >= {"core", "lib", "movement", "lantern", "icepost"}
    wide = {short(path): result for path in law if (result := too_wide(path))}
    assert not wide


def test_a_line_that_is_too_wide_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "doors.lp"
    file.write_text("%# Doors\n" + "é" * WIDEST + "\n" + "d" * (WIDEST + 1) + "\n", encoding="utf-8")
    assert too_wide(file) == ["doors.lp:3"]
