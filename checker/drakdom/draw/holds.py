"""Facts and fluents that hold in a state, as the sights of a picture see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drakdom.rulebook.pictures import Sight, functor
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value, show


class Holds:
    """Facts and fluents that hold in a state, indexed by name."""

    def __init__(self, facts: Iterable[Term], state: Iterable[tuple[Value, Value]]) -> None:
        self._by_name: dict[str, list[Term]] = {}
        for fact in (*facts, *(Term("given", fluent) for fluent in state)):
            self._by_name.setdefault(functor(fact), []).append(fact)
        for same_name in self._by_name.values():
            same_name.sort(key=show)

    def seen(self, sights: Iterable[Sight]) -> Iterator[tuple[Sight, dict[str, Value]]]:
        """Yield each sight that matches a fact, with the values of its placeholders."""
        for sight in sights:
            for fact in self._by_name.get(sight.functor, ()):
                if (values := sight.fits(fact)) is not None:
                    yield sight, values


def drawn_facts(scenario: Scenario) -> tuple[Term, ...]:
    """Return the facts that a picture may show: those of the scenario, and those of a map."""
    graph = scenario.rulebook.topology.graph
    return (*graph.facts, *scenario.facts) if graph else scenario.facts
