"""Games of imperfect information: play with hidden values is solved as one matrix of plans.

The rulebook says which fluents are secret, and to whom (`secrets:`). A player chooses alike in all states that differ
only in values hidden from them (`hidden_values`). A plan fixes a choice for all that a side can observe. The plans of
one side against the plans of the rest make a matrix.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clingo import Symbol

from drakdom.graph.play import Edge
from drakdom.value.hidden_values import Secrets, Team, TooMuchHiddenError
from drakdom.value.matrix_game import Matrix, solve_game
from drakdom.value.odds import State
from drakdom.value.values import ZERO, Branching

#: Most nodes of such a game, and most pairs of plans.
MOST_WAYS, MOST_PAIRS = 20_000, 100_000

_Graph = Mapping[State, Branching[State]]
_Taken = tuple[tuple[Symbol, Symbol], ...]
#: The number of an information set: all that a side has observed and chosen. A plan maps it to an action's number.
_Known = int
_Plan = Mapping[_Known, int]


def table_of(on: Branching[State], in_team: Team) -> tuple[list[_Taken], list[list[State]]]:
    """Return a team's joint actions, and a matrix of targets: a row for each, a column for each action of the rest."""
    rows: dict[_Taken, dict[_Taken, State]] = {}
    for edge, target in zip(on.edges, on.onward, strict=True):
        rows.setdefault(_of(edge, in_team), {})[_of(edge, lambda chooser: not in_team(chooser))] = target
    columns = next(iter(rows.values())).keys()
    return [*rows], [[row[column] for column in columns] for row in rows.values()]


def _of(edge: Edge, in_team: Team) -> _Taken:
    return tuple((chooser, action) for _, chooser, action in edge.openings if in_team(chooser))


@dataclass(frozen=True, slots=True)
class _Choice:
    """A simultaneous choice of both sides: the information of each, and the matrix of ways on."""

    information: tuple[_Known, _Known]
    onward: Sequence[Sequence[_Way]]

    def options(self, side: int) -> int:
        """Return the number of actions of a side."""
        return len(self.onward) if side == 0 else len(self.onward[0])


#: A way on: a value if nothing is hidden any more, a choice, or chances.
_Way = Fraction | _Choice | list[tuple[Fraction, "_Way"]]


class HiddenGame:
    """A team against the rest from a state on, up to states without hidden values, whose values are given."""

    def __init__(
        self, in_team: Team, graph: _Graph, inside: set[State], values: Mapping[State, Fraction], secrets: Secrets
    ) -> None:
        self.in_team, self.graph, self.inside, self.values, self.secrets = in_team, graph, inside, values, secrets
        self._left = MOST_WAYS
        self._numbers: dict[tuple[_Known, object], _Known] = {}

    def value(self, root: State) -> Fraction:
        """Return the value that the team can guarantee. Raises TooMuchHiddenError."""
        way = self._way(root, (0, 0), first=True)
        rows, columns = ([*_plans(way, side)] for side in (0, 1))
        if len(rows) * len(columns) > MOST_PAIRS:
            raise TooMuchHiddenError
        matrix = tuple(tuple(_outcome(way, (mine, theirs)) for theirs in columns) for mine in rows)
        return solve_game(_reduced(matrix))[0]

    def _way(self, state: State, information: tuple[_Known, _Known], first: bool = False) -> _Way:
        if state not in self.inside and not first:
            return self.values[state]
        self._left -= 1
        if self._left < 0:
            raise TooMuchHiddenError
        if self.secrets.begins_moment(state):
            sees = self.secrets.visible(state, self.in_team), self.secrets.visible(state, self._rest)
            information = self._and(information[0], sees[0]), self._and(information[1], sees[1])
        on = self.graph[state]
        if on.kind != "choice":
            (way,) = on.ways()
            return _mean([(share, self._way(to, self._after(state, to, information))) for to, share in way.items()])
        (mine, onward), (theirs, _) = table_of(on, self.in_team), table_of(on, self._rest)
        information = self._and(information[0], tuple(mine)), self._and(information[1], tuple(theirs))
        ours, others_know = information
        ways = [[self._way(to, self._after(state, to, (self._and(ours, my_way), self._and(others_know, their))))
                 for their, to in zip(theirs, row, strict=True)]
                for my_way, row in zip(mine, onward, strict=True)]  # fmt: skip
        return (
            alike if (alike := _alike([way for row in ways for way in row])) is not None else _Choice(information, ways)
        )

    def _after(self, state: State, to: State, information: tuple[_Known, _Known]) -> tuple[_Known, _Known]:
        """Return the information of both sides after a choice or chance."""
        mine, theirs = (self.secrets.shown(state, to, side) for side in (self.in_team, self._rest))
        return self._and(information[0], mine), self._and(information[1], theirs)

    def _and(self, information: _Known, observation: object) -> _Known:
        """Return the number of an information set extended by one observation."""
        return self._numbers.setdefault((information, observation), len(self._numbers) + 1)

    def _rest(self, chooser: Symbol) -> bool:
        return not self.in_team(chooser)


