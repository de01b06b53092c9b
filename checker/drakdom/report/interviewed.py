"""The JSON form of an interview: the scenario so far, the answers, and the next question with all it may lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from drakdom.errors import InputError, LimitError
from drakdom.interview.asking import asked_formulas
from drakdom.interview.lines import written
from drakdom.interview.question import Option, Question, Subject
from drakdom.interview.session import Session, Standing, standing
from drakdom.interview.trials import Read
from drakdom.report.asked import option_label, question_title
from drakdom.report.heading import law_json
from drakdom.rulebook.sentences import formula_words, when
from drakdom.sandbox import Limits, can_fork, run_limited
from drakdom.scenario import Scenario
from drakdom.verdict import json_form

SCHEMA = "drakdom/interview/1"
SHARE = 0.5
"""Fraction of the time limit after which the questions come in the order of play."""


def interview_json(session: Session, read: Read, limits: Limits) -> dict[str, Any]:
    """Return the result of an interview. Raises InputError, LimitError.

    `text` is the scenario with the answers that count. `now` and the `odds` of an option are those of the claims, in
    their order; they are empty if they were not worked out. Without a `question`, nothing else can change them.
    """
    now = _standing(session, read, limits)
    scenario = read(now.text)
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "text": now.text,
        "claims": [formula_words(scenario.rulebook, formula) for formula in asked_formulas(scenario)],
        "now": json_form(now.now),
        "answers": _answers(session, now, scenario, read),
        "plain": now.is_plain,
        "question": _question(now.question, scenario) if now.question else None,
    }


def _standing(session: Session, read: Read, limits: Limits) -> Standing:
    if not can_fork() or not limits.seconds:
        return standing(session, read)
    try:
        return run_limited(lambda: standing(session, read), replace(limits, seconds=limits.seconds * SHARE))
    except LimitError:
        return standing(session, read, plain=True)


def _answers(session: Session, now: Standing, scenario: Scenario, read: Read) -> list[dict[str, Any]]:
    return [
        {
            "subject": _subject(answer.subject),
            "sentence": answer.question.sentence,
            "word": answer.word,
            "counts": counts,
            "problem": "" if counts else _problem(answer.subject, answer.word, now, scenario, read),
        }
        for answer, counts in zip(session.given, now.counts, strict=True)
    ]


def _problem(subject: Subject, word: str, now: Standing, scenario: Scenario, read: Read) -> str:
    """Return why an answer cannot be written into the scenario; empty if it only does not come up."""
    try:
        read(written(scenario, now.text, subject, word))
    except InputError as error:
        problem = error.problems[0]
        return f"{problem.message} ({problem.help})" if problem.help else problem.message
    return ""


def _subject(subject: Subject) -> dict[str, Any]:
    return {"kind": subject.kind, "path": list(subject.path), "entry": subject.entry, "time": subject.time}


def _question(question: Question, scenario: Scenario) -> dict[str, Any]:
    book = scenario.rulebook
    return {
        "subject": _subject(question.subject),
        "sentence": question_title(book, question),
        "when": when(book, question.entry, question.phase) if question.entry else "",
        "clauses": _clauses(question.clauses, scenario),
        "change": str(question.change),
        "weighed": question.weighed,
        "note": question.note,
        "options": [_option(question, number, option) for number, option in enumerate(question.options, 1)],
    }


def _clauses(ids: Sequence[str], scenario: Scenario) -> list[dict[str, str]]:
    ledger = scenario.rulebook.ledger
    return [{"id": id_, "section": ledger[id_].section, "text": ledger[id_].text} for id_ in ids if id_ in ledger]


def _option(question: Question, number: int, option: Option) -> dict[str, Any]:
    return {
        "words": list(option.words),
        "label": option_label(question, number),
        "sentence": option.sentence,
        "chance": None if option.chance is None else str(option.chance),
        "odds": json_form(option.odds),
    }
