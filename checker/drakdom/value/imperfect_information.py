"""What is known to some alone: from where it comes up to where it is over, all that is played is one game of plans.

The rulebook says which values of a position are secret, and whose (`secrets:`). Who does not know them must choose
alike in positions that differ in them alone. A plan says what to choose whatever one gets to see; one side's plans
against those of the other make a matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clingo import Symbol

from drakdom.graph.play import Edge, Play
from drakdom.law.facts import to_symbol, to_value
from drakdom.step.state import Items
from drakdom.terms import Term, Value, bind, substitute
from drakdom.value.matrix_game import Matrix, solve_game
from drakdom.value.odds import State
from drakdom.value.values import ZERO, Branching

#: So many ways to play such a game are looked at, and so many pairs of plans.
MOST_WAYS, MOST_PAIRS = 20_000, 100_000

_Graph = Mapping[State, Branching[State]]
_Taken = tuple[tuple[Symbol, Symbol], ...]
#: Those who choose rows.
Rows = Callable[[Symbol], bool]
#: What a side has seen and chosen so far, by number, and what it chooses there.
_Known = int
_Plan = Mapping[_Known, int]


class TooMuchHiddenError(Exception):
    """A game with something hidden in it is too large, or goes round in a circle."""


class Secrets:
    """Who alone knows what in the positions of a play."""

    def __init__(self, declared: Sequence[tuple[Term, Value]], play: Play, items: Items) -> None:
        self.stages = play.stages
        self._owner: dict[int, Symbol] = {}
        numbers = frozenset[int]().union(*(position for position, _ in play.stages)) if declared else ()
        for number in numbers:  # and no others: the items of all plays of a law are numbered together
            item = items.all[number]
            if len(item) == 2 and (owner := _owner(declared, item[0])):
                self._owner[number] = owner

    @property
    def some(self) -> bool:
        """Whether anything is secret in the play at all."""
        return bool(self._owner)

    def owners(self, state: State) -> set[Symbol]:
        """Who knows something alone."""
        return {self._owner[number] for number in self._owner.keys() & self.stages[state[0]][0]}

    def begins_moment(self, state: State) -> bool:
        """Whether nothing has been opened yet in the moment."""
        return not self.stages[state[0]][1]

    def visible(self, state: State, in_team: Rows) -> frozenset[int]:
        """What some see of a position."""
        position = self.stages[state[0]][0]
        return position - {number for number in self._owner.keys() & position if not in_team(self._owner[number])}

    def inside(self, graph: _Graph, parts: Sequence[Sequence[State]]) -> set[State]:
        """The states in which something is hidden, or of a moment that leads there.

        Raises TooMuchHiddenError where play can come back to one.
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


def _owner(declared: Sequence[tuple[Term, Value]], fluent: Symbol) -> Symbol | None:
    for template, owner in declared:
        if (bindings := bind(template, to_value(fluent))) is not None:
            return to_symbol(substitute(owner, bindings))
    return None


def table_of(on: Branching[State], in_team: Rows) -> tuple[list[_Taken], list[list[State]]]:
    """All that some can choose together, and where play goes on then (rows) with what the others can (columns)."""
    rows: dict[_Taken, dict[_Taken, State]] = {}
    for edge, target in zip(on.edges, on.onward, strict=True):
        rows.setdefault(_of(edge, in_team), {})[_of(edge, lambda chooser: not in_team(chooser))] = target
    columns = next(iter(rows.values())).keys()
    return [*rows], [[row[column] for column in columns] for row in rows.values()]


def _of(edge: Edge, in_team: Rows) -> _Taken:
    return tuple((chooser, action) for _, chooser, action in edge.taken if in_team(chooser))


@dataclass(frozen=True, slots=True)
class _Choice:
    """A choice of both sides at once: what each knows there, and how play goes on."""

    information: tuple[_Known, _Known]
    onward: Sequence[Sequence[_Way]]

    def options(self, side: int) -> int:
        """How much a side has to choose from."""
        return len(self.onward) if side == 0 else len(self.onward[0])


