"""The ledger as one HTML page: the status of each clause, its rules and scenarios, with links both ways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from drakdom.coverage import ClauseCover, Coverage
from drakdom.coverage.values import RuleAt, Status, Yield
from drakdom.report.cover import NO_CLAUSE
from drakdom.report.ledger_style import STYLE
from drakdom.report.markup import Html, lines, listed, page, tag, text
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
_GAVE_WAY = "Give way"
_OF_CASES = ("Expected as a reason", "Missed when switched off", "Behind an outcome", _GAVE_WAY)
"""Headings of the lists of clauses under a scenario."""
_ANCHOR = re.compile(r"[A-Za-z][\w.-]*", re.ASCII)


def ledger_page(coverage: Coverage, book: Rulebook, lost: Sequence[str] = ()) -> str:
    """Return the page as HTML that loads no other file."""
    return _Ledger(coverage, book, lost).print()


class _Ledger:
    """The page while it is written. Anchors that are not ids of clauses begin with `_`."""

    def __init__(self, coverage: Coverage, book: Rulebook, lost: Sequence[str]) -> None:
        self.coverage, self.book, self.lost = coverage, book, frozenset(lost)
        self.anchors = {clause.id: _anchor(clause.id, n) for n, clause in enumerate(coverage.clauses)}
        self.cases = {name: n for n, name in enumerate(coverage.titles)}
        self.rules: dict[RuleAt, list[str]] = {}
        for clause in coverage.clauses:
            for rule in clause.rules:
                self.rules.setdefault(rule, []).append(clause.id)
        self.numbers = {rule: n for n, rule in enumerate(self.rules)}
        self.shared = _shared(coverage.titles)

    def print(self) -> str:
        """Return the whole page."""
        title = f"{self.book.title}: coverage"
        parts = [
            tag("header", tag("h1", title), self._summary()),
            tag("main", lines([*self._troubles(), *map(self._part, self.coverage.prefixes)])),
            tag("section", tag("h2", "Rules"), lines(self._rule_files()), id="_rules"),
            tag("section", tag("h2", "Scenarios"), lines(map(self._case, self.coverage.titles)), id="_scenarios"),
        ]
        return page(title, STYLE, lines(parts))

    # ---- summary ----------------------------------------------------------------------------------------

    def _summary(self) -> Html:
        counts, coverage = self.coverage.counts(), self.coverage
        total = f"{counts.covered} of {counts.counting} clauses are covered ({counts.percent} %, rounded down)."
        runs = f"{coverage.scenarios} scenarios, {coverage.runs} runs without a clause, in {seconds(coverage.seconds)}."
        return lines((tag("p", tag("strong", total), " ", runs), self._legend(), self._table(), self._open()))

    def _legend(self) -> Html:
        rows = [
            tag("tr", tag("td", _chip(status)), tag("td", str(number), class_="n"), tag("td", meaning))
            for status, (_, meaning) in STATUSES.items()
            if (number := sum(clause.status == status for clause in self.coverage.clauses))
        ]
        head = tag("tr", tag("th", "status"), tag("th", "clauses"), tag("th", "meaning"))
        return tag("table", tag("caption", "Status of the clauses"), tag("thead", head), tag("tbody", lines(rows)))

    def _table(self) -> Html:
        coverage = self.coverage
        rows = [(_to(f"_p{n}", name), coverage.counts(name)) for n, name in enumerate(coverage.prefixes)]
        rows.append((text("all"), coverage.counts()))
        rows += [(text(f"of {name}"), coverage.counts(variant=name)) for name in coverage.variants]
        body = (
            tag(
                "tr",
                tag("th", name, scope="row"),
                *(tag("td", str(getattr(counts, column)), class_="n") for column in _COLUMNS),
            )
            for name, counts in rows
        )
        head = tag("tr", tag("th", "clauses"), *(tag("th", "count" if c == "counting" else c) for c in _COLUMNS))
        return tag("table", tag("caption", "By prefix"), tag("thead", head), tag("tbody", lines(body)))

    def _open(self) -> Html:
        """Return links to the clauses that are not covered."""
        entries = [tag("li", self._to_clause(clause.id), " ", _chip(clause.status)) for clause in self.coverage.missing]
        return lines((tag("h2", "Not covered"), tag("ul", lines(entries)))) if entries else Html("")

    def _troubles(self) -> Iterator[Html]:
        if self.lost:
            names = (self._to_clause(name) for name in sorted(self.lost))
            yield tag(
                "p", tag("strong", "Lost: "), "covered before, but not any more: ", listed(names), class_="trouble"
            )
        if failing := self.coverage.failing:
            names = (self._to_case(name) for name in failing)
            yield tag("p", tag("strong", "Scenarios that fail already: "), listed(names), class_="trouble")
        for file, message in self.coverage.errors:
            yield tag("p", tag("strong", "Could not be run: "), f"{file}: {message}", class_="trouble")

    # ---- clauses ----------------------------------------------------------------------------------------

    def _part(self, prefix: str) -> Html:
        clauses = [self._clause(clause) for clause in self.coverage.clauses if clause.prefix == prefix]
        return tag("section", tag("h2", prefix), lines(clauses), id=f"_p{self.coverage.prefixes.index(prefix)}")

    def _clause(self, clause: ClauseCover) -> Html:
        entry = self.book.ledger[clause.id]
        head = tag("h3", self._to_clause(clause.id), " ", _chip(clause.status))
        notes = [entry.section, *([f"optional rule {clause.variant}"] if clause.variant else [])]
        parts = [head, tag("p", entry.text), tag("p", ", ".join(notes), class_="note"), self._details(clause)]
        return tag("article", lines(parts), id=self.anchors[clause.id], class_=_class(clause.status))

    def _details(self, clause: ClauseCover) -> Html:
        if clause.standing == "restates":
            return tag("p", "It repeats ", self._to_clause(clause.note), ".")
        if clause.standing != "counts":
            return tag("p", f"{clause.standing}: {clause.note}")
        rules = [self._to_rule(rule) for rule in clause.rules]
        entries = [
            ("Rules", listed(rules) if rules else text("none")),
            ("Gave way", Html("; ".join(map(self._gave_way, clause.yielded)))),
            ("Others gave way to it", listed(self._beaten[clause.id]) if clause.id in self._beaten else text("")),
            ("Expected as a reason", self._named(clause.pinned_by)),
            ("Missed when switched off", self._named(clause.killed_in)),
            ("Behind an outcome", self._folded(clause.cited_in)),
            ("Fires", self._folded(clause.fired_in) if clause.killed_by is None else text("")),
        ]
        return _definitions(entries)

    def _gave_way(self, defeat: Yield) -> Html:
        return Html(f"to {self._to_clause(defeat.to)} in {self._named(defeat.where)}")

    @cached_property
    def _beaten(self) -> Mapping[str, list[Html]]:
        """For each clause, links to the clauses that gave way to it."""
        links: dict[str, list[Html]] = {}
        for clause in self.coverage.clauses:
            for defeat in clause.yielded:
                links.setdefault(defeat.to, []).append(self._to_clause(clause.id))
        return links

    def _named(self, names: Sequence[str]) -> Html:
        return listed(map(self._to_case, names))

    def _folded(self, names: Sequence[str]) -> Html:
        """Return a folded list of scenarios, with their number as its summary."""
        if not names:
            return text("")
        number = f"in {len(names)} scenario{'s' if len(names) > 1 else ''}"
        return tag("details", tag("summary", number), self._named(names))

    # ---- rules and scenarios ----------------------------------------------------------------------------

    def _rule_files(self) -> Iterator[Html]:
        for file in dict.fromkeys(rule.file for rule in self.rules):
            yield tag("h3", file)
            yield from (self._rule(rule) for rule in self.rules if rule.file == file)

    def _rule(self, rule: RuleAt) -> Html:
        head = tag("p", f"{rule} ", listed(map(self._to_clause, self.rules[rule])), class_="note")
        return tag("div", head, tag("pre", rule.text), id=f"_r{self.numbers[rule]}")

    def _case(self, name: str) -> Html:
        cases = self._by_case
        entries = [(word, listed(cases[name, word])) for word in _OF_CASES if (name, word) in cases]
        parts = [tag("h3", self.coverage.titles[name]), tag("p", name, class_="note"), _definitions(entries)]
        return tag("article", lines(parts), id=f"_s{self.cases[name]}")

    @cached_property
    def _by_case(self) -> Mapping[tuple[str, str], list[Html]]:
        """For each scenario and heading, links to its clauses."""
        links: dict[tuple[str, str], list[Html]] = {}
        for clause in self.coverage.clauses:
            link = self._to_clause(clause.id)
            for word, names in zip(_OF_CASES, (clause.pinned_by, clause.killed_in, clause.cited_in), strict=False):
                for name in names:
                    links.setdefault((name, word), []).append(link)
            for defeat in clause.yielded:
                for name in defeat.where:
                    links.setdefault((name, _GAVE_WAY), []).append(Html(f"{link} to {self._to_clause(defeat.to)}"))
        return links

    # ---- links ------------------------------------------------------------------------------------------

    def _to_clause(self, name: str) -> Html:
        return _to(self.anchors[name], name) if name in self.anchors else text(name or NO_CLAUSE)

    def _to_case(self, name: str) -> Html:
        label = name.removeprefix(self.shared).replace(".yaml", "", 1)
        return _to(f"_s{self.cases[name]}", label) if name in self.cases else text(label)

    def _to_rule(self, rule: RuleAt) -> Html:
        return _to(f"_r{self.numbers[rule]}", f"{rule.file.rpartition('/')[2]}:{rule.line}")


def _to(anchor: str, words: str) -> Html:
    return tag("a", words, href=f"#{anchor}")


def _chip(status: Status) -> Html:
    """Return a status as sign, word and colour."""
    return tag("span", f"{STATUSES[status][0]} {status}", class_=f"status {_class(status)}")


def _class(status: Status) -> str:
    return status.replace(" ", "-")


def _definitions(entries: Iterable[tuple[str, Html]]) -> Html:
    pairs = [tag("dt", name) + tag("dd", words) for name, words in entries if words]
    return tag("dl", lines(map(Html, pairs))) if pairs else Html("")


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
