"""The fewest changes with which a goal can hold: one unrolled solver in which facts can be switched.

Choices and chances are open. Each switch removes some facts and adds others. The solver looks for a play in which the
goal holds, with as few and as cheap switches as possible. The number of possible atoms grows fast with each moment, so
only a few switches and moments can be searched together.
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
from drakdom.step.unrolled import Unrolled
from drakdom.terms import Any, Term, Value

#: Maximum number of possible atoms.
MOST_ATOMS = 80_000

_VOID = """
#defined void/1.
:- seen(illegal(P, A), _), not void(illegal(P, A)).
:- seen(unasked(P, A), _), not void(unasked(P, A)).
"""


@dataclass(frozen=True, slots=True)
class Switch:
    """A possible change: facts to remove and facts to add. At most one switch of each `slot` is made.

    Facts of the first state are given(Fluent, Value). Among equally few switches the cheapest are preferred.
    """

    slot: str
    removed: frozenset[Term]
    added: frozenset[Term]
    cost: int


class Planner(Unrolled):
    """A case with switchable facts, grounded for up to `moments` moments of all choices, chances and switches.

    Past the time `until` (on the clock of `time.monotonic()`) it raises LimitError, or finds no switches.
    """

    def __init__(self, case: Case, switches: Sequence[Switch], moments: int, until: float = math.inf) -> None:
        self.switches = switches
        self._literals: list[int] = []
        everything = {to_symbol(fact) for switch in switches for fact in switch.added}
        static = [fact for fact in everything if fact.name != "given"]
        start = {(fact.arguments[0], fact.arguments[1]) for fact in everything if fact.name == "given"}
        self._own = frozenset(case.facts) | {Function("given", [*fluent]) for fluent in case.start}
        whole = replace(case, facts=tuple(dict.fromkeys([*case.facts, *static])), start=case.start | start)
        super().__init__(whole, until)
        self._play_out(moments)

    def state(self, facts: Sequence[Symbol]) -> None:
        """State facts; a fact that some switch removes or adds depends on the switches."""
        removers: dict[Symbol, list[int]] = {}
        adders: dict[Symbol, list[int]] = {}
        self.control.add("base", [], not_all_facts((fact.name, len(fact.arguments)) for fact in facts))
        with self.control.backend() as backend:
            for number, switch in enumerate(self.switches):
                literal = backend.add_atom(Function("switched", [Number(number)]))
                backend.add_rule([literal], choice=True)
                self._literals.append(literal)
                for removed in switch.removed:
                    removers.setdefault(to_symbol(removed), []).append(literal)
                for added in switch.added:
                    adders.setdefault(to_symbol(added), []).append(literal)
            for fact in facts:
                key = Function("given", fact.arguments[:2]) if _is_first(fact) else fact
                atom = backend.add_atom(fact)
                if key in self._own or not (key in removers or key in adders):
                    backend.add_rule([atom], [-literal for literal in removers.get(key, ())])
                for literal in adders.get(key, ()):
                    backend.add_rule([atom], [literal])
            for literals in self._slots().values():
                for pair in combinations(literals, 2):
                    backend.add_rule([], pair)

    def _slots(self) -> dict[str, list[int]]:
        by_slot: dict[str, list[int]] = {}
        for literal, switch in zip(self._literals, self.switches, strict=True):
            by_slot.setdefault(switch.slot, []).append(literal)
        return by_slot

    def _play_out(self, moments: int) -> None:
        """Ground moment by moment until all play has ended."""
        for _ in range(moments):
            if not self.step():
                break
            if len(self.control.symbolic_atoms) > MOST_ATOMS or time.monotonic() > self.until:
                raise LimitError("too many atoms are possible to search for several changes at once")

    def aim(self, goal: Formula, void: Iterable[Symbol] = ()) -> None:
        """Require that the goal holds, with the fewest, cheapest and first switches. Call it once.

        No action may be illegal or not come up but those that are `void` anyway.
        """
        self.control.add("goal", [], "\n".join([*_goal_rules(goal), _VOID, *(f"void({action})." for action in void)]))
        self.control.ground([("goal", [])])
        with self.control.backend() as backend:
            backend.add_minimize(3, [(literal, 1) for literal in self._literals])
            costs = zip(self._literals, self.switches, strict=True)
            backend.add_minimize(2, [(literal, switch.cost) for literal, switch in costs])
            backend.add_minimize(1, [(literal, number) for number, literal in enumerate(self._literals)])

    def bar(self, switches: Iterable[int]) -> None:
        """Exclude solutions that contain all of these switches."""
        with self.control.backend() as backend:
            backend.add_rule([], [self._literals[number] for number in switches])

    def best(self, among: Iterable[int]) -> tuple[int, ...] | None:
        """Return the best of these switches found in time with which the goal holds; None if none was found."""
        atoms: list[Symbol] | None = None
        self.control.configuration.solve.models = 0  # type: ignore[union-attr]
        self.control.configuration.solve.opt_mode = "opt"  # type: ignore[union-attr]
        self.control.configuration.solver.opt_strategy = "usc"  # type: ignore[union-attr]
        barred = {*range(len(self.switches))}.difference(among)
        off = [-self._literals[number] for number in sorted(barred)]
        with self.control.solve(assumptions=off, yield_=True, async_=True) as handle:
            while handle.wait(self._left()) and (model := handle.model()) is not None:
                atoms = list(model.symbols(atoms=True))
                handle.resume()
            handle.cancel()
        # the log does not matter: messages may concern states that never occur, and each answer is played again
        if atoms is None:
            return None
        return tuple(sorted(atom.arguments[0].number for atom in atoms if atom.name == "switched"))


def _goal_rules(goal: Formula) -> list[str]:
    """Return rules for `goal` and the constraint that it holds. Under a negation, play must not be broken."""
    rules: list[str] = []

    def name(formula: Formula) -> str:
        own = f"goal({len(rules)})"
        rules.append("")
        at = len(rules) - 1
        if isinstance(formula, Atom):
            unless = "".join(f", not {_seen(event)}" for event in formula.unless)
            rules[at] = f"{own} :- {_seen(formula.pattern)}{unless}."
        elif isinstance(formula, Not):
            rules[at] = f"{own} :- not {name(formula.item)}, not broken."
        elif isinstance(formula, And):
            rules[at] = f"{own} :- {', '.join(name(item) for item in formula.items)}."
        else:
            rules[at] = "\n".join(f"{own} :- {name(item)}." for item in formula.items)
        return own

    top = name(goal)
    broken = [f"broken :- seen({reason}(_), _)." for reason in ("unruled", "conflict")]
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


def _is_first(fact: Symbol) -> bool:
    return fact.name == "is" and len(fact.arguments) == 3
