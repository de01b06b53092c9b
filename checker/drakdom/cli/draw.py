"""`drakdom draw`: the board before and after each phase of one way to play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli import options
from drakdom.cli.files import save_whole
from drakdom.cli.options import added_rules, check_place, limits, out, read_under, spoken
from drakdom.errors import InputError, LimitError

if TYPE_CHECKING:
    from drakdom.draw.scene import Scene
    from drakdom.report.page import Look

FORMS = (".svg", ".png")


def draw_command(
    file: options.File,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Draw into this file, .svg or .png; - prints the SVG.")
    ] = "",
    board: Annotated[
        bool, typer.Option("--board", help="Draw the board as it stands, before anything happens; nothing is ruled.")
    ] = False,
    animate: Annotated[bool, typer.Option("--animate", help="Step through the boards in one place (SVG).")] = False,
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
    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited

    _check_output(output, animate, file)
    _check_board(board, animate, outcome)
    look = Look.of()

    def work() -> str | bytes:
        added = added_rules(house_rule, setting, variant)
        scenarios = spoken(read_under(file, folders, added, variant, reading), lang)
        if board:
            from drakdom.draw.still import board_scene

            scene = board_scene(scenarios[0])
        else:
            from drakdom.draw.scenes import ruled_and_drawn

            scene = ruled_and_drawn(scenarios[0], outcome)[1]
        return _picture(replace(scene, combinations=len(scenarios)), output, animate, look)

    try:
        picture = run_limited(work, limits(seconds, megabytes))
    except LimitError as error:
        raise error if board else LimitError(f"{error}\n`--board` draws the board as it stands") from None
    if isinstance(picture, str) and output in ("", "-"):
        out(picture)
    else:
        _write(Path(output), picture)


def _check_board(board: bool, animate: bool, outcome: int) -> None:
    """Refuse what does not go together with a board on which nothing happens."""
    for option, is_asked in (("--animate", animate), ("--outcome", outcome != 1)):
        if board and is_asked:
            raise InputError.one(f"`--board` draws the board before anything happens: it does not go with `{option}`")


def _check_output(output: str, animate: bool, file: str) -> None:
    """Say what is in the way of the file before any work is done."""
    form = Path(output).suffix.lower()
    if animate and (not output or form == ".png"):
        raise InputError.one("only an SVG picture can be animated", output, help="`-o board.svg`")
    if output in ("", "-"):
        return
    if form not in FORMS:
        ends = " or ".join(f"`{one}`" for one in FORMS)
        raise InputError.one("this is no name of a picture", output, help=f"name a file that ends in {ends}")
    if form == ".png":
        from drakdom.draw.png import check_png

        check_png()
    check_place(Path(output), source=file)


def _picture(scene: Scene, output: str, animate: bool, look: Look) -> str | bytes:
    """The scene as it is asked for."""
    if not output:
        from drakdom.draw.terminal import typed

        return typed(scene, look.width, colour=look.colour, unicode=look.unicode)
    from drakdom.draw.svg import draw

    svg = draw(scene, animated=animate)
    if not output.lower().endswith(".png"):
        return svg
    from drakdom.draw.png import to_png

    return to_png(svg)


def _write(file: Path, picture: str | bytes) -> None:
    try:
        save_whole(file, picture)
    except OSError as error:
        raise InputError.one(f"cannot be written: {(error.strerror or str(error)).lower()}", str(file)) from None
