"""`drakdom odds`: how likely claims are, and which rolls and choices decide."""

from __future__ import annotations

from typing import Annotated

import typer

from drakdom.cli import options
from drakdom.cli.dispute import Dispute, on_a_dispute
from drakdom.cli.output import check_plot, out, save
from drakdom.report.as_json import each_json


@on_a_dispute
def odds_command(
    dispute: Dispute,
    claims: Annotated[
        list[str],
        typer.Argument(metavar="CLAIM", help="Default: what the file expects, or asks, or all that is open."),
    ] = [],  # noqa: B006  (typer copies defaults)
    plot: Annotated[str, typer.Option(metavar="SVG", help="Draw the odds as bars into this file.")] = "",
    full: options.Full = False,
    as_json: options.AsJson = False,
) -> None:
    """Say how likely claims are: exact odds, and the rolls and choices that decide them."""
    from pathlib import Path

    from drakdom.errors import InputError
    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited

    check_plot(plot, dispute.file)
    look = Look.of()

    def work() -> tuple[str, str]:
        from drakdom.report.likely import odds_json, odds_text
        from drakdom.report.plot import odds_plot
        from drakdom.tools.odds import odds_of

        scenarios = dispute.scenarios()
        if plot and len(scenarios) > 1:
            message = f"the matrix has {len(scenarios)} combinations; `--plot` draws only one"
            raise InputError.single(message, dispute.file, help="choose one with `--reading`")
        valued = [(odds_of(scenario, claims), scenario) for scenario in scenarios]
        picture = odds_plot(scenarios[0].title or scenarios[0].file, valued[0][0]) if plot else ""
        if as_json:
            return each_json(odds_json(*pair) for pair in valued), picture
        return "\n".join(odds_text(*pair, look, full) for pair in valued), picture

    page, picture = run_limited(work, dispute.limits)
    if plot:
        save(Path(plot), picture)
    out(page)
