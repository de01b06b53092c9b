"""Results with several choosers: odds under random choices, and the bounds that each player can force."""

from __future__ import annotations

from collections.abc import Iterable

from drakdom.formula import Atom, Formula
from drakdom.law.facts import to_symbol, to_value
from drakdom.rulebook.sentences import say, word
from drakdom.rulings.claims import to_odds
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value
from drakdom.value.coalitions import Coalitions
from drakdom.value.imperfect_information import Secrets
from drakdom.value.solve import Branch
from drakdom.value.stochastic_game import contest
from drakdom.verdict import Contested, EventContested, Forced

#: Most nodes to evaluate for all events of a play; each event counts all nodes anew.
MOST_LOOKED_AT = 6_000
#: Cost factors of a node in a play with hidden values, and in a play with cycles.
HIDDEN, COMES_BACK = 8, 12


def contested(scenario: Scenario, branch: Branch, formula: Formula) -> Contested | None:
    """Return the game about a formula, None if fewer than two players choose or too much is open."""
    coalitions = Coalitions(branch.moments.case.facts, branch.play, branch.moments.items)
    secrets = _secrets(scenario, branch, coalitions)
    game = contest(branch.evaluation, formula, secrets, coalitions)
    if game is None:
        return None
    forces = []
    for force in game.forces:
        chooser = to_value(force.who)
        forces.append(Forced(chooser, word(scenario.rulebook, chooser), str(force.least), str(force.most), force.exact))
    hidden = tuple(word(scenario.rulebook, to_value(chooser)) for chooser in game.hidden)
    return Contested(to_odds(game.random), tuple(forces), hidden)


def _secrets(scenario: Scenario, branch: Branch, coalitions: Coalitions | None = None) -> Secrets:
    declared = [*scenario.rulebook.secrets.items()]
    if coalitions is None:
        return Secrets(declared, branch.play, branch.moments.items)
    return Secrets(declared, branch.play, branch.moments.items, coalitions.player)


def contests(scenario: Scenario, branch: Branch, events: Iterable[Value]) -> tuple[EventContested, ...]:
    """Return the games about events that depend on choices and have a sentence in the rulebook.

    Stop at MOST_LOOKED_AT; for events after it, callers can ask for the odds of a claim.
    """
    values = branch.evaluation.events()
    left = MOST_LOOKED_AT
    cost = len(branch.play.nodes) * (HIDDEN if _secrets(scenario, branch).hide_anything else 1)
    cost *= COMES_BACK if branch.play.has_cycle() else 1
    contested_events = []
    for event in events:
        sentence = say(scenario.rulebook, event)
        odds = values[to_symbol(event)]
        if not sentence or not isinstance(event, Term) or odds.low == odds.high:
            continue
        left -= cost
        if left < 0:
            break
        if contest_of_event := contested(scenario, branch, Atom(event)):
            contested_events.append(EventContested(event, sentence, contest_of_event))
    return tuple(contested_events)
