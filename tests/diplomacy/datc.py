"""The page of the adjudicator test cases, docs/datc.md, made from the scenarios.

`python -m tests.diplomacy.datc` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.project.tree import ROOT

PAGE = ROOT / "docs" / "datc.md"
SCENARIOS = ROOT / "scenarios" / "diplomacy"
#: Sections of the text, each with the number of its cases.
SECTIONS = {
    "A": ("Basic checks", 12),
    "B": ("Coasts", 15),
    "C": ("Circular movement", 9),
    "D": ("Supports and dislodging", 34),
    "E": ("Head to head, beleaguered garrisons", 15),
    "F": ("Convoys", 25),
    "G": ("Convoys to neighbouring provinces", 20),
    "H": ("Retreats", 16),
    "I": ("Building", 7),
    "J": ("Civil disorder and removing", 11),
}
_TITLE = re.compile(r"(.*) \(6\.([A-J])\.(\d+)\)")
_HEAD = """\
# Diplomacy: the adjudicator test cases

The Diplomacy Adjudicator Test Cases (DATC 3.0) are the public test of programs that decide Diplomacy: {count} cases in
ten sections. Each is a scenario under `scenarios/diplomacy/`, with its number in the title. It expects what
the text states, read before any run, and `drakdom check scenarios/diplomacy` checks it with the clauses that
decide. This page is made from the scenarios: `python -m tests.diplomacy.datc` writes it.

The third column has the readings under which a case is ruled: words of `drakdom words diplomacy`, and "any" if no
disputed rule matters. "Gap" names the rule books that, by the text, do not answer; the verdict then is a gap.
"""


@dataclass(frozen=True)
class Case:
    """A scenario that is one of the cases."""

    section: str
    number: int
    title: str
    path: Path
    words: dict[str, Any]

    def readings(self) -> str:
        """The readings under which the case is ruled."""
        fixed = {clause: [word] for clause, word in self.words.get("readings", {}).items()}
        ruled = fixed | self.words.get("matrix", {}).get("readings", {})
        return "; ".join(" or ".join(map(str, words)) for words in ruled.values()) or "any"

    def gaps(self) -> str:
        """The readings under which the rules do not answer."""
        gaps = (claim.get("when", {}) for claim in self.words["expect"] if "gap" in claim)
        return "; ".join(dict.fromkeys(", ".join(map(str, when.values())) for when in gaps))

    def row(self) -> str:
        """The row of the table."""
        link = f"[{self.title}](../{self.path.relative_to(ROOT).as_posix()})"
        return f"| 6.{self.section}.{self.number} | {link} | {self.readings()} | {self.gaps()} |"


@cache
def cases() -> tuple[Case, ...]:
    """All scenarios with the number of a case, in the order of the text."""
    result = []
    for path in sorted(SCENARIOS.rglob("*.yaml")):
        words = yaml.safe_load(path.read_text(encoding="utf-8"))
        if title := _TITLE.fullmatch(words["title"]):
            result.append(Case(title[2], int(title[3]), title[1], path, words))
    return tuple(sorted(result, key=lambda case: (case.section, case.number, case.path)))


def page() -> str:
    """The page as Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield _HEAD.format(count=len({(case.section, case.number) for case in cases()}))
    for section, (title, _) in SECTIONS.items():
        yield f"## 6.{section} {title}\n"
        yield "| case | scenario | readings | gap |"
        yield "|---|---|---|---|"
        yield from (case.row() for case in cases() if case.section == section)
        if section != [*SECTIONS][-1]:
            yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
