"""A table that knows a whole scenario, and tells it answer by answer to an interview about the bare one."""

from collections.abc import Callable
from pathlib import Path

from drakdom.graph.hints import action_words
from drakdom.interview.question import Question
from drakdom.interview.session import Session, Standing, standing
from drakdom.scenario import Scenario, read_scenario_text
from drakdom.scenario.edits import Source
from drakdom.terms import show

ROOT = Path(__file__).resolve().parents[2]
BOOKS = ROOT / "tests" / "rulebooks"
LANTERN, ICEPOST = BOOKS / "lantern" / "scenarios", BOOKS / "icepost" / "scenarios"
MOST_QUESTIONS = 30

Choose = Callable[[Question], str]


def read(text: str) -> Scenario:
    """Read a scenario's text; the small rulebooks of the tests may be named."""
    return read_scenario_text(text, "told", [BOOKS])


def bare(text: str, *sections: str) -> str:
    """Return a scenario without the sections named, or else without the actions, draws and rolls that it states."""
    for section in sections or ("draws", "rolls", "play"):
        source = Source(text)
        if (node := source.find(section)) is not None:
            entries = len(node.value) if section == "play" else 0
            text = source.apply([source.removed(node)])
            text += "play:\n" + "  - {}\n" * entries if entries else ""
    return text


def as_told_by(scenario: Scenario) -> Choose:
    """Return the answers of somebody who knows a scenario: what it leaves open is left open."""

    def choose(question: Question) -> str:
        subject = question.subject
        for fact in scenario.facts:
            if fact.name == "stated" and fact.args[:3] == (subject.entry, subject.value, subject.time):
                return action_words(scenario.rulebook, fact.args[3])
            if fact.name == "told" and fact.args[:2] == (subject.value, subject.time):
                return show(fact.args[2])
        return ""

    return choose


def interviewed(text: str, choose: Choose) -> tuple[list[Question], Session, Standing]:
    """Return the questions of a whole interview, the session, and what it has come to."""
    session, questions = Session(text), list[Question]()
    now = standing(session, read)
    while now.question is not None:
        assert len(questions) < MOST_QUESTIONS
        questions.append(now.question)
        session = session.with_answer(now.question, choose(now.question))
        now = standing(session, read)
    return questions, session, now
