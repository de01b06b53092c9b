"""One dispute under several laws: what comes out differently, and by which clauses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from checker.adjudication import adjudicate
from checker.scenario import Scenario
from checker.terms import Value
from checker.verdict import Finding, Odds, Outcome, ReadingRuled, Verdict

#: What it is, and what tells it from others of its kind.
_Key = tuple[str, tuple[object, ...]]
Readings = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Law:
    """One law of a comparison: what it is called, and the scenario under it."""

    label: str
    scenario: Scenario


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

    `responsible` are the clauses that some of these rulings rest on and others do not.
    """

    what: Value
    sentence: str
    kind: str
    entry: int
    phase: str
    ruled: tuple[Ruled, ...]
    responsible: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """What several laws make of one scenario; the first is what the others are held against."""

    title: str
    file: str
    labels: tuple[str, ...]
    differences: tuple[Difference, ...]
    same: int
    verdicts: tuple[Verdict, ...]

    @property
    def equal(self) -> bool:
        """Whether all laws come to the same."""
        return not self.differences


def compare(laws: Iterable[Law]) -> Comparison:
    """Rule under every law and put what differs side by side. Raises what `adjudicate` raises."""
    laws = tuple(laws)
    verdicts = tuple(adjudicate(law.scenario) for law in laws)
    order: dict[_Key, Outcome | Finding] = {}
    for verdict in verdicts:
        for branch in verdict.branches:
            for one in _all(branch):
                order.setdefault(_key(one), one)
    differences = []
    for key, one in order.items():
        ruled = tuple(_ruled(verdict, key) for verdict in verdicts)
        if any(_value(other) != _value(ruled[0]) for other in ruled):
            what = one.event if isinstance(one, Outcome) else one.what
            because = _responsible(laws, verdicts, ruled)
            differences.append(Difference(what, one.sentence, key[0], one.entry, one.phase, ruled, because))
    first = laws[0].scenario
    labels = tuple(law.label for law in laws)
    return Comparison(first.title, first.file, labels, tuple(differences), len(order) - len(differences), verdicts)


def _key(one: Outcome | Finding) -> _Key:
    return ("outcome" if isinstance(one, Outcome) else one.kind), one.key


def _ruled(verdict: Verdict, key: _Key) -> Ruled:
    found: list[tuple[Readings, Odds | None]] = []
    clauses: dict[str, None] = {}
    for branch in verdict.branches:
        one = _find(branch, key)
        found.append((branch.readings, one.odds if one else None))
        clauses |= dict.fromkeys(one.clauses if one else ())
    return Ruled(tuple(found), tuple(clauses))


def _find(branch: ReadingRuled, key: _Key) -> Outcome | Finding | None:
    return next((one for one in _all(branch) if _key(one) == key), None)


def _all(branch: ReadingRuled) -> list[Outcome | Finding]:
    return [*branch.outcomes, *branch.findings]


def _value(ruled: Ruled) -> frozenset[Odds | None]:
    """What is compared: the odds that some way of reading gives."""
    return frozenset(odds for _, odds in ruled.odds)


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
