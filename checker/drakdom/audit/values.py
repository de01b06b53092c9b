"""Results of an audit, as plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from drakdom.rulebook import Rulebook
from drakdom.rulebook.house import namespace
from drakdom.step.scope import Situation
from drakdom.terms import Any, Term, Value, show
from drakdom.why.exception_points import ExceptionPoint

Kind = Literal[
    "conflict",
    "gap",
    "invariant",
    "empty choice",
    "never ends",
    "thing",
    "never applies",
    "always beaten",
    "never matters",
]
#: Name of the house rule whose clauses must always hold. An audit puts it in force if the rulebook has it.
INVARIANTS = "invariants"


@dataclass(frozen=True)
class Law:
    """A law to audit: a rulebook with house rules, its optional rules, and readings of its ambiguous clauses."""

    label: str
    book: Rulebook
    variants: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the names of its house rules."""
        return tuple(rule.name for rule in self.book.house_rules)


class Key(NamedTuple):
    """The identity of a finding: its kind, its value without names and numbers, and the phase."""

    kind: str
    what: str
    phase: str


class Step(NamedTuple):
    """One choice, or one face of a roll, on the way to a finding. `who` is the chooser or the roll."""

    entry: int
    kind: str
    who: Value
    what: Value


@dataclass(frozen=True)
class Hit:
    """One finding in one situation, with the path to it and the minimal sets of clauses behind it (`cores`).

    `hooks` are the exception points at which a house rule could override these clauses.
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
    """One finding of the audit, in the smallest situation that shows it.

    `since` are the house rules without which the situation does not show it. `witness` is the text of a scenario that
    pins it, or empty. `checked` is true if the expectations of the witness hold.
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
    """Extent of a search. `complete` is the largest size up to which every situation of the scope was searched.

    `widened` is the number of situations that were added to those of the scope for the words of house rules.
    """

    bounds: Mapping[str, int]
    situations: int
    searched: int
    complete: int | None
    largest: int
    too_large: int
    stopped: str
    moments: int
    seconds: float
    widened: int = 0

    @property
    def whole(self) -> bool:
        """Return True if the whole scope was searched."""
        return self.searched == self.situations and not self.stopped


@dataclass(frozen=True)
class ClauseFate:
    """The fate of a clause of an audited house rule: the numbers of situations in which it applies, is beaten, matters.

    `of` are the situations searched. `tested` is false if its effect was not tested in every moment in which it
    applies. `absent` are words of its house rule that no situation has; `bounds` are larger bounds of the scope that
    bring such words.
    """

    clause: str
    text: str
    applies: int
    beaten: int
    matters: int
    of: int
    tested: bool = True
    absent: tuple[str, ...] = ()
    bounds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shifted:
    """A kind of outcome that audited house rules change, and if their text speaks of it.

    `now` is False if the law no longer has it. `odds` are those of a roll whose odds differ, or empty.
    """

    kind: str
    sentence: str
    now: bool
    spoken: bool
    size: int
    odds: str = ""


@dataclass(frozen=True)
class Change:
    """One change of a house rule, as lines for its two files. `at` is the id of the clause for a change of a clause."""

    sentence: str
    replaced: str = ""
    at: str = ""
    yaml: str = ""
    law: str = ""


@dataclass(frozen=True)
class Repair:
    """Changes of a house rule that remove its conflicts, and the bound of the audit that confirmed them."""

    rule: str
    changes: tuple[Change, ...]
    bound: Bound


@dataclass(frozen=True)
class Report:
    """The report of an audit.

    `others` are findings of the base law, if house rules are audited. `never` are the clauses that apply nowhere.
    Usually the scope is too small for them, so they are findings only if a house rule is the cause. `repair` removes
    the conflicts of a house rule; `unmended` is the reason why there is none. `idle_known` is false if the search for
    clauses without effect did not finish; the report then names none. `fates` are those of the clauses of the audited
    house rules; `widened_by` are their words for which situations were added. `intended` are
    the sentences of findings that a house rule marks so.
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
    fates: tuple[ClauseFate, ...] = ()
    widened_by: tuple[str, ...] = ()
    shifts: tuple[Shifted, ...] = ()
    intended: tuple[str, ...] = ()


def skeleton(value: Value) -> Value:
    """Replace names and numbers of a value by `_`: `two_values(at(_))`."""
    if isinstance(value, Term):
        return Term(value.name, tuple(map(skeleton, value.args)))
    return Any()


def key_of(seen: str, value: Value, phase: str) -> Key:
    """Return the key of a gap or contradiction. `seen` is the name of its atom (`unruled`, `conflict`)."""
    return Key({"unruled": "gap"}.get(seen, seen), show(skeleton(value)), phase)


def is_invariant(clause: str) -> bool:
    """Return True if a clause belongs to the house rule `invariants`."""
    return clause.startswith(namespace(INVARIANTS))


__all__ = [
    "INVARIANTS",
    "Bound",
    "Change",
    "ClauseFate",
    "ExceptionPoint",
    "Finding",
    "Hit",
    "Key",
    "Kind",
    "Law",
    "Repair",
    "Report",
    "Shifted",
    "Situation",
    "Step",
    "is_invariant",
    "key_of",
    "skeleton",
]  # fmt: skip
