"""Who can force what: where several choose, what each can make sure of against all the others, and chance alone.

Who chooses at one moment does so unseen by the others: a game of one against the rest with a matrix in every position,
solved exactly on the graph of positions; what stays hidden for longer is `unseen.py`'s. Where play comes back to
positions, how to choose in them is improved until nothing is better (Hoffman and Karp). In play that never ends nothing
more happens than was seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from clingo import Symbol

from drakdom.formula import Formula
from drakdom.graph.rerolls import KEEPS
from drakdom.value.end_components import Way, endless, in_order, settle, turning
from drakdom.value.imperfect_information import HiddenGame, Rows, Secrets, TooMuchHiddenError, table_of
from drakdom.value.matrix_game import Mixed, solve_game
from drakdom.value.odds import Evaluation, State
from drakdom.value.values import ZERO, Branching, Fate, Value, settled

#: So many positions in which somebody chooses are looked at; so often ways of choosing in a circle are improved.
MOST_CONTESTED, MOST_IMPROVED = 2000, 30
#: Values with larger denominators are rounded, down, and are taken to be good when they are as near as this.
FINE, NEAR = 10**15, Fraction(1, 10**9)


@dataclass(frozen=True, slots=True)
class Force:
    """What one chooser can make sure of, whatever all others choose: at least and at most so likely.

    `exact` is false where it was not worked out to the end: those who want more might get a little more.
    """

    who: Symbol
    least: Fraction
    most: Fraction
    exact: bool


@dataclass(frozen=True, slots=True)
class GameValue:
    """How likely a formula is if all choose at random, each thing equally likely, and what each chooser can force.

    Where what some know alone makes too large a game nothing is forced, and `hidden` are those who know.
    """

    random: Value
    forces: tuple[Force, ...]
    hidden: tuple[Symbol, ...] = ()


_Graph = Mapping[State, Branching[State]]


def contest(evaluation: Evaluation, formula: Formula, secrets: Secrets) -> GameValue | None:
    """The contest about a formula; None where fewer than two choose, or too much is open.

    Dice that may be thrown again are kept by nobody in particular: there is no contest about them.
    """
    branchings = evaluation.branchings(formula)
    leaves = {state: on for state, on in branchings.items() if isinstance(on, Value)}
    graph = {state: on for state, on in branchings.items() if isinstance(on, Branching)}
    choices = [on for on in graph.values() if on.kind == "choice"]
    choosers = {chooser for on in choices for chooser in _choosers(on)}
    if (
        len(choosers) < 2
        or len(choices) > MOST_CONTESTED
        or any(k == KEEPS for on in choices for k, _, _ in _taken(on))
    ):
        return None
    by_chance = {s: replace(on, kind="chance") if on.kind == "choice" else on for s, on in graph.items()}
    random = settled({**leaves, **by_chance})
    parts = in_order({state: on.onward for state, on in graph.items()})
    start = next(iter(branchings))
    forces = []
    fate = Fate(formula)
    try:
        hidden = _Hidden(secrets, secrets.inside(graph, parts))
        for chooser in sorted(choosers):
            least = _Game(chooser.__eq__, graph, {state: value.low for state, value in leaves.items()}, fate, hidden)
            most = _Game(chooser.__ne__, graph, {state: value.high for state, value in leaves.items()}, fate, hidden)
            least.play(parts)
            most.play(parts)
            forces.append(Force(chooser, least.value(start), most.value(start), least.exact and most.exact))
    except TooMuchHiddenError:
        return GameValue(
            random[start], (), tuple(sorted({chooser for state in graph for chooser in secrets.owners(state)}))
        )
    return GameValue(random[start], tuple(forces))


def _taken(on: Branching[State]) -> list[tuple[str, Symbol, Symbol]]:
    return [opening for edge in on.edges for opening in edge.taken]


def _choosers(on: Branching[State]) -> set[Symbol]:
    """Who has something to choose from."""
    options: dict[Symbol, set[Symbol]] = {}
    for _, chooser, action in _taken(on):
        options.setdefault(chooser, set()).add(action)
    return {chooser for chooser, actions in options.items() if len(actions) > 1}


class _Hidden(NamedTuple):
    """What is secret, and the states in which something is."""

    secrets: Secrets
    inside: set[State]


class _Game:
    """Some against the rest: the greatest mean value that they can make sure of together in every state."""

    def __init__(
        self, in_team: Rows, graph: _Graph, leaves: Mapping[State, Fraction], fate: Fate, hidden: _Hidden
    ) -> None:
        self.some, self.graph, self.fate, self.hidden = in_team, graph, fate, hidden
        self.values = dict(leaves)
        self.exact = True

    def play(self, parts: Sequence[Sequence[State]]) -> None:
        """Find the values of all states; each of `parts` are states that lead back to each other."""
        for part in parts:
            on = self.graph[part[0]]
            if part[0] in self.hidden.inside:
                continue  # its value hangs on what is known there
            if len(part) > 1 or part[0] in on.onward:
                self._circle(part)
            elif not self.hidden.inside.isdisjoint(on.onward):
                self.values[part[0]] = self._unseen(part[0])
            elif on.kind == "choice":
                matrix = [[self.values[target] for target in row] for row in table_of(on, self.some)[1]]
                self.values[part[0]] = solve_game(tuple(map(tuple, matrix)))[0]
            else:
                self.values[part[0]] = sum(
                    (p * self.values[to] for (way,) in [on.ways()] for to, p in way.items()), ZERO
                )

    def value(self, state: State) -> Fraction:
        """The value of a state, in which something may be hidden from the beginning."""
        return self._unseen(state) if state in self.hidden.inside else self.values[state]

    def _unseen(self, state: State) -> Fraction:
        return HiddenGame(self.some, self.graph, self.hidden.inside, self.values, self.hidden.secrets).value(state)

    def _circle(self, part: Sequence[State]) -> None:
        """Whoever does not want what comes of play that never ends improves how to choose, against all others."""
        stays = self.fate.at_end[part[0][1]]
        out = {to for state in part for to in self.graph[state].onward}.difference(part)
        values = {to: 1 - self.values[to] if stays else self.values[to] for to in out}
        circle = _Circle(
            {state: self.graph[state] for state in part}, values, lambda chooser: self.some(chooser) != stays
        )
        self.values |= {state: 1 - value if stays else value for state, value in circle.improve().items()}
        self.exact &= circle.exact


class _Circle:
    """States that lead back to each other, in which some want to get to where the values outside are greatest."""

    def __init__(self, graph: _Graph, values: Mapping[State, Fraction], in_team: Rows) -> None:
        self.graph, self.values = graph, values
        self.tables = {state: table_of(on, in_team)[1] for state, on in graph.items() if on.kind == "choice"}
        self.exact = True

    def improve(self) -> dict[State, Fraction]:
        """The values that they can make sure of, begun with choosing at random."""
        mixed: dict[State, Mixed] = {s: (Fraction(1, len(rows)),) * len(rows) for s, rows in self.tables.items()}
        for _ in range(MOST_IMPROVED):
            values = self._against(mixed)
            better = dict(self._better(values))
            if not better:
                break
            mixed |= better
        self.exact = not better and all(value.denominator <= FINE for value in values.values())
        # a little less can be made sure of as well
        return values if self.exact else {state: Fraction(int(value * FINE), FINE) for state, value in values.items()}

    def _better(self, reached: Mapping[State, Fraction]) -> Iterator[tuple[State, Mixed]]:
        """States in which they can choose in a better way, with that way."""
        values = {**self.values, **reached}
        for state, table in self.tables.items():
            matrix = tuple(tuple(values[target] for target in row) for row in table)
            fine = max(value.denominator for row in matrix for value in row) > FINE
            if fine:
                matrix = tuple(tuple(Fraction(round(value * FINE), FINE) for value in row) for row in matrix)
            value, how = solve_game(matrix)
            if value - reached[state] > (NEAR if fine else 0):
                yield state, _coarse(how)

    def _against(self, mixed: Mapping[State, Mixed]) -> dict[State, Fraction]:
        """The values if they choose so and the others as badly for them as they can; 0 where these keep play in."""
        ways: dict[State, list[Way[State]]] = {}
        for state, on in self.graph.items():
            ways[state] = [] if state in self.tables else on.ways()
            for column in zip(*self.tables.get(state, ()), strict=True):
                way: dict[State, Fraction] = {}
                for share, target in zip(mixed[state], column, strict=True):
                    if share:
                        way[target] = way.get(target, ZERO) + share
                ways[state].append(way)
        kept = dict.fromkeys({*endless(ways), *turning(ways)}, ZERO)
        rest = {state: options for state, options in ways.items() if state not in kept}
        return {**kept, **settle(rest, {**self.values, **kept}, min)} if rest else kept


def _coarse(mixed: Mixed) -> Mixed:
    """About the same, with small numbers."""
    if max(share.denominator for share in mixed) <= FINE:
        return mixed
    rounded = [Fraction(round(share / NEAR)) * NEAR for share in mixed]
    rounded[rounded.index(max(rounded))] += 1 - sum(rounded)
    return tuple(rounded)
