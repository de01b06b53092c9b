"""Verdicts: plain frozen values and their JSON form.

The library returns these values, the command line prints them, and `--format json` writes them. They hold no objects
of the solver. `SCHEMA` names the version of the JSON form.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any as Json
from typing import Literal

from drakdom.answer import Answer, Odds, Status
from drakdom.errors import Place
from drakdom.terms import Term, Value, show

SCHEMA = "drakdom/verdict/2"
"""Version of the JSON form of a verdict."""

FORMER = "drakdom/verdict/1"
"""The version before: without `answers`, and with actions that did not come up among the illegal ones."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One node of an explanation.

    `kind` is one of these:

    - `law`: a clause or a helper rule;
    - `stated`: in the scenario;
    - `chosen` or `rolled`: a choice or roll that the scenario states;
    - `assumed`: a choice or roll that the scenario leaves open;
    - `yielded`: a clause defeated by an exception;
    - `lacking`: a result that needs another roll, choice or value, given below it;
    - `also`: a second clause with the same result.

    `needs` is the condition on a missing number: `at_most(4)`, `less_than(4)` ..
    """

    what: Value
    clause: str | None
    kind: str
    because: tuple[Reason, ...]
    needs: Value | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A clause as cited: its id, its section in the rulebook, its text."""

    id: str
    section: str
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """An event that happens or may happen: its place in the play, its odds, and the clauses behind it.

    An event that happens several times in one phase has one outcome for each. `time` counts them from 1; the odds are
    those of at least this many. `visit` counts the visits of the phase, which reports list separately.
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
        """Return a key that is unique among the outcomes of one play."""
        return self.event, self.entry, self.phase, self.time

    @property
    def text(self) -> str:
        """Return the event in the syntax of claims."""
        return show(self.event)


@dataclass(frozen=True, slots=True)
class Finding:
    """A gap, a contradiction, an illegal action or one that did not come up (`unasked`), with sentence and clauses."""

    kind: Literal["gap", "contradiction", "illegal", "unasked"]
    what: Value
    sentence: str
    entry: int
    phase: str
    odds: Odds
    clauses: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[Value, int, str]:
        """Return a key that is unique among the findings of one play."""
        return self.what, self.entry, self.phase


@dataclass(frozen=True, slots=True)
class Forced:
    """Bounds on a claim's odds that one chooser can force against all choices of the others.

    `exact` is false if the computation stopped early; the chooser might then force slightly more.
    """

    who: Value
    sentence: str
    at_least: str
    at_most: str
    exact: bool


@dataclass(frozen=True, slots=True)
class Contested:
    """A result that depends on several choosers: the odds under random choices, and the bounds that each can force.

    `hidden` are the choosers who choose in secret, if no bounds are computed because of them.
    """

    at_random: Odds
    forces: tuple[Forced, ...]
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventContested:
    """An event that depends on choices of several choosers."""

    event: Value
    sentence: str
    contest: Contested


@dataclass(frozen=True, slots=True)
class ReadingRuled:
    """The ruling on a scenario under one reading of the ambiguous clauses.

    `contests` are the events that depend on several choosers, as far as their bounds are cheap to compute.
    """

    readings: tuple[tuple[str, str], ...]
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    contests: tuple[EventContested, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """One expectation compared with the ruling. `is_open`: choices or the end of play leave its odds open."""

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
    is_open: bool = field(default=False, metadata={"json": False})


@dataclass(frozen=True, slots=True)
class HouseRuleInForce:
    """A house rule in force in a verdict, with its parameter values and the ids of the clauses that it replaces."""

    name: str
    title: str
    parameters: tuple[tuple[str, int], ...]
    replaced: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """The ruling on one scenario.

    `branches` has one entry for each combination of readings of the ambiguous clauses that the play used (a single
    entry if it used none). `indifferent` are those of these clauses whose reading changes no result. `refusing` are
    the clauses that forbade an action. `combination` is the choice of the scenario's matrix; `language` is that of the
    sentences. `answers` has one entry for each question, or for each expectation if nothing is asked. `positions`
    counts the states that were solved. `program` is the program with its version, `law` the text that the verdict rests
    on, as `slug@digest`. `seconds` is wall-clock time, the only field that differs between runs.
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
    answers: tuple[Answer, ...] = ()
    program: str = ""
    law: str = ""

    @property
    def passed(self) -> bool:
        """Return True if every claim holds, also if there is no claim."""
        return all(claim.passed for claim in self.claims)

    def to_json(self, schema: str = SCHEMA) -> dict[str, Json]:
        """Return the JSON form (`SCHEMA` or `FORMER`): dataclasses as objects, fractions and terms as text."""
        form = {"schema": schema, **json_form(self)}
        if schema == SCHEMA:
            return form
        for finding in (finding for branch in form["branches"] for finding in branch["findings"]):
            if finding["kind"] == "unasked":
                finding["kind"] = "illegal"
        return {key: value for key, value in form.items() if key not in _ADDED}


_ADDED = frozenset({"answers", "program", "law"})
"""Fields that the former form does not have."""


def json_form(value: Json) -> Json:
    """Return the JSON form of a frozen value: dataclasses as objects, fractions and terms as text.

    Fields with `json: False` in their metadata are left out.
    """
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Term):
        return show(value)
    if isinstance(value, tuple | list):
        return [json_form(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        written = (name for name, field in value.__dataclass_fields__.items() if field.metadata.get("json", True))
        return {name: json_form(getattr(value, name)) for name in written}
    return value
