"""What came of orders, as sentences of claims: by the equations, and by the law."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom import adjudicate
from drakdom.scenario import read_scenario_text
from drakdom.terms import show
from tests.diplomacy.board import province
from tests.diplomacy.drawn import scenario
from tests.diplomacy.equations import Known, Orders
from tests.diplomacy.solving import UnansweredError, solved
from tests.randomly import remember

#: What the equations speak of.
EVENTS = {"moves", "stopped", "not_carried", "cut", "supports", "dislodged", "contested"}
UNANSWERED = frozenset({"unanswered"})


def by_equations(orders: Orders) -> frozenset[str]:
    """All that happens by the equations."""
    try:
        decided = solved(orders)
    except UnansweredError:
        return UNANSWERED
    look = decided.__getitem__
    return frozenset(_events(orders, {name for kind, name in decided if kind == "move" and look((kind, name))}, look))


def _events(orders: Orders, gone: set[str], look: Known) -> Iterator[str]:
    entered = {province(orders.moves[name]): name for name in sorted(gone)}
    assert len(entered) == len(gone), "two units in one province"
    expelled = {unit.name: entered[orders.at(unit.name)] for unit in orders.units if _beaten(orders, unit.name, gone)}
    for name, place in orders.moves.items():
        if name in gone:
            yield f"moves({name}, {place})"
        else:
            yield f"{'stopped' if orders.path(name, look) else 'not_carried'}({name}, {province(place)})"
    for mate, backers in orders.backers.items():
        for name in backers:
            yield f"supports({name}, {mate})" if orders.given(name, mate, look) else f"cut({name})"
    yield from (f"dislodged({name}, {by})" for name, by in expelled.items())
    left = {orders.at(unit.name) for unit in orders.units if unit.name not in gone}
    for place, rivals in orders.into.items():
        kept_out = sum(orders.prevent(name, look) > 0 for name in rivals) > 1
        if expelled and kept_out and place not in left | entered.keys():
            yield f"contested({place})"


def _beaten(orders: Orders, name: str, gone: set[str]) -> bool:
    return name not in gone and any(by in gone for by in orders.into.get(orders.at(name), ()))


def by_the_law(orders: Orders) -> frozenset[str]:
    """All that happens by the law."""
    verdict = adjudicate(read_scenario_text(remember(scenario(orders))), why="none")
    (branch,) = verdict.branches
    if any("unsettled(" in show(finding.what) for finding in branch.findings if finding.kind == "gap"):
        return UNANSWERED
    return frozenset(outcome.text for outcome in branch.outcomes if outcome.text.partition("(")[0] in EVENTS)
