"""The order of the nodes of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def leaves_first(onward: Sequence[Sequence[int]]) -> list[int] | None:
    """Order the states reachable from state 0, successors first. Return None if there is a cycle."""
    order: list[int] = []
    mark = [0] * len(onward)  # 1: on the current path, 2: done
    stack: list[tuple[int, Iterable[int]]] = [(0, iter(onward[0]))]
    mark[0] = 1
    while stack:
        index, targets = stack[-1]
        for target in targets:
            if mark[target] == 1:
                return None
            if mark[target] == 0:
                mark[target] = 1
                stack.append((target, iter(onward[target])))
                break
        else:
            mark[index] = 2
            order.append(index)
            stack.pop()
    return order
