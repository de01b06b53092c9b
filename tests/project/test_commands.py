"""The reference of commands says what the program says."""

from pathlib import Path
from typing import Annotated

import typer

from drakdom.cli.app import COMMANDS
from tests.project.commands import PAGE, page, section
from tests.project.tree import ROOT


def test_the_page_is_what_the_program_says() -> None:
    message = "docs/commands.md is out of date; renew it: python -m tests.project.commands --write"
    assert PAGE.read_text(encoding="utf-8") == page(), message


def test_every_command_is_on_the_page() -> None:
    text = page()
    missing = [name for name in COMMANDS if f"\n## drakdom {name}\n" not in text]
    assert not missing
    assert "\n## drakdom house-rule new\n" in text


def test_the_readme_has_a_row_for_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    missing = [name for name in COMMANDS if f"\n| `drakdom {name}" not in text]
    assert not missing


def test_arguments_options_and_defaults_are_told() -> None:
    program = typer.Typer(rich_markup_mode=None, add_completion=False)

    @program.command("walk")
    def walk(
        file: Annotated[Path, typer.Argument(metavar="FILE", help="A | file.")],
        steps: Annotated[int, typer.Option("--steps", "-s", help="How far.")] = 3,
        far: Annotated[bool, typer.Option("--far", help="Go on.")] = False,
    ) -> None:
        """Walk through a file.

        Slowly.
        """

    text = section(typer.main.get_command(program), "game walk")
    lines = text.splitlines()
    assert lines[:6] == ["## game walk", "", "Walk through a file.", "", "Slowly.", ""]
    assert "game walk [OPTIONS] FILE" in lines
    assert "| `FILE` | A \\| file. |" in lines
    assert "| `--steps`, `-s N` | How far. | `3` |" in lines
    assert "| `--far` | Go on. |  |" in lines
