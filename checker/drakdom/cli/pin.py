"""`drakdom pin`: write today's verdict into a scenario as expectations."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from drakdom.cli import options
from drakdom.cli.output import out, save
from drakdom.cli.reading import added_rules, limits, read_all, scenario_text
from drakdom.report.as_json import print_json

SCHEMA = "drakdom/pin/1"


def pin_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A scenario; - reads one and prints it with its pins.")],
    everything: Annotated[
        bool, typer.Option("--all", help="Pin everything that happens, not only what is expected already.")
    ] = False,
    reasons: Annotated[
        str,
        typer.Option(
            metavar="WHICH",
            help="Clauses to pin: `nearest`, `all` behind what happens, or `none`.",
            autocompletion=lambda incomplete: [depth for depth in _depths() if depth.startswith(incomplete)],
        ),
    ] = "nearest",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Write without asking.")] = False,
    folders: options.Folders = [],  # noqa: B006  (typer copies defaults)
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Show today's verdict as a patch of a scenario's `expect`, and write it. Exit code 1 if it was not written."""
    from drakdom.errors import InputError
    from drakdom.rulebook.words import did_you_mean, short
    from drakdom.sandbox import run_limited
    from drakdom.scenario.link import is_link
    from drakdom.tools.configuration import configuration

    if reasons not in _depths():
        help_ = did_you_mean(reasons, _depths())
        raise InputError.single(f"unknown value `{short(reasons)}` of `--reasons`", help=help_)

    is_file = file != "-" and not is_link(file)
    before, added = _content(file) if is_file else b"", added_rules(configuration().house_rules, ())

    def work() -> tuple[str, str, tuple[str, ...]]:
        from drakdom.scenario import read_combinations_text
        from drakdom.tools.pin import holds, pin

        scenarios = read_all(file, folders, None, added)
        pinned = pin(scenario_text(file), scenarios, depth=reasons, everything=everything)  # type: ignore[arg-type]
        if pinned.changed:
            folder = Path(file).parent if is_file else None
            holds(read_combinations_text(pinned.text, file, folders, added=added, folder=folder))
        return pinned.text, pinned.patch, pinned.notes

    text, patch, notes = run_limited(work, limits(seconds, megabytes))
    for note in notes:
        typer.echo(f"note: {note}", err=True)
    written = bool(patch) and is_file and (yes or (not as_json and _agreed(patch)))
    if written:
        _replace(file, before, text)
    if as_json:
        value = {"schema": SCHEMA, "file": file, "changed": bool(patch), "written": written, "patch": patch}
        out(print_json(value | {"text": text, "notes": [*notes]}))
    elif not is_file:
        out(text)
    elif not patch:
        out(f"{file}: nothing to pin; every expectation holds\n")
    elif yes:
        out(f"{patch}wrote {file}\n")
    else:
        out(f"wrote {file}\n" if written else "nothing was written; write it with `--yes`\n")
    raise typer.Exit(0 if written or not patch or not is_file else 1)


def _replace(file: str, before: bytes, text: str) -> None:
    """Write a text into a file that still has the content of before. Raises InputError."""
    from drakdom.errors import InputError

    if _content(file) != before:
        message = "the file was changed meanwhile; nothing was written"
        raise InputError.single(message, file, help="pin it again")
    save(Path(file), text)


def _content(file: str) -> bytes:
    """Return the content of a file. Raises InputError if writing its text anew would change it elsewhere, too."""
    from drakdom.errors import InputError
    from drakdom.rulebook.yamltext import decode, read_bytes

    data = read_bytes(Path(file), file)
    if decode(data, file).encode() != data:
        message = "the file has a byte order mark, decomposed letters or unusual line ends; pinning would change them"
        raise InputError.single(message, file, help="save it as plain UTF-8 text in normal form C first")
    if Path(file).stat().st_nlink > 1:
        message = "the file has a second name (a hard link), which pinning would take apart"
        raise InputError.single(message, file, help="make it a file of its own first")
    return data


def _depths() -> tuple[str, ...]:
    from drakdom.tools.pin import DEPTHS

    return DEPTHS


def _agreed(patch: str) -> bool:
    """Print the patch, and ask for consent if a person can answer."""
    out(patch)
    return sys.stdin is not None and sys.stdin.isatty() and typer.confirm("write this?", err=True)
