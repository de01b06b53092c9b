"""A scenario made from nothing, line by line; what does not fit is refused with the nearest word."""

from collections.abc import Iterable

import pytest

from drakdom.errors import InputError
from drakdom.interview.draft import begun
from drakdom.interview.setup import Setup, next_step, with_line, without_map
from drakdom.rulebook import Rulebook, find_rulebooks, load_rulebook
from tests.interview.told import BOOKS, read

LANTERN = load_rulebook(find_rulebooks([BOOKS])["lantern"])
MAP = ["[fA]-[p ]", "", "room: floor", "Ada", "room: pit"]


def made(book: Rulebook, lines: Iterable[str]) -> Setup:
    """Return the draft after some lines; each text on the way can be read."""
    setup = Setup(begun(book, book.slug))
    for line in lines:
        step = next_step(setup, book)
        assert step is not None
        setup = with_line(setup, book, step, line, read)
        read(setup.draft.text())
    return setup


def test_a_map_figures_and_a_claim_make_a_scenario() -> None:
    setup = made(LANTERN, [*MAP, "kind: hero, nerve: 4", "Bo", "{kind: hero, at: E4, nerve: 2}", "", "2", "falls(Ada)"])
    assert next_step(setup, LANTERN) is None
    scenario = read(setup.draft.text())
    assert (scenario.figures, scenario.entries) == (("Ada", "Bo"), 2)
    assert [question.text for question in scenario.questions] == ["falls(Ada)"]


def test_empty_lines_take_what_is_offered() -> None:
    setup = made(LANTERN, ["", "", "Ada", "", "", ""])
    assert "[a ]-[a ]-[a ]" in setup.draft.text()
    assert setup.draft.figures == (("Ada", "kind: hero, at: D4, nerve: 3"),)
    step = next_step(setup, LANTERN)
    assert step is not None
    assert step.kind == "claim"


@pytest.mark.parametrize("slug", sorted(find_rulebooks([BOOKS])))
def test_every_game_can_be_begun(slug: str) -> None:
    book = load_rulebook(find_rulebooks([BOOKS])[slug])
    setup = Setup(begun(book, slug))
    lines = {"figure": ["Ann", "Bo", ""]}
    for _ in range(30):
        step = next_step(setup, book)
        if step is None or step.kind == "claim":
            break
        line = lines["figure"].pop(0) if step.kind == "figure" else ""
        setup = with_line(setup, book, step, line, read)
    assert {name for name, _ in setup.draft.figures} == {"Ann", "Bo"}
    assert read(setup.draft.text()).figures == ("Ann", "Bo")


@pytest.mark.parametrize(
    ("before", "line", "message"),
    [
        (MAP[:2], "room: flor", "did you mean `floor`"),
        (MAP, "kind: hero, nerv: 4", "did you mean `nerve`"),
        (MAP, "kind: hero, nerve: 4}, Bo: {kind: hero", "not YAML"),
        (MAP, "kind: [", "not YAML"),
        ([*MAP, "kind: hero, nerve: 4"], "Ada", "already"),
        ([*MAP, "kind: hero, nerve: 4", ""], "1000", "no number from 1 to 20"),
        ([*MAP, "kind: hero, nerve: 4", "", "1"], "fals(Ada)", "did you mean `falls`"),
        ([*MAP, "kind: hero, nerve: 4", "", "1"], "", "write a claim"),
    ],
)
def test_a_line_that_does_not_fit_is_refused(before: list[str], line: str, message: str) -> None:
    setup = made(LANTERN, before)
    step = next_step(setup, LANTERN)
    assert step is not None
    with pytest.raises(InputError) as error:
        with_line(setup, LANTERN, step, line, read)
    text = " ".join(f"{problem.message} {problem.help}" for problem in error.value.problems)
    assert message in text


def test_a_map_that_cannot_be_read_is_drawn_again() -> None:
    setup = made(LANTERN, [])
    for line in ("[f ]-[p", "x"):
        step = next_step(setup, LANTERN)
        assert step is not None
        setup = with_line(setup, LANTERN, step, line, read)
    step = next_step(setup, LANTERN)
    assert step is not None
    with pytest.raises(InputError):
        with_line(setup, LANTERN, step, "", read)
    again = next_step(without_map(setup), LANTERN)
    assert again is not None
    assert again.usual
