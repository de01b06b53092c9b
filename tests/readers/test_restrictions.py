"""Fields and arguments of actions that are restricted by other fields."""

import shutil
from pathlib import Path

import pytest

from drakdom.errors import InputError
from drakdom.rulebook import load_rulebook
from drakdom.scenario import read_scenario_text
from tests.cli.drakdom import FOLDERS, drakdom
from tests.readers.books import RULEBOOKS

STRAITS = RULEBOOKS / "straits"


def faults(text: str, folder: Path = STRAITS) -> str:
    """Return the messages about a scenario, empty if there are none."""
    try:
        read_scenario_text("rulebook: straits\n" + text, "case.yaml", rulebook=load_rulebook(folder))
    except InputError as error:
        return str(error)
    return ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Copy the rulebook of the tests whose board is a graph."""
    copy = tmp_path / "straits"
    shutil.copytree(STRAITS, copy)
    return copy


def changed(folder: Path, old: str, new: str) -> Path:
    """Exchange one piece of text of the vocabulary."""
    file = folder / "rulebook.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("figures: {A: {kind: army, at: far}, F: {kind: fleet, at: kyl}, G: {kind: fleet, at: gal_sc}}", ""),
        ("figures:\n  A: {at: ire, kind: army}", "case.yaml:3:11: `at` of `A` cannot be `ire` with `kind: army`, "
         "allowed: `land`"),
        ("figures:\n  F: {kind: fleet, at: elm}", "case.yaml:3:24: `at` of `F` cannot be `elm` with `kind: fleet`, "
         "allowed: `sea`, `coast`"),
        ("figures: {A: {kind: army, at: gal_nc}}", "`at` of `A` cannot be `gal_nc` with `kind: army`"),
        ("figures: {A: {kind: army, at: far}}\nbegin: {at(A): ire}", "case.yaml:3:16: `at` of `A` cannot be `ire`"),
    ],
)  # fmt: skip
def test_a_field_by_another_field(text: str, message: str) -> None:
    messages = faults(text)
    assert message in messages
    assert bool(messages) == bool(message)


def test_a_field_of_a_place_by_its_sort(folder: Path) -> None:
    changed(folder, "{type: bool, fact:", "{type: bool, only: {sort: {sea: []}}, fact:")
    figures = "figures: {A: {kind: army, at: far}}\n"
    assert faults(figures + "board: {places: {far: {fort: yes}}}", folder) == ""
    message = "case.yaml:3:24: `fort` of `ire` cannot stand there with `sort: sea`, allowed: nothing"
    assert faults(figures + "board: {places: {ire: {fort: yes}}}", folder) == message


def test_a_field_always(folder: Path) -> None:
    old = "only: {kind: {army: [land], fleet: [sea, coast]}}"
    changed(folder, old, "only: [land, kyl]")
    assert faults("figures: {A: {kind: army, at: far}, F: {kind: fleet, at: kyl}}", folder) == ""
    assert "`at` of `A` cannot be `ire`, allowed: `land`, `kyl`" in faults(
        "figures: {A: {kind: army, at: ire}}", folder
    )


def test_an_argument_of_an_action(folder: Path) -> None:
    changed(folder, "move: {args: [place],", "move: {args: [place], only: {1: {kind: {army: [land]}}},")
    figures = "figures: {A: {kind: army, at: far}, F: {kind: fleet, at: kyl}}\n"
    assert faults(figures + "play: [{A: move elm, F: move ire}]", folder) == ""
    message = "case.yaml:3:12: `A` cannot `move ire` with `kind: army`, allowed: `land`"
    assert faults(figures + "play: [{A: move ire}]", folder) == message


ONLY = "only: {kind: {army: [land], fleet: [sea, coast]}}"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (ONLY, "only: {kind: {army: [lnad]}}", "unknown value `lnad`, did you mean `land`?"),
        (ONLY, "only: {kind: {amry: [land]}}", "unknown value `amry` of `kind`, did you mean `army`?"),
        (ONLY, "only: {knid: {army: [land]}}", "`knid` is no field with words of a type, did you mean `kind`?"),
        (ONLY, "only: {kind: {army: [land]}, at: {}}", "`only` names one field"),
        (ONLY, "only: [lnad]", "unknown value `lnad`, did you mean `land`?"),
        ("args: [place], term", "args: [place], only: {2: [land]}, term", "by their numbers, not `2`, there are 1"),
        ("args: [place], term", "args: [place], only: {1: [lnad]}, term", "unknown value `lnad`, did you mean `land`?"),
    ],
)
def test_bad_restrictions(folder: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_rulebook(changed(folder, old, new))
    assert message in str(caught.value)


def test_a_scenario_to_start_from_keeps_to_them(folder: Path) -> None:
    assert "Ann: {kind: army, at: bel}" in drakdom("new", "straits", "-", *FOLDERS).out
    changed(folder, "{army: an army, fleet: a fleet}", "{fleet: a fleet, army: an army}")
    assert "Ann: {kind: fleet, at: cor}" in drakdom("new", folder, "-").out


def test_a_fact_that_does_not_name_its_figure_is_restricted_too(folder: Path) -> None:
    power = 'power: {type: unit, fact: "flies($value)", only: '
    changed(folder, 'power: {type: actor, fact: "plays($value, $figure)"', f"{power}[army]")
    figures = "figures: {{A: {{kind: army, at: far, power: {}}}}}"
    assert not faults(figures.format("army"), folder)
    assert "`power` cannot be `fleet`, allowed: `army`" in faults(figures.format("fleet"), folder)
    changed(folder, "only: [army]", "only: {kind: {army: [army]}}")
    assert not faults(figures.format("fleet"), folder)
