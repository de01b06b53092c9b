"""Run scenarios as pytest tests: `pytest scenarios/` collects the files that `drakdom check scenarios/` checks.

A YAML file is a scenario if it has a `title:` and a `rulebook:`. It is one test for all combinations of its matrix.
`drakdom_rulebooks` in pytest's configuration, or `--drakdom-rulebook`, adds folders with more rulebooks.
`-p no:drakdom` switches the plugin off.
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
"""Number of bytes that are read from a file to see if it is a scenario."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option and the setting for folders with more rulebooks."""
    help_ = "a folder with one or more rulebooks for scenarios"
    group = parser.getgroup("drakdom", "scenarios of rulebooks")
    group.addoption("--drakdom-rulebook", action="append", default=[], metavar="DIR", help=f"{help_} (repeatable)")
    parser.addini("drakdom_rulebooks", type="paths", default=[], help=f"{help_}: one a line")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect a YAML file if it is a scenario."""
    if file_path.suffix.lower() in (".yaml", ".yml") and _is_scenario(file_path):
        scenario_file: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
        return scenario_file
    return None


def _is_scenario(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            text = stream.read(_LOOKED_AT)
    except OSError:
        return False
    return all(key.search(text) for key in _KEYS)


class ScenarioFile(pytest.File):
    """A scenario file, which is one test."""

    def collect(self) -> Iterable[ScenarioItem]:
        """Return the single test of the file."""
        item: ScenarioItem = ScenarioItem.from_parent(self, name="scenario")
        return [item]


class ScenarioItem(pytest.Item):
    """The expectations of a scenario under all combinations of its matrix."""

    def runtest(self) -> None:
        """Rule on the scenario and compare the verdicts with its expectations."""
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
        """Return the failed expectations in the words of `drakdom check`."""
        if isinstance(excinfo.value, ScenarioError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the file and a name for reports."""
        return self.path, None, f"scenario {self.path.name}"


class ScenarioError(Exception):
    """A scenario fails an expectation, or cannot be ruled on."""

    def __init__(self, cases: tuple[CaseResult, ...], again: list[str]) -> None:
        from drakdom.report.troubles import name_of, troubles

        lines: list[str] = []
        for case in cases:
            lines.append(f"{name_of(case)}: {case.title}" if case.title else name_of(case))
            for trouble in troubles(case, again):
                lines += [f"{trouble.place}: {trouble.message}", *(f"    {line}" for line in trouble.details)]
        super().__init__("\n".join(lines))
