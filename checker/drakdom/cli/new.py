"""`drakdom new`: a commented scenario to start from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli.options import MEGABYTES, SECONDS, AsJson, Folders, RulebookName
from drakdom.cli.output import check_place, out, save
from drakdom.cli.reading import limits
from drakdom.terms import Term, Value, Var, bind

if TYPE_CHECKING:
    from drakdom import Verdict
    from drakdom.report.starter import Plan
    from drakdom.rulebook import Rulebook

SCHEMA = "drakdom/new/1"
TRIES = 12
"""Maximum number of first actions tried."""
DRAWS, WORDS = 2, 3
"""Maximum rounds of adding required draws, and of words tried for them."""


def new_command(
    rulebook: RulebookName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; - prints it.")],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
    folders: Folders = [],  # noqa: B006  (typer copies defaults)
    as_json: AsJson = False,
) -> None:
    """Write a commented scenario to start from, made from what the rulebook declares."""
    from drakdom.editors import modeline
    from drakdom.report.as_json import print_json
    from drakdom.report.starter import scenario_starter
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.sandbox import run_limited

    book = load_rulebook(resolve_rulebook(rulebook, folders))
    if str(file) != "-":
        check_place(file, "" if force else "--force writes over it")
    text = run_limited(lambda: scenario_starter(book, best_plan(book)), limits(SECONDS, MEGABYTES))
    if str(file) != "-":
        text = modeline(file, book.folder, "scenario") + text
        save(file, text)
    more = "".join(f" --rulebook {folder}" for folder in folders)
    if as_json:
        out(print_json({"schema": SCHEMA, "file": str(file), "rulebook": book.slug, "text": text}))
    else:
        out(text if str(file) == "-" else f"wrote {file}; now: drakdom rule {file}{more}\n")


def best_plan(book: Rulebook) -> Plan:
    """The first actions on which the rules say most, the draws that they need, and claims that hold."""
    from drakdom.report.starter import Plan, plans

    best, verdict, worth = Plan(), None, -1
    for plan in plans(book)[:TRIES]:
        ruled = _ruled(book, plan)
        if _worth(ruled) > worth:
            best, verdict, worth = plan, ruled, _worth(ruled)
    best, verdict = _drawn(book, best, verdict)
    return replace(best, expect=_claims(verdict))


def _drawn(book: Rulebook, plan: Plan, verdict: Verdict | None) -> tuple[Plan, Verdict | None]:
    """The plan with words for the draws that must be stated; of the first few words, those that leave least open."""
    from drakdom.report.starter import draw_line

    for _ in range(DRAWS):
        if not (rolls := _unstated(verdict)):
            break
        attempts = []
        for number in range(WORDS):
            lines = [line for roll in rolls if (line := draw_line(book, roll, number))]
            if len(lines) == len(rolls):
                more = replace(plan, draws=(*plan.draws, *lines))
                attempts.append((more, _ruled(book, more)))
        if not attempts:
            break
        plan, verdict = max(attempts, key=lambda attempt: _settled(attempt[1]))
    return plan, verdict


def _ruled(book: Rulebook, plan: Plan) -> Verdict | None:
    from drakdom import adjudicate
    from drakdom.errors import DrakdomError
    from drakdom.report.starter import scenario_starter
    from drakdom.scenario import read_scenario_text

    try:
        return adjudicate(read_scenario_text(scenario_starter(book, plan), rulebook=book), why="none")
    except DrakdomError:
        return None


def _unstated(verdict: Verdict | None) -> list[Value]:
    """The draws that the scenario does not state, if nothing else is unruled."""
    if verdict is None:
        return []
    gaps = [finding.what for branch in verdict.branches for finding in branch.findings]
    bindings = [bind(Term("unruled", (Term("unstated", (Var("draw"),)),)), gap) for gap in gaps]
    return [] if None in bindings else list(dict.fromkeys(binding["draw"] for binding in bindings if binding))


def _settled(verdict: Verdict | None) -> tuple[int, int]:
    """A rank: fewer findings first, then fewer branches."""
    if verdict is None:
        return -1000, 0
    return -sum(len(branch.findings) for branch in verdict.branches), -len(verdict.branches)


def _worth(verdict: Verdict | None) -> int:
    """A rank: can be ruled on, leaves nothing unruled but draws, and how much happens."""
    if verdict is None:
        return -1
    first = verdict.branches[0]
    is_ruled = len(verdict.branches) == 1 and (not first.findings or bool(_unstated(verdict)))
    return 1000 * is_ruled + sum(outcome.status == "always" for outcome in first.outcomes)


def _claims(verdict: Verdict | None) -> tuple[str, ...]:
    if verdict is None or len(verdict.branches) != 1:
        return ()
    return tuple(outcome.text for outcome in verdict.branches[0].outcomes if outcome.status == "always")[-1:]
