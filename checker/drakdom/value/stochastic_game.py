"""Stochastic games: the probability that each player can guarantee against all the rest.

Players choose at the same moment, each unseen by the rest, so every state is a matrix game, solved exactly.
`imperfect_information` covers values that stay hidden for longer. Cycles are solved by policy iteration (Hoffman and
Karp). In play that never ends nothing more happens than was already seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from clingo import Symbol

from drakdom.formula import Formula
from drakdom.graph.rerolls import KEEPS
from drakdom.value.coalitions import Coalitions
from drakdom.value.end_components import (
    Pick,
    Way,
    components_in_order,
    end_component_representatives,
    endless,
    optimal_values,
)
from drakdom.value.hidden_values import Secrets, Team, TooMuchHiddenError
from drakdom.value.imperfect_information import HiddenGame, table_of
from drakdom.value.matrix_game import Mixed, solve_game
from drakdom.value.odds import Evaluation, State
from drakdom.value.values import ZERO, Branching, Fate, Value

#: Most states with a choice, and most rounds of policy iteration.
MOST_CONTESTED, MOST_IMPROVED = 2000, 30
#: Values with larger denominators than FINE are rounded; improvements below NEAR do not count then.
FINE, NEAR = 10**15, Fraction(1, 10**9)


@dataclass(frozen=True, slots=True)
class Force:
    """The power of one player over a claim: `least` it can guarantee, and to `most` the others can keep it.

    `exact` is false if an iteration stopped early: both are bounds then, and the player might get more.
    """

    who: Symbol
    least: Fraction
    most: Fraction
    exact: bool


@dataclass(frozen=True, slots=True)
class GameValue:
    """The value of a formula if all choose uniformly at random, and the bounds that each player can force.

    If the hidden values make the game too large, `forces` is empty and `hidden` names the players who know them.
    """

    random: Value
    forces: tuple[Force, ...]
    hidden: tuple[Symbol, ...] = ()


_Graph = Mapping[State, Branching[State]]
#: The targets of a choice: a row for each action of one side, a column for each of the other.
_Table = Sequence[Sequence[State]]
_Tables = Mapping[State, _Table]


def contest(
    evaluation: Evaluation, formula: Formula, secrets: Secrets, coalitions: Coalitions | None = None
) -> GameValue | None:
    """Return the game about a formula, None if fewer than two players choose or too many states have choices.

    The figures of one player, by `coalitions`, choose as one.

    Return None for dice with rerolls as well: no player is known to choose which to keep.
    """
    graph, leaves = evaluation.graph(formula)
    if coalitions and coalitions.some:
        graph = {state: coalitions.joined(state, on) for state, on in graph.items()}
    choices = [on for on in graph.values() if on.kind == "choice"]
    choosers = {chooser for on in choices for chooser in _choosers(on)}
    if (
        len(choosers) < 2
        or len(choices) > MOST_CONTESTED
        or any(k == KEEPS for on in choices for k, _, _ in _taken(on))
    ):
        return None
    by_chance = {state: replace(on, kind="chance") if on.kind == "choice" else on for state, on in graph.items()}
    random = dict(leaves)
    evaluation.solve(by_chance, random)
    parts = components_in_order({state: on.onward for state, on in graph.items()})
    start: State = (0, frozenset())
    forces = []
    fate = Fate(evaluation.watch(formula))
    try:
        hidden = _Hidden(secrets, secrets.inside(graph, parts))
        for chooser in sorted(choosers):
            low, high = (
                {state: value.low for state, value in leaves.items()},
                {state: value.high for state, value in leaves.items()},
            )
            least = _Game(chooser.__eq__, graph, low, fate, hidden, is_upper=False)
            most = _Game(chooser.__ne__, graph, high, fate, hidden, is_upper=True)
            least.play(parts)
            most.play(parts)
            forces.append(Force(chooser, least.value(start), most.value(start), least.exact and most.exact))
    except TooMuchHiddenError:
        return GameValue(
            random[start], (), tuple(sorted({chooser for state in graph for chooser in secrets.owners(state)}))
        )
    return GameValue(random[start], tuple(forces))


def _taken(on: Branching[State]) -> list[tuple[str, Symbol, Symbol]]:
    return [opening for edge in on.edges for opening in edge.openings]


def _choosers(on: Branching[State]) -> set[Symbol]:
    """Return the players with more than one action."""
    options: dict[Symbol, set[Symbol]] = {}
    for _, chooser, action in _taken(on):
        options.setdefault(chooser, set()).add(action)
    return {chooser for chooser, actions in options.items() if len(actions) > 1}


class _Hidden(NamedTuple):
    """The secret fluents, and the states in which a value is hidden."""

    secrets: Secrets
    inside: set[State]


class _Game:
    """A team against the rest: the greatest mean value that the team can guarantee in every state.

    If it is not `exact`, the values are bounds: the team might get more, or less with `is_upper`.
    """

    def __init__(
        self,
        in_team: Team,
        graph: _Graph,
        leaves: Mapping[State, Fraction],
        fate: Fate,
        hidden: _Hidden,
        *,
        is_upper: bool,
    ) -> None:
        self.in_team, self.graph, self.fate, self.hidden = in_team, graph, fate, hidden
        self.values = dict(leaves)
        self.exact, self.is_upper = True, is_upper

    def play(self, parts: Sequence[Sequence[State]]) -> None:
        """Compute the values of all states; `parts` are the strongly connected components in order."""
        for part in parts:
            on = self.graph[part[0]]
            if part[0] in self.hidden.inside:
                continue  # its value depends on the players' information
            if len(part) > 1 or part[0] in on.onward:
                self._circle(part)
            elif not self.hidden.inside.isdisjoint(on.onward):
                self.values[part[0]] = self._unseen(part[0])
            elif on.kind == "choice":
                matrix = [[self.values[target] for target in row] for row in table_of(on, self.in_team)[1]]
                self.values[part[0]] = solve_game(tuple(map(tuple, matrix)))[0]
            else:
                self.values[part[0]] = sum(
                    (chance * self.values[to] for (way,) in [on.ways()] for to, chance in way.items()), ZERO
                )

    def value(self, state: State) -> Fraction:
        """Return the value of a state; values may be hidden in it from the beginning."""
        return self._unseen(state) if state in self.hidden.inside else self.values[state]

    def _unseen(self, state: State) -> Fraction:
        return HiddenGame(self.in_team, self.graph, self.hidden.inside, self.values, self.hidden.secrets).value(state)

    def _circle(self, part: Sequence[State]) -> None:
        """Bound a cycle by policy iteration, for the side that loses if play never ends."""
        stays = self.fate.at_end[part[0][1]]
        out = {to for state in part for to in self.graph[state].onward}.difference(part)
        values = {to: 1 - self.values[to] if stays else self.values[to] for to in out}
        circle = _Circle(
            {state: self.graph[state] for state in part}, values, lambda chooser: self.in_team(chooser) != stays
        )
        least, most = circle.bounds()
        self.values |= {
            state: 1 - value if stays else value for state, value in (most if self.is_upper != stays else least).items()
        }
        self.exact &= least == most


class _Circle:
    """A strongly connected component in which a team wants to leave for the states of greatest value."""

    def __init__(self, graph: _Graph, values: Mapping[State, Fraction], in_team: Team) -> None:
        self.graph, self.values = graph, values
        self.tables: _Tables = {state: table_of(on, in_team)[1] for state, on in graph.items() if on.kind == "choice"}

    def bounds(self) -> tuple[dict[State, Fraction], dict[State, Fraction]]:
        """Return the values that the team can guarantee, and those to which the rest can keep it.

        They come from policy iteration from uniform choices. Where it converges they are the same.
        """
        mixed: dict[State, Mixed] = {
            state: (Fraction(1, len(rows)),) * len(rows) for state, rows in self.tables.items()
        }
        for _ in range(MOST_IMPROVED):
            least = self._against(self.tables, mixed, min)
            better = dict(self._better(least))
            if not better:
                break
            mixed |= better
        if not better and all(value.denominator <= FINE for value in (*self.values.values(), *least.values())):
            return least, least
        columns = {state: [*zip(*table, strict=True)] for state, table in self.tables.items()}
        values = {**self.values, **least}
        replies = {state: _coarse(_solved(values, table, -1)[1]) for state, table in columns.items()}
        most = self._against(columns, replies, max)
        # each side can do a little worse as well
        return (
            {state: Fraction(math.floor(value * FINE), FINE) for state, value in least.items()},
            {state: Fraction(math.ceil(value * FINE), FINE) for state, value in most.items()},
        )

    def _better(self, reached: Mapping[State, Fraction]) -> Iterator[tuple[State, Mixed]]:
        """Yield the states in which the team has a better mixed strategy, with that strategy."""
        values = {**self.values, **reached}
        for state, table in self.tables.items():
            value, how, is_fine = _solved(values, table)
            if value - reached[state] > (NEAR if is_fine else 0):
                yield state, _coarse(how)

    def _against(self, tables: _Tables, mixed: Mapping[State, Mixed], reply: Pick) -> dict[State, Fraction]:
        """Return the values of a side's strategy against the best `reply`; 0 where play stays inside.

        `tables` have a row for each action of the side. It is the rest that replies with `min`, and the team, which
        never wants to stay, with `max`.
        """
        ways: dict[State, list[Way[State]]] = {}
        for state, on in self.graph.items():
            ways[state] = [] if state in tables else on.ways()
            for column in zip(*tables.get(state, ()), strict=True):
                way: dict[State, Fraction] = {}
                for share, target in zip(mixed[state], column, strict=True):
                    if share:
                        way[target] = way.get(target, ZERO) + share
                ways[state].append(way)
        staying = end_component_representatives(ways) if reply is min else ()
        kept = dict.fromkeys({*endless(ways), *staying}, ZERO)
        rest = {state: options for state, options in ways.items() if state not in kept}
        return {**kept, **optimal_values(rest, {**self.values, **kept}, reply)} if rest else kept


def _solved(values: Mapping[State, Fraction], table: _Table, sign: int = 1) -> tuple[Fraction, Mixed, bool]:
    """Solve a state's matrix; with `sign` -1 its rows belong to the rest. The last result says if it was rounded."""
    matrix = tuple(tuple(sign * values[target] for target in row) for row in table)
    is_fine = max(value.denominator for row in matrix for value in row) > FINE
    if is_fine:
        matrix = tuple(tuple(Fraction(round(value * FINE), FINE) for value in row) for row in matrix)
    return *solve_game(matrix), is_fine


def _coarse(mixed: Mixed) -> Mixed:
    """Return nearly the same strategy with small denominators."""
    if max(share.denominator for share in mixed) <= FINE:
        return mixed
    rounded = [Fraction(round(share / NEAR)) * NEAR for share in mixed]
    rounded[rounded.index(max(rounded))] += 1 - sum(rounded)
    return tuple(rounded)
