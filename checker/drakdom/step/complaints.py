"""Messages of clingo about rules, with the rule's file and line, in words for authors of law.

clingo counts lines in the text that it is given, so a message names the place `<block>:47:36-37`. Here the text of
that line is looked up among the rules of the law.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from drakdom.errors import BugError, Problem
from drakdom.law.law import Law, read_rules
from drakdom.law.rules import Rule
from drakdom.step.rule_names import without_clause

_PLACE = re.compile(r"<block>:(\d+):(\d+)(?:-(?:(\d+):)?\d+)?: (?:info|warning|error|note): ")
_KINDS = (
    (
        re.compile(r"operation undefined:\s*(.*)", re.DOTALL),
        "`{}` cannot be calculated: something in it is not a number, or is divided by zero",
        "let the rule apply to numbers only",
    ),
    (
        re.compile(r"tuple ignored:\s*(.*)", re.DOTALL),
        "`{}` is left out of a sum, since it is not a number",
        "let the sum run over numbers only",
    ),
    (
        re.compile(r"atom does not occur in any rule head:\s*(.*)", re.DOTALL),
        "`{}` can never hold: no rule derives it and no scenario states it",
        "",
    ),
)


class ComplaintError(BugError):
    """Messages of the solver. `lines` are the lines of the text that it was given."""

    def __init__(self, messages: Iterable[str], lines: Iterable[str]) -> None:
        self.messages, self.lines = tuple(messages), tuple(lines)
        super().__init__("the solver complained about the law: " + "; ".join(self.messages[:5]))


def complaints(messages: Iterable[str], lines: Mapping[int, str], law: Law) -> tuple[Problem, ...]:
    """Return a problem for each message about a rule; `lines` are the solver's lines, from 1."""
    places = _places(law)
    problems = dict.fromkeys(_problem(message, lines, places) for message in messages)
    return tuple(problems)


def _problem(message: str, lines: Mapping[int, str], places: Mapping[str, tuple[Path, int]]) -> Problem:
    match = _PLACE.search(message)
    text = lines.get(int(match[1]), "") if match else ""
    place = next((places[key] for key in _keys(text) if key in places), None)
    words = " ".join(_PLACE.sub("", message).split())
    sentence, help_ = f"the solver says: {words}", ""
    for pattern, template, remedy in _KINDS:
        if kind := pattern.match(words):
            sentence, help_ = template.format(kind[1].strip()), remedy
    return Problem(str(place[0]), place[1], 0, sentence, help_) if place else Problem("", 0, 0, sentence, help_)


def _places(law: Law) -> dict[str, tuple[Path, int]]:
    """Map texts of rules, as solvers are given them, to file and line; the core's files come last.

    A rule that yields to a house rule has more conditions in the law than in its file.
    """
    places: dict[str, tuple[Path, int]] = {}
    by_head: dict[tuple[str, int, str | None], Path] = {}
    for file in reversed(law.files):
        for rule in read_rules([file]):
            by_head[file.name, rule.line, rule.head_text] = file
            for text in _texts(rule):
                places.setdefault(text, (file, rule.line))
    for rule in law.rules:
        if file_of_rule := by_head.get((rule.file, rule.line, rule.head_text)):
            for text in _texts(rule):
                places.setdefault(text, (file_of_rule, rule.line))
    return places


def _texts(rule: Rule) -> Iterator[str]:
    for text in (rule.text, without_clause(rule)):
        yield from _keys(text)


def _keys(text: str) -> Iterator[str]:
    """Yield a rule's text, then its body, by which a rule with another head is found."""
    yield text
    if body := text.partition(" :- ")[2]:
        yield body
