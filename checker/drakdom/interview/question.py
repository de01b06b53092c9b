"""Questions of an interview, as frozen values: what is asked, by which clause, and what each answer would lead to."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from drakdom.answer import Odds
from drakdom.terms import Value

Kind = Literal["choice", "draw", "roll", "field", "reading"]


@dataclass(frozen=True, slots=True)
class Subject:
    """The place of an answer in a scenario.

    `path` has the keys: the figure of a choice, the name of a draw or roll, the way to a field, a clause with readings.
    `entry` is the entry of a choice. `time` is the number, from 1, of the figure's action in the entry, or of the value
    of the draw or roll. `value` is the figure or roll as the law names it.
    """

    kind: Kind
    path: tuple[str, ...]
    value: Value = ""
    entry: int = 0
    time: int = 1

    @property
    def key(self) -> str:
        """Return a name that is unique among the questions of an interview."""
        return f"{self.kind} {'/'.join(self.path)} {self.entry}.{self.time}"


@dataclass(frozen=True, slots=True)
class Option:
    """Answers that lead to the same: their words in the scenario, the sentence, and the odds of each claim then.

    `chance` is the probability of these answers, None for a choice or if it varies. `odds` is empty if they were not
    worked out.
    """

    words: tuple[str, ...]
    sentence: str
    odds: tuple[Odds, ...]
    chance: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """An open point, with the clauses that ask for it (the nearest first), and its options.

    `now` are the odds of each claim if it stays open; `change` is the greatest distance between the odds of two
    answers. `weighed` is false if the question is the first in the order of play, and its answers were not compared.
    `order` counts the states of the play before it comes up.
    `note` says which words are possible beside those of the options; empty if there are none.
    """

    subject: Subject
    sentence: str
    entry: int
    phase: str
    clauses: tuple[str, ...]
    options: tuple[Option, ...]
    now: tuple[Odds, ...]
    change: Fraction
    order: int = 0
    weighed: bool = True
    note: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words of all options."""
        return tuple(word for option in self.options for word in option.words)

    @property
    def is_free(self) -> bool:
        """Test if words are possible that are not among the options."""
        return bool(self.note)

    @property
    def is_numeric(self) -> bool:
        """Test if the words of an option are a number, so that options cannot be numbered."""
        return any(word.lstrip("-").isdigit() for word in self.words)


@dataclass(frozen=True, slots=True)
class Given:
    """An answer as it was given: the question, and the word; empty if it was left open."""

    question: Question
    word: str

    @property
    def subject(self) -> Subject:
        """Return the place of the answer in the scenario."""
        return self.question.subject
