"""A case in one solver: each moment grounds the rules that can fire then, with all choices and chances open.

The ground law (`ground_graph.py`) and the search for the fewest changes (`plan.py`) use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Control, Function, Number, Symbol

from drakdom.errors import LimitError
from drakdom.step.case import ENTRY, Case, State
from drakdom.step.program import Log, add_facts, new_control, program_of

#: A play of more moments than this counts as endless.
MOST_MOMENTS = 400

_LINK = "is(F,V,t) :- next(F,V,t-1), not over(t-1)."


class Unrolled:
    """A case that is grounded moment by moment in one multi-shot solver."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.log = Log()
        self.control = new_control(self.log)
        self.moment = -1
        self.lines: dict[int, str] = {}
        self._used = 0
        self.program = program_of(case.law, "open.lp", "told.lp", "next.lp", "ends.lp", "show.lp")
        start = [Function("is", [f, v, Number(0)]) for f, v in sorted(case.start)]
        firing = self.program.firing
        # a rule without a moment is grounded once: what it derives from the first state holds in all moments
        lasting = start if firing.timeless_from_state else []
        fitted = firing.fitted((fact.name, fact.arguments) for fact in lasting)
        self._at_rest = firing.more(self.program.at_rest(case.static), fitted)
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

    def step(self) -> None:
        """Ground the next moment. Raises LimitError past MOST_MOMENTS."""
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

    def maybe(self, name: str, *arguments: Symbol) -> bool:
        """Return True if an atom of the present moment is possible."""
        return self._atom(name, *arguments) is not None

    def surely(self, name: str) -> bool:
        """Return True if the atom `name(Moment)` of the present moment is a fact."""
        atom = self._atom(name)
        return atom is not None and bool(atom.is_fact)

    def _atom(self, name: str, *arguments: Symbol):  # type: ignore[no-untyped-def]
        return self.control.symbolic_atoms[Function(name, [*arguments, Number(self.moment)])]


def still_running(run: Unrolled) -> bool:
    """Return True if some play goes on after the present moment."""
    if not run.maybe("over"):
        return True
    over = Function("over", [Number(run.moment)])
    entries = [
        atom.symbol
        for atom in run.control.symbolic_atoms.by_signature("is", 3)
        if atom.symbol.arguments[0] == ENTRY and atom.symbol.arguments[2].number == run.moment
    ]
    return any(run.control.solve(assumptions=[(over, False), (entry, True)]).satisfiable for entry in entries)


_NO_MOMENT = Number(0)


def state_in(control: Control, moment: int) -> State:
    """Return the state of a moment; with open choices, all fluents that are possible in it."""
    return frozenset(
        (atom.symbol.arguments[0], atom.symbol.arguments[1])
        for atom in control.symbolic_atoms.by_signature("is", 3)
        if atom.symbol.arguments[2].number == moment
    )
