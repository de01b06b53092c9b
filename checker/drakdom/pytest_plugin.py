"""Scenarios as tests of pytest: `pytest scenarios/` collects what `drakdom check scenarios/` checks.

A YAML file is a scenario if its lines name a `title:` and a `rulebook:`. It is one test, under all combinations of its
matrix. `drakdom_rulebooks` in pytest's configuration, or `--drakdom-rulebook`, names folders of further rulebooks;
`-p no:drakdom` leaves scenarios alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

    from drakdom.tools.check import CaseResult

_KEYS = tuple(re.compile(rb"(?:^|[\r\n]|\A\xef\xbb\xbf)([\"']?)%s\1[ \t]*:" % key) for key in (b"title", b"rulebook"))
_LOOKED_AT = 1 << 16
"""So many bytes of a file are looked at to see whether it is a scenario."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The folders of further rulebooks."""
    help_ = "a folder with a rulebook, or with several, for scenarios"
    group = parser.getgroup("drakdom", "scenarios of rulebooks")
    group.addoption("--drakdom-rulebook", action="append", default=[], metavar="DIR", help=f"{help_} (repeatable)")
    parser.addini("drakdom_rulebooks", type="paths", default=[], help=f"{help_}: one a line")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """A YAML file that is a scenario."""
    if file_path.suffix.lower() in (".yaml", ".yml") and _is_scenario(file_path):
        found: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
        return found
    return None


def _is_scenario(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            text = stream.read(_LOOKED_AT)
    except OSError:
        return False
    return all(key.search(text) for key in _KEYS)


class ScenarioFile(pytest.File):
    """One file, which is one test."""

    def collect(self) -> Iterable[ScenarioItem]:
        """The test."""
        item: ScenarioItem = ScenarioItem.from_parent(self, name="scenario")
        return [item]


class ScenarioItem(pytest.Item):
    """What a scenario expects, under all combinations of its matrix."""

    def runtest(self) -> None:
        """Rule on it, and compare."""
        from drakdom.tools.check import check_file

        config = self.config
        folders = [*config.getini("drakdom_rulebooks"), *config.getoption("--drakdom-rulebook")]
        cases = check_file(self.path, folders)
        if wrong := tuple(case for case in cases if case.outcome in ("failed", "errored")):
            raise ScenarioError(wrong, [word for folder in folders for word in ("--rulebook", str(folder))])
        if reason := next((case.reason for case in cases if case.outcome == "skipped"), ""):
            pytest.skip(reason)
        if all(case.outcome == "silent" for case in cases):
            pytest.skip("the scenario expects nothing")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: object) -> str | TerminalRepr:
        """What does not hold, as `drakdom check` says it."""
        if isinstance(excinfo.value, ScenarioError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file stands for itself."""
        return self.path, None, f"scenario {self.path.name}"


class ScenarioError(Exception):
    """A scenario does not come out as it expects, or cannot be ruled on."""

    def __init__(self, cases: tuple[CaseResult, ...], again: list[str]) -> None:
        from drakdom.report.troubles import name_of, troubles

        lines: list[str] = []
        for case in cases:
            lines.append(f"{name_of(case)}: {case.title}" if case.title else name_of(case))
            for one in troubles(case, again):
                lines += [f"{one.place}: {one.message}", *(f"    {line}" for line in one.details)]
        super().__init__("\n".join(lines))
