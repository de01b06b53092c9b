"""`drakdom draw`: the board before and after each phase of one course of play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli.dispute import Dispute, on_a_dispute
from drakdom.cli.output import check_report, out, save
from drakdom.errors import InputError, LimitError

if TYPE_CHECKING:
    from drakdom.draw.scene import Scene
    from drakdom.report.page import Look

FORMS = (".svg", ".png")


@on_a_dispute
def draw_command(
    dispute: Dispute,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Draw into this file, .svg or .png; - prints the SVG.")
    ] = "",
    board: Annotated[bool, typer.Option("--board", help="Draw the starting board; rule on nothing.")] = False,
    animate: Annotated[bool, typer.Option("--animate", help="Step through the boards in one place (SVG).")] = False,
    outcome: Annotated[int, typer.Option(metavar="N", min=1, help="Draw the N-th likeliest course of play.")] = 1,
) -> None:
    """Draw the board before and after each phase: who moved, who was hit, by which clause."""
    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited

    _check_output(output, animate, dispute.file)
    _check_board(board, animate, outcome)
    look = Look.of()

    def work() -> str | bytes:
        scenarios = dispute.scenarios()
        if board:
            from drakdom.draw.still import board_scene

            scene = board_scene(scenarios[0])
        else:
            from drakdom.draw.scenes import ruled_and_drawn

            scene = ruled_and_drawn(scenarios[0], outcome)[1]
        return _picture(replace(scene, combinations=len(scenarios)), output, animate, look)

    try:
        picture = run_limited(work, dispute.limits)
    except LimitError as error:
        raise error if board else LimitError(f"{error}\n`--board` draws the starting board") from None
    if isinstance(picture, str) and output in ("", "-"):
        out(picture)
    else:
        save(Path(output), picture)


def _check_board(board: bool, animate: bool, outcome: int) -> None:
    """Raise InputError for an option that needs play if `--board` asks for the starting board."""
    for option, is_set in (("--animate", animate), ("--outcome", outcome != 1)):
        if board and is_set:
            raise InputError.single(f"`--board` draws the starting board, so it does not go with `{option}`")


def _check_output(output: str, animate: bool, file: str) -> None:
    """Raise InputError if the picture cannot be written, before any work is done."""
    form = Path(output).suffix.lower()
    if animate and (not output or form == ".png"):
        raise InputError.single("only an SVG picture can be animated", output, help="`-o board.svg`")
    if output in ("", "-"):
        return
    if form not in FORMS:
        ends = " or ".join(f"`{form}`" for form in FORMS)
        raise InputError.single("this is not the name of a picture", output, help=f"name a file that ends in {ends}")
    if form == ".png":
        from drakdom.draw.png import check_png

        check_png()
    check_report(Path(output), file)


def _picture(scene: Scene, output: str, animate: bool, look: Look) -> str | bytes:
    """The scene in the format that the output's name asks for: text, SVG or PNG."""
    if not output:
        from drakdom.draw.terminal import typed

        return typed(scene, look.width, colour=look.colour, unicode=look.unicode)
    from drakdom.draw.svg import draw

    svg = draw(scene, animated=animate)
    if not output.lower().endswith(".png"):
        return svg
    from drakdom.draw.png import to_png

    return to_png(svg)
