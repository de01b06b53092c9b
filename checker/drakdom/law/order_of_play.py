"""The order of play as a rulebook states it: the table of phases that the library's piece `round.lp` reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clingo import Control, Function, String, Symbol

from drakdom.law.facts import to_value
from drakdom.law.law import Law
from drakdom.law.rules import Rule
from drakdom.terms import show

_TABLE: Mapping[str, int] = {"then": 2, "branch": 3, "repeat": 2, "interrupt": 2, "goes_before": 2}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: the kind, the words of its arguments, and the clause that it rests on (empty for none)."""

    kind: str
    words: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class OrderOfPlay:
    """The rows of the table in the order of the law. Rulebooks without the table have none.

    `clauses` maps a phase (empty for any) and a condition to the clauses by which the condition holds there.
    """

    rows: tuple[Row, ...]
    clauses: Mapping[tuple[str, str], tuple[str, ...]]

    def of(self, kind: str, phase: str = "") -> tuple[Row, ...]:
        """Return the rows of a kind, with `phase` only those that begin with it."""
        return tuple(row for row in self.rows if row.kind == kind and phase in ("", row.words[0]))

    def clauses_of(self, row: Row) -> tuple[str, ...]:
        """Return the clauses that a row rests on, and those of its condition where it can hold."""
        clauses = [row.clause] if row.clause else []
        for (phase, condition), ids in self.clauses.items():
            if row.kind != "then" and condition == row.words[-1]:
                clauses += ids if row.kind == "interrupt" or phase in ("", row.words[0]) else ()
        return tuple(dict.fromkeys(clauses))


def order_of_play(law: Law) -> OrderOfPlay:
    """Return the table of a law: the rows that hold by themselves or while a clause is in force."""
    stated = (rule for rule in law.rules if rule.head and _TABLE.get(rule.head[0]) == rule.head[1] and not rule.timed)
    rows = (
        Row(symbol.name, tuple(show(to_value(argument)) for argument in symbol.arguments), rule.clause or "")
        for rule in stated
        for symbol in _derived(rule)
    )
    return OrderOfPlay(tuple(dict.fromkeys(rows)), _clauses_of_conditions(law))


def _clauses_of_conditions(law: Law) -> dict[tuple[str, str], tuple[str, ...]]:
    clauses: dict[tuple[str, str], tuple[str, ...]] = {}
    for rule in law.rules:
        if rule.head and rule.head[:2] == ("holds", 2) and rule.head[2] and rule.clause:
            place = rule.phase or "", rule.head[2]
            clauses[place] = (*clauses.get(place, ()), rule.clause)
    return clauses


def _derived(rule: Rule) -> Iterator[Symbol]:
    """Yield the atoms that a rule derives from its clause alone; a pool has several."""
    control = Control(["--warn=none"])
    control.add("base", [], rule.text)
    if rule.clause:
        with control.backend() as backend:
            backend.add_rule([backend.add_atom(Function("clause", [String(rule.clause)]))])
    control.ground([("base", [])])
    atoms = (atom.symbol for atom in control.symbolic_atoms.by_signature(*(rule.head or ("", 0))[:2]) if atom.is_fact)
    yield from sorted(atoms)
