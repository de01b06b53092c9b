"""Checks of the law against its vocabulary: phases, dice, chances, events, gaps, readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from drakdom.law.syntax import Expr, Signature
from drakdom.lint.library import Sourced, missing_sentence, needed_by, place_in_rulebook
from drakdom.lint.predicates import due_names
from drakdom.lint.shapes import UNKNOWN, shapes
from drakdom.lint.source import Law, LintFinding
from drakdom.rulebook import Phrase
from drakdom.rulebook.words import did_you_mean


def check_phases(law: Law) -> Iterator[LintFinding]:
    """Check that rules name the phase by a declared word, so that they can be sorted by phase."""
    phases = law.rulebook.phases
    for file, rule, sign, atom in law.atoms():
        if atom.signature not in {("is", 3), ("becomes", 3)} or atom.args[0].source != "phase":
            continue
        value = atom.args[1]
        if value.kind == "word" and value.name not in phases:
            message = f"`{value.source}` is not a phase of the vocabulary"
            yield law.finding("phase", file, rule.line, message, did_you_mean(value.name, phases))
        elif sign not in ("head", "") and value.kind != "word":
            message = f"a phase under `not` must be named: `{atom.source}`"
            yield law.finding("phase", file, rule.line, message)
        elif sign == "" and value.kind != "word" and not (_moves_phases(rule.head) or file not in law.files):
            message = f"the phase must be a word, not `{value.source}`, so that the rule can be sorted"
            yield law.finding("phase", file, rule.line, message)


def _moves_phases(head: Expr | None) -> bool:
    """True for a rule that sets the phase; it may name the phase by a variable."""
    return head is not None and head.signature == ("becomes", 3) and head.args[0].source == "phase"


#: The index of the argument that names dice.
_DICE: Mapping[Signature, int] = {("face", 3): 0, ("die_of", 3): 0, ("due", 3): 1}


def check_dice(law: Law) -> Iterator[LintFinding]:
    """Check that dice in the law are pools of the vocabulary; a roll of others would be a gap."""
    pools = law.rulebook.pools
    for file, rule, _sign, atom in law.atoms():
        if atom.signature not in _DICE:
            continue
        named = atom.args[_DICE[atom.signature]]
        for dice in named.args if named.kind == "pool" else (named,):
            if dice.kind == "word" and dice.name not in pools and not (atom.name == "due" and dice.name == "pick"):
                help_ = did_you_mean(dice.name, pools) or "declare it under `pools` in rulebook.yaml"
                yield law.finding("dice", file, rule.line, f"unknown dice `{dice.name}`: not in the vocabulary", help_)


def check_chances(law: Law) -> Iterator[LintFinding]:
    """Check that scenarios can state each roll that the law asks for, and that the law asks for each of those."""
    due = due_names(law)
    if UNKNOWN in due:
        for file, rule, sign, atom in law.atoms():
            if sign == "head" and atom.signature == ("due", 3) and UNKNOWN in shapes(law, rule, atom.args[0]):
                message = f"the text does not tell which rolls `{atom.source}` names"
                yield law.finding("chances", file, rule.line, message, "name the roll by a word")
    declared = {(chance.key.name, len(chance.key.args)): name for name, chance in law.rulebook.chances.items()}
    for signature in sorted(due - {UNKNOWN} - set(declared)):
        message = f"no scenario can state the roll `{_written(signature)}`"
        yield _at_due(law, signature, message, "declare it under `chances` in rulebook.yaml")
    if UNKNOWN not in due:
        for signature, name in declared.items():
            if signature not in due:
                message = f"`{name}` can be stated, but no rule asks for `{_written(signature)}`"
                yield law.in_vocabulary("chances", message)


def _at_due(law: Law, signature: Signature, message: str, help_: str) -> LintFinding:
    for file, rule, sign, atom in law.atoms():
        if sign == "head" and atom.signature == ("due", 3) and signature in shapes(law, rule, atom.args[0]):
            return law.finding("chances", file, rule.line, message, help_)
    return law.in_vocabulary("chances", message, help_)


def check_events(law: Law) -> Iterator[LintFinding]:
    """Check that each event has a sentence, and that each sentence's event is derived."""
    yield from _phrases(law, "events", ("event", 2), law.rulebook.events, complete=True)


