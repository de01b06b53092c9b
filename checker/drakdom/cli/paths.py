"""`drakdom paths`: what figures can reach, and what it takes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli import options
from drakdom.cli.options import added_rules, check_place, each_json, limits, out, read_under, save, spoken

if TYPE_CHECKING:
    from drakdom.paths.homeward import Progress
    from drakdom.report.page import Look
    from drakdom.scenario import Scenario


def paths_command(
    file: options.File,
    figure: Annotated[list[str], typer.Option("--figure", metavar="NAME", help="Only this figure. Repeatable.")] = [],  # noqa: B006  (typer copies defaults)
    to: Annotated[str, typer.Option("--to", metavar="PLACE", help="The best way to one place, move by move.")] = "",
    home: Annotated[bool, typer.Option("--home", help="Whether they still get home, and how likely.")] = False,
    plot: Annotated[
        str, typer.Option(metavar="SVG", help="Draw it into this file: the ways, or with --home how the odds fall.")
    ] = "",
    chase: Annotated[
        bool, typer.Option("--chase", help="Who chases whom, round by round, and how the lost come home.")
    ] = False,
    flight: Annotated[
        str, typer.Option(metavar="MONSTER", help="By which exits this one may flee now, and what comes of it.")
    ] = "",
    reading: options.Readings = [],  # noqa: B006
    variant: options.Variants = [],  # noqa: B006
    house_rule: options.HouseRules = [],  # noqa: B006
    setting: options.Settings = [],  # noqa: B006
    folders: options.Folders = [],  # noqa: B006
    lang: options.Lang = options.ENGLISH,
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Say what figures can reach, past what, whether they get home, who runs after whom, where a monster may flee."""
    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited

    look = Look.of()
    check_home(home, to, plot, file)
    check_chase(chase, home, figure, to)
    check_flight(flight, home, chase, figure, to)

    def work() -> tuple[str, str]:
        from drakdom.errors import InputError

        added = added_rules(house_rule, setting, variant)
        scenarios = spoken(read_under(file, folders, added, variant, reading), lang)
        for one in scenarios:
            check_names(one, figure, to)
        if plot and len(scenarios) > 1:
            many = f"the matrix has {len(scenarios)} combinations, and `--plot` draws one"
            raise InputError.one(many, file, help="`--reading` chooses among readings")
        if home:
            return _homes(scenarios, figure, look, as_json=as_json, drawn=bool(plot))
        if chase:
            return _chases(scenarios, look, as_json=as_json, drawn=bool(plot))
        if flight:
            return _flights(scenarios, flight, look, as_json=as_json, drawn=bool(plot))
        return _reaches(scenarios, figure, to, look, as_json=as_json, drawn=bool(plot))

    page, picture = run_limited(work, limits(seconds, megabytes))
    if plot:
        save(Path(plot), picture)
    out(page)


@contextmanager
def whose_turn() -> Iterator[Progress | None]:
    """Whose way home is looked for, on a terminal that may be steered; it leaves nothing behind."""
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
    """Refuse what does not go together, and a chart that cannot be written."""
    from drakdom.errors import InputError

    if home and to:
        raise InputError.one("`--home` and `--to` ask for two different ways")
    if plot and not plot.lower().endswith(".svg"):
        raise InputError.one("`--plot` writes an SVG picture", plot, help="name a file that ends in `.svg`")
    if plot:
        check_place(Path(plot), source=file)


def check_chase(chase: bool, home: bool, figures: list[str], to: str) -> None:
    """Refuse what does not go together with a chase, which tells of everybody."""
    from drakdom.errors import InputError

    for option, is_asked in (("--home", home), ("--to", to), ("--figure", figures)):
        if chase and is_asked:
            raise InputError.one(f"`--chase` tells of everybody on the board: it does not go with `{option}`")


def check_flight(flight: str, home: bool, chase: bool, figures: list[str], to: str) -> None:
    """Refuse what does not go together with a flight, which is that of one."""
    from drakdom.errors import InputError

    for option, is_asked in (("--home", home), ("--chase", chase), ("--to", to), ("--figure", figures)):
        if flight and is_asked:
            raise InputError.one(f"`--flight` tells of one monster: it does not go with `{option}`")


def _reaches(
    scenarios: list[Scenario], figures: list[str], to: str, look: Look, *, as_json: bool, drawn: bool
) -> tuple[str, str]:
    from drakdom.paths.reach import reaches
    from drakdom.report.ways import ways, ways_json

    found = [(reaches(one, figures), one) for one in scenarios]
    picture = ""
    if drawn:
        from drakdom.draw.reached import reach_scene
        from drakdom.draw.svg import draw
        from drakdom.report.ways import marks, sentences

        picture = draw(reach_scene(*found[0], sentences(*found[0], to), marks(*found[0], to), to))
    if as_json:
        return each_json(ways_json(*one) for one in found), picture
    return "\n".join(ways(*one, look, to) for one in found), picture


def _homes(scenarios: list[Scenario], figures: list[str], look: Look, *, as_json: bool, drawn: bool) -> tuple[str, str]:
    from drakdom.paths.homeward import homes
    from drakdom.report.home import homeward, homeward_json, homeward_plot

    with whose_turn() as progress:
        led = [(homes(one, figures, progress), one) for one in scenarios]
    picture = homeward_plot(*led[0]) if drawn else ""
    if as_json:
        return each_json(homeward_json(*one) for one in led), picture
    return "\n".join(homeward(*one, look) for one in led), picture


def _flights(scenarios: list[Scenario], name: str, look: Look, *, as_json: bool, drawn: bool) -> tuple[str, str]:
    from drakdom.draw.flights import flight_scene
    from drakdom.draw.svg import draw
    from drakdom.paths.flight import flight
    from drakdom.report.flight import flight as told
    from drakdom.report.flight import flight_json, sentences, supposed

    found = [(flight(one, name), one) for one in scenarios]
    picture = (
        draw(flight_scene(*found[0], sentences(*found[0]), supposed(found[0][0]) if found[0][0].foes else ()))
        if drawn
        else ""
    )
    if as_json:
        return each_json(flight_json(*one) for one in found), picture
    return "\n".join(told(*one, look) for one in found), picture


def _chases(scenarios: list[Scenario], look: Look, *, as_json: bool, drawn: bool) -> tuple[str, str]:
    from drakdom.paths.pursuit import chased
    from drakdom.report.pursuit import chase, pursuit_json, sentences

    found = [(chased(one), one) for one in scenarios]
    picture = ""
    if drawn:
        from drakdom.draw.pursuits import pursuit_scene
        from drakdom.draw.svg import draw

        picture = draw(pursuit_scene(scenarios[0], [*sentences(*found[0])]))
    if as_json:
        return each_json(pursuit_json(*one) for one in found), picture
    return "\n".join(chase(*one, look) for one in found), picture


def check_names(scenario: Scenario, figures: list[str], place: str = "") -> None:
    """Refuse a figure or a place that the scenario does not know."""
    from drakdom.errors import InputError
    from drakdom.rulebook.words import did_you_mean, short
    from drakdom.terms import show

    known = {fact.args[0] for fact in scenario.facts if fact.name == "figure"}
    for name in figures:
        if name not in known:
            help_ = did_you_mean(name, sorted(map(str, known)), len(known))
            raise InputError.one(f"there is no figure `{short(name)}` in this scenario", scenario.file, help=help_)
    places = sorted({show(fact.args[0]) for fact in scenario.facts if fact.name == "adjacent"})
    if place and place not in places:
        help_ = did_you_mean(place, places)
        raise InputError.one(f"there is no place `{short(place)}` on this board", scenario.file, help=help_)
