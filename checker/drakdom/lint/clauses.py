"""Checks of the law against its ledger: ids, subjects of exceptions, overrides."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.law.syntax import Expr, Statement
from drakdom.lint.source import Law, LintFinding, SourceFile
from drakdom.rulebook.words import did_you_mean

#: Predicates whose first argument is the id of a clause.
_WITH_ID = frozenset(
    {
        ("clause", 1), ("except", 2), ("doubt", 2), ("read_as", 2), ("refused", 4), ("gap_without", 3),
        ("holds_without", 3),
    }
)  # fmt: skip


def check_ids(law: Law) -> Iterator[LintFinding]:
    """Check that each id in the law is in the ledger, restates nothing and is not moot.

    A moot clause may be the reason of a refusal: that changes no outcome.
    """
    ledger = law.rulebook.ledger
    for file, rule, _sign, atom in law.atoms():
        for name in ids_in(law, rule, atom) if atom.signature in _WITH_ID else ():
            if name not in ledger:
                message = f"unknown clause `{name}`: not in the ledger"
                yield law.finding("unknown-clause", file, rule.line, message, did_you_mean(name, ledger))
            elif (principal := law.rulebook.principal(name)) != name:
                message = f"`{name}` restates `{principal}`"
                yield law.finding("restating", file, rule.line, message, f"write `{principal}`")
            elif atom.signature == ("clause", 1) and ledger[name].moot and not _refuses(rule):
                yield law.finding("moot", file, rule.line, f"`{name}` is encoded, but the ledger calls it moot")


def ids_in(law: Law, rule: Statement, atom: Expr) -> tuple[str, ...]:
    """The ids of clauses in the first argument of an atom: one that is written out, or those of a table of facts."""
    term = atom.args[0]
    if term.kind == "text":
        return (term.name,)
    tables = {literal.name for sign, literal in rule.body_atoms() if not sign and _is_row(literal, term)}
    ids: dict[str, None] = {}
    for _, row in law.rules() if term.kind == "variable" and tables else ():
        for head in row.head_atoms():
            if head.signature in {(table, 1) for table in tables} and not row.body:
                ids.update(dict.fromkeys(part.name for part in head.walk() if part.kind == "text"))
    return tuple(ids)


def _refuses(rule: Statement) -> bool:
    return {head.name for head in rule.head_atoms()} == {"refused"}


def _is_row(literal: Expr, term: Expr) -> bool:
    return [argument.source for argument in literal.args] == [term.source]


def carried(law: Law) -> dict[str, list[tuple[SourceFile, Statement]]]:
    """The rules that carry each clause, by its id."""
    by_clause: dict[str, list[tuple[SourceFile, Statement]]] = {}
    for file, rule in law.rules():
        if (name := clause_of(rule)) is not None:
            by_clause.setdefault(name, []).append((file, rule))
    return by_clause


def clause_of(rule: Statement) -> str | None:
    """The id of the clause that a rule carries, or None."""
    for literal in rule.body:
        if literal.atom is not None and literal.atom.signature == ("clause", 1) and not literal.sign:
            return literal.atom.args[0].name
    return None


def check_subjects(law: Law) -> Iterator[LintFinding]:
    """Check that a clause's exceptions have subjects of one length that end in `T`, and that a rule reads them."""
    shapes: dict[str, tuple[int, str, str]] = {}
    heads: set[str] = set()
    asked: set[str] = set()
    for file, rule, sign, atom in law.atoms():
        if atom.signature != ("except", 2):
            continue
        ids, subject = ids_in(law, rule, atom), atom.args[1]
        (heads if sign == "head" else asked).update(ids)
        if not ids and sign == "head":
            message = f"the id in `{atom.source}` is not written out, nor taken from a table of facts"
            yield law.finding("subject", file, rule.line, message)
        if ids and not _ends_in_moment(subject):
            message = f"the subject `{subject.source}` of `{ids[0]}` is not a tuple that ends in `T`"
            yield law.finding("subject", file, rule.line, message)
            continue
        shape = len(subject.args), f"{file.path.name}:{rule.line}", subject.source
        for name in ids:
            first = shapes.setdefault(name, shape)
            if first[0] != shape[0]:
                message = f"the subject `{subject.source}` of `{name}` differs in shape from `{first[2]}` in {first[1]}"
                yield law.finding("subject", file, rule.line, message, "use one shape for all exceptions of a clause")
    yield from _unasked(law, heads - asked)
    yield from _foreign(law)


def _unasked(law: Law, names: set[str]) -> Iterator[LintFinding]:
    of_house = {rule.folder for rule in law.rulebook.house_rules}
    encoded = carried(law)
    for file, rule, sign, atom in law.atoms():
        if sign != "head" or atom.signature != ("except", 2):
            continue
        for name in ids_in(law, rule, atom):
            if name not in names or (law.home(file.path) in of_house and name in encoded):
                continue  # to a house rule the core lets the clause yield
            message = f"no rule of `{name}` asks for its exceptions"
            help_ = f'add `not except("{name}",{atom.args[1].source})` to its rule'
            yield law.finding("subject", file, rule.line, message, help_)


def _foreign(law: Law) -> Iterator[LintFinding]:
    """Report rules that yield to exceptions of another clause than their own."""
    for file, rule in law.rules():
        own = clause_of(rule)
        for sign, atom in rule.body_atoms():
            if sign == "not" and atom.signature == ("except", 2) and own is not None and atom.args[0].name != own:
                message = f"a rule of `{own}` yields to exceptions from `{atom.args[0].name}`"
                yield law.finding("subject", file, rule.line, message)


def _ends_in_moment(subject: Expr) -> bool:
    return subject.kind == "tuple" and bool(subject.args) and subject.args[-1].source == "T"


def check_overrides(law: Law) -> Iterator[LintFinding]:
    """Check that each `overrides` of the ledger between encoded clauses is an exception in the law."""
    rulebook, encoded = law.rulebook, carried(law)
    made = {
        (name, beaten)
        for name, rules in encoded.items()
        for _, rule in rules
        for atom in rule.head_atoms()
        if atom.signature == ("except", 2)
        for beaten in ids_in(law, rule, atom)
    }
    for clause in rulebook.ledger.values():
        beater = rulebook.principal(clause.id)
        for overridden in clause.overrides:
            beaten = rulebook.principal(overridden)
            if beater in encoded and beaten in encoded and beater != beaten and (beater, beaten) not in made:
                file, rule = encoded[beater][0]
                message = f"`{beater}` overrides `{beaten}` in the ledger, but no rule states the exception"
                help_ = f'add `except("{beaten}", (.., T)) :- clause("{beater}"), ..`'
                yield law.finding("override", file, rule.line, message, help_)
