"""The bank of house rules: what a default audit finds of their seeded faults, and which honest ones it blames.

The folder `rules` has one file a rulebook. A rule was written before it was audited for the first time; none was
changed to be found. `law` has one or more rules for each clause, with CLAUSE for its literal and ID for its id.
`chapter` is the folder of the rulebook's law that the rule is about. `finds` are the kinds of findings that name the
fault; for a silent change, the kind of outcome that the text does not speak of. An honest rule has an empty `fault`.

    python -m tests.audit.bank [--write] [NAME..]    audit the named rules, or all; --write renews their rows in bank.md
    python -m tests.audit.bank --missing --write     audit the rules that have no row yet
    python -m tests.audit.bank --quick --write       give each a sixth of the time, and write the rows with findings
    python -m tests.audit.bank --lint [NAME..]       check their law by its text

An audit has 60 s on two cores: since other processes may use these cores, it ends after 120 s of processor time (or
BANK_SECONDS). A rule with a fault has an audit of a sixth of that first; what that finds needs no more.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from drakdom.audit import Effort, Report, audit
from drakdom.audit.laws import law_with
from drakdom.errors import DrakdomError
from drakdom.lint import fix_rulebook, lint_rulebook
from drakdom.rulebook import load_house_rule, load_rulebook, resolve_rulebook
from drakdom.sandbox import Limits
from tests.cli.house import house_rule

RULES = Path(__file__).with_name("rules")
#: Seconds of processor time of one audit.
MOST = float(os.environ.get("BANK_SECONDS", "120"))
#: The kinds of faults that designers make.
FAULTS = (
    "contradiction", "gap", "dead", "always beaten", "no difference", "invariant", "endless", "silent change",
    "empty choice",
)  # fmt: skip


class Seeded(NamedTuple):
    """A house rule of the bank, as it is written there."""

    name: str
    base: str
    chapter: str
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
    repair: tuple[str, ...]
    seconds: float


def bank() -> list[Seeded]:
    """All house rules of the bank."""
    entries: list[dict[str, Any]] = [
        entry for file in sorted(RULES.glob("*.yaml")) for entry in yaml.safe_load(file.read_text("utf-8"))
    ]
    values: list[dict[str, Any]] = [
        {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()} for entry in entries
    ]
    return [Seeded(**value) for value in values]


def written(parent: Path, rule: Seeded) -> Path:
    """The folder of a house rule, with one clause for each part of its law."""
    ids = [f"HOUSE-{rule.name.upper()}-{number:03}" for number in range(1, len(rule.law) + 1)]
    over = f", overrides: [{', '.join(rule.overrides)}]" if rule.overrides else ""
    clauses = "".join(f'- {{id: {entry}, kind: outcome{over}, text: "{rule.text}"}}\n' for entry in ids)
    spec = f'title: {rule.name}\nintent: "{rule.text}"\nbase: {rule.base}\nclauses:\n{clauses}'
    spec += f"replaced: [{', '.join(rule.replaced)}]\n{rule.more}\n"
    parts = [
        f"% {entry}  {rule.text}\n" + re.sub(r"\bID\b", f'"{ids[0]}"', part).replace("CLAUSE", f'clause("{entry}")')
        for entry, part in zip(ids, rule.law, strict=True)
    ]
    head = f"%# House rule: {rule.name}\n%\n% Reads:   is/3\n% Defines: event/2\n\n"
    return house_rule(parent, rule.name, spec, head + "\n".join(parts) + "\n")


def linted(rules: Sequence[Seeded]) -> list[str]:
    """What lint says of the law of rules of one rulebook, read together, when their headers are true."""
    book = resolve_rulebook(rules[0].base)
    with tempfile.TemporaryDirectory() as folder:
        houses, refused = [written(Path(folder), rule) for rule in rules], []
        for house in [*houses]:
            try:
                load_house_rule(house, load_rulebook(book))
            except DrakdomError as error:
                refused.append(f"{house.name}: {error}")
                houses.remove(house)
        fix_rulebook(book, houses)
        findings = lint_rulebook(book, (), houses)
        faults = [f"{Path(finding.file).parent.name}: {finding.rule}: {finding.message}" for finding in findings]
        return refused + faults


def audited(rule: Seeded, folder: Path, most: float = MOST) -> Report:
    """The report of a default audit of a rule, ended after `most` seconds of processor time."""
    book = load_rulebook(resolve_rulebook(rule.base))
    law, base = law_with(book, [str(written(folder, rule))]), law_with(book)
    start, searches = _processor_time(), [0]

    def stop(done: int, *_: object) -> None:
        if done <= searches[-1]:
            searches.append(0)  # another search begins: of the book by itself
        searches[-1] = done
        share = 0.5 if len(searches) == 1 else 0.7  # what is left is for witnesses and repairs
        if _processor_time() - start > most * share:
            raise KeyboardInterrupt("its processor time is spent")  # without a reason the audit would end at once

    return audit(law, base, {}, folder / "found", Effort(0, 2, Limits(seconds=600)), stop, keep="yes")


def row(rule: Seeded, quick: bool = False) -> Row:
    """Audit a rule and judge the report; `quick` for the first audit alone."""
    first = judged(rule, MOST / 6) if rule.fault or quick else None
    return first if first and (first.right or quick) else judged(rule, MOST)


def judged(rule: Seeded, most: float) -> Row:
    """The judgement of one audit of a rule."""
    start = _processor_time()
    with tempfile.TemporaryDirectory() as folder:
        report = audited(rule, Path(folder), most)
    kinds = tuple(dict.fromkeys(finding.kind for finding in report.findings))
    beside = tuple(dict.fromkeys(shift.kind for shift in report.shifts if not shift.spoken))
    silent = tuple(fate.clause for fate in report.fates if not fate.applies and not fate.beaten)
    if not rule.fault:
        right = not kinds
    else:
        # who says of a clause that it applies nowhere has found that it is dead
        right = bool(silent) if rule.fault == "dead" else False
        right |= bool({*kinds, *(beside if rule.fault == "silent change" else ())} & set(rule.finds))
    repair = tuple(change.sentence for change in report.repair.changes) if report.repair else ()
    return Row(rule, right, kinds, beside, silent, repair, _processor_time() - start)


def line(entry: Row) -> str:
    """A row as a line of a Markdown table."""
    verdict = ("found" if entry.rule.fault else "clean") if entry.right else ("missed" if entry.rule.fault else "ALARM")
    if verdict == "clean" and entry.silent:
        verdict = "clean, warned that it applies nowhere"
    cells = (
        entry.rule.name,
        entry.rule.base,
        entry.rule.chapter,
        entry.rule.fault or "honest",
        verdict,
        ", ".join(entry.kinds) or "-",
        ", ".join(entry.beside) or "-",
        "; ".join(entry.repair) or "-",
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


def main(words: Sequence[str]) -> None:
    """Print the table, or what lint says."""
    from tests.audit.bank_table import HEAD, kept, write

    options, names = {word for word in words if word.startswith("--")}, [w for w in words if not w.startswith("--")]
    all_names = {rule.name for rule in bank()}
    if unknown := {*names} - all_names or options - {"--write", "--missing", "--lint", "--quick"}:
        raise SystemExit(f"unknown: {', '.join(sorted(unknown))}")
    rules = sorted((r for r in bank() if not names or r.name in names), key=lambda r: [*names, r.name].index(r.name))
    if "--missing" in options:
        rules = [rule for rule in rules if rule.name not in kept()]
    if "--lint" in options:
        by_book = groupby(rules, key=lambda rule: rule.base)
        faults = [fault for _, of_book in by_book for fault in linted(list(of_book))]
        print("\n".join(faults))
        raise SystemExit(1 if faults else 0)
    print("\n".join(HEAD))
    for rule in rules:
        try:
            entry = row(rule, "--quick" in options)
            text, is_final = line(entry), "--quick" not in options or entry.right == bool(rule.fault)
        except DrakdomError as error:
            text = (
                f"| {rule.name} | {rule.base} | {rule.chapter} | {rule.fault or 'honest'} | REFUSED: {error} | | | | |"
            )
            is_final = True
        print(text, flush=True)
        if "--write" in options and is_final:
            write({rule.name: text})


if __name__ == "__main__":
    main(sys.argv[1:])
