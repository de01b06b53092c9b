"""The law of a question, by name and digest."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from drakdom.law.digest import law_digest
from drakdom.rulebook import load_rulebook, resolve_rulebook
from drakdom.rulebook.find import resolve_house_rule
from drakdom.scenario import Scenario
from drakdom.service.answers import Folders, law_folders, scenarios_of
from drakdom.service.question import Question

SHORT = 16
"""Length of a law's digest, in hexadecimal digits."""
STALE = "the law changed while this waited, ask again"
FRESH = 1.0
"""Seconds for which a digest is not computed again."""


class Laws:
    """Digests of laws, each computed at most once a second, and the laws of the questions of that second."""

    def __init__(self, folders: Folders, clock: Callable[[], float] = time.monotonic) -> None:
        self._folders, self._clock = folders, clock
        self._made: dict[tuple[Path, tuple[Path, ...]], tuple[float, str]] = {}
        self._asked: dict[str, str] = {}
        self._second = -FRESH

    def of(self, question: Question) -> str:
        """Return the law of a question, `slug@digest`. Raises InputError and LimitError if it cannot be asked."""
        if self._clock() - self._second >= FRESH:
            self._asked, self._second = {}, self._clock()
        asked, key = self._asked, question.key("")
        if key not in asked:
            asked[key] = self._read(question)
        return asked[key]

    def _read(self, question: Question) -> str:
        scenarios = scenarios_of(question, self._folders)
        refuse_unknown(question, scenarios)
        slug, folder, house = law_folders(scenarios)
        own = self._digest(folder, house)
        more = [self._digest(*law) for law in _further(question, scenarios, self._folders)]
        return f"{slug}@{'+'.join([own, *more])}"

    def _digest(self, folder: Path, house: tuple[Path, ...]) -> str:
        at, digest = self._made.get((folder, house), (-FRESH, ""))
        if self._clock() - at >= FRESH:
            at, digest = self._clock(), law_digest(folder, house)[:SHORT]
            self._made[folder, house] = at, digest
        return digest


def refuse_unknown(question: Question, scenarios: Iterable[Scenario]) -> None:
    """Raise InputError for claims that cannot be read; the court need not be asked."""
    from drakdom.scenario.asked import asking

    claims = [*question.options.get("claims", ()), *filter(None, [question.options.get("claim")])]
    for scenario in scenarios:
        asking(scenario, claims)


def _further(question: Question, scenarios: list[Scenario], folders: Folders) -> list[tuple[Path, tuple[Path, ...]]]:
    """Return the folders of further laws that a comparison names."""
    base = scenarios[0].rulebook.folder.absolute()
    laws: list[tuple[Path, tuple[Path, ...]]] = []
    for names in question.options.get("house_rules", ()):
        rules = [resolve_house_rule(name.strip(), base, None).absolute() for name in names.split(",")]
        laws.append((base, tuple(rules)))
    for name in question.options.get("rulebooks", ()):
        laws.append((load_rulebook(resolve_rulebook(name, folders, paths=False)).folder.absolute(), ()))
    return laws
