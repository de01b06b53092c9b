"""Verdicts in plain words: events, open questions, findings, expectations and the clauses that decide them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from drakdom.language import t, tn
from drakdom.report.answered import answer_lines, grounds, stakes, story
from drakdom.report.branches import folded, split
from drakdom.report.chances import Line, is_certain, lines, nearest_times
from drakdom.report.expected import claim_lines
from drakdom.report.findings import FINDINGS, finding_words, kind_of
from drakdom.report.folding import fold
from drakdom.report.forcing import contest_lines
from drakdom.report.heading import heading
from drakdom.report.markdown import Markdown
from drakdom.report.page import Look, Page, Span, Words, bold, columns, dim, joined, seconds
from drakdom.report.quotes import cite, deciding
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import when
from drakdom.verdict import Finding, Outcome, ReadingRuled, Verdict

_STATED = ("illegal", "unasked")
_OPEN = ("unstated", "not_encoded", "gap", "contradiction")
FEW = 8
"""The most clauses that are all quoted; of more, only those that decide something."""


def ruling_text(verdict: Verdict, book: Rulebook, look: Look, full: bool = False) -> str:
    """Return the report on one scenario as text."""
    return Ruling(verdict, book, Page(look), full).print()


def ruling_md(verdict: Verdict, book: Rulebook, full: bool = False, picture: str = "") -> str:
    """Return the report as Markdown; `picture` is the file with the boards, relative to the report."""
    return Ruling(verdict, book, Markdown(), full, picture).print()


class Ruling:
    """One report while it is written: first the events, then the doubts, then the clauses."""

    def __init__(self, verdict: Verdict, book: Rulebook, page: Page, full: bool, picture: str = "") -> None:
        self.book, self.full, self.picture = book, full, picture
        self.verdict, self.left_out = (verdict, None) if full else fold(verdict, book)
        self.page = page

    def print(self) -> str:
        """Return the whole report."""
        heading(self.page, self.book, self.verdict, self.full)
        if self.picture and isinstance(self.page, Markdown):
            self.page.picture(t("the board before and after each phase"), self.picture)
        self.below()
        return self.page.print()

    def below(self) -> None:
        """Write all that stands below the heading."""
        common, differing = split(folded(self.verdict))
        if self.verdict.answers and not self.full:
            self.answered(common)
            return
        self.answers()
        self.findings(common.findings, _STATED)
        if self.left_out:
            self.page.gap()
            self.page.add(str(self.left_out))
        self.outcomes(common.outcomes)
        self.contests(common)
        self.findings(common.findings, _OPEN)
        if len(differing) > 1:
            self.readings(differing)
        self.indifferent()
        self.claims()
        self.clauses()
        self.yielded()
        self.rest()

    # -- sections ------------------------------------------------------------------------------------------

    def answers(self) -> None:
        """Show the answers; their clauses are quoted below."""
        quoting = not self.full and bool(self.verdict.answers)
        answer_lines(self.page, self.book, self.verdict.answers, quoting=quoting)

    def answered(self, common: ReadingRuled) -> None:
        """Show the answers to questions, their clauses, and the story that leads there."""
        verdict, page = self.verdict, self.page
        self.answers()
        failed = [claim for claim in verdict.claims if not claim.passed]
        if failed:
            page.head(t("What the file expects"))
        for claim in failed:
            claim_lines(page, claim, indent=2)
        self.grounds()
        self.findings(common.findings, _STATED)
        if self.left_out:
            page.gap()
            page.add(str(self.left_out))
        certain = [
            outcome for outcome in self.reported(common.outcomes) if outcome.sentence and is_certain(outcome.odds)
        ]
        if certain:
            page.head(t("What happens"))
            story(page, self.book, self.ordered(certain))
        self.stakes()
        self.findings(common.findings, _OPEN)
        self.rest()

    def grounds(self) -> None:
        """Quote the clauses that decide the answers."""
        grounds(self.page, self.book, self.verdict.answers)

    def stakes(self) -> None:
        """Show the rolls and choices on which the answers turn."""
        stakes(self.page, self.book, self.verdict.answers)

    def doubts(self, branch: ReadingRuled) -> None:
        """Show the findings and the contests of one way to read the clauses in doubt."""
        self.findings(branch.findings, (*_STATED, *_OPEN), indent=4)
        contest_lines(self.page, branch.contests, self.full, indent=4)

    def outcomes(self, outcomes: Sequence[Outcome]) -> None:
        """Show the events, and the open results with their odds."""
        outcomes = [outcome for outcome in self.reported(outcomes) if outcome.sentence or self.full]
        certain = [outcome for outcome in outcomes if is_certain(outcome.odds)]
        maybe = [outcome for outcome in outcomes if not is_certain(outcome.odds)]
        if certain:
            self.page.head(t("What happens"))
            self.moments(self.ordered(certain), indent=2, odds=False)
        if maybe:
            self.page.head(t("What stays open"))
            self.moments(self.ordered(maybe), indent=2, odds=True)
            chosen = {
                outcome.event for outcome in maybe if outcome.odds.low != outcome.odds.high and not outcome.odds.unruled
            }
            if chosen:
                contested = {contest.event for branch in self.verdict.branches for contest in branch.contests}
                hint = "" if chosen <= contested else t(" (who can force what: `drakdom odds`)")
                self.page.add(dim(t("odds given as a range: the players' choices decide") + hint), indent=2)
        if not outcomes and len(folded(self.verdict)) == 1 and not self.left_out:
            self.page.head(t("What happens"))
            self.page.add(t("nothing that the rulebook has words for"), indent=2)

    def moments(self, rows: Sequence[Line], indent: int, odds: bool) -> None:
        """Add lines under their round and phase."""
        width = max((columns(row.odds) for row in rows), default=0) if odds else 0
        for (entry, phase, _), group in groupby(rows, key=lambda row: row.moment):
            self.page.add(dim(when(self.book, entry, phase)), indent=indent)
            for row in group:
                tail = self.tail(row)
                if odds:
                    self.page.pair(Span(row.odds, "cyan"), row.sentence, *tail, indent=indent + 2, width=width)
                else:
                    self.page.add(row.sentence, *tail, indent=indent + 2, hang=2)

    def reported(self, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
        """Leave out later repetitions within a phase, unless the full report is wanted."""
        return outcomes if self.full else nearest_times(outcomes)

    def ordered(self, outcomes: Iterable[Outcome]) -> list[Line]:
        """Put the lines of a round and phase together, in the order in which they happen."""
        place: dict[tuple[int, str, int], int] = {}
        rows = lines(outcomes)
        for row in rows:
            place.setdefault(row.moment, len(place))
        return sorted(rows, key=lambda row: place[row.moment])

    def tail(self, row: Line) -> tuple[Words, ...]:
        """Return the deciding clauses of a line; in a full report all clauses, and the event as claims write it."""
        clauses = list(dict.fromkeys(clause for outcome in row.outcomes for clause in outcome.clauses))
        if self.full:
            cited = f": {', '.join(clauses)}" if clauses else ""
            return (dim(f" [{row.event}{cited}]"),)
        nearest = dict.fromkeys(outcome.clauses[0] for outcome in row.outcomes if outcome.clauses)
        return (dim(f" ({', '.join(nearest)})"),) if nearest else ()

    def findings(self, findings: Iterable[Finding], kinds: tuple[str, ...], indent: int = 0) -> None:
        """Show findings of some kinds, each kind with its title."""
        cut = bool(self.verdict.answers)
        for kind in kinds:
            group = [finding for finding in findings if kind_of(finding) == kind]
            if not group:
                continue
            title, style = t(FINDINGS[kind][0]), FINDINGS[kind][1]
            if indent:
                self.page.add(Span(title, style), indent=indent)
            else:
                self.page.gap()
                self.page.add(Span(title, f"bold {style}"))
            for finding in group:
                self.page.add(*finding_words(finding, self.book, self.full, cut=cut), indent=indent + 2, hang=2)

    def readings(self, differing: Sequence[ReadingRuled]) -> None:
        """Show the outcomes of each way to read the clauses in doubt, one after the other."""
        page = self.page
        page.head(t("It depends on how the rules are read"))
        doubts = dict.fromkeys(clause for branch in differing for clause, _ in branch.readings)
        for clause in doubts:
            reading = self.book.readings.get(clause)
            question = reading.question if reading and reading.question else t("how is this clause read?")
            page.add(bold(clause), f": {question}", indent=2, hang=2)
        for branch in differing:
            page.gap()
            page.add(*self.read_as(branch), indent=2, hang=2)
            rows = self.ordered(outcome for outcome in self.reported(branch.outcomes) if outcome.sentence or self.full)
            certain = [row for row in rows if is_certain(row.outcomes[0].odds)]
            self.moments(certain, indent=4, odds=False)
            self.moments([row for row in rows if row not in certain], indent=4, odds=True)
            self.doubts(branch)
            if not rows and not branch.findings:
                page.add(t("nothing more"), indent=4)

    def contests(self, common: ReadingRuled) -> None:
        """Show the events that players can force or prevent."""
        if common.contests:
            self.page.head(t("Who can force what"))
            contest_lines(self.page, common.contests, self.full, indent=2)

    def indifferent(self) -> None:
        """List the doubtful clauses whose reading does not matter here."""
        if self.verdict.indifferent:
            ends = any(finding.kind not in _STATED for branch in self.verdict.branches for finding in branch.findings)
            until = t("However these clauses are read, nothing changes until play breaks off")
            self.page.head(until if ends else t("However these clauses are read, nothing changes here"))
        for clause in self.verdict.indifferent:
            reading = self.book.readings.get(clause)
            self.page.add(bold(clause), f": {reading.question if reading else ''}", indent=2, hang=2)

    def read_as(self, branch: ReadingRuled) -> list[Words]:
        """Return the words of a combination of readings."""
        words: list[Words] = []
        for clause, option in branch.readings:
            reading = self.book.readings.get(clause)
            says = reading.options.get(option, "") if reading else ""
            words += [t(", and ") if words else "", Span(f"{clause}={option}", "cyan"), f" ({says})" if says else ""]
        return [*words, ":"]

    def claims(self) -> None:
        """Show all expectations of the scenario."""
        claims = self.verdict.claims
        if not claims:
            return
        self.page.head(t("What the file expects"))
        for claim in claims:
            claim_lines(self.page, claim, indent=2)

    def clauses(self) -> None:
        """Quote the clauses that decide something themselves, then name those that they rest on."""
        citations = self.verdict.citations
        nearest = deciding(self.verdict)
        near = [citation for citation in citations if citation.id in nearest or self.full or len(citations) <= FEW]
        rest = [citation.id for citation in citations if citation not in near]
        if near:
            self.page.head(t("By these clauses"))
            cite(self.page, [(clause.id, clause.section, clause.text) for clause in near])
        if rest:
            self.page.gap()
            names = t("They rest on {clauses}", clauses=", ".join(rest))
            self.page.add(names, dim(t(" (--full quotes them)")), indent=2, hang=2)

    def yielded(self) -> None:
        """List the clauses that gave way to others, and quote those that are not cited above."""
        winners: dict[str, list[str]] = {}
        for clause, winner in self.verdict.yielded:
            winners.setdefault(clause, []).extend([winner] if winner else [])
        if not winners:
            return
        self.page.head(t("Clauses that gave way"))
        cited = {citation.id for citation in self.verdict.citations}
        rows = []
        for clause, stronger in winners.items():
            entry = self.book.ledger.get(clause)
            text = entry.text if entry and clause not in cited else ""
            yielded_to = t("to {clauses}", clauses=joined(stronger)) if stronger else ""
            note = yielded_to or ("" if text else t("quoted above"))
            rows.append((clause, "", ": ".join(filter(None, (note, text)))))
        cite(self.page, rows)

    def rest(self) -> None:
        """Add the notes, the time and the number of positions."""
        verdict, page = self.verdict, self.page
        if verdict.notes:
            page.head(t("Note"))
        for line in verdict.notes:
            page.add(line, indent=2, hang=2)
        page.gap()
        count = tn("{n} position looked at", "{n} positions looked at", verdict.positions)
        page.add(dim(t("ruled in {time}, ", time=seconds(verdict.seconds)) + count))
