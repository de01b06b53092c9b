"""Statements that law must not contain: anything but normal rules, and heads that belong to the core.

The check reads the printed rules, not the solver's tree. It costs almost nothing, so each verdict runs it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from drakdom.errors import Problem
from drakdom.law.canonical import QUOTED
from drakdom.law.rules import Rule
from drakdom.rulebook.core_gaps import RESERVED
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
#: Those of them that fields of a scenario may state.
STATED: frozenset[Predicate] = frozenset({("plays", 2), ("deck", 3)})
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
#: Heads that state law, and so must rest on a clause.
_LAW_BEARING: frozenset[Predicate] = frozenset(
    {("asks", 2), ("option", 3), ("refused", 4), ("except", 2), ("event", 2)}
)
#: Predicates of the core, with the predicate of the law that makes it offer them.
_OFFERED_BY: dict[Predicate, Predicate] = {
    ("chosen", 2): ("option", 3),
    ("chosen", 3): ("option", 3),
    ("shows", 3): ("due", 3),
}
#: Heads whose first argument is the id of a clause.
OF_CLAUSES: frozenset[Predicate] = frozenset({("refused", 4), ("except", 2), ("doubt", 2)})
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
        elif rule.head and rule.head[:2] == ("event", 2) and rule.head[2] in RESERVED:
            yield Problem(str(file), rule.line, 0, f"`{rule.head[2]}` is reserved by the core, it cannot name an event")
        elif rule.head and rule.head_atom and rule.head[:2] in OF_CLAUSES and not _may_be_id(rule.head_atom.args[0]):
            message = f"`{short(rule.head_atom.args[0])}` is not the id of a clause"
            yield Problem(str(file), rule.line, 0, message, "write it in quotes, as in the ledger")


def _may_be_id(argument: str) -> bool:
    """Return True for a quoted text, a variable, or a pool, whose parts the printed rule does not tell."""
    return argument[0] == '"' or argument[0].isupper() or argument[0] in "_("


def borrowed(rules: Iterable[Rule], file: Path) -> Iterator[Problem]:
    """Yield a problem for each house rule that carries a clause of the rulebook: verdicts would cite it wrongly."""
    for rule in rules:
        for atom in rule.body:
            if atom.name == "clause" and len(atom.args) == 1 and not atom.args[0].startswith('"HOUSE-'):
                message = f"a house rule can carry only its own clauses, not {short(atom.args[0])}"
                yield Problem(str(file), rule.line, 0, message)


def _no_normal_rule(rule: Rule) -> str:
    """Return the kind of a statement that is no normal rule; empty for a normal rule."""
    text = rule.text
    if text.startswith("#defined"):
        return ""
    if text.startswith("#show"):
        return "`#show`"
    if _LARGE.search(text) and (large := _LARGE.search(QUOTED.sub('""', text))):  # the solver's numbers wrap around
        return "a power" if large[0] == "**" else "a number of more than six digits"
    if _STRANGE.search(text) and (strange := _STRANGE.search(QUOTED.sub('""', text))):
        kinds = {"&": "a theory atom", "@": "an external function"}
        return kinds.get(strange[0][0], "a negated head" if strange[0] == "not " else "classical negation")
    if rule.head:
        return ""
    head = QUOTED.sub('""', text).partition(":-")[0]
    if head.strip() == "#false":
        return "a constraint"
    return "a choice rule" if "{" in head else "a disjunction" if ";" in head or ":" in head else "this head"


def unfounded(rules: Iterable[Rule], file: Path, house: Iterable[Rule]) -> Iterator[Problem]:
    """Yield a problem for each rule of a file that states law without a clause; `house` are all rules of its folder.

    A helper of the folder stands for the clause if every rule for it rests on one.
    """
    by_head: dict[Predicate, list[Rule]] = {}
    for rule in house:
        if rule.head:
            by_head.setdefault(rule.head[:2], []).append(rule)
    resting: set[Predicate] = set()
    while more := {
        head
        for head, of_head in by_head.items()
        if head not in resting and all(_rests(rule, resting) for rule in of_head)
    }:
        resting |= more
    for rule in rules:
        if rule.head and rule.head[:2] in _LAW_BEARING and not _rests(rule, resting):
            message = f"`{short(rule.head_text or '')}` is derived without a clause"
            yield Problem(str(file), rule.line, 0, message, 'put `clause("ID")` first in the body')


def _rests(rule: Rule, resting: set[Predicate]) -> bool:
    predicates = ((atom.name, len(atom.args)) for atom in rule.body)
    return any(name == ("clause", 1) or _OFFERED_BY.get(name, name) in resting for name in predicates)
