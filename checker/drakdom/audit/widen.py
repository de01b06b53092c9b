"""Widen a scope by the words of house rules: situations of larger bounds, and copies with a word stated in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path

from drakdom.audit.plays import read_situation
from drakdom.audit.values import Law
from drakdom.audit.words import Statement, Words, spoken, statements, words_of
from drakdom.errors import DrakdomError
from drakdom.rulebook import ListOf, Rulebook
from drakdom.step.scope import Scope, Situation
from drakdom.terms import Term, Value

#: Largest number of situations that are added: in all, and for each larger bound.
_MOST_ADDED, _MOST_EACH = 60, 12
#: Largest number of situations of a larger scope that are looked through.
_MOST_SEEN = 4_000
#: Largest number of situations that are copied.
_MOST_COPIED = 6
#: The bound of scopes that says how many rounds are played.
_ROUNDS = "rounds"


@dataclass(frozen=True)
class Widened:
    """Situations that a house rule's words add to a scope, and the numbers of all in the order of the search.

    `words` are the words that they add; `bounds` name for each the bound of the scope that brings it, if there is one.
    `absent` are words of the house rule that no situation has.
    """

    situations: tuple[Situation, ...]
    order: tuple[int, ...]
    words: tuple[str, ...]
    bounds: Mapping[str, str]
    absent: tuple[str, ...]


def widened(law: Law, base: Law, file: Path, scope: Scope, plain: Sequence[Situation]) -> Widened:
    """Return the situations that the words of a law's house rules add to those of a scope."""
    words = words_of(law, base)
    present = [spoken(law.book, situation.says) for situation in plain]
    met = frozenset[str]().union(*present)
    wanted = [word for word in (*sorted(words.own), *sorted(words.near)) if word not in met]
    added: list[Situation] = []
    bounds: dict[str, str] = {}
    for name, bound in scope.bounds.items():
        carried = name == _ROUNDS and words.carried
        lacking = [word for word in wanted if word not in bounds]
        larger = list(_larger(law.book, file, {name: bound + 1}, lacking, words, carried)) if lacking or carried else []
        for situation, brings in larger:
            added.append(situation)
            bounds.update(dict.fromkeys(brings, f"{name}={bound + 1}"))
    copied = list(_copied(law, [word for word in wanted if word in words.own], words, plain))
    added = [situation for situation, _ in zip((*added, *copied), range(_MOST_ADDED), strict=False)]
    everything = (*plain, *added)
    all_met = [*present, *(spoken(law.book, situation.says) for situation in added)]

    first = _most_telling(everything, all_met, words, len(plain))
    # every second one is the smallest, so that sizes are completed as well
    numbers = range(len(plain))
    order = dict.fromkeys(n for pair in zip_longest(first, numbers) for n in pair if n is not None)
    have = frozenset[str]().union(*all_met)
    return Widened(
        tuple(added),
        tuple(order),
        tuple(word for word in wanted if word in have),
        {word: where for word, where in bounds.items() if word in words.all},
        tuple(word for word in sorted(words.own) if word not in have),
    )


def _most_telling(
    situations: Sequence[Situation], mentions: Sequence[frozenset[str]], words: Words, plain: int
) -> list[int]:
    """Return the numbers of the situations with words of the house rule, the most telling first.

    Rare words tell more than common ones, own words more than near ones, and words that were not yet chosen more than
    others. A situation in which play begins in a phase of the rules comes before those that begin elsewhere.
    """
    count = Counter(word for mentioned in mentions for word in mentioned & words.all)
    weights = {word: (2 if word in words.own else 1) / number for word, number in count.items()}
    left = [number for number in range(len(situations)) if number >= plain or mentions[number] & words.all]
    begins = {number: not words.phases or _phase(situations[number]) in {*words.phases, ""} for number in left}
    chosen: list[int] = []
    while left:
        best = max(
            left, key=lambda n: (begins[n], sum(weights[mention] for mention in mentions[n] & weights.keys()), -n)
        )
        left.remove(best)
        chosen.append(best)
        if len(chosen) >= _MOST_ADDED:
            break
        for word in mentions[best] & weights.keys():
            weights[word] /= 2
    return [*chosen, *left]


