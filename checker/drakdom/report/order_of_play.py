"""The order of play of a rulebook: each phase with the phases that can follow it, for players and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from drakdom.language import t
from drakdom.law.order_of_play import OrderOfPlay
from drakdom.report.page import Look, Page, Words, bold, dim, joined
from drakdom.rulebook import Rulebook

ORDER = "drakdom/order_of_play/1"


class Way(NamedTuple):
    """A way on from a phase: its target, the conditions of which each suffices, and the clauses that it rests on.

    Without conditions it is the way that play takes if no other is open; to the phase itself it is a repetition.
    """

    to: str
    conditions: tuple[str, ...]
    clauses: tuple[str, ...]


def ways_on(order: OrderOfPlay, phase: str) -> list[Way]:
    """Return the ways on from a phase: the usual one, then the conditional ones, then its repetition."""
    ways = [Way(row.words[1], (), order.clauses_of(row)) for row in order.of("then", phase)]
    conditions: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in (*order.of("branch", phase), *order.of("repeat", phase)):
        target = row.words[1] if row.kind == "branch" else phase
        conditions.setdefault((target, order.clauses_of(row)), []).append(row.words[-1])
    return ways + [Way(to, tuple(words), clauses) for (to, clauses), words in conditions.items()]


def interrupts(order: OrderOfPlay) -> list[Way]:
    """Return the ways that are open from every phase."""
    return [Way(row.words[0], row.words[1:], order.clauses_of(row)) for row in order.of("interrupt")]


def order_text(book: Rulebook, order: OrderOfPlay, look: Look) -> str:
    """Return the order of play as a page; phases whose words begin alike up to a comma stand under these words."""
    page = Page(look)
    page.add(bold(book.title))
    group = ""
    for phase, words in book.phases.items():
        head, short = _split(words)
        if head != group:
            group = head
            page.head(_capital(head)) if head else page.gap()
        indent = 2 if head else 0
        page.add(bold(short), dim(f"  {phase}"), indent=indent)
        ways = ways_on(order, phase)
        for way in ways:
            text = _way_text(book, way, phase, not ways[0].conditions)
            page.add(text, *_rests_text(book, way), indent=indent + 2, hang=4)
    if anywhere := interrupts(order):
        page.head(_capital(t("from every phase")))
        for way in anywhere:
            first = [row.words[0] for row in order.of("goes_before") if row.words[1] in way.conditions]
            unless = t(", unless {condition}", condition=_conditions(book, first)) if first else ""
            condition = _conditions(book, way.conditions)
            target = t("to: {phase}, if {condition}", phase=_name(book, way.to), condition=condition)
            page.add(target + unless, *_rests_text(book, way), indent=2, hang=4)
    return page.print()


def _way_text(book: Rulebook, way: Way, phase: str, has_usual: bool) -> str:
    condition = _conditions(book, way.conditions)
    if way.to == phase and way.conditions:
        return t("once more, if {condition}", condition=condition)
    name = _name(book, way.to, _split(book.phases[phase])[0])
    if not way.conditions:
        return t("goes on to: {phase}", phase=name)
    if has_usual:
        return t("instead to: {phase}, if {condition}", phase=name, condition=condition)
    return t("to: {phase}, if {condition}", phase=name, condition=condition)


def _rests_text(book: Rulebook, way: Way) -> Iterator[Words]:
    """Yield the clauses that a way rests on, each with its optional rule."""
    notes = []
    for clause in way.clauses:
        entry = book.ledger.get(clause)
        variant = entry.variant if entry else None
        notes.append(t("{clause}, optional rule {variant}", clause=clause, variant=variant) if variant else clause)
    if notes:
        yield dim(f" ({'; '.join(notes)})")


def condition_words(book: Rulebook, condition: str) -> str:
    """Return the words of a condition: those of the vocabulary, or its name with blanks."""
    return book.more_words.get(condition) or condition.replace("_", " ")


def _conditions(book: Rulebook, conditions: Sequence[str]) -> str:
    return joined((condition_words(book, condition) for condition in conditions), t("or"))


def _name(book: Rulebook, phase: str, group: str = "") -> str:
    """Return the words of a phase, within its own group without the words of the group."""
    words = book.phases.get(phase, phase.replace("_", " "))
    head, short = _split(words)
    return short if group and head == group else words


def _split(words: str) -> tuple[str, str]:
    head, comma, short = words.partition(", ")
    return (head, short) if comma else ("", words)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def order_json(book: Rulebook, order: OrderOfPlay) -> dict[str, Any]:
    """Return the JSON form of `order_text`."""
    return {
        "schema": ORDER,
        "rulebook": book.slug,
        "phases": [
            {"phase": phase, "says": says, "ways": [way._asdict() for way in ways_on(order, phase)]}
            for phase, says in book.phases.items()
        ],
        "interrupts": [way._asdict() for way in interrupts(order)],
    }


def order_lines(book: Rulebook, order: OrderOfPlay) -> Iterator[str]:
    """Yield one Markdown item for each phase of the table, a sentence with the ways on."""
    for phase in book.phases:
        if ways := ways_on(order, phase):
            yield f"`{phase}`: {'; '.join(_item(book, way, phase) for way in ways)}."
    for way in interrupts(order):
        yield f"`{way.to}`: from every phase, if {_conditions(book, way.conditions)}."


def _item(book: Rulebook, way: Way, phase: str) -> str:
    if not way.conditions:
        return f"then `{way.to}`"
    target = "again" if way.to == phase else f"`{way.to}`"
    return f"{target} if {_conditions(book, way.conditions)}"
