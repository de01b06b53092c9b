"""Figures of the search: `python -m tests.precedents.figures`.

The shipped scenarios are taken for precedents, with made-up ones of the same clauses and situations up to 10,000. The
times are those of the search alone. Then 50 of the shipped disputes are told again: other names of the figures, another
title, no expectations; they are ruled on, and the nearest precedent should be the dispute itself.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from drakdom.errors import DrakdomError
from drakdom.precedents.entries import Entry, entry_of
from drakdom.precedents.index import Index, Query
from drakdom.precedents.likeness import case_of
from drakdom.scenario import Scenario, read_scenario, read_scenario_text
from drakdom.scenario.asked import asking
from drakdom.scenario.edits import Source
from drakdom.scenario.precedent import Precedent

ROOT = Path(__file__).resolve().parents[2]
COUNT, DISPUTES, MOST_MS = 10_000, 50, 200
RECORD = Precedent("a group", "2026-11-28", "an evening", "standing")
NAMES = ("Ylva", "Torkel", "Ragna", "Ivar", "Sunniva", "Orm", "Disa", "Ketil", "Alva", "Bjarke")


def shipped(chance: random.Random) -> Iterator[Entry]:
    """Yield the shipped scenarios as precedents, and made-up ones that mix two of them."""
    entries = []
    for file in sorted((ROOT / "scenarios").rglob("*.yaml")):
        try:
            scenario = replace(read_scenario(file), precedent=RECORD)
        except DrakdomError:
            continue
        entries.append(entry_of(scenario, str(file.relative_to(ROOT))))
    yield from entries
    for number in range(COUNT - len(entries)):
        first = chance.choice(entries)
        like_it = [entry for entry in chance.sample(entries, 50) if entry.rulebook == first.rulebook]
        second = chance.choice(like_it or [first])
        clauses = {*chance.sample(first.clauses, len(first.clauses) // 2), *second.clauses[:2]}
        features = {*chance.sample(first.features, len(first.features) // 2), *second.features[::2]}
        words = tuple(sorted({*first.words[::2], *second.words[::2]}))
        yield replace(first, file=f"made-up-{number}", clauses=tuple(clauses), features=tuple(features), words=words)


def told_again(scenario: Scenario, text: str, chance: random.Random) -> Scenario:
    """Return a dispute with other names and without its title and what it expects, asked about the same claims."""
    claims = [claim.text for claim in scenario.claims if claim.kind in ("always", "never", "sometimes", "odds")]
    source = Source(text)
    for section in ("expect", "ask", "note"):
        if (node := source.find(section)) is not None:
            source = Source(source.apply([source.removed(node)]))
    text = source.text
    names = dict(zip(scenario.figures, chance.sample(NAMES, min(len(scenario.figures), len(NAMES))), strict=False))
    if names:
        pattern = re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")\b")
        text, claims = (pattern.sub(lambda match: names[match[0]], part) for part in (text, "\n".join(claims)))  # type: ignore[assignment]
    else:
        claims = "\n".join(claims)  # type: ignore[assignment]
    text = re.sub(r"(?m)^title:.*$", "title: what we argued about", text)
    return asking(read_scenario_text(text), [claim for claim in str(claims).split("\n") if claim])


def main() -> None:
    """Print the figures."""
    chance = random.Random(1)
    started = time.monotonic()
    entries = [*shipped(chance)]
    read = time.monotonic()
    index = Index(entries)
    say(f"{len(entries)} precedents: read in {read - started:.0f} s, index made in {time.monotonic() - read:.1f} s")
    originals = [entry for entry in entries if not entry.file.startswith("made-up")]
    heroes = next(entry for entry in originals if entry.file.endswith("two-heroes-one-trap-room.yaml"))
    queries = {
        "words `two heroes trap room falls`": Query(words=("two", "heroes", "trap", "room", "falls")),
        "words `falla`": Query(words=("falla",)),
        "clause DA-TRAP-020": Query(clauses=("DA-TRAP-020",)),
        "like the two heroes": Query(like=heroes),
        "like the two heroes, words `trap`": Query(like=heroes, words=("trap",)),
    }
    for name, query in queries.items():
        times = []
        for _ in range(20):
            begun = time.monotonic()
            matches = index.search(query)
            times.append((time.monotonic() - begun) * 1000)
        say(f"  {name}: median {sorted(times)[10]:.0f} ms, most {max(times):.0f} ms, first {matches[0].entry.file}")
    right, wrong = 0, list[str]()
    candidates = [entry for entry in originals if entry.clauses and "diplomacy" not in entry.file]
    chance.shuffle(candidates)
    for entry in candidates:
        if right + len(wrong) == DISPUTES:
            break
        file = ROOT / entry.file
        try:
            case = case_of(told_again(read_scenario(file), file.read_text(encoding="utf-8"), chance))
        except DrakdomError:  # a name of a figure means something in this rulebook
            continue
        nearest = index.search(Query(like=case), 1)
        if nearest and nearest[0].entry.file == entry.file:
            right += 1
        else:
            wrong.append(f"{entry.file} -> {nearest[0].entry.file if nearest else 'nothing'}")
    say(f"the nearest is the right one for {right} of {right + len(wrong)} disputes told again")
    for line in wrong:
        say(f"  {line}")


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
