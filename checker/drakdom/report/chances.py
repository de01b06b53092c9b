"""Odds for people, and the outcomes of one roll on one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from drakdom.language import mark, t
from drakdom.report.page import joined
from drakdom.terms import Term, Value
from drakdom.verdict import Odds, Outcome

#: A denominator of more digits is told as a decimal.
MOST_DIGITS = 15

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
    """What one line of a report says: an outcome, or all that one roll may come to."""

    odds: str
    sentence: str
    event: str
    outcomes: tuple[Outcome, ...]

    @property
    def entry(self) -> int:
        """Where in the play it first happens."""
        return self.outcomes[0].entry

    @property
    def phase(self) -> str:
        """The phase in which it first happens."""
        return self.outcomes[0].phase

    @property
    def moment(self) -> tuple[int, str, int]:
        """Entry and phase; of what is certain also which time it is that play is in that phase."""
        first = self.outcomes[0]
        return first.entry, first.phase, first.visit if is_certain(first.odds) else 1


def chance_words(chance: Fraction) -> str:
    """`1/2`; a fraction of more digits than anybody reads as a decimal (JSON has it whole)."""
    return str(chance) if chance.denominator < 10**MOST_DIGITS else t("about {odds}", odds=f"{float(chance):.6f}")


def odds_words(odds: Odds) -> str:
    """`1/2`, `0 to 1/2` where choices decide, `at least 1/4` where play may break off, `undecided` where it must."""
    if is_undecided(odds):
        return t("undecided")
    if odds.unruled:
        low, high = chance_words(odds.low), chance_words(odds.high)
        return t("at least {odds}", odds=low) if odds.low else t("at most {odds}", odds=high)
    low, high = chance_words(odds.low), chance_words(odds.high)
    return low if odds.low == odds.high else t("{low} to {high}", low=low, high=high)


def is_undecided(odds: Odds) -> bool:
    """Whether nothing is known of it: play may break off before it happens, or before it cannot happen any more."""
    return bool(odds.unruled) and odds.low == 0 and odds.high == 1


def is_certain(odds: Odds) -> bool:
    """Whether it happens however dice fall and whoever chooses what."""
    return odds.low == 1 and not odds.unruled


def lines(outcomes: Iterable[Outcome]) -> list[Line]:
    """One line for each outcome; those that differ in one number only share a line."""
    groups: dict[object, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(_family(outcome), []).append(outcome)
    return [line for some in groups.values() for line in _lines_of(some)]


def nearest_times(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Of what may happen several times in a phase only the first that is not certain, with how often it may."""
    some = list(outcomes)
    most: dict[object, int] = {}
    first: dict[object, int] = {}
    for one in some:
        most[one.key[:-1]] = max(one.time, most.get(one.key[:-1], 0))
        if not is_certain(one.odds):
            first[one.key[:-1]] = min(one.time, first.get(one.key[:-1], one.time))
    found = []
    for one in some:
        last = most[one.key[:-1]]
        if is_certain(one.odds):
            found.append(one)
        elif one.time == first[one.key[:-1]]:
            found.append(_repeated(one, last))
    return found


def _repeated(one: Outcome, last: int) -> Outcome:
    if last == one.time:
        return one
    return replace(one, sentence=one.sentence + t(", up to {n} times", n=last))


def _family(outcome: Outcome) -> object:
    """What the results of one roll have in common: all but a number."""
    shape = _shape(outcome.event)
    if shape is None or outcome.odds.low != outcome.odds.high or is_certain(outcome.odds):
        return outcome.key
    return outcome.entry, outcome.phase, outcome.time, shape, outcome.odds.unruled


def _shape(event: Value) -> Value | None:
    """The event without its only number; None if it has none or several."""
    if not isinstance(event, Term):
        return None
    places = [at for at, arg in enumerate(event.args) if isinstance(arg, int)]
    if len(places) != 1:
        return None
    return Term(event.name, tuple("#" if at == places[0] else arg for at, arg in enumerate(event.args)))


def _number(event: Value) -> int:
    return next(arg for arg in event.args if isinstance(arg, int)) if isinstance(event, Term) else 0


def _lines_of(some: Sequence[Outcome]) -> list[Line]:
    several = len(some) > 1 and not any(o.odds.unruled for o in some)
    frame = _frame([o.sentence for o in some]) if several else None
    if frame is None:
        return [Line(odds_words(o.odds), o.sentence + _again(o.time), o.text, (o,)) for o in some]
    ordered = sorted(some, key=lambda o: _number(o.event))
    before, after = frame
    chances = [o.odds.low for o in ordered]
    numbers = [_number(o.event) for o in ordered]
    # No sum of them: two rolls may both come to it, and then their results exclude each other no more.
    equal = len(set(chances)) == 1
    event = ordered[0].text.replace(str(numbers[0]), f"{numbers[0]}..{numbers[-1]}", 1)
    sentence = f"{before}{_dealt(numbers, chances)}{after}{_again(ordered[0].time)}"
    return [Line(t("{odds} each", odds=chances[0]) if equal else "", sentence, event, tuple(ordered))]


def _again(time: int) -> str:
    """For what happens several times in one phase."""
    if time == 1:
        return ""
    ordinal = t(_ORDINALS[time]) if time in _ORDINALS else t("{n}th", n=time)
    return t(", for the {ordinal} time", ordinal=ordinal)


def _dealt(numbers: list[int], chances: list[Fraction]) -> str:
    if len(set(chances)) > 1:
        return joined((f"{n} ({c})" for n, c in zip(numbers, chances, strict=True)), t("or"))
    if len(numbers) > 3 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return t("{low} to {high}", low=numbers[0], high=numbers[-1])
    return joined(map(str, numbers), t("or"))


def _frame(sentences: list[str]) -> tuple[str, str] | None:
    """What stands before and after the number that differs, if it is one word that differs."""
    split = [sentence.split(" ") for sentence in sentences]
    if len({len(words) for words in split}) != 1:
        return None
    differing = [at for at, words in enumerate(zip(*split, strict=True)) if len(set(words)) > 1]
    if len(differing) != 1:
        return None
    at, first = differing[0], split[0]
    if not all(words[at].strip(".,:;()").lstrip("-").isdigit() for words in split):
        return None
    tail = first[at].lstrip("-0123456789")
    before, after = " ".join(first[:at]), " ".join(first[at + 1 :])
    return before + " " * bool(before), tail + (" " + after if after else "")
