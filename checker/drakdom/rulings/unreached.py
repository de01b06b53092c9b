"""Hints for what is asked about a phase that the play of a scenario does not come to."""

from __future__ import annotations

from collections.abc import Sequence

from drakdom.formula import Formula, atoms_of
from drakdom.language import t
from drakdom.law.phases import phases_of
from drakdom.rulebook import Rulebook
from drakdom.value.solve import Branch
from drakdom.why.naming import signature_of


def unreached(book: Rulebook, branches: Sequence[Branch], formula: Formula) -> tuple[str, ...]:
    """Return a sentence for the events of a formula that no phase of the play can bring about."""
    law = branches[0].case.law
    reached = {node.phase for branch in branches for node in branch.play.nodes}
    hints = dict[str, None]()
    for atom in atoms_of(formula):
        phases = phases_of(law.heads, signature_of(atom.pattern), law.phases)
        if phases and reached.isdisjoint(phases):
            words = "; ".join(sorted(book.phases.get(phase, phase) for phase in phases))
            hints[t("play ends before this can come about ({phases}): state more of `play`", phases=words)] = None
    return tuple(hints)
