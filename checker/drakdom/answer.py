"""Answers: odds of a claim, and the clauses that decide it, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from drakdom.errors import Place

Status = Literal["always", "never", "depends", "ambiguous", "gap", "contradiction", "illegal", "unasked"]
#: Where play stops for want of a clause or a statement, as seen from a question:
#:
#: - `nowhere`: not so that it matters;
#: - `earlier`: before the moment of the question;
#: - `there`: in that moment, so that the answer is open;
#: - `beside`: in that moment, without a bearing on the answer;
#: - `later`: after later actions of others.
Stop = Literal["nowhere", "earlier", "there", "beside", "later"]


@dataclass(frozen=True, slots=True)
class Odds:
    """Probability interval from the worst to the best policy. Equal ends are one exact probability.

    `unruled` is the greatest probability that play stops because no clause decides. For `low` such
    plays count as failures, for `high` as successes. `sure` is the greatest probability if they count as failures; it
    is None if that is not asked.
    """

    low: Fraction
    high: Fraction
    unruled: Fraction = Fraction(0)
    sure: Fraction | None = field(default=None, compare=False, metadata={"json": False})

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Ground:
    """A clause behind an answer, and its role.

    `decides`: without the clause the answer is another one. `won over`: it beats the clauses in `over`. `rests on`: it
    is applied on the way; without it the answer is the same, or that was not tried. `spares`: it would have prevented
    what happens, had a single thing been otherwise.
    """

    clause: str
    role: Literal["decides", "won over", "rests on", "spares"]
    over: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadingAnswer:
    """The answer under one combination of readings: only those that matter are named.

    If there are several, `up_to`, `undecided` and `stops` say where play stops under these, as in an `Answer`.
    """

    readings: tuple[tuple[str, str], ...]
    status: Status
    odds: Odds
    up_to: tuple[int, str] | None = field(default=None, compare=False, metadata={"json": False})
    undecided: tuple[str, ...] = field(default=(), compare=False, metadata={"json": False})
    stops: Stop = field(default="nowhere", compare=False, metadata={"json": False})


@dataclass(frozen=True, slots=True)
class Without:
    """The answer without a clause, if play does not break off then."""

    clause: str
    status: Status
    odds: Odds


@dataclass(frozen=True, slots=True)
class Stake:
    """A roll or choice on which an answer turns: its sentence, and each result with the answer's odds after it.

    `chance` is the probability of a result of a roll, None for a choice or if it varies.
    """

    kind: Literal["choice", "chance"]
    sentence: str
    entry: int
    phase: str
    ways: tuple[tuple[str, Fraction | None, Odds], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question: the clauses behind it, the most telling first, and the points on which it turns.

    `text` is the question as written, `sentence` the same in words. `kind` is that of the expectation whose claim is
    answered, `ask` for a question. `place` is where the file asks. If play stops before events can make the claim
    true, `up_to` is the entry and phase in which it stops first. `undecided` are the sentences of the gaps that stop it
    there, or in the very moment that is asked about; `stops` says which.
    """

    text: str
    sentence: str
    kind: str
    status: Status
    by_reading: tuple[ReadingAnswer, ...]
    grounds: tuple[Ground, ...]
    without: Without | None
    turns_on: tuple[Stake, ...]
    place: Place
    hints: tuple[str, ...] = ()
    up_to: tuple[int, str] | None = None
    undecided: tuple[str, ...] = ()
    stops: Stop = "nowhere"
