"""Play of a scenario with one more clause switched off: the but-for test of reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, Protocol

from drakdom.errors import LimitError
from drakdom.formula import Formula
from drakdom.law.facts import to_value
from drakdom.rulings.claims import WithoutClause, judge
from drakdom.rulings.law_faults import blame_law
from drakdom.rulings.undecided import lacks_of_event
from drakdom.scenario import Claim, Scenario
from drakdom.step.case import Case
from drakdom.value.solve import Branch, solve

#: A clause that may decide is tried with up to this many times the states of the play, and this many more.
TIMES, MORE = 3, 150
#: Most states for all clauses that are tried.
MOST_TRIED = 4_000

#: The effect of a clause on an answer. Without it the answer is another one (`changes`), or "no" instead of a
#: probability (`enables`). Or play breaks off without it (`breaks`), for want of a premise of the event (`lacks`).
Effect = Literal["changes", "enables", "breaks", "lacks"]


def asked_of(scenario: Scenario, *, claims: bool = False) -> tuple[Formula, ...]:
    """Return the formulas after whose decision nothing more needs to be played; none if nothing is asked.

    With `claims` the expectations of the scenario count as questions even if it asks none.
    """
    questions = tuple(question.formula for question in scenario.questions)
    return (*questions, *(claim.formula for claim in scenario.claims)) if questions or claims else ()


def up_to_answers(scenario: Scenario, case: Case) -> tuple[Branch, ...]:
    """Return the play of a case up to where all questions and expectations are decided, under each open reading."""
    asked = replace(_as_read(scenario, case), asked=asked_of(scenario, claims=True))
    with blame_law(scenario):
        return solve(asked)


def _as_read(scenario: Scenario, case: Case) -> Case:
    """Return a case with those readings alone that the scenario fixes."""
    return replace(case, readings=tuple(sorted(scenario.readings.items())))


def effect_of(formula: Formula, branches: Sequence[Branch], without: Sequence[Branch] | None) -> Effect | None:
    """Return the effect of a clause on a formula, by the plays with and without it; None if none is seen."""
    values = {branch.evaluation.value(formula) for branch in branches}
    lifted = {branch.evaluation.value(formula) for branch in without or ()}
    broken = any(None in value.results for value in lifted)
    if without and lifted != values:  # there may be more readings of one value
        if broken and not any(None in value.results for value in values):
            return "breaks"
        is_open = all(0 < value.low < 1 for value in values)
        return "enables" if is_open and all(value.results == {False} for value in lifted) else "changes"
    if without and broken and not any(lacks_of_event(branch, formula) for branch in branches):
        return "lacks" if any(lacks_of_event(branch, formula) for branch in without) else None
    return None


class Lifted(Protocol):
    """Solves a scenario without a clause, `alone` in one reading; None if play never ends or exceeds a limit."""

    def __call__(self, clause: str, formula: Formula, *, alone: bool = False) -> tuple[Branch, ...] | None:
        """Return the play in each reading, at least as far as it decides a formula."""


class _Key(NamedTuple):
    """A play without a clause: in one reading `alone`, for one formula or all that are asked."""

    clause: str
    alone: bool = False
    formula: Formula | None = None


class WithoutClauses:
    """The plays of a case without a clause, each solved once.

    They are played in each of the readings that the scenario leaves open, or in those of the case alone. `branches` is
    the play with all clauses in force, as far as the case asks. A pattern of permissions that cannot be tried stands
    for those that fit it there: without a clause, are they still permitted?
    """

    def __init__(self, scenario: Scenario, branches: Sequence[Branch]) -> None:
        case = branches[0].case
        self._scenario, self._case, self._alone = scenario, _as_read(scenario, case), case
        self._most, self._left = TIMES * sum(len(branch.play.nodes) for branch in branches) + MORE, MOST_TRIED
        seen = sorted({symbol for branch in branches for symbol in branch.evaluation.seen if symbol.name == "may"})
        self._permitted = tuple(map(to_value, seen))
        self._branches: dict[_Key, tuple[Branch, ...] | None] = {}
        self._too_large: set[_Key] = set()

    def __call__(self, claim: Claim, clause: str) -> WithoutClause:
        """Return the result of a claim; it is undecided if play never ends or exceeds a limit."""
        key = _Key(clause)
        if key not in self._branches:
            self._branches[key] = self._solve(self._case, clause, None)
        branches = self._branches[key]
        if branches is None:
            return "undecided"
        values = [branch.evaluation.value(claim.formula) for branch in branches]
        if judge(claim, values)[0]:
            return "holds"
        return "undecided" if any(None in value.results for value in values) else "otherwise"

    def tried(self, clause: str, formula: Formula, *, alone: bool = False) -> tuple[Branch, ...] | None:
        """Return the play without a clause; None if it has many more states than with it, or too many were tried.

        Other questions than the formula can take play that far: then it is played for the formula alone.
        `alone` plays it in the readings of the case, and not in all that are open.
        """
        key = _Key(clause, alone and self._alone.readings != self._case.readings)
        branches = self._tried(key)
        if branches is None and len(self._case.asked) > 1:
            return self._tried(key._replace(formula=formula))
        return branches

    def _tried(self, key: _Key) -> tuple[Branch, ...] | None:
        if key in self._branches or key in self._too_large or self._left < 0:
            return self._branches.get(key)
        case = self._alone if key.alone else self._case
        branches = self._solve(replace(case, asked=(key.formula,)) if key.formula else case, key.clause, self._most)
        self._left -= sum(len(branch.play.nodes) for branch in branches) if branches else self._most
        if branches is None:
            self._too_large.add(key)
        else:
            self._branches[key] = branches
        return branches

    def _solve(self, case: Case, clause: str, most: int | None) -> tuple[Branch, ...] | None:
        with blame_law(self._scenario):
            try:
                return solve(case.without(clause), most=most, permitted=self._permitted)
            except LimitError:
                return None
