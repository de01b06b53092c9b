"""Checks of a house rule: rules carry its clauses, its parameters are read, its names are its own."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.law.syntax import Signature
from drakdom.lint.clauses import carried, clause_of
from drakdom.lint.source import Law, LintFinding, SourceFile
from drakdom.rulebook import HouseRule
from drakdom.rulebook.words import did_you_mean


def check_house(law: Law) -> Iterator[LintFinding]:
    """Report faults that only a house rule can have."""
    for rule in law.rulebook.house_rules:
        own = [file for file in law.loaded if law.home(file.path) == rule.folder]
        yield from _clauses(law, rule, own)
        yield from _parameters(law, rule, own)
        yield from _names(law, own)


def _clauses(law: Law, rule: HouseRule, own: list[SourceFile]) -> Iterator[LintFinding]:
    """Report clauses that no rule carries, and rules that carry a clause of somebody else."""
    encoded = carried(law)
    for clause in rule.clauses.values():
        if clause.adjudicable and not clause.moot and law.rulebook.principal(clause.id) not in encoded:
            help_ = f'write a rule with `clause("{clause.id}")`'
            yield law.in_vocabulary("no-law", f"`{clause.id}` is a clause that no rule carries", help_)
    for file in own:
        for statement in file.rules:
            if (name := clause_of(statement)) is not None and name not in rule.clauses:
                message = f"rules of a house rule carry its own clauses, not `{name}`"
                yield law.finding("foreign-clause", file, statement.line, message)


def _parameters(law: Law, rule: HouseRule, own: list[SourceFile]) -> Iterator[LintFinding]:
    """Report parameters that no rule reads, and reads of unknown parameters."""
    read: set[str] = set()
    for file in own:
        for statement in file.rules:
            for _, atom in statement.body_atoms():
                if atom.signature != ("parameter", 3):
                    continue
                owner, name = (part.source for part in atom.args[:2])
                if owner == rule.word and name in rule.parameters:
                    read.add(name)
                    continue
                valid = [f"parameter({rule.word}, {parameter}, _)" for parameter in rule.parameters]
                message = f"`{atom.source}` is not a parameter of this house rule"
                yield law.finding("parameter", file, statement.line, message, did_you_mean(atom.source, valid))
    for name in rule.parameters:
        if name not in read:
            help_ = f"read `parameter({rule.word}, {name}, N)`"
            yield law.in_vocabulary("parameter", f"`{name}` is a parameter that no rule reads", help_)


def _names(law: Law, own: list[SourceFile]) -> Iterator[LintFinding]:
    """Report predicates that a house rule defines and reads although the rulebook defines them, too."""
    taken: dict[Signature, SourceFile] = {}
    for file in law.loaded:
        if file not in own:
            taken |= dict.fromkeys(file.defines, file)
    reads = frozenset().union(*(file.reads for file in own))
    reported: set[Signature] = set()
    for file in own:
        for statement in file.rules:
            for atom in statement.head_atoms():
                name = atom.signature
                if name not in taken or name not in reads or name in law.contract or name in reported:
                    continue
                reported.add(name)
                message = f"`{name[0]}/{name[1]}` is defined and read here, and {taken[name].path.name} defines it too"
                yield law.finding("taken-name", file, statement.line, message, "find another name")
