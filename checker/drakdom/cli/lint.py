"""`drakdom lint`: check the law of a rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli.options import (
    MEGABYTES,
    AsJson,
    Folders,
    Fresh,
    Megabytes,
    Results,
    RulebookName,
    Scheduler,
    SchedulerFile,
    Seconds,
    Workers,
)
from drakdom.cli.output import out
from drakdom.cli.reading import limits, scenario_folder

if TYPE_CHECKING:
    from drakdom.kept import Keep
    from drakdom.lint import LintFinding

SECONDS = 300.0
"""Time limit for reading the law, and for grounding it on each scenario."""


def lint_command(
    rulebook: RulebookName,
    scenarios: Annotated[
        list[str], typer.Option(metavar="PATH", help="Ground the law on these; default: those of RULEBOOK or DIR.")
    ] = [],  # noqa: B006  (typer copies defaults)
    only_text: Annotated[bool, typer.Option("--only-text", help="Check the text only; ground nothing.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Rewrite false headers (`Reads:`, `Defines:`) first.")] = False,
    house_rule: Annotated[
        list[str],
        typer.Option(metavar="DIR", help="Check this house rule instead, read beside the rulebook. Repeatable."),
    ] = [],  # noqa: B006
    workers: Workers = None,
    scheduler: Scheduler = "",
    scheduler_file: SchedulerFile = "",
    results: Results = "",
    folders: Folders = [],  # noqa: B006
    fresh: Fresh = False,
    as_json: AsJson = False,
    seconds: Seconds = SECONDS,
    megabytes: Megabytes = MEGABYTES,
) -> None:
    """Check that the law of a rulebook or house rule is well-formed. Exit code 1 if it is not."""
    from drakdom.cli.check import progress_bar
    from drakdom.cli.places import place_of, results_folder
    from drakdom.errors import InputError
    from drakdom.lint import Grounding, can_be_grounded, fix_rulebook, ground_each, lint_rulebook
    from drakdom.report.as_json import print_json
    from drakdom.report.faults import lint_json, lint_text
    from drakdom.report.page import Look
    from drakdom.rulebook import load_house_rule, load_rulebook, resolve_rulebook, with_house_rules
    from drakdom.rulebook.find import HOUSE, resolve_house_rule
    from drakdom.sandbox import run_limited
    from drakdom.tools.files import find_scenarios

    if only_text and scenarios:
        raise InputError.single("`--only-text` grounds nothing, so it does not go with `--scenarios`")
    place = place_of(workers, scheduler, scheduler_file)
    book = load_rulebook(resolve_rulebook(rulebook, folders))
    house = [resolve_house_rule(word, book.folder, Path()) for word in house_rule]
    own = scenario_folder(book)
    places = [own] if not house else [*(rule / "scenarios" for rule in house), *([own / HOUSE] if own else [])]
    paths = scenarios or [str(place) for place in places if place and place.is_dir()]
    files = [] if only_text or not paths else find_scenarios(paths)
    if house and own and not scenarios:  # of the rulebook's own, those that name the house rule
        names = [rule.resolve().name for rule in house]
        files = [file for file in files if not file.is_relative_to(own) or _has_all(file, names)]
    most = limits(seconds, megabytes)
    for name in run_limited(lambda: fix_rulebook(book.folder, house), most) if fix else ():
        typer.echo(f"rewrote the header of {name}", err=True)
    keep: Keep = "fresh" if fresh else "yes"

    def read() -> tuple[tuple[LintFinding, ...], bool]:
        findings = lint_rulebook(book.folder, (), house)
        return findings, bool(files) and can_be_grounded(book.folder, house)

    findings, is_sound = run_limited(read, most)
    grounding = Grounding(findings, 0, 0)
    if is_sound:
        with place.client() as client, progress_bar("grounding") as progress:
            grounding = ground_each(
                book.folder, files, most, progress, house, keep,
                jobs=place.processes, client=client, results=results_folder(results),
            )  # fmt: skip
        grounding = grounding._replace(findings=(*findings, *grounding.findings))
    book = with_house_rules(book, [load_house_rule(rule, book) for rule in house])
    out(print_json(lint_json(grounding, book)) if as_json else lint_text(grounding, book, Look.of()))
    raise typer.Exit(1 if grounding.findings else 0)


def _has_all(file: Path, words: list[str]) -> bool:
    """Return True if a file is text with all of these words."""
    from drakdom.rulebook.textfile import text_or_error

    text = text_or_error(file)
    return isinstance(text, str) and all(word in text for word in words)
