"""What coverage is: per clause whether law encodes it, a scenario pins it, and a scenario fails without it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any as Json
from typing import Literal

SCHEMA = "drakdom/coverage/1"

Standing = Literal["counts", "restates", "moot", "not adjudicable"]


@dataclass(frozen=True, slots=True)
class ClauseCover:
    """One clause of the ledger. Only those that count have the rest.

    `pinned_by` are the scenarios that name the clause as a reason that holds, `told_in` the number of scenarios in
    whose outcomes' reasons it stands, `killed_by` a scenario of which a result changes when the clause is switched
    off (None: none found), `tried` how many scenarios were run without it.
    """

    id: str
    standing: Standing
    note: str = ""
    encoded: bool = False
    pinned_by: tuple[str, ...] = ()
    told_in: int = 0
    killed_by: str | None = None
    tried: int = 0

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
        return tuple(word for word, there in parts.items() if not there)


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of clauses; a group of clauses that say the same counts once, for its principal."""

    clauses: int
    counting: int
    encoded: int
    cited: int
    killed: int
    covered: int
    restating: int
    moot: int
    not_adjudicable: int

    @property
    def percent(self) -> int:
        """Covered of those that count, rounded down; 100 where nothing counts."""
        return self.covered * 100 // self.counting if self.counting else 100


@dataclass(frozen=True)
class Coverage:
    """The coverage of one ledger by some scenarios.

    `failing` are scenarios with a claim that does not hold to begin with (nothing is measured by that claim),
    `errors` what could not be run, `runs` how often a scenario was ruled on without a clause.
    """

    rulebook: str
    clauses: tuple[ClauseCover, ...]
    scenarios: int
    runs: int
    failing: tuple[str, ...]
    errors: tuple[tuple[str, str], ...]
    seconds: float

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

    def counts(self, prefix: str | None = None) -> Counts:
        """Numbers for one prefix, or for all."""
        some = [clause for clause in self.clauses if prefix in (None, clause.prefix)]
        counting = [clause for clause in some if clause.standing == "counts"]
        return Counts(
            clauses=len(some),
            counting=len(counting),
            encoded=sum(clause.encoded for clause in counting),
            cited=sum(clause.cited for clause in counting),
            killed=sum(clause.killed_by is not None for clause in counting),
            covered=sum(clause.covered for clause in counting),
            restating=sum(clause.standing == "restates" for clause in some),
            moot=sum(clause.standing == "moot" for clause in some),
            not_adjudicable=sum(clause.standing == "not adjudicable" for clause in some),
        )

    def to_json(self) -> dict[str, Json]:
        """The JSON form, `SCHEMA`."""
        return {
            "schema": SCHEMA,
            "rulebook": self.rulebook,
            "scenarios": self.scenarios,
            "runs": self.runs,
            "failing": list(self.failing),
            "errors": [{"where": where, "message": message} for where, message in self.errors],
            "seconds": round(self.seconds, 3),
            "counts": _plain(self.counts()),
            "prefixes": {prefix: _plain(self.counts(prefix)) for prefix in self.prefixes},
            "clauses": [_clause(clause) for clause in self.clauses],
        }


def _plain(counts: Counts) -> dict[str, int]:
    return {name: getattr(counts, name) for name in (*Counts.__dataclass_fields__, "percent")}


def _clause(clause: ClauseCover) -> dict[str, Json]:
    if clause.standing != "counts":
        return {"id": clause.id, "standing": clause.standing, "note": clause.note}
    return {
        "id": clause.id,
        "standing": clause.standing,
        "encoded": clause.encoded,
        "pinned_by": list(clause.pinned_by),
        "told_in": clause.told_in,
        "killed_by": clause.killed_by,
        "tried": clause.tried,
        "covered": clause.covered,
    }
