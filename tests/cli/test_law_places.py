"""Faults of a law that only play shows, at their file and line; facts of fields need no `#defined`."""

import re
import shutil
from pathlib import Path

import pytest

from tests.cli.drakdom import RULEBOOKS, drakdom
from tests.law.test_exceptions import house

PIT = "two-walk-into-the-pit-room.yaml"


@pytest.fixture
def lantern(tmp_path: Path) -> Path:
    folder = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", folder)
    for file in folder.rglob("*.lp"):
        file.write_text(re.sub(r"^#defined.*\n", "", file.read_text("utf-8"), flags=re.M), encoding="utf-8")
    return folder


def add(folder: Path, rule: str) -> int:
    """Add a rule to the law of pits; return its line."""
    file = folder / "pit.lp"
    text = file.read_text("utf-8") + rule + "\n"
    file.write_text(text, encoding="utf-8")
    return text.count("\n")


@pytest.mark.parametrize(
    ("rule", "message"),
    {
        "a sum": (
            'event(rests(H), T) :- clause("LD-06"), tries(H, T), H + 1 > 3.',
            "`(H+1)` cannot be calculated: something in it is not a number, or is divided by zero",
        ),
        "an aggregate": (
            'event(rests(H), T) :- clause("LD-06"), tries(H, T), 3 < #sum { X : stat(H, X, _) }.',
            "`nerve` is left out of a sum, since it is not a number",
        ),
        "a head": (
            'becomes(at(H), P + 1, T) :- clause("LD-06"), tries(H, T), is(at(H), P, T).',
            "`(P+1)` cannot be calculated: something in it is not a number, or is divided by zero",
        ),
    }.values(),
)
def test_the_solver_is_not_quoted(lantern: Path, rule: str, message: str) -> None:
    line = add(lantern, rule)
    ended = drakdom("rule", lantern / "scenarios" / PIT, "--rulebook", lantern)
    assert ended.code == 2
    assert f"{lantern / 'pit.lp'}:{line}: {message}" in ended.err
    assert "<block>" not in ended.err
    ended = drakdom("lint", lantern, COLUMNS="1000")
    assert f"pit.lp:{line}: {message}, met in " in ended.out
    assert "<block>" not in ended.out


def test_a_rule_that_yields_to_a_house_rule_has_its_place(lantern: Path, tmp_path: Path) -> None:
    line = add(lantern, 'event(rests(H), T) :- clause("LD-03"), tries(H, T), H + 1 > 3.')
    bold = house(tmp_path, 'except("LD-03", (H, T))')
    ended = drakdom("rule", lantern / "scenarios" / PIT, "--rulebook", lantern, "--house-rule", bold)
    assert f"{lantern / 'pit.lp'}:{line}: `(H+1)` cannot be calculated" in ended.err


def test_what_fields_state_need_not_be_declared(lantern: Path) -> None:
    """No scenario here says that a hero carries a rope, or does not."""
    file = lantern / "scenarios" / PIT
    file.write_text(file.read_text("utf-8").replace(", rope: yes", "").partition("expect:")[0], encoding="utf-8")
    add(lantern, 'event(rests(H), T) :- clause("LD-06"), tries(H, T), not carries(H, rope).')
    ended = drakdom("rule", file, "rests(Ada)", "--rulebook", lantern)
    assert (ended.code, ended.err) == (0, "")
    assert "yes, by" in ended.out
    assert drakdom("lint", lantern).code == 0
