"""Everything that can go wrong, whose fault it is and how the command ends.

::

    DrakdomError
    ├── InputError     the writer of a file: a word, a type, a place is wrong         exit 2
    ├── LimitError     nobody: the file asks for more than one run may cost           exit 3
    ├── BugError       ours: a verdict failed its own checks                          exit 4
    └── NothingRan     whoever called: no scenario was found, no claim was tried      exit 5

A scenario whose expectation fails is an answer, not an exception; it ends with exit code 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A spot in a file; lines and columns count from 1, and 0 means the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong in a file, with the user's own word in it, and what would help."""

    file: str
    line: int
    column: int
    message: str
    help: str = ""

    @property
    def place(self) -> Place:
        """Where it is."""
        return Place(self.file, self.line, self.column)

    def __str__(self) -> str:
        where = f"{self.place}: " if self.file else ""
        return where + self.message + (f", {self.help}" if self.help else "")


class DrakdomError(Exception):
    """Root of all that Drakdom raises on purpose."""

    exit_code: ClassVar[int] = 1


class InputError(DrakdomError):
    """A file or an argument cannot be read as what it claims to be; holds every problem found."""

    exit_code = 2

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def one(cls, message: str, file: str = "", line: int = 0, column: int = 0, help: str = "") -> InputError:  # noqa: A002
        """Make the error of a single problem."""
        return cls((Problem(file, line, column, message, help),))


class LimitError(DrakdomError):
    """The input is too large to be tried, or a run took more than it may."""

    exit_code = 3

    def __init__(self, message: str, place: Place | None = None) -> None:
        self.place = place
        super().__init__(f"{place}: {message}" if place else message)


class BugError(DrakdomError):
    """A verdict failed its own checks: never shown as a verdict, our fault in any case."""

    exit_code = 4

    def __init__(self, message: str) -> None:
        super().__init__(f"our bug: {message}")


class NothingRan(DrakdomError):  # noqa: N818  (it is an outcome more than an error)
    """Asked to run cases, and there was none."""

    exit_code = 5
