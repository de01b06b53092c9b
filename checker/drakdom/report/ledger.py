"""The ledger as one page: how far each clause comes, its rules and scenarios, and the way back from these."""

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

#: Of each status its sign, and what it means; the best first.
STATUSES: Mapping[Status, tuple[str, str]] = {
    "covered": ("✔", "some scenario expects it as a reason, and some expectation fails when it is switched off"),
    "killed": ("●", "an expectation fails when it is switched off, and none names it as a reason"),
    "fired": ("◐", "a rule of it applies in some scenario, and nothing that is expected hangs on it"),
    "yielded": ("↷", "it would apply in some scenario, but always gives way to another clause"),
    "never reached": ("○", "it is encoded, and applies in no scenario"),
    "not encoded": ("✘", "no rule carries it"),
    "does not count": ("/", "it says what another clause says, or no outcome can depend on it"),
}
_COLUMNS = ("counting", "encoded", "fired", "cited", "killed", "covered")
_GAVE_WAY = "Give way"
#: What a scenario tells of clauses.
_OF_CASES = ("Expected as a reason", "Missed when switched off", "Behind an outcome", _GAVE_WAY)
_ANCHOR = re.compile(r"[A-Za-z][\w.-]*", re.ASCII)


def ledger_page(coverage: Coverage, book: Rulebook, lost: Sequence[str] = ()) -> str:
    """The page, which needs nothing but itself."""
    return _Ledger(coverage, book, lost).print()


