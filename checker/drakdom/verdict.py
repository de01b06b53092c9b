"""Verdicts: plain frozen values, and their one JSON form.

What the library returns, what the command line prints and what `--json` writes are the same values. Nothing of the
solver is in them. `SCHEMA` names the version of the JSON form.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any as Json
from typing import Literal, TypeVar

from drakdom.errors import Place
from drakdom.language import mark
from drakdom.terms import Term, Value, show

SCHEMA = "drakdom/verdict/1"

UNASKED = mark(" (never asked to decide this)")
"""How the sentence of an illegal action ends that leaves nothing open: nobody asked for it."""

Readings = tuple[tuple[str, str], ...]
T = TypeVar("T")
Status = Literal["always", "never", "depends", "ambiguous", "gap", "contradiction", "illegal"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One node of an explanation.

    `kind` is `law` (a clause or a helper rule), `stated` (the scenario says so), `chosen`, `rolled`, `assumed` (a
    choice or roll that the scenario leaves open), `yielded` (a clause that gave way), `lacking` (what would follow,
    were the roll, choice or value below it another one) or `also` (a second clause that says the same).

    `needs` says of a number that is lacking what it would have to be: `at_most(4)`, `less_than(4)` ..
    """

    what: Value
    clause: str | None
    kind: str
    because: tuple[Reason, ...]
    needs: Value | None = None


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely: between the worst and the best choice. Equal ends are one exact probability.

    `unruled` is the greatest probability with which play breaks off undecided; low and high then leave it open.
    """

    low: Fraction
    high: Fraction
    unruled: Fraction = Fraction(0)

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Citation:
    """A clause as it is cited."""

    id: str
    section: str
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that happens, or may: where in the play, how likely, and by which clauses.

    What happens several times in one phase has one of these for each; `time` counts them, and the odds are those that
    it happens so often. `visit` is which time it is that play is in that phase: reports keep them apart.
    """

    event: Value
    sentence: str
    entry: int
    phase: str
    status: Status
    odds: Odds
    clauses: tuple[str, ...] = ()
    time: int = 1
    visit: int = field(default=1, compare=False)

    @property
    def key(self) -> tuple[Value, int, str, int]:
        """What tells it from other outcomes of one play."""
        return self.event, self.entry, self.phase, self.time

    @property
    def text(self) -> str:
        """The event as claims write it."""
        return show(self.event)


@dataclass(frozen=True, slots=True)
class Finding:
    """A gap, a contradiction or an illegal action, with its sentence and its clauses."""

    kind: Literal["gap", "contradiction", "illegal"]
    what: Value
    sentence: str
    entry: int
    phase: str
    odds: Odds
    clauses: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[Value, int, str]:
        """What tells it from other findings of one play."""
        return self.what, self.entry, self.phase


@dataclass(frozen=True, slots=True)
class Forced:
    """What one chooser can make sure of whatever all others choose: the claim at least and at most so likely.

    `exact` is false where it was not worked out to the end: whoever wants more might get a little more.
    """

    who: Value
    sentence: str
    at_least: str
    at_most: str
    exact: bool


@dataclass(frozen=True, slots=True)
class Contested:
    """Where several choose: the odds if all choose at random, and what each can force.

    `hidden` are those who choose in secret, where because of that it is not worked out who can force what.
    """

    at_random: Odds
    forces: tuple[Forced, ...]
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventContested:
    """Something that may happen and hangs on choices of several."""

    event: Value
    sentence: str
    contest: Contested


