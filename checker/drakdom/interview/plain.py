"""The first open point in the order of play, for scenarios in which too much is open to compare all points."""

from __future__ import annotations

from fractions import Fraction

from drakdom.interview.question import Option, Question
from drakdom.interview.wording import Wording
from drakdom.law.facts import to_value
from drakdom.scenario import Scenario
from drakdom.step.case import build_case
from drakdom.terms import Value
from drakdom.value.beginning import beginning, open_first
from drakdom.why.reasons import Reasons


def first_open(scenario: Scenario, left: frozenset[str]) -> Question | None:
    """Return what is open first, without odds; None if everything that is open then has a key in `left`."""
    branch, wording = beginning(build_case(scenario)), Wording(scenario)
    for key, due, answers in open_first(branch):
        subject = wording.subject(key)
        if subject is None or subject.key in left:
            continue
        groups: dict[Value, list[tuple[str, Value]]] = {}
        for face, meaning in answers:
            if text := wording.said(subject, to_value(face)):
                groups.setdefault(to_value(meaning), []).append((text, to_value(face)))
        if groups:
            return Question(
                subject=subject,
                sentence=wording.sentence(subject),
                entry=due.entry,
                phase=due.phase,
                clauses=wording.telling(Reasons(branch).asked_by(due)),
                options=tuple(
                    Option(tuple(text for text, _ in same), wording.says(subject, meaning, same), ())
                    for meaning, same in groups.items()
                ),
                now=(),
                change=Fraction(0),
                weighed=False,
            )
    return None
