"""Findings out of what a search saw: contradictions and gaps, and clauses that are of no use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from drakdom.audit.search import Found, Marks
from drakdom.audit.values import Finding, Hit, Key, Kind, Law, of_invariants
from drakdom.rulebook.sentences import say
from drakdom.step.case import law_of
from drakdom.terms import Term


@dataclass(frozen=True)
class Draft:
    """A finding without its witness: the hit or the clause that it rests on, and a situation."""

    finding: Finding
    situation: int
    hit: Hit | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """What makes two of them one."""
        return tuple(self.hit.key) if self.hit else (self.finding.kind, *self.finding.clauses)


def drafts_of(law: Law, base: Law | None, result: Found, whole: bool) -> list[Draft]:
    """What counts as a finding: with a second law only what it does not show as well.

    That a clause never applies is known only where the `whole` scope was searched.
    """
    rules = audited_rules(law, base)
    hits = list(of_hits(law, result.new if base else result.old, rules))
    return [*hits, *_of_marks(law, base, result.marks, rules)] if whole else hits


def audited_rules(law: Law, base: Law | None) -> tuple[str, ...]:
    """The house rules that are audited."""
    return tuple(name for name in law.rules if name not in base.rules) if base else ()


def in_force(law: Law) -> frozenset[str]:
    """The clauses in force that some rule carries."""
    return frozenset(law.book.clauses_in_force(law.variants)) & law_of(law.book).clauses


def of_hits(law: Law, hits: Mapping[Key, Hit], since: tuple[str, ...]) -> Iterator[Draft]:
    """Contradictions, gaps, and what should hold and does not."""
    for hit in hits.values():
        kind: Kind = "gap" if hit.key.kind == "gap" else "conflict"
        clauses = tuple(dict.fromkeys(clause for core in hit.cores for clause in core))
        if any(map(of_invariants, clauses)):
            kind = "invariant"
        sentence = say(law.book, hit.what)
        yield Draft(
            Finding(kind, hit.what, sentence, hit.key.phase, 0, clauses, hit.cores, hit.all_cores, since),
            hit.situation,
            hit,
        )


def _of_marks(law: Law, base: Law | None, marks: Sequence[Marks], since: tuple[str, ...]) -> Iterator[Draft]:
    """Clauses that are always beaten, and with house rules those that never apply because of them."""
    mine, plain = marks[0], marks[1] if base else None
    own = in_force(law) - (in_force(base) if base else frozenset())
    for clause in sorted(in_force(law) - mine.applies.keys()):
        if of_invariants(clause) or (plain and clause not in own and clause not in plain.applies):
            continue
        beaten = mine.beaten.get(clause)
        if beaten is None and not base:
            continue
        kind: Kind = "never applies" if beaten is None else "always beaten"
        where = plain.applies[clause] if plain and clause in plain.applies else (beaten or 0)
        yield _of_clause(law, clause, kind, since, where)


def perhaps_idle(law: Law, base: Law, marks: Sequence[Marks]) -> frozenset[str]:
    """Clauses that apply and were not seen to matter, although they are new or matter without the house rules."""
    mine, plain = marks
    suspects = (in_force(law) - in_force(base)) | plain.matters
    return frozenset(
        clause for clause in mine.applies if clause in suspects - mine.matters and not of_invariants(clause)
    )


def of_idle(law: Law, base: Law, marks: Marks, clauses: Sequence[str]) -> Iterator[Draft]:
    """Clauses that apply and make no difference."""
    for clause in clauses:
        yield _of_clause(law, clause, "never matters", audited_rules(law, base), marks.applies[clause])


def _of_clause(law: Law, clause: str, kind: Kind, since: tuple[str, ...], situation: int) -> Draft:
    text = f"{clause} {kind}: {law.book.ledger[clause].text}"
    finding = Finding(kind, Term("clause", (clause,)), text, "", 0, (clause,), (), True, since)
    return Draft(finding, situation)