def _mean(ways: list[tuple[Fraction, _Way]]) -> _Way:
    """Return the mean, or the ways themselves if one of them still has a choice."""
    values = [share * way for share, way in ways if isinstance(way, Fraction)]
    return sum(values, ZERO) if len(values) == len(ways) else ways


def _alike(ways: Sequence[_Way]) -> Fraction | None:
    """Return the value that all ways share, None if they differ or have a choice."""
    first = ways[0]
    return first if isinstance(first, Fraction) and all(way == first for way in ways) else None


def _plans(way: _Way, side: int) -> Iterator[_Plan]:
    """Yield all plans of a side; each covers only the choices that can come up under it."""
    todo: list[dict[_Known, int]] = [{}]
    complete = 0
    while todo:
        plan = todo.pop()
        open_ = _open(way, side, plan)
        if open_ is None:
            complete += 1
            yield plan
        else:
            todo += [{**plan, open_.information[side]: number} for number in range(open_.options(side))]
        if complete + len(todo) > MOST_PAIRS:
            raise TooMuchHiddenError


def _open(way: _Way, side: int, plan: _Plan) -> _Choice | None:
    """Return a choice that can come up and that the plan does not cover yet."""
    if isinstance(way, Fraction):
        return None
    if isinstance(way, _Choice):
        if way.information[side] not in plan:
            return way
        number = plan[way.information[side]]
        onward = way.onward[number] if side == 0 else [row[number] for row in way.onward]
    else:
        onward = [to for _, to in way]
    return next((choice for to in onward if (choice := _open(to, side, plan))), None)


def _outcome(way: _Way, plans: tuple[_Plan, _Plan]) -> Fraction:
    """Return the mean value of two plans against each other."""
    while isinstance(way, _Choice):
        way = way.onward[plans[0][way.information[0]]][plans[1][way.information[1]]]
    if isinstance(way, Fraction):
        return way
    return sum((share * _outcome(to, plans) for share, to in way), ZERO)


def _reduced(matrix: Matrix) -> Matrix:
    """Return the game without dominated rows and columns."""
    size = None
    while size != (size := (len(matrix), len(matrix[0]))):
        rows = _best([*dict.fromkeys(matrix)])
        columns = _best([tuple(-entry for entry in column) for column in dict.fromkeys(zip(*rows, strict=True))])
        matrix = tuple(zip(*(tuple(-entry for entry in column) for column in columns), strict=True))
    return matrix


def _best(rows: Sequence[tuple[Fraction, ...]]) -> list[tuple[Fraction, ...]]:
    """Return the rows that no other row dominates; all rows must be different."""
    kept: list[tuple[Fraction, ...]] = []
    for row in sorted(rows, key=lambda row: -sum(row)):
        if not any(all(action >= least for action, least in zip(better, row, strict=True)) for better in kept):
            kept.append(row)
    return kept
