"""Errors that Drakdom raises, each with its cause and the exit code of the command.

::

    DrakdomError
    ├── InputError     a file or an argument is wrong: a word, a type, a place     exit 2
    ├── LimitError     the input takes more time or memory than a run may use      exit 3
    ├── BugError       a fault of Drakdom: a verdict failed its own checks         exit 4
    ├── NothingRan     no scenario was found, or no claim was checked              exit 5
    └── ClusterError   no scheduler or no fitting worker: the command can go on    exit 6

A failed expectation is a result, not an exception; the command then ends with exit code 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in a file. Lines and columns count from 1; 0 means the whole file."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault in a file: a message that quotes the user's word, and a hint (`help`) on how to mend it."""

    file: str
    line: int
    column: int
    message: str
    help: str = ""

    @property
    def place(self) -> Place:
        """Return the file, line and column."""
        return Place(self.file, self.line, self.column)

    def __str__(self) -> str:
        where = f"{self.place}: " if self.file else ""
        return where + self.message + (f", {self.help}" if self.help else "")


class DrakdomError(Exception):
    """Base class of all errors that Drakdom raises on purpose."""

    exit_code: ClassVar[int] = 1

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (type(self), self.args, dict(self.__dict__))


def _revived(kind: type[DrakdomError], args: tuple[Any, ...], state: dict[str, Any]) -> DrakdomError:
    """Return a pickled error with its attributes: exceptions pickle only their message."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error


class InputError(DrakdomError):
    """A file or an argument cannot be read. Holds all problems found in it."""

    exit_code = 2

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def single(cls, message: str, file: str = "", line: int = 0, column: int = 0, help: str = "") -> InputError:  # noqa: A002
        """Return an error with a single problem."""
        return cls((Problem(file, line, column, message, help),))


class LimitError(DrakdomError):
    """The input is too large, or a run exceeded its limit of time or memory."""

    exit_code = 3

    def __init__(self, message: str, place: Place | None = None) -> None:
        self.place = place
        super().__init__(f"{place}: {message}" if place else message)


class TimeLimitError(LimitError):
    """A run exceeded its limit of time."""


class BugError(DrakdomError):
    """A verdict failed its own checks. This is a fault of Drakdom, and the verdict is not shown."""

    exit_code = 4

    def __init__(self, message: str) -> None:
        super().__init__(f"our bug: {message}")


class NothingRan(DrakdomError):  # noqa: N818  (a result more than an error)
    """No scenario was found to run, or no claim was checked."""

    exit_code = 5


class ClusterError(DrakdomError):
    """The cluster cannot be used: its scheduler is gone, or all workers are gone or refused."""

    exit_code = 6
