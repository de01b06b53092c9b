"""The names and words in a value, and whether an atom of the law is about what a pattern names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clingo import Function, Number, Symbol, SymbolType

from drakdom.law.facts import to_value
from drakdom.law.rules import Signature
from drakdom.step.case import Case
from drakdom.terms import Any, Term, Value


def names_in(value: Value) -> frozenset[str]:
    """Return the users' own words in a value, such as names of figures and places."""
    if isinstance(value, str):
        return frozenset({value})
    parts: Iterable[Value] = value.args if isinstance(value, Term) else ()
    return frozenset[str]().union(*(names_in(part) for part in parts))


def words_in(value: Value) -> frozenset[str]:
    """Return the names and the words without arguments in a value."""
    if isinstance(value, Term) and value.args:
        return frozenset[str]().union(*map(words_in, value.args))
    if isinstance(value, Term):
        return frozenset({value.name})
    return frozenset({value}) if isinstance(value, str) else frozenset()


def terms_in(value: Value) -> frozenset[str]:
    """Return the names of all terms in a value, with and without arguments."""
    if not isinstance(value, Term):
        return frozenset()
    return frozenset({value.name}).union(*map(terms_in, value.args))


def is_about(head: Symbol, names: frozenset[str], figures: frozenset[str]) -> bool:
    """Test if a head agrees with a pattern on the figures, and on the rest of the names, where both have any."""
    mentioned = names_in(to_value(head))
    for asked, held in ((names & figures, mentioned & figures), (names - figures, mentioned - figures)):
        if asked and held and not asked & held:
            return False
    return True


def filled(value: Value) -> Value:
    """Return a pattern with the placeholder of `missing_premises` for each wildcard."""
    if isinstance(value, Term):
        return Term(value.name, tuple(map(filled, value.args)))
    return Term("any") if isinstance(value, Any) else value


def unfilled(value: Value) -> Value:
    """Invert `filled`."""
    if isinstance(value, Term):
        return Any() if value == Term("any") else Term(value.name, tuple(map(unfilled, value.args)))
    return value


def without_moment(head: Symbol) -> Value:
    """Return an atom of a moment without its last argument, the moment."""
    return to_value(Function(head.name, head.arguments[:-1]))


def figures_of(case: Case) -> frozenset[str]:
    """Return the figures of a case: those with a count of own steps."""
    steps = (to_value(fluent) for fluent, _ in case.start if fluent.name == "step")
    return frozenset[str]().union(*map(names_in, steps))


def steps_from(head: Signature | None, sources: Mapping[Signature, int]) -> int | None:
    """Return the number of rules between a head and the goal, None if the goal does not depend on the head."""
    if head is None:
        return None
    return sources.get(head, sources.get((head[0], head[1], None)))


def signature_of(pattern: Value) -> Signature:
    """Return the signature of the heads that derive an event, or permit an action of `may` and the like."""
    name = pattern.name if isinstance(pattern, Term) else ""
    arguments = pattern.args if isinstance(pattern, Term) else ()
    if name in ("illegal", "unasked", "may") and len(arguments) == 2:
        action = arguments[1]
        return "option", 3, action.name if isinstance(action, Term) else None
    return "event", 2, name


def atom_of(event: Symbol) -> Symbol:
    """Return the law's atom behind an event."""
    if event.type is SymbolType.Function:
        if event.name == "may" and len(event.arguments) == 2:
            return Function("option", [*event.arguments, Number(0)])
        if event.name in ("illegal", "unasked", "instead", "refused", "unruled", "conflict", "misstated"):
            return Function(event.name, [*event.arguments, Number(0)])
    return Function("event", [event, Number(0)])
