"""The reference of commands, `docs/commands.md`, made from the program.

`python -m tests.project.commands --write` renews the page; without `--write` it is printed.
"""

import argparse
import sys
from collections.abc import Iterator
from textwrap import fill
from typing import Any

import typer

from drakdom.cli.app import app
from tests.project.tree import ROOT

PAGE = ROOT / "docs" / "commands.md"
HEAD = """\
# Commands

This page is made from the program. `drakdom COMMAND --help` prints the same.
[Running Drakdom](running.md) describes what the commands share, and the exit codes.
"""


def page() -> str:
    """Return the page as Markdown."""
    root = typer.main.get_command(app)
    parts = list(sections(root, "drakdom"))
    names = [name for name, _ in parts]
    links = [f"[`{name}`](#{name.replace(' ', '-')})" for name in names if name != "drakdom"]
    return "\n".join([HEAD, " · ".join(links).replace(" · ", "\n· "), "", *(text for _, text in parts)]).rstrip() + "\n"


def sections(command: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the section of a command, then those of the commands below it."""
    context = command.make_context(name, ["--unparsed"], resilient_parsing=True)
    yield name, section(command, name)
    if hasattr(command, "list_commands"):
        for word in command.list_commands(context):
            yield from sections(command.get_command(context, word), f"{name} {word}")


def section(command: Any, name: str) -> str:
    """Return one command: its purpose, its usage, its arguments and its options."""
    options = [p for p in command.params if p.param_type_name == "option" and not p.hidden]
    arguments = [p for p in command.params if p.param_type_name == "argument" and not p.hidden]
    group = hasattr(command, "list_commands")
    usage = [name, *(["[OPTIONS]"] if options else []), *map(_argument, arguments), *(["COMMAND"] if group else [])]
    lines = [f"## {name}", "", _prose(command.help or ""), "", "```text", " ".join(usage), "```", ""]
    if arguments:
        lines += ["| argument | meaning |", "|---|---|"]
        lines += [f"| `{_cell(_bare(_name(p)))}` | {_cell(p.help or '')} |" for p in arguments]
        lines.append("")
    if options:
        lines += ["| option | meaning | default |", "|---|---|---|"]
        lines += [f"| {_option(p)} | {_cell(p.help or '')} | {_default(p)} |" for p in options]
        lines.append("")
    return "\n".join(lines)


def _prose(text: str) -> str:
    """Return a help text with short lines."""
    return "\n\n".join(fill(" ".join(part.split()), 118) for part in text.strip().split("\n\n"))


def _bare(name: str) -> str:
    return name.strip("[]")


def _name(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _argument(parameter: Any) -> str:
    name = _name(parameter) + ("..." if parameter.nargs == -1 else "")
    return name if parameter.required or name.startswith("[") else f"[{name}]"


def _option(parameter: Any) -> str:
    value = "" if parameter.is_flag else f" {parameter.metavar or _kind(parameter)}"
    names = [*parameter.opts, *parameter.secondary_opts]
    return _cell(", ".join(f"`{name}{value if name == names[-1] else ''}`" for name in names))


def _kind(parameter: Any) -> str:
    return "N" if isinstance(parameter.default, int | float) else "TEXT"


def _default(parameter: Any) -> str:
    default = parameter.default
    if parameter.required:
        return "required"
    if callable(default) or default in (None, "", False, ()) or default == [] or parameter.show_default is False:
        return ""
    if isinstance(default, float) and default.is_integer():
        default = int(default)
    return f"`{_cell(str(getattr(default, 'value', default)))}`"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(prog="python -m tests.project.commands", description=main.__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/commands.md")
    if parser.parse_args().write:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        sys.stdout.write(page())


if __name__ == "__main__":
    main()
