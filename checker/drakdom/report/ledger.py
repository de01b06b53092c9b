"""The ledger as one HTML page: the status of each clause, its rules and scenarios, with links both ways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from drakdom.coverage import Coverage
from drakdom.coverage.values import Counts, RuleAt, Status
from drakdom.report.cover import NO_CLAUSE
from drakdom.report.html import html_page
from drakdom.report.page import seconds
from drakdom.rulebook import Rulebook

STATUSES: Mapping[Status, tuple[str, str]] = {
    "covered": ("✔", "some scenario expects it as a reason, and some expectation fails when it is switched off"),
    "killed": ("●", "an expectation fails when it is switched off, but none names it as a reason"),
    "fired": ("◐", "a rule of it applies in some scenario, but no expectation depends on it"),
    "yielded": ("↷", "it would apply in some scenario, but always gives way to another clause"),
    "never reached": ("○", "it is encoded, but applies in no scenario"),
    "not encoded": ("✘", "no rule encodes it"),
    "does not count": ("/", "it repeats another clause, or no outcome can depend on it"),
}
"""The sign and the meaning of each status, the best first."""
_COLUMNS = ("counting", "encoded", "fired", "cited", "killed", "covered")
_ANCHOR = re.compile(r"[A-Za-z][\w.-]*", re.ASCII)


class Link(NamedTuple):
    """Words that lead to an anchor of the page; without an anchor they lead nowhere."""

    words: str
    anchor: str = ""


def ledger_page(coverage: Coverage, book: Rulebook, lost: Sequence[str] = ()) -> str:
    """Return the page as HTML that loads no other file."""
    return html_page(
        "ledger.html",
        coverage=coverage,
        book=book,
        lost=lost,
        ledger=_Ledger(coverage),
        statuses=STATUSES,
        columns=_COLUMNS,
        time=seconds(coverage.seconds),
    )


class _Ledger:
    """The links of the page, and its lists from the far end. Anchors that are not ids of clauses begin with `_`."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage
        self._anchors = {clause.id: _anchor(clause.id, n) for n, clause in enumerate(coverage.clauses)}
        self._cases = {name: n for n, name in enumerate(coverage.titles)}
        self._rules: dict[RuleAt, list[str]] = {}
        for clause in coverage.clauses:
            for rule in clause.rules:
                self._rules.setdefault(rule, []).append(clause.id)
        self._numbers = {rule: n for n, rule in enumerate(self._rules)}
        self._shared = _shared(coverage.titles)

    def clause(self, name: str) -> Link:
        """Return the link to a clause; one that is not on the page leads nowhere."""
        return Link(name or NO_CLAUSE, self._anchors.get(name, ""))

    def case(self, name: str) -> Link:
        """Return the link to a scenario."""
        label = name.removeprefix(self._shared).replace(".yaml", "", 1)
        return Link(label, f"_s{self._cases[name]}" if name in self._cases else "")

    def rule(self, rule: RuleAt) -> Link:
        """Return the link to a rule."""
        return Link(f"{rule.file.rpartition('/')[2]}:{rule.line}", f"_r{self._numbers[rule]}")

    def counts(self) -> Iterator[tuple[Link, Counts]]:
        """Yield the numbers of clauses for each prefix, for all, and for each optional rule."""
        coverage = self._coverage
        for number, prefix in enumerate(coverage.prefixes):
            yield Link(prefix, f"_p{number}"), coverage.counts(prefix)
        yield Link("all"), coverage.counts()
        for variant in coverage.variants:
            yield Link(f"of {variant}"), coverage.counts(variant=variant)

    @cached_property
    def beaten(self) -> Mapping[str, list[str]]:
        """For each clause, the clauses that gave way to it."""
        beaten: dict[str, list[str]] = {}
        for clause in self._coverage.clauses:
            for defeat in clause.yielded:
                beaten.setdefault(defeat.to, []).append(clause.id)
        return beaten

    @cached_property
    def rules_by_file(self) -> Mapping[str, Mapping[RuleAt, list[str]]]:
        """For each file of the law, its rules with their clauses."""
        by_file: dict[str, dict[RuleAt, list[str]]] = {}
        for rule, names in self._rules.items():
            by_file.setdefault(rule.file, {})[rule] = names
        return by_file

    @cached_property
    def clauses_of_case(self) -> Mapping[str, Mapping[str, list[tuple[Link, Link | None]]]]:
        """For each scenario, links to its clauses under headings; a clause that gives way has a second link."""
        headings = ("Expected as a reason", "Missed when switched off", "Behind an outcome", "Give way")
        by_case: dict[str, dict[str, list[tuple[Link, Link | None]]]] = {
            name: {heading: [] for heading in headings} for name in self._coverage.titles
        }
        for clause in self._coverage.clauses:
            link = self.clause(clause.id)
            for heading, names in zip(headings, (clause.pinned_by, clause.killed_in, clause.cited_in), strict=False):
                for name in names:
                    by_case[name][heading].append((link, None))
            for defeat in clause.yielded:
                for name in defeat.where:
                    by_case[name]["Give way"].append((link, self.clause(defeat.to)))
        return {name: {word: links for word, links in lists.items() if links} for name, lists in by_case.items()}


def _anchor(name: str, number: int) -> str:
    """Return the anchor of a clause: its id if a link can hold it, else one made from its number."""
    return name if _ANCHOR.fullmatch(name) else f"_c{number}"


def _shared(names: Iterable[str]) -> str:
    """Return the folders that all scenarios have in common."""
    folders = [name.rpartition("/")[0] + "/" for name in names if "/" in name]
    shared = folders[0] if folders else ""
    while not all(folder.startswith(shared) for folder in folders):
        shared = shared[: shared.rfind("/", 0, -1) + 1]
    return shared