class _Ledger:
    """The page while it is written. Anchors that are no id of a clause begin with `_`."""

    def __init__(self, coverage: Coverage, book: Rulebook, lost: Sequence[str]) -> None:
        self.coverage, self.book, self.lost = coverage, book, frozenset(lost)
        self.anchors = {one.id: _anchor(one.id, n) for n, one in enumerate(coverage.clauses)}
        self.cases = {name: n for n, name in enumerate(coverage.titles)}
        self.rules: dict[RuleAt, list[str]] = {}
        for one in coverage.clauses:
            for rule in one.rules:
                self.rules.setdefault(rule, []).append(one.id)
        self.numbers = {rule: n for n, rule in enumerate(self.rules)}
        self.shared = _shared(coverage.titles)

    def print(self) -> str:
        """The whole page."""
        title = f"{self.book.title}: coverage"
        parts = [
            tag("header", tag("h1", title), self._summary()),
            tag("main", lines([*self._troubles(), *map(self._part, self.coverage.prefixes)])),
            tag("section", tag("h2", "Rules"), lines(self._rule_files()), id="_rules"),
            tag("section", tag("h2", "Scenarios"), lines(map(self._case, self.coverage.titles)), id="_scenarios"),
        ]
        return page(title, STYLE, lines(parts))

    # ---- what stands first ------------------------------------------------------------------------------

    def _summary(self) -> Html:
        counts, coverage = self.coverage.counts(), self.coverage
        said = f"{counts.covered} of {counts.counting} clauses are covered ({counts.percent} %, rounded down)."
        ran = f"{coverage.scenarios} scenarios, {coverage.runs} runs without a clause, in {seconds(coverage.seconds)}."
        return lines((tag("p", tag("strong", said), " ", ran), self._legend(), self._table(), self._open()))

    def _legend(self) -> Html:
        rows = [
            tag("tr", tag("td", _chip(status)), tag("td", str(number), class_="n"), tag("td", meaning))
            for status, (_, meaning) in STATUSES.items()
            if (number := sum(one.status == status for one in self.coverage.clauses))
        ]
        head = tag("tr", tag("th", "status"), tag("th", "clauses"), tag("th", "meaning"))
        return tag("table", tag("caption", "How far the clauses come"), tag("thead", head), tag("tbody", lines(rows)))

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
        """The clauses that are not covered, as the way to them."""
        entries = [tag("li", self._to_clause(one.id), " ", _chip(one.status)) for one in self.coverage.missing]
        return lines((tag("h2", "Not covered"), tag("ul", lines(entries)))) if entries else Html("")

    def _troubles(self) -> Iterator[Html]:
        if self.lost:
            names = (self._to_clause(name) for name in sorted(self.lost))
            yield tag(
                "p", tag("strong", "Lost: "), "covered before, and not any more: ", listed(names), class_="trouble"
            )
        if failing := self.coverage.failing:
            names = (self._to_case(name) for name in failing)
            yield tag("p", tag("strong", "Scenarios that fail as it is: "), listed(names), class_="trouble")
        for where, message in self.coverage.errors:
            yield tag("p", tag("strong", "Could not be run: "), f"{where}: {message}", class_="trouble")

    # ---- clauses ----------------------------------------------------------------------------------------

    def _part(self, prefix: str) -> Html:
        clauses = [self._clause(one) for one in self.coverage.clauses if one.prefix == prefix]
        return tag("section", tag("h2", prefix), lines(clauses), id=f"_p{self.coverage.prefixes.index(prefix)}")

    def _clause(self, one: ClauseCover) -> Html:
        entry = self.book.ledger[one.id]
        head = tag("h3", self._to_clause(one.id), " ", _chip(one.status))
        notes = [entry.section, *([f"optional rule {one.variant}"] if one.variant else [])]
        parts = [head, tag("p", entry.text), tag("p", ", ".join(notes), class_="note"), self._told(one)]
        return tag("article", lines(parts), id=self.anchors[one.id], class_=_class(one.status))

    def _told(self, one: ClauseCover) -> Html:
        if one.standing == "restates":
            return tag("p", "It says what ", self._to_clause(one.note), " says.")
        if one.standing != "counts":
            return tag("p", f"{one.standing}: {one.note}")
        rules = [self._to_rule(rule) for rule in one.rules]
        entries = [
            ("Rules", listed(rules) if rules else text("none")),
            ("Gave way", Html("; ".join(map(self._gave_way, one.yielded)))),
            ("Others gave way to it", listed(self._beaten[one.id]) if one.id in self._beaten else text("")),
            ("Expected as a reason", self._named(one.pinned_by)),
            ("Missed when switched off", self._named(one.killed_in)),
            ("Behind an outcome", self._folded(one.told_by)),
            ("Fires", self._folded(one.fired_in) if one.killed_by is None else text("")),
        ]
        return _definitions(entries)

    def _gave_way(self, to: Yield) -> Html:
        return Html(f"to {self._to_clause(to.to)} in {self._named(to.where)}")

    @cached_property
    def _beaten(self) -> Mapping[str, list[Html]]:
        """By clause, which others gave way to it."""
        found: dict[str, list[Html]] = {}
        for one in self.coverage.clauses:
            for to in one.yielded:
                found.setdefault(to.to, []).append(self._to_clause(one.id))
        return found

    def _named(self, names: Sequence[str]) -> Html:
        return listed(map(self._to_case, names))

    def _folded(self, names: Sequence[str]) -> Html:
        """Names that may be many: shown when somebody asks for them."""
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
        """By scenario, and by what becomes of them there, the clauses."""
        found: dict[tuple[str, str], list[Html]] = {}
        for one in self.coverage.clauses:
            link = self._to_clause(one.id)
            for word, names in zip(_OF_CASES, (one.pinned_by, one.killed_in, one.told_by), strict=False):
                for name in names:
                    found.setdefault((name, word), []).append(link)
            for to in one.yielded:
                for name in to.where:
                    found.setdefault((name, _GAVE_WAY), []).append(Html(f"{link} to {self._to_clause(to.to)}"))
        return found

    # ---- ways from one to another -----------------------------------------------------------------------

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
    """A status by its sign, its word and its colour."""
    return tag("span", f"{STATUSES[status][0]} {status}", class_=f"status {_class(status)}")


def _class(status: Status) -> str:
    return status.replace(" ", "-")


def _definitions(entries: Iterable[tuple[str, Html]]) -> Html:
    some = [tag("dt", name) + tag("dd", words) for name, words in entries if words]
    return tag("dl", lines(map(Html, some))) if some else Html("")


def _anchor(name: str, number: int) -> str:
    """Where a clause stands: its id, if a link can hold it."""
    return name if _ANCHOR.fullmatch(name) else f"_c{number}"


def _shared(names: Iterable[str]) -> str:
    """The folders that all scenarios have in common."""
    folders = [name.rpartition("/")[0] + "/" for name in names if "/" in name]
    shared = folders[0] if folders else ""
    while not all(folder.startswith(shared) for folder in folders):
        shared = shared[: shared.rfind("/", 0, -1) + 1]
    return shared
