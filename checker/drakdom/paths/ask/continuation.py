"""Play on from a state with given rolls and decisions, as a scenario would state them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from clingo import Number

from drakdom.graph.batch import endless
from drakdom.graph.explore import explore
from drakdom.graph.play import Play
from drakdom.law.facts import Function, to_symbol
from drakdom.paths.ask.move_simulation import STATEMENTS
from drakdom.step.case import ENTRY, Case, State
from drakdom.step.moment import Moments
from drakdom.terms import Value

#: Values of rolls, or actions of figures.
Pairs = Iterable[tuple[Value, Value]]


def without_statements(case: Case) -> Case:
    """Return a case without the rolls and statements of its scenario, and without its end of play."""
    return endless(replace(case, facts=tuple(fact for fact in case.facts if fact.name not in STATEMENTS)))


def play_on(case: Case, start: State, until: Iterable[Value], rolled: Pairs = (), chosen: Pairs = ()) -> Play:
    """Play from a state up to some phases.

    `rolled` are the next values of rolls, `chosen` the actions of figures in the first entry, in order. An action that
    is not allowed when asked is skipped.
    """
    rolls = {to_symbol(roll): to_symbol(value) for roll, value in rolled}
    counts = {Function("count", [roll]): Number(0) for roll in rolls}
    entry = dict(start)[ENTRY]
    facts = [Function("told", [roll, Number(1), value]) for roll, value in rolls.items()]
    steps: Counter[Value] = Counter()
    for figure, action in chosen:
        steps[figure] += 1
        facts.append(Function("stated", [entry, to_symbol(figure), Number(steps[figure]), to_symbol(action)]))
    position = frozenset({item for item in start if item[0] not in counts} | set(counts.items()))
    moments = Moments(replace(without_statements(case), facts=(*without_statements(case).facts, *facts)))
    return explore(moments, None, [position], until=frozenset(map(str, until)))
