"""The baseline of covered clauses, which must not be lost."""

from __future__ import annotations

from pathlib import Path

from drakdom.coverage.values import Coverage
from drakdom.errors import InputError
from drakdom.rulebook.textfile import decode, read_bytes
from drakdom.rulebook.whole_file import save_whole

NAME = "covered.txt"


def baseline_file(rulebook: Path) -> Path:
    """Return the path of the baseline in a rulebook's folder."""
    return rulebook / NAME


def read_baseline(file: Path) -> tuple[str, ...]:
    """Read the clause ids of a baseline, one a line; none if the file is missing. Raises InputError for other text."""
    if not file.exists():
        return ()
    return tuple(line.strip() for line in decode(read_bytes(file, str(file)), str(file)).splitlines() if line.strip())


def check_baseline(coverage: Coverage, file: Path) -> tuple[str, ...]:
    """Return the clauses of a baseline that were measured and are no longer covered.

    A clause that is now moot or restates another one is not lost.
    """
    open_ones = {clause.id for clause in coverage.missing}
    return tuple(name for name in read_baseline(file) if name in open_ones)


def write_baseline(coverage: Coverage, file: Path) -> None:
    """Write the covered clauses to a baseline. Clauses that were not measured keep their entry. Raises InputError."""
    measured = {clause.id for clause in coverage.clauses}
    kept = [name for name in read_baseline(file) if name not in measured]
    names = sorted({*kept, *coverage.covered})
    try:
        save_whole(file, "".join(f"{name}\n" for name in names))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError.single(f"the list cannot be written: {reason}", str(file)) from None
