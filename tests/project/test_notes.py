"""What a ledger notes as contradictory or doubtful is settled, read or left open by name, and shown by a scenario."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from drakdom.rulebook import load_rulebook
from tests.project.tree import ROOT, rulebooks

TITLE = "## What the source leaves open"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Row(NamedTuple):
    """A note: how and by what it is answered, and the scenarios that show what hangs on it."""

    note: str
    how: str
    names: list[str]
    scenarios: list[str]


def rows(text: str) -> list[Row]:
    """The table of a README; `later` rows are of what only clauses touch that are not encoded yet."""
    lines = text.partition(TITLE)[2].partition("\n## ")[0].splitlines()
    table = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")][1:]
    return [Row(note, by.split()[0], _quoted(by), _quoted(shown)) for note, by, shown in table]


def _quoted(text: str) -> list[str]:
    return re.findall("`([^`]+)`", text)


def noted(ledger: dict[str, Any]) -> list[str]:
    notes = ("".join(pair) for pair in re.findall(r"^(?:- ([GCA]\d+) |([CA]\d+)\.)", ledger.get("notes") or "", re.M))
    return [*notes, *(doubt["id"] for doubt in ledger.get("doubts") or ())]


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda path: path.name)
def test_every_note_of_the_ledger_is_answered(folder: Path) -> None:
    wanted = noted(yaml.load((folder / "clauses.yaml").read_text("utf-8"), Loader=_LOADER))
    result = rows((folder / "README.md").read_text("utf-8"))
    assert [row.note for row in result] == wanted


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda path: path.name)
def test_what_answers_a_note_exists_and_a_scenario_shows_it(folder: Path) -> None:
    book = load_rulebook(folder)
    names = book.ledger.keys() | book.readings.keys() | book.gaps.keys()
    kinds = {"reading": book.readings, "gap": book.gaps, "settled": book.ledger, "later": names}
    for row in rows((folder / "README.md").read_text("utf-8")):
        assert not set(row.names) - names, row
        assert row.names[0] in kinds[row.how.removesuffix("s").removesuffix(":")], row
        assert row.scenarios or row.how == "later:", row
        for name in row.scenarios:
            text = (ROOT / "scenarios" / folder.name / f"{name}.yaml").read_text("utf-8")
            assert any(word in text for word in row.names), (row.note, name)


def test_a_note_without_a_row_is_seen() -> None:
    ledger = {"notes": "A1. One.\n  More of it, not A9.\nC2. Two.\n", "doubts": [{"id": "X-1"}]}
    assert noted(ledger) == ["A1", "C2", "X-1"]
    head = f"{TITLE}\n\n| note | by | shown by |\n|---|---|---|\n"
    text = head + "| A1 | reading `X-2` | `a/b`, `a/c` |\n| C2 | later: `X-3` | - |\n"
    assert rows(text) == [Row("A1", "reading", ["X-2"], ["a/b", "a/c"]), Row("C2", "later:", ["X-3"], [])]
