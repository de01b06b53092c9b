"""The play of a case: a graph of moments, from the first position to every way it can end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from clingo import Symbol

from checker.engine.case import Fluent

if TYPE_CHECKING:
    from checker.engine.unrolled import Unrolled

#: What was left open in a moment: (`choice` or `chance`, who or which roll, the action or meaning).
Opening = tuple[str, Symbol, Symbol]
Kind = Literal["choice", "chance", "then", "end"]


@dataclass(frozen=True, slots=True)
class Edge:
    """One way on. `weight` counts equally likely faces (1 for choices)."""

    weight: int
    target: int
    taken: tuple[Opening, ...] = ()


@dataclass(slots=True)
class Node:
    """One moment, or one stage of a moment while its choices and chances are being opened.

    `seen` is what claims may look at and is filled only when nothing of the moment is open any more;
    `final` is the last position and is filled only where play ended with nothing unruled. `moment` is known where the
    nodes of a play are not its moments one after another (all answers as a tree of openings); the entry and phase of
    what is seen stand in `places` then, in the order in which it happens.
    """

    kind: Kind
    entry: int
    phase: str
    seen: frozenset[Symbol] = frozenset()
    edges: tuple[Edge, ...] = ()
    final: Collection[Fluent] | None = None
    moment: int | None = None
    places: Mapping[Symbol, tuple[int, str]] | None = None


@dataclass(slots=True)
class Play:
    """The graph; node 0 is where play begins. `doubts` are the clauses whose reading it turned on.

    `run` is the solver of a play in which nothing was open, if it was asked for: it can say why.
    """

    nodes: list[Node] = field(default_factory=list)
    doubts: frozenset[str] = frozenset()
    moments: int = 0
    solves: int = 0
    run: Unrolled | None = None


def is_broken(seen: Iterable[Symbol]) -> bool:
    """Whether play ended because something was not ruled or could not be."""
    return any(symbol.name in ("unruled", "conflict", "misstated") for symbol in seen)
