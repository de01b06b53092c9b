"""Figures of the interview: `python -m tests.interview.figures [SEED]`.

Fifty shipped disputes, drawn by the seed, are told answer by answer: their draws and rolls are taken out and given as
answers. The figures say how many reach the verdict of the file, and how many questions were asked, needed or in vain.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import NamedTuple

from drakdom.errors import DrakdomError
from drakdom.interview.asking import asked_formulas
from drakdom.interview.question import Question
from drakdom.interview.worth import odds_now
from drakdom.rulings.adjudication import played
from drakdom.sandbox import Limits, run_each
from tests.interview.told import ROOT, as_told_by, bare, interviewed, read

COUNT, SECONDS = 50, 120.0


class Interview(NamedTuple):
    """What came of one interview: did it reach the verdict, its questions, those in vain, those without a clause."""

    reached: bool
    questions: int
    stated: int
    in_vain: int
    clauseless: int
    seconds: float


def disputes() -> list[Path]:
    """Return the shipped scenarios that state draws or rolls and expect something, under one law."""
    files = sorted((ROOT / "scenarios").glob("**/*.yaml"))
    texts = {file: file.read_text(encoding="utf-8").splitlines() for file in files}
    return [
        file
        for file, lines in texts.items()
        if any(line.startswith(("draws:", "rolls:")) for line in lines)
        and any(line.startswith(("expect:", "ask:")) for line in lines)
        and not any(line.startswith("matrix:") for line in lines)
    ]


def told(file: Path) -> Interview:
    """Tell one dispute answer by answer."""
    started, text = time.monotonic(), file.read_text(encoding="utf-8")
    scenario = read(text)
    questions, _, now = interviewed(bare(text, "draws", "rolls"), as_told_by(scenario))
    formulas = asked_formulas(scenario)
    stated = sum(fact.name == "told" for fact in scenario.facts)
    return Interview(
        now.now == odds_now(played(scenario, asked=formulas), formulas),
        len(questions),
        stated,
        sum(map(is_in_vain, questions)),
        sum(not question.clauses for question in questions),
        time.monotonic() - started,
    )


def is_in_vain(question: Question) -> bool:
    """Test if no answer can change anything, alone or with what comes later."""
    return question.change <= 0 and all(odds.high == odds.low for odds in question.now)


def main() -> None:
    """Print the figures."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(10**6)
    files = random.Random(seed).sample(disputes(), COUNT)
    interviews, missed = list[Interview](), list[str]()
    for number, result in run_each(lambda n: told(files[n]), COUNT, 1, Limits(SECONDS)):
        name = files[number].relative_to(ROOT).as_posix()
        if isinstance(result, DrakdomError):
            missed.append(f"{name}: {str(result).splitlines()[0]}")
            continue
        interviews.append(result)
        if not result.reached:
            missed.append(f"{name}: another verdict")
    questions, stated = (sum(getattr(item, key) for item in interviews) for key in ("questions", "stated"))
    in_vain, clauseless = (sum(getattr(item, key) for item in interviews) for key in ("in_vain", "clauseless"))
    reached, times = sum(item.reached for item in interviews), sorted(item.seconds for item in interviews)
    lines = [
        f"seed {seed}: {reached} of {COUNT} disputes reach the verdict of the file",
        f"  {questions} questions for {stated} stated draws and rolls; {in_vain} in vain, {clauseless} with no clause",
        f"  seconds of an interview: median {times[len(times) // 2]:.1f}, most {times[-1]:.1f}",
        *(f"  {line}" for line in missed),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
