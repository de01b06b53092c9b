"""Checks across the law: predicates, fluents and rolls that nobody defines, heads that nobody reads, dead rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drakdom.errors import InputError
from drakdom.law.syntax import Expr, Signature, Statement
from drakdom.lint.shapes import UNKNOWN, shapes
from drakdom.lint.source import Law, LintFinding, SourceFile, is_apart
from drakdom.rulebook import Rulebook
from drakdom.rulebook.words import did_you_mean
from drakdom.step.case import law_of
from drakdom.terms import Term

#: What the law of a moment writes, by the place of the fluent.
_WRITES = frozenset({("becomes", 3), ("gains", 3), ("drops", 3), ("changes", 4)})
#: Fluents that the core keeps itself.
_CORE_FLUENTS = frozenset({("entry", 0), ("step", 1), ("count", 1), ("phase", 0)})
#: What names a roll in its first argument.
_ROLLS = frozenset({("shows", 3), ("among", 3), ("reads", 4)})
#: What the reader states of every board.
_BOARD = frozenset({("adjacent", 3)})


def check_predicates(law: Law) -> Iterator[LintFinding]:
    """A predicate of a body is in some head, or it is what the core offers or the scenario states."""
    stated = stated_facts(law.rulebook)
    declared = frozenset().union(*(file.input for file in law.loaded))
    known = law.heads | law.contract | stated
    for file, rule, sign, atom in _once(law):
        if sign == "head" or atom.signature in known or not atom.name:
            continue
        help_ = did_you_mean(_name(atom.signature), sorted(_name(one) for one in known))
        if atom.signature not in declared:
            message = f"`{_name(atom.signature)}` stands in a body, and no rule defines it"
            yield law.finding("unknown-predicate", file, rule.line, message, help_)
        else:
            message = f"`{_name(atom.signature)}` is declared, and neither a rule nor the vocabulary states it"
            yield law.finding("unstated-predicate", file, rule.line, message, help_)


def check_unread(law: Law) -> Iterator[LintFinding]:
    """What a helper rule defines is read by some rule: else a name is misspelt or the rule is of no use."""
    read = {atom.signature for _, _, sign, atom in law.atoms() if sign != "head"}
    apart = [file for file in law.files if is_apart(file.path)]
    read |= frozenset().union(*(file.reads for file in apart))
    for file, rule, sign, atom in _once(law):
        if sign == "head" and atom.signature not in read and atom.signature not in law.contract:
            message = f"`{_name(atom.signature)}` is derived, and no rule reads it"
            yield law.finding("unread-predicate", file, rule.line, message)


def _once(law: Law) -> Iterator[tuple[SourceFile, Statement, str, Expr]]:
    """Each predicate once a file, head and body told apart."""
    seen: set[tuple[str, Signature, bool]] = set()
    for file, rule, sign, atom in law.atoms():
        key = law.name(file), atom.signature, sign == "head"
        if key not in seen:
            seen.add(key)
            yield file, rule, sign, atom


def stated_facts(rulebook: Rulebook) -> frozenset[Signature]:
    """The predicates that the vocabulary's templates state."""
    found = frozenset((fact.name, len(fact.args)) for fact in _templates(rulebook) if fact.name != "given") | _BOARD
    return found | frozenset((fact.name, len(fact.args)) for rule in rulebook.house_rules for fact in rule.facts)


def _templates(rulebook: Rulebook) -> Iterator[Term]:
    fields = [*rulebook.places.values(), *rulebook.figures.values(), *rulebook.state.values()]
    fields += [*rulebook.suppose.values(), *(d for c in rulebook.chances.values() for d in c.details.values())]
    for field in fields:
        yield from (*field.facts, *field.also)


def _given(rulebook: Rulebook) -> frozenset[Signature]:
    found = {(term.name, len(term.args)) for term in rulebook.start}
    for fact in _templates(rulebook):
        if fact.name == "given" and isinstance(fact.args[0], Term):
            found.add((fact.args[0].name, len(fact.args[0].args)))
    return frozenset(found)


def check_fluents(law: Law) -> Iterator[LintFinding]:
    """A fluent that law reads is one that law writes or that the vocabulary sets."""
    written = {
        atom.args[0].signature for _, _, sign, atom in law.atoms() if sign == "head" and atom.signature in _WRITES
    }
    if any(name == "" for name, _ in written):
        return  # a fluent named by a variable may be any
    known = written | _given(law.rulebook) | _CORE_FLUENTS
    for file, rule, sign, atom in law.atoms():
        if sign == "head" or atom.signature != ("is", 3) or atom.args[0].kind not in ("function", "word"):
            continue
        if atom.args[0].signature not in known:
            message = f"nothing ever sets the fluent `{atom.args[0].source}`"
            help_ = did_you_mean(_name(atom.args[0].signature), sorted(_name(one) for one in known))
            yield law.finding("unknown-fluent", file, rule.line, message, help_)


def check_rolls(law: Law) -> Iterator[LintFinding]:
    """A roll that law looks at is one that law asks for."""
    due = due_names(law)
    if UNKNOWN in due:
        return  # a roll named by a variable may be any
    for file, rule, _sign, atom in law.atoms():
        if atom.signature not in _ROLLS or atom.args[0].kind not in ("function", "word"):
            continue
        if atom.args[0].signature not in due:
            message = f"nothing ever asks for the roll `{atom.args[0].source}`"
            help_ = did_you_mean(_name(atom.args[0].signature), sorted(_name(one) for one in due))
            yield law.finding("unknown-roll", file, rule.line, message, help_)


def due_names(law: Law) -> frozenset[Signature]:
    """Names of rolls that some rule asks for, UNKNOWN among them where the text does not say."""
    found: set[Signature] = set()
    for _file, rule, sign, atom in law.atoms():
        if sign == "head" and atom.signature == ("due", 3):
            found |= shapes(law, rule, atom.args[0])
    return frozenset(found)


def check_dead(law: Law) -> Iterator[LintFinding]:
    """No rule can fire in no phase: that is where some part of its body excludes another."""
    if not law.playable:
        return
    try:
        loaded = law_of(law.rulebook)
    except InputError:
        return  # what may not stand in law is found by other checks
    dead = {(rule.file, rule.line, rule.text) for rule in loaded.dead}
    for file, rule in law.rules():
        if (file.path.name, rule.line, rule.source) in dead:
            message = f"the rule can fire in no phase: `{rule.source}`"
            yield law.finding("dead", file, rule.line, message, "parts of its body hold in different phases")


def _name(signature: Signature | Iterable[object]) -> str:
    name, arity = signature
    return f"{name}/{arity}"
