"""What coverage is: of each clause its rules, where it fires, to what it yields, who pins and who misses it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any as Json
from typing import Literal

SCHEMA = "drakdom/coverage/1"

Standing = Literal["counts", "restates", "moot", "not adjudicable"]
Status = Literal["covered", "killed", "fired", "yielded", "never reached", "not encoded", "does not count"]


@dataclass(frozen=True, slots=True)
class RuleAt:
    """A rule of law: its file (as seen from the folder that one is in), its first line, and how it is written there."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Yield:
    """A clause gave way `to` another one (empty: to a rule that carries none) in some scenarios."""

    to: str
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClauseCover:
    """One clause of the ledger. Only those that count have what comes after `rules`.

    `pinned_by` are the scenarios that name the clause as a reason that holds, `told_by` those in whose outcomes'
    reasons it stands, `killed_by` a scenario of which a result changes when the clause is switched off (None: none
    found), `killed_in` all that are known to be such (it is not looked for others), `tried` how many scenarios were run
    without it. `fired_in` are the scenarios in which it is known to fire: all of them where none misses it, else those
    that tell or miss it. `yielded` says in which it gave way, as far as the plays were told or probed.
    """

    id: str
    standing: Standing
    note: str = ""
    variant: str | None = None
    rules: tuple[RuleAt, ...] = ()
    encoded: bool = False
    pinned_by: tuple[str, ...] = ()
    told_by: tuple[str, ...] = ()
    fired_in: tuple[str, ...] = ()
    yielded: tuple[Yield, ...] = ()
    killed_by: str | None = None
    killed_in: tuple[str, ...] = ()
    tried: int = 0

    @property
    def told_in(self) -> int:
        """In how many scenarios' outcomes' reasons it stands."""
        return len(self.told_by)

    @property
    def status(self) -> Status:
        """How far it comes: each of these stands for more than those behind it."""
        if self.standing != "counts":
            return "does not count"
        if not self.encoded:
            return "not encoded"
        if self.killed_by is not None:
            return "covered" if self.cited else "killed"
        return "fired" if self.fired_in else "yielded" if self.yielded else "never reached"

    @property
    def prefix(self) -> str:
        """The id without its number."""
        return self.id.rpartition("-")[0] or self.id

    @property
    def cited(self) -> bool:
        """Whether some scenario pins it."""
        return bool(self.pinned_by)

    @property
    def covered(self) -> bool:
        """Whether it is encoded, cited and killed."""
        return self.encoded and self.cited and self.killed_by is not None

    @property
    def missing(self) -> tuple[str, ...]:
        """What keeps it from being covered."""
        if self.standing != "counts":
            return ()
        parts = {"encoded": self.encoded, "cited": self.cited, "killed": self.killed_by is not None}
        return tuple(word for word, is_reached in parts.items() if not is_reached)


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of clauses; a group of clauses that say the same counts once, for its principal."""

    clauses: int
    counting: int
    encoded: int
    fired: int
    cited: int
    killed: int
    covered: int
    restating: int
    moot: int
    not_adjudicable: int

    @property
    def share(self) -> Fraction:
        """Covered of those that count, in percent and exact; 100 where nothing counts."""
        return Fraction(self.covered * 100, self.counting) if self.counting else Fraction(100)

    @property
    def percent(self) -> int:
        """The same, rounded down."""
        return int(self.share)


@dataclass(frozen=True)
class Coverage:
    """The coverage of one ledger by some scenarios.

    `titles` are those of the scenarios, by file (and combination of its matrix), `failing` those with a claim that does
    not hold to begin with (nothing is measured by that claim), `errors` what could not be run, `runs` how often a
    scenario was ruled on without a clause, `kept` how many results were not worked out now but had been kept.
    """

    rulebook: str
    clauses: tuple[ClauseCover, ...]
    titles: Mapping[str, str]
    runs: int
    failing: tuple[str, ...]
    errors: tuple[tuple[str, str], ...]
    seconds: float
    kept: int = 0

    @property
    def scenarios(self) -> int:
        """How many there are."""
        return len(self.titles)

    @property
    def counting(self) -> tuple[ClauseCover, ...]:
        """The clauses that an outcome can depend on, each group once."""
        return tuple(clause for clause in self.clauses if clause.standing == "counts")

    @property
    def covered(self) -> tuple[str, ...]:
        """Ids of the clauses that are encoded, cited and killed, sorted."""
        return tuple(sorted(clause.id for clause in self.counting if clause.covered))

    @property
    def missing(self) -> tuple[ClauseCover, ...]:
        """The clauses that count and are not covered."""
        return tuple(clause for clause in self.counting if not clause.covered)

    @property
    def prefixes(self) -> tuple[str, ...]:
        """The prefixes of the ids, in the ledger's order."""
        return tuple(dict.fromkeys(clause.prefix for clause in self.clauses))

    @property
    def variants(self) -> tuple[str, ...]:
        """The optional rules that some clause belongs to, in the ledger's order."""
        return tuple(dict.fromkeys(clause.variant for clause in self.clauses if clause.variant))

    def counts(self, prefix: str | None = None, variant: str | None = None) -> Counts:
        """Numbers for one prefix, for one optional rule, or for all."""
        clauses = [c for c in self.clauses if prefix in (None, c.prefix) and variant in (None, c.variant)]
        counting = [clause for clause in clauses if clause.standing == "counts"]
        return Counts(
            clauses=len(clauses),
            counting=len(counting),
            encoded=sum(clause.encoded for clause in counting),
            fired=sum(clause.status in ("covered", "killed", "fired") for clause in counting),
            cited=sum(clause.cited for clause in counting),
            killed=sum(clause.killed_by is not None for clause in counting),
            covered=sum(clause.covered for clause in counting),
            restating=sum(clause.standing == "restates" for clause in clauses),
            moot=sum(clause.standing == "moot" for clause in clauses),
            not_adjudicable=sum(clause.standing == "not adjudicable" for clause in clauses),
        )

    def to_json(self) -> dict[str, Json]:
        """The JSON form, `SCHEMA`."""
        return {
            "schema": SCHEMA,
            "rulebook": self.rulebook,
            "scenarios": self.scenarios,
            "runs": self.runs,
            "kept": self.kept,
            "failing": list(self.failing),
            "errors": [{"where": where, "message": message} for where, message in self.errors],
            "seconds": round(self.seconds, 3),
            "counts": _plain(self.counts()),
            "variants": {variant: _plain(self.counts(variant=variant)) for variant in self.variants},
            "prefixes": {prefix: _plain(self.counts(prefix)) for prefix in self.prefixes},
            "clauses": [_clause(clause) for clause in self.clauses],
        }


def _plain(counts: Counts) -> dict[str, int]:
    return {name: getattr(counts, name) for name in (*Counts.__dataclass_fields__, "percent")}


def _clause(clause: ClauseCover) -> dict[str, Json]:
    of = {"variant": clause.variant} if clause.variant else {}
    if clause.standing != "counts":
        return {"id": clause.id, "standing": clause.standing, "note": clause.note, **of, "status": clause.status}
    return {
        "id": clause.id,
        "standing": clause.standing,
        **of,
        "status": clause.status,
        "encoded": clause.encoded,
        "rules": [{"file": rule.file, "line": rule.line} for rule in clause.rules],
        "pinned_by": list(clause.pinned_by),
        "told_in": clause.told_in,
        "told_by": list(clause.told_by),
        "fired_in": list(clause.fired_in),
        "yielded": [{"to": yield_.to, "in": list(yield_.where)} for yield_ in clause.yielded],
        "killed_by": clause.killed_by,
        "killed_in": list(clause.killed_in),
        "tried": clause.tried,
        "covered": clause.covered,
    }
