"""Sentences for values of a verdict, in the words that the rulebook declares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import repeat

from drakdom.formula import And, Atom, Formula, Not, Scope
from drakdom.language import mark, t
from drakdom.rulebook.declarations import Chance, Field, Phrase
from drakdom.rulebook.vocabulary import Rulebook
from drakdom.rulebook.words import SLOT, filling
from drakdom.terms import Any, Term, Value, bind, show

NOT_PERMITTED, NOT_UP = mark("not permitted: "), mark("did not come up: ")
"""The beginnings of the sentences of an illegal action, and of one that nobody was asked for."""

_ACTS = {"may": mark("permitted: {action}"), "instead": mark("instead: {action}")}


def say(book: Rulebook, value: Value) -> str:
    """Return the sentence of an event, a gap, a permission or an action; the bare term if none is declared.

    It is empty for a silent event and for one without a sentence: such events serve claims only.
    """
    if not isinstance(value, Term):
        return str(value)
    event = book.events.get(value.name)
    if event and (event.silent or not event.says) and len(event.args) == len(value.args):
        return ""
    spoken = _core(book, value) or _phrase(book, event, value)
    return spoken or _phrase(book, book.gaps.get(value.name), value) or word(book, value)


def word(book: Rulebook, value: Value, type_name: str = "") -> str:
    """Return a noun phrase: the name of a roll, the meaning of a word, or a name as it is.

    A phase is used only if `type_name` asks for one, since a card and a phase may share a name.
    """
    kinds = [book.types[name] for name in type_name.split("|") if name in book.types]
    if not isinstance(value, Term):
        numbers = (kind.choices[str(value)] for kind in kinds if str(value) in kind.choices)
        return next((choice.says for choice in numbers), str(value))
    if named := _first(book, ((chance, chance.key) for chance in book.chances.values()), value):
        return named
    for kind in kinds or (enumeration for enumeration in book.types.values() if enumeration.name != "phase"):
        choice = kind.choices.get(value.name)
        if choice and len(choice.args) == len(value.args) and all(map(_fits, repeat(book), value.args, choice.args)):
            inner = [word(book, arg, kind) for arg, kind in zip(value.args, choice.args, strict=True)]
            if SLOT.search(choice.says):
                return SLOT.sub(lambda slot, words=inner: filling(slot, words[int(slot[1]) - 1]), choice.says)  # type: ignore[misc]
            return f"{choice.says}: {' '.join(inner)}" if inner else choice.says
    says = "" if value.args else book.more_words.get(value.name) or book.actors.get(value.name)
    if says and not SLOT.search(says):  # a word that takes arguments is no name without them
        return says
    graph = book.topology.graph
    if graph and not value.args and (says := graph.sorts.get(value.name) or graph.kinds.get(value.name)):
        return says
    return show(value)


def _fits(book: Rulebook, value: Value, type_name: str) -> bool:
    """Test if a value can be an argument of a type: only enumerations say what they hold, and `_` fits all."""
    kinds = [book.types[name] for name in type_name.split("|") if name in book.types]
    name = value.name if isinstance(value, Term) else str(value)
    return not kinds or isinstance(value, Any) or any(name in kind.choices for kind in kinds)


def action(book: Rulebook, figure: Value, act: Value) -> str:
    """Return the sentence of an action by a figure."""
    says = _first(book, ((phrase, phrase.term) for phrase in book.actions.values()), act, figure)
    return says or f"{word(book, figure)}: {show(act)}"


def formula_words(book: Rulebook, formula: Formula) -> str:
    """Return a claim in words; an event without a sentence stands as it is written."""
    match formula:
        case Atom(pattern, scope):
            words = _at_end(book, pattern) or say(book, pattern) or _silent(book, pattern)
            return f"{_scope_words(book, scope)}: {words}" if scope and scope.text else words
        case Not(item):
            return t("not: {claim}", claim=formula_words(book, item))
        case And(items):
            return t("; and ").join(formula_words(book, item) for item in items)
    return t("; or ").join(formula_words(book, item) for item in formula.items)


def _at_end(book: Rulebook, pattern: Value) -> str:
    """Return the words of `finally(F, V)` by the field that states such a value; empty if no field does."""
    if not isinstance(pattern, Term) or pattern.name != "finally" or len(pattern.args) != len(("fluent", "value")):
        return ""
    given = Term("given", pattern.args)
    for field in (*book.figures.values(), *book.places.values(), *book.state.values()):
        for slots in filter(None, (bind(fact, given) for fact in field.facts)):
            return t("at the end: {fact}", fact=_stated(book, field, slots))
    return ""


def _stated(book: Rulebook, field: Field, slots: Mapping[str, Value]) -> str:
    """Return a value of a field in words: its owner, the field with its key, the value."""
    owners = [word(book, slots[owner]) for owner in ("figure", "place") if owner in slots]
    keys = [show(slots[key]) for key in ("key", "key2") if key in slots]
    name = " ".join((field.name.replace("_", " "), *keys))
    value = f": {word(book, slots['value'])}" if "value" in slots else ""
    return ", ".join((*owners, name)) + value


def _scope_words(book: Rulebook, scope: Scope) -> str:
    match scope.kind, scope.value:
        case "entry", number:
            return f"{book.entry_word} {number}"
        case "after", Term() as event:
            return t("after {event}", event=say(book, event) or show(event))
    phase = book.phases.get(str(scope.value), "") or str(scope.value).replace("_", " ")
    return t("the first time: {phase}", phase=phase) if scope.kind == "first" else phase


def _first(book: Rulebook, phrases: Iterable[tuple[Phrase | Chance, Term]], value: Value, figure: Value = "") -> str:
    """Return the first sentence whose template the value matches; empty if there is none."""
    matches = ((phrase, bind(template, value)) for phrase, template in phrases if phrase.says)
    return next((_fill(book, phrase, slots, figure) for phrase, slots in matches if slots is not None), "")


def _core(book: Rulebook, value: Term) -> str:
    match value:
        case Term("may" | "instead" as name, (figure, act)):
            return t(_ACTS[name], action=action(book, figure, act))
        case Term("illegal" | "unasked" as name, (figure, act)):
            return t(NOT_PERMITTED if name == "illegal" else NOT_UP) + action(book, figure, act)
        case Term("refused", (clause, figure, act)):
            return t("{clause} forbids: {action}", clause=clause, action=action(book, figure, act))
        case Term("unruled" | "conflict", (subject,)):
            return say(book, subject)
        case Term("chosen", (figure, act, _)):
            return action(book, figure, act)
        case Term("picked", (figure, act, _)):
            return action(book, figure, act)
        case Term("shows" | "thrown", (roll, face, _)):
            return f"{word(book, roll)}: {word(book, face)}"
        case Term("event", (event, _)):
            return say(book, event) or _silent(book, event)
        case Term("given", (fluent, held)):
            return f"{word(book, fluent)} = {word(book, held)}"
    return ""


def _silent(book: Rulebook, event: Value) -> str:
    """Return the sentence of an event that verdicts do not tell; the bare term if it has none."""
    says = _phrase(book, book.events.get(event.name), event) if isinstance(event, Term) else ""
    return says or show(event)


def _phrase(book: Rulebook, phrase: Phrase | None, value: Term) -> str:
    if phrase is None or len(phrase.args) != len(value.args) or not phrase.says:
        return ""
    return _fill(book, phrase, {str(n): arg for n, arg in enumerate(value.args, 1)})


def _fill(book: Rulebook, phrase: Phrase | Chance, bindings: Mapping[str, Value], figure: Value = "") -> str:
    def slot(match: re.Match[str]) -> str:
        name = match[1]
        if name == "figure":
            return filling(match, word(book, figure))
        if name not in bindings:
            return match[0]
        kind = phrase.args[int(name) - 1] if name.isdigit() and int(name) <= len(phrase.args) else ""
        return filling(match, word(book, bindings[name], kind))

    return SLOT.sub(slot, phrase.says)


def roll_of(book: Rulebook, value: Term) -> Chance | None:
    """Return the declared chance that has this key; None if there is none."""
    return next((chance for chance in book.chances.values() if bind(chance.key, value) is not None), None)


def when(rulebook: Rulebook, entry: int, phase: str) -> str:
    """Return a place in the play as text: `Round 2, search`."""
    name = rulebook.entry_word.capitalize()
    words = rulebook.phases.get(phase, phase.replace("_", " "))
    return f"{name} {entry}, {words}" if words else f"{name} {entry}"
