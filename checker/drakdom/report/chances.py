"""Odds in words, and lines of outcomes; the outcomes of one roll share a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from drakdom.answer import Odds
from drakdom.language import mark, t
from drakdom.report.page import joined
from drakdom.terms import Term, Value, show
from drakdom.verdict import Outcome

MOST_DIGITS = 6
"""The most digits of a denominator; a fraction with more is shown as a percentage alone."""

_ORDINALS = {
    2: mark("second"),
    3: mark("third"),
    4: mark("fourth"),
    5: mark("fifth"),
    6: mark("sixth"),
    7: mark("seventh"),
    8: mark("eighth"),
    9: mark("ninth"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a report: an outcome, or all outcomes of one roll."""

    odds: str
    sentence: str
    event: str
    outcomes: tuple[Outcome, ...]

    @property
    def entry(self) -> int:
        """The entry of the play in which it first happens."""
        return self.outcomes[0].entry

    @property
    def phase(self) -> str:
        """The phase in which it first happens."""
        return self.outcomes[0].phase

    @property
    def moment(self) -> tuple[int, str, int]:
        """Entry, phase, and the visit to that phase; an outcome that is not certain counts for the first visit."""
        first = self.outcomes[0]
        return first.entry, first.phase, first.visit if is_certain(first.odds) else 1


def chance_words(chance: Fraction, inside: bool = False) -> str:
    """Return a chance as `1/3 (33 %)`, or as a percentage alone if the denominator is too long to read.

    `inside` is for words that stand in brackets themselves.
    """
    if chance.denominator == 1:
        return str(chance)
    if chance.denominator < 10**MOST_DIGITS:
        return f"{chance}, {percent(chance)}" if inside else f"{chance} ({percent(chance)})"
    return t("about {odds}", odds=percent(chance, 2))


def percent(chance: Fraction, digits: int = 0) -> str:
    """Return a percentage such as `42 %`; with as many more digits as tell it from 0 % and 100 %."""
    text = f"{float(chance * 100):.{digits}f}"
    if digits < MOST_DIGITS and float(text) in (0, 100):
        return percent(chance, digits + 1)
    return f"{text} %"


def odds_words(odds: Odds) -> str:
    """Return odds in words: `1/2`, `0 to 1/2` if choices decide, `at least 1/4` or `undecided` if gaps may."""
    return _odds_words(odds, inside=False)


def odds_in_brackets(odds: Odds) -> str:
    """Return odds in words that stand in brackets: `1/2, 50 %`."""
    return _odds_words(odds, inside=True)


def _odds_words(odds: Odds, inside: bool) -> str:
    if is_undecided(odds):
        return t("undecided")
    low, high = chance_words(odds.low, inside), chance_words(odds.high, inside)
    if odds.unruled:
        return t("at least {odds}", odds=low) if odds.low else t("at most {odds}", odds=high)
    return low if odds.low == odds.high else t("{low} to {high}", low=low, high=high)


def is_undecided(odds: Odds) -> bool:
    """Tell if nothing at all is known: unruled play leaves every probability from 0 to 1 possible."""
    return bool(odds.unruled) and odds.low == 0 and odds.high == 1


def is_certain(odds: Odds) -> bool:
    """Tell if the event happens under all rolls and choices."""
    return odds.low == 1 and not odds.unruled


