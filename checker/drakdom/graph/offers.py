"""The actions with which choices are opened: actions that other choices or rolls of the moment add come too late."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clingo import Function, Symbol

from drakdom.step.state import PartialState


class Offers:
    """The choices that were opened in the partial states of a play."""

    def __init__(self) -> None:
        self._opened: dict[tuple[frozenset[int], Symbol], list[tuple[frozenset[int], frozenset[Symbol]]]] = {}

    def record(self, partial: PartialState, choices: Mapping[Symbol, Iterable[Symbol]]) -> None:
        """Record the actions that are open to figures in a partial state."""
        state, openings = partial
        for figure, actions in choices.items():
            self._opened.setdefault((state, figure), []).append((openings, frozenset(actions)))

    def late(self, partial: PartialState, offered: Mapping[Symbol, frozenset[Symbol]]) -> frozenset[Symbol]:
        """Return a conflict for each figure to which a whole moment offers more than was open when it chose."""
        state, openings = partial
        return frozenset(
            Function("conflict", [Function("late_option", [figure])])
            for figure, actions in offered.items()
            for earlier, opened in self._opened.get((state, figure), ())
            if earlier <= openings and not actions <= opened
        )
