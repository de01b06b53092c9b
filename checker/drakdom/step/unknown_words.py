"""Words of a law from a stranger that its vocabulary and its ledger lack; each would be passed over without a word."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

from drakdom.errors import Problem
from drakdom.law.canonical import Atom, functor, read_atom
from drakdom.law.forbidden import OF_CLAUSES
from drakdom.law.rules import Rule
from drakdom.rulebook import Phrase, Rulebook, law_folder
from drakdom.rulebook.stated import fields_with_files
from drakdom.rulebook.words import did_you_mean, short

Fault = tuple[str, str]
Predicate = tuple[str, int]

_WORD = re.compile(r"[a-z][\w']*\Z")
_WITHOUT_MOMENT = frozenset({("event", 1), ("asks", 1), ("option", 2), ("refused", 3), ("due", 2), ("becomes", 2)})


def unknown_words(rules: Iterable[Rule], file: Path, book: Rulebook) -> Iterator[Problem]:
    """Yield a problem for each clause, event, action, roll or phase of a file that the rulebook does not have."""
    for rule in rules:
        for message, help_ in _faults(rule, book):
            yield Problem(str(file), rule.line, 0, message, help_)


def law_of_fields(book: Rulebook, law: Collection[Predicate]) -> Iterator[Problem]:
    """Yield a problem for each field of a rulebook or a house rule, none that ships, that states law as a fact."""
    shipped = law_folder().resolve()
    for field, file in fields_with_files(book):
        for fact in (*field.facts, *field.also):
            if (fact.name, len(fact.args)) in law and not file.resolve().is_relative_to(shipped):
                message = f"the field `{field.name}` states `{fact.name}/{len(fact.args)}`, which is law and no fact"
                yield Problem(str(file), field.line, 0, message, "give the fact a name of its own")


def _faults(rule: Rule, book: Rulebook) -> Iterator[Fault]:
    head = rule.head_atom
    ids = [atom.args[0] for atom in rule.body if (atom.name, len(atom.args)) == ("clause", 1)]
    if head and (head.name, len(head.args)) in OF_CLAUSES:
        ids.append(head.args[0])
    for id_ in ids:
        if id_[0] == '"' and id_.strip('"') not in book.ledger:
            word = id_.strip('"')
            yield f"unknown clause `{short(word)}`", did_you_mean(word, book.ledger)
    if head is None:
        return
    if (head.name, len(head.args)) in _WITHOUT_MOMENT:
        yield f"`{head.name}/{len(head.args)}` has no moment: the core's has an argument more", "write `T` last"
    if check := _HEADS.get((head.name, len(head.args))):
        yield from check(head, book)


def _event(head: Atom, book: Rulebook) -> Iterator[Fault]:
    phrases = {phrase.term.name: phrase for phrase in book.events.values()}
    yield from _phrase("event", head.args[0], book.events.values())
    atom = read_atom(head.args[0])
    phrase = phrases.get(atom.name) if atom else None
    if atom and phrase and len(atom.args) == len(phrase.args):
        for kind, argument in zip(phrase.args, atom.args, strict=True):
            if kind == "figure":
                yield from _figure(argument, book)


def _asks(head: Atom, book: Rulebook) -> Iterator[Fault]:
    yield from _figure(head.args[0], book)


def _figure(argument: str, book: Rulebook) -> Iterator[Fault]:
    """Yield a fault for a text, a number or a word: law names no figure, a scenario does, but it can name an actor."""
    is_word = _WORD.match(argument) and argument not in book.actors
    if argument[0] == '"' or argument.lstrip("-").isdigit() or is_word:
        yield f"`{short(argument)}` is not a figure", "write a variable that an atom of the body binds to a figure"


def _option(head: Atom, book: Rulebook) -> Iterator[Fault]:
    yield from _figure(head.args[0], book)
    yield from _phrase("action", head.args[1], book.actions.values())


def _phrase(kind: str, term: str, phrases: Iterable[Phrase]) -> Iterator[Fault]:
    atom = read_atom(term)
    if atom is None or not _WORD.match(atom.name):
        return
    counts: dict[str, set[int]] = {}
    for phrase in phrases:
        counts.setdefault(phrase.term.name, set()).add(len(phrase.term.args))
    if atom.name not in counts:
        yield f"unknown {kind} `{short(atom.name)}`", did_you_mean(atom.name, counts)
    elif len(atom.args) not in counts[atom.name]:
        listed = " or ".join(map(str, sorted(counts[atom.name])))
        yield f"the {kind} `{atom.name}` has {listed} arguments in rulebook.yaml, not {len(atom.args)}", ""


def _due(head: Atom, book: Rulebook) -> Iterator[Fault]:
    pool = head.args[1]
    if _WORD.match(pool) and pool not in book.pools and pool != "pick":
        yield f"unknown dice `{short(pool)}`", did_you_mean(pool, book.pools)
    roll = functor(head.args[0])
    rolls = {chance.key.name for chance in book.chances.values()}
    if roll and _WORD.match(roll) and roll not in rolls:
        yield f"no scenario can state the roll `{short(roll)}`", did_you_mean(roll, rolls)


def _becomes(head: Atom, book: Rulebook) -> Iterator[Fault]:
    fluent, value = head.args[:2]
    if fluent == "phase" and _WORD.match(value) and value not in book.phases:
        yield f"unknown phase `{short(value)}`", did_you_mean(value, book.phases)
    if fluent == "entry":
        yield "the count of entries is kept by the core alone", ""


_HEADS: Mapping[tuple[str, int], Callable[[Atom, Rulebook], Iterator[Fault]]] = {
    ("event", 2): _event,
    ("asks", 2): _asks,
    ("option", 3): _option,
    ("due", 3): _due,
    ("becomes", 3): _becomes,
}
