"""Answers where play stops for want of a clause or a statement: the facts up to there, and the undecided points."""

from __future__ import annotations

from collections.abc import Sequence

from drakdom.answer import Answer, Odds, ReadingAnswer, Status
from drakdom.language import t
from drakdom.report.chances import odds_words
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import when
from drakdom.rulings.readings import Readings, without_repeats

#: Combinations of readings, each with its answer and the notes on where play stops.
ReadingRows = Sequence[tuple[Readings, tuple[str, tuple[str, ...]]]]
SPECIAL = ("gap", "contradiction", "illegal", "unasked")
"""Kinds of claims about the play itself: a gap does not leave them open."""


def is_undecided(answer: Answer) -> bool:
    """Test if a gap in the very moment that is asked about leaves the answer open under its only reading."""
    return answer.stops == "there" and answer.kind not in SPECIAL and len(answer.by_reading) == 1


def gap_notes(answer: Answer) -> list[str]:
    """Return the gaps of an answer in words, without the one in its headline and the one that is asked about.

    If the answer turns on readings, those of each stand with it.
    """
    if len(answer.by_reading) > 1:
        return []
    if answer.stops == "later":
        return _later(answer.undecided)
    return _not_decided(answer, answer.undecided[is_undecided(answer) :])


def stop_notes(book: Rulebook, answer: Answer, reading: ReadingAnswer) -> list[str]:
    """Return where play stops under one of several readings, and the gaps there, in words."""
    if reading.stops == "later":
        return _later(reading.undecided)
    tells = reading.up_to and reading.stops != "there" and settled(answer, reading.odds)
    moment = [t("it stops in {moment}", moment=when(book, *reading.up_to))] if reading.up_to and tells else []
    return [*moment, *_not_decided(answer, reading.undecided)]


def so_far(book: Rulebook, answer: Answer) -> str:
    """Say which facts hold up to the point where play stops."""
    odds = settled(answer, answer.by_reading[0].odds)
    if not odds or not answer.up_to:
        return ""
    if answer.stops == "later":
        return odds
    moment = when(book, *answer.up_to)
    if odds == t("no"):  # nothing is refused: it may yet come about
        return t("not before play stops in {moment}", moment=moment)
    return t("{odds}, as far as play goes; it stops in {moment}", odds=odds, moment=moment)


def settled(answer: Answer, odds: Odds) -> str:
    """Return the odds up to where play stops, in words; nothing if play does not stop."""
    if answer.up_to is None or answer.kind in SPECIAL or not odds.unruled or odds.sure is None:
        return ""
    return odds_words(Odds(odds.low, odds.sure)) if odds.sure else t("no")


def verdicts(answer: Answer) -> list[str]:
    """Return the answer under each reading in words, up to where play stops."""
    return [_verdict(answer, reading) for reading in answer.by_reading]


def mattering(answer: Answer) -> list[Readings]:
    """Return the readings that matter to the answer as it is worded, in each combination."""
    worded = [(reading.readings, reading_words(answer, reading)) for reading in answer.by_reading]
    return [readings for readings, _ in without_repeats(worded)]


def rows(book: Rulebook, answer: Answer) -> ReadingRows:
    """Return the readings that matter to the answer as it is worded.

    Each combination comes with its answer and with what is to be said about where play stops.
    """
    return without_repeats(
        [
            (reading.readings, (reading_words(answer, reading), tuple(stop_notes(book, answer, reading))))
            for reading in answer.by_reading
        ]
    )


def reading_words(answer: Answer, reading: ReadingAnswer) -> str:
    """Return the answer under one reading in words; they say so if play stops before its end."""
    verdict = _verdict(answer, reading)
    if reading.stops in ("there", "later") or not settled(answer, reading.odds):
        return verdict
    return t("not before play stops") if verdict == t("no") else t("{verdict}, as far as play goes", verdict=verdict)


def verdict_words(kind: str, status: Status, odds: Odds) -> str:
    """Return the answer in words: yes, no, the odds, or that the rules do not decide it."""
    if status == "always" or (kind in SPECIAL and status == kind):
        return t("yes")
    if status == "never":
        return t("no")
    return t("the rules do not decide it") if odds.unruled and not odds.low else odds_words(odds)


def _verdict(answer: Answer, reading: ReadingAnswer) -> str:
    if reading.stops == "there" and answer.kind not in SPECIAL:
        return t("not decided")
    return settled(answer, reading.odds) or verdict_words(answer.kind, reading.status, reading.odds)


def _later(gaps: Sequence[str]) -> list[str]:
    return [t("what others do later is not decided: {gap}", gap=gap) for gap in gaps]


def _not_decided(answer: Answer, gaps: Sequence[str]) -> list[str]:
    return [t("not decided: {gap}", gap=gap) for gap in gaps if gap != answer.sentence]
