"""Turn the results of a search into findings: contradictions, gaps, and clauses without effect."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from drakdom.audit.fates import Fate, own_clauses
from drakdom.audit.marks import Marks
from drakdom.audit.search import Findings
from drakdom.audit.values import Finding, Hit, Key, Kind, Law, is_invariant, skeleton
from drakdom.errors import InputError
from drakdom.rulebook import Rulebook
from drakdom.rulebook.house import namespace
from drakdom.rulebook.sentences import say, word
from drakdom.rulebook.words import short
from drakdom.step.case import law_of
from drakdom.terms import Term, Value, show


@dataclass(frozen=True)
class Extent:
    """Extent of a search: the numbers of the situations of `completed` sizes, if all was searched, base marks.

    `plain` are the marks of the base law, None if it was not searched.
    """

    completed: frozenset[int]
    whole: bool
    plain: Marks | None = None


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


def drafts_of(law: Law, base: Law | None, result: Findings, extent: Extent) -> list[Draft]:
    """Return the findings of a law; with a base law, only those that the base does not show."""
    rules = audited_rules(law, base)
    drafts = list(of_hits(law, result.settled() if base else result.old, rules))
    if base and extent.completed:
        drafts += _of_fates(law, own_clauses(law, base), result.fates, extent, rules)
    return [*drafts, *_of_marks(law, base, result.marks, extent, rules)]


def by_cause(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Return findings of one kind in groups with one cause: the same clauses of house rules.

    If no such clause is among those of a finding, what the house rules cause has one cause if it has the same words.
    """
    groups: dict[object, list[Finding]] = {}
    for number, finding in enumerate(findings):
        names = tuple(map(namespace, finding.since))
        own = frozenset(clause for core in finding.cores for clause in core if names and clause.startswith(names))
        cause = own or (skeleton(finding.what) if names and finding.phase else number)
        groups.setdefault(cause, []).append(finding)
    return list(groups.values())


def is_intended(law: Law, finding: Finding) -> bool:
    """Return True if a house rule marks a finding as intended: its kind with its clause, or with its words.

    Names and numbers among the words may be `_`.
    """
    marks = {mark for rule in law.book.house_rules for mark in rule.intended}
    words = (show(finding.what), show(skeleton(finding.what)), *finding.clauses[:1])
    return any(f"{finding.kind} {word}" in marks for word in words)


def check_intended(law: Law) -> None:
    """Raise InputError for marks of house rules that begin with no kind of finding."""
    for rule in law.book.house_rules:
        for text in rule.intended:
            if not text.startswith(tuple(f"{kind} " for kind in get_args(Kind))):
                raise InputError.single(
                    f"`{short(text)}` names no kind of finding",
                    rule.file,
                    help=f"write `KIND WORDS`; the kinds: {', '.join(get_args(Kind))}",
                )


def audited_rules(law: Law, base: Law | None) -> tuple[str, ...]:
    """Return the names of the audited house rules: those that the base law lacks."""
    return tuple(name for name in law.rules if name not in base.rules) if base else ()


def in_force(law: Law) -> frozenset[str]:
    """Return the clauses in force that at least one rule of the law is tagged with."""
    return frozenset(law.book.clauses_in_force(law.variants)) & law_of(law.book).clauses


def of_hits(law: Law, hits: Mapping[Key, Hit], since: tuple[str, ...]) -> Iterator[Draft]:
    """Yield contradictions, gaps, and violated invariants."""
    for hit in hits.values():
        kind = cast(Kind, hit.key.kind)
        clauses = tuple(dict.fromkeys(clause for core in hit.cores for clause in core))
        if any(map(is_invariant, clauses)):
            kind = "invariant"
        sentence = _sentence(law.book, hit.what)
        blamed = tuple(name for name in since if any(clause.startswith(namespace(name)) for clause in clauses))
        yield Draft(
            Finding(kind, hit.what, sentence, hit.key.phase, 0, clauses, hit.cores, hit.all_cores, blamed or since),
            hit.situation,
            hit,
        )


def _sentence(book: Rulebook, value: Value) -> str:
    """Return the sentence of a finding; those of the course of play are no words of the rulebook."""
    match value:
        case Term("comes_to_nothing", (chooser, action)):
            return f"{show(chooser)} may choose {show(action)}, and nothing comes of it"
        case Term("never_ends"):
            return "play never ends if those who choose go on like this"
        case Term("appears" | "vanishes" as verb, (item, owner)):
            return f"{word(book, item)} {verb}: {show(owner)}, while somebody else has it"
    return say(book, value)


def _of_fates(
    law: Law, clauses: Collection[str], fates: Mapping[str, Fate], extent: Extent, since: tuple[str, ...]
) -> Iterator[Draft]:
    """Yield the clauses of house rules that apply nowhere, are always beaten, or make no difference.

    A clause applies nowhere if the whole scope was searched, or if its rules can fire in no phase.
    """
    rules = law_of(law.book)
    alive = {rule.clause for rule in rules.rules if rule not in rules.dead}
    for clause in sorted(clauses):
        fate = fates.get(clause, Fate())
        if not (fate.applies or fate.beaten or extent.whole) and clause in alive:
            continue
        if not fate.applies:
            kind: Kind = "always beaten" if fate.beaten else "never applies"
            yield _of_clause(law, clause, kind, since, min(fate.beaten, default=0))
        elif not fate.matters and not fate.untested:
            yield _of_clause(law, clause, "never matters", since, min(fate.applies))


def _of_marks(law: Law, base: Law | None, marks: Marks, extent: Extent, since: tuple[str, ...]) -> Iterator[Draft]:
    """Yield clauses that are always defeated and, with a base law, those that never apply because of house rules.

    A clause counts if the whole scope was searched or, with a base law, if it applies there in a completed size.
    """
    own = own_clauses(law, base) if base else frozenset[str]()
    for clause in sorted(in_force(law) - marks.applies.keys() - own):
        beaten = marks.beaten.get(clause)
        if is_invariant(clause) or not (extent.whole or base):
            continue
        if base:
            where = extent.plain.applies.get(clause) if extent.plain else None
            if where is None or where not in extent.completed:
                continue
            yield _of_clause(law, clause, "never applies" if beaten is None else "always beaten", since, where)
        elif beaten is not None:
            yield _of_clause(law, clause, "always beaten", since, beaten)


def perhaps_idle(law: Law, base: Law, marks: Marks, plain: Marks | None, fates: Mapping[str, Fate]) -> frozenset[str]:
    """Return clauses that apply without a known effect, although they are new or have an effect in the base law."""
    settled = {clause for clause, fate in fates.items() if fate.matters or not fate.untested}
    suspects = own_clauses(law, base) | (plain.matters if plain else set[str]())
    return frozenset(
        clause for clause in marks.applies if clause in suspects - marks.matters - settled and not is_invariant(clause)
    )


def of_idle(law: Law, base: Law, marks: Marks, clauses: Sequence[str]) -> Iterator[Draft]:
    """Yield a draft for each clause that applies without effect."""
    for clause in clauses:
        yield _of_clause(law, clause, "never matters", audited_rules(law, base), marks.applies[clause])


def _of_clause(law: Law, clause: str, kind: Kind, since: tuple[str, ...], situation: int) -> Draft:
    text = f"{clause} {kind}: {law.book.ledger[clause].text}"
    finding = Finding(kind, Term("clause", (clause,)), text, "", 0, (clause,), (), True, since)
    return Draft(finding, situation)
