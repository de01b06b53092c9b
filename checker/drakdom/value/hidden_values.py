"""Hidden values: the secret fluents of a play, and the choices and chances on which they depend.

Choices and rolls are known to all, unless a secret depends on them. Then the player who chose and the owner of the
secret know them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from clingo import Symbol

from drakdom.graph.play import Play
from drakdom.law.facts import to_symbol, to_value
from drakdom.step.state import Items
from drakdom.terms import Term, Value, bind, substitute
from drakdom.value.odds import State
from drakdom.value.values import Branching

_Graph = Mapping[State, Branching[State]]
#: Test if a player belongs to a team.
Team = Callable[[Symbol], bool]
#: A choice or chance of a moment: its kind, and the figure or roll.
_Open = tuple[str | Symbol, Symbol]


class TooMuchHiddenError(Exception):
    """A game with hidden values is too large, or has a cycle."""


class Secrets:
    """The secret fluents in the states of a play, with their owners; `player` says who plays a figure."""

    def __init__(
        self,
        declared: Mapping[Term, Value],
        play: Play,
        items: Items,
        player: Callable[[Symbol], Symbol] = lambda figure: figure,
    ) -> None:
        self.partials, self._nodes, self._items = play.partials, play.nodes, items
        self._owner: dict[int, Symbol] = {}
        numbers = frozenset[int]().union(*(fluents for fluents, _ in play.partials)) if declared else ()
        for number in numbers:  # only those of this play: all plays of a law share one numbering
            item = items.all[number]
            if len(item) == 2 and (owner := _owner(declared, item[0])):
                self._owner[number] = player(owner)

    @property
    def hide_anything(self) -> bool:
        """True if the play has any secret fluent."""
        return bool(self._owner)

    def owners(self, state: State) -> set[Symbol]:
        """Return the players who alone know a value in this state."""
        return {self._owner[number] for number in self._owner.keys() & self.partials[state[0]][0]}

    def begins_moment(self, state: State) -> bool:
        """Test if no choice or chance of the moment is resolved yet."""
        return not self.partials[state[0]][1]

    def visible(self, state: State, in_team: Team) -> frozenset[int]:
        """Return the fluents of a state, by number, that a team sees."""
        fluents = self.partials[state[0]][0]
        return fluents - {number for number in self._owner.keys() & fluents if not in_team(self._owner[number])}

    def shown(self, state: State, to: State, in_team: Team) -> frozenset[int]:
        """Return the openings resolved on the way to a state of the moment, without those of the rest's secrets."""
        (fluents, before), (_, after) = self.partials[state[0]], self.partials[to[0]]
        return frozenset(
            number
            for number in after - before
            if all(map(in_team, self._decided.get((fluents, self._items.all[number][:2]), ())))
        )

    @cached_property
    def _decided(self) -> Mapping[tuple[frozenset[int], _Open], set[Symbol]]:
        """The owners of the secrets that depend on a choice or chance of a moment."""
        moments: dict[frozenset[int], list[tuple[frozenset[int], frozenset[int]]]] = {}
        for node, (fluents, openings) in zip(self._nodes, self.partials, strict=True):
            if node.kind == "then":
                moments.setdefault(fluents, []).append((openings, self.partials[node.edges[0].target][0]))
        decided: dict[tuple[frozenset[int], _Open], set[Symbol]] = {}
        for fluents, ends in moments.items():
            for owner in set(self._owner.values()):
                own = frozenset(number for number in self._owner if self._owner[number] == owner)
                for key in self._deciding([(openings, following & own) for openings, following in ends]):
                    decided.setdefault((fluents, key), set()).add(owner)
        return decided

    def _deciding(self, ends: Sequence[tuple[frozenset[int], frozenset[int]]]) -> Iterator[_Open]:
        """Yield the choices and chances of a moment on which its secrets depend, given what it opens and its secrets.

        They depend on it if they differ while all else is equal, or if other secrets can follow each of its outcomes.
        """
        if len({secrets for _, secrets in ends}) < 2:
            return
        following: dict[_Open, dict[int, set[frozenset[int]]]] = {}
        equal: dict[tuple[_Open, frozenset[int]], set[frozenset[int]]] = {}
        for openings, secrets in ends:
            for number in openings:
                kind, subject = self._items.all[number][:2]
                following.setdefault((kind, subject), {}).setdefault(number, set()).add(secrets)
                equal.setdefault(((kind, subject), openings - {number}), set()).add(secrets)
        alone = {key for (key, _), secrets in equal.items() if len(secrets) > 1}
        for key, by_outcome in following.items():
            first, *rest = by_outcome.values()
            if key in alone or any(secrets != first for secrets in rest):
                yield key

    def inside(self, graph: _Graph, parts: Sequence[Sequence[State]]) -> set[State]:
        """Return the states with a hidden value, and the partial states of a moment that lead to them.

        Raises TooMuchHiddenError if play can come back to one.
        """
        inside: set[State] = set()
        for part in parts if self._owner else ():
            for state in part:
                onward = graph[state].onward
                leads = not inside.isdisjoint(onward)
                if self.owners(state) or (leads and not self.begins_moment(state)):
                    inside.add(state)
                if (leads or state in inside) and (len(part) > 1 or state in onward):
                    raise TooMuchHiddenError
        return inside


def _owner(declared: Mapping[Term, Value], fluent: Symbol) -> Symbol | None:
    for template, owner in declared.items():
        if (bindings := bind(template, to_value(fluent))) is not None:
            return to_symbol(substitute(owner, bindings))
    return None
