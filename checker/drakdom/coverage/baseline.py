"""The list of clauses that were covered once: what is on it must not be lost."""

from __future__ import annotations

from pathlib import Path

from drakdom.coverage.values import Coverage

NAME = "covered.txt"


def baseline_file(rulebook: Path) -> Path:
    """Where the list of a rulebook's folder lies."""
    return rulebook / NAME


def read_baseline(file: Path) -> tuple[str, ...]:
    """The ids in a list, one a line; none where there is no list."""
    if not file.is_file():
        return ()
    return tuple(line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip())


def check_baseline(coverage: Coverage, file: Path) -> tuple[str, ...]:
    """The clauses of a list that are not covered any more, of those that were measured.

    A clause that has become moot or restates another one now is not lost.
    """
    open_ones = {clause.id for clause in coverage.missing}
    return tuple(name for name in read_baseline(file) if name in open_ones)


def write_baseline(coverage: Coverage, file: Path) -> None:
    """Renew a list: what is covered now. Clauses that were not measured stay as they were."""
    measured = {clause.id for clause in coverage.clauses}
    kept = [name for name in read_baseline(file) if name not in measured]
    names = sorted({*kept, *coverage.covered})
    file.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
