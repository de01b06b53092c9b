"""The command line: one command a file, each loaded when it is called."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command that the words of the process name, and end the process with its exit code."""
    from checker.cli.app import app

    app()
