"""Some stages in one solver: grounded once, asked for their answer, and for more when somebody wants to know why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Control, Symbol, SymbolType

from drakdom.errors import BugError
from drakdom.step.program import Log, Selection, add_facts, new_control


class Grounded:
    """A solver that has grounded some rules on some facts. Clingo must not have a word to say about them."""

    def __init__(self, selection: Selection, facts: Iterable[Symbol]) -> None:
        self.selection = selection
        self._log, self._parts = Log(), 0
        self.control = new_control(self._log, "--models=2")
        self.control.add("base", [], selection.text)
        add_facts(self.control, facts)
        self._ground("base")

    def answer(self) -> Sequence[Symbol]:
        """What is shown. The answer must be unique."""
        answers: list[Sequence[Symbol]] = []
        with self.control.solve(yield_=True) as handle:
            for model in handle:
                answers.append(model.symbols(shown=True))
        self._log.must_be_empty()
        if len(answers) != 1:
            raise BugError(f"positions side by side have {'more than one' if answers else 'no'} answer")
        return answers[0]

    def excepted(self) -> frozenset[int]:
        """The moments in which some clause may yield: the subject of an exception ends in its moment."""
        subjects = (atom.symbol.arguments[1] for atom in self.control.symbolic_atoms.by_signature("except", 2))
        return frozenset((one.arguments[-1] if one.type is SymbolType.Function else one).number for one in subjects)

    def more(self, rules: str) -> Control:
        """The solver, with further rules that derive nothing that the law knows."""
        self._parts += 1
        self.control.add(f"more{self._parts}", [], rules)
        self._ground(f"more{self._parts}")
        return self.control

    def true(self, predicate: tuple[str, int]) -> list[Symbol]:
        """The atoms of a predicate in the one answer."""
        found = list(self.control.symbolic_atoms.by_signature(*predicate))
        if all(atom.is_fact for atom in found):
            return [atom.symbol for atom in found]
        with self.control.solve(yield_=True) as handle:
            model = handle.model()
            if model is None:
                raise BugError("a moment has no answer when it is asked why")
            return [atom.symbol for atom in found if atom.is_fact or model.contains(atom.symbol)]

    def _ground(self, part: str) -> None:
        self.control.ground([(part, [])])
        self._log.must_be_empty()
