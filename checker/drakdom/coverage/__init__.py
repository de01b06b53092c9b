"""Clause coverage: encoded, cited, and killed when switched off."""

from drakdom.coverage.baseline import baseline_file, check_baseline, read_baseline, write_baseline
from drakdom.coverage.measure import measure
from drakdom.coverage.values import ClauseCover, Counts, Coverage

__all__ = [
    "ClauseCover",
    "Counts",
    "Coverage",
    "baseline_file",
    "check_baseline",
    "measure",
    "read_baseline",
    "write_baseline",
]
