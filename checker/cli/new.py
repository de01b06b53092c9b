"""`drakdom new`: a commented scenario to start from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.options import MEGABYTES, SECONDS, AsJson, Folders, RulebookName, check_place, limits, out, save

if TYPE_CHECKING:
    from checker import Verdict
    from checker.report.starter import Plan
    from checker.rulebook import Rulebook

SCHEMA = "drakdom/new/1"
TRIES = 12
"""So many first actions are tried for one that the rules say something about."""


def new_command(
    rulebook: RulebookName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; - prints it.")],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
    folders: Folders = [],  # noqa: B006  (typer copies defaults)
    as_json: AsJson = False,
) -> None:
    """Write a commented scenario to start from, made from what the rulebook declares."""
    from checker.cli.options import print_json
    from checker.report.starter import starter
    from checker.rulebook import load_rulebook, resolve_rulebook
    from checker.sandbox import run_limited

    book = load_rulebook(resolve_rulebook(rulebook, folders))
    if str(file) != "-":
        check_place(file, "" if force else "--force writes over it")
    text = run_limited(lambda: starter(book, best_plan(book)), limits(SECONDS, MEGABYTES))
    if str(file) != "-":
        save(file, text)
    more = "".join(f" --rulebook {folder}" for folder in folders)
    if as_json:
        out(print_json({"schema": SCHEMA, "file": str(file), "rulebook": book.slug, "text": text}))
    else:
        out(text if str(file) == "-" else f"wrote {file}; now: drakdom rule {file}{more}\n")


def best_plan(book: Rulebook) -> Plan:
    """The first actions that the rules say most about, and claims that hold."""
    from checker.report.starter import Plan, plans, starter

    best: tuple[int, Plan, Verdict | None] = (-1, Plan(), None)
    for plan in plans(book)[:TRIES]:
        verdict = _ruled(book, starter(book, plan))
        worth = _worth(verdict)
        if worth > best[0]:
            best = (worth, plan, verdict)
    return Plan(best[1].actions, _claims(best[2]))


def _ruled(book: Rulebook, text: str) -> Verdict | None:
    from checker import adjudicate
    from checker.errors import DrakdomError
    from checker.scenario import read_scenario_text

    try:
        return adjudicate(read_scenario_text(text, rulebook=book), why="none")
    except DrakdomError:
        return None


def _worth(verdict: Verdict | None) -> int:
    """How good a beginning this is: that it can be ruled on, that the rules say all, how much happens."""
    if verdict is None:
        return -1
    first = verdict.branches[0]
    whole = len(verdict.branches) == 1 and not first.findings
    return 1000 * whole + sum(outcome.status == "always" for outcome in first.outcomes)


def _claims(verdict: Verdict | None) -> tuple[str, ...]:
    if verdict is None or len(verdict.branches) != 1:
        return ()
    return tuple(o.text for o in verdict.branches[0].outcomes if o.status == "always")[-1:]
