"""`drakdom rule`: the verdict on one scenario."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli import options
from drakdom.cli.options import added_rules, check_place, limits, out, print_json, read_under, save, spoken

if TYPE_CHECKING:
    from drakdom.report.page import Look
    from drakdom.scenario import Scenario


#: The texts of files, by their names.
Written = dict[str, str]


def rule_command(
    file: options.File,
    reading: options.Readings = [],  # noqa: B006  (typer copies defaults)
    variant: options.Variants = [],  # noqa: B006
    house_rule: options.HouseRules = [],  # noqa: B006
    setting: options.Settings = [],  # noqa: B006
    folders: options.Folders = [],  # noqa: B006
    lang: options.Lang = options.ENGLISH,
    full: options.Full = False,
    draw: Annotated[bool, typer.Option("--draw", help="Draw the board before and after each phase as well.")] = False,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE.md", help="Write it as Markdown, with a picture beside it.")
    ] = "",
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Rule on a scenario: what happens, why, by which clause, how likely."""
    from drakdom.errors import InputError
    from drakdom.sandbox import run_limited

    if draw and as_json:
        raise InputError.one("a picture is no JSON", help="`drakdom draw FILE -o board.svg` writes it into a file")
    if output:
        _check_output(output, draw, as_json, file)

    def work() -> str | Written:
        from drakdom import adjudicate

        added = added_rules(house_rule, setting, variant)
        scenarios = spoken(read_under(file, folders, added, variant, reading), lang)
        if output:
            return _written(scenarios, full, Path(output))
        if draw:
            return "\n".join(_drawn(one, look, full) for one in scenarios)
        verdicts = [adjudicate(one) for one in scenarios]
        if as_json:
            found = [verdict.to_json() for verdict in verdicts]
            return print_json(found[0] if len(found) == 1 else {"schema": "drakdom/verdicts/1", "verdicts": found})
        from drakdom.report.ruling import ruling

        pages = [ruling(v, one.rulebook, look, full) for v, one in zip(verdicts, scenarios, strict=True)]
        return "\n".join(pages)

    from drakdom.report.page import Look

    look = Look.of()
    told = run_limited(work, limits(seconds, megabytes))
    if isinstance(told, str):
        out(told)
        return
    for name in told:
        check_place(Path(output).with_name(name), source=file)
    for name, text in told.items():
        save(Path(output).with_name(name), text)
    names = ", ".join(str(Path(output).with_name(name)) for name in told)
    out(f"wrote {names}\n")


def _check_output(output: str, draw: bool, as_json: bool, file: str) -> None:
    """Say what is in the way of the report before any work is done."""
    from drakdom.errors import InputError

    if draw or as_json:
        other = "--json" if as_json else "--draw"
        raise InputError.one(f"`--output` writes Markdown, and `{other}` asks for something else", output)
    if Path(output).suffix.lower() != ".md":
        raise InputError.one("this is no name of a Markdown file", output, help="name a file that ends in `.md`")
    check_place(Path(output), source=file)


def _written(scenarios: Sequence[Scenario], full: bool, output: Path) -> Written:
    """The ruling as Markdown, one after another where a matrix asks for several, and a picture where there is one."""
    from drakdom import adjudicate
    from drakdom.draw.scenes import ruled_and_drawn
    from drakdom.draw.svg import draw
    from drakdom.errors import InputError
    from drakdom.report.ruling import ruling_md

    pages, pictures = [], {}
    for number, one in enumerate(scenarios, 1):
        picture = f"{output.stem}{f'-{number}' if len(scenarios) > 1 else ''}.svg"
        try:
            verdict, scene = ruled_and_drawn(one)
            pictures[picture] = draw(scene)
        except InputError:  # there is no way to play that could be drawn
            verdict, picture = adjudicate(one), ""
        pages.append(ruling_md(verdict, one.rulebook, full, picture))
    return {**pictures, output.name: "\n".join(pages)}


def _drawn(scenario: Scenario, look: Look, full: bool) -> str:
    """The ruling, and the boards below it."""
    from drakdom.draw.scenes import ruled_and_drawn
    from drakdom.draw.terminal import typed
    from drakdom.report.ruling import ruling

    verdict, scene = ruled_and_drawn(scenario)
    boards = typed(scene, look.width, colour=look.colour, unicode=look.unicode, titled=False)
    return f"{ruling(verdict, scenario.rulebook, look, full)}\n{boards}"
