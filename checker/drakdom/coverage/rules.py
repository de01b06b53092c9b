"""Which rules of the law carry each clause, for people to find."""

from __future__ import annotations

from pathlib import Path

from drakdom.coverage.values import RuleAt
from drakdom.law.written import written_rules


def rules_of(folder: Path) -> dict[str, tuple[RuleAt, ...]]:
    """By clause, the rules in the law of a rulebook's folder that carry it, in reading order."""
    found = written_rules(folder / "rulebook.lp")
    return {
        clause: tuple(RuleAt(_seen_from_here(one.file), one.line, one.text) for one in rules)
        for clause, rules in found.items()
    }


def _seen_from_here(file: Path) -> str:
    here = Path.cwd().resolve()
    return file.relative_to(here).as_posix() if file.is_relative_to(here) else str(file)
