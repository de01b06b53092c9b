"""`drakdom rule`: the verdict on one scenario."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli import options
from checker.cli.options import added_rules, limits, out, print_json, read_under, spoken

if TYPE_CHECKING:
    from checker.engine.solve import Engine as Way
    from checker.report.page import Look
    from checker.scenario import Scenario


class Engine(str, Enum):  # noqa: UP042  (typer's oldest supported version wants this form)
    """Which way the play is worked out; both must agree."""

    auto = "auto"
    unrolled = "unrolled"
    side_by_side = "side-by-side"


def rule_command(
    file: options.File,
    engine: Annotated[Engine, typer.Option(help="How to work the play out; the verdict is the same.")] = Engine.auto,
    reading: options.Readings = [],  # noqa: B006  (typer copies defaults)
    variant: options.Variants = [],  # noqa: B006
    house_rule: options.HouseRules = [],  # noqa: B006
    setting: options.Settings = [],  # noqa: B006
    folders: options.Folders = [],  # noqa: B006
    lang: options.Lang = options.ENGLISH,
    full: options.Full = False,
    draw: Annotated[bool, typer.Option("--draw", help="Draw the board before and after each phase as well.")] = False,
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Rule on a scenario: what happens, why, by which clause, how likely."""
    from checker.errors import InputError
    from checker.sandbox import run_limited

    if draw and as_json:
        raise InputError.one("a picture is no JSON", help="`drakdom draw FILE -o board.svg` writes it into a file")

    def work() -> str:
        from checker import adjudicate

        added = added_rules(house_rule, setting, variant)
        scenarios = spoken(read_under(file, folders, added, variant, reading), lang)
        if draw:
            return "\n".join(_drawn(one, engine.value, look, full) for one in scenarios)
        verdicts = [adjudicate(one, engine=engine.value) for one in scenarios]
        if as_json:
            found = [verdict.to_json() for verdict in verdicts]
            return print_json(found[0] if len(found) == 1 else {"schema": "drakdom/verdicts/1", "verdicts": found})
        from checker.report.ruling import ruling

        pages = [ruling(v, one.rulebook, look, full) for v, one in zip(verdicts, scenarios, strict=True)]
        return "\n".join(pages)

    from checker.report.page import Look

    look = Look.of()
    out(run_limited(work, limits(seconds, megabytes)))


def _drawn(scenario: Scenario, engine: Way, look: Look, full: bool) -> str:
    """The ruling, and the boards below it."""
    from checker.draw.scenes import ruled_and_drawn
    from checker.draw.terminal import typed
    from checker.report.ruling import ruling

    verdict, scene = ruled_and_drawn(scenario, engine=engine)
    boards = typed(scene, look.width, colour=look.colour, unicode=look.unicode, titled=False)
    return f"{ruling(verdict, scenario.rulebook, look, full)}\n{boards}"
