"""A solver with one grounding for a batch of states; it answers once, and again if an explanation is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from clingo import Control, Symbol, SymbolType

from drakdom.errors import BugError
from drakdom.law.canonical import names_in
from drakdom.law.ready_made import add_lines
from drakdom.step.program import Log, Selection, add_facts, new_control


class Grounded:
    """A solver that has grounded some rules on some facts. Raises BugError if clingo writes a message.

    `declared` are the `#defined` lines of the law by name and predicate, for rules that are tried later.
    """

    def __init__(
        self,
        selection: Selection,
        facts: Iterable[Symbol],
        declared: Mapping[str, Mapping[tuple[str, int], str]],
    ) -> None:
        self.selection, self._declared = selection, declared
        self._true: dict[tuple[str, int], list[Symbol]] = {}
        self._log, self._text = Log(), selection.text
        self.control, facts = new_control(self._log, "--models=2"), [*facts]
        add_lines(self.control, selection.text.split("\n"))
        add_facts(self.control, facts)
        self.control.ground([("base", [])])
        if self._log.messages:
            _ground(selection.text, facts)  # only of a text does clingo name the lines that it complains about
        self._log.must_be_empty(selection.text)

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
        self.control.add("more", [], rules)
        self.control.ground([("more", [])])
        self._log.must_be_empty(rules)
        return self.control

    def hold(self, atoms: Sequence[Symbol]) -> None:
        """Let atoms of a predicate that the law lacks be true, for `derived`."""
        key = atoms[0].name, len(atoms[0].arguments)
        self._true[key], self._predicates[key[0]] = [*atoms], [key]

    def derived(
        self, name: str, arity: int, rules: Sequence[str], reads: Iterable[tuple[str, int]] = ()
    ) -> Sequence[Symbol]:
        """Return the atoms that further rules derive from the only answer set. Their heads have arguments but no name.

        A solver of its own grounds them, on the atoms that they name: to ground anything takes longer the more rules a
        solver has. The law must declare all predicates that the rules read, or `reads` has them.
        """
        if not rules:
            return ()
        text = "\n".join(name + rule for rule in rules)
        words = sorted(names_in(text))
        lines = [line for word in words for line in self._declared.get(word, {}).values()]
        lines += [f"#defined {word}/{number}." for word, number in sorted(reads)]
        atoms = [atom for word in words for key in self._predicates.get(word, ()) for atom in self.true(key)]
        control = _ground("\n".join((*lines, text)), atoms)
        return [atom.symbol for atom in control.symbolic_atoms.by_signature(name, arity)]

    def true(self, predicate: tuple[str, int]) -> Sequence[Symbol]:
        """Return the atoms of a predicate (name and arity) in the only answer set."""
        if predicate not in self._true:
            self._true[predicate] = self._look_up(predicate)
        return self._true[predicate]

    @cached_property
    def writes(self) -> Mapping[tuple[Symbol, Symbol], Sequence[Symbol]]:
        """The atoms that give fluents their values, by fluent and value."""
        writes: dict[tuple[Symbol, Symbol], list[Symbol]] = {}
        for atom in (*self.true(("becomes", 3)), *self.true(("gains", 3))):
            fluent, value, _ = atom.arguments
            writes.setdefault((fluent, value), []).append(atom)
        return writes

    def _look_up(self, predicate: tuple[str, int]) -> list[Symbol]:
        atoms = list(self.control.symbolic_atoms.by_signature(*predicate))
        if all(atom.is_fact for atom in atoms):
            return [atom.symbol for atom in atoms]
        with self.control.solve(yield_=True) as handle:
            model = handle.model()
            if model is None:
                raise BugError("the rules that explain a moment have no answer set")
            return [atom.symbol for atom in atoms if atom.is_fact or model.contains(atom.symbol)]

    @cached_property
    def _predicates(self) -> dict[str, list[tuple[str, int]]]:
        """The predicates with atoms, by name."""
        predicates: dict[str, list[tuple[str, int]]] = {}
        for name, arity, positive in self.control.symbolic_atoms.signatures:
            if positive:
                predicates.setdefault(name, []).append((name, arity))
        return predicates


def _ground(text: str, facts: Iterable[Symbol]) -> Control:
    """Return a solver that has grounded a text on some facts. Raises ComplaintError if clingo writes a message."""
    log = Log()
    control = new_control(log)
    control.add("base", [], text)
    add_facts(control, facts)
    control.ground([("base", [])])
    log.must_be_empty(text)
    return control
