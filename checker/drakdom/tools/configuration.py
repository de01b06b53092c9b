"""Settings of a repository of rulings: `drakdom.toml`, or the table `[tool.drakdom]` of `pyproject.toml`.

Commands, the plugin of pytest, the hooks and the action read them. What a command line says goes before them.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drakdom.errors import InputError, Problem
from drakdom.language import ENGLISH, LOCALE, court_catalogue
from drakdom.rulebook.find import folder_fault, is_house_rule
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulebook.yamltext import decode, read_bytes

OWN, SHARED = "drakdom.toml", "pyproject.toml"
_KINDS = {
    "rulebooks": "a list of folders",
    "paths": "a list of files and folders",
    "house-rules": "a list of folders and names",
    "lang": "a language",
    "timeout": "a number of seconds",
    "memory": "a number of megabytes",
}
"""The keys, each with the kind of its value."""
_FOLDERS = frozenset({"rulebooks", "paths", "house-rules"})


@dataclass(frozen=True, slots=True)
class Configuration:
    """Settings of a repository. Empty and None mean that nothing is set.

    `house_rules` are in force in every scenario. `timeout` is in seconds, `memory` in megabytes; 0 means no limit.
    """

    file: str = ""
    rulebooks: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    house_rules: tuple[str, ...] = ()
    lang: str = ""
    timeout: float | None = None
    memory: int | None = None


def configuration(folder: Path | None = None) -> Configuration:
    """Return the settings that hold in a folder (default: the current one): those of the nearest file above it.

    Paths in them are as seen from the current folder, or absolute if `folder` is. The search ends at the root of a
    git repository. Raises InputError with every fault of the file.
    """
    start = (folder or Path()).absolute()
    for place in (start, *start.parents):
        for name in (OWN, SHARED):
            file = place / name
            is_there = os.path.isfile(file)  # noqa: PTH113  (a `Path` raises where it may not look)
            if is_there and (settings := _read(file, folder or Path())) is not None:
                return settings
        if os.path.exists(place / ".git"):  # noqa: PTH110
            break
    return Configuration()


def _read(file: Path, base: Path) -> Configuration | None:
    """Return the settings of a file; None if it is a `pyproject.toml` without `[tool.drakdom]`."""
    shown = _seen_from(base, file.parent) / file.name
    text = decode(read_bytes(file, str(shown)), str(shown))
    try:
        table: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        if file.name == SHARED and "tool.drakdom" not in text:
            return None  # the fault is not ours to report
        raise _syntax(error, str(shown), len(text.splitlines())) from None
    if file.name == SHARED:
        tool = table.get("tool", {})
        table = tool.get("drakdom") if isinstance(tool, dict) else None
        if table is None:
            return None
    lines = _Lines(text, str(shown), in_table=file.name == SHARED)
    if not isinstance(table, dict):
        raise InputError([lines.problem("drakdom", "`tool.drakdom` is a table of settings")])
    return _checked(table, lines, file.parent, base)


def _syntax(error: tomllib.TOMLDecodeError, file: str, lines: int) -> InputError:
    message = str(error)
    place = re.search(r" \(at line (\d+), column (\d+)\)", message)
    line, column = (int(place[1]), int(place[2])) if place else (max(lines, 1), 0)
    reason = re.sub(r" \(at .*\)$", "", message)
    return InputError.single(f"this is no TOML: {reason[:1].lower()}{reason[1:]}", file, line, column)


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a file of settings: places of keys and of words in their values."""

    text: str
    file: str
    in_table: bool

    def problem(self, key: str, message: str, help_: str = "", word: str = "") -> Problem:
        """Return a problem at a key, or at a word of its value."""
        line = self._line(key)
        if word and line:
            rows = self.text.splitlines()
            line = next((n for n in range(line, len(rows) + 1) if word in rows[n - 1]), line)
        return Problem(self.file, line, 0, message, help_)

    def _line(self, key: str) -> int:
        """Return the line of a key in our table, or of the table; 0 if it is written in another way."""
        heading, ours = 0, not self.in_table
        for number, row in enumerate(self.text.splitlines(), 1):
            if title := re.match(r"\s*\[+\s*([^\]]*?)\s*\]", row):
                ours = re.sub(r"[\s\"']", "", title[1]) == "tool.drakdom" if self.in_table else title[1] == key
                heading = number if ours else heading
            elif ours and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", row):
                return number
        return heading


def _checked(table: dict[str, Any], lines: _Lines, home: Path, base: Path) -> Configuration:
    problems = [
        lines.problem(key, f"unknown setting `{short(key)}`", did_you_mean(key, _KINDS))
        for key in table
        if key not in _KINDS
    ]
    problems += (
        lines.problem(key, f"`{key}` is {_KINDS[key]}, not {_quoted(value)}")
        for key, value in table.items()
        if key in _KINDS and not _fits(key, value)
    )
    if not problems:
        problems += _faults(table, lines, home)
    if problems:
        raise InputError(problems)
    from_here = _seen_from(base, home)
    rules = [str(from_here / word) if is_house_rule(home / word) else word for word in table.get("house-rules", ())]
    return Configuration(
        file=lines.file,
        rulebooks=tuple(str(from_here / word) for word in table.get("rulebooks", ())),
        paths=tuple(str(from_here / word) for word in table.get("paths", ())),
        house_rules=tuple(rules),
        lang=table.get("lang", ""),
        timeout=table.get("timeout"),
        memory=table.get("memory"),
    )


def _fits(key: str, value: Any) -> bool:
    if key in _FOLDERS:
        return isinstance(value, list) and all(isinstance(word, str) and word.strip() for word in value)
    if key == "lang":
        return isinstance(value, str)
    numbers = (int, float) if key == "timeout" else (int,)
    return isinstance(value, numbers) and not isinstance(value, bool) and 0 <= value < float("inf")


def _quoted(value: Any) -> str:
    return f"`{short(str(value))}`" if isinstance(value, str | int | float) else "this"


def _faults(table: dict[str, Any], lines: _Lines, home: Path) -> Iterator[Problem]:
    """Yield the faults of settings whose kinds are right: folders that are not there, an unknown language."""
    for word in table.get("rulebooks", ()):
        if fault := folder_fault(home / word):
            yield lines.problem("rulebooks", f"`{short(word)}`: {fault}", word=word)
    for word in table.get("paths", ()):
        if not (home / word).exists():
            yield lines.problem("paths", f"`{short(word)}`: no such file or folder", word=word)
    books = [home / word for word in table.get("rulebooks", ())]
    catalogues = [
        *court_catalogue(ENGLISH).parent.glob("*.po"),
        *(file for book in books for file in book.rglob(f"{LOCALE}/*.po")),
    ]
    codes = sorted({ENGLISH, *(file.stem for file in catalogues)})
    if (lang := table.get("lang", ENGLISH)) not in codes:
        yield lines.problem("lang", f"unknown language `{short(lang)}`", did_you_mean(lang, codes))


def _seen_from(base: Path, folder: Path) -> Path:
    """Return a folder above `base` as a path from it; unchanged if `base` is absolute."""
    start = base.absolute()
    steps = (start, *start.parents).index(folder)
    return folder if base.is_absolute() else base.joinpath(*[".."] * steps)
