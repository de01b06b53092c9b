"""The rules of law that carry each clause."""

from __future__ import annotations

from pathlib import Path

from drakdom.coverage.values import RuleAt
from drakdom.law.written import written_rules


def rules_of(folder: Path) -> dict[str, tuple[RuleAt, ...]]:
    """Return the rules that carry each clause, in reading order, for the law in a rulebook's folder."""
    by_clause = written_rules(folder / "rulebook.lp")
    return {
        clause: tuple(RuleAt(_seen_from_here(rule.file), rule.line, rule.text) for rule in rules)
        for clause, rules in by_clause.items()
    }


def _seen_from_here(file: Path) -> str:
    folder = Path.cwd().resolve()
    return file.relative_to(folder).as_posix() if file.is_relative_to(folder) else str(file)
