"""Restrictions of fields and actions by other fields, checked on the facts of a whole scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from drakdom.rulebook import Field, Rulebook
from drakdom.rulebook.declarations import Only
from drakdom.rulebook.restricted import SORT
from drakdom.rulebook.yamltext import Node, Problems
from drakdom.scenario.facts import Facts
from drakdom.scenario.phrases import phrase_of
from drakdom.terms import Term, Value, bind, show


def refuse_restricted(problems: Problems, book: Rulebook, facts: Facts, top: Node) -> None:
    """Note values that a restriction excludes, at their place in the file or at its top."""
    checker = _Restrictions(book, facts)
    for fact, message, allowed in checker.faults():
        at = facts.sources.get(fact, top)
        listed = ", ".join(f"`{word}`" for word in allowed) or "nothing"
        problems.add(at, message, f"allowed: {listed}")


class _Restrictions:
    def __init__(self, book: Rulebook, facts: Facts) -> None:
        self.book = book
        self.facts = [*facts.facts, *(Term("given", pair) for pair in facts.given)]

    def faults(self) -> Iterator[tuple[Term, str, tuple[str, ...]]]:
        """Yield the fact, the message and the allowed words for each excluded value."""
        for owner, fields in (("place", self.book.places), ("figure", self.book.figures)):
            for field in fields.values():
                if field.only:
                    yield from self.of_field(owner, field, fields, field.only)
        for phrase in self.book.actions.values():
            for fact in self.facts if phrase.only else ():
                env = bind(phrase.term, fact.args[-1]) if fact.name in ("stated", "ordered") else None
                for number, only in phrase.only.items() if env else ():
                    yield from self.of_argument(fact, only, (env or {}).get(str(number)))

    def of_field(
        self, owner: str, field: Field, fields: Mapping[str, Field], only: Only
    ) -> Iterator[tuple[Term, str, tuple[str, ...]]]:
        for fact in self.facts:
            for env in _bindings(field, fact):
                holder = env.get(owner)
                for word, allowed in self.limits(only, owner, holder, fields):
                    if not self.fits(env.get("value"), allowed):
                        value = f" be `{show(env['value'])}`" if "value" in env else " stand there"
                        of = f" of `{show(holder)}`" if holder is not None else ""
                        message = f"`{field.name}`{of} cannot{value}{_given(only, word)}"
                        yield fact, message, allowed

    def of_argument(self, fact: Term, only: Only, value: Value | None) -> Iterator[tuple[Term, str, tuple[str, ...]]]:
        figure, action = fact.args[1 if fact.name == "stated" else 0], fact.args[-1]
        for word, allowed in self.limits(only, "figure", figure, self.book.figures):
            if not self.fits(value, allowed):
                message = f"`{show(figure)}` cannot `{phrase_of(self.book, action)}`{_given(only, word)}"
                yield fact, message, allowed

    def limits(
        self, only: Only, owner: str, holder: Value | None, fields: Mapping[str, Field]
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the allowed words for an owner, each with the word on which they depend.

        A fact without its owner is not restricted by the owner's other fields.
        """
        if not only.by:
            yield "", only.allowed[""]
        for word in self.words(only.by, owner, holder, fields) if only.by and holder is not None else ():
            if word in only.allowed:
                yield word, only.allowed[word]

    def words(self, by: str, owner: str, holder: Value, fields: Mapping[str, Field]) -> Iterable[str]:
        """Return the words that a field of an owner has."""
        if by == SORT and owner == "place" and self.book.topology.graph:
            return self.sorts(holder)
        pairs = (env for fact in self.facts for env in _bindings(fields[by], fact) if env.get(owner) == holder)
        return dict.fromkeys(show(env["value"]) for env in pairs if "value" in env)

    def sorts(self, value: Value) -> tuple[str, ...]:
        graph = self.book.topology.graph
        site = graph.sites.get(show(value)) if graph else None
        return site.sorts if site else ()

    def fits(self, value: Value | None, allowed: tuple[str, ...]) -> bool:
        """Return True if a value or a sort of it is allowed; without a value, if anything is."""
        if value is None:
            return bool(allowed)
        word = value.name if isinstance(value, Term) else show(value)
        return word in allowed or any(sort in allowed for sort in self.sorts(value))


def _bindings(field: Field, fact: Term) -> Iterator[dict[str, Value]]:
    """Yield the values of the placeholders for each template of a field that a fact matches."""
    for template in field.facts:
        if (env := bind(template, fact)) is not None:
            yield env


def _given(only: Only, word: str) -> str:
    return f" with `{only.by}: {word}`" if only.by else ""
