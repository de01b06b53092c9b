"""The law of a rulebook as rules: each with its clause, its head and the atoms of its body. Parsed once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path

from drakdom.errors import InputError, Problem
from drakdom.law import law_cache
from drakdom.law.canonical import VARIABLE, Atom, bare, functor, read_atom, stands_in, statement_parts
from drakdom.law.exceptions import lifted_by, made_by, misfits, subjects_with
from drakdom.law.forbidden import borrowed, faults, unfounded
from drakdom.law.lawtext import law_files, library, parse, read_text
from drakdom.law.meanings import Meaning, meanings
from drakdom.law.moments import misplaced, timed
from drakdom.law.phases import Heads, phases_of_rules
from drakdom.law.resting import of_choices
from drakdom.law.rolls import plain_rolls, plain_rule, roll_names
from drakdom.law.rules import KEY_ARGUMENT, Rule, Signature, has_moment
from drakdom.law.topics import topics
from drakdom.law.undefined import Undefined, Unread, undefined, unread
from drakdom.law.unsafe import unsafe

#: A file with the time of its last change (ns) and its size (bytes).
Stamp = tuple[Path, int, int]


@dataclass(frozen=True, eq=False)
class Law:
    """The rules of a law and the files they come from, with properties of the law as a whole.

    `undefined` are predicates that rules read and nothing in the law defines; scenarios state most of them. `unread`
    are those that rules derive in vain, most likely instead of one of the core.
    """

    rules: tuple[Rule, ...]
    files: tuple[Path, ...] = ()
    undefined: tuple[Undefined, ...] = ()
    unread: tuple[Unread, ...] = ()

    @cached_property
    def meanings(self) -> Mapping[tuple[str, int], Meaning]:
        """The meanings of predicates, by name and arity, as the headers of the files say."""
        return meanings(self.files)

    @cached_property
    def signatures(self) -> frozenset[tuple[str, int]]:
        """The predicates (name and arity) that some rule derives."""
        return frozenset(rule.head[:2] for rule in self.rules if rule.head)

    def unmentioned(self, words: Iterable[str], in_force: Collection[str]) -> frozenset[str]:
        """Return those words that no rule in force mentions; a rule without a clause is always in force."""
        mentions = self._mentions(frozenset(in_force))
        return frozenset(word for word in words if not mentions(word))

    @lru_cache(maxsize=8)  # noqa: B019  (laws are kept anyhow)
    def _mentions(self, in_force: frozenset[str]) -> Callable[[str], bool]:
        """Return a test that is True for the words of the rules in force."""
        text = bare("\n".join(rule.text for rule in self.rules if not rule.clause or rule.clause in in_force))
        return lru_cache(maxsize=None)(partial(stands_in, text))

    @cached_property
    def heads(self) -> Heads:
        """The rules by their heads."""
        return Heads(self.rules)

    @lru_cache(maxsize=64)  # noqa: B019  (laws are kept anyhow)
    def of_choices(self, in_force: frozenset[str]) -> frozenset[str]:
        """Return the names of the events that can come about by a choice of the same moment."""
        return of_choices(self.heads, in_force)

    @lru_cache(maxsize=64)  # noqa: B019  (laws are kept anyhow)
    def topics(self, in_force: frozenset[str]) -> Mapping[str, frozenset[str]]:
        """Map each phase whose questions name their actions to the kinds of actions that they can ask for."""
        return topics(self.rules, self.heads, in_force)

    @cached_property
    def clauses(self) -> frozenset[str]:
        """The ids of the clauses that some rule carries."""
        return frozenset(rule.clause for rule in self.rules if rule.clause)

    @cached_property
    def phases(self) -> frozenset[str]:
        """The phases that rules name."""
        return frozenset(rule.phase for rule in self.rules if rule.timed and rule.phase)

    @cached_property
    def dead(self) -> tuple[Rule, ...]:
        """The rules that cannot fire in any phase: parts of their bodies hold in different phases."""
        timed = [rule for rule in self.rules if rule.timed]
        places = phases_of_rules(timed, self.phases)
        return tuple(rule for rule, possible in zip(timed, places, strict=True) if self.phases and not possible)


def read_rules(files: Iterable[Path]) -> list[Rule]:
    """Parse files into rules, without their `#include` lines. Raises InputError for faulty syntax."""
    return [rule for file in files for rule in _rules_of(stamp_of(file))]


@lru_cache(maxsize=500)
def _rules_of(stamp: Stamp) -> tuple[Rule, ...]:
    """Return the rules of a file; the stamp makes a changed file a new entry of the cache."""
    file = stamp[0]
    return tuple(rule_of(str(node), file.name, node.location.begin.line) for node in parse(read_text(file), file))


def read_law(files: Iterable[Path], core: Sequence[Rule], house: Collection[Path] = ()) -> list[Rule]:
    """Parse the files of a rulebook and of `house` rules. Raises InputError with all statements that are not law."""
    own = frozenset(rule.head[:2] for rule in core if rule.head)
    rules: list[Rule] = []
    problems: list[Problem] = []
    files = tuple(files)
    everything = read_rules(files)
    of_moments = timed((*core, *everything))
    by_clause = subjects_with(read_rules(file for file in files if file not in house), read_rules(house))
    for file in files:
        file_rules = read_rules([file])
        problems += faults(file_rules, file, own)
        problems += misplaced(file_rules, file, of_moments)
        problems += unsafe(file_rules, file)
        if file in house:
            problems += borrowed(file_rules, file)
            problems += unfounded(file_rules, file, read_rules(house))
            problems += misfits(file_rules, everything, by_clause, file)
        rules += file_rules
    if problems:
        raise InputError(problems)
    return rules


def _yielding(own: Sequence[Rule], house: Sequence[Rule]) -> list[Rule]:
    """Return the rules of a rulebook and of house rules; clauses of which house rules make exceptions yield to them."""
    rules = (*own, *house)
    made = made_by(house, rules, subjects_with(own, house))
    return [
        rule_of(f"{rule.text.removesuffix('.')}; {made[rule.clause]}.", rule.file, rule.line)
        if rule.head and rule.clause in made and rule.clause not in lifted_by(rule, rules)
        else rule
        for rule in rules
    ]


def made_rules(rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules for rolls whose faces the law does not fold (`rolls.py`)."""
    return [rule_of(plain_rule(name), "rolls that nothing folds", 0) for name in plain_rolls(roll_names(rules))]


