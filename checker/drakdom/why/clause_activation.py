"""Which clauses apply in some stages, and which would but for an exception: for many stages at once.

Each rule of the clauses that are asked about becomes `applies(ID, T)` with the same body, and `beaten(ID, T)` where an
exception holds. Whoever asks of many stages asks of fewer clauses each time, so that this costs little.
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
    """By clause, the numbers of the first stages in which it applies, and of the first in which it is beaten."""

    applies: dict[str, list[int]] = field(default_factory=dict)
    beaten: dict[str, int] = field(default_factory=dict)


def applied(moments: Moments, stages: Sequence[PartialState], clauses: Collection[str], most: float = 1) -> Applied:
    """Of some clauses, the first stages (at `most` so many) in which each applies, and the first in which it is beaten.

    Stages of one phase should stand together: then fewer rules are needed for each.
    """
    result, left = Applied(), set(clauses)
    for start in range(0, len(stages), BATCH):
        if not left:
            break
        control = moments.marked(stages[start : start + BATCH], partial(_marks, frozenset(left)))
        if control is None:
            continue
        with control.solve(yield_=True) as handle:
            model = handle.model()
            if model is None:
                raise BugError("positions have no answer when it is asked which clauses apply")
            for clause, stage in _true(control, model, _APPLIES):
                result.applies.setdefault(clause, []).append(start + stage)
            for clause, stage in _true(control, model, _BEATEN):
                result.beaten.setdefault(clause, start + stage)
        left -= {clause for clause, partials in result.applies.items() if len(partials) >= most}
    return result


def _true(control: Control, model: Model, signature: tuple[str, int]) -> Iterator[tuple[str, int]]:
    """The clauses and stages of which a mark holds, in the order of the stages."""
    atoms = control.symbolic_atoms.by_signature(*signature)
    held = [atom.symbol.arguments for atom in atoms if atom.is_fact or model.contains(atom.symbol)]
    yield from sorted(((clause.string, stage.number) for clause, stage in held), key=lambda pair: pair[1])


def _marks(asked: frozenset[str], program: Program, rules: Sequence[int]) -> str:
    lines = []
    for number in rules:
        rule = program.rules[number]
        if rule.clause not in asked:
            continue
        parts = statement_parts(program.lean(number))
        body = parts[1] if parts else []
        when = "T" if rule.timed else "0"
        lines.append(_rule(f'applies("{rule.clause}",{when})', body))
        for literal in body:
            atom = read_atom(literal)
            if atom and atom.sign == "not" and atom.name == "except":
                held = [part.removeprefix("not ") if part == literal else part for part in body]
                lines.append(_rule(f'beaten("{rule.clause}",{when})', held))
    return "\n".join(lines)


def _rule(head: str, body: Sequence[str]) -> str:
    return f"{head} :- {'; '.join(body)}." if body else f"{head}."
