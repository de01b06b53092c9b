"""An interview asks what matters and nothing else, and its answers lead where it says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from drakdom.answer import Odds
from drakdom.errors import InputError
from drakdom.interview.asking import answered, asked_formulas, next_question
from drakdom.interview.lines import asking
from drakdom.interview.question import Question
from drakdom.interview.session import Session, standing
from drakdom.interview.worth import odds_now
from drakdom.rulings.adjudication import played
from tests.interview.told import ICEPOST, LANTERN, ROOT, as_told_by, bare, interviewed, read
from tests.tiers import sampled

SHIPPED = ROOT / "scenarios"
OPEN = (LANTERN / "a-free-choice-at-the-pit.yaml").read_text(encoding="utf-8")
FALLS = asking(OPEN, ["falls(Ada)"])
QUICK = [
    LANTERN / "two-walk-into-the-pit-room.yaml",
    LANTERN / "the-second-throw-of-the-same-hero.yaml",
    LANTERN / "a-gust-in-company.yaml",
    LANTERN / "nobody-squeezes-into-a-narrow-hall.yaml",
    LANTERN / "omens-from-a-known-deck.yaml",
    LANTERN / "the-omens-are-not-described.yaml",
    ICEPOST / "how-likely-is-home.yaml",
    ICEPOST / "no-cards-are-left.yaml",
]
LONG = [
    ICEPOST / "a-throw-on-the-ice.yaml",
    ICEPOST / "weather-in-the-next-round.yaml",
    SHIPPED / "drakborgen-atervackt" / "obstacle" / "across-the-bridge.yaml",
    SHIPPED / "talisman" / "duels" / "the-attacked-can-win.yaml",
]
DISPUTES = [*QUICK, *(pytest.param(file, marks=pytest.mark.slow) for file in LONG)]
ROLLS = [
    "drakborgen-atervackt/trap/two_wrong_guesses.yaml",
    "drakborgen-atervackt/torch/trying-while-standing-still.yaml",
    "dungeonquest-neuauflage/death/nothing-is-left-of-the-dead.yaml",
    "kalahen/chart/nothing-happens-and-the-chest.yaml",
    "kalahen/forest/six-rings-are-not-seven.yaml",
    "talisman/combat/how-likely.yaml",
    "talisman/inner/the-crypt.yaml",
]
"""Shipped scenarios whose rolls and draws are asked for; their actions are stated."""


def odds_of(text: str) -> tuple[Odds, ...]:
    scenario = read(text)
    formulas = asked_formulas(scenario)
    return odds_now(played(scenario, asked=formulas), formulas)


def promises(text: str, question: Question) -> Iterator[tuple[str, tuple[Odds, ...]]]:
    for option in question.options:
        yield answered(text, question, option.words[-1], read), option.odds


@pytest.mark.parametrize("file", DISPUTES, ids=lambda file: file.stem)
def test_told_answer_by_answer_it_reaches_the_verdict_of_the_file(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    questions, _, now = interviewed(bare(text), as_told_by(read(text)))
    assert now.now == odds_of(text)
    assert_all_matter(text, questions)


@pytest.mark.parametrize("name", sampled(reversed(ROLLS), step=3))
def test_shipped_disputes_reach_their_verdict_too(name: str) -> None:
    text = (SHIPPED / name).read_text(encoding="utf-8")
    questions, _, now = interviewed(bare(text, "draws", "rolls"), as_told_by(read(text)))
    assert questions
    assert now.now == odds_of(text)
    assert_all_matter(text, questions)


def assert_all_matter(text: str, questions: list[Question]) -> None:
    ledger = read(text).rulebook.ledger
    for question in questions:
        assert question.clauses, question.sentence
        assert set(question.clauses) <= set(ledger)
        # a choice or a gap may change the answer only together with what comes later
        assert question.change > 0 or any(odds.high > odds.low for odds in question.now), question.sentence


@pytest.mark.parametrize("file", QUICK, ids=lambda file: file.stem)
def test_each_answer_leads_where_the_question_says(file: Path) -> None:
    text = bare(file.read_text(encoding="utf-8"))
    question = next_question(text, (), read)
    assert question is not None
    for changed, odds in promises(text, question):
        assert odds_of(changed) == odds
    assert len({option.odds for option in question.options} | {question.now}) > 1


def test_the_most_telling_question_comes_first() -> None:
    first = next_question(FALLS, (), read)
    assert first is not None
    assert (first.subject.kind, first.sentence) == ("roll", "the T6 of Ada at the pit")
    assert [option.words for option in first.options] == [("1", "2", "3", "4"), ("5", "6")]
    assert first.clauses[0] == "LD-05"


def test_nothing_is_asked_that_cannot_matter() -> None:
    """If Ada rests, no throw is due, and nothing is left to ask."""
    session = Session(asking(bare(OPEN), ["falls(Ada)"]))
    question = standing(session, read).question
    assert question is not None
    session = session.with_answer(question, "5")
    choice = standing(session, read).question
    assert choice is not None
    now = standing(session.with_answer(choice, "rest"), read)
    assert (now.question, [str(odds) for odds in now.now]) == (None, ["0"])
    assert now.counts == (False, True)
    assert "rolls" not in now.text


def test_an_answer_that_comes_up_again_counts_again() -> None:
    session = Session(FALLS)
    for word in ("5", "rest"):
        question = standing(session, read).question
        assert question is not None
        session = session.with_answer(question, word)
    now = standing(session.with_change(1, "move e"), read)
    assert now.counts == (True, True)
    assert "pit Ada: 5" in now.text
    assert [str(odds) for odds in now.now] == ["1"]


def test_changing_the_second_answer_keeps_the_others() -> None:
    pit = LANTERN / "the-second-throw-of-the-same-hero.yaml"
    text = pit.read_text(encoding="utf-8")
    _, session, before = interviewed(bare(text), as_told_by(read(text)))
    assert len(session.given) >= 3
    second = session.given[1]
    third = next(word for word in second.question.words if word != second.word)
    changed = session.with_change(1, third)
    assert [answer.word for answer in changed.given] == [
        third if number == 1 else answer.word for number, answer in enumerate(session.given)
    ]
    assert standing(changed, read).text != before.text
    assert standing(changed.with_change(1, second.word), read).text == before.text


@pytest.mark.parametrize("file", QUICK[:4], ids=lambda file: file.stem)
def test_leaving_everything_open_ends_in_odds(file: Path) -> None:
    text = bare(file.read_text(encoding="utf-8"))
    questions, session, now = interviewed(text, lambda _: "")
    assert questions
    assert now.now == odds_of(text)
    assert now.text == text
    assert all(now.counts)
    assert len({answer.subject.key for answer in session.given}) == len(session.given)


def test_undo_takes_back_the_last_answer() -> None:
    question = standing(Session(FALLS), read).question
    assert question is not None
    assert Session(FALLS).with_answer(question, "5").undone() == Session(FALLS)


def test_a_draw_that_a_gap_names_is_asked_for() -> None:
    text = asking((LANTERN / "the-omens-are-not-described.yaml").read_text(encoding="utf-8"), ["goes_out(Ada)"])
    question = next_question(text, (), read)
    assert question is not None
    assert question.subject.kind == "draw"
    assert [(option.words, str(option.odds[0])) for option in question.options] == [(("calm",), "0"), (("gust",), "1")]
    assert question.clauses == ("LD-07", "LD-02")


def test_a_field_that_a_gap_names_is_asked_for() -> None:
    text = (SHIPPED / "talisman" / "values" / "strength-must-be-stated.yaml").read_text(encoding="utf-8")
    text = asking(text, ["beats(Ann, _)"])
    question = next_question(text, (), read)
    assert question is not None
    assert question.subject.path == ("figures", "Ann", "strength")
    assert {str(option.odds[0]) for option in question.options} == {"0", "1"}
    assert "figures:\n  Ann: {kind: character, at: x, strength: 6}\n" in answered(text, question, "6", read)


def test_the_odds_of_a_choice_are_those_of_the_file_where_law_looks_at_what_is_stated() -> None:
    """In this game a turn ends when all stated actions are done."""
    text = (SHIPPED / "dystopia" / "trap" / "a-jump-over-a-visible-trap.yaml").read_text(encoding="utf-8")
    text = bare(text)
    question = next_question(text, (), read)
    assert question is not None
    for changed, odds in promises(text, question):
        assert odds_of(changed) == odds


def test_an_ambiguous_clause_is_asked_for() -> None:
    question = next_question((LANTERN / "a-gust-in-company.yaml").read_text(encoding="utf-8"), (), read)
    assert question is not None
    assert question.subject.kind == "reading"
    text = (LANTERN / "a-gust-in-company.yaml").read_text(encoding="utf-8")
    assert "readings: {LD-07: room}" in answered(text, question, "room", read)


def test_a_word_that_is_no_answer_gets_the_nearest_answer() -> None:
    session = Session(FALLS)
    question = standing(session.with_answer(_first(session), "5"), read).question
    assert question is not None
    with pytest.raises(InputError, match="no answer here") as error:
        session.with_answer(question, "move ee")
    assert "move e" in error.value.problems[0].help
    assert session.with_answer(question, "2").given[0].word == "move e"  # by its number


def test_a_scenario_that_asks_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="asks nothing"):
        next_question("rulebook: lantern\n", (), read)


def _first(session: Session) -> Question:
    question = standing(session, read).question
    assert question is not None
    return question
