"""Permissions in question that law gives only where the action is stated: the action is tried where it is not."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from clingo import Number, Symbol

from drakdom.errors import LimitError
from drakdom.formula import Atom, Formula, Scope, atoms_of
from drakdom.graph.play import Play
from drakdom.graph.stating import stating
from drakdom.law.facts import to_symbol
from drakdom.law.phases import phases_of
from drakdom.law.resting import is_announced
from drakdom.step.case import Case
from drakdom.step.moment import Moments
from drakdom.terms import Any, Term, Value, bind, is_ground, match, show

#: Most actions that are tried for a pattern.
MOST_FILLED = 64


def grant(
    moments: Moments, play: Play, comes_true: Callable[[Atom], bool], permitted: Collection[Value]
) -> frozenset[str]:
    """Add to a play the permissions in question, and their refusals, that law gives only where the action is stated.

    Return the clauses that are doubted where such an action is tried. A wildcard in an action stands for each figure.
    An action is tried in every moment of its phases, but in no entry that states it. For a claim about the whole play,
    an action that its figure states anywhere is not tried. Any other is tried up to the first moments in which it is
    permitted anyhow. A pattern with a wildcard for anything else, or for more than MOST_FILLED actions, cannot be
    tried. If it `comes_true` in every course of the play as it is, nothing need be tried. Else it stands for those of
    the permissions `permitted` that fit it. Raises LimitError if there are none such, or too many of them.
    """
    tried = [
        (atom.scope, to_symbol(permission))
        for atom in _in_question(moments.case)
        for permission in _permissions(moments.case, atom, comes_true, permitted)
    ]
    doubts = set[str]()
    for scope, permission in tried:
        doubts |= _grant(moments, play, scope, permission)
    return frozenset(doubts)


def _grant(moments: Moments, play: Play, scope: Scope | None, permission: Symbol) -> set[str]:
    case, (figure, action) = moments.case, permission.arguments
    stated = {
        fact.arguments[0]
        for fact in case.by_name.get("stated", ())
        if fact.arguments[1] == figure and fact.arguments[3] == action
    }
    if stated and not scope:  # judged there
        return set()
    phases = phases_of(case.law.heads, ("option", 3, action.name), case.law.phases)
    nodes = [
        n
        for n in _up_to(play, permission, scope)
        if (node := play.nodes[n]).kind in ("then", "end")
        and node.phase in phases
        and Number(node.entry) not in stated
        and (scope is None or scope.covers(*node.place))
    ]
    doubts = set[str]()
    for trial in stating(moments, play, nodes, figure, action):
        doubts |= trial.result.doubts
        refused = {
            symbol
            for symbol in trial.result.seen
            if symbol.name == "refused" and symbol.arguments[1:] == permission.arguments
        }
        for symbol in {permission} & trial.result.seen or refused:
            for n in trial.nodes:
                if symbol not in play.nodes[n].seen:
                    play.nodes[n].seen |= {symbol}
                    play.granted[n, symbol] = trial.moments, trial.partial
    return doubts


def _up_to(play: Play, permission: Symbol, scope: Scope | None) -> Iterable[int]:
    """Return all nodes; without a scope, those up to which a permission is not given and the first that have it."""
    if scope:
        return range(len(play.nodes))
    reached = dict.fromkeys([0])
    todo = [0]
    for n in todo:
        if permission not in play.nodes[n].seen:
            targets = dict.fromkeys(edge.target for edge in play.nodes[n].edges if edge.target not in reached)
            reached |= targets
            todo += targets
    return reached


def _in_question(case: Case) -> Iterator[Atom]:
    """Yield the atoms of questions and expectations about permissions of actions that may have to be announced."""
    scenario = case.scenario
    asked: list[Formula] = [*case.asked]
    if scenario:
        asked += [question.formula for question in scenario.questions]
        asked += [claim.formula for claim in scenario.claims]
    atoms = dict.fromkeys(atom for formula in asked for atom in atoms_of(formula))
    for atom in atoms:
        action = atom.pattern.args[1] if atom.pattern.name == "may" else None
        if isinstance(action, Term) and is_announced(case.law.heads, action.name, case.in_force):
            yield atom


def _permissions(
    case: Case, atom: Atom, comes_true: Callable[[Atom], bool], permitted: Collection[Value]
) -> Sequence[Value]:
    """Return the permissions for which the pattern of an atom stands; see `grant`."""
    pattern, figures = atom.pattern, case.scenario.figures if case.scenario else ()
    if is_ground(pattern):
        return [pattern]
    permissions = [*itertools.islice(_filled(pattern, figures), MOST_FILLED + 1)]
    if len(permissions) <= MOST_FILLED and not _takes_no_figure(case, pattern.args[1]):
        return permissions
    if comes_true(atom):
        return []
    fitting = [permission for permission in permitted if match(pattern, permission)]
    if fitting and len(fitting) <= MOST_FILLED:
        return fitting
    most = f"`_` is tried with figures only, in at most {MOST_FILLED} actions"
    raise LimitError(f"`{show(pattern)}` stands for too many actions ({most}): name the action")


def _takes_no_figure(case: Case, action: Value) -> bool:
    """Return True if an action has a wildcard that stands for no figure."""
    for spec in case.scenario.rulebook.actions.values() if case.scenario else ():
        parts = bind(spec.term, action)
        if parts is not None and isinstance(action, Term):
            kinds = {str(number): kind.split("|") for number, kind in enumerate(spec.args, 1)}
            return any("figure" not in kinds.get(slot, ()) for slot, part in parts.items() if not is_ground(part))
    return False


def _filled(pattern: Value, figures: tuple[str, ...]) -> Iterator[Value]:
    """Yield a pattern with a figure in place of each wildcard."""
    if isinstance(pattern, Any):
        yield from figures
    elif isinstance(pattern, Term):
        for arguments in itertools.product(*(_filled(part, figures) for part in pattern.args)):
            yield Term(pattern.name, arguments)
    else:
        yield pattern
