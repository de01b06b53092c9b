"""The page of the adjudicator test cases says what the scenarios hold."""

from tests.diplomacy.datc import PAGE, SECTIONS, cases, page


def test_every_case_is_a_scenario() -> None:
    numbers = {section: {case.number for case in cases() if case.section == section} for section in SECTIONS}
    assert numbers == {section: {*range(1, count + 1)} for section, (_, count) in SECTIONS.items()}
    assert sum(count for _, count in SECTIONS.values()) == 164


def test_every_case_expects_something() -> None:
    silent = [case.path.name for case in cases() if not case.words.get("expect")]
    assert not silent


def test_the_page_is_made_from_the_scenarios() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "`python -m tests.diplomacy.datc` renews it"
