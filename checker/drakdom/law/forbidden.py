"""What a rulebook's law may not hold: anything but normal rules, and heads that are the core's.

The printed rules are looked at, not the solver's tree: that costs next to nothing, so no verdict does without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from drakdom.errors import Problem
from drakdom.law.rules import Rule
from drakdom.rulebook.words import short

Predicate = tuple[str, int]

#: What the engine and the scenario give; law may read it and never derive it.
GIVEN: frozenset[Predicate] = frozenset(
    {
        ("in_force", 1), ("fixed", 2), ("entries", 1), ("stated", 4), ("told", 3), ("face", 3), ("deck", 3),
        ("picked", 3), ("thrown", 3), ("unencoded", 1), ("every_position", 0), ("is", 3), ("parameter", 3),
        ("endless", 1),
    }
)  # fmt: skip
#: What the core derives although law may add to it.
SHARED: frozenset[Predicate] = frozenset(
    {("changes", 4), ("becomes", 3), ("drops", 3), ("unruled", 2), ("conflict", 2), ("gains", 3)}
)
#: What the files of the core define that each engine loads for itself.
OF_ENGINES: frozenset[Predicate] = frozenset(
    {
        ("shows", 3),
        ("next", 3),
        ("seen", 2),
        ("seen_by", 3),
        ("shown", 2),
        ("unreadable", 1),
        ("answered", 3),
        ("moved", 1),
        ("broken", 1),
    }
)
#: What claims may look at beside events, and what their patterns say of the last position.
SEEN = frozenset({"may", "illegal", "unasked", "refused", "barred", "unruled", "conflict", "misstated", "finally"})

_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')
_LARGE = re.compile(r"\d{7}|\*\*")
_STRANGE = re.compile(r"(?:^|(?<=[ ({;]))(?:&[a-z_]|@)|(?:^|not |; |:- |: )-_*[a-z]|^not ")


def faults(rules: Iterable[Rule], file: Path, core: frozenset[Predicate]) -> Iterator[Problem]:
    """What is no law in the rules of a file; `core` are the predicates that the core derives."""
    reserved = (core | OF_ENGINES) - SHARED | GIVEN
    for rule in rules:
        if why := _no_normal_rule(rule):
            yield Problem(str(file), rule.line, 0, f"{why} has no place in law")
        elif rule.head and rule.head[:2] in reserved:
            name, arity = rule.head[:2]
            yield Problem(str(file), rule.line, 0, f"`{name}/{arity}` is derived by the core alone")
        elif rule.head and rule.head[:2] == ("event", 2) and rule.head[2] in SEEN:
            yield Problem(str(file), rule.line, 0, f"`{rule.head[2]}` is a word of the core and no name of an event")


def borrowed(rules: Iterable[Rule], file: Path) -> Iterator[Problem]:
    """Rules that speak under a clause of the book: a verdict would cite it for what it never says."""
    for rule in rules:
        for atom in rule.body:
            if atom.name == "clause" and not atom.args[0].startswith('"HOUSE-'):
                message = f"a house rule speaks under its own clauses, not under {short(atom.args[0])}"
                yield Problem(str(file), rule.line, 0, message)


def _no_normal_rule(rule: Rule) -> str:
    """What a statement is instead of a normal rule; empty if it is one."""
    text = rule.text
    if text.startswith("#defined"):
        return ""
    if text.startswith("#show"):
        return "`#show`"
    if _LARGE.search(text) and (found := _LARGE.search(_QUOTED.sub('""', text))):  # the solver's numbers wrap around
        return "a power" if found[0] == "**" else "a number of more than six digits"
    if _STRANGE.search(text) and (found := _STRANGE.search(_QUOTED.sub('""', text))):
        kinds = {"&": "a theory atom", "@": "an external function"}
        return kinds.get(found[0][0], "a negated head" if found[0] == "not " else "classical negation")
    if rule.head:
        return ""
    head = _QUOTED.sub('""', text).partition(":-")[0]
    if head.strip() == "#false":
        return "a constraint"
    return "a choice rule" if "{" in head else "a disjunction" if ";" in head or ":" in head else "such a head"
