"""Words for what is open: where the answer stands in a scenario, its sentence, its words, the clauses that ask."""

from __future__ import annotations

from collections.abc import Sequence

from drakdom.graph.hints import action_words, roll_words
from drakdom.interview.question import Subject
from drakdom.language import t
from drakdom.law.facts import to_value
from drakdom.rulebook.sentences import roll_of, say, word
from drakdom.scenario import Scenario
from drakdom.scenario.misfit import Misfit
from drakdom.scenario.typing import Words
from drakdom.terms import Term, Value, show
from drakdom.value.sensitivity import Key

#: The clauses that are named for a question: the nearest, and the next as its reason.
NEAREST = 2


class Wording:
    """Words for the open points of one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.book = scenario, scenario.rulebook
        self.words = Words(self.book, scenario.figures, tuple(map(str, scenario.places)))

    def subject(self, key: Key) -> Subject | None:
        """Return the place of an answer in the scenario; None if the vocabulary has no words for it."""
        kind, symbol, entry = key
        value = to_value(symbol)
        if kind == "choice":
            stated = [fact for fact in self.scenario.facts if fact.name == "stated" and fact.args[:2] == (entry, value)]
            name = value.name if isinstance(value, Term) else str(value)
            return Subject("choice", (name,), value, entry, len(stated) + 1)
        spelled = roll_words(self.book, value)
        if spelled is None:
            return None
        earlier = [fact for fact in self.scenario.facts if fact.name == "told" and fact.args[0] == value]
        return Subject("roll" if spelled[0] == "rolls" else "draw", (spelled[1],), value, 0, len(earlier) + 1)

    def sentence(self, subject: Subject) -> str:
        """Return the subject of a question, as a noun phrase."""
        says = word(self.book, subject.value)
        return t("what {figure} chooses", figure=says) if subject.kind == "choice" else says

    def said(self, subject: Subject, face: Value) -> str:
        """Return an action or face in the words of a scenario; empty if it has none."""
        if subject.kind == "choice":
            return action_words(self.book, face)
        chance = roll_of(self.book, subject.value) if isinstance(subject.value, Term) else None
        text = show(face) if isinstance(face, Term) else str(face)
        try:
            return text if chance and self.words.read(chance.type, text) == face else ""
        except Misfit:
            return ""

    def says(self, subject: Subject, meaning: Value, same: Sequence[tuple[str, Value]]) -> str:
        """Return the sentence of an action, or the meaning of faces if it is another word than theirs."""
        if subject.kind == "choice":
            return say(self.book, Term("chosen", (subject.value, same[0][1], 0)))
        faces = dict.fromkeys(word(self.book, face) for _, face in same)
        says = word(self.book, meaning)
        return says if says not in faces else ""

    def telling(self, clauses: Sequence[str]) -> tuple[str, ...]:
        """Return the nearest clauses, those that decide few disputes first."""
        frequency = self.book.frequency
        nearest = clauses[:NEAREST]
        return tuple(sorted(nearest, key=lambda clause: frequency.get(self.book.principal(clause), 0)))
