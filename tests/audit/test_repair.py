"""Repairs: what is proposed is pasted into the two files, and then the audit finds nothing; taken out, it does."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.audit.seeded import FAULTY, TO_MEND, written
from tests.cli.drakdom import FOLDERS, drakdom

SMALL = ("--scope", "size=4,heroes=1")


def audited(tmp_path: Path, rule: Path, *words: str) -> dict[str, Any]:
    words = ("--house-rule", str(rule), "--out", str(tmp_path / "found"), "--budget", "0", *words, "--json")
    report: dict[str, Any] = json.loads(drakdom("audit", "lantern", *FOLDERS, *words).out)
    return report


def pasted(rule: Path, change: dict[str, str]) -> None:
    """Do by hand what a proposal says."""
    spec, law = rule / "house.yaml", rule / "house.lp"
    text = spec.read_text("utf-8")
    if change["at"]:
        begin = f"- {{id: {change['at']}, "
        assert begin in text
        text = text.replace(begin, f"{begin}{change['yaml']}, ")
    else:
        assert "replaced: []" in text
        text = text.replace("replaced: []", change["yaml"])
    spec.write_text(text, encoding="utf-8")
    law.write_text(law.read_text("utf-8") + change["law"] + "\n", encoding="utf-8")


def conflicts(report: dict[str, Any]) -> list[str]:
    return [finding["what"] for finding in report["findings"] if finding["kind"] == "conflict"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("planted", "subject", "law", "yaml"),
    [
        (
            TO_MEND[0],
            "two_pools(pit(Ada))",
            'except("LD-05", (H, T)) :- clause("HOUSE-EASTWARD-COINS-001"), tries(H, T), is(way(H), e, T).',
            "overrides: [LD-05]",
        ),
        (TO_MEND[1], "two_values(lantern(Ada))", "", "replaced: [LD-07]"),
    ],
    ids=["an exception", "a replaced clause"],
)
def test_a_conflict_is_mended(planted: Any, subject: str, law: str, yaml: str, tmp_path: Path) -> None:
    rule = written(tmp_path, planted)
    before = {file.name: file.read_text("utf-8") for file in rule.iterdir()}
    report = audited(tmp_path, rule, *SMALL)
    assert subject in conflicts(report)
    (change,) = report["repair"]["changes"]
    assert (change["law"], change["yaml"]) == (law, yaml)
    assert {file.name: file.read_text("utf-8") for file in rule.iterdir()} == before  # proposed, not done
    pasted(rule, change)
    assert audited(tmp_path, rule, *SMALL)["findings"] == []
    for name, text in before.items():
        (rule / name).write_text(text, encoding="utf-8")
    assert subject in conflicts(audited(tmp_path, rule, *SMALL))


@pytest.mark.slow
def test_what_cannot_be_mended_is_said(tmp_path: Path) -> None:
    rule = written(tmp_path, next(entry for entry in FAULTY if entry.name == "firm-footing"))
    report = audited(tmp_path, rule, "--scope", "size=3,heroes=1")
    assert conflicts(report)
    assert report["repair"] is None
    assert report["unmended"].startswith("no exception or replaced clause removes this")


def test_without_a_conflict_nothing_is_proposed(tmp_path: Path) -> None:
    rule = written(tmp_path, next(entry for entry in FAULTY if entry.name == "no-rest"))
    report = audited(tmp_path, rule, "--scope", "size=1,heroes=1")
    assert [finding["kind"] for finding in report["findings"]] == ["gap"]
    assert (report["repair"], report["unmended"]) == (None, "")


@pytest.mark.slow
def test_a_repair_in_text_and_markdown(tmp_path: Path) -> None:
    rule = written(tmp_path, TO_MEND[0])
    words = ("--house-rule", rule, "--out", tmp_path / "found", *SMALL)
    plain = drakdom("audit", "lantern", *FOLDERS, *words).out
    assert "A repair, audited again" in plain
    assert "house.yaml, HOUSE-EASTWARD-COINS-001: overrides: [LD-05]" in plain
    marked = drakdom("audit", "lantern", *FOLDERS, *words, "--format", "md").out
    assert "## A repair, audited again" in marked
    assert '`except("LD-05", (H, T)) :- clause("HOUSE-EASTWARD-COINS-001"), tries(H, T), is(way(H), e, T).`' in marked
