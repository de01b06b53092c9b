"""Each hostile case ends as its data says, at every door, with the same words, and in time."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from drakdom.sandbox import can_fork
from tests.cli.drakdom import RULEBOOKS, Ended
from tests.cli.house import LAW
from tests.hostile.case import FOLDER, Case, cases
from tests.hostile.doors import DOORS, NAMED

SECONDS = 20.0
"""Processor time that a case may take at all its doors; most take a tenth of a second."""
LEAST = 250


def marked(case: Case, number: int) -> object:
    marks = [*case.marks, *(["medium"] if number % 3 else [])]
    return pytest.param(case, marks=[getattr(pytest.mark, mark) for mark in marks], id=str(case))


@pytest.mark.parametrize("case", [marked(case, number) for number, case in enumerate(cases())])
def test_a_hostile_input_ends_as_it_should(case: Case, tmp_path: Path) -> None:
    if "children" in case.marks and not can_fork():
        pytest.skip("no limits without fork")
    started = time.process_time()
    ended_by_door = DOORS[case.kind](case, tmp_path)
    assert time.process_time() - started < SECONDS
    for door, ended in ended_by_door.items():
        page = " ".join((ended.out + ended.err).split())
        codes = (case.code, 1) if door == "lint" else (case.code,)  # what only a verdict refuses is a finding
        assert ended.code in codes, f"{door}: {ended.code} {page}"
        assert "Traceback" not in page
        assert "root:x:" not in page, f"{door}: a line of a file outside"
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", ended.out + ended.err), f"{door}: control characters"
        if case.ends != "accepted" or door != "library":
            for said_word in case.says if door != "lint" else ():
                assert said_word in page, f"{door}: {page}"
            assert where(case, tmp_path) in page, f"{door}: {page}"
    assert_same_words(ended_by_door)


def where(case: Case, folder: Path) -> str:
    """Return the place that a message must name."""
    if not case.at:
        return ""
    if case.kind == "scenario":
        return f"{folder / 'case.yaml'}:{case.at}: "
    if case.kind == "claim":
        return f"claim:1:{case.at}: "
    return re.sub(r"(.*):\+(\d+)$", lambda match: f"{match[1]}:{length(match[1]) + int(match[2])}", case.at) + ":"


def length(name: str) -> int:
    """Return the number of lines of a file before anything is added to it."""
    if name in (texts := {"house.lp": LAW, "house.yaml": NAMED}):
        return texts[name].count("\n")
    return (RULEBOOKS / "lantern" / name).read_text("utf-8").count("\n")


def assert_same_words(ended_by_door: dict[str, Ended]) -> None:
    """Check that the command line says what the library says of a refused input."""
    alone = ended_by_door.get("library")
    if alone is None or alone.code != 2:
        return
    for door, ended in ended_by_door.items():
        if door not in ("library", "lint"):
            assert ended.err.split() == alone.err.split(), door


def test_there_are_enough_cases_and_no_two_are_alike() -> None:
    inputs = [(case.kind, repr(sorted(case.data.items()))) for case in cases()]
    assert len(inputs) == len({*inputs})
    assert len({str(case) for case in cases()}) == len(inputs) >= LEAST


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.yaml")), ids=lambda file: file.stem)
def test_no_file_of_cases_is_long(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= 300
