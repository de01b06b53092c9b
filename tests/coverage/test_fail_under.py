"""`drakdom coverage --fail-under`: exact at the border, never rounded up."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from drakdom.coverage import Counts
from tests.cli.drakdom import CASES, FOLDERS, PIT, drakdom, written
from tests.cli.test_json import fits


def counts(covered: int, counting: int) -> Counts:
    return Counts(counting, counting, counting, counting, counting, counting, covered, 0, 0, 0)


@pytest.mark.parametrize(
    ("covered", "counting", "held", "under"),
    [
        (4, 8, "50", "50.00000000000000000001"),
        (9999, 10000, "99.99", "99.990001"),
        (9999, 10000, "99.99", "100"),
        (99_999_999, 100_000_000, "99.999999", "100"),
        (2, 3, "66.66", "66.67"),
        (1, 3, "33.33333333333333333333", "33.33333333333333333334"),
        (8, 8, "100", "100.1"),
        (0, 8, "0", "0.00000000000000000001"),
        (0, 0, "100", "100.1"),
    ],
)
def test_the_border_is_exact(covered: int, counting: int, held: str, under: str) -> None:
    items = counts(covered, counting)
    assert items.share >= Fraction(held)
    assert items.share < Fraction(under)
    assert items.percent <= items.share


@pytest.mark.parametrize(
    ("percent", "code"), [("0", 0), ("49.99", 0), ("50", 0), ("50.0%", 0), ("50.01", 1), ("100", 1)]
)
def test_half_of_the_clauses(percent: str, code: int) -> None:
    """One scenario covers four of the eight clauses."""
    ended = drakdom("coverage", "lantern", PIT, *FOLDERS, "--fail-under", percent)
    assert (ended.code, ended.err) == (code, "")
    text = [line for line in ended.lines if line.startswith("UNDER")]
    assert text == ([f"UNDER: 4 of 8 clauses are less than {percent} %"] if code else [])


def test_all_of_them() -> None:
    assert drakdom("coverage", "lantern", CASES, *FOLDERS, "--fail-under", "100").code == 0


def test_it_counts_what_is_asked_for() -> None:
    assert drakdom("coverage", "lantern", PIT, *FOLDERS, "--clause", "LD-06", "--fail-under", "100").code == 0
    assert drakdom("coverage", "lantern", PIT, *FOLDERS, "--variant", "narrow-halls", "--fail-under", "1").code == 1


def test_of_nothing_no_part_is_covered() -> None:
    words = ("coverage", "lantern", PIT, *FOLDERS, "--clause", "LD-05", "--variant", "narrow-halls")
    assert drakdom(*words, "--fail-under", "100").code == 5
    assert drakdom(*words).code == 0


def test_json_says_it() -> None:
    ended = drakdom("coverage", "lantern", PIT, *FOLDERS, "--fail-under", "50.5", "--json")
    assert (ended.code, fits(ended.out)["fail_under"]) == (1, {"percent": "101/2", "held": False})
    ended = drakdom("coverage", "lantern", PIT, *FOLDERS, "--fail-under", "50", "--json")
    assert (ended.code, fits(ended.out)["fail_under"]) == (0, {"percent": "50", "held": True})
    assert json.loads(drakdom("coverage", "lantern", PIT, *FOLDERS, "--json").out)["fail_under"] is None


@pytest.mark.parametrize(
    "percent", ["x", "-1", "100.1", "1e9999999999", "nan", "inf", "1/2", "50,5", "\u0665\u0660", "1_0", "9" * 99]
)
def test_what_is_no_percentage(percent: str) -> None:
    ended = drakdom("coverage", "lantern", PIT, *FOLDERS, f"--fail-under={percent}")
    assert (ended.code, ended.out) == (2, "")
    assert "0 to 100" in ended.err


def test_what_cannot_be_run_comes_first(tmp_path: Path) -> None:
    """Exit code 2: how much is covered is not known."""
    written(tmp_path, "title: x\nrulebook: lantern\nplay: [{Nobody: rest}]\n", "broken.yaml")
    assert drakdom("coverage", "lantern", tmp_path, PIT, *FOLDERS, "--fail-under", "100").code == 2
