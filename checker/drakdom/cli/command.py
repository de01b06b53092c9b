"""A command whose options refuse an empty value: `--flight "$WHO"` with an empty `WHO` is a mistake, not a default."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import Any

from typer.core import TyperCommand, TyperOption

_COLOURLESS = "--no-color"
_SETTINGS = {"folders": "rulebooks", "lang": "lang"}
"""Parameters of commands, with the setting of a repository that is their default."""
_OF_RULINGS = {
    "paths": "paths",
    "house_rule": "house_rules",
    "house_rules": "house_rules",
    "timeout": "timeout",
    "seconds": "timeout",
    "memory": "memory",
    "megabytes": "memory",
}
_RULINGS = frozenset({"rule", "ask", "check", "pin", "explain", "why-not", "odds", "draw", "paths", "sweep"})
"""The same for commands that rule on scenarios; elsewhere a house rule is the thing that is looked at."""


def defaults(command: str, parameters: Collection[str]) -> dict[str, Any]:
    """Return the defaults that `drakdom.toml` or `pyproject.toml` sets. Raises InputError for a faulty file."""
    from drakdom.tools.configuration import configuration

    settings, names = configuration(), _SETTINGS | (_OF_RULINGS if command in _RULINGS else {})
    values = {name: getattr(settings, names[name]) for name in parameters if name in names}
    values = {name: [*value] if isinstance(value, tuple) else value for name, value in values.items()}
    return {name: value for name, value in values.items() if value not in ("", [], None)}


def without_colour() -> None:
    """Print without colour, as if `NO_COLOR` were set; what the program starts prints so, too."""
    os.environ["NO_COLOR"] = "1"


class Command(TyperCommand):
    """Takes defaults from the settings of a repository, and refuses options that are given without a value.

    `--no-color`, an option of `drakdom`, may stand after the name of the command as well.
    """

    def make_context(self, info_name: Any, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context of a call, with the defaults that the settings give."""
        if not extra.get("resilient_parsing") and not {"--help", "-h"} & {*args}:
            extra["default_map"] = defaults(str(info_name), [str(option.name) for option in self.params])
        return super().make_context(info_name, args, parent, **extra)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line. Raises InputError if an option has an empty value."""
        end = args.index("--") if "--" in args else len(args)
        if _COLOURLESS in args[:end]:
            without_colour()
            args = [word for word in args[:end] if word != _COLOURLESS] + args[end:]
        rest = super().parse_args(ctx, args)
        for option in self.get_params(ctx):
            value = ctx.params.get(option.name)
            is_empty = value == "" or (isinstance(value, list | tuple) and "" in value)
            if isinstance(option, TyperOption) and is_empty and not ctx.resilient_parsing:
                source = ctx.get_parameter_source(option.name)
                if source is not None and source.name == "COMMANDLINE":
                    from drakdom.errors import InputError

                    raise InputError.single(f"`{max(option.opts, key=len)}` is empty: give a value, or leave it out")
        return rest
