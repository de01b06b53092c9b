"""The clauses that refuse an action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from drakdom.formula import Atom, Formula, atoms_of
from drakdom.graph.play import Play
from drakdom.law.facts import Symbol, to_value
from drakdom.terms import Term, is_ground, match
from drakdom.value.solve import Branch
from drakdom.value.values import Value
from drakdom.why.reasons import Reasons
from drakdom.why.unmet import refusals

#: Event patterns about an action.
_OF_ACTIONS = ("illegal", "may")


def is_granted(formula: Formula, values: Iterable[Value]) -> bool:
    """Test if a formula is a permission that is given in every course of play: where it is refused does not count."""
    is_permission = isinstance(formula, Atom) and formula.pattern.name == "may"
    return is_permission and all(value.results == {True} for value in values)


def is_of_actions(formula: Formula) -> bool:
    """Test if a formula is about permissions or refusals."""
    return any(atom.pattern.name in _OF_ACTIONS for atom in atoms_of(formula))


def _counts(play: Play, node: int, event: Symbol) -> bool:
    """Test if an event is the refusal of an action that is stated, or tried there."""
    return event.name == "barred" or (event.name == "refused" and (node, event) in play.granted)


def refusing_clauses(formula: Formula, branches: Sequence[Branch], reasons: Iterable[Reasons]) -> Iterator[str]:
    """Yield the clauses that refuse a stated action; for a formula about actions, only those that refuse these.

    In the plays of `reasons` its actions need not be stated: law can refuse an action whenever a figure decides.
    """
    acts = [atom.pattern.args for atom in atoms_of(formula) if atom.pattern.name in _OF_ACTIONS]
    nodes = ((branch.play, n, node) for branch in branches for n, node in enumerate(branch.play.nodes))
    refused = (event for play, n, node in nodes for event in node.seen if _counts(play, n, event))
    for bar in map(to_value, refused):
        if isinstance(bar, Term) and (not acts or any(match(Term("", act), Term("", bar.args[1:])) for act in acts)):
            yield str(bar.args[0])
    for why in reasons:
        for act in acts:
            if is_ground(Term("", act)):
                yield from (refused.arguments[0].string for _, _, refused in refusals(why, act))
