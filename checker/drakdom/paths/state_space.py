"""The state space of one figure: all reachable states, and the outcomes of each move as the law plays it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import replace

from drakdom.law.facts import Symbol, to_symbol, to_value
from drakdom.paths.ask.local_frame import Board, Elsewhere, Frame
from drakdom.paths.ask.move_outcomes import MoveOutcomes
from drakdom.paths.ask.move_simulation import parts
from drakdom.paths.ask.query import Answers, StateQuery, at_phase, put
from drakdom.paths.model import SURE
from drakdom.paths.path_state import End, MoveEnds, Option, PathState, states_after, sum_odds, translate
from drakdom.paths.reach import MOVES, Graphs
from drakdom.step.case import ENTRY, PHASE, Fluent, State
from drakdom.terms import Term, Value

#: The fate of a figure if no clause rules it.
UNRULED = Term("unruled")
HOME = Term("home")
#: Names of the answers about a figure at the end of its move.
BECOME = ("fate", "start")
#: A state and an action.
Move = tuple[PathState, Value]
#: Key of similar moves.
Kind = tuple[Hashable, ...]


class StateSpace(Graphs):
    """The states of one figure, explored move by move as the law plays them."""

    def __init__(self, answers: Answers, figure: str, like: StateSpace | None = None) -> None:
        """Prepare the state space; `like`, a space of the same survey, shares its compiled law."""
        super().__init__(answers, [figure])
        self.figure: Value = figure
        (begins,) = (phase for topic, phase in answers("begins") if topic == MOVES)
        self.begins = to_symbol(begins)
        self.outcomes: MoveOutcomes = (
            like.outcomes if like else MoveOutcomes(answers.case, [str(phase) for (phase,) in answers("over")])
        )
        self._ask: StateQuery = like._ask if like else StateQuery(answers.case, BECOME)
        self._passing = frozenset(answers.symbols("passing"))
        self._sits = {to_symbol(put(fluent, {"figure": figure})) for (fluent,) in answers("sits")}
        self._snares: dict[Value, list[tuple[Symbol, Value]]] = {}
        for place, fluent, gap in answers("snare"):
            self._snares.setdefault(place, []).append((to_symbol(put(fluent, {"figure": figure})), gap))
        self._board = Board(answers.case)
        self._covers = {(term.name, len(term.args)) for (term,) in answers("covers") if isinstance(term, Term)}
        self._fades = frozenset(answers.symbols("fades"))
        self._start = self._starts[figure][0] if figure in self._starts else None
        reset = {to_symbol(fluent) for place, fluent in answers("resets") if place == self._start}
        self._reset = frozenset(item for item in answers.case.start if item[0] in reset)
        self._around: dict[Frame, frozenset[Fluent]] = {}
        self._far: dict[Value, frozenset[Fluent]] = {}
        self._by_kind: dict[Kind, list[MoveEnds] | None] = {}
        self._outs: dict[Value, list[Value]] = {}
        for leaver, place, action in answers("out"):
            if leaver == figure:
                self._outs.setdefault(place, []).append(action)

    def first(self) -> PathState | None:
        """Return the present state of the figure, or None if the law grants it no moves of its own."""
        if self.figure not in self._starts:
            return None
        place, side, waits = self._starts[self.figure]
        assert isinstance(waits, int)
        return self._path_state(place, side, waits, self._nearby.own(self.figure))

    def position(self, state: PathState) -> State:
        """Return the full board for a state, in the phase in which a move begins, with nobody else near."""
        board = self._nearby.position(state.place, state.own) | self._afar(state.place)
        return board - self._gone(state) | state.come

    def _gone(self, state: PathState) -> frozenset[Fluent]:
        """Return the fluents that no longer hold on the board. A fresh figure has left its first place."""
        return state.gone | self._reset if state.fresh else state.gone

    def _afar(self, place: Value) -> frozenset[Fluent]:
        """Return the fluents at the ends of moves that lead beyond the neighbouring squares."""
        if place not in self._far:
            beside = self._board.beside.get(to_symbol(place), {}).values()
            ends = {target for _, target, _ in self.ways.out_of(self.figure, place)}
            far = [end for end in ends if to_symbol(end) not in beside]
            self._far[place] = frozenset[Fluent]().union(*map(self._nearby.lies, far))
        return self._far[place]

    def explore(self, first: PathState) -> dict[PathState, list[Option]]:
        """Return every reachable state with its options."""
        options: dict[PathState, list[Option]] = {}
        wave = [first, *self._likely(first)]
        while wave:
            options |= self._options(wave)
            further = (after for state in wave for after in states_after(state, options[state]))
            wave = [state for state in dict.fromkeys(further) if state not in options]
        reached = {first: None}
        todo = [first]
        for state in todo:
            fresh = [after for after in dict.fromkeys(states_after(state, options[state])) if after not in reached]
            reached |= dict.fromkeys(fresh)
            todo += fresh
        return {state: options[state] for state in reached}

    def _likely(self, first: PathState) -> list[PathState]:
        """Return the states reachable if every move succeeds: asking for all at once is faster than in waves."""
        likely = {first: None}
        todo = [first]
        for state in todo:
            for _, target, side in self.ways.out_of(self.figure, state.place):
                arrival = self._arrived(state, target, side)
                if arrival not in likely:
                    likely[arrival] = None
                    todo.append(arrival)
        return todo[1:]

    def onward(self, state: PathState, explored: Collection[PathState]) -> list[PathState]:
        """Return the states at the end of the round of a figure that has just arrived, after extra steps."""
        reached = [state] if state.fresh and not state.waits else []
        for current in reached:
            for action, target, side in self.ways.out_of(self.figure, current.place):
                key = (self.figure, current.place, current.side, action)
                further = self._arrived(current, target, side)
                free = self.ways.is_extra(*key) and not self.ways.like(*key)
                if free and further not in reached and further in explored and not self._is_open(further):
                    reached.append(further)
        return reached or [state]

    def _options(self, wave: Iterable[PathState]) -> dict[PathState, list[Option]]:
        options: dict[PathState, list[Option]] = {state: [] for state in wave}
        asked: list[tuple[PathState, Value, End]] = []
        for state in options:
            for action, target, side in () if state.waits else self.ways.out_of(self.figure, state.place):
                arrival = self._arrived(state, target, side)
                if self._is_free(state, action):
                    options[state].append(self._option(action, target, [(arrival, SURE)], arrival))
                else:
                    asked.append((state, action, arrival))
            asked += [(state, action, HOME) for action in (() if state.waits else self._outs.get(state.place, ()))]
        ends_by_move = self._ends_of([(state, action) for state, action, _ in asked])
        for state, action, meant in asked:
            to = meant.place if isinstance(meant, PathState) else None
            options[state] += [self._option(action, to, ends, meant) for ends in ends_by_move[state, action]]
        return options

    def _is_free(self, state: PathState, action: Value) -> bool:
        """Return True if the law names nothing that hinders a move."""
        is_told = self.ways.is_entry(state.place, state.side)
        return state.fresh and is_told and not self.ways.like(self.figure, state.place, state.side, action)

    def _option(self, action: Value, to: Value | None, ends: MoveEnds, meant: End) -> Option:
        hoped = [(meant if end == UNRULED else end, odds) for end, odds in ends]
        return Option(
            action, to, sum_odds((UNRULED if self._is_open(end) else end, odds) for end, odds in ends), sum_odds(hoped)
        )

    def _is_open(self, end: End) -> bool:
        """Return True if the law leaves open how play goes on from an end."""
        return bool(self.open_at(end))

    def open_at(self, end: End) -> tuple[Value, ...]:
        """Return the points that the law does not rule, or this search does not follow, at an end."""
        if isinstance(end, Term):
            return ()
        held = {fluent for fluent, _ in end.own}
        caught = (gap for fluent, gap in self._snares.get(end.place, ()) if fluent in held)
        coming = self.hazards.get(end.place, ()) if end.fresh else ()
        return (*coming, *self.perils.get(end.place, ()), *caught)

    def _ends_of(self, moves: Sequence[Move]) -> dict[Move, list[MoveEnds]]:
        """Return the ends of each move, once for every policy; similar moves are played once."""
        kinds = {move: self._kind(*move) for move in dict.fromkeys(moves)}
        examples: dict[Kind, Move] = {}
        for move, kind in kinds.items():
            if kind is not None and kind not in self._by_kind:
                examples.setdefault(kind, move)
        ends_by_move = self._played(
            [move for move, kind in kinds.items() if kind is None or move == examples.get(kind)]
        )
        for kind, move in examples.items():
            self._by_kind[kind] = self._relative(self._frame(*move), ends_by_move[move])
        rest = []
        for move, kind in kinds.items():
            if kind is not None and move not in ends_by_move:
                meant = self._absolute(self._frame(*move), self._by_kind[kind])
                if meant is None:
                    rest.append(move)
                else:
                    ends_by_move[move] = meant
        return ends_by_move | self._played(rest)

    def _kind(self, state: PathState, action: Value) -> Kind | None:
        """Return a key shared by similar moves, or None if the move is unique.

        The key holds the words of the law about the move (`like`). It also holds all fluents of the figure and around
        the square, except those that these words cover (`covers`).
        """
        frame = self._frame(state, action)
        try:
            if frame not in self._around:
                around = self._nearby.position(state.place, ())
                matters = (
                    fluent for fluent in around if (fluent[0].name, len(fluent[0].arguments)) not in self._covers
                )
                self._around[frame] = frame.relative(matters)
            fluents = tuple(map(frame.relative, (state.own, state.come, state.gone)))
            done, came = frame.name(to_symbol(action)), frame.name(to_symbol(state.side))
        except Elsewhere:
            return None
        key = (self.figure, state.place, state.side, action)
        words = self.ways.like(*key) | self.ways.besides(*key)
        return done, came, state.fresh, words, self._around[frame], *fluents

    def _frame(self, state: PathState, action: Value) -> Frame:
        """Return the local frame around a state, facing the direction of an action."""
        sides = [to_symbol(argument) for argument in action.args] if isinstance(action, Term) else []
        return self._board.frame(to_symbol(state.place), sides[0] if len(sides) == 1 else None)

    def _relative(self, frame: Frame, ends: list[MoveEnds]) -> list[MoveEnds] | None:
        """Express ends relative to a frame; return None if an end lies outside it."""
        try:
            return [[(translate(end, frame.name, frame.relative), odds) for end, odds in way] for way in ends]
        except Elsewhere:
            return None

    def _absolute(self, frame: Frame, framed: list[MoveEnds] | None) -> list[MoveEnds] | None:
        """Invert `_relative`."""
        try:
            return framed and [
                [(translate(end, frame.square, frame.absolute), odds) for end, odds in way] for way in framed
            ]
        except Elsewhere:
            return None

    def _played(self, moves: Sequence[Move]) -> dict[Move, list[MoveEnds]]:
        """Return the ends of moves as the law plays them."""
        ends = self.outcomes.moves([(self.position(state), self.figure, action) for state, action in moves])
        met = {(state, end) for (state, _), ways in zip(moves, ends, strict=True) for way in ways for end in way if end}
        become = self._become(list(met))
        return {
            (state, action): [
                [(UNRULED if end is None else become[state, end], odds) for end, odds in way.items()] for way in ways
            ]
            for (state, action), ways in zip(moves, ends, strict=True)
        }

    def _become(self, met: list[tuple[PathState, State]]) -> dict[tuple[PathState, State], End]:
        """Map each pair of earlier state and final board to the end that the figure has come to."""
        clean = [at_phase((fluent for fluent in end if fluent[0] not in self._passing), self.begins) for _, end in met]
        answers = self._ask(clean)
        return {
            (state, end): self._end(state, position, about)
            for (state, end), position, about in zip(met, clean, answers, strict=True)
        }

    def _end(self, before: PathState, position: State, terms: Iterable[Term]) -> End:
        mine = [term for term in terms if term.args[0] == self.figure]
        for term in mine:
            if term.name == "fate":
                assert isinstance(term.args[1], Term)
                return term.args[1]
        if not mine:
            return UNRULED
        _, place, side, waits = mine[0].args
        assert isinstance(waits, int)
        me = to_symbol(self.figure)
        own = frozenset(item for item in position if any(me in parts(symbol) for symbol in item))
        was, now = self.position(before), position - own
        kept = {item for item in now - was if item[0] not in (PHASE, ENTRY) and item[0] not in self._fades}
        lost = {item for item in was - before.own - position if item[0] not in (PHASE, ENTRY, *self._passing)}
        state = self._path_state(place, side, waits, own, before.place)
        if state.fresh:
            return state
        gone = self._gone(before)
        return replace(state, come=frozenset(before.come - lost | kept), gone=frozenset(gone - kept | lost))

    def _path_state(
        self, place: Value, side: Value, waits: int, own: frozenset[Fluent], before: Value | None = None
    ) -> PathState:
        """Return the state of a figure: if it stayed it keeps its fluents, else it has those it brings."""
        at = next((to_value(value) for fluent, value in own if to_value(fluent) == Term("at", (self.figure,))), None)
        if at == place and before in (None, place):
            return PathState(
                place, side, waits, frozenset(item for item in own if item[0] not in self._sits), fresh=False
            )
        return PathState(place, side, waits, self._brought(own, place, side), fresh=True)

    def _arrived(self, state: PathState, place: Value, side: Value) -> PathState:
        return PathState(place, side, 0, self._brought(state.own, place, side), fresh=True)

    def _brought(self, own: frozenset[Fluent], place: Value, side: Value) -> frozenset[Fluent]:
        words = {"figure": self.figure, "place": place, "side": side}
        return self._nearby.brings(own, {put(fluent, words): put(value, words) for fluent, value in self._holds})
