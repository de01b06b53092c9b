"""Repeated attempts: the odds that a condition holds after some rounds, each played by the law.

A round runs up to the phases `over`; the next one begins in the state it ends in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from clingo import Symbol

from drakdom.graph.batch import endless
from drakdom.graph.explore import explore
from drakdom.graph.play import Play
from drakdom.law.facts import to_symbol, to_value
from drakdom.paths.ask.move_simulation import STATEMENTS, STRAY, reached
from drakdom.paths.ask.query import at_phase
from drakdom.step.case import Case, State
from drakdom.step.moment import Moments
from drakdom.step.state import Opening
from drakdom.terms import Value
from drakdom.value.best_odds import Odds, best_intervals, ways_of

#: A figure and its action.
Action = tuple[Value, Value]
_NO, _YES = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class RepeatedAttempts:
    """The law of a case, ready to play rounds from a phase; `passing` fluents end with a round."""

    case: Case
    phase: Value
    over: frozenset[str]
    passing: frozenset[Symbol]

    @classmethod
    def of(cls, case: Case, phase: Value, over: Iterable[str], passing: Iterable[Symbol]) -> RepeatedAttempts:
        """Prepare attempts in a case, without the rolls and statements of its scenario."""
        facts = tuple(fact for fact in case.facts if fact.name not in STATEMENTS)
        return cls(endless(replace(case, facts=facts)), phase, frozenset(over), frozenset(passing))

    def odds(
        self,
        start: State,
        rounds: int,
        done: Callable[[State], bool],
        actions: Sequence[Action] = (),
        beyond: Callable[[State], bool] = lambda _: False,
    ) -> tuple[list[Odds], tuple[Value, ...], frozenset[str]]:
        """Return the odds of `done` after 1, 2, .. rounds under the best policy, the gaps, and the doubts.

        Each round tries one of the `actions`; without any, it plays events alone. After a state that is `beyond`,
        nothing is known.
        """
        rolled: dict[State, list[_Round]] = {}
        todo, gaps = [self._begun(start)], dict[Value, None]()
        first = todo[0]
        for _ in range(rounds):
            fresh = [state for state in dict.fromkeys(todo) if state not in rolled]
            todo = []
            for state in fresh:
                rolled[state] = list(self._rounds(state, actions))
                for attempt in rolled[state]:
                    gaps |= dict.fromkeys(attempt.gaps)
                    todo += [self._begun(end) for end in attempt.ends if not done(end) and not beyond(end)]
        values: list[dict[State, Odds]] = [dict.fromkeys(rolled, (_NO, _NO))]
        for _ in range(rounds):
            before, hope = values[-1], _YES if len(values) > 1 else _NO

            def after(end: State, before: dict[State, Odds] = before, hope: Fraction = hope) -> Odds:
                if done(end):
                    return _YES, _YES
                return (_NO, hope) if beyond(end) else before.get(self._begun(end), (_NO, _NO))

            pairs_by_state = {
                state: [attempt.value(after) for attempt in attempts] for state, attempts in rolled.items()
            }
            values.append({state: _best(pairs) for state, pairs in pairs_by_state.items()})
        doubts = frozenset[str]().union(*(attempt.play.doubts for attempts in rolled.values() for attempt in attempts))
        return [value[first] for value in values[1:]], tuple(gaps), doubts

    def _begun(self, position: Iterable[tuple[Symbol, Symbol]]) -> State:
        return at_phase((item for item in position if item[0] not in self.passing), to_symbol(self.phase))

    def _rounds(self, state: State, actions: Sequence[Action]) -> Iterable[_Round]:
        """Yield the round from a state for each action that the law grants."""
        openings: list[list[Opening]] = [
            [("choice", to_symbol(figure), to_symbol(action))] for figure, action in actions
        ] or [[]]
        for taken in openings:
            play = explore(Moments.of_moves(self.case), None, [state], taken, self.over)
            order = reached(play, 0)
            broken = {
                symbol.arguments[0]
                for node in play.nodes
                for symbol in node.seen
                if symbol.name in ("unruled", "conflict")
            }
            if not any(reason.name == STRAY for reason in broken):
                yield _Round(play, tuple(order), tuple(map(to_value, sorted(broken))))


@dataclass(frozen=True)
class _Round:
    """One round as the law played it."""

    play: Play
    order: tuple[int, ...]
    gaps: tuple[Value, ...]

    @property
    def ends(self) -> Iterable[State]:
        """The states in which the round may end."""
        return [frozenset(node.final) for node in self.play.nodes if not node.edges and node.final is not None]

    def value(self, after: Callable[[State], Odds]) -> Odds:
        """Return the value of the round by the values of its ends."""
        nodes = {index: self.play.nodes[index] for index in self.order}
        ends = {
            index: (_NO, _YES) if node.final is None else after(frozenset(node.final))
            for index, node in nodes.items()
            if not node.edges
        }
        ways = {index: ways_of(node, node.edges) for index, node in nodes.items() if node.edges}
        return (ends | best_intervals(ways, ends))[0]


def _best(pairs: Sequence[Odds]) -> Odds:
    return max((low for low, _ in pairs), default=_NO), max((high for _, high in pairs), default=_NO)
