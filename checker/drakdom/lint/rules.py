"""Checks on single rules: normal rules only, the moment in its place, one clause literal, reserved names."""

from __future__ import annotations

from collections.abc import Iterator, Set

from drakdom.law.forbidden import GIVEN, SHARED
from drakdom.law.syntax import Expr, Signature, Statement
from drakdom.law.unsafe import HELP, message, unsafe_variables
from drakdom.lint.source import Law, LintFinding, is_scope

_HEADS = {
    "choice": "a choice rule",
    "disjunction": "a disjunction",
    "constraint": "a constraint",
    "theory": "a theory atom",
}
#: Heads that state law, and so must rest on a clause.
LAW_BEARING: frozenset[Signature] = frozenset({("asks", 2), ("option", 3), ("refused", 4), ("except", 2)})
#: Predicates of the core, with the predicate of the law that makes it offer them.
_OFFERED_BY = {("chosen", 3): ("option", 3), ("shows", 3): ("due", 3)}


def check_normal(law: Law) -> Iterator[LintFinding]:
    """Check that law consists of normal rules; only the core opens choices and chances."""
    for file in law.files:
        if is_scope(file.path):
            continue
        for rule in file.statements:
            if rule.kind not in ("rule", "defined"):
                yield law.finding(
                    "normal-rules", file, rule.line, f"`#{rule.kind}` is not allowed in law: `{rule.source}`"
                )
            elif rule.head_kind in _HEADS:
                yield law.finding("normal-rules", file, rule.line, f"{_HEADS[rule.head_kind]} is not allowed in law")
            elif any(part.kind == "external" for expression in rule.expressions for part in expression.walk()):
                yield law.finding("normal-rules", file, rule.line, "an external function is not allowed in law")
            elif any(atom.kind == "other" for atom in _all_atoms(rule)):
                yield law.finding("normal-rules", file, rule.line, "classical negation is not allowed in law")


def check_safe(law: Law) -> Iterator[LintFinding]:
    """Check that a positive atom of the body gives each variable a value."""
    for file in law.files:
        for place, names in unsafe_variables([rule.source for rule in file.rules]):
            rule = file.rules[place]
            yield law.finding("unsafe", file, rule.line, message(names, rule.source), HELP)


def _all_atoms(rule: Statement) -> Iterator[Expr]:
    yield from rule.head_atoms()
    for _, atom in rule.body_atoms():
        yield atom


def check_reserved(law: Law) -> Iterator[LintFinding]:
    """Check that only the core and the library derive their own predicates, and that law uses the core's arities.

    A predicate of another arity that law both derives and reads is its own.
    """
    own = frozenset().union(*(file.defines for file in law.core)) - SHARED
    reserved = own | GIVEN
    of_pieces = law.shared - law.contract - frozenset().union(*(file.input for file in law.pieces))
    arities: dict[str, set[int]] = {}
    for name, arity in law.contract - own - GIVEN:
        arities.setdefault(name, set()).add(arity)
    own_words = law.heads & frozenset(atom.signature for _, _, sign, atom in law.atoms() if sign != "head")
    for file, rule in law.rules():
        for atom in rule.head_atoms():
            if atom.signature in reserved:
                yield law.finding("reserved", file, rule.line, f"`{_name(atom)}` may only be derived by the core")
            elif atom.signature in of_pieces and file in law.files:
                yield law.finding("reserved", file, rule.line, f"`{_name(atom)}` may only be derived by the library")
        for atom in _all_atoms(rule):
            if atom.signature not in own_words and len(atom.args) not in arities.get(atom.name, {len(atom.args)}):
                right = " or ".join(f"`{atom.name}/{n}`" for n in sorted(arities[atom.name]))
                yield law.finding("reserved", file, rule.line, f"`{_name(atom)}` is not the core's {right}")


def _name(atom: Expr) -> str:
    return f"{atom.name}/{len(atom.args)}"


def check_pools(law: Law) -> Iterator[LintFinding]:
    """Report pools under `not`, and pools that hold `_`.

    `not p(a;b)` holds if one of the two fails, which nobody intends. What `_` stands for in one part of a pool has no
    value in the other, and an explanation cannot name it.
    """
    for file, rule in law.rules():
        for literal in rule.body:
            for nested in (literal, *literal.inner):
                pools = [part for part in nested.atom.walk() if part.kind == "pool"] if nested.atom else []
                if nested.sign and pools:
                    message = f"a pool under `not` means `or`: `{nested.source}`"
                    yield law.finding("pool-under-not", file, rule.line, message, "name the set by a predicate")
                elif any(part.name == "_" for pool in pools for part in pool.walk()):
                    message = f"a pool holds `_`: `{nested.source}`"
                    yield law.finding("open-pool", file, rule.line, message, "write a rule for each part of the pool")


