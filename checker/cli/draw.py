"""`drakdom draw`: the board before and after each phase of one way to play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from checker.cli import options
from checker.cli.files import save_whole
from checker.cli.options import added_rules, check_place, limits, out, read_under, spoken
from checker.errors import InputError

FORMS = (".svg",)


def draw_command(
    file: options.File,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="Draw into this file; - is standard output."),
    ] = "-",
    outcome: Annotated[
        int, typer.Option(metavar="N", min=1, help="Draw the N-th likeliest way to play instead of the likeliest.")
    ] = 1,
    reading: options.Readings = [],  # noqa: B006  (typer copies defaults)
    variant: options.Variants = [],  # noqa: B006
    house_rule: options.HouseRules = [],  # noqa: B006
    setting: options.Settings = [],  # noqa: B006
    folders: options.Folders = [],  # noqa: B006
    lang: options.Lang = options.ENGLISH,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Draw the board before and after each phase: who moved, who was hit, by which clause."""
    from checker.sandbox import run_limited

    _check_output(output)

    def work() -> str:
        from checker.draw.scenes import ruled_and_drawn
        from checker.draw.svg import draw

        added = added_rules(house_rule, setting, variant)
        scenario = spoken(read_under(file, folders, added, variant, reading), lang)[0]
        _, scene = ruled_and_drawn(scenario, outcome)
        return draw(scene)

    picture = run_limited(work, limits(seconds, megabytes))
    if output == "-":
        out(picture)
    else:
        _write(Path(output), picture)


def _check_output(output: str) -> None:
    """Say what is in the way of the file before any work is done."""
    if output == "-":
        return
    if Path(output).suffix.lower() not in FORMS:
        ends = " or ".join(f"`{form}`" for form in FORMS)
        raise InputError.one("this is no name of a picture", output, help=f"name a file that ends in {ends}")
    check_place(Path(output))


def _write(file: Path, picture: str | bytes) -> None:
    try:
        save_whole(file, picture)
    except OSError as error:
        raise InputError.one(f"cannot be written: {(error.strerror or str(error)).lower()}", str(file)) from None
