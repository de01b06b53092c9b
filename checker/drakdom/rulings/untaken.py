"""Gaps in what is permitted and not stated: such an action is stated in place of what the figure states there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from drakdom.law.facts import Symbol, to_symbol, to_value
from drakdom.step.moment import Moments
from drakdom.step.state import Evaluated
from drakdom.terms import Any, Term, Value, match
from drakdom.value.solve import Branch

#: The names of symbols that say that play goes no further.
GAPS = frozenset({"unruled", "conflict"})
#: The most moments with one permitted action in which it is tried.
MOST_TRIED = 40
#: Greater than the number of any stated action: nothing else answers.
_LAST = 9_999


def gaps_if_taken(branch: Branch, nodes: Sequence[int], pattern: Term) -> Iterator[list[Symbol]]:
    """Yield the gaps of each of some nodes of the play in which an action is permitted, were it chosen there.

    `pattern` is `may(Figure, Action)`. A node in which other choices or rolls depend on the action counts as without
    gaps.
    """
    permitted: dict[tuple[Symbol, int], list[int]] = {}
    for index in nodes:
        node = branch.play.nodes[index]
        for symbol in node.seen:
            if match(pattern, to_value(symbol)):
                permitted.setdefault((symbol, node.entry), []).append(index)
    for (symbol, entry), indices in permitted.items():
        for result in _stating(branch, indices, entry, *map(to_value, symbol.arguments)):
            yield _gaps(result) if result.is_whole else []


def gaps_if_refused(branch: Branch, nodes: Sequence[int], figure: Value, action: Value) -> Iterator[Symbol]:
    """Yield the gaps that come with an action that is refused, were it stated where the figure decides something."""
    deciding = Term("may", (figure, Any()))
    asked: dict[int, list[int]] = {}
    for index in nodes:
        node = branch.play.nodes[index]
        if any(match(deciding, to_value(symbol)) for symbol in node.seen):
            asked.setdefault(node.entry, []).append(index)
    for entry, indices in asked.items():
        stated = _stating(branch, indices, entry, figure, action)
        for result, silent in zip(stated, _stating(branch, indices, entry, figure, None), strict=True):
            yield from set(_gaps(result)) - {*_gaps(silent)}


def _gaps(result: Evaluated) -> list[Symbol]:
    return [seen for seen in result.seen if seen.name in GAPS]


def _stating(
    branch: Branch, nodes: Sequence[int], entry: int, figure: Value, action: Value | None
) -> Iterator[Evaluated]:
    """Evaluate nodes of an entry with one action, or none, as all that the figure states for it."""
    actor = to_symbol(figure)
    facts = [fact for fact in branch.case.facts if not _is_stated_for(fact, actor, entry)]
    if action is not None:
        facts.append(to_symbol(Term("stated", (entry, figure, _LAST, action))))
    moments = Moments(replace(branch.case, facts=tuple(facts)))
    items, partials = branch.moments.items, [branch.play.partials[index] for index in nodes[:MOST_TRIED]]
    own = ("choice", actor)
    return moments.evaluate(
        [(state, frozenset(n for n in openings if items.all[n][:2] != own)) for state, openings in partials]
    )


def _is_stated_for(fact: Symbol, figure: Symbol, entry: int) -> bool:
    """Test if a fact says what a figure does: in this entry, or as a standing order."""
    match fact.name, fact.arguments:
        case "stated", [number, actor, *_]:
            return actor == figure and to_value(number) == entry
        case "ordered", [actor, *_]:
            return actor == figure
    return False