def check_moment(law: Law) -> Iterator[LintFinding]:
    """Check that atoms of a moment carry it last, as `T`, and that no rule calculates with it."""
    timed = _timed(law)
    for file, rule, _sign, atom in law.atoms():
        if atom.kind not in ("function", "word"):
            continue
        last = atom.args[-1] if atom.args else None
        is_moment = last is not None and last.kind == "variable" and last.name == "T"
        elsewhere = [part for argument in atom.args[:-1] for part in argument.walk() if part.source == "T"]
        if elsewhere and atom.signature != ("except", 2):
            yield law.finding("moment", file, rule.line, f"`T` is not the last argument of `{atom.source}`")
        elif atom.signature in timed and not is_moment:
            help_ = f"`{_name(atom)}` carries the moment elsewhere: write `T` last"
            yield law.finding("moment", file, rule.line, f"`{atom.source}` has no moment `T`", help_)
    yield from _arithmetic(law)


def _timed(law: Law) -> frozenset[Signature]:
    """Predicates with T as last argument anywhere in the core or the law; `except` has it in its subject."""
    sources = (*law.core, *law.loaded)
    timed = {
        atom.signature
        for file in sources
        for rule in file.rules
        for atom in _all_atoms(rule)
        if atom.args and atom.args[-1].kind == "variable" and atom.args[-1].name == "T"
    }
    return frozenset(timed - {("except", 2), ("at", 3), ("seen", 2)})


def _arithmetic(law: Law) -> Iterator[LintFinding]:
    for file, rule in law.rules():
        for outer in rule.expressions:
            for expression in outer.walk():
                if expression.kind == "other" and any(part.source == "T" for part in expression.args):
                    message = f"law cannot calculate with the moment: `{expression.source}`"
                    yield law.finding("moment", file, rule.line, message)
    for file, rule in law.rules():
        for literal in rule.body:
            if (
                literal.atom is None
                and not literal.inner
                and any(expression.source == "T" for expression in literal.expressions)
            ):
                message = f"law cannot calculate with the moment: `{literal.source}`"
                yield law.finding("moment", file, rule.line, message)


def check_one_clause(law: Law) -> Iterator[LintFinding]:
    """Check that a rule has at most one clause literal, first in its body; heads that state law rest on one."""
    resting = _resting(law)
    for file, rule in law.rules():
        literals = [literal for literal in rule.body if _is_clause(literal.atom)]
        nested = [atom for _, atom in rule.body_atoms() if _is_clause(atom)]
        if file not in law.files:
            nested = []  # a piece of the library takes ids from the rulebook
        if len(nested) > 1:
            yield law.finding(
                "one-clause", file, rule.line, "two clause literals in one rule", "split it into two rules"
            )
        elif nested and (not literals or literals[0].sign):
            yield law.finding("one-clause", file, rule.line, f"`{nested[0].source}` is not a plain literal of the body")
        elif nested and rule.body[0] is not literals[0]:
            yield law.finding("one-clause", file, rule.line, f"`{nested[0].source}` does not come first in the body")
        elif nested and nested[0].args[0].kind != "text":
            yield law.finding("one-clause", file, rule.line, f"the id in `{nested[0].source}` is not written out")
        head = rule.head
        if head is None or head.signature not in LAW_BEARING or _rests(rule, resting):
            continue
        message = f"`{head.source}` is derived without a clause"
        yield law.finding("no-clause", file, rule.line, message, 'put `clause("ID")` first in the body')


def _resting(law: Law) -> frozenset[Signature]:
    """Predicates that need a clause to hold: every rule that defines them rests on one."""
    by_head: dict[Signature, list[Statement]] = {}
    for _, rule in law.rules():
        for atom in rule.head_atoms():
            by_head.setdefault(atom.signature, []).append(rule)
    resting: set[Signature] = set()
    while True:
        more = {
            head
            for head, rules in by_head.items()
            if head not in resting and all(_rests(rule, resting) for rule in rules)
        }
        if not more:
            return frozenset(resting)
        resting |= more


def _rests(rule: Statement, resting: Set[Signature]) -> bool:
    for literal in rule.body:
        if literal.atom is None or literal.sign:
            continue
        signature = _OFFERED_BY.get(literal.atom.signature, literal.atom.signature)
        if _is_clause(literal.atom) or signature in resting:
            return True
    return False


def _is_clause(atom: Expr | None) -> bool:
    return atom is not None and atom.signature == ("clause", 1)
