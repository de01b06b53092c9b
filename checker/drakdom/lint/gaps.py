"""Checks for vocabularies and laws that fit each other badly: play stands still or breaks off, and nothing says why."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.errors import InputError
from drakdom.lint.library import piece_name, place_in_rulebook
from drakdom.lint.source import Law, LintFinding
from drakdom.rulebook.stated import templates
from drakdom.step.case import law_of

#: Predicates of a board, which a vocabulary without `topology` never states.
_OF_GRIDS = frozenset({("adjacent", 3), ("plot", 3)})
_HELP = "declare `topology: {grid: ..}` or `topology: {graph: ..}` in rulebook.yaml"


def check_start(law: Law) -> Iterator[LintFinding]:
    """Check that the first position has a phase; without one no rule applies and play stands still."""
    if law.rulebook.phases and not any(term.name == "phase" for term in law.rulebook.start):
        first = next(iter(law.rulebook.phases))
        message = "the first position has no `phase`, so play stands still"
        yield law.in_vocabulary("start", message, f"write `start: {{phase: {first}}}`")


def check_topology(law: Law) -> Iterator[LintFinding]:
    """Check that a board is declared if rules read its squares; in its place nothing states them."""
    topology = law.rulebook.topology
    if topology.graph or topology.grid:
        return
    stated = {(fact.name, len(fact.args)) for fact in templates(law.rulebook)}
    missing = {*_OF_GRIDS} - law.heads - stated
    for file, rule, sign, atom in law.atoms():
        if sign != "head" and atom.signature in missing:
            missing.discard(atom.signature)
            name, arity = atom.signature
            of_library = file in law.pieces
            at = place_in_rulebook(law, file) if of_library else (file, rule.line)
            reader = f", which the piece {piece_name(file)} reads" if of_library else ""
            message = f"nothing states `{name}/{arity}`{reader}: the vocabulary has no `topology`"
            yield law.finding("topology", *at, message, _HELP)


def check_ruled(law: Law) -> Iterator[LintFinding]:
    """Check that rules mention each value that must be ruled; every scenario that uses another has a gap."""
    checked = [kind for kind in law.rulebook.types.values() if kind.must_be_ruled]
    if not (checked and law.playable):
        return
    try:
        loaded = law_of(law.rulebook)
    except InputError:
        return  # other checks report it
    for kind in checked:
        for value in sorted(loaded.unmentioned(kind.choices, loaded.clauses)):
            message = f"`{value}` must be ruled (type `{kind.name}`), but no rule mentions it"
            help_ = "write a rule for it, or leave out `must_be_ruled`"
            yield law.in_vocabulary("must-be-ruled", message, help_)
