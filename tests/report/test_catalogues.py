"""Catalogues have every sentence, no unused one, and the same slots in both languages."""

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
    translated = {entry for entry, forms in read(file).items() if all(forms)}
    missing = [entry for entry in said_beside(file) if entry not in translated]
    assert not missing, f"{file} lacks\n\n" + "\n\n".join(entries(missing)) + f"\n\n{UPDATE}"


@pytest.mark.parametrize("file", shipped(), ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_no_sentence_is_stale(file: Path) -> None:
    stale = read(file).keys() - set(said_beside(file))
    assert not stale, f"{file} has unused sentences\n\n" + "\n\n".join(entries(stale)) + f"\n\n{UPDATE}"


@pytest.mark.parametrize("file", shipped(), ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_slots_are_the_same_on_both_sides(file: Path) -> None:
    wrong = [
        (entry.forms, form)
        for entry, forms in read(file).items()
        for form in forms
        if set(SLOT.findall(form)) != set(SLOT.findall(entry.forms[-1]))
    ]
    assert not wrong


@pytest.mark.parametrize("file", shipped(), ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_blanks_at_the_ends_are_the_same(file: Path) -> None:
    """They are put together with other sentences."""
    wrong = [
        (entry.forms, form)
        for entry, forms in read(file).items()
        for form in forms
        if (form[:1] == " ", form[-1:] == " ") != (entry.forms[0][:1] == " ", entry.forms[0][-1:] == " ")
    ]
    assert not wrong


def test_all_that_a_rulebook_says_has_a_place() -> None:
    sentences = {(entry.context, entry.forms[0]) for entry in rulebook(BOOKS / "lantern")}
    assert ("phase:walk", "heroes walk") in sentences
    assert ("event:falls", "{1} falls into the pit") in sentences
    assert ("entry_name", "round") in sentences
    assert not [entry for entry in sentences if entry[0] and entry[0].startswith("pool:")]


def test_the_court_says_what_its_reports_say() -> None:
    sentences = {entry.forms for entry in court()}
    assert ("What happens",) in sentences
    assert ("{n} position looked at", "{n} positions looked at") in sentences
    assert ("and",) in sentences
