"""Every catalogue has every sentence, none that nobody says, and the same slots in both languages."""

import re
from pathlib import Path

import pytest

from tests.report.catalogues import court, entries, read, rulebook, said_beside, shipped

SLOT = re.compile(r"\{\w+\}")
BOOKS = Path(__file__).resolve().parents[1] / "rulebooks"
UPDATE = "`python -m tests.report.catalogues` brings the catalogues up to date"


def test_there_are_catalogues() -> None:
    assert shipped()


def test_a_language_of_a_rulebook_is_the_courts_too() -> None:
    spoken = {file.stem for file in shipped() if "asp" in file.parts}
    assert spoken == {file.stem for file in shipped() if "asp" not in file.parts}


@pytest.mark.parametrize("file", shipped(), ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_no_sentence_is_missing(file: Path) -> None:
    told = {one for one, forms in read(file).items() if all(forms)}
    missing = [one for one in said_beside(file) if one not in told]
    assert not missing, f"{file} lacks\n\n" + "\n\n".join(entries(missing)) + f"\n\n{UPDATE}"


@pytest.mark.parametrize("file", shipped(), ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_no_sentence_is_stale(file: Path) -> None:
    stale = read(file).keys() - set(said_beside(file))
    assert not stale, f"{file} has what is said no more\n\n" + "\n\n".join(entries(stale)) + f"\n\n{UPDATE}"


@pytest.mark.parametrize("file", shipped(), ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_slots_are_the_same_on_both_sides(file: Path) -> None:
    other = [
        (one.forms, told)
        for one, forms in read(file).items()
        for told in forms
        if set(SLOT.findall(told)) != set(SLOT.findall(one.forms[-1]))
    ]
    assert not other


@pytest.mark.parametrize("file", shipped(), ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_blanks_at_the_ends_are_the_same(file: Path) -> None:
    """They are put together with other sentences."""
    other = [
        (one.forms, told)
        for one, forms in read(file).items()
        for told in forms
        if (told[:1] == " ", told[-1:] == " ") != (one.forms[0][:1] == " ", one.forms[0][-1:] == " ")
    ]
    assert not other


def test_all_that_a_rulebook_says_has_a_place() -> None:
    found = {(one.context, one.forms[0]) for one in rulebook(BOOKS / "lantern")}
    assert ("phase:walk", "heroes walk") in found
    assert ("event:falls", "{1} falls into the pit") in found
    assert ("entry_name", "round") in found
    assert not [one for one in found if one[0] and one[0].startswith("pool:")]


def test_the_court_says_what_its_reports_say() -> None:
    found = {one.forms for one in court()}
    assert ("What happens",) in found
    assert ("{n} position looked at", "{n} positions looked at") in found
    assert ("and",) in found
