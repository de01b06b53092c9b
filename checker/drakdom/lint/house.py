"""Checks of a house rule: its clauses are law, its parameters are read, and it minds its own names."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.law.syntax import Signature
from drakdom.lint.clauses import carried, clause_of
from drakdom.lint.source import Law, LintFinding, SourceFile
from drakdom.rulebook import HouseRule
from drakdom.rulebook.words import did_you_mean


def check_house(law: Law) -> Iterator[LintFinding]:
    """Everything that only a house rule can do wrong."""
    for rule in law.rulebook.house_rules:
        own = [file for file in law.loaded if law.home(file.path) == rule.folder]
        yield from _clauses(law, rule, own)
        yield from _parameters(law, rule, own)
        yield from _names(law, own)


def _clauses(law: Law, rule: HouseRule, own: list[SourceFile]) -> Iterator[LintFinding]:
    """Each clause is carried by some rule, and each rule speaks under a clause of the house rule."""
    encoded = carried(law)
    for clause in rule.clauses.values():
        if clause.adjudicable and not clause.moot and law.rulebook.principal(clause.id) not in encoded:
            help_ = f'write a rule with `clause("{clause.id}")`'
            yield law.in_vocabulary("no-law", f"`{clause.id}` is a clause that no rule carries", help_)
    for file in own:
        for one in file.rules:
            if (name := clause_of(one)) is not None and name not in rule.clauses:
                message = f"a house rule speaks under its own clauses, not under `{name}`"
                yield law.finding("foreign-clause", file, one.line, message)


def _parameters(law: Law, rule: HouseRule, own: list[SourceFile]) -> Iterator[LintFinding]:
    """Each parameter is read by some rule, and what is read is a parameter of the house rule."""
    read: set[str] = set()
    for file in own:
        for one in file.rules:
            for _, atom in one.body_atoms():
                if atom.signature != ("parameter", 3):
                    continue
                owner, name = (part.source for part in atom.args[:2])
                if owner == rule.word and name in rule.parameters:
                    read.add(name)
                    continue
                known = [f"parameter({rule.word}, {parameter}, _)" for parameter in rule.parameters]
                message = f"`{atom.source}` is no parameter of this house rule"
                yield law.finding("parameter", file, one.line, message, did_you_mean(atom.source, known))
    for name in rule.parameters:
        if name not in read:
            help_ = f"read `parameter({rule.word}, {name}, N)`"
            yield law.in_vocabulary("parameter", f"`{name}` is a parameter that no rule reads", help_)


def _names(law: Law, own: list[SourceFile]) -> Iterator[LintFinding]:
    """What a house rule defines and reads itself is a name of its own: one of the rulebook means something else."""
    taken: dict[Signature, SourceFile] = {}
    for file in law.loaded:
        if file not in own:
            taken |= dict.fromkeys(file.defines, file)
    reads = frozenset().union(*(file.reads for file in own))
    told: set[Signature] = set()
    for file in own:
        for one in file.rules:
            for atom in one.head_atoms():
                name = atom.signature
                if name not in taken or name not in reads or name in law.contract or name in told:
                    continue
                told.add(name)
                message = f"`{name[0]}/{name[1]}` is defined and read here, and {taken[name].path.name} defines it too"
                yield law.finding("taken-name", file, one.line, message, "find another name")
