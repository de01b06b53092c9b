"""Turn the results of a search into findings: contradictions, gaps, and clauses without effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from drakdom.audit.search import Findings, Marks
from drakdom.audit.values import Finding, Hit, Key, Kind, Law, is_invariant
from drakdom.rulebook.sentences import say
from drakdom.step.case import law_of
from drakdom.terms import Term


@dataclass(frozen=True)
class Draft:
    """A finding without its witness, the hit behind it (None for a clause), and the number of a situation."""

    finding: Finding
    situation: int
    hit: Hit | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """Return a key that is equal for drafts of the same finding."""
        return tuple(self.hit.key) if self.hit else (self.finding.kind, *self.finding.clauses)


def drafts_of(law: Law, base: Law | None, result: Findings, whole: bool) -> list[Draft]:
    """Return the findings of a law; with a base law, only those that the base does not show.

    Clauses that never apply are known only if the `whole` scope was searched.
    """
    rules = audited_rules(law, base)
    hits = list(of_hits(law, result.new if base else result.old, rules))
    return [*hits, *_of_marks(law, base, result.marks, rules)] if whole else hits


def audited_rules(law: Law, base: Law | None) -> tuple[str, ...]:
    """Return the names of the audited house rules: those that the base law lacks."""
    return tuple(name for name in law.rules if name not in base.rules) if base else ()


def in_force(law: Law) -> frozenset[str]:
    """Return the clauses in force that at least one rule of the law is tagged with."""
    return frozenset(law.book.clauses_in_force(law.variants)) & law_of(law.book).clauses


def of_hits(law: Law, hits: Mapping[Key, Hit], since: tuple[str, ...]) -> Iterator[Draft]:
    """Yield contradictions, gaps, and violated invariants."""
    for hit in hits.values():
        kind: Kind = "gap" if hit.key.kind == "gap" else "conflict"
        clauses = tuple(dict.fromkeys(clause for core in hit.cores for clause in core))
        if any(map(is_invariant, clauses)):
            kind = "invariant"
        sentence = say(law.book, hit.what)
        yield Draft(
            Finding(kind, hit.what, sentence, hit.key.phase, 0, clauses, hit.cores, hit.all_cores, since),
            hit.situation,
            hit,
        )


def _of_marks(law: Law, base: Law | None, marks: Sequence[Marks], since: tuple[str, ...]) -> Iterator[Draft]:
    """Yield clauses that are always defeated and, with a base law, those that never apply because of house rules."""
    mine, plain = marks[0], marks[1] if base else None
    own = in_force(law) - (in_force(base) if base else frozenset())
    for clause in sorted(in_force(law) - mine.applies.keys()):
        if is_invariant(clause) or (plain and clause not in own and clause not in plain.applies):
            continue
        beaten = mine.beaten.get(clause)
        if beaten is None and not base:
            continue
        kind: Kind = "never applies" if beaten is None else "always beaten"
        where = plain.applies[clause] if plain and clause in plain.applies else (beaten or 0)
        yield _of_clause(law, clause, kind, since, where)


def perhaps_idle(law: Law, base: Law, marks: Sequence[Marks]) -> frozenset[str]:
    """Return clauses that apply without a known effect, although they are new or have an effect in the base law."""
    mine, plain = marks
    suspects = (in_force(law) - in_force(base)) | plain.matters
    return frozenset(
        clause for clause in mine.applies if clause in suspects - mine.matters and not is_invariant(clause)
    )


def of_idle(law: Law, base: Law, marks: Marks, clauses: Sequence[str]) -> Iterator[Draft]:
    """Yield a draft for each clause that applies without effect."""
    for clause in clauses:
        yield _of_clause(law, clause, "never matters", audited_rules(law, base), marks.applies[clause])


def _of_clause(law: Law, clause: str, kind: Kind, since: tuple[str, ...], situation: int) -> Draft:
    text = f"{clause} {kind}: {law.book.ledger[clause].text}"
    finding = Finding(kind, Term("clause", (clause,)), text, "", 0, (clause,), (), True, since)
    return Draft(finding, situation)
