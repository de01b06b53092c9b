"""Checks across the law: undefined predicates, fluents and rolls, unread heads, dead rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drakdom.errors import InputError
from drakdom.law.pieces import include_help
from drakdom.law.syntax import Expr, Signature, Statement
from drakdom.lint.library import dead_in_pieces
from drakdom.lint.shapes import UNKNOWN, shapes
from drakdom.lint.source import Law, LintFinding, SourceFile, is_apart
from drakdom.rulebook import Rulebook
from drakdom.rulebook.stated import stated_facts, templates
from drakdom.rulebook.words import did_you_mean
from drakdom.step.case import law_of
from drakdom.terms import Term

#: Predicates by which a rule writes a fluent, their first argument.
_WRITES = frozenset({("becomes", 3), ("gains", 3), ("drops", 3), ("changes", 4)})
#: Fluents that the core keeps itself.
_CORE_FLUENTS = frozenset({("entry", 0), ("step", 1), ("unanswered", 1), ("count", 1), ("phase", 0)})
#: Predicates with a roll as their first argument.
_ROLLS = frozenset({("shows", 3), ("among", 3), ("reads", 4)})


def check_predicates(law: Law) -> Iterator[LintFinding]:
    """Check that each predicate of a body is derived by a rule, offered by the core or stated by scenarios."""
    stated = stated_facts(law.rulebook)
    declared = frozenset().union(*(file.input for file in law.loaded))
    defined = law.heads | law.contract | stated
    for file, rule, sign, atom in _once(law):
        if sign == "head" or atom.signature in defined or not atom.name:
            continue
        help_ = include_help(*atom.signature) or did_you_mean(_name(atom.signature), sorted(map(_name, defined)))
        if atom.signature not in declared:
            message = f"`{_name(atom.signature)}` is used in a body, but no rule defines it"
            yield law.finding("unknown-predicate", file, rule.line, message, help_)
        elif file in law.files or atom.signature not in file.input:  # a piece of the library may go without
            message = f"`{_name(atom.signature)}` is declared, but neither a rule nor the vocabulary states it"
            yield law.finding("unstated-predicate", file, rule.line, message, help_)


def check_unread(law: Law) -> Iterator[LintFinding]:
    """Check that each derived predicate is read; otherwise a name is misspelt or the rule is useless."""
    read = {atom.signature for _, _, sign, atom in law.atoms() if sign != "head"}
    apart = [file for file in law.files if is_apart(file.path)]
    read |= frozenset().union(*(file.reads for file in apart))
    needed = law.contract | law.shared
    for file, rule, sign, atom in _once(law):
        if sign == "head" and atom.signature not in read and atom.signature not in needed:
            message = f"`{_name(atom.signature)}` is derived, but no rule reads it"
            yield law.finding("unread-predicate", file, rule.line, message, include_help(*atom.signature))


def _once(law: Law) -> Iterator[tuple[SourceFile, Statement, str, Expr]]:
    """Each predicate once for the heads and once for the bodies of a file."""
    seen: set[tuple[str, Signature, bool]] = set()
    for file, rule, sign, atom in law.atoms():
        key = law.name(file), atom.signature, sign == "head"
        if key not in seen:
            seen.add(key)
            yield file, rule, sign, atom


def _given(rulebook: Rulebook) -> frozenset[Signature]:
    given = {(term.name, len(term.args)) for term in rulebook.start}
    for fact in templates(rulebook):
        if fact.name == "given" and isinstance(fact.args[0], Term):
            given.add((fact.args[0].name, len(fact.args[0].args)))
    return frozenset(given)


def check_fluents(law: Law) -> Iterator[LintFinding]:
    """Check that each fluent that a rule reads is written by a rule or set by the vocabulary."""
    written = {
        atom.args[0].signature for _, _, sign, atom in law.atoms() if sign == "head" and atom.signature in _WRITES
    }
    if any(name == "" for name, _ in written):
        return  # a fluent named by a variable may be any
    fluents = written | _given(law.rulebook) | _CORE_FLUENTS
    for file, rule, sign, atom in law.atoms():
        if sign == "head" or atom.signature != ("is", 3) or atom.args[0].kind not in ("function", "word"):
            continue
        if atom.args[0].signature not in fluents:
            message = f"nothing ever sets the fluent `{atom.args[0].source}`"
            help_ = did_you_mean(_name(atom.args[0].signature), sorted(map(_name, fluents)))
            yield law.finding("unknown-fluent", file, rule.line, message, help_)


def check_rolls(law: Law) -> Iterator[LintFinding]:
    """Check that each roll that a rule reads is asked for by a rule."""
    due = due_names(law)
    if UNKNOWN in due:
        return  # a roll named by a variable may be any
    for file, rule, _sign, atom in law.atoms():
        if atom.signature not in _ROLLS or atom.args[0].kind not in ("function", "word"):
            continue
        if atom.args[0].signature not in due:
            message = f"nothing ever asks for the roll `{atom.args[0].source}`"
            help_ = did_you_mean(_name(atom.args[0].signature), sorted(map(_name, due)))
            yield law.finding("unknown-roll", file, rule.line, message, help_)


def due_names(law: Law) -> frozenset[Signature]:
    """Signatures of rolls that rules ask for; UNKNOWN among them if the text does not tell."""
    names: set[Signature] = set()
    for _file, rule, sign, atom in law.atoms():
        if sign == "head" and atom.signature == ("due", 3):
            names |= shapes(law, rule, atom.args[0])
    return frozenset(names)


def check_dead(law: Law) -> Iterator[LintFinding]:
    """Report rules that can fire in no phase, because parts of their bodies exclude each other."""
    if not law.playable:
        return
    try:
        loaded = law_of(law.rulebook)
    except InputError:
        return  # other checks report it
    dead = {(rule.file, rule.line, rule.text) for rule in loaded.dead}
    places = [(file, rule) for file, rule in law.rules() if (file.path.name, rule.line, rule.source) in dead]
    for file, rule in places:
        if file not in law.pieces:
            message = f"the rule can fire in no phase: `{rule.source}`"
            yield law.finding("dead", file, rule.line, message, "parts of its body hold in different phases")
    yield from dead_in_pieces(law, places)


def _name(signature: Signature | Iterable[object]) -> str:
    name, arity = signature
    return f"{name}/{arity}"
