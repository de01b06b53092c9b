"""Whole turns of one figure, alone on the board: the law plays each from its beginning to its end."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import cast

from clingo import Number, Symbol

from drakdom.graph.batch import endless
from drakdom.graph.explore import explore
from drakdom.graph.play import Node, Play
from drakdom.law.facts import Function, to_symbol, to_value
from drakdom.paths.ask.move_simulation import STATEMENTS, parts, reached
from drakdom.paths.ask.query import Answers, at_phase, figures_of, put
from drakdom.step.case import ENTRY, Fluent, State
from drakdom.step.moment import Moments
from drakdom.terms import Term, Value

#: The rest of a turn:
#:
#: - `next` and a state in which the next turn begins;
#: - `on` and a state in which this turn goes on;
#: - `at`, a place and the rest of the turn there;
#: - `best` of several options, `mean` of the results of a roll;
#: - `lost` if the figure is off the board, `open` if no clause decides, `never` if play goes round in circles.
Rest = tuple[object, ...]
TURNS, PRICES = Term("turns"), Term("prices")
#: Most states of a figure at the beginning of a turn; past it no further turn is played.
MOST_STATES = 2_000
_TOGETHER = 25
_FIRST = Number(1)
_NEVER = ("never",)


class WholeTurns:
    """The turns of a figure from every state that it can come to before it is in a place of the goal.

    `rests[turns[state]]` is what a turn can bring. A state that came about later than one like it, with no more of any
    of the `counters`, is not followed. `is_cut` means that there were too many states.
    """

    def __init__(
        self,
        answers: Answers,
        figure: Value,
        goal: Collection[Value],
        topic: Term = TURNS,
        counters: Collection[Symbol] = (),
    ) -> None:
        case, self._goal = answers.case, frozenset(map(to_symbol, goal))
        self._me = to_symbol(figure)
        self._others = set(map(to_symbol, figures_of(case))) - {self._me}
        facts = (fact for fact in case.facts if fact.name not in STATEMENTS and fact.name != "entries")
        self._case = endless(replace(case, facts=(*facts, Function("entries", [_FIRST]))))
        self._begins = next(to_symbol(phase) for about, phase in answers("begins") if topic == about)
        self._skips = {str(phase): to_symbol(after) for about, phase, after in answers("skips") if about == topic}
        self._done = {str(phase) for about, phase in answers("done") if about == topic}
        self._passing = frozenset(answers.symbols("passing"))
        self._shuts = {str(phase) for about, phase in answers("shuts") if about == topic}
        self._avoids = {str(action) for about, action in answers("avoids") if about == topic}
        self._single = {str(action) for about, action in answers("single") if about == topic}
        forgets = {to_symbol(put(fluent, {"figure": figure})) for (fluent,) in answers("forgets")}
        self._kept = frozenset(item for item in case.start if item[0] in forgets)
        self._movers = {(to_symbol(fluent), self._me) for (fluent,) in answers("mover")}
        self._at = Function("at", [self._me])
        self._counters = frozenset(counters)
        self._fronts: dict[State, list[dict[Symbol, int]]] = {}
        self._rests: dict[Rest, int] = {}
        self.rests: list[Rest] = []
        self.turns: dict[State, int] = {}
        self.gaps: dict[Value, None] = {}
        self.doubts: frozenset[str] = frozenset()
        self.is_cut = False
        self.first = self._alone(case.start)
        self._moments = Moments.of_moves(self._case)
        self._wave, self._seen = [self.first], {self.first}

    @property
    def arrived(self) -> bool:
        """True if the figure is in a place of the goal before any turn."""
        return self.place(self.first) in self._goal

    def look_ahead(self) -> bool:
        """Play one turn more from all states that the turns before lead to.

        Return False if there are none, or too many.
        """
        wave, self._wave = self._wave, []
        self.is_cut = len(self.turns) + len(wave) > MOST_STATES
        if self.is_cut or not wave:
            return False
        while wave:  # once more for turns that go on after something was left out
            fresh: list[State] = []
            for number in range(0, len(wave), _TOGETHER):
                fresh += self._play(wave[number : number + _TOGETHER])
            wave = [state for state in fresh if ("on", state) in self._rests]
            self._wave += [state for state in fresh if ("on", state) not in self._rests]
        return True

    def _play(self, starts: list[State]) -> list[State]:
        """Play a turn from some states; return the states that it leads to, if they are new and to be followed."""
        play = explore(self._moments, None, starts, until={*self._skips, *self._shuts, *self._done}, picks=self._picks)
        self.doubts |= play.doubts
        turn = _Turn(play, self._moments, self)
        for number, start in enumerate(starts):
            self.turns[start] = turn.rest(number)
        fresh = [state for state in turn.states if state not in self._seen]
        self._seen.update(fresh)
        return [state for state in fresh if self.place(state) not in self._goal and self._is_worth(state)]

    def _is_worth(self, state: State) -> bool:
        """Return False if an earlier state is as good or better by its counters, and else the same."""
        if not self._counters:
            return True
        purse = {fluent: value.number for fluent, value in state if fluent in self._counters}
        front = self._fronts.setdefault(frozenset(item for item in state if item[0] not in self._counters), [])
        if any(all(full.get(fluent, 0) >= amount for fluent, amount in purse.items()) for full in front):
            return False
        front.append(purse)
        return True

    def _picks(self, actions: Collection[Symbol]) -> Collection[Symbol]:
        """Return the actions that are followed: none to avoid, if there are others, and one of some names."""
        sought = [action for action in actions if action.name not in self._avoids] or list(actions)
        single = {action.name: action for action in sorted(sought, reverse=True) if action.name in self._single}
        return [action for action in sought if single.get(action.name, action) == action]

    def _alone(self, state: Iterable[Fluent]) -> State:
        """Return a state without the other figures, at the beginning of a turn of this one."""
        mine = {item for item in state if not self._others & (parts(item[0]) | parts(item[1]))}
        movers = {fluent for fluent, _ in self._movers}
        return self._begun({item for item in mine if item[0] not in movers} | self._movers, self._begins)

    def _begun(self, state: Iterable[Fluent], phase: Symbol) -> State:
        forgotten = {fluent for fluent, _ in self._kept}
        rest = {item for item in state if item[0] != ENTRY and item[0] not in forgotten}
        return at_phase(rest | self._kept | {(ENTRY, _FIRST)}, phase)

    def ended(self, node: Node) -> Rest:
        """Return the rest of the turn after the end of play in a node."""
        if node.final is None:
            self.gaps |= dict.fromkeys(
                to_value(symbol.arguments[0]) for symbol in sorted(node.seen) if symbol.name in ("unruled", "conflict")
            )
            return ("open",)
        if not any(fluent == self._at for fluent, _ in node.final):
            return ("lost",)
        if node.phase in self._shuts:
            self.gaps.setdefault(Term("phase", (node.phase,)))
            return ("open",)
        if node.phase in self._done:
            kept = (item for item in node.final if item[0] not in self._passing)
            return "next", self._begun(kept, self._begins)
        if node.phase in self._skips:
            return "on", self._begun(node.final, self._skips[node.phase])
        return "next", self._begun(node.final, self._begins)

    def after(self, state: State) -> list[State]:
        """Return the states in which the next turn may begin after that of a state."""
        states: dict[State, None] = {}
        todo = [self.turns[state]]
        seen = set(todo)
        for number in todo:
            kind, *rest = self.rests[number]
            if kind == "next":
                states.setdefault(cast(State, rest[0]))
            on = self.turns.get(cast(State, rest[0])) if kind == "on" else None
            further = cast(list[int], _parts(kind, rest)) if on is None else [on]
            todo += [part for part in further if part not in seen]
            seen.update(further)
        return list(states)

    def place(self, state: Iterable[Fluent]) -> Symbol | None:
        """Return the place of the figure in a state."""
        return next((value for fluent, value in state if fluent == self._at), None)

    def number(self, rest: Rest) -> int:
        """Return the number of the rest of a turn; equal ones have one number."""
        if rest not in self._rests:
            self._rests[rest] = len(self.rests)
            self.rests.append(rest)
        return self._rests[rest]


def _parts(kind: object, rest: list[object]) -> list[object]:
    """Return the numbers of the rests that a rest consists of."""
    if kind == "at":
        return rest[1:]
    if kind == "mean":
        return [number for number, _ in cast(list[tuple[object, object]], rest)]
    return rest if kind == "best" else []


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
