"""Run scenarios as pytest tests: `pytest scenarios/` collects the files that `drakdom check scenarios/` checks.

A YAML file is a scenario if it has a `rulebook:` and another key of scenarios, and is no file of a rulebook. Each
combination of its matrix is a test, with the mark `drakdom`. `drakdom_rulebooks` in pytest's configuration, or
`--drakdom-rulebook`, adds folders with more rulebooks to those of `drakdom.toml`. `-p no:drakdom` switches the plugin
off.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

    from drakdom.tools.check import CaseResult, Combination
    from drakdom.tools.configuration import Configuration

_KEY = re.compile(rb"(?:^|[\r\n]|\A\xef\xbb\xbf)([\"']?)([a-z_]+)\1[ \t]*:")
_LOOKED_AT = 1 << 16
"""Number of bytes that are read from a file to see if it is a scenario."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option and the setting for folders with more rulebooks."""
    help_ = "a folder with one or more rulebooks for scenarios"
    group = parser.getgroup("drakdom", "scenarios of rulebooks")
    group.addoption("--drakdom-rulebook", action="append", default=[], metavar="DIR", help=f"{help_} (repeatable)")
    parser.addini("drakdom_rulebooks", type="paths", default=[], help=f"{help_}: one a line")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark of scenarios."""
    config.addinivalue_line("markers", "drakdom: a scenario of a rulebook; `-m drakdom` runs only scenarios")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect a YAML file if it is a scenario."""
    if file_path.suffix.lower() in (".yaml", ".yml") and _keys(file_path):
        scenario_file: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
        return scenario_file
    return None


def _keys(file: Path) -> set[str]:
    """Return the sections of a scenario that a file has; none if it is no scenario."""
    from drakdom.scenario import KEYS
    from drakdom.tools.files import is_of_law

    try:
        with file.open("rb") as stream:
            text = stream.read(_LOOKED_AT)
    except OSError:
        return set()
    keys = {match[2].decode() for match in _KEY.finditer(text)} & {*KEYS, "matrix"}
    return keys if "rulebook" in keys and len(keys) > 1 and not is_of_law(file) else set()


class ScenarioFile(pytest.File):
    """A scenario file: a test for each combination of its matrix."""

    def collect(self) -> Iterable[ScenarioItem]:
        """Yield the tests of the file; a faulty file is one test, which fails. Raises CollectError for settings."""
        from drakdom.errors import InputError

        try:
            settings_of(self.config)
        except InputError as error:
            raise self.CollectError(str(error)) from None
        for combination in self._combinations() if "matrix" in _keys(self.path) else (None,):
            chosen = ", ".join(f"{axis}={choice}" for axis, choice in combination or ())
            item: ScenarioItem = ScenarioItem.from_parent(self, name=f"scenario[{chosen}]" if chosen else "scenario")
            item.combination = combination
            item.add_marker("drakdom")
            yield item

    def _combinations(self) -> Iterable[Combination | None]:
        from drakdom.errors import DrakdomError
        from drakdom.scenario import read_combinations

        try:
            settings = settings_of(self.config)
            return [
                scenario.combination
                for scenario in read_combinations(self.path, settings.rulebooks, added=settings.added)
            ]
        except DrakdomError:
            return (None,)


class ScenarioItem(pytest.Item):
    """The expectations of a scenario under one combination of its matrix; without one, under all that it has."""

    combination: Combination | None = None

    def runtest(self) -> None:
        """Rule on the scenario and compare the verdicts with its expectations."""
        from drakdom.tools.check import check_file

        settings = settings_of(self.config)
        cases = check_file(
            self.path, settings.rulebooks, added=settings.added, lang=settings.lang, combination=self.combination
        )
        if wrong := tuple(case for case in cases if case.outcome in ("failed", "errored")):
            again = [word for folder in settings.rulebooks for word in ("--rulebook", folder)]
            raise ScenarioError(wrong, [*again, *(word for rule in settings.rules for word in ("--house-rule", rule))])
        if reason := next((case.reason for case in cases if case.outcome == "skipped"), ""):
            _skip(reason)
        if all(case.outcome == "silent" for case in cases):
            _skip("the scenario expects nothing")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: object) -> str | TerminalRepr:
        """Return the failed expectations in the words of `drakdom check`."""
        if isinstance(excinfo.value, ScenarioError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the file and a name for reports."""
        return self.path, 0, f"scenario {self.path.name}{self.name.removeprefix('scenario')}"


def _skip(reason: str) -> NoReturn:
    """Skip the test; the report names the scenario as the place, not this file."""
    raise pytest.skip.Exception(reason, _use_item_location=True)


class _Settings:
    """The law for the scenarios of a run: the options of pytest, and the settings of the repository."""

    def __init__(self, config: pytest.Config) -> None:
        from drakdom.errors import InputError, Problem
        from drakdom.language import ENGLISH
        from drakdom.rulebook.find import folder_fault
        from drakdom.scenario import Added
        from drakdom.tools.configuration import configuration

        settings: Configuration = configuration(config.rootpath)
        options: Any = [*config.getini("drakdom_rulebooks"), *config.getoption("--drakdom-rulebook")]
        folders = [os.path.normpath(folder) for folder in options]
        if problems := [Problem(folder, 0, 0, fault) for folder in folders if (fault := folder_fault(folder))]:
            raise InputError(problems)
        folders += settings.rulebooks
        self.rulebooks = tuple(dict.fromkeys(folders))
        self.rules, self.lang = settings.house_rules, settings.lang or ENGLISH
        self.added = Added(settings.house_rules)


_SETTINGS = pytest.StashKey[_Settings]()


def settings_of(config: pytest.Config) -> _Settings:
    """Return the settings of a run of pytest. Raises InputError for a faulty file of settings or folder of law."""
    if _SETTINGS not in config.stash:
        config.stash[_SETTINGS] = _Settings(config)
    return config.stash[_SETTINGS]


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
