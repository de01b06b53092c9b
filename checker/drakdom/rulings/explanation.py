"""Explanations of a claim: the reasons for which it holds or fails, from the clauses down to the scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from drakdom.formula import Atom, Formula, asserted, atoms_of
from drakdom.graph.play import Place
from drakdom.rulings.adjudication import played
from drakdom.rulings.settled import settled_by_refusals
from drakdom.rulings.undecided import Break, first_break
from drakdom.rulings.unknown_names import unknown_names
from drakdom.scenario import Scenario
from drakdom.scenario.asked import asking
from drakdom.terms import Any, Term
from drakdom.value.solve import Branch
from drakdom.verdict import Reason
from drakdom.why.explain import clauses_in
from drakdom.why.naming import words_in
from drakdom.why.reasons import Reasons


@dataclass(frozen=True)
class Explanation:
    """The reasons of a claim under one reading: trees of its events, or of the facts that prevented them.

    `places` has the entry and phase of each tree in `reasons`. `denied` has the facts that prevented the events that a
    possible claim denies. `apart` is true if each event that it asserts is possible, but never so that the claim holds.
    `hints` names the unknown names of the claim. `breaks_off` has the entry and phase in which play first breaks off
    before the claim is decided, with the sentences of the gaps. The claim is then undecided, not false.
    """

    claim: str
    readings: tuple[tuple[str, str], ...]
    happens: bool
    certain: bool
    reasons: tuple[Reason, ...]
    blocked: tuple[Reason, ...]
    places: tuple[tuple[int, str], ...] = ()
    denied: tuple[Reason, ...] = ()
    apart: bool = False
    hints: tuple[str, ...] = ()
    breaks_off: Break | None = None


def explain(scenario: Scenario, text: str, deciding: AbstractSet[str] = frozenset()) -> tuple[Explanation, ...]:
    """Explain a claim (an event pattern or a formula of them) under every reading on which the scenario depends.

    If the claim never holds and nothing that held it back rests on one of the `deciding` clauses, their trees tell how
    they apply. Raises InputError if the claim cannot be parsed.
    """
    scenario = settled_by_refusals(asking(scenario, [text]))
    formula, branches = scenario.questions[0].formula, played(scenario)
    hints = unknown_names(scenario.rulebook, branches, formula)
    return tuple(replace(_explained(scenario, branch, text, formula, deciding), hints=hints) for branch in branches)


def _explained(
    scenario: Scenario, branch: Branch, text: str, formula: Formula, deciding: AbstractSet[str]
) -> Explanation:
    reasons, value, wanted = Reasons(branch), branch.evaluation.value(formula), asserted(formula)
    happens = True in value.results
    trees: list[tuple[Place, Reason]] = []
    blocked: list[Reason] = []
    refused: list[Reason] = []
    denied: list[Reason] = []
    is_apart = not happens and bool(wanted)
    for atom in atoms_of(formula):
        pattern, located = atom.pattern, _located(reasons, atom)
        held_back = _held_back(reasons, atom) if not located or pattern.name == "illegal" else ()
        if pattern in wanted:
            trees += located
            is_apart = is_apart and bool(located)
            blocked += held_back
            refused += () if held_back else _refused(reasons, atom)
        else:  # this event keeps the claim from holding
            blocked += [tree for _, tree in located]
            denied += held_back if happens else ()
    principal = scenario.rulebook.principal
    telling = deciding - {clause for clause, _ in branch.readings}
    if not (happens or refused) and telling.isdisjoint(map(principal, clauses_in(blocked))):
        blocked = [*_applications(reasons, principal, telling)] or blocked
    return Explanation(
        claim=text,
        readings=branch.readings,
        happens=happens,
        certain=value.results == {True},
        reasons=tuple(tree for _, tree in trees),
        blocked=(*blocked, *refused),
        places=tuple(place for place, _ in trees),
        denied=tuple(denied),
        breaks_off=first_break(scenario.rulebook, branch.play) if value.unruled and not happens else None,
        apart=is_apart,
    )


def _located(reasons: Reasons, atom: Atom) -> Sequence[tuple[Place, Reason]]:
    """Return the trees of the events that make an atom true, each with its place in the play."""
    if atom.pattern.name == "finally":
        return reasons.final(*atom.pattern.args)
    seen = ((symbol, place) for symbol in reasons.seen(atom.pattern) for place in reasons.places(symbol, atom.scope))
    return [(place, tree) for symbol, place in seen if (tree := reasons.why(symbol, place))]


def _held_back(reasons: Reasons, atom: Atom) -> Sequence[Reason]:
    """Return the trees of the facts that prevented an event: of a permission or its refusal, before those of others."""
    held_back = reasons.blocked_somewhere(atom.pattern)
    if atom.pattern.name != "may" or any(words_in(atom.pattern) <= words_in(tree.what) for tree in held_back):
        return held_back
    refused = reasons.seen(Term("refused", (Any(), *atom.pattern.args)))
    places = ((symbol, place) for symbol in refused for place in reasons.places(symbol, atom.scope)[:1])
    return [tree for symbol, place in places if (tree := reasons.why(symbol, place))] or held_back


def _applications(reasons: Reasons, principal: Callable[[str], str], clauses: AbstractSet[str]) -> Iterator[Reason]:
    """Yield the tree of the first rule of each clause that fires on the way to an end of play."""
    if (trace := reasons.to_the_end()) is None:
        return
    left = {*clauses}
    for moment in trace.path:
        fired = (cause for _, causes in sorted(trace.causes(moment).fired.items()) for cause in causes)
        for cause in fired:
            clause = principal(cause.rule.clause) if cause.rule.clause else ""
            if clause in left:
                left.discard(clause)
                yield trace.reason_of(cause.head, moment)


def _refused(reasons: Reasons, atom: Atom) -> list[Reason]:
    """Return the trees of the refused actions that settle an atom."""
    acts = (act for pattern in atom.unless for act in reasons.seen(pattern))
    trees = (reasons.why(act, place) for act in acts for place in reasons.places(act, atom.scope))
    return [tree for tree in trees if tree]
