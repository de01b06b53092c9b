"""Checks of the law against its vocabulary: phases, dice, chances, events, gaps, readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from drakdom.law.syntax import Expr, Signature
from drakdom.lint.predicates import due_names
from drakdom.lint.shapes import UNKNOWN, shapes
from drakdom.lint.source import Law, LintFinding
from drakdom.rulebook import Phrase
from drakdom.rulebook.words import did_you_mean


def check_phases(law: Law) -> Iterator[LintFinding]:
    """The value of `phase` is a declared word where it is read, so that rules can be sorted by phase."""
    phases = law.rulebook.phases
    for file, rule, sign, atom in law.atoms():
        if atom.signature not in {("is", 3), ("becomes", 3)} or atom.args[0].source != "phase":
            continue
        value = atom.args[1]
        if value.kind == "word" and value.name not in phases:
            message = f"`{value.source}` is no phase of the vocabulary"
            yield law.finding("phase", file, rule.line, message, did_you_mean(value.name, phases))
        elif sign not in ("head", "") and value.kind != "word":
            message = f"under `not` a phase is named: `{atom.source}`"
            yield law.finding("phase", file, rule.line, message)
        elif sign == "" and value.kind != "word" and not _moves_phases(rule.head):
            message = f"the phase is a word, not `{value.source}`, so that the rule can be sorted"
            yield law.finding("phase", file, rule.line, message)


def _moves_phases(head: Expr | None) -> bool:
    """Rules that lead from any phase to the next may name it by a variable."""
    return head is not None and head.signature == ("becomes", 3) and head.args[0].source == "phase"


#: Where a predicate names dice.
_DICE: Mapping[Signature, int] = {("face", 3): 0, ("die_of", 3): 0, ("due", 3): 1}


def check_dice(law: Law) -> Iterator[LintFinding]:
    """Dice that law names are a pool of the vocabulary: of others nothing is ever true, and a roll of them is a gap."""
    pools = law.rulebook.pools
    for file, rule, _sign, atom in law.atoms():
        if atom.signature not in _DICE:
            continue
        named = atom.args[_DICE[atom.signature]]
        for one in named.args if named.kind == "pool" else (named,):
            if one.kind == "word" and one.name not in pools and not (atom.name == "due" and one.name == "pick"):
                help_ = did_you_mean(one.name, pools) or "declare it under `pools` in rulebook.yaml"
                yield law.finding("dice", file, rule.line, f"`{one.name}` is no dice of the vocabulary", help_)


def check_chances(law: Law) -> Iterator[LintFinding]:
    """Every roll that law asks for can be told by a scenario, and whatever can be told is asked for."""
    due = due_names(law)
    if UNKNOWN in due:
        for file, rule, sign, atom in law.atoms():
            if sign == "head" and atom.signature == ("due", 3) and UNKNOWN in shapes(law, rule, atom.args[0]):
                message = f"which rolls `{atom.source}` names cannot be seen from the text"
                yield law.finding("chances", file, rule.line, message, "name the roll by a word")
    known = {(c.key.name, len(c.key.args)): name for name, c in law.rulebook.chances.items()}
    for signature in sorted(due - {UNKNOWN} - set(known)):
        message = f"no scenario can tell the roll `{_written(signature)}`"
        yield _at_due(law, signature, message, "declare it under `chances` in rulebook.yaml")
    if UNKNOWN not in due:
        for signature, name in known.items():
            if signature not in due:
                message = f"`{name}` can be told, and no rule asks for `{_written(signature)}`"
                yield law.in_vocabulary("chances", message)


def _at_due(law: Law, signature: Signature, message: str, help_: str) -> LintFinding:
    for file, rule, sign, atom in law.atoms():
        if sign == "head" and atom.signature == ("due", 3) and signature in shapes(law, rule, atom.args[0]):
            return law.finding("chances", file, rule.line, message, help_)
    return law.in_vocabulary("chances", message, help_)


def check_events(law: Law) -> Iterator[LintFinding]:
    """Events have sentences, and what has a sentence can happen."""
    yield from _phrases(law, "events", ("event", 2), law.rulebook.events, complete=True)


def check_gaps(law: Law) -> Iterator[LintFinding]:
    """Gaps and conflicts of the law have sentences."""
    yield from _phrases(law, "gaps", ("unruled", 2), law.rulebook.gaps, complete=False)
    yield from _phrases(law, "gaps", ("conflict", 2), law.rulebook.gaps, complete=False)


def _phrases(
    law: Law, section: str, predicate: Signature, declared: Mapping[str, Phrase], *, complete: bool
) -> Iterator[LintFinding]:
    found: set[str] = set()
    for file, rule, sign, atom in law.atoms():
        if sign != "head" or atom.signature != predicate:
            continue
        for name, arity in sorted(shapes(law, rule, atom.args[0])):
            found.add(name)
            if not name:
                yield law.finding(section, file, rule.line, f"what `{atom.source}` names cannot be seen from the text")
            elif name not in declared:
                message = f"`{name}` has no sentence under `{section}` in rulebook.yaml"
                yield law.finding(section, file, rule.line, message, did_you_mean(name, declared))
            elif len(declared[name].args) != arity:
                count = len(declared[name].args)
                message = f"`{_written((name, arity))}` is declared with {count} arguments under `{section}`"
                yield law.finding(section, file, rule.line, message)
    if complete and "" not in found:
        for name in declared:
            if name not in found:
                yield law.in_vocabulary(section, f"`{name}` is declared under `{section}`, and no rule derives it")


def check_secrets(law: Law) -> Iterator[LintFinding]:
    """Of what is secret some rule says the value."""
    written = {
        shape
        for _, rule, sign, atom in law.atoms()
        if sign == "head" and atom.signature in {("becomes", 3), ("gains", 3), ("changes", 4)}
        for shape in shapes(law, rule, atom.args[0])
    }
    for fluent in law.rulebook.secrets:
        signature = fluent.name, len(fluent.args)
        if not written & {signature, UNKNOWN}:
            message = f"`{_written(signature)}` is declared under `secrets`, and no rule gives it a value"
            yield law.in_vocabulary("secrets", message)


def check_readings(law: Law) -> Iterator[LintFinding]:
    """Every doubt has registered readings, every option is read by a rule, and every reading is doubted."""
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
                message = f"`{option}` is no way to read `{name}`"
                help_ = did_you_mean(option, readings[name].options)
                yield law.finding("readings", file, rule.line, message, help_)
        if sign == "head" and atom.name == "doubt":
            doubted.add(name)
    for name, reading in readings.items():
        if name not in doubted:
            yield law.in_vocabulary("readings", f"`{name}` has readings, and no rule doubts it")
        elif len([option for option in reading.options if (name, option) in read]) < len(reading.options) - 1:
            yield law.in_vocabulary("readings", f"`{name}` has readings that make no difference to any rule")


def _written(signature: Signature) -> str:
    name, arity = signature
    return f"{name}({', '.join('_' * arity)})" if arity else name
