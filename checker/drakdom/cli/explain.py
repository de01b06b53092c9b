"""`drakdom explain`: the tree of reasons behind a claim."""

from __future__ import annotations

from typing import Annotated

import typer

from drakdom.cli import options
from drakdom.cli.options import added_rules, each_json, limits, out, read_under, spoken


def explain_command(
    file: options.File,
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="As it stands under `expect`: 'hit(Ann, arrows)'.")],
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
    """Explain why something happens, or what holds it back: by clauses, down to the lines of the file."""
    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited

    look = Look.of()

    def work() -> str:
        from drakdom import explain
        from drakdom.report.tree import explanation, explanation_json

        added = added_rules(house_rule, setting, variant)
        scenarios = spoken(read_under(file, folders, added, variant, reading), lang)
        found = [(explain(one, claim), one) for one in scenarios]
        if as_json:
            return each_json(explanation_json(*one) for one in found)
        return "\n".join(explanation(*one, look, full) for one in found)

    out(run_limited(work, limits(seconds, megabytes)))
