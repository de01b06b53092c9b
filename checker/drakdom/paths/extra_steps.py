"""Extra steps within one round of a way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from drakdom.paths.model import SURE, Leg
from drakdom.paths.path_state import Option, PathState


def extra_steps(
    options_by_state: Mapping[PathState, Sequence[Option]],
    onward: Collection[PathState],
    start: PathState,
    end: PathState,
    now: int,
) -> Iterator[Leg]:
    """Yield the extra steps within one round."""
    came: dict[PathState, PathState] = {}
    states = [start]
    for state in states:
        for option in options_by_state[state]:
            for to in option.ends:
                if isinstance(to, PathState) and to in onward and to not in came and to != start:
                    came[to] = state
                    states.append(to)
    steps = []
    while end != start:
        before = came[end]
        option = next(option for option in options_by_state[before] if end in option.ends)
        steps.append(Leg(now, before.place, end.place, option.action, SURE, SURE, extra=True))
        end = before
    yield from reversed(steps)
