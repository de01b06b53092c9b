"""Checks of the law against its ledger: ids, subjects of exceptions, overrides."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.law.syntax import Expr, Statement
from drakdom.lint.source import Law, LintFinding, SourceFile
from drakdom.rulebook.words import did_you_mean

#: Predicates whose first argument is the id of a clause.
_WITH_ID = frozenset({("clause", 1), ("except", 2), ("doubt", 2), ("read_as", 2), ("refused", 4)})


def check_ids(law: Law) -> Iterator[LintFinding]:
    """Check that each id in the law is in the ledger, restates nothing and is not moot."""
    ledger = law.rulebook.ledger
    for file, rule, _sign, atom in law.atoms():
        if atom.signature not in _WITH_ID or atom.args[0].kind != "text":
            continue
        name = atom.args[0].name
        if name not in ledger:
            help_ = did_you_mean(name, ledger)
            yield law.finding("unknown-clause", file, rule.line, f"unknown clause `{name}`: not in the ledger", help_)
        elif (principal := law.rulebook.principal(name)) != name:
            message = f"`{name}` restates `{principal}`"
            yield law.finding("restating", file, rule.line, message, f"write `{principal}`")
        elif atom.signature == ("clause", 1) and ledger[name].moot:
            yield law.finding("moot", file, rule.line, f"`{name}` is encoded, but the ledger calls it moot")


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
        if atom.signature != ("except", 2) or atom.args[0].kind != "text":
            if atom.signature == ("except", 2) and sign == "head":
                message = f"the id in `{atom.source}` is not written out"
                yield law.finding("subject", file, rule.line, message)
            continue
        name, subject = atom.args[0].name, atom.args[1]
        (heads if sign == "head" else asked).add(name)
        if not _ends_in_moment(subject):
            message = f"the subject `{subject.source}` of `{name}` is not a tuple that ends in `T`"
            yield law.finding("subject", file, rule.line, message)
            continue
        shape = len(subject.args), f"{file.path.name}:{rule.line}", subject.source
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
        if sign == "head" and atom.signature == ("except", 2) and atom.args[0].name in names:
            if law.home(file.path) in of_house and atom.args[0].name in encoded:
                continue  # the core lets the clause yield
            message = f"no rule of `{atom.args[0].name}` asks for its exceptions"
            yield law.finding("subject", file, rule.line, message, f"add `not {atom.source}` to its rule")


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
        (name, atom.args[0].name)
        for name, rules in encoded.items()
        for _, rule in rules
        for atom in rule.head_atoms()
        if atom.signature == ("except", 2)
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
