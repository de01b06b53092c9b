"""Questions about gaps: a draw or a field that the scenario does not state, and without which no clause decides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from drakdom.graph.hints import roll_words
from drakdom.interview.question import Kind, Option, Question, Subject
from drakdom.interview.trials import Trial, Trials
from drakdom.interview.worth import change_between, odds_now
from drakdom.language import t
from drakdom.law.facts import to_value
from drakdom.rulebook import Field, Rulebook, Single
from drakdom.rulebook.sentences import roll_of, say, word
from drakdom.scenario import Scenario
from drakdom.scenario.alternatives import values_of
from drakdom.scenario.edits import Source
from drakdom.terms import Any, Term, Value, show
from drakdom.value.solve import Branch
from drakdom.why.reasons import Reasons

_WORD = re.compile(r"\w+")
#: Most numbers of a range that are tried, from its least.
MOST_NUMBERS = 13
NEAREST = 2


@dataclass(frozen=True, slots=True)
class _Missing:
    """A value that a gap names: its place, what it is, its words, and a note if other words are possible."""

    subject: Subject
    sentence: str
    words: tuple[str, ...]
    note: str = ""


def gap_questions(
    trials: Trials, branches: tuple[Branch, ...], left: frozenset[str], best: Question | None = None
) -> Iterator[Question]:
    """Yield the draws and fields that gaps name, if play goes on with a value, in the order of play.

    Gaps that come up after the `best` of the other questions are left out: its answer may lead past them.
    """
    now = odds_now(branches, trials.formulas)
    done = set(left)
    for branch in branches if any(odds.unruled for odds in now) else ():
        reasons = Reasons(branch)
        gaps = [(reasons.places(symbol)[0], symbol) for symbol in reasons.seen(Term("unruled", (Any(),)))]
        for place, symbol in sorted(gaps, key=lambda gap: branch.first[gap[0]]):
            if best and best.order <= branch.first[place]:
                break
            gap = to_value(symbol.arguments[0])
            due = [to_value(roll) for roll in reasons.due_with(symbol)]
            for missing in _missing(trials.scenario, Source(trials.text), gap, due):
                if missing.subject.key in done:
                    continue
                done.add(missing.subject.key)
                results = {answer: trials.trial(missing.subject, answer) for answer in missing.words}
                # another roll of that name may stop play in the same way
                goes_on = missing.subject.kind != "field" and (bool(missing.note) or any(results.values()))
                if goes_on or any(trial and gap not in trial.gaps for trial in results.values()):
                    options = _options(trials.scenario.rulebook, results)
                    yield Question(
                        subject=missing.subject,
                        sentence=missing.sentence,
                        entry=place[0],
                        phase=place[1],
                        clauses=reasons.clauses(symbol, place)[:NEAREST],
                        options=options,
                        now=now,
                        change=change_between([now, *(option.odds for option in options)]),
                        order=branch.first[place],
                        note=missing.note,
                    )


def _options(book: Rulebook, results: Mapping[str, Trial | None]) -> tuple[Option, ...]:
    """Return the words that fit, with their odds; words with the same odds share an option if they are numbers."""
    groups: dict[object, list[str]] = {}
    for answer, trial in results.items():
        if trial is not None:
            groups.setdefault(trial.odds if answer.isdigit() else answer, []).append(answer)
    odds = {answer: trial.odds for answer, trial in results.items() if trial is not None}
    return tuple(
        Option(tuple(same), "" if same[0].isdigit() else _says(book, same[0]), odds[same[0]])
        for same in groups.values()
    )


def _says(book: Rulebook, answer: str) -> str:
    says = word(book, Term(answer))
    return "" if says == answer else says


def _missing(scenario: Scenario, source: Source, gap: Value, due: Sequence[Value]) -> Iterator[_Missing]:
    """Yield the values that a gap names, by its terms and by the words of its sentence, and the rolls that are due."""
    book = scenario.rulebook
    arguments = gap.args if isinstance(gap, Term) else ()
    says = say(book, gap)
    names = {argument.name for argument in arguments if isinstance(argument, Term)} | set(_WORD.findall(says))
    owned: list[_Missing] = []
    for argument in arguments:
        if argument in scenario.figures:
            owned += _fields(scenario, source, book.figures, ("figures", str(argument)), names)
        for section in ("rooms", "places"):
            keys = [key for key, _ in source.entries("board", section) if key.casefold() == show(argument).casefold()]
            for key in keys:
                owned += _fields(scenario, source, book.places, ("board", section, key), names)
    if not owned:
        owned += _fields(scenario, source, book.state, ("state",), names)
        owned += _fields(scenario, source, book.suppose, ("suppose",), names)
    yield from owned
    for roll in due if not owned else ():
        if isinstance(roll, Term) and (missing := _draw(scenario, roll)):
            yield missing


def _draw(scenario: Scenario, roll: Term) -> _Missing | None:
    book = scenario.rulebook
    spelled, chance = roll_words(book, roll), roll_of(book, roll)
    if spelled is None or chance is None:
        return None
    earlier = [fact for fact in scenario.facts if fact.name == "told" and fact.args[0] == roll]
    kind: Kind = "roll" if spelled[0] == "rolls" else "draw"
    subject = Subject(kind, (spelled[1],), roll, 0, len(earlier) + 1)
    words, note = _words_of(scenario, chance.type, None)
    kinds = [book.types[name] for name in chance.type.split("|") if name in book.types]
    if any(choice.args for enumeration in kinds for choice in enumeration.choices.values()):
        note = t("another word, as a scenario writes it")
    return _Missing(subject, word(book, roll), words, note)


def _fields(
    scenario: Scenario, source: Source, specs: Mapping[str, Field], path: tuple[str, ...], names: set[str]
) -> Iterator[_Missing]:
    """Yield the fields of one owner that are named and not stated."""
    stated = {key for key, _ in source.entries(*path)}
    for spec in specs.values():
        if spec.name in names and spec.name not in stated and isinstance(spec.shape, Single):
            owner = path[-1] if len(path) > 1 else ""
            name = spec.name.replace("_", " ")
            sentence = t("{field} of {owner}", field=name, owner=owner) if owner else name
            if spec.says:
                sentence += f" ({spec.says})"
            words, note = _words_of(scenario, spec.shape.type, spec.range)
            if words:
                yield _Missing(Subject("field", (*path, spec.name)), sentence, words, note)


def _words_of(scenario: Scenario, kind: str, span: tuple[int, int] | None) -> tuple[tuple[str, ...], str]:
    """Return the words of a type that are tried, and a note if a number is possible that is not among them."""
    words = values_of(scenario.rulebook, kind, scenario.figures, tuple(map(str, scenario.places)))
    if "int" not in kind.split("|"):
        return words, ""
    least, most = span or (0, MOST_NUMBERS - 1)
    numbers = range(least, min(most, least + MOST_NUMBERS - 1) + 1)
    note = t("a number from {least} to {most}", least=least, most=most) if span else t("a number")
    return (*words, *map(str, numbers)), "" if span and most == numbers[-1] else note
