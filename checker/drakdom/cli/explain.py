"""`drakdom explain`: the tree of reasons behind a claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli import options
from drakdom.cli.dispute import Dispute, on_a_dispute
from drakdom.cli.output import out
from drakdom.cli.warnings import law_warnings, warn
from drakdom.report.as_json import each_json

if TYPE_CHECKING:
    from drakdom.errors import Problem


@on_a_dispute
def explain_command(
    dispute: Dispute,
    claim: Annotated[
        str, typer.Argument(metavar="CLAIM", help="A claim as written under `expect`: 'hit(Ann, arrows)'.")
    ],
    full: options.Full = False,
    as_json: options.AsJson = False,
) -> None:
    """Explain why something happens, or what prevents it: by clauses, down to the lines of the file."""
    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited

    look = Look.of()

    def work() -> tuple[str, tuple[Problem, ...]]:
        from drakdom import adjudicate, explain
        from drakdom.report.tree import explanation_json, explanation_text

        scenarios = dispute.asking([claim])
        answers = [adjudicate(scenario, why="asked").answers for scenario in scenarios]
        deciding = [
            frozenset(
                ground.clause for answer in answered for ground in answer.grounds[:1] if ground.role != "rests on"
            )
            for answered in answers
        ]
        explained = [
            (explain(scenario, claim, clauses), scenario) for scenario, clauses in zip(scenarios, deciding, strict=True)
        ]
        pairs = zip(explained, answers, strict=True)
        if as_json:
            text = each_json(explanation_json(*pair, answer) for pair, answer in pairs)
        else:
            text = "\n".join(explanation_text(*pair, look, full, answer) for pair, answer in pairs)
        return text, law_warnings(scenarios)

    text, warnings = run_limited(work, dispute.limits)
    warn(warnings)
    out(text)
