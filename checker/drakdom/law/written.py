"""The rules of each clause with their places and their text in the law's files."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from drakdom.law.law import rule_of
from drakdom.law.lawtext import law_files, parse, read_text


class Written(NamedTuple):
    """A rule as written: its file, its first line (from 1), its text."""

    file: Path
    line: int
    text: str


def written_rules(entry: Path) -> dict[str, tuple[Written, ...]]:
    """Map each clause id to the rules that carry it, in a law file and the files it includes, in reading order."""
    by_clause: dict[str, dict[Written, None]] = {}
    for file in law_files(entry):
        text = read_text(file)
        lines = text.split("\n")
        for node in parse(text, file):
            begin, end = node.location.begin.line, node.location.end.line
            if clause := rule_of(str(node), file.name, begin).clause:
                rule = Written(file, begin, "\n".join(line.rstrip() for line in lines[begin - 1 : end]))
                by_clause.setdefault(clause, {})[rule] = None
    return {clause: tuple(rules) for clause, rules in by_clause.items()}
