"""One dispute under several laws: what comes out differently, and by which clauses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from drakdom.law.facts import to_value
from drakdom.rulebook import Rulebook
from drakdom.rulings.adjudication import adjudicate, played
from drakdom.rulings.claims import to_odds
from drakdom.scenario import LeftOut, Scenario
from drakdom.terms import Term, Value
from drakdom.verdict import Finding, Odds, Outcome, Verdict

#: What it is, and what tells it from others of its kind.
_Key = tuple[str, tuple[object, ...]]
Readings = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Law:
    """One law of a comparison: what it is called, the scenario under it, and what of the scenario it does not know."""

    label: str
    scenario: Scenario
    unknown: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruled:
    """What one law makes of one thing: its odds under each reading (none where it cannot happen), and the clauses."""

    odds: tuple[tuple[Readings, Odds | None], ...]
    clauses: tuple[str, ...]

    @property
    def happens(self) -> bool:
        """Whether it can happen at all."""
        return any(odds is not None for _, odds in self.odds)


@dataclass(frozen=True, slots=True)
class Difference:
    """An outcome or a finding that not all laws rule alike; `ruled` has one value a law, in their order.

    `responsible` are the clauses that some of these rulings rest on and others do not. `known` says of each law whether
    its rulebook has a word for it at all: what it has none for it cannot rule otherwise.
    """

    what: Value
    sentence: str
    kind: str
    entry: int
    phase: str
    ruled: tuple[Ruled, ...]
    responsible: tuple[str, ...]
    known: tuple[bool, ...]


@dataclass(frozen=True)
class Comparison:
    """What several laws make of one scenario; the first is what the others are held against.

    Laws of several rulebooks (`apart`) have no phases in common: there each event stands once, for the play as a whole.
    `unknown` is for each law what of the scenario it does not know.
    """

    title: str
    file: str
    labels: tuple[str, ...]
    differences: tuple[Difference, ...]
    same: int
    verdicts: tuple[Verdict, ...]
    apart: bool
    unknown: tuple[tuple[LeftOut, ...], ...]

    @property
    def equal(self) -> bool:
        """Whether all laws come to the same."""
        return not self.differences


def compare(laws: Iterable[Law]) -> Comparison:
    """Rule under every law and put what differs side by side. Raises what `adjudicate` raises."""
    laws = tuple(laws)
    verdicts = tuple(adjudicate(law.scenario) for law in laws)
    books = [law.scenario.rulebook for law in laws]
    apart = len({book.slug for book in books}) > 1
    rulings_by_law = [_rulings_of(law, verdict, apart) for law, verdict in zip(laws, verdicts, strict=True)]
    order: dict[_Key, Outcome | Finding] = {}
    for rulings in rulings_by_law:
        for _, results in rulings:
            order |= {key: result for key, (result, _) in results.items() if key not in order}
    differences = []
    for key, result in order.items():
        ruled = tuple(_ruled(rulings, key) for rulings in rulings_by_law)
        if any(_value(ruling) != _value(ruled[0]) for ruling in ruled):
            subject = result.event if isinstance(result, Outcome) else result.what
            because = _interleaved(ruled) if apart else _responsible(laws, verdicts, ruled)
            knows = tuple(_knows(book, subject, books) for book in books)
            differences.append(
                Difference(subject, result.sentence, key[0], result.entry, result.phase, ruled, because, knows)
            )
    if not apart:  # what only a later law tells stands where it happens
        phases = [*books[0].phases]
        differences.sort(
            key=lambda difference: (
                difference.entry,
                phases.index(difference.phase) if difference.phase in phases else 0,
            )
        )
    first = laws[0].scenario
    return Comparison(
        title=first.title,
        file=first.file,
        labels=tuple(law.label for law in laws),
        differences=tuple(differences),
        same=len(order) - len(differences),
        verdicts=verdicts,
        apart=apart,
        unknown=tuple(law.unknown for law in laws),
    )


#: Under one reading everything that is ruled, with its odds.
_Rulings = tuple[Readings, dict[_Key, tuple[Outcome | Finding, Odds]]]


def _rulings_of(law: Law, verdict: Verdict, apart: bool) -> list[_Rulings]:
    """What one law rules under each reading; `apart` tells what happens in several phases once, for the whole play."""
    rulings, again = list[_Rulings](), False
    for branch in verdict.branches:
        results: dict[_Key, tuple[Outcome | Finding, Odds]] = {}
        ruled: list[Outcome | Finding] = [*branch.outcomes, *branch.findings]
        for result in ruled:
            again |= _key(result, apart) in results
            results.setdefault(_key(result, apart), (result, result.odds))
        rulings.append((branch.readings, results))
    if not again:
        return rulings
    for (_, results), play in zip(rulings, played(law.scenario), strict=True):
        whole = {to_value(symbol): to_odds(value) for symbol, value in play.evaluation.events().items()}
        for key, (result, _) in results.items():
            results[key] = result, whole[result.event if isinstance(result, Outcome) else result.what]
    return rulings


def _key(result: Outcome | Finding, apart: bool) -> _Key:
    kind, key = ("outcome" if isinstance(result, Outcome) else result.kind), result.key
    return kind, (key[:1] if apart else key)


def _ruled(rulings: list[_Rulings], key: _Key) -> Ruled:
    odds_by_reading = [(readings, results.get(key)) for readings, results in rulings]
    clauses = dict.fromkeys(clause for _, entry in odds_by_reading if entry for clause in entry[0].clauses)
    return Ruled(tuple((readings, entry[1] if entry else None) for readings, entry in odds_by_reading), tuple(clauses))


def _value(ruled: Ruled) -> frozenset[Odds | None]:
    """What is compared: the odds that some way of reading gives."""
    return frozenset(odds for _, odds in ruled.odds)


def _knows(book: Rulebook, subject: Value, books: list[Rulebook]) -> bool:
    """Whether a rulebook, with or without house rules, has a word for something; if none has, all of them know it."""
    topic = subject.args[0] if isinstance(subject, Term) and subject.name in ("unruled", "conflict") else subject
    name, args = (topic.name, len(topic.args)) if isinstance(topic, Term) else ("", 0)

    def declares(candidate: Rulebook) -> bool:
        return any(name in words and len(words[name].args) == args for words in (candidate.events, candidate.gaps))

    knowing = {candidate.slug for candidate in books if declares(candidate)}
    return book.slug in knowing or not knowing


def _interleaved(ruled: tuple[Ruled, ...]) -> tuple[str, ...]:
    """The clauses behind the rulings, the nearest of each law first."""
    return tuple(
        dict.fromkeys(c for clauses in zip_longest(*(ruling.clauses for ruling in ruled)) for c in clauses if c)
    )


def _responsible(laws: tuple[Law, ...], verdicts: tuple[Verdict, ...], ruled: tuple[Ruled, ...]) -> tuple[str, ...]:
    """Clauses behind some of the rulings only: those that only some laws hold or read differently go first.

    Of these also what gave way or made another one do so, and what forbade something: it need not be behind anything.
    """
    cited = [frozenset(one.clauses) for one in ruled]
    everywhere = frozenset.intersection(*cited)
    differing = [c for one in ruled for c in one.clauses if c not in everywhere]
    force = [frozenset(law.scenario.in_force) for law in laws]
    contested = frozenset.union(*force) - frozenset.intersection(*force)
    read = {pair for law in laws for pair in law.scenario.readings.items()}
    contested |= {c for c, _ in read if len({law.scenario.readings.get(c) for law in laws}) > 1}
    gave_way = [c for verdict in verdicts for pair in verdict.yielded for c in pair if c in contested]
    forbade = [c for verdict in verdicts for c in verdict.refusing if c in contested]
    found = dict.fromkeys([*(c for c in differing if c in contested), *gave_way, *forbade, *differing])
    return tuple(found)
