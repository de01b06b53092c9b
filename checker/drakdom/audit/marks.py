"""Marks of clauses: where each first applies, is first beaten, and if it matters."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from drakdom.audit.plays import Extent, batches, partial_states
from drakdom.audit.values import Law
from drakdom.graph.batch import Batch
from drakdom.step.case import law_of
from drakdom.step.scope import Situation
from drakdom.why.clause_activation import applied
from drakdom.why.clause_effect import matters

#: Number of moments in which the effect of a clause is tested: for each batch, and in all.
_SAMPLES, _MOST_SAMPLES = 1, 5


@dataclass
class Marks:
    """The first situation in which each clause applies, and the first in which it is defeated.

    `matters` are clauses without which a result differs. Other clauses may matter, too.
    """

    applies: dict[str, int] = field(default_factory=dict)
    beaten: dict[str, int] = field(default_factory=dict)
    matters: set[str] = field(default_factory=set)

    def merge(self, marks: Marks) -> None:
        """Merge the marks of another search, keeping the smaller situations."""
        self.matters |= marks.matters
        for mine, theirs in ((self.applies, marks.applies), (self.beaten, marks.beaten)):
            for clause, situation in theirs.items():
                mine[clause] = min(situation, mine.get(clause, situation))


class Marker:
    """Marks the clauses of one law, each until it is settled."""

    def __init__(self, law: Law, test: bool) -> None:
        self._idle = _timed(law) if test else set[str]()
        self._pending: set[str] | None = None
        self._tried: dict[str, int] = {}

    def mark(self, marks: Marks, cases: list[int], batch: Batch) -> None:
        """Mark clauses that apply or are defeated for the first time, and test if clauses matter."""
        pending = self._pending
        if pending is None:
            pending = {*batch.moments.case.in_force}
        partials, idle = partial_states(batch), self._idle
        activation = applied(batch.moments, [partial for _, partial in partials], pending | idle, _SAMPLES)
        for clauses, mine in ((activation.applies, marks.applies), (activation.beaten, marks.beaten)):
            for clause in clauses.keys() & pending:
                mine[clause] = cases[batch.cases_reaching([partials[clauses[clause][0]][0]])[0]]
        self._pending = pending - activation.applies.keys()
        for clause in sorted(activation.applies.keys() & idle):
            tried = self._tried[clause] = self._tried.get(clause, 0) + 1
            if matters(batch.moments, [partials[n][1] for n in activation.applies[clause][:_SAMPLES]], clause):
                marks.matters.add(clause)
                idle.discard(clause)
            elif tried * _SAMPLES >= _MOST_SAMPLES:
                idle.discard(clause)


@dataclass
class Marked(Extent):
    """The marks of a law, found in a part of the situations."""

    marks: Marks = field(default_factory=Marks)

    @property
    def count(self) -> int:
        """Return the number of clauses that apply."""
        return len(self.marks.applies)

    def merge(self, result: Marked) -> None:
        """Merge another result."""
        self.marks.merge(result.marks)
        self.add(result)


class SearchMarks:
    """A search for the marks of a law."""

    kinds = (Marked, Marks)

    def __init__(self, law: Law, situations: Sequence[Situation]) -> None:
        self.law, self.situations, self._marker = law, situations, Marker(law, test=True)

    @property
    def searched_laws(self) -> tuple[Law, ...]:
        """The law that it plays."""
        return (self.law,)

    def anew(self) -> SearchMarks:
        """Return the same search from its start."""
        return SearchMarks(self.law, self.situations)

    def __call__(self, numbers: Sequence[int]) -> Marked:
        """Search the situations of these numbers."""
        result, too_large = Marked(), set[int]()
        for cases, batch in batches(self.law, self.situations, numbers, too_large.add):
            self._marker.mark(result.marks, cases, batch)
            result.moments += len(batch.whole_moments)
        result.searched, result.too_large = len(numbers) - len(too_large), too_large
        return result


@dataclass
class Mattering(Extent):
    """Clauses that matter, found in a part of the situations."""

    clauses: set[str] = field(default_factory=set)

    @property
    def count(self) -> int:
        """Return the number of clauses."""
        return len(self.clauses)

    def merge(self, result: Mattering) -> None:
        """Merge another result."""
        self.clauses |= result.clauses
        self.add(result)


class SearchIdle:
    """A search for moments in which given clauses matter."""

    kinds = (Mattering,)

    def __init__(self, law: Law, situations: Sequence[Situation], clauses: Collection[str]) -> None:
        self.law, self.situations, self._idle = law, situations, set(clauses)
        self.about = tuple(sorted(clauses))

    @property
    def searched_laws(self) -> tuple[Law, ...]:
        """The law that it plays."""
        return (self.law,)

    def anew(self) -> SearchIdle:
        """Return the same search from its start."""
        return SearchIdle(self.law, self.situations, self.about)

    def __call__(self, numbers: Sequence[int]) -> Mattering:
        """Search the situations of these numbers."""
        result, too_large = Mattering(), set[int]()
        for _, batch in batches(self.law, self.situations, numbers, too_large.add) if self._idle else ():
            partials = [partial for _, partial in partial_states(batch)]
            activation = applied(batch.moments, partials, self._idle, math.inf)
            mattering = {
                clause
                for clause, where in activation.applies.items()
                if matters(batch.moments, [partials[n] for n in where], clause)
            }
            result.clauses |= mattering
            self._idle -= mattering
        result.searched, result.too_large = len(numbers) - len(too_large), too_large
        return result


def _timed(law: Law) -> set[str]:
    """Return the clauses whose rules all have a time. For other clauses the moment of application is unknown."""
    rules = [rule for rule in law_of(law.book).rules if rule.clause]
    return {str(rule.clause) for rule in rules} - {rule.clause for rule in rules if not rule.timed}
