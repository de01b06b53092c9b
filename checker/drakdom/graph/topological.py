"""The order of the nodes of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def leaves_first(onward: Sequence[Sequence[int]]) -> list[int] | None:
    """Order what state 0 reaches, every state after all that it leads to; None where one leads back to itself."""
    order: list[int] = []
    state = [0] * len(onward)
    stack: list[tuple[int, Iterable[int]]] = [(0, iter(onward[0]))]
    state[0] = 1
    while stack:
        index, targets = stack[-1]
        for target in targets:
            if state[target] == 1:
                return None
            if state[target] == 0:
                state[target] = 1
                stack.append((target, iter(onward[target])))
                break
        else:
            state[index] = 2
            order.append(index)
            stack.pop()
    return order
