"""`drakdom odds`: how likely, and on which rolls and choices it hangs."""

from __future__ import annotations

from typing import Annotated

import typer

from drakdom.cli import options
from drakdom.cli.options import added_rules, check_place, each_json, limits, out, read_under, save, spoken


def odds_command(
    file: options.File,
    claims: Annotated[
        list[str], typer.Argument(metavar="[CLAIM...]", help="By default what the file expects, or all that is open.")
    ] = [],  # noqa: B006  (typer copies defaults)
    plot: Annotated[str, typer.Option(metavar="SVG", help="Draw the odds as bars into this file.")] = "",
    reading: options.Readings = [],  # noqa: B006
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
    """Say how likely claims are: exact odds, and the rolls and choices that they hang on."""
    from pathlib import Path

    from drakdom.errors import InputError
    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited

    if plot and not plot.lower().endswith(".svg"):
        raise InputError.one("`--plot` writes an SVG picture", plot, help="name a file that ends in `.svg`")
    if plot:
        check_place(Path(plot), source=file)
    look = Look.of()

    def work() -> tuple[str, str]:
        from drakdom.report.likely import likely, likely_json
        from drakdom.report.plot import plot as draw
        from drakdom.tools.odds import odds_of

        added = added_rules(house_rule, setting, variant)
        scenarios = spoken(read_under(file, folders, added, variant, reading), lang)
        if plot and len(scenarios) > 1:
            many = f"the matrix has {len(scenarios)} combinations, and `--plot` draws one"
            raise InputError.one(many, file, help="`--reading` chooses among readings")
        found = [(odds_of(one, claims), one) for one in scenarios]
        picture = draw(scenarios[0].title or scenarios[0].file, found[0][0]) if plot else ""
        if as_json:
            return each_json(likely_json(*one) for one in found), picture
        return "\n".join(likely(*one, look, full) for one in found), picture

    page, picture = run_limited(work, limits(seconds, megabytes))
    if plot:
        save(Path(plot), picture)
    out(page)
