"""The number of shipped scenarios in which each clause applies, for `frequency.json` of a rulebook.

`python -m tests.rulings.frequency SLUG` renews the file.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from drakdom.rulebook.frequency import FILE
from drakdom.rulings.adjudication import load_all, played
from drakdom.rulings.claims import reasons_of
from drakdom.why.reasons import Reasons
from tests.project.tree import ROOT


def applied(path: Path) -> set[str]:
    """Return the clauses that apply in the scenarios of a file, each for its restatements."""
    clauses: set[str] = set()
    for scenario in load_all(path):
        for branch in played(scenario):
            reasons = Reasons(branch)
            reasons.to_the_end()
            for claim in scenario.claims:
                reasons_of(claim.formula, reasons)
            clauses |= {scenario.rulebook.principal(clause) for clause in reasons.fired()}
    return clauses


def main(slug: str) -> None:
    """Write the file of one rulebook."""
    paths = sorted((ROOT / "scenarios" / slug).rglob("*.yaml"))
    counts = Counter(clause for path in paths for clause in applied(path))
    lines = ",\n".join(f"{json.dumps(clause)}: {counts[clause]}" for clause in sorted(counts))
    (ROOT / "asp" / slug / FILE).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
