"""`drakdom why-not`: what stands in the way of something, and the smallest change with which it would happen."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from drakdom.cli import options
from drakdom.cli.options import (
    added_rules,
    check_place,
    limits,
    out,
    print_json,
    read_under,
    save,
    scenario_text,
    spoken,
)

SHARE = 0.5
"""The search for changes takes this much of the time that there is: one that is being played out ends later."""


def why_not_command(
    file: options.File,
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="As it stands under `expect`: 'falls(Ann)'.")],
    write: Annotated[
        str, typer.Option(metavar="FILE", help="Write the scenario with the first change into this new file.")
    ] = "",
    reading: options.Readings = [],  # noqa: B006  (typer copies defaults)
    variant: options.Variants = [],  # noqa: B006
    house_rule: options.HouseRules = [],  # noqa: B006
    setting: options.Settings = [],  # noqa: B006
    folders: options.Folders = [],  # noqa: B006
    lang: options.Lang = options.ENGLISH,
    full: options.Full = False,
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Say why something does not happen, and with which smallest change it would, as a patch."""
    from pathlib import Path

    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited

    if write:
        check_place(Path(write), "`--write` makes a new one")
    look = Look.of()

    def work() -> tuple[str, str, int]:
        from drakdom.report.remedies import why_not_json, why_not_page
        from drakdom.tools.why_not import why_not

        added = added_rules(house_rule, setting, variant)
        scenarios = spoken(read_under(file, folders, added, variant, reading), lang)
        scenario, many = scenarios[0], len(scenarios)
        found = why_not(scenario, scenario_text(file), claim, seconds * SHARE or math.inf)
        changed = found.remedies[0].text if found.remedies else ""
        page = print_json(why_not_json(found, scenario)) if as_json else why_not_page(found, scenario, look, full)
        return page, changed, many

    page, changed, many = run_limited(work, limits(seconds, megabytes))
    if many > 1:
        first = f"note: of the {many} combinations of the matrix this is about the first"
        typer.echo(f"{first}; `--reading` chooses among readings", err=True)
    if write and changed:
        save(Path(write), changed)
    out(page)