#: How play can go on: a value where nothing is hidden any more, a choice, or chances.
_Way = Fraction | _Choice | list[tuple[Fraction, "_Way"]]


class HiddenGame:
    """Some against the rest from a state on, up to where nothing is hidden; the values there are known."""

    def __init__(
        self, in_team: Rows, graph: _Graph, inside: set[State], values: Mapping[State, Fraction], secrets: Secrets
    ) -> None:
        self.some, self.graph, self.inside, self.values, self.secrets = in_team, graph, inside, values, secrets
        self._left = MOST_WAYS
        self._numbers: dict[tuple[_Known, object], _Known] = {}

    def value(self, root: State) -> Fraction:
        """What some can make sure of; raises TooMuchHiddenError."""
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
            sees = self.secrets.visible(state, self.some), self.secrets.visible(state, self._others)
            information = self._and(information[0], sees[0]), self._and(information[1], sees[1])
        on = self.graph[state]
        if on.kind != "choice":
            return _mean([(share, self._way(to, information)) for (way,) in [on.ways()] for to, share in way.items()])
        (mine, onward), (theirs, _) = table_of(on, self.some), table_of(on, self._others)
        later = [self._and(information[0], a) for a in mine], [self._and(information[1], b) for b in theirs]
        ways = [[self._way(to, (a, b)) for b, to in zip(later[1], row, strict=True)]
                for a, row in zip(later[0], onward, strict=True)]  # fmt: skip
        return (
            alike if (alike := _alike([way for row in ways for way in row])) is not None else _Choice(information, ways)
        )

    def _and(self, information: _Known, observation: object) -> _Known:
        """What is known after something more is."""
        return self._numbers.setdefault((information, observation), len(self._numbers) + 1)

    def _others(self, chooser: Symbol) -> bool:
        return not self.some(chooser)


def _mean(ways: list[tuple[Fraction, _Way]]) -> _Way:
    """What comes by chance, worked out where nothing is chosen any more."""
    values = [share * way for share, way in ways if isinstance(way, Fraction)]
    return sum(values, ZERO) if len(values) == len(ways) else ways


def _alike(ways: Sequence[_Way]) -> Fraction | None:
    """The value that everything comes to, whatever is chosen."""
    first = ways[0]
    return first if isinstance(first, Fraction) and all(way == first for way in ways) else None


def _plans(way: _Way, side: int) -> Iterator[_Plan]:
    """All plans of a side, each only about what can come up if it is kept to."""
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
    """A choice that can come up and of which the plan says nothing."""
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
    """The mean value of two plans against each other."""
    while isinstance(way, _Choice):
        way = way.onward[plans[0][way.information[0]]][plans[1][way.information[1]]]
    if isinstance(way, Fraction):
        return way
    return sum((share * _outcome(to, plans) for share, to in way), ZERO)


def _reduced(matrix: Matrix) -> Matrix:
    """The same game without what is never better than something else to choose."""
    size = None
    while size != (size := (len(matrix), len(matrix[0]))):
        rows = _best([*dict.fromkeys(matrix)])
        columns = _best([tuple(-entry for entry in column) for column in dict.fromkeys(zip(*rows, strict=True))])
        matrix = tuple(zip(*(tuple(-entry for entry in column) for column in columns), strict=True))
    return matrix


def _best(rows: Sequence[tuple[Fraction, ...]]) -> list[tuple[Fraction, ...]]:
    """The rows of which no other is as good everywhere; all are different."""
    kept: list[tuple[Fraction, ...]] = []
    for row in sorted(rows, key=lambda row: -sum(row)):
        if not any(all(a >= b for a, b in zip(better, row, strict=True)) for better in kept):
            kept.append(row)
    return kept
