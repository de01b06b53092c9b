"""A case in one solver: each moment grounds the rules that can fire then, with all choices and chances open.

The ground law (`ground_graph.py`) and the search for the fewest changes (`plan.py`) use it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence

from clingo import Control, Function, Number, Symbol

from drakdom.errors import LimitError
from drakdom.step.case import ENTRY, PHASE, Case, State
from drakdom.step.program import Log, add_facts, new_control, program_of

#: A play of more moments than this counts as endless.
MOST_MOMENTS = 400

#: Seconds to wait for the solver if there is no time limit.
_LONG = 10.0**6
#: `stops(F, V, T)`: no play goes on with this after the moment T.
_LINK = """
#defined stops/3.
is(F,V,t) :- next(F,V,t-1), not over(t-1), not stops(F,V,t-1).
"""


class Unrolled:
    """A case that is grounded moment by moment in one multi-shot solver."""

    def __init__(self, case: Case, until: float = math.inf) -> None:
        """Take a case; past the time `until` (on the clock of `time.monotonic()`) nothing is searched any more."""
        self.case, self.until = case, until
        self.log = Log()
        self.control = new_control(self.log)
        self.moment = -1
        self.lines: dict[int, str] = {}
        self._used = 0
        self.program = program_of(case.law, "open.lp", "told.lp", "next.lp", "ends.lp", "show.lp")
        start = [Function("is", [fluent, value, Number(0)]) for fluent, value in sorted(case.start)]
        firing = self.program.firing
        # a rule without a moment is grounded once: what it derives from the first state holds in all moments
        timeless = (rule for rule in self.program.rules if not rule.timed)
        lasting = start if any(atom.name == "is" for rule in timeless for atom in rule.body) else []
        fitted = firing.fitted((fact.name, fact.arguments) for fact in lasting)
        self._at_rest = firing.more(firing.start(case.static), fitted)
        self._added: frozenset[int] = frozenset()
        self._begin([*case.static, *start])

    def _begin(self, facts: Sequence[Symbol]) -> None:
        """Ground the rules without a moment."""
        program, add = self.program, self.control.add
        timeless = [number for number in self._at_rest.rules if not program.rules[number].timed]
        add("base", [], program.defined)
        self._give([(program.rules[number].text, "") for number in sorted(timeless)])
        add("base", [], "\n".join(rule.text for rule in program.shown))
        add("link", ["t"], _LINK)
        self.state(facts)
        self.control.ground([("base", [])])

    def state(self, facts: Sequence[Symbol]) -> None:
        """Add facts of the case; a subclass may make them switchable."""
        add_facts(self.control, facts)

    def step(self) -> bool:
        """Ground the next moment; return False if no play goes on to it. Raises LimitError past MOST_MOMENTS."""
        if self.moment >= 0 and not self._look_ahead():
            return False
        self.moment += 1
        if self.moment >= MOST_MOMENTS:
            raise LimitError(f"play has not ended after {MOST_MOMENTS} moments")
        number = Number(self.moment)
        if self.moment:
            # alone: together with the law the link would look recursive, and no atom would be known as a fact
            self.control.ground([("link", [number])])
        rules = self._can_fire()
        self._add(rules)
        self.control.ground([(f"rule{rule}", [number]) for rule in rules])
        return True

    def _look_ahead(self) -> bool:
        """Find the entries and phases in which no play goes on; return False if none goes on at all.

        To the grounder, all consequences of an open choice are possible side by side: play would end and go on, in all
        phases at once.
        """
        coming = [atom.symbol for atom in self.control.symbolic_atoms.by_signature("next", 3)]
        coming = [symbol for symbol in coming if symbol.arguments[2].number == self.moment]
        ahead = [symbol for fluent in (PHASE, ENTRY) for symbol in coming if symbol.arguments[0] == fluent]
        stops = self._impossible(ahead)
        add_facts(self.control, [Function("stops", symbol.arguments) for symbol in stops])
        return len(stops) < len(ahead)

    def _impossible(self, atoms: Sequence[Symbol]) -> list[Symbol]:
        """Return the atoms with which no play goes on after the present moment."""
        over = Function("over", [Number(self.moment)])
        impossible, left = [], [*atoms]
        while left:
            goes_on = [(over, False), (left[0], True)]
            with self.control.solve(assumptions=goes_on, yield_=True, async_=True) as handle:
                if not handle.wait(self._left()):
                    handle.cancel()
                    break
                if (model := handle.model()) is None:
                    impossible.append(left.pop(0))
                else:
                    left = [symbol for symbol in left if not model.contains(symbol)]
        return impossible

    def _left(self) -> float:
        """Return the seconds that the solver may still work."""
        return max(0, min(self.until - time.monotonic(), _LONG))

    def _can_fire(self) -> list[int]:
        """Return the rules with a moment that can fire in the present one."""
        atoms = (("is", (*fluent, _NO_MOMENT)) for fluent in state_in(self.control, self.moment))
        rules, firing = self.program.rules, self.program.firing
        can_fire = firing.more(self._at_rest, firing.fitted(atoms)).rules
        return sorted(number for number in can_fire if rules[number].timed)

    def _add(self, numbers: Iterable[int]) -> None:
        """Add a program part for each rule that can fire for the first time."""
        new = [number for number in numbers if number not in self._added]
        self._added = self._added.union(new)
        rules = self.program.rules
        self._give([(rules[number].text, f"#program rule{number}(t).\n{rules[number].at('t')}") for number in new])

    def _give(self, rules: Iterable[tuple[str, str]]) -> None:
        """Give rules to the solver, each with its form there; empty if it is the same.

        No two of them stand in one line, so that `lines` says which rule a message is about.
        """
        text = "\n" * self._used
        for rule, form in rules:
            text += (form or rule) + "\n"
            self._used = text.count("\n")
            self.lines[self._used] = rule
        self.control.add("base", [], text)


_NO_MOMENT = Number(0)


def state_in(control: Control, moment: int) -> State:
    """Return the state of a moment; with open choices, all fluents that are possible in it."""
    return frozenset(
        (atom.symbol.arguments[0], atom.symbol.arguments[1])
        for atom in control.symbolic_atoms.by_signature("is", 3)
        if atom.symbol.arguments[2].number == moment
    )
