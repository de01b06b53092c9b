"""`drakdom rulebook`: write a new rulebook."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from drakdom.cli.command import Command
from drakdom.cli.output import check_free, out, save_below

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
_LONGEST = 60


@app.callback()
def rulebook() -> None:
    """Write a rulebook to start from."""


@app.command("new", cls=Command)
def new_rulebook(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case words with hyphens: my-game.")],
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Folder to write; default: ./NAME.")] = "",
    title: Annotated[str, typer.Option(metavar="TITLE", help="The name of the game; default: made of NAME.")] = "",
) -> None:
    """Write a small game that passes `lint`, `check` and `coverage` at once, with comments on what to replace."""
    from drakdom.editors import schema_files
    from drakdom.errors import InputError
    from drakdom.report.rulebook_starter import FIRST, prefix_of, rulebook_files
    from drakdom.rulebook import find_rulebooks, load_rulebook
    from drakdom.rulebook.words import short

    if not _NAME.match(name) or len(name) > _LONGEST:
        near = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-0123456789")[:_LONGEST].rstrip("-")
        help_ = f"write `{near}`" if near else "write for instance `my-game`"
        message = f"`{short(name)}` is not the name of a rulebook: lower-case words with hyphens"
        raise InputError.single(message, help=help_)
    if name in find_rulebooks():
        raise InputError.single(f"`{name}` is a rulebook that comes with Drakdom", help="find another name")
    called = title.strip() or name.replace("-", " ").title()
    if not re.fullmatch(r"[^\W\d_][\w '-]*", called) or len(called) > _LONGEST:
        raise InputError.single(f"`{short(called)}` is not a title: letters, digits, blanks, ' and -", help="`--title`")
    place = Path(folder or name)
    check_free(place, "new rulebook")
    for file, text in rulebook_files(name, called, prefix_of(name)).items():
        save_below(place / file, text)
    for path, text in schema_files(load_rulebook(place)).items():
        save_below(path, text)
    out(
        f"wrote {place}; now:\n"
        f"  drakdom rule {place}/{FIRST} --rulebook {place}\n"
        f"  drakdom check {place}/scenarios --rulebook {place}\n"
        f"  drakdom lint {name} --rulebook {place}\n"
        f"  drakdom coverage {name} --rulebook {place}\n"
    )
