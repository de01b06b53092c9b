"""The clauses that decide an answer: those without which it would be another, the most telling first.

A reason is contrastive: a clause that takes part in most disputes explains none of them. So clauses are sorted by the
number of shipped scenarios in which they apply (`Rulebook.frequency`), then by their distance from the outcome.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from drakdom.answer import Ground, Without
from drakdom.formula import Formula
from drakdom.rulebook import Rulebook
from drakdom.rulings.claims import reasons_of, status_of, to_odds
from drakdom.rulings.readings import decisive_clauses
from drakdom.value.solve import Branch
from drakdom.value.values import Value
from drakdom.why.reasons import Reasons

#: Most applied clauses outside the tree of reasons that are tried, the rarest first.
MOST_OUTSIDE = 5
#: Clauses of the tree that are tried, until this many of them decide.
ENOUGH, MOST_INSIDE = 3, 6
#: Weight of one step away from the outcome, against the logarithm of the frequency.
STEP = 0.1
#: Steps that count for a clause outside of the tree.
OUTSIDE = 8

#: Solves the scenario without a clause; None if play then never ends or exceeds a limit.
Lifted = Callable[[str], tuple[Branch, ...] | None]


class Grounds:
    """The grounds of formulas in one scenario. Clauses stand for their restatements."""

    def __init__(
        self, book: Rulebook, branches: tuple[Branch, ...], reasons: Sequence[Reasons], lifted: Lifted
    ) -> None:
        self._book, self._branches, self._reasons, self._lifted = book, branches, reasons, lifted

    def of(self, formula: Formula) -> tuple[Ground, ...]:
        """Return the clauses behind the value of a formula, the most telling first."""
        values = [branch.evaluation.value(formula) for branch in self._branches]
        in_doubt = decisive_clauses([(b.readings, v) for b, v in zip(self._branches, values, strict=True)])
        tree = self._principals(clause for why in self._reasons for clause in reasons_of(formula, why))
        applied = self._principals(clause for why in self._reasons for clause in sorted(why.fired()))
        outside = sorted((c for c in applied if c not in tree), key=self._rarity)[:MOST_OUTSIDE]
        found = [clause for clause in outside if self._changes(formula, values, clause)]
        ranked = sorted([*tree, *found], key=lambda clause: self._rank(clause, tree))
        deciding, idle = set(found), set[str]()
        for clause in [c for c in ranked if c not in deciding][:MOST_INSIDE]:
            if len(deciding) - len(found) >= ENOUGH:
                break
            (deciding if self._changes(formula, values, clause) else idle).add(clause)
        beaten = self._beaten()
        order = dict.fromkeys((*in_doubt, *(c for c in ranked if c not in idle), *(c for c in ranked if c in idle)))
        return tuple(self._ground(clause, clause in idle, beaten) for clause in order)

    def without(self, formula: Formula, kind: str, grounds: Sequence[Ground]) -> Without | None:
        """Return what would be so without the first clause that decides."""
        first = next((ground.clause for ground in grounds if ground.role != "rests on"), None)
        branches = self._lifted(first) if first else None
        if first is None or not branches:
            return None
        values = [branch.evaluation.value(formula) for branch in branches]
        return Without(first, status_of(kind, values), to_odds(values[0]))

    def _principals(self, clauses: Iterable[str]) -> list[str]:
        return [*dict.fromkeys(map(self._book.principal, clauses))]

    def _rarity(self, clause: str) -> tuple[float, str]:
        return math.log1p(self._book.frequency.get(clause, 0)), clause

    def _rank(self, clause: str, tree: Sequence[str]) -> tuple[float, str]:
        steps = tree.index(clause) if clause in tree else OUTSIDE
        return self._rarity(clause)[0] + STEP * steps, clause

    def _changes(self, formula: Formula, values: list[Value], clause: str) -> bool:
        """Test if the formula has another value without a clause."""
        branches = self._lifted(clause)
        return branches is not None and [branch.evaluation.value(formula) for branch in branches] != values

    def _beaten(self) -> dict[str, list[str]]:
        """Map the clauses that won over others to these."""
        beaten: dict[str, list[str]] = {}
        for why in self._reasons:
            for loser, winner in why.yielded():
                if winner and loser not in beaten.setdefault(self._book.principal(winner), []):
                    beaten[self._book.principal(winner)].append(loser)
        return beaten

    @staticmethod
    def _ground(clause: str, idle: bool, beaten: dict[str, list[str]]) -> Ground:
        if idle:
            return Ground(clause, "rests on")
        over = tuple(beaten.get(clause, ()))
        return Ground(clause, "won over" if over else "decides", over)
