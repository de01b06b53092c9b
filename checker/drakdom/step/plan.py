"""The fewest changes with which something can happen: one unrolled solver, in which facts can be switched.

Choice and chance are open as in `answers.py`; beside them every switch takes some facts away and puts others in. An
optimum of all ways in which the goal holds says which switches it takes. What may be possible grows fast from moment to
moment, so that only few switches and moments can be looked at together.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from clingo import Function, Number, Symbol

from drakdom.errors import LimitError
from drakdom.formula import And, Atom, Formula, Not
from drakdom.law.facts import to_symbol
from drakdom.step.case import Case
from drakdom.step.program import not_all_facts
from drakdom.step.unrolled import Unrolled, still_running
from drakdom.terms import Any, Term, Value

#: Seconds to wait for the solver where nothing ends the search.
_LONG = 10.0**6
#: So many possible atoms are looked at.
MOST_ATOMS = 300_000


@dataclass(frozen=True, slots=True)
class Switch:
    """One possible change: facts that go and facts that come. Of those with one `slot` at most one is made.

    Facts of the first position are given(Fluent, Value). Of as few changes as possible the cheapest are preferred.
    """

    slot: str
    removed: frozenset[Term]
    added: frozenset[Term]
    cost: int


class Planner(Unrolled):
    """A case in which some facts are open, played out as far as any choice, chance and switch can lead.

    Past the time `until` (as `time.monotonic()` counts) it gives up: LimitError, or no switches.
    """

    def __init__(self, case: Case, switches: Sequence[Switch], moments: int, until: float = math.inf) -> None:
        self.switches, self.until = switches, until
        self._literals: list[int] = []
        everything = {_symbol(fact) for switch in switches for fact in switch.added}
        static = [fact for fact in everything if fact.name != "given"]
        start = {(fact.arguments[0], fact.arguments[1]) for fact in everything if fact.name == "given"}
        self._own = frozenset(case.facts) | {Function("given", [*fluent]) for fluent in case.start}
        whole = replace(case, facts=tuple(dict.fromkeys([*case.facts, *static])), start=case.start | start)
        super().__init__(whole)
        self._play_out(moments)

    def state(self, facts: Sequence[Symbol]) -> None:
        """State facts; those that a switch takes or brings hold as the switches say."""
        removers: dict[Symbol, list[int]] = {}
        adders: dict[Symbol, list[int]] = {}
        self.control.add("base", [], not_all_facts((fact.name, len(fact.arguments)) for fact in facts))
        with self.control.backend() as backend:
            for number, switch in enumerate(self.switches):
                literal = backend.add_atom(Function("switched", [Number(number)]))
                backend.add_rule([literal], choice=True)
                self._literals.append(literal)
                for gone in switch.removed:
                    removers.setdefault(_symbol(gone), []).append(literal)
                for come in switch.added:
                    adders.setdefault(_symbol(come), []).append(literal)
            for fact in facts:
                key = Function("given", fact.arguments[:2]) if _is_first(fact) else fact
                atom = backend.add_atom(fact)
                if key in self._own or not (key in removers or key in adders):
                    backend.add_rule([atom], [-literal for literal in removers.get(key, ())])
                for literal in adders.get(key, ()):
                    backend.add_rule([atom], [literal])
            for some in self._slots().values():
                for one, other in combinations(some, 2):
                    backend.add_rule([], [one, other])

    def _slots(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for literal, switch in zip(self._literals, self.switches, strict=True):
            found.setdefault(switch.slot, []).append(literal)
        return found

    def _play_out(self, moments: int) -> None:
        """Ground moment after moment until no way of playing goes on."""
        for _ in range(moments):
            self.step()
            if len(self.control.symbolic_atoms) > MOST_ATOMS or time.monotonic() > self.until:
                raise LimitError("too much is possible to look for several changes at once")
            if self.surely("over") or not still_running(self):
                break

    def aim(self, goal: Formula) -> None:
        """Demand that the goal holds; to be called once."""
        self.control.add("goal", [], "\n".join(_goal_rules(goal)))
        self.control.ground([("goal", [])])
        with self.control.backend() as backend:
            backend.add_minimize(2, [(literal, 1) for literal in self._literals])
            costs = zip(self._literals, self.switches, strict=True)
            backend.add_minimize(1, [(literal, switch.cost) for literal, switch in costs])

    def bar(self, switches: Iterable[int]) -> None:
        """Demand another way than all of these switches together."""
        with self.control.backend() as backend:
            backend.add_rule([], [self._literals[number] for number in switches])

    def best(self) -> tuple[int, ...] | None:
        """The fewest and cheapest switches with which the goal holds; None if it never does."""
        found: list[Symbol] | None = None
        self.control.configuration.solve.models = 0  # type: ignore[union-attr]
        self.control.configuration.solve.opt_mode = "opt"  # type: ignore[union-attr]
        with self.control.solve(yield_=True, async_=True) as handle:
            while handle.wait(self._left()) and (model := handle.model()) is not None:
                found = list(model.symbols(atoms=True))
                handle.resume()
            handle.cancel()
        # what the grounder said is of no concern: it may be of what never comes up, and each answer is run again
        if found is None:
            return None
        return tuple(sorted(atom.arguments[0].number for atom in found if atom.name == "switched"))

    def _left(self) -> float:
        """How long the solver may still work."""
        return max(0, min(self.until - time.monotonic(), _LONG))


def _goal_rules(goal: Formula) -> list[str]:
    """Rules for `goal`, and the constraint that it holds; where something must not happen, play must come to an end."""
    rules: list[str] = []

    def name(formula: Formula) -> str:
        own = f"goal({len(rules)})"
        rules.append("")
        at = len(rules) - 1
        if isinstance(formula, Atom):
            rules[at] = f"{own} :- {_seen(formula.pattern)}."
        elif isinstance(formula, Not):
            rules[at] = f"{own} :- not {name(formula.item)}, not broken."
        elif isinstance(formula, And):
            rules[at] = f"{own} :- {', '.join(name(item) for item in formula.items)}."
        else:
            rules[at] = "\n".join(f"{own} :- {name(item)}." for item in formula.items)
        return own

    top = name(goal)
    broken = [f"broken :- seen({what}(_), _)." for what in ("unruled", "conflict")]
    return [*rules, *broken, "broken :- seen(misstated(_, _), _).", ":- seen(misstated(_, _), _).", f":- not {top}."]


def _seen(pattern: Term) -> str:
    if pattern.name == "finally":
        fluent, value = pattern.args
        return f"next({_text(fluent)}, {_text(value)}, _T), over(_T), not broken"
    return f"seen({_text(pattern)}, _)"


def _text(value: Value) -> str:
    if isinstance(value, Any):
        return "_"
    if isinstance(value, Term):
        return f"{value.name}({', '.join(map(_text, value.args))})" if value.args else value.name
    return str(to_symbol(value))


def _symbol(fact: Term) -> Symbol:
    return to_symbol(fact)


def _is_first(fact: Symbol) -> bool:
    return fact.name == "is" and len(fact.arguments) == 3
