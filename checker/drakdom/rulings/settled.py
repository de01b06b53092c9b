"""Questions about what a figure does: they are settled where the stated action on which they rest is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from drakdom.formula import Atom, Scope, mapped
from drakdom.scenario import Scenario
from drakdom.step.case import law_of
from drakdom.terms import Any, Term, is_ground, match
from drakdom.why.founding import acts_behind


def settled_by_refusals(scenario: Scenario) -> Scenario:
    """Return the scenario with questions that need no further play where a stated action is refused.

    A figure that states what is not permitted decides anew, and what it does then is not what the question means. This
    goes for events that can rest on one stated action only. Whether a figure may do what it states once is asked of the
    moment in which that action comes up.
    """
    stated = Counter(Term("chosen", fact.args[1::2]) for fact in scenario.facts if fact.name == "stated")
    if not stated or not scenario.questions:
        return scenario
    heads, in_force = law_of(scenario.rulebook).heads, frozenset(scenario.in_force)
    asked_of_acts: list[Term] = []

    def settle(atom: Atom) -> Atom:
        if atom.scope or not is_ground(atom.pattern):
            return atom
        if atom.pattern.name == "may":
            if stated[Term("chosen", atom.pattern.args)] != 1:
                return atom
            asked_of_acts.append(Term("whether", atom.pattern.args))
            coming_up = Scope("after", Term("answering", atom.pattern.args))
            return replace(atom, scope=coming_up, unless=(Term("illegal", atom.pattern.args),))
        acts = acts_behind(heads, in_force, Term("event", (atom.pattern, Any())))
        patterns = [Term("chosen", act.args[:2]) for act in acts]
        fitting = [act for act in stated if any(match(pattern, act) for pattern in patterns)]
        if len(fitting) != 1 or stated[fitting[0]] != 1:
            return atom
        return replace(atom, unless=(Term("illegal", fitting[0].args),))

    questions = [replace(question, formula=mapped(question.formula, settle)) for question in scenario.questions]
    return replace(scenario, questions=tuple(questions), facts=(*scenario.facts, *dict.fromkeys(asked_of_acts)))
