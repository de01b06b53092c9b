"""Whole turns of one figure, alone on the board: the law plays each from its beginning to its end."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from fractions import Fraction

from clingo import Number, Symbol

from drakdom.errors import LimitError
from drakdom.graph.batch import endless
from drakdom.graph.explore import explore
from drakdom.graph.play import Node, Play
from drakdom.law.facts import Function, to_symbol, to_value
from drakdom.paths.ask.move_simulation import STATEMENTS, parts, reached
from drakdom.paths.ask.query import Answers, at_phase
from drakdom.step.case import ENTRY, Fluent, State
from drakdom.step.moment import Moments
from drakdom.terms import Term, Value

#: What is left of a turn: `next` and a state in which the next turn begins, `on` and a state in which this turn goes
#: on, `at` a place and what follows there, `best` of several options, the `mean` of what a roll brings, `lost` if the
#: figure is off the board, `open` if no clause decides, `never` if play goes round in circles.
Rest = tuple[object, ...]
TURNS = Term("turns")
#: Most states of a figure at the beginning of a turn.
MOST_STATES = 3_000
_TOGETHER = 25
_FIRST = Number(1)
_NEVER = ("never",)


class WholeTurns:
    """The turns of a figure from every state that it can come to before it is in a place of the goal.

    `rests[turns[state]]` is what a turn can bring.
    """

    def __init__(self, answers: Answers, figure: Value, goal: Collection[Value]) -> None:
        case, self._goal = answers.case, frozenset(map(to_symbol, goal))
        self._me = to_symbol(figure)
        figures = {fact.arguments[0] for fact in case.by_name.get("figure", ())}
        self._others = figures - {self._me}
        facts = (fact for fact in case.facts if fact.name not in STATEMENTS and fact.name != "entries")
        self._case = endless(replace(case, facts=(*facts, Function("entries", [_FIRST]))))
        self._begins = next(to_symbol(phase) for topic, phase in answers("begins") if topic == TURNS)
        self._skips = {str(phase): to_symbol(after) for phase, after in answers("skips")}
        self._avoids = {str(action) for (action,) in answers("avoids")}
        self._movers = {(to_symbol(fluent), self._me) for (fluent,) in answers("mover")}
        self._at = Function("at", [self._me])
        self._rests: dict[Rest, int] = {}
        self.rests: list[Rest] = []
        self.turns: dict[State, int] = {}
        self.gaps: dict[Value, None] = {}
        self.doubts: frozenset[str] = frozenset()
        self.first = self._alone(case.start)
        self._explore()

    def _explore(self) -> None:
        moments = Moments.of_moves(self._case)
        todo = [self.first]
        seen = {self.first}
        while todo:
            starts, todo = todo[:_TOGETHER], todo[_TOGETHER:]
            play = explore(moments, None, starts, until=self._skips, allows=self._allows)
            self.doubts |= play.doubts
            turn = _Turn(play, moments, self)
            for number, start in enumerate(starts):
                self.turns[start] = turn.rest(number)
            fresh = [state for state in turn.states if state not in seen and self.place(state) not in self._goal]
            seen.update(fresh)
            todo += fresh
            if len(seen) > MOST_STATES:
                raise LimitError(f"a figure can come to more than {MOST_STATES:,} positions")

    def _allows(self, _figure: Symbol, action: Symbol) -> bool:
        return action.name not in self._avoids

    def _alone(self, state: Iterable[Fluent]) -> State:
        """Return a state without the other figures, at the beginning of a turn of this one."""
        mine = {item for item in state if not self._others & (parts(item[0]) | parts(item[1]))}
        movers = {fluent for fluent, _ in self._movers}
        return self._begun({item for item in mine if item[0] not in movers} | self._movers, self._begins)

    def _begun(self, state: Iterable[Fluent], phase: Symbol) -> State:
        return at_phase({item for item in state if item[0] != ENTRY} | {(ENTRY, _FIRST)}, phase)

    def ended(self, node: Node) -> Rest:
        """Return what comes after the end of play in a node."""
        if node.final is None:
            self.gaps |= dict.fromkeys(
                to_value(symbol.arguments[0]) for symbol in sorted(node.seen) if symbol.name in ("unruled", "conflict")
            )
            return ("open",)
        if not any(fluent == self._at for fluent, _ in node.final):
            return ("lost",)
        if node.phase in self._skips:
            return "on", self._begun(node.final, self._skips[node.phase])
        return "next", self._begun(node.final, self._begins)

    def place(self, state: Iterable[Fluent]) -> Symbol | None:
        """Return the place of the figure in a state."""
        return next((value for fluent, value in state if fluent == self._at), None)

    def number(self, rest: Rest) -> int:
        """Return the number of what is left of a turn; equal ones have one number."""
        if rest not in self._rests:
            self._rests[rest] = len(self.rests)
            self.rests.append(rest)
        return self._rests[rest]


class _Turn:
    """The rests of a play, by its nodes."""

    def __init__(self, play: Play, moments: Moments, turns: WholeTurns) -> None:
        self._play, self._turns = play, turns
        self._fluents = moments.items.fluents
        self._at = turns.place
        self._done: dict[int, int] = {}
        self._places: dict[frozenset[int], Symbol | None] = {}
        self.states: dict[State, None] = {}

    def rest(self, start: int) -> int:
        """Return the number of what is left of the turn that begins in a node."""
        order = reached(self._play, start)
        for index in reversed(order):
            if index not in self._done:
                self._done[index] = self._number(self._play.nodes[index], self._place(index))
        return self._done[start]

    def _place(self, index: int) -> Symbol | None:
        state, _ = self._play.partials[index]
        if state not in self._places:
            self._places[state] = self._at(self._fluents(state))
        return self._places[state]

    def _number(self, node: Node, place: Symbol | None) -> int:
        number = self._turns.number
        if not node.edges:
            rest = self._turns.ended(node)
            if rest[0] in ("next", "on"):
                state = rest[1]
                assert isinstance(state, frozenset)
                self.states.setdefault(state)
                return self._arrived(number(rest), place, self._at(state))
            return number(rest)
        shares: dict[int, Fraction] = {}
        total = sum(edge.weight for edge in node.edges)
        for edge in node.edges:
            after = self._done[edge.target] if edge.target in self._done else number(_NEVER)
            rest_number = self._arrived(after, place, self._place(edge.target))
            shares[rest_number] = shares.get(rest_number, Fraction(0)) + Fraction(edge.weight, total)
        if len(shares) == 1:
            return next(iter(shares))
        if node.kind == "chance":
            return number(("mean", *sorted(shares.items())))
        return number(("best", *sorted(shares)))

    def _arrived(self, rest: int, before: Symbol | None, place: Symbol | None) -> int:
        if place is None or place == before:
            return rest
        return self._turns.number(("at", to_value(place), rest))
