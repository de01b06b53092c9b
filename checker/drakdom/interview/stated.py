"""Answers of an interview that come back as data: the place of each is checked against the scenario.

Somebody who keeps no interview between two requests sends all answers again. They are input from strangers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import get_args

from drakdom.errors import InputError
from drakdom.interview.question import Given, Kind, Question, Subject
from drakdom.interview.wording import Wording
from drakdom.rulebook import Field
from drakdom.rulebook.words import did_you_mean, short
from drakdom.scenario import Scenario
from drakdom.scenario.misfit import Misfit
from drakdom.scenario.phrases import read_phrase
from drakdom.scenario.typing import Words
from drakdom.terms import Value, fill


def given_answer(scenario: Scenario, kind: str, path: Sequence[str], entry: int, time: int, word: str) -> Given:
    """Return an answer as it was given; an empty word left the question open.

    `kind`, `path`, `entry` and `time` are those of the question's subject. Raises InputError for a place that no
    question about this scenario can have.
    """
    try:
        subject = _subject(scenario, kind, tuple(path), entry, time)
    except Misfit as misfit:
        raise InputError.single(misfit.message, scenario.file, help=misfit.help) from None
    wording = Wording(scenario)
    sentence = " ".join(path) if subject.kind in ("field", "reading") else wording.sentence(subject)
    if subject.kind == "reading":
        sentence = scenario.rulebook.readings[path[-1]].question
    question = Question(subject, sentence, entry, "", (), (), (), Fraction(0), weighed=False)
    return Given(question, word.strip())


def _subject(scenario: Scenario, kind: str, path: tuple[str, ...], entry: int, time: int) -> Subject:
    if time < 1:
        raise Misfit("the `time` of an answer counts from 1")
    if kind == "choice" and len(path) == 1 and 1 <= entry <= scenario.entries:
        return Subject("choice", path, _words(scenario).read("actor", path[0]), entry, time)
    if kind in ("draw", "roll") and len(path) == 1:
        chance, values = read_phrase(_words(scenario), scenario.rulebook.chances, path[0], "draw or roll")
        drawn: Kind = "roll" if chance.type in scenario.rulebook.pools else "draw"
        return Subject(drawn, path, fill(chance.key, values), 0, time)
    if kind == "reading" and path[:1] == ("readings",) and len(path) == 2:
        if path[1] not in scenario.rulebook.readings:
            help_ = did_you_mean(path[1], scenario.rulebook.readings)
            raise Misfit(f"`{short(path[1])}` is no ambiguous clause", help_)
        return Subject("reading", path, path[1])
    if kind == "field" and _is_field(scenario, path):
        return Subject("field", path)
    message = f"`{short(kind)} {short(' '.join(path))}` is no question about this scenario"
    raise Misfit(message, did_you_mean(kind, get_args(Kind)))


def _words(scenario: Scenario) -> Words:
    return Words(scenario.rulebook, scenario.figures, tuple(map(str, scenario.places)))


def _is_field(scenario: Scenario, path: tuple[str, ...]) -> bool:
    """Test if a path names a field of a figure, of a place, of the state or of the suppositions."""
    book = scenario.rulebook
    owners: Mapping[tuple[str, int], Mapping[str, Field]] = {
        ("figures", 3): book.figures,
        ("board", 4): book.places,
        ("state", 2): book.state,
        ("suppose", 2): book.suppose,
    }
    specs = owners.get((path[0], len(path)), {}) if path else {}
    if not any(spec.name == path[-1] for spec in specs.values()):
        return False
    places: set[Value] = {str(place).casefold() for place in scenario.places}
    if path[0] == "figures":
        return path[1] in scenario.figures
    return path[0] != "board" or (path[1] in ("rooms", "places") and path[2].casefold() in places)
