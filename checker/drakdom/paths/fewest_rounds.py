"""The fewest rounds to home from each state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from drakdom.paths.decisions import sooner
from drakdom.paths.path_state import Option, PathState
from drakdom.paths.state_space import HOME


def fewest_rounds(
    options_by_state: Mapping[PathState, Sequence[Option]], onward: Callable[[PathState], Sequence[PathState]]
) -> dict[PathState, int]:
    """Return the fewest rounds to home from each state if every move succeeds."""
    rounds: dict[PathState, int] = {}
    changed = True
    while changed:
        changed = False
        for state, options in options_by_state.items():
            after = [end for option in options for end in option.hoped] if not state.waits else [sooner(state)]
            left = [0 for end in after if end == HOME]
            left += [
                rounds[next_state]
                for end in after
                if isinstance(end, PathState)
                for next_state in ([end] if state.waits else onward(end))
                if next_state in rounds
            ]
            if left and min(left) + 1 < rounds.get(state, min(left) + 2):
                rounds[state] = min(left) + 1
                changed = True
    return rounds
