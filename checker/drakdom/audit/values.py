"""What an audit finds, as plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from drakdom.rulebook import Rulebook
from drakdom.rulebook.house import namespace
from drakdom.step.scope import Situation
from drakdom.terms import Any, Term, Value, show
from drakdom.why.exception_points import ExceptionPoint

Kind = Literal["conflict", "gap", "invariant", "never applies", "always beaten", "never matters"]
#: The house rule whose clauses say what must always hold; an audit puts it in force if the rulebook has it.
INVARIANTS = "invariants"


@dataclass(frozen=True)
class Law:
    """A law that is audited: a rulebook with house rules, its optional rules, how doubtful clauses are read."""

    label: str
    book: Rulebook
    variants: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of its house rules."""
        return tuple(rule.name for rule in self.book.house_rules)


class Key(NamedTuple):
    """What makes two findings one: their kind, what they say of whom, and the phase."""

    kind: str
    what: str
    phase: str


class Step(NamedTuple):
    """One thing that was opened on the way to a finding: a choice, or the face of a roll."""

    entry: int
    kind: str
    who: Value
    what: Value


@dataclass(frozen=True)
class Hit:
    """One finding in one situation: what was seen, how play came there, the minimal sets of clauses that lead to it.

    `hooks` are the exceptions that a house rule could make to the clauses behind it.
    """

    key: Key
    situation: int
    what: Value
    path: tuple[Step, ...] = ()
    cores: tuple[tuple[str, ...], ...] = ()
    all_cores: bool = True
    hooks: tuple[ExceptionPoint, ...] = ()


@dataclass(frozen=True)
class Finding:
    """One finding of the whole audit, in the smallest situation that shows it.

    `since` are the house rules without which the situation does not show it; `witness` is a scenario's text that pins
    it (empty where none can), `checked` whether that scenario holds.
    """

    kind: Kind
    what: Value
    sentence: str
    phase: str
    size: int
    clauses: tuple[str, ...]
    cores: tuple[tuple[str, ...], ...]
    all_cores: bool
    since: tuple[str, ...]
    witness: str = ""
    checked: bool = False
    file: str = ""


@dataclass(frozen=True)
class Bound:
    """How far a search went: `complete` is the largest size of which, and below, every situation was searched."""

    bounds: Mapping[str, int]
    situations: int
    searched: int
    complete: int | None
    largest: int
    too_large: int
    stopped: str
    moments: int
    seconds: float

    @property
    def whole(self) -> bool:
        """Whether the scope was searched to its end."""
        return self.searched == self.situations and not self.stopped


@dataclass(frozen=True)
class Change:
    """One change of a house rule, as lines for its two files; for those of a clause, `at` is its id."""

    sentence: str
    replaced: str = ""
    at: str = ""
    yaml: str = ""
    law: str = ""


@dataclass(frozen=True)
class Repair:
    """Changes of a house rule without its conflicts, and how far an audit with them found nothing new."""

    rule: str
    changes: tuple[Change, ...]
    bound: Bound


@dataclass(frozen=True)
class Report:
    """What an audit found.

    `findings` count, `others` are those of the book by itself where house rules are audited. `never` are the clauses
    that apply nowhere: most often the scope is too small for them, so that they count only where a house rule is why.
    `repair` removes the conflicts of a house rule, `unmended` says why there is none. `idle_known` says whether it was
    searched to the end which clauses make no difference, if house rules are audited: if not, none is told.
    """

    law: str
    rulebook: str
    house_rules: tuple[str, ...]
    variants: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]
    others: tuple[Finding, ...]
    never: tuple[str, ...]
    clauses: int
    bound: Bound
    repair: Repair | None = None
    unmended: str = ""
    idle_known: bool = True


def skeleton(value: Value) -> Value:
    """A value without names and numbers: `two_values(at(_))`."""
    if isinstance(value, Term):
        return Term(value.name, tuple(map(skeleton, value.args)))
    return Any()


def key_of(seen: str, value: Value, phase: str) -> Key:
    """The key of something unruled or contradictory."""
    return Key({"unruled": "gap"}.get(seen, seen), show(skeleton(value)), phase)


def of_invariants(clause: str) -> bool:
    """Whether a clause says what must always hold."""
    return clause.startswith(namespace(INVARIANTS))


__all__ = [
    "INVARIANTS",
    "Bound",
    "Change",
    "ExceptionPoint",
    "Finding",
    "Hit",
    "Key",
    "Kind",
    "Law",
    "Repair",
    "Report",
    "Situation",
    "Step",
    "key_of",
    "of_invariants",
    "skeleton",
]  # fmt: skip
