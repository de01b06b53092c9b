"""The bank of house rules: what a default audit finds of their seeded faults, and which honest ones it blames.

`python -m tests.audit.bank NAME..` audits the named rules, or all, and prints the table. An audit has 60 s on two
cores: since other processes may use these cores, it ends after 120 s of processor time (or BANK_SECONDS).
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from drakdom.audit import Effort, Report, audit
from drakdom.audit.laws import law_with
from drakdom.errors import DrakdomError
from drakdom.rulebook import load_rulebook, resolve_rulebook
from drakdom.sandbox import Limits
from tests.cli.house import house_rule

BANK = Path(__file__).with_name("bank.yaml")
#: Seconds of processor time of one audit.
MOST = float(os.environ.get("BANK_SECONDS", "120"))


class Seeded(NamedTuple):
    """A house rule of the bank, as it is written there."""

    name: str
    base: str
    fault: str
    text: str
    law: tuple[str, ...]
    finds: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()
    more: str = ""


class Row(NamedTuple):
    """A row of the table: what the audit says of a rule."""

    rule: Seeded
    right: bool
    kinds: tuple[str, ...]
    beside: tuple[str, ...]
    silent: tuple[str, ...]
    seconds: float


def bank() -> list[Seeded]:
    """All house rules of the bank."""
    entries: list[dict[str, Any]] = yaml.safe_load(BANK.read_text("utf-8"))
    values: list[dict[str, Any]] = [
        {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()} for entry in entries
    ]
    return [Seeded(**value) for value in values]


def written(parent: Path, rule: Seeded) -> Path:
    """The folder of a house rule, with one clause for each line of its law."""
    ids = [f"HOUSE-{rule.name.upper()}-{number:03}" for number in range(1, len(rule.law) + 1)]
    over = f", overrides: [{', '.join(rule.overrides)}]" if rule.overrides else ""
    clauses = "".join(f'- {{id: {entry}, kind: outcome{over}, text: "{rule.text}"}}\n' for entry in ids)
    spec = f'title: {rule.name}\nintent: "{rule.text}"\nbase: {rule.base}\nclauses:\n{clauses}'
    spec += f"replaced: [{', '.join(rule.replaced)}]\n{rule.more}\n"
    lines = [
        line.replace("CLAUSE", f'clause("{entry}")').replace("ID", f'"{ids[0]}"')
        for entry, line in zip(ids, rule.law, strict=True)
    ]
    head = f"%# House rule: {rule.name}\n%\n% Reads:   is/3\n% Defines: event/2\n\n"
    return house_rule(parent, rule.name, spec, head + "\n".join(lines) + "\n")


def audited(rule: Seeded, folder: Path, most: float = MOST) -> Report:
    """The report of a default audit of a rule, ended after `most` seconds of processor time."""
    book = load_rulebook(resolve_rulebook(rule.base))
    law, base = law_with(book, [str(written(folder, rule))]), law_with(book)
    start = _processor_time()

    def stop(*_: object) -> None:
        if _processor_time() - start > most * 0.7:  # what is left is for witnesses and repairs
            raise KeyboardInterrupt

    return audit(law, base, {}, folder / "found", Effort(0, 2, Limits(seconds=600)), stop)


def row(rule: Seeded) -> Row:
    """Audit a rule and judge the report."""
    start = _processor_time()
    with tempfile.TemporaryDirectory() as folder:
        report = audited(rule, Path(folder))
    kinds = tuple(dict.fromkeys(finding.kind for finding in report.findings))
    beside = tuple(dict.fromkeys(shift.kind for shift in report.shifts if not shift.spoken))
    silent = tuple(fate.clause for fate in report.fates if not fate.applies and not fate.beaten)
    if not rule.fault:
        right = not kinds and not silent
    else:
        # who says of a clause that it applies nowhere has found that it is dead
        right = bool(silent) if rule.fault == "dead" else False
        right |= bool({*kinds, *(beside if rule.fault == "silent change" else ())} & set(rule.finds))
    return Row(rule, right, kinds, beside, silent, _processor_time() - start)


def line(entry: Row) -> str:
    """A row as a line of a Markdown table."""
    verdict = ("found" if entry.rule.fault else "clean") if entry.right else ("missed" if entry.rule.fault else "ALARM")
    cells = (
        entry.rule.fault or "honest",
        f"{entry.rule.base}: {entry.rule.name}",
        verdict,
        ", ".join(entry.kinds) or "-",
        ", ".join(entry.beside) or "-",
        f"{entry.seconds:.0f}",
    )
    return f"| {' | '.join(cells)} |"


def _processor_time() -> float:
    """Seconds of processor time of this process and its children, those that still run included."""
    total = sum(os.times()[:4])
    for process in Path(f"/proc/self/task/{os.getpid()}/children").read_text("utf-8").split():
        try:
            fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        total += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return total


def main(names: list[str]) -> None:
    """Print the table."""
    print("| fault | house rule | verdict | findings | changes beside its text | processor seconds |")
    print("|---|---|---|---|---|---|")
    for rule in bank():
        if not names or rule.name in names:
            try:
                print(line(row(rule)), flush=True)
            except DrakdomError as error:
                print(f"| {rule.fault or 'honest'} | {rule.base}: {rule.name} | REFUSED: {error} | | | |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
