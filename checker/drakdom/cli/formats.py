"""The option `--format` of commands that print text or JSON; `--json` is its old spelling, kept and hidden."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any

import typer


class Format(str, Enum):  # noqa: UP042  (typer's oldest supported version wants this form)
    """Formats of the output of commands."""

    text = "text"
    json = "json"


_OPTION = Annotated[Format, typer.Option("--format", help="Print text, or one JSON object.")]
_NAME = "output_format"


def with_format(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command with the flag `as_json` the option `--format`, unless it has one of its own."""
    parameters = [*inspect.signature(command, eval_str=True).parameters.values()]
    names = {parameter.name for parameter in parameters}
    if "as_json" not in names or names & {"format_", "report"}:
        return command

    def run(**words: Any) -> Any:
        words["as_json"] = words.pop(_NAME) is Format.json or words["as_json"]
        return command(**words)

    option = inspect.Parameter(_NAME, inspect.Parameter.KEYWORD_ONLY, default=Format.text, annotation=_OPTION)
    at = next(number for number, parameter in enumerate(parameters) if parameter.name == "as_json")
    parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in parameters]
    parameters[at:at] = [option]
    run.__doc__ = command.__doc__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run
