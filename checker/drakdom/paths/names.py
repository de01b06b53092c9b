"""Names of figures and places that a caller gives."""

from __future__ import annotations

from drakdom.errors import InputError
from drakdom.paths.ask.query import has_paths, query
from drakdom.paths.ways_out import GOALS
from drakdom.rulebook.words import did_you_mean, short
from drakdom.scenario import Scenario
from drakdom.step.case import build_case
from drakdom.terms import Term, show


def check_names(scenario: Scenario, figures: list[str], place: str = "") -> None:
    """Raise InputError for a figure or a place that the scenario does not have; goals of the law are places here."""
    for name in figures:
        if name not in scenario.figures:
            help_ = did_you_mean(name, sorted(scenario.figures), len(scenario.figures))
            raise InputError.single(f"there is no figure `{short(name)}` in this scenario", scenario.file, help=help_)
    graph = scenario.rulebook.topology.graph
    places = [*graph.sites] if graph else sorted(map(show, scenario.places))
    places += sorted({show(fact.args[0]) for fact in scenario.facts if fact.name == "adjacent"})
    if place and place not in places:
        places += goals(scenario)
    if place and place not in places:
        help_ = did_you_mean(place, places)
        raise InputError.single(f"there is no place `{short(place)}` on this board", scenario.file, help=help_)


def goals(scenario: Scenario) -> list[str]:
    """Return the names that the law of the rulebook gives to groups of places."""
    if not has_paths(scenario.rulebook):
        return []
    answers = query(build_case(scenario).with_first_readings(), Term("moves"), names=GOALS)
    return sorted({show(name) for name, _ in answers("goal")})
