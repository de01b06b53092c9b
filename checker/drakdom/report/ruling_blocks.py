"""Verdicts as blocks for HTML: answers with the deciding clause first, and the sections of the report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from drakdom.answer import Answer, Ground, Odds, Stake
from drakdom.language import t
from drakdom.report.answered import (
    as_written,
    beaten,
    headline,
    is_alike,
    named_grounds,
    quoted,
    stake_differs,
    stake_words,
    without_words,
)
from drakdom.report.blocks import Blocks, Section
from drakdom.report.chances import Line, chance_words
from drakdom.report.heading import heading
from drakdom.report.page import dim
from drakdom.report.quotes import deciding
from drakdom.report.ruling import Ruling
from drakdom.report.stopping import gap_notes, reading_words, stop_notes
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import when
from drakdom.verdict import ReadingRuled, Verdict

Quote = tuple[str, str, str]
"""A clause as quoted: its id, its section and its words."""


@dataclass(frozen=True, slots=True)
class Row:
    """Odds with their words and a sentence; `chance` is the probability of it, in words."""

    words: str
    odds: Odds
    says: str = ""
    chance: str = ""


@dataclass(frozen=True, slots=True)
class StakeShown:
    """A roll or choice on which an answer turns, with a row for each result."""

    title: str
    when: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class AnswerShown:
    """An answer: its claim and sentence, a row for each reading, its clauses, and the points on which it turns."""

    text: str
    sentence: str
    claim: str
    is_no: bool
    rows: tuple[Row, ...]
    grounds: tuple[Ground, ...]
    quotes: tuple[Quote, ...]
    beaten: tuple[Quote, ...]
    notes: tuple[str, ...]
    stakes: tuple[StakeShown, ...]


@dataclass(frozen=True, slots=True)
class RulingShown:
    """A verdict as it is shown: its law, its answers, and the sections of the report."""

    title: str
    law: tuple[str, ...]
    answers: tuple[AnswerShown, ...]
    sections: tuple[Section, ...]


def ruling_shown(verdict: Verdict, book: Rulebook) -> RulingShown:
    """Return a verdict as it is shown; `book` is its rulebook, in the language of the page."""
    head = Blocks()
    heading(head, book, verdict)
    law = tuple(
        "".join(piece.text for piece in paragraph.pieces)
        for section in head.sections
        for paragraph in section.paragraphs
    )
    ruling = _Shown(verdict, book, Blocks(), full=False)
    ruling.below()
    sections = tuple(
        section for section in ruling.blocks.sections if section.paragraphs or section.columns or section.quotes
    )
    return RulingShown(verdict.title, law, answers_shown(verdict.answers, book), sections)


def answers_shown(answers: Sequence[Answer], book: Rulebook) -> tuple[AnswerShown, ...]:
    """Return answers as they are shown."""
    return tuple(_answer(answer, book) for answer in answers)


def quotes_of(clauses: Iterable[str], book: Rulebook) -> tuple[Quote, ...]:
    """Return clauses of the ledger as they are quoted."""
    entries = [book.ledger[clause] for clause in clauses if clause in book.ledger]
    return tuple((entry.id, entry.section, entry.text) for entry in entries)


def _answer(answer: Answer, book: Rulebook) -> AnswerShown:
    shown = quoted([answer])
    notes = gap_notes(answer)
    if answer.without and not is_alike(answer, answer.without):
        notes.append(without_words(answer.kind, answer.without))
    return AnswerShown(
        answer.text,
        answer.sentence,
        as_written(answer).strip(),
        all(reading.status == "never" for reading in answer.by_reading),
        tuple(_rows(answer, book)),
        tuple(named_grounds(answer)),
        quotes_of(shown, book),
        quotes_of(beaten([answer], shown), book),
        (*notes, *answer.hints),
        tuple(_stake(stake, answer, book) for stake in answer.turns_on if stake_differs(answer, stake)),
    )


def _rows(answer: Answer, book: Rulebook) -> Iterable[Row]:
    for reading in answer.by_reading:
        options = [_option(book, clause, option) for clause, option in reading.readings]
        is_open = len(answer.by_reading) > 1
        words = reading_words(answer, reading) if is_open else headline(book, answer)
        notes = stop_notes(book, answer, reading) if is_open else ()
        yield Row(words, reading.odds, "; ".join((*options, *notes)))


def _option(book: Rulebook, clause: str, option: str) -> str:
    entry = book.readings.get(clause)
    says = entry.options.get(option, "") if entry else ""
    return f"{clause}={option}" + (f" ({says})" if says else "")


def _stake(stake: Stake, answer: Answer, book: Rulebook) -> StakeShown:
    title = stake.sentence if stake.kind == "chance" else t("what {figure} chooses", figure=stake.sentence)
    ways = sorted(stake.ways, key=lambda way: -way[2].high) if stake.kind == "choice" else stake.ways
    rows = [
        Row(
            stake_words(answer, odds),
            odds,
            t("if {what}", what=says),
            t(" (chance {odds})", odds=chance_words(chance, inside=True)).strip() if chance else "",
        )
        for says, chance, odds in ways
    ]
    reading = (f"{clause}={option}" for clause, option in answer.by_reading[0].readings)
    return StakeShown(title, "; ".join((when(book, stake.entry, stake.phase), *reading)), tuple(rows))


class _Shown(Ruling):
    """A report in blocks. It does not repeat the answers; readings stand side by side."""

    @property
    def blocks(self) -> Blocks:
        assert isinstance(self.page, Blocks)
        return self.page

    def answers(self) -> None:
        pass

    def grounds(self) -> None:
        pass

    def stakes(self) -> None:
        pass

    def moments(self, rows: Sequence[Line], indent: int, odds: bool) -> None:
        for (entry, phase, _), group in groupby(rows, key=lambda row: row.moment):
            self.page.add(dim(when(self.book, entry, phase)), indent=indent)
            for row in group:
                own = row.outcomes[0].odds if odds else None
                self.blocks.likely(row.odds if odds else "", own, row.sentence, *self.tail(row), indent=indent + 2)

    def readings(self, differing: Sequence[ReadingRuled]) -> None:
        self.page.head(t("It depends on how the rules are read"))
        section = self.blocks.sections[-1]
        for clause in dict.fromkeys(clause for branch in differing for clause, _ in branch.readings):
            reading = self.book.readings.get(clause)
            question = reading.question if reading and reading.question else t("how is this clause read?")
            self.page.add(f"{clause}: {question}", indent=2)
        for branch in differing:
            title = "; ".join(_option(self.book, clause, option) for clause, option in branch.readings)
            section.columns.append((title, self._column(branch)))

    def _column(self, branch: ReadingRuled) -> list[Section]:
        inner = _Shown(self.verdict, self.book, Blocks(), full=False)
        inner.outcomes(branch.outcomes)
        inner.doubts(branch)
        sections = [section for section in inner.blocks.sections if section.paragraphs]
        return sections or [Section(t("nothing more"))]

    def clauses(self) -> None:
        nearest = deciding(self.verdict)
        for title, is_near in ((t("By these clauses"), True), (t("They rest on"), False)):
            rows = [
                (citation.id, citation.section, citation.text)
                for citation in self.verdict.citations
                if (citation.id in nearest) == is_near
            ]
            self.blocks.sections.append(Section(title, "near" if is_near else "rest", quotes=rows))
