"""Gaps in permitted actions that are not stated: each is tried in place of the figure's stated action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drakdom.graph.stating import stating
from drakdom.law.facts import Symbol, to_symbol, to_value
from drakdom.step.state import Evaluated
from drakdom.terms import Any, Term, Value, match
from drakdom.value.solve import Branch

#: The names of symbols that say that play goes no further.
GAPS = frozenset({"unruled", "conflict"})
#: The most moments with one permitted action in which it is tried.
MOST_TRIED = 40


def gaps_if_taken(branch: Branch, nodes: Sequence[int], pattern: Term) -> Iterator[list[Symbol]]:
    """Yield the gaps of each of some nodes of the play in which an action is permitted, were it chosen there.

    `pattern` is `may(Figure, Action)`. A node in which other choices or rolls depend on the action counts as without
    gaps.
    """
    permitted: dict[Symbol, list[int]] = {}
    for index in nodes:
        for symbol in branch.play.nodes[index].seen:
            if match(pattern, to_value(symbol)):
                permitted.setdefault(symbol, []).append(index)
    for symbol, indices in permitted.items():
        figure, action = symbol.arguments
        for stated in stating(branch.moments, branch.play, indices[:MOST_TRIED], figure, action):
            yield _gaps(stated.result) if stated.is_alone else []


def gaps_if_refused(branch: Branch, nodes: Sequence[int], figure: Value, action: Value) -> Iterator[Symbol]:
    """Yield the gaps that come with an action that is refused, were it stated where the figure decides something.

    A draw that is not stated is due to what happens instead.
    """
    deciding, actor = Term("may", (figure, Any())), to_symbol(figure)
    asked = [n for n in nodes if any(match(deciding, to_value(symbol)) for symbol in branch.play.nodes[n].seen)]
    play, nodes = branch.play, asked[:MOST_TRIED]
    silent = {n: tried.result for tried in stating(branch.moments, play, nodes, actor, None) for n in tried.nodes}
    for stated in stating(branch.moments, play, nodes, actor, to_symbol(action)):
        for node in stated.nodes:
            gaps = set(_gaps(stated.result)) - {*_gaps(silent[node])}
            yield from (gap for gap in gaps if not is_unstated(gap))


def is_unstated(gap: Symbol) -> bool:
    """Test if a gap is no fault of the rules: the scenario lacks a draw."""
    return gap.arguments[:1] != [] and gap.arguments[0].name == "unstated"


def _gaps(result: Evaluated) -> list[Symbol]:
    return [seen for seen in result.seen if seen.name in GAPS]
