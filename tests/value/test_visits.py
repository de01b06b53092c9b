"""Visits of a phase, to which the events of a play belong."""

import pytest
from clingo import Function, Symbol

from drakdom.graph.play import Edge, Node, Occasion, Play
from drakdom.value.odds import Evaluation

RINGS, FALLS = Function("rings"), Function("falls")
#: By the phases go, bell, go, bell; the last two follow each other for ever unless a coin ends play.
PHASES = ("go", "bell", "go", "bell")


def evaluation() -> Evaluation:
    edges = [(Edge(1, 1),), (Edge(1, 2),), (Edge(1, 3), Edge(1, 4)), (Edge(1, 2),)]
    kinds = ("then", "then", "chance", "then")
    seen = [frozenset[Symbol](), frozenset({RINGS}), frozenset[Symbol](), frozenset({RINGS})]
    nodes = [
        Node(kind, 1, phase, events, ways)  # type: ignore[arg-type]
        for kind, phase, events, ways in zip(kinds, PHASES, seen, edges, strict=True)
    ]
    return Evaluation(Play([*nodes, Node("end", 1, "over", final=())]))


@pytest.mark.parametrize(("time", "visit"), [(1, 1), (2, 2), (3, 2)])
def test_an_event_belongs_to_the_visit_of_its_node(time: int, visit: int) -> None:
    """A third time is a repetition in the cycle, whose node belongs to the second visit."""
    assert evaluation().visit(Occasion(RINGS, (1, "bell"), time)) == visit


@pytest.mark.parametrize("occasion", [Occasion(RINGS, (2, "bell")), Occasion(FALLS, (1, "bell"))])
def test_an_event_that_is_never_seen_has_no_visit(occasion: Occasion) -> None:
    with pytest.raises(LookupError):
        evaluation().visit(occasion)


def test_what_happens_in_another_course_of_play_does_not_count() -> None:
    """After heads the bell rings twice, with a walk between; after tails, which is later, it rings once."""
    phases = ("go", "bell", "walk", "go", "bell", "bell")
    ways = [(Edge(1, 1), Edge(1, 2)), (Edge(1, 3),), (Edge(1, 4),), (Edge(1, 5),), (), ()]
    nodes = [
        Node(
            "chance" if index == 0 else "then" if edges else "end",
            1,
            phase,
            frozenset({RINGS} if phase == "bell" else ()),
            edges,
            None if edges else (),
        )
        for index, (phase, edges) in enumerate(zip(phases, ways, strict=True))
    ]
    evaluated = Evaluation(Play(nodes))
    [first, second] = (Occasion(RINGS, (1, "bell"), time) for time in (1, 2))
    assert [evaluated.position(occasion)[0] for occasion in (first, second)] == [1, 5]
    assert [evaluated.visit(occasion) for occasion in (first, second)] == [1, 2]