def lines(outcomes: Iterable[Outcome]) -> list[Line]:
    """Return a line for each outcome; outcomes that differ in one number only share a line."""
    groups: dict[object, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(_family(outcome), []).append(outcome)
    return [line for group in groups.values() for line in _lines_of(group)]


def nearest_times(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Keep the certain outcomes, and of repeated uncertain ones the first, with the number of possible repetitions."""
    outcomes = list(outcomes)
    last: dict[object, int] = {}
    first: dict[object, int] = {}
    for outcome in outcomes:
        event = outcome.key[:-1]
        last[event] = max(outcome.time, last.get(event, 0))
        if not is_certain(outcome.odds):
            first[event] = min(outcome.time, first.get(event, outcome.time))
    kept = []
    for outcome in outcomes:
        event = outcome.key[:-1]
        if is_certain(outcome.odds):
            kept.append(outcome)
        elif outcome.time == first[event]:
            kept.append(_repeated(outcome, last[event]))
    return kept


def _repeated(outcome: Outcome, last: int) -> Outcome:
    if last == outcome.time or not outcome.sentence:  # events without words stay so
        return outcome
    return replace(outcome, sentence=outcome.sentence + t(", up to {n} times", n=last))


def _family(outcome: Outcome) -> object:
    """Return a key that the outcomes of one roll share: all of the event but its number."""
    shape = _shape(outcome.event)
    if shape is None or outcome.odds.low != outcome.odds.high or is_certain(outcome.odds):
        return outcome.key
    return outcome.entry, outcome.phase, outcome.time, shape, outcome.odds.unruled


def _shape(event: Value, number: str = "#") -> Value | None:
    """Return the event with a text for its only number, or None if it has no number or more than one."""
    if not isinstance(event, Term) or sum(isinstance(arg, int) for arg in event.args) != 1:
        return None
    return Term(event.name, tuple(number if isinstance(arg, int) else arg for arg in event.args))


def _number(event: Value) -> int:
    return next(arg for arg in event.args if isinstance(arg, int)) if isinstance(event, Term) else 0


def _lines_of(outcomes: Sequence[Outcome]) -> list[Line]:
    is_group = len(outcomes) > 1 and not any(outcome.odds.unruled for outcome in outcomes)
    frame = _frame([outcome.sentence for outcome in outcomes]) if is_group else None
    if frame is None:
        return [
            Line(odds_words(outcome.odds), outcome.sentence + _again(outcome.time), outcome.text, (outcome,))
            for outcome in outcomes
        ]
    ordered = sorted(outcomes, key=lambda o: _number(o.event))
    before, after = frame
    chances = [outcome.odds.low for outcome in ordered]
    numbers = [_number(outcome.event) for outcome in ordered]
    # The chances are not added up: two rolls may both have one of these results, which then do not exclude each other.
    is_equal = len(set(chances)) == 1
    numerals = f"{numbers[0]}..{numbers[-1]}" if _is_row(numbers) else "|".join(map(str, numbers))
    event = _shape(ordered[0].event, numerals)
    assert event is not None  # events without a number share no line
    sentence = f"{before}{_alternatives(numbers, chances)}{after}{_again(ordered[0].time)}"
    odds = t("{odds} each", odds=_fraction(chances[0])) if is_equal else ""
    return [Line(odds, sentence, show(event), tuple(ordered))]


def _again(time: int) -> str:
    """Return the words for a repetition within one phase, empty for the first time."""
    if time == 1:
        return ""
    ordinal = t(_ORDINALS[time]) if time in _ORDINALS else t("{n}th", n=time)
    return t(", for the {ordinal} time", ordinal=ordinal)


def _alternatives(numbers: list[int], chances: list[Fraction]) -> str:
    if len(set(chances)) > 1:
        return joined((f"{n} ({_fraction(chance)})" for n, chance in zip(numbers, chances, strict=True)), t("or"))
    if len(numbers) > 3 and _is_row(numbers):
        return t("{low} to {high}", low=numbers[0], high=numbers[-1])
    return joined(map(str, numbers), t("or"))


def _fraction(chance: Fraction) -> str:
    """Return a chance as a fraction alone; in words if its denominator is too long to read."""
    return str(chance) if chance.denominator < 10**MOST_DIGITS else chance_words(chance)


def _is_row(numbers: list[int]) -> bool:
    """Return True for numbers without a gap between them."""
    return numbers == list(range(numbers[0], numbers[-1] + 1))


def _frame(sentences: list[str]) -> tuple[str, str] | None:
    """Return the text before and after the number in which sentences differ, or None if they differ in more."""
    split = [sentence.split(" ") for sentence in sentences]
    if len({len(words) for words in split}) != 1:
        return None
    differing = [place for place, words in enumerate(zip(*split, strict=True)) if len(set(words)) > 1]
    if len(differing) != 1:
        return None
    place, first = differing[0], split[0]
    if not all(words[place].strip(".,:;()").lstrip("-").isdigit() for words in split):
        return None
    tail = first[place].lstrip("-0123456789")
    before, after = " ".join(first[:place]), " ".join(first[place + 1 :])
    return before + " " * bool(before), tail + (" " + after if after else "")
