"""Where a figure can come to stand, with all that holds of it there, and what its moves come to there, by the law."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from checker.engine.case import ENTRY, PHASE, Fluent, Position
from checker.engine.facts import to_symbol, to_value
from checker.engine.outcomes import Outcomes
from checker.engine.survey import Survey, at_phase, survey_all
from checker.engine.trials import parts
from checker.paths.model import SURE
from checker.paths.reach import MOVES, Graphs, put
from checker.terms import Term, Value

#: What has become of a figure of which no clause says more.
UNRULED = Term("unruled")
HOME = Term("home")
#: What is asked of a figure whose move is over.
BECOME = ("fate", "start")


@dataclass(frozen=True, slots=True)
class Stand:
    """A figure in a place, come in by a side, free to move after some rounds, and all that holds of it.

    `fresh` is a figure that has just come in, by a move like any other. One that has stayed may have changed
    something on the board: what has `come` and `gone`. Elsewhere the board is as the scenario has it.
    """

    place: Value
    side: Value
    waits: int
    own: frozenset[Fluent]
    fresh: bool
    come: frozenset[Fluent] = frozenset()
    gone: frozenset[Fluent] = frozenset()


#: Where a move leads: to a stand, or to a fate, after which the figure goes no further.
End = Stand | Term


@dataclass(frozen=True, slots=True)
class Option:
    """An action, and how likely each end of it is; `to` is where it is meant to lead, None for home.

    In `hoped` what no clause rules leads where the action is meant to.
    """

    action: Value
    to: Value | None
    ends: Mapping[End, Fraction]
    hoped: Mapping[End, Fraction]


class Stands(Graphs):
    """The stands of figures, found move by move as the law plays them."""

    def __init__(self, said: Survey, figure: str) -> None:
        super().__init__(said, [figure])
        self.figure: Value = figure
        (begins,) = (phase for topic, phase in said("begins") if topic == MOVES)
        self.begins = to_symbol(begins)
        self.outcomes = Outcomes(said.case, (str(phase) for (phase,) in said("over")))
        self._passing = {to_symbol(one) for (one,) in said("passing")}
        self._sits = {to_symbol(put(one, {"figure": figure})) for (one,) in said("sits")}
        self._outs: dict[Value, list[Value]] = {}
        for one, place, action in said("out"):
            if one == figure:
                self._outs.setdefault(place, []).append(action)

    def first(self) -> Stand | None:
        """The figure as it is; None where the law knows of no moves of its own."""
        if self.figure not in self._starts:
            return None
        place, side, waits = self._starts[self.figure]
        assert isinstance(waits, int)
        return self._stand(place, side, waits, self._nearby.own(self.figure))

    def position(self, stand: Stand) -> Position:
        """The position of a stand in the phase in which a move begins, with nobody else near."""
        return (self._nearby.position(stand.place, stand.own) - stand.gone) | stand.come

    def explore(self, first: Stand) -> dict[Stand, list[Option]]:
        """Every stand that can be come to, with what can be done there."""
        found: dict[Stand, list[Option]] = {}
        wave = [first]
        while wave:
            found |= self._options(wave)
            met = (end for one in wave for option in found[one] for end in (*option.ends, *option.hoped))
            further = [end for end in met if isinstance(end, Stand)] + [
                replace(one, waits=one.waits - 1) for one in wave if one.waits
            ]
            wave = [one for one in dict.fromkeys(further) if one not in found]
        return found

    def onward(self, stand: Stand, found: Collection[Stand]) -> list[Stand]:
        """Where a figure that has just come to a stand may be at the end of the round, the law granting extra steps."""
        reached = [stand] if stand.fresh and not stand.waits else []
        for one in reached:
            for action, target, side in self._ways.get(self.figure, {}).get(one.place, ()):
                key = (self.figure, one.place, one.side, action)
                further = self._arrived(one, target, side)
                if key in self._extra and not self._like.get(key) and further not in reached and further in found:
                    reached.append(further)
        return reached or [stand]

    def _options(self, wave: Iterable[Stand]) -> dict[Stand, list[Option]]:
        found: dict[Stand, list[Option]] = {one: [] for one in wave}
        asked: list[tuple[Stand, Value, End]] = []
        for one in found:
            for action, target, side in () if one.waits else self._ways.get(self.figure, {}).get(one.place, ()):
                there = self._arrived(one, target, side)
                if one.fresh and not self._like.get((self.figure, one.place, one.side, action)):
                    found[one].append(Option(action, target, {there: SURE}, {there: SURE}))
                else:
                    asked.append((one, action, there))
            asked += [(one, action, HOME) for action in (() if one.waits else self._outs.get(one.place, ()))]
        ends = self.outcomes.moves([(self.position(one), self.figure, action) for one, action, _ in asked])
        met = {(one, end) for (one, _, _), some in zip(asked, ends, strict=True) for way in some for end in way if end}
        become = self._become(list(met))
        for (one, action, meant), some in zip(asked, ends, strict=True):
            to = meant.place if isinstance(meant, Stand) else None
            for way in some:
                told: list[tuple[End, Fraction]] = [
                    (UNRULED if end is None else become[one, end], odds) for end, odds in way.items()
                ]
                hoped: list[tuple[End, Fraction]] = [(meant if end == UNRULED else end, odds) for end, odds in told]
                found[one].append(Option(action, to, _summed(told), _summed(hoped)))
        return found

    def _become(self, met: list[tuple[Stand, Position]]) -> dict[tuple[Stand, Position], End]:
        """What a figure has become that was in a stand and is in a position in which its move is over."""
        clean = [at_phase((f for f in end if f[0] not in self._passing), self.begins) for _, end in met]
        said = survey_all(self.said.case, clean, BECOME)
        return {
            (stand, end): self._end(stand, position, about)
            for (stand, end), position, about in zip(met, clean, said, strict=True)
        }

    def _end(self, before: Stand, position: Position, said: Iterable[Term]) -> End:
        mine = [term for term in said if term.args[0] == self.figure]
        for term in mine:
            if term.name == "fate":
                assert isinstance(term.args[1], Term)
                return term.args[1]
        if not mine:
            return UNRULED
        _, place, side, waits = mine[0].args
        assert isinstance(waits, int)
        me = to_symbol(self.figure)
        own = frozenset(one for one in position if any(me in parts(symbol) for symbol in one))
        was, now = self.position(before), position - own
        kept = {one for one in now - was if one[0] not in (PHASE, ENTRY)}
        lost = {one for one in was - before.own - position if one[0] not in (PHASE, ENTRY, *self._passing)}
        stand = self._stand(place, side, waits, own, before.place)
        if stand.fresh:
            return stand
        return replace(stand, come=frozenset(before.come - lost | kept), gone=frozenset(before.gone - kept | lost))

    def _stand(
        self, place: Value, side: Value, waits: int, own: frozenset[Fluent], before: Value | None = None
    ) -> Stand:
        """A figure that stays has what it had; one that has come, or is still to come, what it brings."""
        at = next((to_value(value) for fluent, value in own if to_value(fluent) == Term("at", (self.figure,))), None)
        if at == place and before in (None, place):
            return Stand(place, side, waits, frozenset(one for one in own if one[0] not in self._sits), fresh=False)
        return Stand(place, side, waits, self._brought(own, place, side), fresh=True)

    def _arrived(self, stand: Stand, place: Value, side: Value) -> Stand:
        return Stand(place, side, 0, self._brought(stand.own, place, side), fresh=True)

    def _brought(self, own: frozenset[Fluent], place: Value, side: Value) -> frozenset[Fluent]:
        words = {"figure": self.figure, "place": place, "side": side}
        return self._nearby.brings(own, {put(fluent, words): put(value, words) for fluent, value in self._holds})


def _summed(ends: Iterable[tuple[End, Fraction]]) -> dict[End, Fraction]:
    found: dict[End, Fraction] = {}
    for end, odds in ends:
        found[end] = found.get(end, Fraction(0)) + odds
    return found