@dataclass(frozen=True, slots=True)
class ReadingRuled:
    """What one way of reading the doubtful clauses makes of the scenario.

    `contests` say who can force what of all that hangs on choices of several, as far as it could be worked out at once.
    """

    readings: tuple[tuple[str, str], ...]
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    contests: tuple[EventContested, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """One expectation against what was ruled."""

    kind: str
    claim: str
    wanted: str
    found: str
    status: Status
    passed: bool
    place: Place
    because: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    by_reading: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class HouseRuleInForce:
    """A house rule that the verdict was given under, what its parameters were, which clauses it takes out of force."""

    name: str
    title: str
    parameters: tuple[tuple[str, int], ...]
    replaced: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """What Drakdom rules on one scenario.

    `branches` has one entry for every way of reading the clauses that the play turned on (one in all where it turned
    on none); `indifferent` are those of these clauses whose reading changes nothing of what happens; `refusing` are the
    clauses that forbade somebody something. `combination` is what the scenario's matrix chose, `language` that of the
    sentences. `seconds` is wall-clock time and the only field that differs between runs.
    """

    title: str
    file: str
    rulebook: str
    edition: str
    variants: tuple[str, ...]
    branches: tuple[ReadingRuled, ...]
    claims: tuple[ClaimResult, ...]
    citations: tuple[Citation, ...]
    yielded: tuple[tuple[str, str], ...]
    assumed: tuple[str, ...]
    notes: tuple[str, ...]
    positions: int
    seconds: float = field(compare=False)
    combination: tuple[tuple[str, str], ...] = ()
    indifferent: tuple[str, ...] = ()
    house_rules: tuple[HouseRuleInForce, ...] = ()
    refusing: tuple[str, ...] = ()
    language: str = "en"

    @property
    def passed(self) -> bool:
        """Whether every claim holds; true where nothing was claimed."""
        return all(claim.passed for claim in self.claims)

    def to_json(self) -> dict[str, Json]:
        """The JSON form, `SCHEMA`: dataclasses as objects, fractions and terms as text."""
        return {"schema": SCHEMA, **json_form(self)}


def indifferent(branches: tuple[ReadingRuled, ...]) -> tuple[str, ...]:
    """Doubtful clauses whose reading changes neither what happens nor how likely, however the others are read."""

    def comes_to(branch: ReadingRuled) -> frozenset[object]:
        outcomes = frozenset[object]((o.key, o.odds) for o in branch.outcomes)
        return outcomes | frozenset[object]((f.kind, f.key, f.odds) for f in branch.findings)

    decisive = turned_on([(branch.readings, comes_to(branch)) for branch in branches])
    return tuple(clause for clause in _doubtful(branch.readings for branch in branches) if clause not in decisive)


def turned_on(found: Sequence[tuple[Readings, object]]) -> tuple[str, ...]:
    """Doubtful clauses whose reading makes a difference, given what comes of it under the readings of each branch.

    Two branches that read a clause differently are held against each other if they read alike what both have to read:
    one reading may raise a doubt that another one does not.
    """
    decisive = set()
    for (first, one), (second, other) in itertools.combinations(found, 2):
        mine, yours = dict(first), dict(second)
        apart = [clause for clause in mine.keys() & yours.keys() if mine[clause] != yours[clause]]
        if len(apart) == 1 and one != other:
            decisive.add(apart[0])
    return tuple(clause for clause in _doubtful(readings for readings, _ in found) if clause in decisive)


def told_once(found: Sequence[tuple[Readings, T]]) -> tuple[tuple[Readings, T], ...]:
    """What comes of each way of reading that matters, without the readings that change nothing of it."""
    decisive = turned_on(found)
    once: dict[Readings, T] = {}
    for readings, one in found:
        matters = tuple(reading for reading in readings if reading[0] in decisive)
        if once.setdefault(matters, one) != one:
            return tuple(found)
    return tuple(once.items())


def _doubtful(readings: Iterable[tuple[tuple[str, str], ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for some in readings for clause, _ in some))


def json_form(value: Json) -> Json:
    """The JSON form of a frozen value: dataclasses as objects, fractions and terms as text."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Term):
        return show(value)
    if isinstance(value, tuple | list):
        return [json_form(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        return {name: json_form(getattr(value, name)) for name in value.__dataclass_fields__}
    return value
