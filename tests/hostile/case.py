"""Hostile cases as data: what goes in, and how every door must end.

A file in `cases/` has a `kind` and a list of cases. A case of the kind `law` is added to a house rule and to a
rulebook, so it is one of either kind. Each case has `about`, its input, and

- `is`: accepted (exit code 0), unmet (1), refused (2), limit (3) or nothing (5);
- `at`: the place that a refusal names, `line:column` in the file or `file:line`, where `+1` is the first added line;
- `says`: words of the message;
- `slow`, `children`: marks; `children` runs jobs in children with limits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "cases"
CODES = {"accepted": 0, "unmet": 1, "refused": 2, "limit": 3, "nothing": 5}


STEP = 6
"""One in so many cases that repeat others stays in the quick tier."""


@dataclass(frozen=True)
class Case:
    """One input with the way in which it must end; `data` are the other keys of the case."""

    file: str
    kind: str
    about: str
    ends: str
    at: str
    says: tuple[str, ...]
    marks: tuple[str, ...]
    data: dict[str, Any]

    @property
    def code(self) -> int:
        """The exit code that the command line must have."""
        return CODES[self.ends]

    def __str__(self) -> str:
        return f"{self.file}: {self.about}"


@cache
def cases(kind: str = "") -> tuple[Case, ...]:
    """Return all cases, or those of a kind, in the order of the files."""
    read = (case for file in sorted(FOLDER.glob("*.yaml")) for case in _read(file))
    split = (case for number, whole in enumerate(read) for case in _of_kinds(number, whole))
    return tuple(case for case in split if kind in ("", case.kind))


def _read(file: Path) -> Iterator[Case]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    top = yaml.load(file.read_text("utf-8"), Loader=loader)
    for entry in top["cases"]:
        case = {**top.get("defaults", {}), **entry}
        says = case.pop("says", [])
        marks = tuple(mark for mark in ("slow", "children") if case.pop(mark, False))
        yield Case(
            file.stem,
            top["kind"],
            case.pop("about"),
            case.pop("is"),
            str(case.pop("at", "")),
            (says,) if isinstance(says, str) else tuple(says),
            marks,
            case,
        )


def _of_kinds(number: int, case: Case) -> tuple[Case, ...]:
    """Return a case; of a case of law, that of a house rule and that of a rulebook, few of them in the quick tier."""
    if case.kind != "law":
        return (case,)
    commands = case.data.get("commands", ["lint"])
    house = {"law": case.data["law"]}
    book = {"files": {"pit.lp": {"append": case.data["law"]}}, "commands": commands}
    kinds = (("house rule", "house.lp", house, case.marks), ("rulebook", "pit.lp", book, case.marks or _slow(number)))
    return tuple(
        replace(
            case, kind=kind, about=f"{case.about} ({kind})", at=case.at and f"{file}:{case.at}", marks=marks, data=data
        )
        for kind, file, data, marks in kinds
    )


def _slow(number: int) -> tuple[str, ...]:
    return ("slow",) if number % STEP else ()
