"""Answers to the questions of a scenario: the odds of a claim, the clauses that decide it, and what it turns on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from drakdom.answer import Answer, Ground, ReadingAnswer, Stake, Stop
from drakdom.errors import LimitError, Place
from drakdom.formula import Formula, patterns, stays_true
from drakdom.law.facts import to_value
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import formula_words, say, word
from drakdom.rulings.claims import so_far, status_of, to_odds
from drakdom.rulings.deciding import Grounds
from drakdom.rulings.readings import without_repeats
from drakdom.rulings.undecided import Open, clauses_at_stop, first_break, undecided
from drakdom.rulings.unknown_names import unknown_names
from drakdom.rulings.unreached import unreached
from drakdom.scenario import Scenario, read_claim
from drakdom.terms import Term
from drakdom.value.sensitivity import Sensitivity, sensitivities
from drakdom.value.solve import Branch
from drakdom.value.values import Value
from drakdom.why.naming import names_in

_WILDCARD = re.compile(r"(?<!\w)_(?!\w)")
_QUOTED = re.compile("`[^`]*`")


def answers(scenario: Scenario, branches: tuple[Branch, ...], grounds: Grounds) -> tuple[Answer, ...]:
    """Return the answers to the questions of the scenario, or to its expectations if it asks nothing."""
    asked: Sequence[tuple[str, str, Formula, Place]] = [
        ("ask", question.text, question.formula, question.place) for question in scenario.questions
    ]
    asked = asked or [(claim.kind, claim.text, claim.formula, claim.place) for claim in scenario.claims]
    return tuple(_answer(scenario, branches, grounds, *question) for question in asked)


def _answer(
    scenario: Scenario,
    branches: tuple[Branch, ...],
    grounds: Grounds,
    kind: str,
    text: str,
    formula: Formula,
    at: Place,
) -> Answer:
    book = scenario.rulebook
    values = [branch.evaluation.value(formula) for branch in branches]
    by_branch = [ReadingAnswer((), status_of(kind, [value]), to_odds(value)) for value in values]
    behind, up_to = grounds.of(formula), _up_to(branches, values, formula)
    nowhere = not any(True in value.results for value in values)
    if up_to and nowhere:  # the clauses that barred it come before those that led to where play stops
        behind = tuple(sorted(behind, key=lambda ground: ground.role != "won over"))
    without = grounds.without(formula, kind, behind)
    turned = without is not None and without.odds.low > 0
    stops, gaps = _undecided(scenario, formula, branches, values, turned=turned)
    if stops == "there":  # the clauses that leave it open come first
        leaving = [clause for why in grounds.reasons for clause in clauses_at_stop(book, why, gaps)]
        by_clause = {ground.clause: ground for ground in behind}
        first = {clause: by_clause.get(clause, Ground(clause, "rests on")) for clause in leaving}
        behind = tuple((first | by_clause).values())
    # an answer that is not decided shows no odds
    shown = [None if stops == "there" else so_far(value, formula) for value in values]
    by_reading = without_repeats(
        [(branch.readings, (answer, odds)) for branch, answer, odds in zip(branches, by_branch, shown, strict=True)]
    )
    status = by_reading[0][1][0].status if len(by_reading) == 1 else "ambiguous"
    readings = [ReadingAnswer(chosen, answer.status, answer.odds) for chosen, (answer, _) in by_reading]
    if len(by_reading) > 1:
        rows = [
            (branch.readings, (answer, odds, _stop(scenario, formula, branch, value, turned=turned)))
            for branch, answer, odds, value in zip(branches, by_branch, shown, values, strict=True)
        ]
        readings = [
            ReadingAnswer(chosen, answer.status, answer.odds, *stop)
            for chosen, (answer, _, stop) in without_repeats(rows)
        ]
    return Answer(
        text=text,
        sentence=_in_words(book, read_claim(scenario, text) if kind == "ask" else formula, text),
        kind=kind,
        status="gap" if stops == "there" and status in ("always", "never") else status,
        by_reading=tuple(readings),
        grounds=behind,
        without=without,
        turns_on=_turns_on(book, branches[0], formula),
        place=at,
        hints=_hints(book, branches, formula, nowhere=nowhere) if kind == "ask" else (),
        up_to=up_to,
        undecided=gaps,
        stops=stops,
    )


def _undecided(
    scenario: Scenario, formula: Formula, branches: tuple[Branch, ...], values: Sequence[Value], *, turned: bool
) -> tuple[Stop, tuple[str, ...]]:
    """Return where play stops as seen from a formula, with the gaps; `turned` as in `undecided`."""
    nowhere = not any(True in value.results for value in values)
    breaks = any(None in value.results for value in values)
    ends = not stays_true(formula) or _up_to(branches, values, formula) is not None
    acting = frozenset(str(fact.args[1]) for fact in scenario.facts if fact.name == "stated")
    always_breaks = all(value.results == {None} for value in values)
    question = Open(formula, branches, frozenset(scenario.figures), acting, always_breaks)
    return undecided(scenario.rulebook, question, never=nowhere, stops=nowhere and breaks and ends, turned=turned)


def _stop(
    scenario: Scenario, formula: Formula, branch: Branch, value: Value, *, turned: bool
) -> tuple[tuple[int, str] | None, tuple[str, ...], Stop]:
    """Return where play stops under one reading, the gaps there, and how they bear on the formula."""
    up_to = _up_to((branch,), [value], formula)
    stops, gaps = _undecided(scenario, formula, (branch,), [value], turned=turned)
    if up_to and not gaps and (broken := first_break(scenario.rulebook, branch.play)):
        gaps = broken[1]
    return up_to, gaps, stops


def _hints(book: Rulebook, branches: Sequence[Branch], formula: Formula, *, nowhere: bool) -> tuple[str, ...]:
    names = unknown_names(book, branches, formula)
    return names or (unreached(book, branches, formula) if nowhere else ())


def _in_words(book: Rulebook, formula: Formula, text: str) -> str:
    """Return a claim in words, with `…` for each wildcard; the claim as written if a part of it has no words."""
    spoken = _WILDCARD.sub("…", formula_words(book, formula))
    words = _QUOTED.sub("", spoken)
    for name in frozenset[str]().union(*map(names_in, patterns(formula))):
        words = words.replace(name, "")
    return text if "_" in words else spoken


def _up_to(branches: tuple[Branch, ...], values: Sequence[Value], formula: Formula) -> tuple[int, str] | None:
    """Return where play stops first, if it stops before events can make a claim true; None if it never ends."""
    if not stays_true(formula) or all(None not in value.results for value in values):
        return None
    ends = (node for branch in branches for node in branch.play.nodes if node.kind == "end" and node.final is None)
    first = min(ends, key=lambda node: node.entry, default=None)
    return (first.entry, first.phase) if first else None


def _turns_on(book: Rulebook, branch: Branch, formula: Formula) -> tuple[Stake, ...]:
    """Return the open rolls and choices that change the answer; none if there are too many to try."""
    try:
        return tuple(_stake(book, stake) for stake in sensitivities(branch, formula))
    except LimitError:
        return ()


def _stake(book: Rulebook, stake: Sensitivity) -> Stake:
    subject = to_value(stake.who)
    ways = []
    for way in stake.ways:
        face = to_value(way.what)
        says = say(book, Term("chosen", (subject, face, 0))) if stake.kind == "choice" else word(book, face)
        ways.append((says, way.chance, to_odds(way.value)))
    return Stake(stake.kind, word(book, subject), stake.entry, stake.phase, tuple(ways))
