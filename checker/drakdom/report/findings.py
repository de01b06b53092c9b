"""Findings of a verdict in words: illegal actions, missing statements, points on which the rules are silent."""

from __future__ import annotations

from drakdom.language import mark, t
from drakdom.report.chances import is_certain, is_undecided, odds_words
from drakdom.report.page import Words, dim
from drakdom.report.quotes import NEAREST
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import NOT_PERMITTED, NOT_UP, when
from drakdom.terms import Term, show
from drakdom.verdict import Finding

FINDINGS = {
    "illegal": (mark("Not permitted"), "red"),
    "unasked": (mark("Did not come up"), "yellow"),
    "unstated": (mark("What the scenario must state"), "yellow"),
    "not_encoded": (mark("What is not encoded yet"), "yellow"),
    "gap": (mark("What the rules do not say"), "yellow"),
    "contradiction": (mark("Where the rules contradict themselves"), "red"),
}
"""The title of each kind of findings, and its colour."""


def kind_of(finding: Finding) -> str:
    """Return the kind of a finding; a gap that is no fault of the rules has a kind of its own."""
    subject = finding.what.args[0] if isinstance(finding.what, Term) and finding.what.args else finding.what
    name = subject.name if isinstance(subject, Term) else ""
    return name if finding.kind == "gap" and name in FINDINGS else finding.kind


def finding_words(finding: Finding, book: Rulebook, full: bool, *, cut: bool) -> list[Words]:
    """Return a finding in words, with its place in the play, its odds and its clauses.

    Odds are left out where play is `cut` when all is answered: another course of it would have come to the same later.
    """
    place = f"{when(book, finding.entry, finding.phase)}: "
    sentence = finding.sentence.removeprefix(t(NOT_PERMITTED)).removeprefix(t(NOT_UP))
    odds = "" if is_certain(finding.odds) else t(", with probability {odds}", odds=odds_words(finding.odds))
    if odds and (cut or is_undecided(finding.odds)):
        odds = t(", if play gets that far")
    words: list[Words] = [dim(place), sentence + odds]
    clauses = finding.clauses if full else finding.clauses[:NEAREST]
    if clauses:
        words.append(dim(f" ({', '.join(clauses)})"))
    elif finding.kind == "illegal":
        words.append(t(" (no clause permits it)"))
    if full:
        words.append(dim(f" [{show(finding.what)}]"))
    return words
