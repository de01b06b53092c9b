"""Hints for what is asked about phases to which the play of a scenario does not come."""

from __future__ import annotations

from collections.abc import Sequence

from drakdom.formula import Formula, atoms_of
from drakdom.language import t
from drakdom.law.phases import phases_of
from drakdom.law.topics import asking
from drakdom.rulebook import Rulebook
from drakdom.value.solve import Branch
from drakdom.why.naming import signature_of

#: Most phases that a hint names.
MOST_PHASES = 3


def unreached(book: Rulebook, branches: Sequence[Branch], formula: Formula) -> tuple[str, ...]:
    """Return sentences for what can come about only after the end of play, or is asked in no phase of it."""
    case = branches[0].case
    law = case.law
    nodes = [node for branch in branches for node in branch.play.nodes]
    reached, entries = {node.phase for node in nodes}, {node.entry for node in nodes}
    following = {value.name for node in nodes for fluent, value in node.final or () if fluent.match("phase", 0)}
    scenario, hints = case.scenario, dict[str, None]()
    stated = range(1, scenario.entries + 1) if scenario else ()
    for atom in atoms_of(formula):
        if atom.pattern.name == "unasked":  # the answer says already whether it came up
            continue
        if atom.scope and atom.scope.kind == "entry" and atom.scope.value not in {*stated, *entries}:
            hints[t("play does not come to where this is asked ({phases})", phases=atom.scope.text)] = None
            continue
        name, _, kind = signature = signature_of(atom.pattern)
        phases = phases_of(law.heads, signature, law.phases)
        if name == "option" and kind:
            phases = asking(law.topics(case.in_force), phases, kind)
        if reached.isdisjoint(phases):
            due = sorted(phases & following)
            words = "; ".join(book.phases.get(phase, phase) for phase in due or sorted(phases))
            if due:
                hints[t("play ends before this can come about ({phases}): state more of `play`", phases=words)] = None
            elif name == "option" and 0 < len(phases) <= MOST_PHASES:
                hints[t("play does not come to where this is asked ({phases})", phases=words)] = None
    return tuple(hints)
