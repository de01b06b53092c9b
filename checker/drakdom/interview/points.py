"""Points that a played scenario leaves open, as questions: choices, draws and rolls, and ambiguous clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from drakdom.answer import Odds
from drakdom.interview.question import Option, Question, Subject
from drakdom.interview.trials import Trials
from drakdom.interview.wording import Wording
from drakdom.interview.worth import change_between, odds_over
from drakdom.law.facts import Symbol, to_value
from drakdom.terms import Value
from drakdom.value.open_points import OpenPoint, open_points
from drakdom.value.solve import Branch
from drakdom.why.reasons import Reasons

#: The clauses that are named for a question: the nearest, and the next as its reason.
NEAREST = 2


class Points:
    """The questions about one played scenario. `left` has the keys of subjects that stay open."""

    def __init__(self, trials: Trials, branches: tuple[Branch, ...], left: frozenset[str]) -> None:
        self.trials, self.branches, self.left = trials, branches, left
        scenario, formulas = trials.scenario, trials.formulas
        self.scenario, self.formulas, self.book = scenario, formulas, scenario.rulebook
        self.values = tuple(
            zip(*([branch.evaluation.value(formula) for branch in branches] for formula in formulas), strict=True)
        )
        self.now = tuple(map(odds_over, zip(*self.values, strict=True)))
        self.reasons = tuple(Reasons(branch) for branch in branches)
        self.wording = Wording(scenario)

    def all(self) -> Iterator[Question]:
        """Yield all questions on which a formula depends, in the order of play. Raises LimitError."""
        yield from self.chances_and_choices()
        yield from self.readings()

    def chances_and_choices(self) -> Iterator[Question]:
        """Yield the choices, draws and rolls on which a formula depends, in the order of play. Raises LimitError."""
        by_branch = [{point.key: point for point in open_points(branch, self.formulas)} for branch in self.branches]
        keys = {key: point.order for points in reversed(by_branch) for key, point in points.items()}
        for key in sorted(keys, key=lambda key: (keys[key], key)):
            points = {number: points[key] for number, points in enumerate(by_branch) if key in points}
            subject = self.wording.subject(key)
            if subject is not None and subject.key not in self.left:
                question = self._question(subject, points)
                if question is not None:
                    yield question

    def _question(self, subject: Subject, points: Mapping[int, OpenPoint]) -> Question | None:
        first = points[min(points)]
        groups: dict[tuple[Value, tuple[Odds, ...]], list[tuple[str, Value]]] = {}
        for face in dict.fromkeys(face for point in points.values() for face in (*point.values, *point.unsure)):
            text = self.wording.said(subject, to_value(face))
            odds = self._odds(subject, points, face, text) if text else None
            if odds is not None:
                meaning = first.meanings.get(face, face)
                groups.setdefault((to_value(meaning), odds), []).append((text, to_value(face)))
        if not groups:
            return None
        options = tuple(
            Option(tuple(text for text, _ in same), self.wording.says(subject, meaning, same), odds)
            for (meaning, odds), same in groups.items()
        )
        return Question(
            subject=subject,
            sentence=self.wording.sentence(subject),
            entry=first.due.entry,
            phase=first.due.phase,
            clauses=self.wording.telling(self.reasons[min(points)].asked_by(first.due)),
            options=options,
            now=self.now,
            change=change_between([self.now, *(option.odds for option in options)]),
            order=first.order,
        )

    def _odds(
        self, subject: Subject, points: Mapping[int, OpenPoint], face: Symbol, words: str
    ) -> tuple[Odds, ...] | None:
        """Return the odds with an answer; None if it does not fit.

        They come from the play of the open scenario if the answer is possible wherever the point can come up. Otherwise
        the answer is played anew. It is also played anew if play stops at a gap that a stated draw may fill:
        the next card is then known.
        """
        if all(face in point.values for point in points.values()):
            values = [
                points[number].values[face] if number in points else as_it_is
                for number, as_it_is in enumerate(self.values)
            ]
            odds = tuple(map(odds_over, zip(*values, strict=True)))
            if subject.kind != "draw" or not any(odds_of_claim.unruled for odds_of_claim in odds):
                return odds
            return self.trials.odds(subject, words) or odds
        return self.trials.odds(subject, words) or None

    def readings(self) -> Iterator[Question]:
        """Yield the ambiguous clauses whose reading changes the odds of a formula."""
        for clause in dict.fromkeys(clause for branch in self.branches for clause, _ in branch.readings):
            subject = Subject("reading", ("readings", clause), clause)
            entry = self.book.readings.get(clause)
            if entry is None or subject.key in self.left:
                continue
            options = []
            for option, says in entry.options.items():
                pairs = zip(self.branches, self.values, strict=True)
                chosen = [values for branch, values in pairs if dict(branch.readings).get(clause, option) == option]
                if chosen:
                    options.append(Option((option,), says, tuple(map(odds_over, zip(*chosen, strict=True)))))
            change = change_between([option.odds for option in options])
            if change:
                yield Question(subject, entry.question, 0, "", (clause,), tuple(options), self.now, change)
