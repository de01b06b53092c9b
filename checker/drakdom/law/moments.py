"""The moment in law that need not be trusted: it stands last in every atom that has one, and no rule drops it.

One grounding holds many states, numbered by their moments. A rule that mixes two moments, calculates with one or drops
it would read the state of another play. The verdict would be wrong, and no error would show it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from drakdom.errors import Problem
from drakdom.law.canonical import QUOTED, literals_in, read_atom, split, statement_parts
from drakdom.law.rules import Rule
from drakdom.rulebook.words import short

Predicate = tuple[str, int]

_MOMENT = re.compile(r"(?<![\w'])T(?![\w'])")
_IN_SUBJECT = re.compile(r"[(,]T,?\)$")
_NAME = re.compile(r"(?<![\w'])_*[a-z][\w']*")

_EXCEPTION: Predicate = ("except", 2)
#: Predicates with the moment inside of another argument, or with another last argument in the core.
_ELSEWHERE: frozenset[Predicate] = frozenset({_EXCEPTION, ("at", 3), ("seen", 2)})


def timed(rules: Iterable[Rule]) -> frozenset[Predicate]:
    """Return the predicates of which some rule writes the moment last."""
    moments = (atom[:2] for rule in rules if rule.timed for atom in _atoms(rule.text) if atom[2] == "T")
    return frozenset(moments) - _ELSEWHERE


def misplaced(rules: Iterable[Rule], file: Path, of_moments: frozenset[Predicate]) -> Iterator[Problem]:
    """Yield a problem for each rule of a file that calculates with the moment, drops it, or names another one.

    A comparison or the terms of an aggregate that name it would put it into a value.
    """
    of_moments |= {_EXCEPTION}
    for rule in rules:
        if message := _fault(rule, of_moments):
            yield Problem(
                str(file), rule.line, 0, message, "write `T` last in every atom of a moment, and nowhere else"
            )


def _fault(rule: Rule, of_moments: frozenset[Predicate]) -> str:
    text = QUOTED.sub('""', rule.text)
    if (parts := statement_parts(text)) is None:
        return ""
    atoms = list(_atoms(text))
    places = len(_MOMENT.findall(text))
    if places != sum(_ends_in_moment(*atom) for atom in atoms):
        return f"law cannot calculate with the moment `T`: `{short(rule.text)}`"
    for name, arity, last in atoms:
        if (name, arity) in of_moments and not _ends_in_moment(name, arity, last):
            return f"`{name}/{arity}` has no moment `T` here: `{short(rule.text)}`"
    pieces = [literals_in(literal) for literal in parts[1]]
    compared = [literal for literals, _ in pieces for literal in literals if not read_atom(literal)]
    if any(_MOMENT.search(text) for text in (*compared, *(term for _, terms in pieces for term in terms))):
        return f"a value cannot hold the moment `T`: `{short(rule.text)}`"
    if places and not _MOMENT.search(parts[0]):
        return f"the head drops the moment `T` of its body: `{short(rule.text)}`"
    return ""


def _ends_in_moment(name: str, arity: int, last: str) -> bool:
    """Return True for an atom whose last argument is the moment, or is the subject of an exception that ends in it."""
    return last == "T" or ((name, arity) == _EXCEPTION and _IN_SUBJECT.search(last) is not None)


def _atoms(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield name, arity and last argument of each atom outside of parentheses, aggregates included."""
    text, at = QUOTED.sub('""', text), 0
    while match := _NAME.search(text, at):
        at = match.end()
        if text[at : at + 1] != "(":
            continue
        end = _closing(text, at)
        for part in split(text[at + 1 : end], ";"):
            arguments = split(part, ",")
            yield match[0], len(arguments), arguments[-1]
        at = end


def _closing(text: str, start: int) -> int:
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    return len(text)
