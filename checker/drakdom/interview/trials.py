"""Trials of answers: the odds of the claims in the scenario with the answer's line, played anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from drakdom.answer import Odds
from drakdom.errors import InputError, LimitError
from drakdom.formula import Formula
from drakdom.interview.lines import written
from drakdom.interview.question import Subject
from drakdom.interview.worth import odds_now
from drakdom.law.facts import to_value
from drakdom.rulings.adjudication import played
from drakdom.rulings.settled import settled_by_refusals
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value

#: Reads the text of a scenario. Raises InputError.
Read = Callable[[str], Scenario]
#: Most states that the trials for one question may take together, and most trials.
MOST_STATES, MOST_TRIALS = 3_000, 60
#: A trial may take this many times the states of the scenario as it is, and this many more.
TIMES, MORE = 3, 150


@dataclass(frozen=True, slots=True)
class Trial:
    """The odds of the claims with an answer, and the gaps at which play stops; no odds if they were not worked out."""

    odds: tuple[Odds, ...]
    gaps: frozenset[Value] = frozenset()


UNKNOWN = Trial(())


class Trials:
    """Trials of answers in one scenario, up to MOST_STATES; none if its play has more `states` itself."""

    def __init__(self, text: str, scenario: Scenario, formulas: Sequence[Formula], read: Read, states: int) -> None:
        self.text, self.scenario, self.formulas, self._read = text, scenario, tuple(formulas), read
        self._states, self._trials = MOST_STATES if states <= MOST_STATES else 0, MOST_TRIALS
        self._most = TIMES * states + MORE

    @property
    def is_spent(self) -> bool:
        """Test if too much was tried already."""
        return self._states <= 0 or self._trials <= 0

    def odds(self, subject: Subject, word: str) -> tuple[Odds, ...] | None:
        """Return the odds with an answer; None if the answer does not fit, and empty if that takes too much."""
        trial = self.trial(subject, word)
        return None if trial is None else trial.odds

    def trial(self, subject: Subject, word: str) -> Trial | None:
        """Return the result of an answer, as `odds`, with the gaps at which play then stops."""
        if self.is_spent:
            return UNKNOWN
        self._trials -= 1
        try:
            scenario = settled_by_refusals(self._read(written(self.scenario, self.text, subject, word)))
            formulas = tuple(question.formula for question in scenario.questions) or self.formulas
            branches = played(scenario, asked=formulas, most=self._most)
        except InputError:
            return None
        except LimitError:
            self._states -= self._most
            return UNKNOWN
        self._states -= sum(len(branch.play.nodes) for branch in branches)
        seen = (to_value(symbol) for branch in branches for symbol in branch.evaluation.seen)
        gaps = (event.args[0] for event in seen if isinstance(event, Term) and event.name == "unruled")
        return Trial(odds_now(branches, formulas), frozenset(gaps))
