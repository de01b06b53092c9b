"""`drakdom paths`: what figures can reach, and what it takes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli import options
from drakdom.cli.dispute import Dispute, on_a_dispute
from drakdom.cli.output import check_report, out, save
from drakdom.report.as_json import each_json

if TYPE_CHECKING:
    from drakdom.paths.homeward import Progress
    from drakdom.report.page import Look
    from drakdom.scenario import Scenario


@on_a_dispute
def paths_command(
    dispute: Dispute,
    figure: Annotated[list[str], typer.Option("--figure", metavar="NAME", help="Only this figure. Repeatable.")] = [],  # noqa: B006  (typer copies defaults)
    to: Annotated[
        str, typer.Option("--to", metavar="PLACE", help="Show the best way to this place, move by move.")
    ] = "",
    home: Annotated[bool, typer.Option("--home", help="Show who can still get home, and how likely.")] = False,
    plot: Annotated[
        str, typer.Option(metavar="SVG", help="Draw the ways into this file; with --home, draw how the odds fall.")
    ] = "",
    chase: Annotated[
        bool, typer.Option("--chase", help="Show who chases whom, round by round, and how the lost come home.")
    ] = False,
    flight: Annotated[
        str, typer.Option(metavar="MONSTER", help="Show by which exits this monster may flee, and the results.")
    ] = "",
    as_json: options.AsJson = False,
) -> None:
    """Say what figures can reach and how, who gets home, who chases whom, and where a monster may flee."""
    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited

    look = Look.of()
    check_home(home, to, plot, dispute.file)
    check_chase(chase, home, figure, to)
    check_flight(flight, home, chase, figure, to)

    def work() -> tuple[str, str]:
        from drakdom.errors import InputError
        from drakdom.paths.names import check_names

        scenarios = dispute.scenarios()
        for scenario in scenarios:
            check_names(scenario, figure, to)
        if plot and len(scenarios) > 1:
            message = f"the matrix has {len(scenarios)} combinations; `--plot` draws only one"
            raise InputError.single(message, dispute.file, help="choose one with `--reading`")
        if home:
            return _homes(scenarios, figure, look, as_json=as_json, drawn=bool(plot))
        if chase:
            return _chases(scenarios, look, as_json=as_json, drawn=bool(plot))
        if flight:
            return _flights(scenarios, flight, look, as_json=as_json, drawn=bool(plot))
        return _reaches(scenarios, figure, to, look, as_json=as_json, drawn=bool(plot))

    page, picture = run_limited(work, dispute.limits)
    if plot:
        save(Path(plot), picture)
    out(page)


@contextmanager
def whose_turn() -> Iterator[Progress | None]:
    """Show on a terminal whose way home is being computed; leave nothing behind."""
    from drakdom.report.page import is_plain, printable

    if is_plain() or not sys.stderr.isatty():
        yield None
        return
    clear = "\r\x1b[K"

    def tell(figure: str, done: int, total: int) -> None:
        sys.stderr.write(f"{clear}{printable(figure)} ({done + 1}/{total})")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write(clear)
        sys.stderr.flush()


def check_home(home: bool, to: str, plot: str, file: str = "") -> None:
    """Raise InputError for options that exclude each other, and for a chart that cannot be written."""
    from drakdom.errors import InputError

    if home and to:
        raise InputError.single("`--home` does not go with `--to`")
    if plot and not plot.lower().endswith(".svg"):
        raise InputError.single("`--plot` writes an SVG picture", plot, help="name a file that ends in `.svg`")
    if plot:
        check_report(Path(plot), file)


def check_chase(chase: bool, home: bool, figures: list[str], to: str) -> None:
    """Raise InputError for an option that does not go with `--chase`."""
    from drakdom.errors import InputError

    for option, is_set in (("--home", home), ("--to", to), ("--figure", figures)):
        if chase and is_set:
            raise InputError.single(f"`--chase` covers everybody on the board, so it does not go with `{option}`")


def check_flight(flight: str, home: bool, chase: bool, figures: list[str], to: str) -> None:
    """Raise InputError for an option that does not go with `--flight`."""
    from drakdom.errors import InputError

    for option, is_set in (("--home", home), ("--chase", chase), ("--to", to), ("--figure", figures)):
        if flight and is_set:
            raise InputError.single(f"`--flight` covers one monster, so it does not go with `{option}`")


def _reaches(
    scenarios: list[Scenario], figures: list[str], to: str, look: Look, *, as_json: bool, drawn: bool
) -> tuple[str, str]:
    from drakdom.paths.reach import reaches
    from drakdom.report.ways import reach_text
    from drakdom.report.ways_json import reach_json

    answers = [(reaches(scenario, figures, to), scenario) for scenario in scenarios]
    picture = ""
    if drawn:
        from drakdom.draw.reached import reach_scene
        from drakdom.draw.svg import draw
        from drakdom.report.ways import marks, sentences

        picture = draw(reach_scene(*answers[0], sentences(*answers[0], to), marks(*answers[0], to), to))
    if as_json:
        return each_json(reach_json(*answer) for answer in answers), picture
    return "\n".join(reach_text(*answer, look, to) for answer in answers), picture


def _homes(scenarios: list[Scenario], figures: list[str], look: Look, *, as_json: bool, drawn: bool) -> tuple[str, str]:
    from drakdom.paths.homeward import homes
    from drakdom.report.home import home_json, home_plot, home_text

    with whose_turn() as progress:
        answers = [(homes(scenario, figures, progress), scenario) for scenario in scenarios]
    picture = home_plot(*answers[0]) if drawn else ""
    if as_json:
        return each_json(home_json(*answer) for answer in answers), picture
    return "\n".join(home_text(*answer, look) for answer in answers), picture


def _flights(scenarios: list[Scenario], name: str, look: Look, *, as_json: bool, drawn: bool) -> tuple[str, str]:
    from drakdom.draw.flights import flight_scene
    from drakdom.draw.svg import draw
    from drakdom.paths.flight import flight
    from drakdom.report.flight import flight_json, flight_text, sentences, supposed

    answers = [(flight(scenario, name), scenario) for scenario in scenarios]
    picture = (
        draw(flight_scene(*answers[0], sentences(*answers[0]), supposed(answers[0][0]) if answers[0][0].foes else ()))
        if drawn
        else ""
    )
    if as_json:
        return each_json(flight_json(*answer) for answer in answers), picture
    return "\n".join(flight_text(*answer, look) for answer in answers), picture


def _chases(scenarios: list[Scenario], look: Look, *, as_json: bool, drawn: bool) -> tuple[str, str]:
    from drakdom.paths.pursuit import pursuit_report
    from drakdom.report.pursuit import pursuit_json, pursuit_text, sentences

    answers = [(pursuit_report(scenario), scenario) for scenario in scenarios]
    picture = ""
    if drawn:
        from drakdom.draw.pursuits import pursuit_scene
        from drakdom.draw.svg import draw

        picture = draw(pursuit_scene(scenarios[0], [*sentences(*answers[0])]))
    if as_json:
        return each_json(pursuit_json(*answer) for answer in answers), picture
    return "\n".join(pursuit_text(*answer, look) for answer in answers), picture
