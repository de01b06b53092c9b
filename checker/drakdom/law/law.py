"""The law as rules: parsed once a rulebook, each rule with its clause, its head and the atoms of its body."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path

from clingo import ast

from drakdom.errors import InputError, Problem
from drakdom.law import law_cache
from drakdom.law.canonical import Atom, bare, functor, read_atom, stands_in, statement_parts
from drakdom.law.forbidden import borrowed, faults
from drakdom.law.lawtext import law_files, parse, read_text
from drakdom.law.phases import Heads, phases_of_rules
from drakdom.law.rolls import plain_rolls, plain_rule, roll_names
from drakdom.law.rules import KEY_ARGUMENT, Rule, Signature, has_moment

#: A file with its time of change and its size.
Stamp = tuple[Path, int, int]


@dataclass(frozen=True, eq=False)
class Law:
    """The rules of a law, and what is asked about them as a whole."""

    rules: tuple[Rule, ...]

    @cached_property
    def signatures(self) -> frozenset[tuple[str, int]]:
        """The predicates that some rule derives."""
        return frozenset(rule.head[:2] for rule in self.rules if rule.head)

    def unsaid(self, words: Iterable[str], in_force: Collection[str]) -> frozenset[str]:
        """Those of some words that stand in no rule that carries a clause in force, or none."""
        said = self._said(frozenset(in_force))
        return frozenset(word for word in words if not said(word))

    @lru_cache(maxsize=8)  # noqa: B019  (laws are kept anyhow)
    def _said(self, in_force: frozenset[str]) -> Callable[[str], bool]:
        """Whether a word stands in some rule that carries one of these clauses, or none."""
        text = bare("\n".join(rule.text for rule in self.rules if not rule.clause or rule.clause in in_force))
        return lru_cache(maxsize=None)(partial(stands_in, text))

    @cached_property
    def heads(self) -> Heads:
        """The rules by what they derive."""
        return Heads(self.rules)

    @cached_property
    def clauses(self) -> frozenset[str]:
        """Ids of the clauses that some rule carries."""
        return frozenset(rule.clause for rule in self.rules if rule.clause)

    @cached_property
    def dead(self) -> tuple[Rule, ...]:
        """Rules that can fire in no phase: parts of their bodies hold in different ones."""
        timed = [rule for rule in self.rules if rule.timed]
        phases = frozenset(rule.phase for rule in timed if rule.phase)
        places = phases_of_rules(timed, phases)
        return tuple(rule for rule, where in zip(timed, places, strict=True) if phases and not where)


def read_rules(files: Iterable[Path]) -> list[Rule]:
    """Parse files into rules; `#include` lines are passed over (the caller resolves them)."""
    return [rule for file in files for rule in _rules_of(stamp_of(file))]


@lru_cache(maxsize=500)
def _rules_of(stamp: Stamp) -> tuple[Rule, ...]:
    """The rules of a file as it was at a time: house rules change a few files of many."""
    file = stamp[0]
    return tuple(_rule(node, file.name) for node in parse(read_text(file), file))


def read_law(files: Iterable[Path], core: Iterable[Rule], house: Collection[Path] = ()) -> list[Rule]:
    """Parse the files of a rulebook, and of `house` rules. Raises InputError with everything in them that is no law."""
    own = frozenset(rule.head[:2] for rule in core if rule.head)
    rules: list[Rule] = []
    problems: list[Problem] = []
    for file in files:
        found = read_rules([file])
        problems += faults(found, file, own)
        problems += borrowed(found, file) if file in house else ()
        rules += found
    if problems:
        raise InputError(problems)
    return rules


def made_rules(rules: Sequence[Rule]) -> list[Rule]:
    """Rules that follow from how a law reads its rolls (`rolls.py`)."""
    return [rule_of(plain_rule(name), "rolls that nothing folds", 0) for name in plain_rolls(roll_names(rules))]


#: A variable. What is written alike besides need not be alike: a pool is taken apart in head and body each by itself.
_VARIABLE = re.compile(r"_*[A-Z]\w*'*\Z")

#: So many laws are kept: one for every rulebook, and for every set of house rules that it is ruled by.
MOST_LOADED = 16
#: Laws by entry files: the files with their time and size, and what was made of them.
_LOADED: dict[tuple[Path, ...], tuple[tuple[Stamp, ...], Law]] = {}


def load_law(entries: tuple[Path, ...]) -> Law:
    """The sorted law of some entry files: the core's, the rulebook's, those of house rules.

    It is read again only when a file has changed.
    """
    known = _LOADED.get(entries)
    if known and all(stamp_of(stamp[0]) == stamp for stamp in known[0]):
        return known[1]
    core, own = law_files(entries[0]), law_files(entries[1])
    house = [file for entry in entries[2:] for file in law_files(entry)]
    stamps = tuple(map(stamp_of, (*core, *own, *house)))
    law = Law(_rules(core, own, house))
    _LOADED.pop(entries, None)
    _LOADED[entries] = stamps, law
    if len(_LOADED) > MOST_LOADED:
        del _LOADED[next(iter(_LOADED))]
    return law


def _rules(core: Sequence[Path], own: Sequence[Path], house: Sequence[Path]) -> tuple[Rule, ...]:
    """All rules of a law, read now or before."""
    name = law_cache.name_of(core, own, house)
    if (kept := law_cache.kept(name)) is not None:
        return kept
    read = read_rules(core)
    read += read_law((*own, *house), read, house)
    rules = (*read, *made_rules(read))
    if law_cache.name_of(core, own, house) == name:  # else a file has changed while it was read
        law_cache.keep(name, rules)
    return rules


def stamp_of(file: Path) -> Stamp:
    """A file as it is now; without time and size where it is not there."""
    try:
        stat = file.stat()
    except OSError:
        return file, 0, 0
    return file, stat.st_mtime_ns, stat.st_size


def _rule(node: ast.AST, file: str) -> Rule:
    """The rule of a statement; statements that are no rules have neither head nor body."""
    return rule_of(str(node), file, node.location.begin.line)


def rule_of(text: str, file: str, line: int) -> Rule:
    """The rule of a printed statement."""
    parts = statement_parts(text)
    if parts is None:
        return Rule(text, file, line, None, None, None, (), (), (), None, has_moment(text))
    head = read_atom(parts[0])
    body = tuple(atom for literal in parts[1] if (atom := read_atom(literal)) and not atom.sign)
    clause: str | None = None
    phase: str | None = None
    positive: list[Signature] = []
    linked: list[Signature] = []
    fluents: list[str] = []
    for atom in body:
        signature = _signature(atom)
        if signature[:2] == ("clause", 1):
            clause = atom.args[0].strip('"') if atom.args[0].startswith('"') else clause
        elif signature == ("is", 3, "phase"):
            phase = functor(atom.args[1]) or phase
        elif signature[0] != "is":
            positive.append(signature)
            if head and head.args and atom.args and atom.args[0] == head.args[0]:
                linked.append(signature)
        elif signature[2]:
            fluents.append(signature[2])
    return Rule(
        text=text,
        file=file,
        line=line,
        clause=clause,
        head=_signature(head) if head else None,
        head_text=parts[0] if head else None,
        positive=tuple(positive),
        linked=tuple(linked) if head and head.args and _VARIABLE.match(head.args[0]) else (),
        fluents=tuple(fluents),
        phase=phase,
        timed=has_moment(text),
        head_atom=head,
        body=body,
    )


def _signature(atom: Atom) -> Signature:
    key = KEY_ARGUMENT.get(atom.name, 0)
    return atom.name, len(atom.args), functor(atom.args[key]) if len(atom.args) > key else None
