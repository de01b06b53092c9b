"""Self-checks of a play: weights, targets and the sum of all odds."""

from collections.abc import Sequence

import pytest

from drakdom.errors import BugError
from drakdom.graph.play import Edge, Node, Play
from drakdom.value.components import Components


def play(edges: Sequence[Edge]) -> Play:
    """Return a play of one roll with two ends."""
    return Play([Node("chance", 1, "go", edges=tuple(edges)), *(Node("end", 1, "go", final=()) for _ in range(2))])


def test_all_ends_together_are_certain() -> None:
    assert Components(play([Edge(1, 1), Edge(2, 2)])).total_probability() == 1


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([Edge(1, 1), Edge(2, 1)], "two edges lead from one node to the same node"),
        ([Edge(1, 1), Edge(0, 2)], "the weight of an edge is less than 1"),
    ],
)
def test_a_play_of_which_no_odds_can_be_told_is_refused(edges: list[Edge], message: str) -> None:
    with pytest.raises(BugError, match=message):
        Components(play(edges)).total_probability()
