"""Points that a played scenario leaves open, as questions: choices, draws and rolls, and ambiguous clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from drakdom.answer import Odds
from drakdom.formula import Formula
from drakdom.graph.hints import action_words, roll_words
from drakdom.interview.question import Option, Question, Subject
from drakdom.language import t
from drakdom.law.facts import to_value
from drakdom.rulebook.sentences import roll_of, say, word
from drakdom.scenario import Scenario
from drakdom.scenario.misfit import Misfit
from drakdom.scenario.typing import Words
from drakdom.terms import Term, Value
from drakdom.value.open_points import Key, OpenPoint, open_points
from drakdom.value.solve import Branch
from drakdom.value.values import Value as Worth
from drakdom.why.reasons import Reasons

#: The clauses that are named for a question: the nearest, and the next as its reason.
NEAREST = 2


def odds_now(branches: Iterable[Branch], formulas: Sequence[Formula]) -> tuple[Odds, ...]:
    """Return the odds of each formula, over all readings."""
    branches = tuple(branches)
    return tuple(odds_over([branch.evaluation.value(formula) for branch in branches]) for formula in formulas)


def odds_over(worths: Sequence[Worth]) -> Odds:
    """Return the odds of a formula from its values under each reading: from the least to the greatest."""
    return Odds(
        min(worth.low for worth in worths), max(worth.high for worth in worths), max(worth.unruled for worth in worths)
    )


def change_between(outcomes: Iterable[tuple[Odds, ...]]) -> Fraction:
    """Return the greatest distance between the odds of a claim in two of the outcomes."""
    return max((_spread(column) for column in zip(*outcomes, strict=True)), default=Fraction(0))


def _spread(column: Sequence[Odds]) -> Fraction:
    sides = ([odds.low for odds in column], [odds.high for odds in column], [odds.unruled for odds in column])
    return max(max(side) - min(side) for side in sides)


class Points:
    """The questions about one played scenario. `left` has the keys of subjects that stay open."""

    def __init__(
        self, scenario: Scenario, branches: tuple[Branch, ...], formulas: Sequence[Formula], left: frozenset[str]
    ) -> None:
        self.scenario, self.branches, self.formulas, self.left = scenario, branches, formulas, left
        self.book = scenario.rulebook
        self.now = odds_now(branches, formulas)
        self.reasons = tuple(Reasons(branch) for branch in branches)
        self.words = Words(self.book, scenario.figures, tuple(map(str, scenario.places)))

    def all(self) -> Iterator[Question]:
        """Yield all questions on which a formula depends, in the order of play. Raises LimitError."""
        yield from self.chances_and_choices()
        yield from self.readings()

    def chances_and_choices(self) -> Iterator[Question]:
        """Yield the choices, draws and rolls on which a formula depends, in the order of play. Raises LimitError."""
        by_branch = [{point.key: point for point in open_points(b, self.formulas)} for b in self.branches]
        keys = {key: point.order for points in reversed(by_branch) for key, point in points.items()}
        for key in sorted(keys, key=lambda key: (keys[key], key)):
            points = {number: points[key] for number, points in enumerate(by_branch) if key in points}
            subject = self.subject(key)
            if subject is not None and subject.key not in self.left:
                question = self._question(subject, points)
                if question is not None:
                    yield question

    def subject(self, key: Key) -> Subject | None:
        """Return the place of an answer in the scenario; None if the vocabulary has no words for it."""
        kind, symbol, entry = key
        value = to_value(symbol)
        if kind == "choice":
            stated = [f for f in self.scenario.facts if f.name == "stated" and f.args[:2] == (entry, value)]
            name = value.name if isinstance(value, Term) else str(value)
            return Subject("choice", (name,), value, entry, len(stated) + 1)
        spelled = roll_words(self.book, value)
        if spelled is None:
            return None
        told = [f for f in self.scenario.facts if f.name == "told" and f.args[0] == value]
        return Subject("roll" if spelled[0] == "rolls" else "draw", (spelled[1],), value, 0, len(told) + 1)

    def _question(self, subject: Subject, points: Mapping[int, OpenPoint]) -> Question | None:
        first = points[min(points)]
        faces = dict.fromkeys(face for point in points.values() for face in point.values)
        groups: dict[tuple[Odds, ...] | tuple[Value, tuple[Odds, ...]], list[tuple[str, Value]]] = {}
        for face in faces:
            if any(face not in point.values for point in points.values()):
                continue
            said = self.said(subject, to_value(face))
            if not said:
                continue
            worths = [
                points[number].values[face]
                if number in points
                else tuple(branch.evaluation.value(formula) for formula in self.formulas)
                for number, branch in enumerate(self.branches)
            ]
            odds = tuple(odds_over(column) for column in zip(*worths, strict=True))
            meaning = to_value(first.meanings[face])
            groups.setdefault((meaning, odds), []).append((said, to_value(face)))
        options = tuple(
            Option(tuple(said for said, _ in same), self._says(subject, meaning, same), odds)
            for (meaning, odds), same in groups.items()
        )
        if len(options) < 2 and not first.unsure:
            return None
        return Question(
            subject=subject,
            sentence=self.sentence(subject),
            entry=first.due.entry,
            phase=first.due.phase,
            clauses=self.reasons[min(points)].asked_by(first.due)[:NEAREST],
            options=options,
            now=self.now,
            change=change_between([self.now, *(option.odds for option in options)]),
        )

    def sentence(self, subject: Subject) -> str:
        """Return what is asked, as a noun phrase."""
        says = word(self.book, subject.value)
        return t("what {figure} chooses", figure=says) if subject.kind == "choice" else says

    def said(self, subject: Subject, face: Value) -> str:
        """Return an action or face in the words of a scenario; empty if it has none."""
        if subject.kind == "choice":
            return action_words(self.book, face)
        chance = roll_of(self.book, subject.value) if isinstance(subject.value, Term) else None
        text = str(face)
        try:
            return text if chance and self.words.read(chance.type, text) == face else ""
        except Misfit:
            return ""

    def _says(self, subject: Subject, meaning: Value, same: Sequence[tuple[str, Value]]) -> str:
        if subject.kind == "choice":
            return say(self.book, Term("chosen", (subject.value, same[0][1], 0)))
        faces = dict.fromkeys(word(self.book, face) for _, face in same)
        says = word(self.book, meaning)
        return says if says not in faces else ""

    def readings(self) -> Iterator[Question]:
        """Yield the ambiguous clauses whose reading changes the odds of a formula."""
        for clause in dict.fromkeys(clause for branch in self.branches for clause, _ in branch.readings):
            subject = Subject("reading", ("readings", clause), clause)
            entry = self.book.readings.get(clause)
            if entry is None or subject.key in self.left:
                continue
            options = []
            for option, says in entry.options.items():
                chosen = [b for b in self.branches if dict(b.readings).get(clause, option) == option]
                if chosen:
                    options.append(Option((option,), says, odds_now(chosen, self.formulas)))
            change = change_between([option.odds for option in options])
            if change:
                yield Question(subject, entry.question, 0, "", (clause,), tuple(options), self.now, change)
