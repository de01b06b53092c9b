"""Nodes of a tree of reasons in words, with the lines of the scenario that they rest on."""

from __future__ import annotations

from typing import Any

from drakdom.errors import Place
from drakdom.language import mark, t
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import say, word
from drakdom.scenario import Scenario
from drakdom.step.case import law_of
from drakdom.terms import Any as Anything
from drakdom.terms import Term, Value, match, show
from drakdom.verdict import Reason

_CHANGES = {
    "becomes": mark("{what} becomes {value}"),
    "gains": mark("{what} gains {value}"),
    "drops": mark("{what} drops {value}"),
}
_WRAPPED = frozenset({"chosen", "picked", "shows", "thrown", "event", "given"})


def sentence(scenario: Scenario, reason: Reason) -> str:
    """Return a node in words, or else its atom.

    The moment, the last argument of a derived atom, is left out; atoms that the scenario states have none.
    """
    atom = reason.what
    if words := worded(scenario, reason):
        return words
    if isinstance(atom, Term) and atom.args and isinstance(atom.args[-1], int) and reason.kind != "stated":
        return show(Term(atom.name, atom.args[:-1]))
    return show(atom)


def worded(scenario: Scenario, reason: Reason) -> str:
    """Return a node in the words of the rulebook or of the core; empty if neither has any."""
    atom, book = reason.what, scenario.rulebook
    if not isinstance(atom, Term):
        return ""
    if atom.name in _WRAPPED:
        return say(book, atom)
    return _of_choice(book, atom) or _of_law(book, atom) or _of_header(book, atom)


def _of_header(book: Rulebook, atom: Term) -> str:
    """Return the words that a header of the law has for its own predicate; empty if no header has any."""
    meaning = law_of(book).meanings.get((atom.name, len(atom.args)))
    return meaning.filled([word(book, arg) for arg in atom.args]) if meaning else ""


def _of_choice(book: Rulebook, atom: Term) -> str:
    """Return the words of an atom about permitted, required or chosen actions; empty for any other."""
    match atom:
        case Term("may" | "illegal" | "unasked" | "instead", (figure, action, *_)):
            return say(book, Term(atom.name, (figure, action)))
        case Term("option", (figure, action, _)):
            return say(book, Term("may", (figure, action)))
        case Term("stated", (_, figure, _, action)):
            return say(book, Term("chosen", (figure, action, 0)))
        case Term("refused", (clause, figure, action, *_)):
            action_words = say(book, Term("chosen", (figure, action, 0)))
            return t("{clause} forbids: {action}", clause=show(clause), action=action_words)
        case Term("ordered_by", (_, figure, _, player)):
            return t("{player} orders what {figure} does", player=word(book, player), figure=word(book, figure))
        case Term("otherwise", (figure, action, _)):
            return t("otherwise: {action}", action=say(book, Term("chosen", (figure, action, 0))))
        case Term("asks", (figure, _)):
            return t("{figure} must decide", figure=word(book, figure))
    return ""


def _of_law(book: Rulebook, atom: Term) -> str:
    """Return the words of an atom about changes, clauses or gaps; empty for any other."""
    match atom:
        case Term("unruled" | "conflict", (subject, *_)):
            return say(book, subject)
        case Term("fixed", (clause, option)):
            return t("{clause} is read as `{option}`", clause=show(clause), option=show(option))
        case Term("except", (clause, subject)):
            return t("{clause} gives way for {subject}", clause=show(clause), subject=_subject(subject))
        case Term("becomes" | "gains" | "drops" as verb, (fluent, value, _)):
            return t(_CHANGES[verb], what=word(book, fluent), value=word(book, value))
        case Term("changes", (fluent, number, cause, _)):
            slots = {"what": word(book, fluent), "n": show(number), "why": word(book, cause)}
            return t("{what} changes by {n} ({why})", **slots)
    return ""


def _subject(subject: Value) -> str:
    """Return the subject of an exception without the moment."""
    if isinstance(subject, Term) and not subject.name:
        parts = subject.args[:-1] if isinstance(subject.args[-1], int) else subject.args
        return ", ".join(map(show, parts)) or t("all")
    return show(subject) if not isinstance(subject, int) else t("all")


def reason_kind(reason: Reason) -> str:
    """Return the kind of a node; a roll or choice that the file leaves open is `assumed`."""
    name = reason.what.name if isinstance(reason.what, Term) else ""
    return "assumed" if reason.kind == "stated" and name in ("shows", "chosen", "thrown", "picked") else reason.kind


def source(scenario: Scenario, reason: Reason) -> Place | None:
    """Return the place in the scenario that states the atom of a node, if there is one.

    The same choice or roll can be stated more than once; the statement meant is below the node.
    """
    atom, sources = reason.what, scenario.sources
    if not isinstance(atom, Term):
        return None
    if atom in sources:
        return sources[atom]
    match atom:
        case Term("chosen", (figure, action, _)):
            pattern = Term("stated", (Anything(), figure, Anything(), action))
        case Term("shows", (roll, _, _)):
            pattern = Term("told", (roll, Anything(), Anything()))
        case _:
            return None
    below = {child.what for child in reason.because}
    stating = sorted((fact for fact in sources if match(pattern, fact)), key=lambda fact: fact not in below)
    return sources[stating[0]] if stating else None


def reason_json(reason: Reason, scenario: Scenario) -> dict[str, Any]:
    """Return the JSON form of a tree of reasons."""
    place = source(scenario, reason)
    return {
        "what": show(reason.what),
        "sentence": sentence(scenario, reason),
        "clause": reason.clause,
        "kind": reason_kind(reason),
        "place": {"file": place.file, "line": place.line, "column": place.column} if place else None,
        "needs": None if reason.needs is None else show(reason.needs),
        "because": [reason_json(child, scenario) for child in reason.because],
    }
