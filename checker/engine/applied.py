"""Which clauses apply in some stages, and which would but for an exception: for many stages at once.

Each rule of the clauses that are asked about becomes `applies(ID, T)` with the same body, and `beaten(ID, T)` where an
exception holds. Whoever asks of many stages asks of fewer clauses each time, so that this costs little.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial

from checker.engine.canonical import read_atom, statement_parts
from checker.engine.moment import BATCH, Moments
from checker.engine.play import Stage
from checker.engine.program import Program
from checker.errors import BugError

_APPLIES, _BEATEN = ("applies", 2), ("beaten", 2)


@dataclass
class Applied:
    """By clause, the number of the first stage in which it applies, and of the first in which it is beaten."""

    applies: dict[str, int] = field(default_factory=dict)
    beaten: dict[str, int] = field(default_factory=dict)


def applied(moments: Moments, stages: Sequence[Stage], clauses: Collection[str]) -> Applied:
    """Of some clauses, those that apply in some stages, and those that are beaten in some.

    Stages of one phase should stand together: then fewer rules are needed for each.
    """
    found, left = Applied(), set(clauses)
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
            for signature, places in ((_APPLIES, found.applies), (_BEATEN, found.beaten)):
                for atom in control.symbolic_atoms.by_signature(*signature):
                    if atom.is_fact or model.contains(atom.symbol):
                        clause, stage = atom.symbol.arguments[0].string, start + atom.symbol.arguments[1].number
                        places[clause] = min(stage, places.get(clause, stage))
        left -= found.applies.keys()
    return found


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
                held = [one.removeprefix("not ") if one == literal else one for one in body]
                lines.append(_rule(f'beaten("{rule.clause}",{when})', held))
    return "\n".join(lines)


def _rule(head: str, body: Sequence[str]) -> str:
    return f"{head} :- {'; '.join(body)}." if body else f"{head}."
