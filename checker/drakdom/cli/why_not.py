"""`drakdom why-not`: what prevents something, and the smallest change that would let it happen."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from drakdom.cli import options
from drakdom.cli.dispute import Dispute, on_a_dispute
from drakdom.cli.output import check_place, out, save
from drakdom.cli.reading import scenario_text
from drakdom.report.as_json import print_json

SHARE = 0.5
"""Fraction of the time limit for the search; a change that is being evaluated may overrun it."""


@on_a_dispute
def why_not_command(
    dispute: Dispute,
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="A claim as written under `expect`: 'falls(Ann)'.")],
    write: Annotated[
        str, typer.Option(metavar="FILE", help="Write the scenario with the first change into this new file.")
    ] = "",
    full: options.Full = False,
    as_json: options.AsJson = False,
) -> None:
    """Say why something does not happen, and print the smallest change that would let it happen, as a patch."""
    from pathlib import Path

    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited

    if write:
        check_place(Path(write), "`--write` makes a new one")
    look = Look.of()

    def work() -> tuple[str, str, int]:
        from drakdom import adjudicate
        from drakdom.report.remedies import why_not_json, why_not_text
        from drakdom.tools.why_not import why_not

        scenarios = dispute.scenarios()
        scenario = scenarios[0]
        answer = why_not(scenario, scenario_text(dispute.file), claim, dispute.timeout * SHARE or math.inf)
        changed = answer.remedies[0].text if answer.remedies else ""
        answers = adjudicate(dispute.asking([claim])[0], why="asked").answers
        if as_json:
            page = print_json(why_not_json(answer, scenario, answers))
        else:
            page = why_not_text(answer, scenario, look, full, answers)
        return page, changed, len(scenarios)

    page, changed, combinations = run_limited(work, dispute.limits)
    if combinations > 1:
        first = f"note: the matrix has {combinations} combinations; this answers for the first"
        typer.echo(f"{first}; choose one with `--reading`", err=True)
    if write and changed:
        save(Path(write), changed)
    elif write:
        typer.echo(f"note: there is no change to write, so `{write}` was not made", err=True)
    out(page)
