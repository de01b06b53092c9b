"""Rules a scenario and composes its scene."""

from __future__ import annotations

import time

from drakdom.draw.compose import compose
from drakdom.draw.scene import Scene
from drakdom.errors import InputError
from drakdom.rulings.adjudication import judged, played
from drakdom.rulings.settled import settled_by_refusals
from drakdom.scenario import Scenario
from drakdom.value.likely_traces import likely_trace
from drakdom.verdict import Verdict


def ruled_and_drawn(scenario: Scenario, number: int = 1) -> tuple[Verdict, Scene]:
    """Return the verdict, and the `number`-th likeliest way to play under the first reading as a scene.

    Raises InputError if there is no such way, and the errors of `adjudicate`.
    """
    started = time.perf_counter()
    scenario = settled_by_refusals(scenario)
    branches = played(scenario)
    verdict = judged(scenario, branches, started)
    trace = likely_trace(branches[0], number)
    if trace is None:
        likeliest = likely_trace(branches[0])
        if likeliest is None:
            raise InputError.single("no way to play ends, so none can be drawn", scenario.file)
        help_ = f"choose 1 to {likeliest.count:,}" if likeliest.count else "choose a smaller number"
        raise InputError.single(f"`--outcome {number}`: fewer courses of play were found", scenario.file, help=help_)
    return verdict, compose(scenario, verdict.branches[0], trace, len(branches))
