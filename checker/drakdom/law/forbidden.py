"""Statements that law must not contain: anything but normal rules, and heads that belong to the core.

The check reads the printed rules, not the solver's tree. It costs almost nothing, so each verdict runs it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from drakdom.errors import Problem
from drakdom.law.rules import Rule
from drakdom.rulebook.words import short

Predicate = tuple[str, int]

#: Predicates that the engine and the scenario state; law may read them but not derive them.
GIVEN: frozenset[Predicate] = frozenset(
    {
        ("in_force", 1), ("fixed", 2), ("entries", 1), ("stated", 4), ("told", 3), ("face", 3), ("deck", 3),
        ("die_of", 3), ("picked", 3), ("thrown", 3), ("unencoded", 1), ("is", 3), ("common", 2), ("stage", 1),
        ("parameter", 3), ("endless", 1), ("plays", 2), ("ordered_by", 4), ("word_of", 2),
        ("names_all", 1), ("asks_for", 2), ("ordered", 3), ("ordered_if", 3), ("ordered_value", 4),
    }
)  # fmt: skip
#: Predicates of the core that law may derive too.
SHARED: frozenset[Predicate] = frozenset(
    {("changes", 4), ("becomes", 3), ("drops", 3), ("unruled", 2), ("conflict", 2), ("gains", 3)}
)
#: Predicates of the core files that each engine loads for itself.
OF_ENGINES: frozenset[Predicate] = frozenset(
    {
        ("shows", 3),
        ("next", 3),
        ("seen", 2),
        ("seen_by", 3),
        ("shown", 2),
        ("core_unreadable", 1),
        ("core_answered", 3),
        ("core_moved", 1),
        ("core_broken", 1),
    }
)
#: Names in claims besides events; no event may have them.
SEEN = frozenset(
    {
        "may",
        "illegal",
        "instead",
        "usurped",
        "unasked",
        "refused",
        "barred",
        "unruled",
        "conflict",
        "misstated",
        "finally",
    }
)

_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')
_LARGE = re.compile(r"\d{7}|\*\*")
_STRANGE = re.compile(r"(?:^|(?<=[ ({;]))(?:&[a-z_]|@)|(?:^|not |; |:- |: )-_*[a-z]|^not ")


def faults(rules: Iterable[Rule], file: Path, core: frozenset[Predicate]) -> Iterator[Problem]:
    """Yield a problem for each rule of a file that law must not contain; `core` are predicates of the core."""
    reserved = (core | OF_ENGINES) - SHARED | GIVEN
    for rule in rules:
        if kind := _no_normal_rule(rule):
            yield Problem(str(file), rule.line, 0, f"{kind} has no place in law")
        elif rule.head and rule.head[:2] in reserved:
            name, arity = rule.head[:2]
            yield Problem(str(file), rule.line, 0, f"`{name}/{arity}` is derived by the core alone")
        elif rule.head and rule.head[:2] == ("event", 2) and rule.head[2] in SEEN:
            yield Problem(str(file), rule.line, 0, f"`{rule.head[2]}` is reserved by the core, it cannot name an event")


def borrowed(rules: Iterable[Rule], file: Path) -> Iterator[Problem]:
    """Yield a problem for each house rule that carries a clause of the rulebook: verdicts would cite it wrongly."""
    for rule in rules:
        for atom in rule.body:
            if atom.name == "clause" and not atom.args[0].startswith('"HOUSE-'):
                message = f"a house rule can carry only its own clauses, not {short(atom.args[0])}"
                yield Problem(str(file), rule.line, 0, message)


def _no_normal_rule(rule: Rule) -> str:
    """Return the kind of a statement that is no normal rule; empty for a normal rule."""
    text = rule.text
    if text.startswith("#defined"):
        return ""
    if text.startswith("#show"):
        return "`#show`"
    if _LARGE.search(text) and (large := _LARGE.search(_QUOTED.sub('""', text))):  # the solver's numbers wrap around
        return "a power" if large[0] == "**" else "a number of more than six digits"
    if _STRANGE.search(text) and (strange := _STRANGE.search(_QUOTED.sub('""', text))):
        kinds = {"&": "a theory atom", "@": "an external function"}
        return kinds.get(strange[0][0], "a negated head" if strange[0] == "not " else "classical negation")
    if rule.head:
        return ""
    head = _QUOTED.sub('""', text).partition(":-")[0]
    if head.strip() == "#false":
        return "a constraint"
    return "a choice rule" if "{" in head else "a disjunction" if ";" in head or ":" in head else "this head"
