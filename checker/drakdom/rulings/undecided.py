"""Gaps that an answer must name: those in the moment of the event that is asked about, or those that stop play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drakdom.formula import Formula, atoms_of
from drakdom.graph.play import Node, Place, Play
from drakdom.law.facts import Symbol, to_value
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import say
from drakdom.terms import Term, match
from drakdom.value.solve import Branch

#: Most gaps that are named with one answer.
MOST_NAMED = 2
#: Entry and phase in which play breaks off, and the sentences of the gaps.
Break = tuple[Place, tuple[str, ...]]
_GAPS = frozenset({"unruled", "conflict"})


def undecided(book: Rulebook, branches: Sequence[Branch], formula: Formula, *, stops: bool) -> tuple[str, ...]:
    """Return the sentences of the gaps by which play breaks off wherever an event of the formula happens.

    With `stops` return those of the first moment in which play breaks off.
    """
    gaps: list[Symbol] = []
    for branch in branches:
        if stops:
            gaps += _first(branch.play)
        for atom in atoms_of(formula):
            gaps += _with_event(branch.play, atom.pattern)
    sentences = dict.fromkeys(say(book, to_value(gap)) for gap in sorted(set(gaps)))
    return tuple(sentences)[:MOST_NAMED]


def first_break(book: Rulebook, play: Play) -> Break | None:
    """Return the entry and phase in which play first breaks off, with the sentences of the gaps; None if it does not.

    A law can break off without a gap of its own; such a break is not meant.
    """
    node = _first_node(play)
    gaps = dict.fromkeys(say(book, to_value(gap)) for gap in sorted(_gaps(node))) if node else {}
    return ((node.entry, node.phase), tuple(gaps)[:MOST_NAMED]) if node and gaps else None


def _first_node(play: Play) -> Node | None:
    return min((node for node in play.nodes if _breaks(node)), key=lambda node: node.entry, default=None)


def _first(play: Play) -> list[Symbol]:
    broken = _first_node(play)
    return _gaps(broken) if broken else []


def _with_event(play: Play, pattern: Term) -> list[Symbol]:
    """Return the gaps of the moments with an event, or with a permitted action, if each of these breaks off."""
    nodes = [node for node in play.nodes if any(match(pattern, to_value(symbol)) for symbol in node.seen)]
    if pattern.name == "may" and (taken := [*_taken(play, pattern)]):
        nodes = taken
    return [gap for node in nodes for gap in _gaps(node)] if nodes and all(map(_breaks, nodes)) else []


def _taken(play: Play, pattern: Term) -> Iterator[Node]:
    """Yield the nodes to which an open choice of the action leads."""
    for node in play.nodes:
        for edge in node.edges:
            for (kind, figure, _, _), action in node.resolved(edge):
                if kind == "choice" and match(pattern, Term("may", (to_value(figure), to_value(action)))):
                    yield play.nodes[edge.target]


def _breaks(node: Node) -> bool:
    return node.kind == "end" and node.final is None and bool(_gaps(node))


def _gaps(node: Node) -> list[Symbol]:
    return [symbol for symbol in node.seen if symbol.name in _GAPS]
