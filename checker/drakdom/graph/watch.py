"""The atoms of a formula while play goes on: which are seen, and which can no longer be seen."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from clingo import Symbol

from drakdom.formula import Atom, Formula, Scope, atoms_of, truth
from drakdom.graph.play import Node, Place
from drakdom.law.facts import to_value
from drakdom.terms import Term, is_ground, match

#: Numbers of atoms: `n` is seen, `~n` can no longer be seen, `n + OPEN` is within its scope from now on. A first visit
#: also has `n + OPEN * (2 + entry)`.
Marks = frozenset[int]
OPEN = 10_000
#: A pattern that no event fits: no name has a blank.
_NOTHING = Term("no event")


class Watch:
    """Follows the atoms of a formula from state to state of a play. Its marks are the memory of the play so far.

    `of_choices` are events that can come about by a choice of their moment. The permissions after such an event are not
    those at the moment of the choice.
    """

    def __init__(self, formula: Formula, of_choices: Collection[str] = ()) -> None:
        self.formula = formula
        self.atoms = atoms_of(formula)
        self._number = {atom: index for index, atom in enumerate(self.atoms)}
        self._scopes = [(index, atom.scope) for index, atom in enumerate(self.atoms) if atom.scope]
        self._later = {
            index
            for index, scope in self._scopes
            if self.atoms[index].pattern.name == "may"
            if isinstance(scope.value, Term) and scope.value.name in of_choices
        }
        self._refusals = {index: refusals for index, atom in enumerate(self.atoms) if (refusals := _refusals(atom))}
        self._fitting: dict[Symbol, Marks] = {}

    def fitting(self, symbol: Symbol) -> Marks:
        """Return the atoms that an event fits, and as `n + OPEN` those whose scope it opens; places do not count.

        Whether an action is permitted is settled, as `~n`, where the action is stated and refused; any other atom where
        an event fits its `unless`. What has a scope is settled within it.
        """
        if symbol not in self._fitting:
            value = to_value(symbol)
            seen = {index for index, atom in enumerate(self.atoms) if match(atom.pattern, value)}
            opens = {index + OPEN for index, scope in self._scopes if scope.is_opened_by(value)}
            refused = {
                ~index
                for index, refusals in self._refusals.items()
                if any(match(refusal, value) for refusal in refusals)
            }
            self._fitting[symbol] = frozenset(seen | opens | refused)
        return self._fitting[symbol]

    def step(self, before: Marks, place: Place, fitting: Marks = frozenset()) -> Marks:
        """Return the marks after a state at a place in which events fit some atoms."""
        if self._refusals:
            fitting -= {index for index in self._refusals if ~index in before}
            fitting -= {~index for index in self._refusals if index in before | fitting}
        if not self._scopes:
            return before | fitting
        fitting -= {mark for mark in fitting if (i := max(mark, ~mark)) in self._later and i + OPEN not in before}
        marks = set(before)
        scoped = dict(self._scopes)
        for index, scope in self._scopes:
            if index not in marks and ~index not in marks:
                self._move(marks, index, scope, place, index + OPEN in fitting)
        marks |= {
            mark
            for mark in fitting
            if mark < OPEN and ((index := max(mark, ~mark)) not in scoped or index + OPEN in marks)
        }
        return frozenset(marks)

    @staticmethod
    def _move(marks: set[int], index: int, scope: Scope, place: Place, opens: bool) -> None:
        """Open or close the scope of an atom on the way into a state."""
        covered = opens if scope.kind == "after" else scope.covers(*place)
        if scope.kind == "first" and covered:
            visit = index + OPEN * (2 + place[0])
            covered = index + OPEN not in marks or visit in marks
            marks.add(visit)
        if covered:
            marks.add(index + OPEN)
        elif scope.kind != "after" and index + OPEN in marks:
            marks -= {mark for mark in marks if mark >= OPEN and mark % OPEN == index}
            if scope.kind != "phase":
                marks.add(~index)
        elif scope.kind == "entry" and isinstance(scope.value, int) and place[0] > scope.value:
            marks.add(~index)

    def decided(self, marks: Marks) -> bool | None:
        """Return the truth of the formula, None while it is open."""
        return truth(self.formula, lambda atom: self._seen(atom, marks))

    def at_end(self, marks: Marks) -> bool | None:
        """Return the truth of the formula where play has ended."""
        return truth(self.formula, lambda atom: self._number[atom] in marks)

    def _seen(self, atom: Atom, marks: Marks) -> bool | None:
        index = self._number[atom]
        return True if index in marks else False if ~index in marks else None


def _refusals(atom: Atom) -> tuple[Term, ...]:
    """Return the patterns of events that settle an atom."""
    if atom.pattern.name == "may" and is_ground(atom.pattern) and not atom.scope:
        return (Term("illegal", atom.pattern.args),)
    return atom.unless


class Horizon:
    """The end of the play that is needed: all formulas `asked` are decided, or the scope `until` is over."""

    def __init__(self, asked: Sequence[Formula], until: Scope | None, of_choices: Collection[str] = ()) -> None:
        self._until = [Watch(Atom(_NOTHING, until))] if until else []
        self._watches = [*(Watch(formula, of_choices) for formula in asked), *self._until]
        self.start: tuple[Marks, ...] = (frozenset(),) * len(self._watches)

    def after(self, before: tuple[Marks, ...], node: Node, onward: Place) -> tuple[Marks, ...]:
        """Return the marks on the way from a node to a place."""
        marks = []
        for watch, earlier in zip(self._watches, before, strict=True):
            fitting = frozenset[int]().union(*map(watch.fitting, node.seen))
            marks.append(watch.step(watch.step(earlier, node.place, fitting), onward))
        return tuple(marks)

    def is_reached(self, marks: tuple[Marks, ...]) -> bool:
        """Test if nothing more needs to be played."""
        decided = [watch.decided(now) is not None for watch, now in zip(self._watches, marks, strict=True)]
        asked = decided[: len(decided) - len(self._until)]
        return bool(asked and all(asked)) or any(decided[len(asked) :])
