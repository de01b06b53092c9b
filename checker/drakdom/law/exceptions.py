"""Subjects of clauses: the variables for which an exception can suspend a clause.

Rules that ask for `except("ID", Subject)` fix the subject of the clause, its own rules before others. A house rule can
suspend any other clause for the variables that all rules of the clause share. One letter means one thing in every file
of a law.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from drakdom.errors import Problem
from drakdom.law.canonical import ANY_OF_A_POOL, QUOTED, read_atom, split, statement_parts
from drakdom.law.rules import Rule
from drakdom.rulebook.words import short

_ASKS = re.compile(r'except\("([^"]+)",(\((?:[^()]|\([^()]*\))*\)|\w+)\)')
_EXCEPT = ("except", 2)
_LETTER = re.compile(r"(?<![\w'])[A-Z]\w*'*")


@dataclass(frozen=True)
class Subject:
    """The subject of a clause: the one for which rules ask, or else the letters that all its rules share.

    `named` is the text of a tuple, empty if no rule asks; `sizes` are those of all tuples that rules ask for. `letters`
    are sorted, `T` is last; there are none if a rule of the clause states facts without a moment.
    """

    named: str
    letters: tuple[str, ...] = ()
    sizes: frozenset[int] = frozenset()

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that an exception can name."""
        return self.letters or tuple(_LETTER.findall(self.named))

    def __str__(self) -> str:
        """Return the subject as people write it."""
        return re.sub(r",(?=[^)])", ", ", self.named or _tuple(self.letters))


def subjects(rules: Iterable[Rule]) -> dict[str, Subject]:
    """Return the subject of each clause that some rule carries."""
    named: dict[str, str] = {}
    asked: dict[str, list[str]] = {}
    shared: dict[str, set[str]] = {}
    for rule in rules:
        for clause, subject in _ASKS.findall(rule.text.partition(":-")[2]):
            asked.setdefault(clause, []).append(subject)
            if clause == rule.clause and "(" not in subject[1:]:
                named[clause] = subject
        if rule.clause is not None and rule.head is not None:
            letters = _letters(rule)
            shared[rule.clause] = shared.get(rule.clause, letters) & letters
    return {
        clause: Subject(named.get(clause, asked[clause][0]), (), frozenset(map(_size, asked[clause])))
        if clause in asked
        else Subject("", _in_order(letters))
        for clause, letters in shared.items()
    }


def subjects_with(own: Iterable[Rule], house: Iterable[Rule]) -> dict[str, Subject]:
    """Return the subjects of the clauses of a rulebook, by its own rules, and of those of house rules."""
    return subjects(house) | subjects(own)


def made_by(house: Iterable[Rule], rules: Sequence[Rule], by_clause: Mapping[str, Subject]) -> dict[str, str]:
    """Return the literals, joined by `; `, by which clauses yield to exceptions that their rules do not ask for.

    `rules` are all rules of the law, with the tables from which exceptions take ids.
    """
    literals: dict[str, set[str]] = {}
    for rule in house:
        letters = _exception_letters(rule)
        for clause in lifted_by(rule, rules) if letters else ():
            if clause in by_clause and not by_clause[clause].named:
                literals.setdefault(clause, set()).add(f'not except("{clause}",{_tuple(letters)})')
    return {clause: "; ".join(sorted(texts)) for clause, texts in literals.items()}


def lifted_by(rule: Rule, rules: Sequence[Rule]) -> frozenset[str]:
    """Return the clauses of which a rule makes exceptions, with those of a table of facts among all `rules`."""
    is_exception = rule.head is not None and rule.head[:2] == _EXCEPT
    return frozenset(text.strip('"') for text in _ids(rule, rules)) if is_exception else frozenset()


