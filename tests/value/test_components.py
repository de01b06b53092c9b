"""Self-checks of a play: the edges of its nodes."""

from collections.abc import Sequence

import pytest

from drakdom.errors import BugError
from drakdom.graph.play import Edge, Node, Play
from drakdom.value.components import check_edges


def play(edges: Sequence[Edge]) -> Play:
    """Return a play of one roll with two ends."""
    return Play([Node("chance", 1, "go", edges=tuple(edges)), *(Node("end", 1, "go", final=()) for _ in range(2))])


def test_a_roll_with_two_ends_is_sound() -> None:
    check_edges(play([Edge(1, 1), Edge(2, 2)]))


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([Edge(1, 1), Edge(2, 1)], "two edges lead from one node to the same node"),
        ([], "an edge leads on where play ends, or none where it goes on"),
        ([Edge(1, 1), Edge(0, 2)], "the weight of an edge is less than 1"),
    ],
)
def test_a_play_of_which_no_odds_can_be_told_is_refused(edges: list[Edge], message: str) -> None:
    with pytest.raises(BugError, match=message):
        check_edges(play(edges))
