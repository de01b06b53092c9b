"""Raw clingo on the same files and facts: the yardstick.

One grounding of all moments, as anybody would write it by hand: the law's files as text, the scenario's facts as
text, the number of moments that Drakdom needed as the horizon, all answers. Nobody would wait for some of them: six
open T12 have 107 million answers, and spiders that may run anywhere ground for minutes.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from clingo import Control

from drakdom.errors import LimitError
from drakdom.law.facts import core_file
from drakdom.law.law import Law, rule_of
from drakdom.law.lawtext import law_files, read_text, without_includes
from drakdom.sandbox import Limits, run_limited
from drakdom.scenario import Scenario
from drakdom.step.case import Case, build_case

#: What has more answers or takes more seconds does not come to its end.
MOST_ANSWERS = 2000
MOST_SECONDS = 5

_MODELS = f"--models={MOST_ANSWERS + 1}"
_LINK = """
is(F, V, T+1) :- next(F, V, T), not over(T), T < horizon.
"""


@dataclass(frozen=True)
class Raw:
    """A scenario as a program for raw clingo: the law, which the scenarios of a rulebook share, and the facts."""

    law: str
    facts: str

    def solve(self) -> int:
        """Parse, ground and solve in this process; the number of answers, at most one more than MOST_ANSWERS."""
        control = Control([_MODELS, "--warn=none"], logger=lambda _code, _message: None)
        control.add("base", [], self.law + self.facts)
        control.ground([("base", [])])
        answers = 0
        with control.solve(yield_=True) as handle:
            for model in handle:
                model.symbols(shown=True)
                answers += 1
        return answers

    def comes_to_its_end(self) -> bool:
        """Whether raw clingo finds all answers, and that soon."""
        try:
            return run_limited(self.solve, Limits(seconds=MOST_SECONDS)) <= MOST_ANSWERS
        except LimitError:
            return False

    def process(self, folder: Path) -> None:
        """The same as one process of its own, which may take MOST_SECONDS."""
        files = folder / "law.lp", folder / "facts.lp"
        for file, text in zip(files, (self.law, self.facts), strict=True):
            file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "clingo", _MODELS, "--warn=none", "--verbose=0"]
        words = [*command, *map(str, files)]
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(words, stdout=subprocess.DEVNULL, check=False, timeout=MOST_SECONDS)


def raw_program(scenario: Scenario, case: Case, moments: int) -> Raw:
    """The raw program of a scenario, with the readings that the case fixes."""
    law = law_files(scenario.rulebook.folder / "rulebook.lp")
    core = [core_file(name) for name in ("force.lp", "position.lp", "choice.lp", "chance.lp", "fault.lp")]
    opening = [core_file(name) for name in ("open.lp", "told.lp", "next.lp", "ends.lp", "show.lp")]
    facts = [f"{symbol}." for symbol in case.static]
    facts += [f"is({fluent},{value},0)." for fluent, value in sorted(case.start)]
    text = f"#const horizon={moments}.\n{_LINK}" + "\n".join(facts)
    return Raw("\n".join(without_includes(read_text(file)) for file in (*core, *law, *opening)), text)


def case_of(scenario: Scenario) -> Case:
    """The case of a scenario, every clause read in its first way where nothing else is said."""
    case = build_case(scenario)
    fixed = {clause for clause, _ in case.readings}
    for clause, options in sorted(case.options.items()):
        if clause not in fixed:
            case = case.with_reading(clause, options[0])
    return case


def padded(case: Case, times: int) -> Case:
    """The case under a law with so many times its clauses, where those that were added can never be reached."""
    return replace(case, law=_padded(case.law, times))


@lru_cache(maxsize=16)
def _padded(law: Law, times: int) -> Law:
    copies = [
        rule_of(f"{rule.text.removesuffix('.')}; unreachable(T).", "padding", line)
        for _ in range(times - 1)
        for line, rule in enumerate(law.rules, 1)
        if rule.clause and rule.timed
    ]
    return Law((*law.rules, rule_of("#defined unreachable/1.", "padding", 0), *copies))
