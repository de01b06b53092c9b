"""Compare the rulings of several laws on one scenario: the differences and the clauses behind them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from drakdom.answer import Answer, Odds
from drakdom.formula import Atom
from drakdom.law.facts import to_value
from drakdom.rulebook import Rulebook
from drakdom.rulings.adjudication import adjudicate, played
from drakdom.rulings.claims import to_odds
from drakdom.rulings.settled import settled_by_refusals
from drakdom.scenario import Claim, LeftOut, Scenario
from drakdom.terms import Term, Value
from drakdom.verdict import Finding, Outcome, Verdict

#: Kind of a result (`outcome`, `gap` ..) and the key that is unique within the kind.
_Key = tuple[str, tuple[object, ...]]
Readings = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Law:
    """One law of a comparison: its label, the scenario under it, and the statements that it has no word for."""

    label: str
    scenario: Scenario
    unknown: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruled:
    """The ruling of one law on one result: its odds under each reading (None if it cannot happen), and the clauses."""

    odds: tuple[tuple[Readings, Odds | None], ...]
    clauses: tuple[str, ...]

    @property
    def happens(self) -> bool:
        """Return True if the result can happen under some reading."""
        return any(odds is not None for _, odds in self.odds)


@dataclass(frozen=True, slots=True)
class Difference:
    """An outcome or finding, or a claim of the file, on which the laws differ. `ruled` has one ruling for each law.

    `responsible` are the clauses behind some of these rulings only. `known` has a flag for each law: whether its
    rulebook has a word for the result at all. If not, the law cannot rule on it. A claim is of no entry and phase.
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
    """The rulings of several laws on one scenario, compared with the first law.

    Laws of several rulebooks (`apart`) share no phases; each event is then compared once for the whole play. `same`
    counts the results without a difference. `unknown` has, for each law, the statements that it has no word for.
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
        """Return True if all laws give the same rulings."""
        return not self.differences


def compare(laws: Iterable[Law]) -> Comparison:
    """Rule on the scenario under every law and collect the differences. Raises the errors of `adjudicate`."""
    laws = tuple(replace(law, scenario=_to_the_end(law.scenario)) for law in laws)
    verdicts = tuple(adjudicate(law.scenario) for law in laws)
    books = [law.scenario.rulebook for law in laws]
    apart = len({book.slug for book in books}) > 1
    rulings_by_law = [_rulings_of(law, verdict, apart) for law, verdict in zip(laws, verdicts, strict=True)]
    order: dict[_Key, Outcome | Finding] = {}
    for rulings in rulings_by_law:
        for _, results in rulings:
            order |= {key: result for key, (result, _) in results.items() if key not in order}

    def because(ruled: tuple[Ruled, ...]) -> tuple[str, ...]:
        return _interleaved(ruled) if apart else _responsible(laws, verdicts, ruled)

    differences = []
    for key, result in order.items():
        ruled = tuple(_ruled(rulings, key) for rulings in rulings_by_law)
        if _differ(ruled):
            subject = _subject(result)
            knows = tuple(_knows(book, subject, books) for book in books)
            differences.append(
                Difference(subject, result.sentence, key[0], result.entry, result.phase, ruled, because(ruled), knows)
            )
    if not apart:  # results of later laws only are listed where they happen
        phases = {phase: number for number, phase in enumerate(books[0].phases)}
        differences.sort(key=lambda difference: (difference.entry, phases.get(difference.phase, 0)))
    claims = _claims(laws, verdicts, {_subject(result) for result in order.values()})
    asked = [
        Difference(text, sentence, "claim", 0, "", ruled, because(ruled), (True,) * len(laws))
        for text, sentence, ruled in claims
        if _differ(ruled)
    ]
    first = laws[0].scenario
    return Comparison(
        title=first.title,
        file=first.file,
        labels=tuple(law.label for law in laws),
        differences=(*asked, *differences),
        same=len(order) - len(differences),
        verdicts=verdicts,
        apart=apart,
        unknown=tuple(law.unknown for law in laws),
    )


def _to_the_end(scenario: Scenario) -> Scenario:
    """Return the scenario with its questions as claims: play ends at the answer to a question, but not at a claim."""
    scenario = settled_by_refusals(scenario)
    claims = (Claim("sometimes", asked.text, asked.formula, asked.place) for asked in scenario.questions)
    return replace(scenario, questions=(), claims=(*scenario.claims, *claims))


def _claims(
    laws: tuple[Law, ...], verdicts: tuple[Verdict, ...], compared: Container[Value]
) -> Iterator[tuple[str, str, tuple[Ruled, ...]]]:
    """Yield the text, sentence and rulings of each claim that all laws know and that is no result in `compared`."""
    judged = (
        zip(law.scenario.claims, verdict.answers, strict=True) for law, verdict in zip(laws, verdicts, strict=True)
    )
    answers_by_law = [
        {(claim.kind, claim.text): (claim.formula, answer) for claim, answer in pairs} for pairs in judged
    ]
    rows: dict[tuple[str, str, tuple[Ruled, ...]], None] = {}
    for claim, (formula, answer) in answers_by_law[0].items():
        is_result = isinstance(formula, Atom) and formula == Atom(formula.pattern) and formula.pattern in compared
        if not is_result and all(claim in answers for answers in answers_by_law):
            ruled = tuple(_answered(answers[claim][1]) for answers in answers_by_law)
            rows[answer.text, answer.sentence, ruled] = None
    yield from rows


def _answered(answer: Answer) -> Ruled:
    """Return the ruling on a claim: its odds under each reading, and the clauses that decide it."""
    odds = ((reading.readings, reading.odds if reading.odds.high else None) for reading in answer.by_reading)
    return Ruled(tuple(odds), tuple(ground.clause for ground in answer.grounds))


def _subject(result: Outcome | Finding) -> Value:
    return result.event if isinstance(result, Outcome) else result.what


#: One reading, and all results under it with their odds.
_Rulings = tuple[Readings, dict[_Key, tuple[Outcome | Finding, Odds]]]


def _rulings_of(law: Law, verdict: Verdict, apart: bool) -> list[_Rulings]:
    """Return the results of one law under each reading. With `apart`, each has the odds for the whole play."""
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
            results[key] = result, whole[_subject(result)]
    return rulings


def _key(result: Outcome | Finding, apart: bool) -> _Key:
    kind, key = ("outcome" if isinstance(result, Outcome) else result.kind), result.key
    return kind, (key[:1] if apart else key)


def _ruled(rulings: list[_Rulings], key: _Key) -> Ruled:
    odds_by_reading = [(readings, results.get(key)) for readings, results in rulings]
    clauses = dict.fromkeys(clause for _, entry in odds_by_reading if entry for clause in entry[0].clauses)
    return Ruled(tuple((readings, entry[1] if entry else None) for readings, entry in odds_by_reading), tuple(clauses))


def _differ(ruled: tuple[Ruled, ...]) -> bool:
    """Return True if a law rules otherwise than the first."""
    return not all(_is_like(ruling, ruled[0]) for ruling in ruled)


def _is_like(ruling: Ruled, first: Ruled) -> bool:
    """Return True if two rulings give the same odds: under each reading if they have the same, or else under all."""
    mine, theirs = dict(ruling.odds), dict(first.odds)
    return mine == theirs if mine.keys() == theirs.keys() else {*mine.values()} == {*theirs.values()}


def _knows(book: Rulebook, subject: Value, books: list[Rulebook]) -> bool:
    """Return True if a rulebook has a word for a result, or if no rulebook has one."""
    topic = subject.args[0] if isinstance(subject, Term) and subject.name in ("unruled", "conflict") else subject
    name, args = (topic.name, len(topic.args)) if isinstance(topic, Term) else ("", 0)

    def declares(candidate: Rulebook) -> bool:
        return any(name in words and len(words[name].args) == args for words in (candidate.events, candidate.gaps))

    knowing = {candidate.slug for candidate in books if declares(candidate)}
    return book.slug in knowing or not knowing


def _interleaved(ruled: tuple[Ruled, ...]) -> tuple[str, ...]:
    """Return the clauses behind the rulings, the nearest of each law first."""
    return tuple(
        dict.fromkeys(
            clause for clauses in zip_longest(*(ruling.clauses for ruling in ruled)) for clause in clauses if clause
        )
    )


def _responsible(laws: tuple[Law, ...], verdicts: tuple[Verdict, ...], ruled: tuple[Ruled, ...]) -> tuple[str, ...]:
    """Return the clauses behind some of the rulings only, those that differ between the laws first.

    Clauses that differ are also included if they only defeat another clause, are defeated, forbid an action, or have
    readings on which the ruling depends. Laws that rule like the first are no part of a difference.
    """
    parted = [n for n, ruling in enumerate(ruled) if n == 0 or not _is_like(ruling, ruled[0])]
    rulings = [ruled[n] for n in parted]
    shared = frozenset.intersection(*(frozenset(ruling.clauses) for ruling in rulings))
    differing = [clause for ruling in rulings for clause in ruling.clauses if clause not in shared]
    contested = _contested(tuple(laws[n] for n in parted))
    unclear = [ruling for ruling in rulings if len({odds for _, odds in ruling.odds}) > 1]
    read = [clause for ruling in unclear for readings, _ in ruling.odds for clause, _ in readings]
    yielded = [clause for n in parted for pair in verdicts[n].yielded for clause in pair]
    forbidding = [clause for n in parted for clause in verdicts[n].refusing]
    first = (clause for clause in (*differing, *read, *yielded, *forbidding) if clause in contested)
    return tuple(dict.fromkeys((*first, *differing)))


def _contested(laws: tuple[Law, ...]) -> frozenset[str]:
    """Return the clauses that are in force in some laws only, or that the laws read differently."""
    in_force = [frozenset(law.scenario.in_force) for law in laws]
    clauses = {clause for law in laws for clause in law.scenario.readings}
    read_apart = {clause for clause in clauses if len({law.scenario.readings.get(clause) for law in laws}) > 1}
    return frozenset.union(*in_force) - frozenset.intersection(*in_force) | read_apart
