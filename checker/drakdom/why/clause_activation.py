"""Clause activation: in which partial states clauses apply, or would apply but for an exception; in batches.

Each rule of the clauses becomes `applies(ID, T)` with the same body, and `beaten(ID, T)` with an exception that holds.
Cost is low for many partial states: callers ask for fewer clauses each time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from clingo import Control, Model

from drakdom.errors import BugError
from drakdom.law.canonical import read_atom, statement_parts
from drakdom.step.moment import BATCH, Moments
from drakdom.step.program import Program
from drakdom.step.state import PartialState

_APPLIES, _BEATEN = ("applies", 2), ("beaten", 2)


@dataclass
class Applied:
    """By clause, the numbers of the first partial states in which it applies, and those in which it is beaten."""

    applies: dict[str, list[int]] = field(default_factory=dict)
    beaten: dict[str, list[int]] = field(default_factory=dict)


def applied(moments: Moments, partials: Sequence[PartialState], clauses: Collection[str], most: float = 1) -> Applied:
    """Return for some clauses the first partial states, at most `most`, in which they apply or are beaten.

    Keep partial states of one phase together: each batch then needs fewer rules. Raises BugError without an answer set.
    """
    result, left = Applied(), set(clauses)
    for start in range(0, len(partials), BATCH):
        if not left:
            break
        control = moments.marked(partials[start : start + BATCH], partial(_marks, frozenset(left)))
        if control is None:
            continue
        with control.solve(yield_=True) as handle:
            model = handle.model()
            if model is None:
                raise BugError("no answer set for the clauses that apply")
            for clause, number in _true(control, model, _APPLIES):
                result.applies.setdefault(clause, []).append(start + number)
            for clause, number in _true(control, model, _BEATEN):
                result.beaten.setdefault(clause, []).append(start + number)
        left -= {clause for clause, partials in result.applies.items() if len(partials) >= most}
    return result


def _true(control: Control, model: Model, signature: tuple[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the clauses and batch numbers for which a mark holds, in the order of the batch."""
    atoms = control.symbolic_atoms.by_signature(*signature)
    held = [atom.symbol.arguments for atom in atoms if atom.is_fact or model.contains(atom.symbol)]
    yield from sorted(((clause.string, number.number) for clause, number in held), key=lambda pair: pair[1])


def _marks(asked: frozenset[str], program: Program, rules: Sequence[int]) -> str:
    lines = []
    for number in rules:
        rule = program.rules[number]
        if rule.clause not in asked:
            continue
        parts = statement_parts(program.bare_text(number))
        body = parts[1] if parts else []
        when = "T" if rule.timed else "0"
        lines.append(_rule(f'applies("{rule.clause}",{when})', body))
        exceptions = [
            text for text in body if (atom := read_atom(text)) and (atom.sign, atom.name) == ("not", "except")
        ]
        plain = [text for text in body if text not in exceptions]
        for exception in exceptions:  # whatever its other exceptions say
            lines.append(_rule(f'beaten("{rule.clause}",{when})', [*plain, exception.removeprefix("not ")]))
    return "\n".join(lines)


def _rule(head: str, body: Sequence[str]) -> str:
    return f"{head} :- {'; '.join(body)}." if body else f"{head}."
