"""`drakdom ask`: an interview that asks what matters to a claim, and ends with the ruling."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli import options
from drakdom.cli.output import check_place, out, save

if TYPE_CHECKING:
    from drakdom.cli.drafting import Drafting
    from drakdom.interview.trials import Read
    from drakdom.scenario import Added

_NAME = "<interview>"
_STDIN = "<stdin>"
_UNCLEAR = 2
"""Exit code if lines of a script were not understood."""


def ask_command(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="The scenario to begin with; without it, one is made first.")
    ] = None,
    claims: options.Claims = [],  # noqa: B006  (typer copies defaults)
    output: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Write the scenario with the answers into this file.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
    answers: Annotated[
        str, typer.Option("--answers", metavar="FILE", help="Read the answers from a file, one a line.")
    ] = "",
    as_json: options.AsJson = False,
    folders: options.Folders = [],  # noqa: B006
    lang: options.Lang = options.ENGLISH,
    timeout: options.Seconds = options.SECONDS,
    memory: options.Megabytes = options.MEGABYTES,
) -> None:
    """Ask what matters to a claim, the most telling question first, and rule on the answers."""
    from drakdom.cli.answers import Answers
    from drakdom.cli.dialogue import Dialogue
    from drakdom.cli.drafting import Drafting
    from drakdom.cli.reading import added_rules, limits, scenario_text
    from drakdom.interview.lines import asking
    from drakdom.interview.session import Session
    from drakdom.language import set_language
    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited
    from drakdom.scenario.asked import asking as posed
    from drakdom.tools.configuration import configuration

    _check_file(file, answers, as_json)
    if output:
        check_place(Path(output), "" if force else "`--force` writes over it")
    set_language(lang)
    added, look, bounds = added_rules(configuration().house_rules, ()), Look.of(), limits(timeout, memory)
    read = reader(file or "", folders, lang, added)
    lines = Answers(answers, quiet=as_json)
    if file:
        text, asked, mistakes = scenario_text(file), claims, 0
    else:
        drafting = Drafting(lines, read, folders, look, bounds, lang)
        text, asked, mistakes = _drafted(drafting, claims, output), list[str](), drafting.mistakes

    def beginning() -> str:
        posed(read(text), asked)  # a faulty claim is named by itself, not by a line that the file does not have
        return asking(text, asked) if asked else text

    dialogue = Dialogue(Session(run_limited(beginning, bounds)), lines, read, look, bounds, quiet=as_json)
    try:
        dialogue.run()
    finally:
        if output:
            save(Path(output), dialogue.text)
    out(dialogue.json() if as_json else "\n" + dialogue.ruling())
    if output and not as_json:
        out(f"wrote {output}; now: drakdom rule {output}\n")
    if mistakes + dialogue.mistakes and not lines.is_typed:
        raise typer.Exit(_UNCLEAR)


def _check_file(file: str | None, answers: str, as_json: bool) -> None:
    """Raise InputError for a file that cannot be begun with, or if there is none and one is needed."""
    from drakdom.errors import InputError

    if file == "":
        raise InputError.single("the file name is empty")
    if file == "-" and not answers:
        help_ = "name the answers' file: `--answers FILE`"
        raise InputError.single("the scenario and the answers cannot both come from standard input", help=help_)
    if as_json and not file:
        raise InputError.single("`--json` needs a scenario to begin with", help="name its file")


def _drafted(drafting: Drafting, claims: list[str], output: str) -> str:
    """Return the text of a new scenario; it is saved as far as it goes, also after an interrupt.

    Raises InputError if the answers end before there is anything to rule on.
    """
    from drakdom.errors import InputError

    try:
        text = drafting.run(claims)
    finally:
        if output and drafting.text:
            save(Path(output), drafting.text)
    if text is not None:
        return text
    if output and drafting.text:
        out(f"wrote {output}\n")
    raise InputError.single(
        "the answers end before there is anything to rule on", help="a game, the figures and a claim are needed"
    )


def reader(file: str, folders: list[str], lang: str, added: Added | None = None) -> Read:
    """Return the function that reads a scenario's text; paths in it count from the folder of `file`.

    `added` are rules in force beside those that the scenario names.
    """
    from drakdom.interview.reading import reader_of
    from drakdom.scenario import Added

    folder = Path(file).parent if file not in ("", "-") else None
    return reader_of(_STDIN if file == "-" else file or _NAME, folders, lang, folder=folder, added=added or Added())
