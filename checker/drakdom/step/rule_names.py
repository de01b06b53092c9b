"""Names in a rule: those it rests on, and the fluents that it reads or writes."""

from __future__ import annotations

from typing import NamedTuple

from drakdom.law.canonical import ANY_OF_A_POOL, VARIABLE, Atom, atoms_of, functor, names_in, statement_parts
from drakdom.law.rules import Rule

#: The core's predicates whose first argument is a fluent.
_OF_FLUENTS = frozenset(
    {
        ("becomes", 3), ("gains", 3), ("drops", 3), ("changes", 4), ("passing", 1), ("firm", 1), ("least", 2),
        ("most", 2), ("core_set", 2), ("core_altered", 2), ("core_summed", 3), ("core_goal", 3), ("core_below", 3),
        ("core_above", 3), ("common", 2),
    }
)  # fmt: skip


class RuleNames(NamedTuple):
    """Names on which a rule can rest, and names of fluents in it.

    `fluents` is None if the rule reads or writes a fluent that it does not name. `general` is the predicate that the
    rule derives, if every atom of that predicate fits the head: clingo needs no `#defined` line for it.
    """

    words: frozenset[str]
    fluents: frozenset[str] | None
    general: tuple[str, int] | None


def rule_names(rule: Rule, bare_text: str) -> RuleNames:
    """Return the names of a rule; `bare_text` is its text without the clause."""
    body = bare_text.partition(":-")[2] if rule.head_atom else bare_text
    fluents = None if _takes_any_fluent(rule) else names_in(bare_text)
    general = rule.head[:2] if rule.head and rule.head_atom and _is_general(rule.head_atom) else None
    return RuleNames(names_in(body), fluents, general)


def without_clause(rule: Rule) -> str:
    """Return the text of a rule without the literal `clause("ID")`."""
    parts = statement_parts(rule.text) if rule.clause else None
    if parts is None:
        return rule.text
    body = [literal for literal in parts[1] if literal != f'clause("{rule.clause}")']
    return f"{parts[0]} :- {'; '.join(body)}." if body else f"{parts[0]}."


def _takes_any_fluent(rule: Rule) -> bool:
    """Return True if a rule reads or writes a fluent that no rule names.

    Fluents of the core's own predicates do not count: the rules that write, bound or change them name them.
    """
    named = {atom.args[0] for atom in rule.body if (atom.name, len(atom.args)) in _OF_FLUENTS} - {ANY_OF_A_POOL}
    atoms = [atom for atom in atoms_of(rule.text, "is") if len(atom.args) == 3]
    if rule.head_atom and rule.head and rule.head[:2] in _OF_FLUENTS:
        atoms.append(rule.head_atom)
    return any(functor(atom.args[0]) is None and atom.args[0] not in named for atom in atoms)


def _is_general(head: Atom) -> bool:
    """Return True if every atom of its predicate fits a head."""
    variables = set(filter(VARIABLE.match, head.args))
    return len(variables) == len(head.args)
