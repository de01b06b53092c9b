"""The next question of an interview about a scenario's text, and the text with its answer.

The text is the whole state of an interview; `left` has the keys of the questions that stay open.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from drakdom.errors import InputError
from drakdom.formula import Formula
from drakdom.interview.gaps import gap_questions
from drakdom.interview.lines import written
from drakdom.interview.points import Points
from drakdom.interview.question import Option, Question
from drakdom.interview.trials import Read, Trials
from drakdom.interview.worth import change_between
from drakdom.language import t
from drakdom.rulebook.words import did_you_mean, fold, short
from drakdom.rulings.adjudication import played
from drakdom.rulings.lifted import asked_of
from drakdom.rulings.settled import settled_by_refusals
from drakdom.scenario import Scenario, read_scenario_text
from drakdom.value.solve import Branch

NOTHING: frozenset[str] = frozenset()


def next_question(text: str, left: Collection[str] = NOTHING, read: Read = read_scenario_text) -> Question | None:
    """Return the open point on which the questions of a scenario depend most; None if they depend on nothing.

    Raises InputError if the scenario is faulty or asks nothing, and LimitError if too much is open to compare.
    """
    scenario = settled_by_refusals(read(text))
    formulas = asked_formulas(scenario)
    return weightiest(text, scenario, played(scenario, asked=formulas), left, read)


def weightiest(
    text: str, scenario: Scenario, branches: tuple[Branch, ...], left: Collection[str], read: Read
) -> Question | None:
    """Return the next question about a scenario that was played, with its questions settled, as `next_question`."""
    states = sum(len(branch.play.nodes) for branch in branches)
    trials, left = Trials(text, scenario, asked_formulas(scenario), read, states), frozenset(left)
    best = max(Points(trials, branches, left).all(), key=_weight, default=None)
    best = best and _proved(best, trials)
    return max([*([best] if best else []), *gap_questions(trials, branches, left, best)], key=_weight, default=None)


def _proved(question: Question, trials: Trials) -> Question:
    """Return a question about a choice with the odds of the scenario with its answers, if law looks at what is stated.

    Law may end a turn when all stated actions are done. Then a choice that is open after an action is not open once the
    action is stated. Two answers are tried to find that out.
    """
    options = question.options

    def tried(option: Option) -> Option:
        return replace(option, odds=trials.odds(question.subject, option.words[0]) or option.odds)

    if question.subject.kind != "choice" or all(tried(option) == option for option in {options[0], options[-1]}):
        return question
    options = tuple(map(tried, options))
    return replace(
        question, options=options, change=change_between([question.now, *(option.odds for option in options)])
    )


def _weight(question: Question) -> tuple[Fraction, int]:
    return question.change, -question.order


def asked_formulas(scenario: Scenario) -> tuple[Formula, ...]:
    """Return the questions of a scenario, or else its expectations. Raises InputError if it has neither."""
    questions = tuple(question.formula for question in scenario.questions)
    formulas = questions or asked_of(scenario, claims=True)
    if not formulas:
        raise InputError.single("the scenario asks nothing", scenario.file, help="write a claim under `ask:`")
    return formulas


def answered(text: str, question: Question, word: str, read: Read = read_scenario_text) -> str:
    """Return the text with an answer to a question.

    Raises InputError, with the nearest answer, if the word is none or does not fit the scenario.
    """
    changed = written(read(text), text, question.subject, answer_of(question, word))
    read(changed)
    return changed


def answer_of(question: Question, word: str) -> str:
    """Return the answer that a word means, as the scenario writes it; options without numbers have a number each.

    Raises InputError with the nearest answer.
    """
    if not question.is_numeric and word in map(str, range(1, len(question.options) + 1)):
        return question.options[int(word) - 1].words[0]
    words = {_spaced(answer): answer for answer in question.words}
    if _spaced(word) in words:
        return words[_spaced(word)]
    if question.is_free and word.strip():
        return word.strip()
    help_ = did_you_mean(word, question.words) or t("the answers are {answers}", answers=", ".join(question.words[:12]))
    raise InputError.single(t("`{word}` is no answer here", word=short(word)), help=help_)


def _spaced(word: str) -> str:
    """Return a word in the form of the vocabulary, with any blanks at its commas."""
    return fold(re.sub(r"\s*,\s*", ",", word))
