"""`drakdom sweep`: one dispute over many values of its places."""

from __future__ import annotations

from typing import Annotated

import typer

from drakdom.cli import options
from drakdom.cli.dispute import Dispute, on_a_dispute
from drakdom.cli.output import check_plot, out, save


@on_a_dispute
def sweep_command(
    dispute: Dispute,
    claims: options.Claims = [],  # noqa: B006  (typer copies defaults)
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="PLACE=VALUES",
            help="A place of the file, and its values: `figures.Ann.hp=1..12`, `readings.ID=*`. Repeatable.",
        ),
    ] = [],  # noqa: B006
    clauses: Annotated[
        bool, typer.Option("--clauses", help="Name the clauses that decide each result; it takes longer.")
    ] = False,
    plot: Annotated[str, typer.Option(metavar="SVG", help="Draw the odds as a heat map into this file.")] = "",
    workers: options.Workers = None,
    scheduler: options.Scheduler = "",
    scheduler_file: options.SchedulerFile = "",
    results: options.Results = "",
    fresh: options.Fresh = False,
    as_json: options.AsJson = False,
) -> None:
    """Rule on one dispute for many values: which agility, which tile, which reading. Results are kept."""
    from pathlib import Path

    from drakdom.cli.check import progress_bar
    from drakdom.cli.places import place_of, results_folder
    from drakdom.cli.reading import added_rules, scenario_text
    from drakdom.language import t, using_language
    from drakdom.report.as_json import print_json
    from drakdom.report.heat import heat_map
    from drakdom.report.page import Look
    from drakdom.report.swept import sweep_json, sweep_text
    from drakdom.tools.files import STDIN
    from drakdom.tools.sweep import Asked, sweep

    check_plot(plot, dispute.file)
    place = place_of(workers, scheduler, scheduler_file)
    asked = Asked(
        scenario_text(dispute.file),
        STDIN if dispute.file == "-" else dispute.file,
        tuple(vary),
        tuple(claims),
        tuple(dispute.folders),
        added_rules(dispute.house_rules, dispute.settings, dispute.variants),
        tuple(dispute.variants),
        tuple(dispute.readings),
        dispute.lang,
        clauses,
    )
    with using_language(dispute.lang):
        with place.client() as client, progress_bar(t("ruling")) as progress:
            swept = sweep(
                asked,
                progress,
                jobs=place.processes,
                client=client,
                limits=dispute.limits,
                keep="fresh" if fresh else "yes",
                results=results_folder(results),
            )
        if plot:
            save(Path(plot), heat_map(swept))
        out(print_json(sweep_json(swept)) if as_json else sweep_text(swept, Look.of()))
    raise typer.Exit(swept.exit_code)
