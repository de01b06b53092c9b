"""The command `drakdom`: its commands by name, and the one place where errors leave."""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from drakdom.cli import door
from drakdom.cli.command import Command, without_colour
from drakdom.cli.formats import with_format

COMMANDS = (
    "rule",
    "ask",
    "check",
    "pin",
    "explain",
    "why-not",
    "odds",
    "draw",
    "paths",
    "compare",
    "sweep",
    "audit",
    "rulebook",
    "rulebooks",
    "clauses",
    "words",
    "new",
    "house-rule",
    "schema",
    "lint",
    "coverage",
    "precedents",
    "serve",
)


class Commands(TyperGroup):
    """Loads a command when it is called, and turns every error into a message and an exit code."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Names of commands, the first to be learnt first."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = import_module(f"drakdom.cli.{name}")
        if hasattr(module, "app"):  # a command with commands of its own
            return typer.main.get_command(module.app)
        single = typer.Typer(rich_markup_mode=None, add_completion=False)
        single.command(cmd_name, cls=Command)(with_format(getattr(module, f"{name}_command")))
        return typer.main.get_command(single)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command. Raises InputError with the nearest name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from drakdom.errors import InputError
            from drakdom.rulebook.words import did_you_mean, short

            near = did_you_mean(args[0], COMMANDS) or "`drakdom --help` lists the commands"
            raise InputError.single(f"unknown command `{short(args[0])}`", help=near)
        return super().resolve_command(ctx, args)

    def main(self, args: Any = None, *rest: Any, **more: Any) -> Any:
        """Run and exit; every run ends here."""
        words = list(sys.argv[1:] if args is None else args)
        more["standalone_mode"] = False
        sys.exit(door.run(lambda: super(Commands, self).main(args, *rest, **more), _wants_json(words)))


def _wants_json(words: list[str]) -> bool:
    """True if errors are to be printed as JSON, too; what comes after `--` is no option."""
    words = words[: words.index("--")] if "--" in words else words
    return "--json" in words or "--format=json" in words or ("--format", "json") in pairwise(words)


app = typer.Typer(
    cls=Commands,
    name="drakdom",
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _version(wanted: object) -> None:
    if not isinstance(wanted, bool):  # an old typer passes the word "False", which counts as true
        from drakdom.errors import InputError

        raise InputError.single(
            "the installed typer is too old for the installed click: it reads every option wrongly",
            help="update it: `python -m pip install --upgrade typer`",
        )
    if wanted:
        from drakdom import __version__

        typer.echo(f"drakdom {__version__}")
        raise typer.Exit


def _without_colour(wanted: bool) -> None:
    if wanted:
        without_colour()


@app.callback()
def drakdom(
    _version_wanted: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    _colourless: Annotated[
        bool, typer.Option("--no-color", callback=_without_colour, is_eager=True, help="Print without colour.")
    ] = False,
) -> None:
    """Rules on disputes in board games: what happens, why, by which clause, how likely.

    Exit codes: 0 done, 1 a failed expectation or a finding, 2 wrong input, 3 a limit was hit, 4 our bug, 5 nothing ran,
    6 no cluster.
    """
