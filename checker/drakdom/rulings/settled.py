"""Questions about what a figure does: they are settled where the stated action on which they rest is refused."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from drakdom.formula import Atom, Scope, mapped
from drakdom.scenario import Scenario
from drakdom.step.case import law_of
from drakdom.terms import Any, Term, is_ground, match
from drakdom.why.founding import acts_behind


def settled_by_refusals(scenario: Scenario) -> Scenario:
    """Return the scenario with questions that need no further play where a stated action is refused.

    A figure that states an action that is not permitted decides anew, and the question is not about its new action.
    This applies to events that can rest on one stated action only, and on no standing order or action of another
    figure. The action is in the entry of the question, or in the last one. A question if a figure may do what it states
    once is about the moment in which that action comes up.
    """
    entries = _stated(scenario)
    ordered = [Term("chosen", fact.args[::2]) for fact in scenario.facts if fact.name == "ordered"]
    stated = sum(entries.values(), Counter[Term]())
    if not stated or not scenario.questions:
        return scenario
    heads, in_force = law_of(scenario.rulebook).heads, frozenset(scenario.in_force)
    choosers = {*scenario.figures, *scenario.rulebook.actors}
    asked_of_acts: list[Term] = []

    def settle(atom: Atom) -> Atom:
        if not is_ground(atom.pattern) or (atom.scope and atom.scope.kind != "entry"):
            return atom
        meant = entries[atom.scope.value] if atom.scope else stated
        if atom.pattern.name == "may":
            act = Term("chosen", atom.pattern.args)
            if meant[act] != 1:
                return atom
            refused = (Term("illegal", atom.pattern.args),)
            if stated[act] > 1:
                return replace(atom, unless=refused)
            asked_of_acts.append(Term("whether", atom.pattern.args))
            coming_up = Scope("after", Term("answering", atom.pattern.args))
            return replace(atom, scope=coming_up, unless=refused)
        acts = acts_behind(heads, in_force, Term("event", (atom.pattern, Any())))
        patterns = [Term("chosen", act.args[:2]) for act in acts]
        fitting = _fitting([*meant.elements(), *ordered], patterns)
        if len(fitting) != 1 or fitting[0] not in (meant if atom.scope else entries[scenario.entries]):
            return atom
        figure = fitting[0].args[0]
        if choosers != {figure} and any(pattern.args[0] != figure for pattern in patterns):
            return atom
        return replace(atom, unless=(Term("illegal", fitting[0].args),))

    questions = [replace(question, formula=mapped(question.formula, settle)) for question in scenario.questions]
    return replace(scenario, questions=tuple(questions), facts=(*scenario.facts, *dict.fromkeys(asked_of_acts)))


def _stated(scenario: Scenario) -> Mapping[object, Counter[Term]]:
    """Return the stated actions by entry, each with how often it is stated."""
    entries = defaultdict[object, Counter[Term]](Counter)
    for fact in scenario.facts:
        if fact.name == "stated":
            entries[fact.args[0]][Term("chosen", fact.args[1::2])] += 1
    return entries


def _fitting(acts: Iterable[Term], patterns: Sequence[Term]) -> list[Term]:
    return [act for act in acts if any(match(pattern, act) for pattern in patterns)]
