"""Lookup tables for the ways of figures: their ends, and the moves that are equally hard."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from drakdom.law.facts import Symbol, to_symbol
from drakdom.paths.ask.query import Answers
from drakdom.terms import Term, Value

#: Placeholder for every figure in answers common to all.
EVERY = Term("every")
#: Names of the answers about ways.
NAMES = frozenset(
    {"start", "way", "like", "aim", "extra", "within", "ends", "blank", "doubt", "hazard", "peril", "sure"}
)
#: Names of the answers about goals that are no places.
GOALS = frozenset({"goal"})
#: Names of the answers about what a figure can do in a round besides its moves.
DEEDS = frozenset({"allowance", "deed"})
_NOTHING: frozenset[Value] = frozenset()
#: An action, its target, and the side of entry there.
Way = tuple[Value, Value, Value]


class WaysOut:
    """Ways by figure and place, and answers of the law by figure, place, side of entry and action."""

    def __init__(self, answers: Answers) -> None:
        self._out: dict[tuple[Value, Value], list[Way]] = {}
        self._places: dict[Value, dict[Value, None]] = {}
        self._entries: dict[Value, set[Value]] = {}
        for figure, place, *way in answers("way"):
            self._out.setdefault((figure, place), []).append((way[0], way[1], way[2]))
            self._places.setdefault(figure, {})[place] = None
            self._entries.setdefault(way[1], set()).add(way[2])
        self._tells_alike = "like" in answers.derived
        self._like = _sets(answers("like"))
        self._besides = _sets(answers("besides"))
        self._aims = _sets(answers("aim"))
        self._extra = set(answers("extra"))
        self._sure = set(answers("sure"))
        self._within = {tuple(move): to_symbol(phase) for *move, phase in answers("within")}

    def places(self, figure: Value) -> Collection[Value]:
        """Return the places with a way out."""
        return (self._places.get(EVERY, {}) | self._places.get(figure, {})).keys()

    def out_of(self, figure: Value, place: Value) -> Sequence[Way]:
        """Return the ways out of a place."""
        common, own = self._out.get((EVERY, place), []), self._out.get((figure, place), [])
        return [*common, *own] if own else common

    def is_entry(self, place: Value, side: Value) -> bool:
        """Return True if some way enters a place by a side: the law describes only such entries."""
        return side in self._entries.get(place, ())

    def like(self, figure: Value, place: Value, side: Value, action: Value) -> frozenset[Value]:
        """Return the words that decide how hard an action is after entry by a side; equal words, equally hard.

        An action without words is certain. If a rulebook has no rule for words at all, each action has its own.
        """
        if not self._tells_alike:
            return frozenset({Term("", (place, side, action))})
        return self._said(self._like, figure, place, side, action)

    def besides(self, figure: Value, place: Value, side: Value, action: Value) -> frozenset[Value]:
        """Return the other ends to which an action may lead, as words."""
        return self._said(self._besides, figure, place, side, action)

    def aims(self, figure: Value, place: Value, side: Value, action: Value, target: Value) -> frozenset[Value]:
        """Return the words for the target of one of several actions of the same name."""
        return self._said(self._aims, figure, place, side, action, target)

    def is_extra(self, figure: Value, place: Value, side: Value, action: Value) -> bool:
        """Return True if an action takes no round of its own."""
        return not self._extra.isdisjoint(((EVERY, place, side, action), (figure, place, side, action)))

    def is_sure(self, figure: Value, place: Value, action: Value) -> bool:
        """Return True if the law says that an action is certain, so that it is not played."""
        return not self._sure.isdisjoint(((EVERY, place, action), (figure, place, action)))

    def within(self, figure: Value, place: Value, side: Value, action: Value) -> Symbol | None:
        """Return the phase of an action if it is not the first phase of a move, else None."""
        common = self._within.get((EVERY, place, side, action))
        return self._within.get((figure, place, side, action), common)

    def _said(self, of: dict[tuple[Value, ...], frozenset[Value]], figure: Value, *move: Value) -> frozenset[Value]:
        common, own = of.get((EVERY, *move), _NOTHING), of.get((figure, *move), _NOTHING)
        return common | own if own else common


def _sets(rows: Sequence[tuple[Value, ...]]) -> dict[tuple[Value, ...], frozenset[Value]]:
    words_by_move: dict[tuple[Value, ...], set[Value]] = {}
    for *move, word in rows:
        words_by_move.setdefault(tuple(move), set()).add(word)
    return {move: frozenset(words) for move, words in words_by_move.items()}
