"""A solver with one grounding for a batch of states; it answers once, and again if an explanation is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Control, Symbol, SymbolType

from drakdom.errors import BugError
from drakdom.step.program import Log, Selection, add_facts, new_control


class Grounded:
    """A solver that has grounded some rules on some facts. Raises BugError if clingo writes a message."""

    def __init__(self, selection: Selection, facts: Iterable[Symbol]) -> None:
        self.selection = selection
        self._log, self._parts, self._text = Log(), 0, selection.text
        self.control = new_control(self._log, "--models=2")
        self.control.add("base", [], selection.text)
        add_facts(self.control, facts)
        self._ground("base")

    def answer(self) -> Sequence[Symbol]:
        """Return the shown symbols of the only answer set. Raises BugError if there is none or more than one."""
        answers: list[Sequence[Symbol]] = []
        with self.control.solve(yield_=True) as handle:
            for model in handle:
                answers.append(model.symbols(shown=True))
        self._log.must_be_empty(self._text)
        if len(answers) != 1:
            raise BugError(f"a batch of states has {'more than one' if answers else 'no'} answer set")
        return answers[0]

    def excepted(self) -> frozenset[int]:
        """Return the moments in which some clause may yield: the last argument of an exception's subject."""
        subjects = (atom.symbol.arguments[1] for atom in self.control.symbolic_atoms.by_signature("except", 2))
        return frozenset(
            (subject.arguments[-1] if subject.type is SymbolType.Function else subject).number for subject in subjects
        )

    def more(self, rules: str) -> Control:
        """Ground further rules, which must derive nothing that the law reads, and return the solver."""
        self._parts, self._text = self._parts + 1, rules
        self.control.add(f"more{self._parts}", [], rules)
        self._ground(f"more{self._parts}")
        return self.control

    def true(self, predicate: tuple[str, int]) -> list[Symbol]:
        """Return the atoms of a predicate (name and arity) in the only answer set."""
        atoms = list(self.control.symbolic_atoms.by_signature(*predicate))
        if all(atom.is_fact for atom in atoms):
            return [atom.symbol for atom in atoms]
        with self.control.solve(yield_=True) as handle:
            model = handle.model()
            if model is None:
                raise BugError("the rules that explain a moment have no answer set")
            return [atom.symbol for atom in atoms if atom.is_fact or model.contains(atom.symbol)]

    def _ground(self, part: str) -> None:
        self.control.ground([(part, [])])
        self._log.must_be_empty(self._text)
