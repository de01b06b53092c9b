"""A command whose options refuse an empty value: `--flight "$WHO"` with an empty `WHO` is a mistake, not a default."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperOption


class Command(TyperCommand):
    """Refuses options that are given without a value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line. Raises InputError if an option has an empty value."""
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
