"""Coalitions: a player who plays several figures chooses for all of them at once.

A rulebook says who plays a figure, by the fact plays(Player, Figure) or the fluent plays(Figure) with the player as its
value. In a game the choices of a player's figures are one joint choice of the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from clingo import Function, Symbol

from drakdom.graph.play import Edge, Play
from drakdom.step.state import Items
from drakdom.value.odds import State
from drakdom.value.values import Branching

PLAYS = "plays"


class Coalitions:
    """The players of the figures in the states of a play."""

    def __init__(self, facts: Iterable[Symbol], play: Play, items: Items) -> None:
        self.partials = play.partials
        self.always = {
            fact.arguments[1]: fact.arguments[0] for fact in facts if (fact.name, len(fact.arguments)) == (PLAYS, 2)
        }
        self.fluents: dict[int, tuple[Symbol, Symbol]] = {}
        for number in frozenset[int]().union(*(fluents for fluents, _ in play.partials)):
            item = items.all[number]
            if len(item) == 2 and (item[0].name, len(item[0].arguments)) == (PLAYS, 1):
                self.fluents[number] = item[0].arguments[0], item[1]

    @property
    def some(self) -> bool:
        """True if any figure has a player."""
        return bool(self.always or self.fluents)

    def players(self, state: State) -> Mapping[Symbol, Symbol]:
        """Map the figures to their players in a state."""
        now = dict(self.fluents[number] for number in self.fluents.keys() & self.partials[state[0]][0])
        return {**self.always, **now}

    def player(self, figure: Symbol) -> Symbol:
        """Return the player of a figure at the beginning of play, or the figure if it has none."""
        return self.players((0, frozenset())).get(figure, figure)

    def joined(self, state: State, on: Branching[State]) -> Branching[State]:
        """Return a branching with the choices of each player's figures as one choice of the player."""
        if on.kind != "choice":
            return on
        players = self.players(state)
        return replace(on, edges=[_joint(edge, players) for edge in on.edges])


def _joint(edge: Edge, players: Mapping[Symbol, Symbol]) -> Edge:
    actions: dict[tuple[str, Symbol], list[Symbol]] = {}
    for kind, chooser, action in edge.openings:
        own = [chooser, action] if chooser in players else [action]
        actions.setdefault((kind, players.get(chooser, chooser)), []).extend(own)
    joint = ((*key, Function("", parts) if len(parts) > 1 else parts[0]) for key, parts in actions.items())
    return replace(edge, openings=tuple(joint))