def _larger(
    book: Rulebook, file: Path, asked: Mapping[str, int], lacking: Collection[str], words: Words, carried: bool
) -> Iterator[tuple[Situation, frozenset[str]]]:
    """Yield situations of a larger scope that have words which the scope lacks, and these words."""
    try:
        situations = list(islice(Scope(file, asked).situations(_MOST_SEEN), _MOST_SEEN))
    except DrakdomError:
        return
    count: dict[frozenset[str], int] = {}
    for situation in situations:
        says = spoken(book, situation.says)
        brings = says & frozenset(lacking)
        if not brings and not (carried and says & words.own):
            continue
        count[brings] = count.get(brings, 0) + 1
        if sum(count.values()) > _MOST_EACH:
            return
        if count[brings] <= _MOST_EACH // 3:
            yield situation, brings


def _copied(law: Law, wanted: Collection[str], words: Words, plain: Sequence[Situation]) -> Iterator[Situation]:
    """Yield copies of small situations with the wanted words stated: all together, and each by itself."""
    options = {word: list(statements(law.book, word, words)) for word in wanted}
    firsts = [stated[0] for stated in options.values() if stated]
    phases = [word for word in wanted if word in law.book.phases]
    sets = [tuple(firsts)] if len(firsts) > 1 else []
    sets += [(stated,) for choices in options.values() for stated in choices]
    for situation in (*_smallest(plain, words), *_begun(phases, plain)):
        if situation not in plain and _is_read(law, situation):
            yield situation
        for stated in sets:
            for everybody in (False, True):
                copy = _with(law.book, situation, stated, everybody)
                if copy.says != situation.says and _is_read(law, copy):
                    yield copy


def _smallest(plain: Sequence[Situation], words: Words) -> list[Situation]:
    """Return the smallest situation of each phase with which play begins: first of phases that the rules are about."""
    by_phase: dict[str, Situation] = {}
    for situation in plain:
        by_phase.setdefault(_phase(situation), situation)
    ordered = sorted(by_phase.items(), key=lambda pair: (pair[0] not in words.phases, plain.index(pair[1])))
    return [situation for _, situation in ordered[:_MOST_COPIED]]


def _begun(phases: Collection[str], plain: Sequence[Situation]) -> Iterator[Situation]:
    """Yield the smallest situation with its play begun in each of these phases."""
    for phase in phases:
        says = tuple(say for say in plain[0].says if say.args[0] != Term("begin"))
        begin = Term("says", (Term("begin"), Term("phase"), Term(phase)))
        yield Situation(plain[0].size + 1, tuple(sorted((*says, begin), key=str)))


def _phase(situation: Situation) -> str:
    return next((str(say.args[2]) for say in situation.says if say.args[:2] == (Term("begin"), Term("phase"))), "")


def _with(book: Rulebook, situation: Situation, stated: Sequence[Statement], everybody: bool) -> Situation:
    """Return a situation with statements added, of the first owner of their kind or of everybody."""
    says, size = list(situation.says), situation.size
    for statement in stated:
        owners = _owners(situation, statement.owner)
        for owner in owners if everybody else owners[:1]:
            spec = {"place": book.places, "figure": book.figures, "state": book.state}[statement.owner][statement.field]
            keys = () if statement.key is None else (statement.key,)
            new = Term("says", (owner, Term(statement.field), *keys, statement.value))
            if not isinstance(spec.shape, ListOf):
                says = [say for say in says if say.args[:-1] != new.args[:-1]]
            if new not in says:
                says.append(new)
        size += 1
    return Situation(size, tuple(says))


def _owners(situation: Situation, kind: str) -> list[Value]:
    if kind == "state":
        return [Term("state")]
    owners = dict.fromkeys(say.args[0] for say in situation.says)
    return [owner for owner in owners if isinstance(owner, Term) and owner.name == kind]


def _is_read(law: Law, situation: Situation) -> bool:
    try:
        read_situation(law, situation)
    except DrakdomError:
        return False
    return True
