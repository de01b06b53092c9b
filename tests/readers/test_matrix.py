"""A matrix: one scenario under several readings, variants and rulebooks."""

import pytest

from drakdom.errors import InputError, LimitError
from drakdom.scenario import Scenario, read_combinations_text
from tests.readers.books import BOARD, FIGURES, RULEBOOKS, lantern

HEAD = "title: one\nrulebook: lantern\n" + BOARD + FIGURES
DOUBT = next(iter(lantern().readings))
OPTIONS = list(lantern().readings[DOUBT].options)
VARIANT = next(iter(lantern().variants))


def read(text: str) -> tuple[Scenario, ...]:
    return read_combinations_text(HEAD + text, "case.yaml", [RULEBOOKS])


def wrong(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text)
    return [str(problem).split(": ", 1)[1] for problem in caught.value.problems]


def test_without_a_matrix_there_is_one_combination() -> None:
    [only] = read("play: []\n")
    assert only.combination == ()


def test_every_combination_is_a_scenario() -> None:
    scenarios = read(f"matrix:\n  variants: [none, {VARIANT}]\n  readings: {{{DOUBT}: [{', '.join(OPTIONS)}]}}\n")
    assert [item.combination for item in scenarios] == [
        (("variants", name), (DOUBT, option)) for name in ("none", VARIANT) for option in OPTIONS
    ]
    assert [item.variants for item in scenarios] == [()] * len(OPTIONS) + [(VARIANT,)] * len(OPTIONS)
    assert [item.readings[DOUBT] for item in scenarios] == OPTIONS * 2


def test_the_matrix_goes_over_what_the_scenario_says_itself() -> None:
    text = f"variants: [{VARIANT}]\nreadings: {{{DOUBT}: {OPTIONS[0]}}}\n"
    scenarios = read(text + f"matrix: {{variants: [[], [{VARIANT}]], readings: {{{DOUBT}: [{OPTIONS[1]}]}}}}\n")
    assert [(item.variants, item.readings[DOUBT]) for item in scenarios] == [((), OPTIONS[1]), ((VARIANT,), OPTIONS[1])]


def test_expectations_name_the_combinations_that_they_are_for() -> None:
    first, two = read(
        f"matrix: {{variants: [none, {VARIANT}]}}\n"
        f"expect:\n  - never: entered(_, _)\n  - always: falls(Sigeir)\n    when: {{variants: {VARIANT}}}\n"
    )
    assert [claim.text for claim in first.claims] == ["entered(_, _)"]
    assert [claim.text for claim in two.claims] == ["entered(_, _)", "falls(Sigeir)"]


def test_a_rulebook_may_be_varied() -> None:
    [item] = read("matrix: {rulebook: [lantern]}\nexpect:\n  - {never: falls(_), when: {rulebook: lantern}}\n")
    assert (item.rulebook.slug, len(item.claims)) == ("lantern", 1)


def test_a_condition_without_a_word_means_no_house_rule() -> None:
    [item] = read("expect:\n  - {never: falls(_), when: {house_rules: [' ']}}\n")
    assert len(item.claims) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("matrix: {varants: [none]}\n", "unknown key `varants` in `matrix`, did you mean `variants`?"),
        ("matrix: {}\n", "the matrix names nothing to vary"),
        ("matrix: {variants: [none, none]}\n", "duplicate `none` in `variants` of the matrix"),
        (
            f"matrix: {{readings: {{{DOUBT}: [{OPTIONS[0]}, {OPTIONS[0]}]}}}}\n",
            f"duplicate `{OPTIONS[0]}` in `{DOUBT}` of the matrix",
        ),
        ("matrix: {variants: [non]}\n", "unknown optional rule `non` in this rulebook, did you mean `none`?"),
        ("matrix: {variants: [narow-halls]}\n", "unknown optional rule `narow-halls` in this rulebook"),
        (f"matrix: {{readings: {{{DOUBT}: [nonsense]}}}}\n", f"unknown reading `nonsense` of `{DOUBT}`"),
        (f"matrix: {{readings: {{{DOUBT}: []}}}}\n", f"`{DOUBT}` of the matrix names nothing to choose from"),
        ("expect:\n  - {never: falls(_), when: {XX-1: a}}\n", "unknown key `XX-1` in `when`"),
        (f"expect:\n  - {{never: falls(_), when: {{{DOUBT}: nonsense}}}}\n", "unknown reading `nonsense` of"),
        (
            f"expect:\n  - {{never: falls(_), when: {{variants: {VARIANT}}}}}\n",
            "this expectation fits no combination, so it expects nothing",
        ),
        (
            f"matrix: {{variants: [none, {VARIANT}]}}\n"
            f"expect:\n  - {{never: falls(_), when: {{variants: {VARIANT[:-1]}}}}}\n",
            f"fits no combination, so it expects nothing, did you mean `{VARIANT}`?",
        ),
        (
            "expect:\n  - {never: falls(_), when: {rulebook: lanten}}\n",
            "fits no combination, so it expects nothing, did you mean `lantern`?",
        ),
    ],
)
def test_what_is_wrong_is_named_once(text: str, message: str) -> None:
    messages = wrong(text)
    assert sum(message in problem for problem in messages) == 1, messages


def test_a_matrix_is_bounded() -> None:
    with pytest.raises(LimitError, match="65 combinations, at most 64"):
        read(f"matrix: {{variants: [{', '.join(['none'] * 65)}]}}\n")


def test_a_matrix_of_as_many_combinations_as_the_limit_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"matrix: {{variants: [none, {VARIANT}], readings: {{{DOUBT}: [{', '.join(OPTIONS)}]}}}}\n"
    monkeypatch.setattr("drakdom.scenario.matrix.MOST_COMBINATIONS", 2 * len(OPTIONS))
    assert len(read(text)) == 2 * len(OPTIONS)
    monkeypatch.setattr("drakdom.scenario.matrix.MOST_COMBINATIONS", 2 * len(OPTIONS) - 1)
    with pytest.raises(LimitError, match="4 combinations, at most 3"):
        read(text)
