"""Results of a coverage measurement: the rules, firings, yields, citations and kills of each clause."""

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
    """A rule of law: its file (relative to the working directory if below it), its first line, and its text."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Yield:
    """A clause yields `to` another one (empty: to a rule without a clause) in some scenarios."""

    to: str
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClauseCover:
    """One clause of the ledger. Only a clause that counts has the fields after `rules`.

    `pinned_by` are the scenarios that name the clause as a reason that holds, `cited_in` those whose outcomes cite it.
    `killed_by` is a scenario whose result changes without the clause (None: none known), `killed_in` all known ones,
    `tried` the number of scenarios run without it. `fired_in` are the scenarios in which it is known to fire: all of
    them if none kills it, else those that cite or kill it. `yielded` are its known yields.
    """

    id: str
    standing: Standing
    note: str = ""
    variant: str | None = None
    rules: tuple[RuleAt, ...] = ()
    encoded: bool = False
    pinned_by: tuple[str, ...] = ()
    cited_in: tuple[str, ...] = ()
    fired_in: tuple[str, ...] = ()
    yielded: tuple[Yield, ...] = ()
    killed_by: str | None = None
    killed_in: tuple[str, ...] = ()
    tried: int = 0

    @property
    def citations(self) -> int:
        """Number of scenarios whose outcomes cite the clause."""
        return len(self.cited_in)

    @property
    def status(self) -> Status:
        """The furthest stage that the clause reaches."""
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
        """True if some scenario pins the clause."""
        return bool(self.pinned_by)

    @property
    def covered(self) -> bool:
        """True if the clause is encoded, cited and killed."""
        return self.encoded and self.cited and self.killed_by is not None

    @property
    def missing(self) -> tuple[str, ...]:
        """The conditions that the clause fails to meet for coverage."""
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
        """Covered clauses as an exact percentage of those that count; 100 if none counts."""
        return Fraction(self.covered * 100, self.counting) if self.counting else Fraction(100)

    @property
    def percent(self) -> int:
        """The share in percent, rounded down."""
        return int(self.share)


@dataclass(frozen=True)
class Coverage:
    """The coverage of one ledger by some scenarios.

    `titles` maps the file of each scenario (with the combination of its matrix) to its title. `failing` are scenarios
    with a claim that fails with all clauses in force; such a claim measures nothing. `errors` are scenarios that could
    not run, `runs` counts rulings without a clause, `kept` the results taken from the cache.
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
        """Number of scenarios."""
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
        """Return the numbers for one prefix, for one optional rule, or for all."""
        clauses = [
            clause for clause in self.clauses if prefix in (None, clause.prefix) and variant in (None, clause.variant)
        ]
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
        """Return the JSON form, `SCHEMA`."""
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
        "told_in": clause.citations,
        "told_by": list(clause.cited_in),
        "fired_in": list(clause.fired_in),
        "yielded": [{"to": yield_.to, "in": list(yield_.where)} for yield_ in clause.yielded],
        "killed_by": clause.killed_by,
        "killed_in": list(clause.killed_in),
        "tried": clause.tried,
        "covered": clause.covered,
    }
