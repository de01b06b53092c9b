"""The law of a question, by name and digest."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from drakdom.language import ENGLISH
from drakdom.law.digest import law_digest
from drakdom.rulebook import load_house_rule, load_rulebook, resolve_rulebook
from drakdom.rulebook.find import resolve_house_rule
from drakdom.scenario import Scenario
from drakdom.service.answers import Folders, answers_given, beginning, interview_reader, law_folders, scenarios_of
from drakdom.service.audits import laws_of
from drakdom.service.house import laid_out
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
            digests = [*self._made.items()]  # at once: other threads add to it
            self._made = {law: made for law, made in digests if self._second - made[0] < FRESH}
        asked, key = self._asked, question.key("")
        if key not in asked:
            asked[key] = self._read(question)
        return asked[key]

    def _read(self, question: Question) -> str:
        with laid_out(question.options.get("house_law")) as own_rule:
            return self._read_with(question, own_rule)

    def _read_with(self, question: Question, own_rule: Path | None) -> str:
        if question.kind == "audit":
            audited = laws_of(question.options, self._folders, own_rule)[0]
            slug, folder, house = law_folders([audited.book])
            return f"{slug}@{self._digest(folder, house)}"
        scenarios = scenarios_of(question, self._folders, own_rule)
        refuse_unknown(question, scenarios, self._folders, own_rule)
        slug, folder, house = law_folders(scenario.rulebook for scenario in scenarios)
        own = self._digest(folder, house)
        more = [self._digest(*law) for law in _further(question, scenarios, self._folders, own_rule)]
        return f"{slug}@{'+'.join([own, *more])}"

    def _digest(self, folder: Path, house: tuple[Path, ...]) -> str:
        at, digest = self._made.get((folder, house), (-FRESH, ""))
        if self._clock() - at >= FRESH:
            at, digest = self._clock(), law_digest(folder, house)[:SHORT]
            self._made[folder, house] = at, digest
        return digest


def refuse_unknown(question: Question, scenarios: Iterable[Scenario], folders: Folders, own_rule: Path | None) -> None:
    """Raise InputError for claims and answers that cannot be read; the court need not be asked."""
    from drakdom.scenario.asked import asking

    if question.kind == "ask":
        answers_given(question, beginning(question, interview_reader(question, folders, own_rule, ENGLISH))[1])
        return

    claims = [*question.options.get("claims", ()), *filter(None, [question.options.get("claim")])]
    for scenario in scenarios:
        asking(scenario, claims)


def _further(
    question: Question, scenarios: list[Scenario], folders: Folders, own_rule: Path | None
) -> list[tuple[Path, tuple[Path, ...]]]:
    """Return the folders of further laws that a comparison names."""
    base = scenarios[0].rulebook.folder.absolute()
    laws: list[tuple[Path, tuple[Path, ...]]] = []
    for names in question.options.get("house_rules", ()):
        rules = [resolve_house_rule(name.strip(), base, None).absolute() for name in names.split(",")]
        laws.append((base, tuple(rules)))
    if question.kind == "compare" and own_rule:
        load_house_rule(own_rule, scenarios[0].rulebook)
        laws.append((base, (own_rule,)))
    for name in question.options.get("rulebooks", ()):
        laws.append((load_rulebook(resolve_rulebook(name, folders, paths=False)).folder.absolute(), ()))
    return laws