def misfits(
    house: Iterable[Rule], rules: Sequence[Rule], by_clause: Mapping[str, Subject], file: Path
) -> list[Problem]:
    """Return a problem for each exception of a house rule to which no clause can yield.

    It does not tell which clause, or the rules of the clause do not share its subject.
    """
    problems = []
    for rule in house:
        ids = lifted_by(rule, rules)
        if rule.head and rule.head[:2] == _EXCEPT and not ids:
            message = f"`{short(rule.head_text or '')}` does not tell which clause yields"
            help_ = 'write an id, `except("ID", ..)`, or take it from facts: `except(ID, ..) :- .., lifted(ID)`'
            problems.append(Problem(str(file), rule.line, 0, message, help_))
        for clause in sorted(ids & by_clause.keys()):
            if words := _misfit(rule, clause, by_clause[clause]):
                problems.append(Problem(str(file), rule.line, 0, *words))
    return problems


def _misfit(rule: Rule, clause: str, subject: Subject) -> tuple[str, str] | None:
    """Return message and help if a clause does not know the subject of an exception."""
    letters = _exception_letters(rule)
    if letters and set(letters) <= set(subject.letters):
        return None
    if subject.named:
        if rule.head_atom and _size(rule.head_atom.args[1]) in subject.sizes:
            return None
        message = f"no rule asks for this exception to `{clause}`: its subject is `{subject}`"
        return message, f'write `except("{clause}", {subject})`'
    if subject.letters:
        message = f"the subject of `{clause}` is `{subject}`; an exception names variables of it, `T` last"
        return message, f'write `except("{clause}", {subject})`, or leave out variables'
    message = f"`{clause}` states facts that hold in every moment, so it has no exceptions"
    return message, f"replace it: `replaced: [{clause}]` in house.yaml"


def beaten_by(rules: Sequence[Rule]) -> frozenset[str] | None:
    """Return the clauses that exceptions of these rules beat, in quotes; None if a rule does not tell.

    A rule writes the id of the clause, or takes it from a table: `except(ID, (H, T)) :- .., spared(ID).`
    """
    beaten: set[str] = set()
    for rule in rules:
        if rule.head_atom and rule.head_atom.name == "except":
            ids = _ids(rule, rules)
            if not ids:
                return None
            beaten |= ids
    return frozenset(beaten)


def _ids(rule: Rule, rules: Sequence[Rule]) -> set[str]:
    """Return the ids that a rule's exceptions can beat, none if it does not tell."""
    term = rule.head_atom.args[0] if rule.head_atom else ""
    if term.startswith('"'):
        return {term}
    for table in (atom.name for atom in rule.body if atom.args == (term,) and term != ANY_OF_A_POOL):
        rows = [row for row in rules if row.head and row.head[:2] == (table, 1)]
        if not any(":-" in QUOTED.sub("", row.text) for row in rows):
            return {text for row in rows for text in QUOTED.findall(row.text)}
    return set()


def _exception_letters(rule: Rule) -> tuple[str, ...]:
    """Return the variables that the subject of an exception names; none if it names anything else."""
    inner = rule.head_atom.args[1] if rule.head_atom and rule.head_atom.name == "except" else ""
    parts = tuple(split(inner[1:-1].rstrip(","), ",")) if inner.startswith("(") else ()
    fits = bool(parts) and parts[-1] == "T" and all(_LETTER.fullmatch(part) for part in parts)
    return parts if fits else ()


def _size(subject: str) -> int:
    """Return the number of parts of a tuple, 0 for any other term."""
    return len(split(subject[1:-1].rstrip(","), ",")) if subject.startswith("(") else 0


def _tuple(letters: Sequence[str]) -> str:
    return f"({','.join(letters)}{',' * (len(letters) == 1)})"


def _letters(rule: Rule) -> set[str]:
    """Return the variables that plain conditions of a timed rule bind."""
    if not rule.timed:
        return set()
    parts = statement_parts(rule.text)
    atoms = [atom for literal in (parts[1] if parts else ()) if (atom := read_atom(literal)) and not atom.sign]
    return {letter for atom in atoms for part in atom.args for letter in _LETTER.findall(QUOTED.sub("", part))}


def _in_order(letters: set[str]) -> tuple[str, ...]:
    return (*sorted(letters - {"T"}), "T") if "T" in letters else ()