#: Maximum number of laws kept in memory: one for each rulebook and set of house rules.
MOST_LOADED = 16
#: Laws by entry files, with the stamps of all their files.
_LOADED: dict[tuple[Path, ...], tuple[tuple[Stamp, ...], Law]] = {}


def load_law(entries: tuple[Path, ...]) -> Law:
    """Load the law of some entry files: the core's, the rulebook's, then those of house rules.

    The law is read again only if a file has changed. Raises InputError for faulty law.
    """
    entries = tuple(entry.resolve() for entry in entries)  # a relative path may lead elsewhere by now
    loaded = _LOADED.get(entries)
    if loaded and all(stamp_of(stamp[0]) == stamp for stamp in loaded[0]):
        return loaded[1]
    core, own = law_files(entries[0]), law_files(entries[1])
    house = [*dict.fromkeys(file for entry in entries[2:] for file in law_files(entry) if file not in own)]
    stamps = tuple(map(stamp_of, (*core, *own, *house)))
    rules, strange, vain = _rules(core, own, house)
    law = Law(rules, (*core, *own, *house), strange, vain)
    _LOADED.pop(entries, None)
    _LOADED[entries] = stamps, law
    if len(_LOADED) > MOST_LOADED:
        del _LOADED[next(iter(_LOADED))]
    return law


def _rules(
    core: Sequence[Path], own: Sequence[Path], house: Sequence[Path]
) -> tuple[tuple[Rule, ...], tuple[Undefined, ...], tuple[Unread, ...]]:
    """Return all rules of a law, what they leave undefined and unread, from the cache on disk or the files."""
    further = sorted({*core[0].parent.glob("*.lp")} - {*core})
    name, files = law_cache.entry_name(core, own, house, further), (*own, *house)
    if (kept := law_cache.load(name, files)) is not None:
        return kept
    read = read_rules(core)
    law = read_law(files, read, house)
    strange = undefined(((file, read_rules([file])) for file in files), read)
    vain = unread(((file, read_rules([file])) for file in files), read, read_rules(further), library())
    first = len(read_rules(own))
    read += _yielding(law[:first], law[first:])
    rules = (*read, *made_rules(read))
    if law_cache.entry_name(core, own, house, further) == name:  # no file changed while it was read
        law_cache.save(name, files, rules, strange, vain)
    return rules, strange, vain


def stamp_of(file: Path) -> Stamp:
    """Return the present stamp of a file; time and size are 0 if it cannot be found."""
    try:
        stat = file.stat()
    except OSError:
        return file, 0, 0
    return file, stat.st_mtime_ns, stat.st_size


def rule_of(text: str, file: str, line: int) -> Rule:
    """Return the rule of a printed statement; a directive has neither head nor body."""
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
        # equal text of other terms need not be equal: pools in head and body expand independently
        linked=tuple(linked) if head and head.args and VARIABLE.match(head.args[0]) else (),
        fluents=tuple(fluents),
        phase=phase,
        timed=has_moment(text),
        head_atom=head,
        body=body,
    )


def _signature(atom: Atom) -> Signature:
    key = KEY_ARGUMENT.get(atom.name, 0)
    return atom.name, len(atom.args), functor(atom.args[key]) if len(atom.args) > key else None
