"""Witnesses: scenario files that pin findings of an audit. Each is checked before it is returned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from os.path import relpath
from pathlib import Path
from typing import NamedTuple

from drakdom.audit.text import Stated, scenario_text
from drakdom.audit.values import Hit, Law, Step
from drakdom.errors import DrakdomError
from drakdom.graph.hints import action_words, roll_words
from drakdom.rulebook import HouseRule, Rulebook
from drakdom.rulebook.find import find_house_rules
from drakdom.rulings.adjudication import adjudicate
from drakdom.scenario.edits import quoted
from drakdom.scenario.read import read_scenario_text
from drakdom.step.scope import Situation
from drakdom.terms import Any, Term, Value, show
from drakdom.verdict import Verdict


class Witness(NamedTuple):
    """The text of a scenario whose expectations hold, and the clauses of its verdict for the finding."""

    text: str
    clauses: tuple[str, ...] = ()


NONE = Witness("")

#: Faces that came up, by section and roll.
_Rolled = dict[str, dict[str, list[str]]]
#: Largest number of rolls that are left out in turn, if a witness does not hold with all rolls.
_MOST_LEFT_OUT = 8


def witness_of(law: Law, situation: Situation, hit: Hit, sentence: str, note: Sequence[str], out: Path) -> Witness:
    """Return a scenario that pins a gap or a conflict; NONE if no candidate holds."""
    claim = "gap" if hit.key.kind == "gap" else "contradiction"
    played, rolled = _stated(law.book, hit.path)
    because = hit.cores[0] if hit.cores else ()
    for openings in ((played, rolled), *((played, fewer) for fewer in _fewer(rolled)), ({}, {})):
        for pattern in (show(hit.what), _any(hit.what)):
            expect = [f"- {claim}: {quoted(pattern)}"]
            if because:
                expect.append(f"  because: [{', '.join(because)}]")
            plain = _plain(law, sentence, note, out, expect)
            witness = confirmed(law, situation, replace(plain, play=openings[0], rolls=openings[1]), hit.what)
            if witness.text:
                return witness
    return NONE


def _fewer(rolled: _Rolled) -> list[_Rolled]:
    """Return the faces without one of the rolls, each in turn. A card drawn first may have no name to state."""
    rolls = [(section, roll) for section, faces_by_roll in rolled.items() for roll in faces_by_roll]
    return [
        {
            name: left
            for name, faces_by_roll in rolled.items()
            if (left := {roll: face for roll, face in faces_by_roll.items() if (name, roll) != omitted})
        }
        for omitted in rolls[:_MOST_LEFT_OUT]
    ]


def bare(law: Law, situation: Situation, sentence: str, note: Sequence[str], out: Path) -> str:
    """Return the scenario of a situation without expectations."""
    return scenario_text(law.book, situation, _plain(law, sentence, note, out, ()))


def confirmed(law: Law, situation: Situation, stated: Stated, subject: Value = "") -> Witness:
    """Return a scenario with the readings that it depends on; NONE if its expectations do not hold."""
    verdict = _verdict(law, scenario_text(law.book, situation, stated))
    if verdict is None:
        return NONE
    turns = {clause for branch in verdict.branches for clause, _ in branch.readings}
    if turns:
        readings = {clause: law.readings[clause] for clause in sorted(turns)}
        stated = replace(stated, readings=readings)
        verdict = _verdict(law, scenario_text(law.book, situation, stated))
    if not (verdict and verdict.passed and verdict.claims):
        return NONE
    named = (finding.clauses for branch in verdict.branches for finding in branch.findings if finding.what == subject)
    return Witness(scenario_text(law.book, situation, stated), next(named, ()))


def _verdict(law: Law, text: str) -> Verdict | None:
    try:
        return adjudicate(read_scenario_text(text, "witness", rulebook=law.book))
    except DrakdomError:
        return None


def _plain(law: Law, title: str, note: Sequence[str], out: Path, expect: Sequence[str]) -> Stated:
    rules, apart = house_words(law.book, out)
    hint = [f"Rule with --house-rule {rule.folder}" for rule in apart]
    return Stated(title, law.variants, rules, note=(*note, *hint), expect=tuple(expect))


def lost_witness(
    law: Law, base: Law, situation: Situation, clause: str, sentence: str, note: Sequence[str], out: Path
) -> Witness:
    """Return a scenario that pins an outcome of a clause under the base law that `law` does not have."""
    verdict = _verdict(base, scenario_text(base.book, situation, Stated("without", base.variants)))
    for branch in verdict.branches[:1] if verdict else ():
        by_it = [outcome for outcome in branch.outcomes if clause in outcome.clauses]
        for outcome in by_it:
            expect = [f"- never: {quoted(show(outcome.event))}"]
            witness = confirmed(law, situation, _plain(law, sentence, note, out, expect))
            if witness.text:
                return witness
    return NONE


def difference(
    laws: tuple[Law, Law], only: int, situation: Situation, subject: Value, path: Sequence[Step], title: str, out: Path
) -> str:
    """Return a scenario that pins a difference between two laws; empty if no candidate holds."""
    lines = [_claim(law.book, subject, number == only) for number, law in enumerate(laws)]
    if not lines[only]:
        return ""
    played, rolled = _stated(laws[0].book, path)
    for play, rolls in ((played, rolled), ({}, {})):
        stated = Stated(title, play=play, rolls=rolls)
        texts = [
            confirmed(law, situation, replace(stated, variants=law.variants, expect=(line,))).text
            for law, line in zip(laws, lines, strict=True)
            if line
        ]
        axis, words = _axis(laws, out)
        if all(texts) and axis:
            whens = [f"  when: {{{axis}: [{word.strip('[]') or 'none'}]}}" for word in words]
            expect = tuple(part for line, when in zip(lines, whens, strict=True) if line for part in (line, when))
            matrix = f"{axis}: [{', '.join(words)}]"
            return scenario_text(laws[0].book, situation, replace(stated, matrix=matrix, expect=expect))
    return ""


def _axis(laws: tuple[Law, Law], out: Path) -> tuple[str, list[str]]:
    """Return the axis of a matrix that varies between two laws, and its words; empty if no axis can."""
    named = [house_words(law.book, out) for law in laws]
    if any(apart for _, apart in named) or (any(law.variants for law in laws) and any(words for words, _ in named)):
        return "", []
    if any(words for words, _ in named):
        return "house_rules", [_one(words) for words, _ in named]
    return "variants", [_one(law.variants) for law in laws]


def _one(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"[{', '.join(words)}]" if words else "none"


def _claim(book: Rulebook, subject: Value, happens: bool) -> str:
    """Return the claim that a result can or cannot happen; empty if there is no such claim."""
    if not isinstance(subject, Term):
        return ""
    if subject.name == "may":
        action = action_words(book, subject.args[1])
        return f"- {'may' if happens else 'may_not'}: {quoted(f'{show(subject.args[0])} {action}')}" if action else ""
    if subject.name in ("unruled", "conflict"):
        return f"- {'gap' if subject.name == 'unruled' else 'contradiction'}: {quoted(show(subject.args[0]))}" * happens
    return f"- {'sometimes' if happens else 'never'}: {quoted(show(subject))}" * (subject.name in book.events)


def house_words(book: Rulebook, out: Path) -> tuple[tuple[str, ...], tuple[HouseRule, ...]]:
    """Return the words for the house rules in force, in a scenario in folder `out`.

    The second part are the house rules that such a scenario may not name.
    """
    shipped = {folder.resolve() for folder in find_house_rules(book.folder).values()}
    words: list[str] = []
    apart: list[HouseRule] = []
    for rule in book.house_rules:
        folder = rule.folder.resolve()
        root = Path.cwd().resolve() if out.resolve().is_relative_to(Path.cwd().resolve()) else out.resolve()
        if folder in shipped:
            words.append(_set(rule, rule.name))
        elif folder.is_relative_to(root):
            words.append(_set(rule, relpath(folder, out.resolve())))
        else:
            apart.append(rule)
    return tuple(words), tuple(apart)


def _set(rule: HouseRule, word: str) -> str:
    sets = {name: value for name, value in rule.values.items() if value != rule.parameters[name].default}
    inner = ", ".join(f"{name}: {value}" for name, value in sets.items())
    word = word if "/" not in word or word.startswith(".") else f"./{word}"
    return f"{{{quoted(word)}: {{{inner}}}}}" if sets else quoted(word)


def _stated(book: Rulebook, path: Iterable[Step]) -> tuple[dict[int, dict[str, list[str]]], _Rolled]:
    """Return the choices and the faces on a path, in the words of a scenario."""
    played: dict[int, dict[str, list[str]]] = {}
    rolled: _Rolled = {}
    for step in path:
        if step.kind == "choice":
            if text := action_words(book, step.what):
                played.setdefault(step.entry, {}).setdefault(show(step.who), []).append(text)
        elif spelled := roll_words(book, step.who):
            rolled.setdefault(spelled[0], {}).setdefault(spelled[1], []).append(show(step.what))
    return played, rolled


def _any(subject: Value) -> str:
    """Return a pattern that matches all values of the same kind."""
    if isinstance(subject, Term):
        return show(Term(subject.name, tuple(Any() for _ in subject.args)))
    return show(subject)
