"""`drakdom rule`: the verdict on one scenario."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.options import MEGABYTES, SECONDS, AsJson, File, Folders, Full, Megabytes, Seconds, limits, out

if TYPE_CHECKING:
    from checker.scenario import Scenario


class Engine(str, Enum):  # noqa: UP042  (typer's oldest supported version wants this form)
    """Which way the play is worked out; both must agree."""

    auto = "auto"
    unrolled = "unrolled"
    side_by_side = "side-by-side"


def rule_command(
    file: File,
    engine: Annotated[Engine, typer.Option(help="How to work the play out; the verdict is the same.")] = Engine.auto,
    reading: Annotated[
        list[str], typer.Option(metavar="ID=OPTION", help="Read a doubtful clause in one way. Repeatable.")
    ] = [],  # noqa: B006  (typer copies defaults)
    folders: Folders = [],  # noqa: B006
    full: Full = False,
    as_json: AsJson = False,
    seconds: Seconds = SECONDS,
    megabytes: Megabytes = MEGABYTES,
) -> None:
    """Rule on a scenario: what happens, why, by which clause, how likely."""
    from checker.sandbox import run_limited

    def work() -> str:
        from checker import adjudicate
        from checker.cli.options import print_json, read_all

        scenarios = [_read_as(one, reading) for one in read_all(file, folders)]
        verdicts = [adjudicate(one, engine=engine.value) for one in scenarios]
        if as_json:
            found = [verdict.to_json() for verdict in verdicts]
            return print_json(found[0] if len(found) == 1 else {"schema": "drakdom/verdicts/1", "verdicts": found})
        from checker.report.ruling import ruling

        pages = [ruling(v, one.rulebook, look, full) for v, one in zip(verdicts, scenarios, strict=True)]
        return "\n".join(pages)

    from checker.report.page import Look

    look = Look.of()
    out(run_limited(work, limits(seconds, megabytes)))


def _read_as(scenario: Scenario, readings: list[str]) -> Scenario:
    """The scenario with readings fixed as the options say; they go before what the file says."""
    if not readings:
        return scenario
    from dataclasses import replace

    from checker.errors import InputError, Problem
    from checker.rulebook.words import did_you_mean, short

    known, fixed, problems = scenario.rulebook.readings, dict(scenario.readings), []
    for text in readings:
        clause, _, option = (part.strip() for part in text.partition("="))
        if not option:
            problems.append(Problem("", 0, 0, f"`--reading {short(text)}` has no option", "write `ID=OPTION`"))
        elif clause not in known:
            message = f"`{short(clause)}` is no clause with several readings"
            problems.append(Problem("", 0, 0, message, did_you_mean(clause, known)))
        elif option not in known[clause].options:
            message = f"`{short(option)}` is no reading of `{clause}`"
            problems.append(Problem("", 0, 0, message, did_you_mean(option, known[clause].options)))
        fixed[clause] = option
    if problems:
        raise InputError(problems)
    return replace(scenario, readings=fixed)
