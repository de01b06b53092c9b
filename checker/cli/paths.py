"""`drakdom paths`: what figures can reach, and what it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli import options
from checker.cli.options import added_rules, each_json, limits, out, read_under, spoken

if TYPE_CHECKING:
    from checker.scenario import Scenario


def paths_command(
    file: options.File,
    figure: Annotated[list[str], typer.Option("--figure", metavar="NAME", help="Only this figure. Repeatable.")] = [],  # noqa: B006  (typer copies defaults)
    to: Annotated[str, typer.Option("--to", metavar="PLACE", help="The best way to one place, move by move.")] = "",
    reading: options.Readings = [],  # noqa: B006
    variant: options.Variants = [],  # noqa: B006
    house_rule: options.HouseRules = [],  # noqa: B006
    setting: options.Settings = [],  # noqa: B006
    folders: options.Folders = [],  # noqa: B006
    lang: options.Lang = options.ENGLISH,
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Say what figures can reach: in how many rounds, past what, and how likely that is."""
    from checker.report.page import Look
    from checker.sandbox import run_limited

    look = Look.of()

    def work() -> str:
        from checker.paths import reaches
        from checker.report.ways import ways, ways_json

        added = added_rules(house_rule, setting, variant)
        scenarios = spoken(read_under(file, folders, added, variant, reading), lang)
        for one in scenarios:
            check_names(one, figure, to)
        found = [(reaches(one, figure), one) for one in scenarios]
        if as_json:
            return each_json(ways_json(*one) for one in found)
        return "\n".join(ways(*one, look, to) for one in found)

    out(run_limited(work, limits(seconds, megabytes)))


def check_names(scenario: Scenario, figures: list[str], place: str = "") -> None:
    """Refuse a figure or a place that the scenario does not know."""
    from checker.errors import InputError
    from checker.rulebook.words import did_you_mean, short
    from checker.terms import show

    known = {fact.args[0] for fact in scenario.facts if fact.name == "figure"}
    for name in figures:
        if name not in known:
            help_ = did_you_mean(name, sorted(map(str, known)), len(known))
            raise InputError.one(f"there is no figure `{short(name)}` in this scenario", scenario.file, help=help_)
    places = sorted({show(fact.args[0]) for fact in scenario.facts if fact.name == "adjacent"})
    if place and place not in places:
        help_ = did_you_mean(place, places)
        raise InputError.one(f"there is no place `{short(place)}` on this board", scenario.file, help=help_)
