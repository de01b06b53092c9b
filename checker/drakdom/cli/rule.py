"""`drakdom rule`: the verdict on one scenario."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli import options
from drakdom.cli.dispute import Dispute, on_a_dispute
from drakdom.cli.files import MARK
from drakdom.cli.output import check_report, out, save
from drakdom.cli.warnings import law_warnings, warn
from drakdom.report.as_json import verdicts_json

if TYPE_CHECKING:
    from drakdom.errors import Problem
    from drakdom.report.page import Look
    from drakdom.scenario import Scenario


#: Texts of files by their names.
Written = dict[str, str]
_SHORTER = (
    "it is quicker with one question at a time, with more choices and rolls stated, "
    "and with an `until:` that ends play soon after the moment in dispute"
)


@on_a_dispute
def rule_command(
    dispute: Dispute,
    claims: options.Claims = [],  # noqa: B006  (typer copies defaults)
    full: options.Full = False,
    draw: Annotated[bool, typer.Option("--draw", help="Draw the board before and after each phase as well.")] = False,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE.md", help="Write it as Markdown, with a picture beside it.")
    ] = "",
    as_json: options.AsJson = False,
    form: Annotated[int, typer.Option(min=1, max=2, help="The version of the JSON; 1 has no answers.")] = 2,
) -> None:
    """Rule on a scenario: answer what it asks, by which clause and how likely; or say all that happens."""
    from drakdom.errors import InputError, TimeLimitError
    from drakdom.sandbox import run_limited

    if draw and as_json:
        raise InputError.single(
            "a picture cannot be printed as JSON", help="`drakdom draw FILE -o board.svg` writes it into a file"
        )
    if output:
        _check_output(output, draw, as_json, dispute.file)

    def work() -> tuple[str | Written, tuple[Problem, ...]]:
        scenarios = dispute.asking(claims)
        if output:
            return _written(scenarios, full, Path(output)), law_warnings(scenarios)
        if draw:
            text = "\n".join(_drawn(scenario, look, full) for scenario in scenarios)
        else:
            text = rulings(scenarios, None if as_json else look, full, form)
        return text, law_warnings(scenarios)

    from drakdom.report.page import Look

    look = Look.of()
    try:
        ruled, warnings = run_limited(work, dispute.limits)
    except TimeLimitError as error:
        raise TimeLimitError(f"{error}\n{_SHORTER}") from None
    warn(warnings)
    if isinstance(ruled, str):
        out(ruled)
        return
    for name in ruled:
        check_report(Path(output).with_name(name), dispute.file)
    for name, text in ruled.items():
        save(Path(output).with_name(name), text)
    names = ", ".join(str(Path(output).with_name(name)) for name in ruled)
    out(f"wrote {names}\n")


def rulings(scenarios: Sequence[Scenario], look: Look | None, full: bool, form: int) -> str:
    """Return the rulings as text, or as JSON if there is no `look`."""
    from drakdom import adjudicate
    from drakdom.report.ruling import ruling_text
    from drakdom.verdict import FORMER, SCHEMA

    def is_short(scenario: Scenario) -> bool:
        return look is not None and not full and bool(scenario.questions or scenario.claims)

    verdicts = [adjudicate(scenario, why="asked" if is_short(scenario) else "all") for scenario in scenarios]
    if look is None:
        values = [verdict.to_json(FORMER if form == 1 else SCHEMA) for verdict in verdicts]
        return verdicts_json(values)
    pages = [
        ruling_text(verdict, scenario.rulebook, look, full)
        for verdict, scenario in zip(verdicts, scenarios, strict=True)
    ]
    return "\n".join(pages)


def _check_output(output: str, draw: bool, as_json: bool, file: str) -> None:
    """Raise InputError if the report cannot be written, before any work is done."""
    from drakdom.errors import InputError

    if draw or as_json:
        option = "--format json" if as_json else "--draw"
        raise InputError.single(f"`--output` writes Markdown, so it does not go with `{option}`", output)
    if Path(output).suffix.lower() != ".md":
        raise InputError.single(
            "this is not the name of a Markdown file", output, help="name a file that ends in `.md`"
        )
    check_report(Path(output), file)


def _written(scenarios: Sequence[Scenario], full: bool, output: Path) -> Written:
    """The rulings as one Markdown page, and a picture for each that can be drawn."""
    from drakdom import adjudicate
    from drakdom.draw.scenes import ruled_and_drawn
    from drakdom.draw.svg import draw
    from drakdom.errors import InputError
    from drakdom.report.ruling import ruling_md

    pages, pictures = [], {}
    for number, scenario in enumerate(scenarios, 1):
        picture = f"{output.stem}{f'-{number}' if len(scenarios) > 1 else ''}.svg"
        try:
            verdict, scene = ruled_and_drawn(scenario)
            pictures[picture] = draw(scene)
        except InputError:  # no play can be drawn
            verdict, picture = adjudicate(scenario), ""
        pages.append(ruling_md(verdict, scenario.rulebook, full, picture))
    return {**pictures, output.name: "\n".join(pages) + MARK}


def _drawn(scenario: Scenario, look: Look, full: bool) -> str:
    """The ruling with the boards below it."""
    from drakdom.draw.scenes import ruled_and_drawn
    from drakdom.draw.terminal import typed
    from drakdom.report.ruling import ruling_text

    verdict, scene = ruled_and_drawn(scenario)
    boards = typed(scene, look.width, colour=look.colour, unicode=look.unicode, titled=False)
    return f"{ruling_text(verdict, scenario.rulebook, look, full)}\n{boards}"
