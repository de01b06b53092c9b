"""The table of the bank, `bank.md`: its rows, and its counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

TABLE = Path(__file__).with_name("bank.md")
HEAD = (
    "| house rule | rulebook | chapter | fault | verdict | findings | changes beside its text | repair | seconds |",
    "|---|---|---|---|---|---|---|---|---|",
)
_TITLE = """\
# The bank of house rules

What a default audit says of the house rules in `rules/`, as `python -m tests.audit.bank --write` measured it. Seconds
are processor time; a default audit has 120 (60 s on two cores). A quick pass has 20, and leaves out what it misses: as
long as rules have no row, the counts say nothing about the rest.
"""


def kept() -> dict[str, str]:
    """Return the rows of the table by the name of their rule."""
    lines = TABLE.read_text("utf-8").splitlines() if TABLE.is_file() else []
    rows = [
        line for line in lines if line.startswith("| ") and line not in HEAD and line.count("|") == HEAD[0].count("|")
    ]
    return {cells(line)[0]: line for line in rows}


def cells(line: str) -> list[str]:
    """Return the cells of a row."""
    return [cell.strip() for cell in line.strip("|").split("|")]


def write(rows: Mapping[str, str]) -> None:
    """Write the table with these rows renewed, in the order of the bank."""
    from tests.audit.bank import bank

    merged = kept() | dict(rows)
    lines = [merged[rule.name] for rule in bank() if rule.name in merged]
    left = f"| rules without a row | {len(bank()) - len(lines)} | |"
    TABLE.write_text("\n".join([_TITLE, *counts(lines), left, "", *HEAD, *lines, ""]), encoding="utf-8")


def counts(lines: list[str]) -> list[str]:
    """Return the table of counts: by kind of fault, how many were found of how many."""
    verdicts = Counter((cells(line)[3], cells(line)[4].split(",")[0].split(":")[0]) for line in lines)
    kinds = dict.fromkeys(kind for kind, _ in sorted(verdicts))
    table = ["| fault | measured | found, or clean |", "|---|---|---|"]
    for kind in kinds:
        right = verdicts[kind, "found"] + verdicts[kind, "clean"]
        table.append(f"| {kind} | {sum(n for (k, _), n in verdicts.items() if k == kind)} | {right} |")
    seeded = [cells(line) for line in lines if cells(line)[3] != "honest"]
    table.append(f"| all with a fault | {len(seeded)} | {sum(row[4] == 'found' for row in seeded)} |")
    return table