def check_gaps(law: Law) -> Iterator[LintFinding]:
    """Check that the law's gaps and conflicts have sentences."""
    yield from _phrases(law, "gaps", ("unruled", 2), law.rulebook.gaps, complete=False)
    yield from _phrases(law, "gaps", ("conflict", 2), law.rulebook.gaps, complete=False)


def _phrases(
    law: Law, section: str, predicate: Signature, declared: Mapping[str, Phrase], *, complete: bool
) -> Iterator[LintFinding]:
    names: set[str] = set()
    for file, rule, sign, atom in law.atoms():
        if sign == "head" and atom.signature == predicate:
            signatures = shapes(law, rule, atom.args[0])
            names |= {name for name, _ in signatures}
            for signature in sorted(signatures):
                yield from _phrase_faults(law, section, (file, rule), atom, signature, declared)
    if complete and "" not in names:
        for name in declared:
            if name not in names:
                yield law.in_vocabulary(section, f"`{name}` is declared under `{section}`, but no rule derives it")


def _phrase_faults(
    law: Law, section: str, place: Sourced, atom: Expr, signature: Signature, declared: Mapping[str, Phrase]
) -> Iterator[LintFinding]:
    """Yield what is wrong with the sentence of an event or gap that the head of a rule names."""
    (file, rule), (name, arity) = place, signature
    of_library = file in law.pieces
    at = place_in_rulebook(law, file, needed_by(file, rule)) if of_library else (file, rule.line)
    if not name:
        yield law.finding(section, *at, f"the text does not tell what `{atom.source}` names")
    elif name not in declared and of_library and atom.args[0].kind != "variable":
        yield missing_sentence(law, section, file, atom.args[0])
    elif name not in declared:
        message = f"`{name}` has no sentence under `{section}` in rulebook.yaml"
        yield law.finding(section, *at, message, did_you_mean(name, declared))
    elif len(declared[name].args) != arity:
        message = f"`{_written(signature)}` is declared with {len(declared[name].args)} arguments under `{section}`"
        yield law.in_vocabulary(section, message) if of_library else law.finding(section, *at, message)


def check_secrets(law: Law) -> Iterator[LintFinding]:
    """Check that some rule sets each secret fluent."""
    written = {
        shape
        for _, rule, sign, atom in law.atoms()
        if sign == "head" and atom.signature in {("becomes", 3), ("gains", 3), ("changes", 4)}
        for shape in shapes(law, rule, atom.args[0])
    }
    for fluent in law.rulebook.secrets:
        signature = fluent.name, len(fluent.args)
        if not written & {signature, UNKNOWN}:
            message = f"`{_written(signature)}` is declared under `secrets`, but no rule sets it"
            yield law.in_vocabulary("secrets", message)


def check_readings(law: Law) -> Iterator[LintFinding]:
    """Check that each doubt has readings, that rules read each option, and that each reading is doubted."""
    readings = law.rulebook.readings
    doubted: set[str] = set()
    read: set[tuple[str, str]] = set()
    for file, rule, sign, atom in law.atoms():
        if atom.signature not in {("doubt", 2), ("read_as", 2)} or atom.args[0].kind != "text":
            continue
        name = atom.args[0].name
        if name not in readings:
            message = f"`{name}` has no readings in rulebook.yaml"
            yield law.finding("readings", file, rule.line, message, did_you_mean(name, readings))
        elif atom.name == "read_as" and atom.args[1].kind == "word":
            option = atom.args[1].name
            read.add((name, option))
            if option not in readings[name].options:
                message = f"`{option}` is not a reading of `{name}`"
                help_ = did_you_mean(option, readings[name].options)
                yield law.finding("readings", file, rule.line, message, help_)
        if sign == "head" and atom.name == "doubt":
            doubted.add(name)
    for name, reading in readings.items():
        if name not in doubted:
            yield law.in_vocabulary("readings", f"`{name}` has readings, but no rule doubts it")
        elif len([option for option in reading.options if (name, option) in read]) < len(reading.options) - 1:
            yield law.in_vocabulary("readings", f"`{name}` has readings that make no difference to any rule")


def _written(signature: Signature) -> str:
    name, arity = signature
    return f"{name}({', '.join('_' * arity)})" if arity else name
