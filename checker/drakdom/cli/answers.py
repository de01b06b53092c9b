"""Lines of answers: typed at the terminal, from standard input, or from a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from drakdom.cli.output import out

PROMPT = "> "
LONGEST = 2_000
"""Most characters of a line; the rest is not read."""
_CONTROLS = dict.fromkeys((*range(32), 127), " ")


class Answers:
    """The answers to an interview, line by line. `is_typed` tells if somebody types them at a terminal.

    Lines that are not typed are printed, unless it is `quiet`.
    """

    def __init__(self, file: str = "", *, quiet: bool = False) -> None:
        self._quiet = quiet
        self.is_typed = not file and sys.stdin is not None and sys.stdin.isatty()
        self._lines = _of_file(file) if file else iter(()) if self.is_typed else _of_input()
        if self.is_typed:
            _edit_lines()

    def next(self, *, whole: bool = False) -> str | None:
        """Return the next line, and print it unless it was typed; None at the end.

        Blanks at its ends are left out, those at its beginning only if it is not wanted `whole`.
        """
        line = _typed() if self.is_typed else next(self._lines, None)
        if line is None:
            return None
        line = line[:LONGEST].translate(_CONTROLS).rstrip()
        line = line if whole else line.strip()
        if not self.is_typed and not self._quiet:
            out(f"{PROMPT}{line}\n")
        return line


def _typed() -> str | None:
    try:
        return input(PROMPT)
    except EOFError:
        out("\n")
        return None
    except UnicodeDecodeError:
        return "\ufffd"


def _edit_lines() -> None:
    """Let a line be edited with the arrow keys, where the system has the library for it."""
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (`input` uses it once it is loaded)


def _of_file(file: str) -> Iterator[str]:
    from drakdom.rulebook.yamltext import check_file, decode, read_bytes

    check_file(Path(file), file, "leave out `--answers` to read answers from standard input")
    return iter(decode(read_bytes(Path(file), file), file).splitlines())


def _of_input() -> Iterator[str]:
    if sys.stdin is None:
        return
    stream = sys.stdin.buffer
    while data := stream.readline(4 * LONGEST):
        yield data.decode("utf-8", "replace").rstrip("\r\n")
        while data and not data.endswith(b"\n"):  # the rest of a line that is too long
            data = stream.readline(4 * LONGEST)


def problem_lines(error: Exception) -> str:
    """Return the problems of an error, each on a line with its help."""
    problems = getattr(error, "problems", ())
    lines = [problem.message + (f" ({problem.help})" if problem.help else "") for problem in problems]
    return "".join(f"{line}\n" for line in lines or [str(error)])
