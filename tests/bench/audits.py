"""How long audits take as situations grow, and until the first finding of a house rule with a fault.

Situations grow by rooms, heroes, monsters, companions, rounds, and things said.
"""

from __future__ import annotations

import math
import os
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from drakdom.audit import Effort, audit
from drakdom.audit.laws import law_with
from drakdom.audit.search import Findings, Search
from drakdom.audit.sweep import search_all, space_of
from drakdom.rulebook import load_rulebook, resolve_rulebook
from drakdom.sandbox import Limits
from tests.audit.bank import Seeded, bank, written

RULEBOOK = "drakborgen-atervackt"
#: What audits are held against, and what each of the others has more of.
SMALL = {"rooms": 1, "heroes": 1, "monsters": 0, "companions": 0, "rounds": 1, "size": 4}
LARGER = (("rooms", 2), ("heroes", 2), ("monsters", 1), ("companions", 1), ("size", 5), ("rounds", 2))
#: House rules of the bank with a fault that shows as a finding, one of each rulebook.
FAULTY = (
    "narrow-openings",
    "double-loot",
    "two-dice-on-the-rings",
    "small-tower",
    "stuck-in-the-trap",
    "shared-provinces",
)
#: Seconds of the budget of an audit that sets none.
BUDGET = 55


def audits(quick: bool) -> Iterator[str]:
    """Lines with the situations and moments of audits of the book as it is, and the seconds that they take."""
    law = law_with(load_rulebook(resolve_rulebook(RULEBOOK)))
    effort = Effort(budget=0, jobs=os.cpu_count() or 1, limits=Limits(seconds=600))
    yield f"{'audit within':64} {'situations':>10} {'moments':>9} {'seconds':>8} {'a situation':>12}"
    with tempfile.TemporaryDirectory() as folder:
        for bounds in _scopes(LARGER[:-1] if quick else LARGER):
            bound = audit(law, None, bounds, Path(folder), effort).bound
            words = ", ".join(f"{name}={value}" for name, value in bounds.items())
            item = bound.seconds / bound.searched * 1000
            yield f"{words:64} {bound.searched:10,} {bound.moments:9,} {bound.seconds:8.1f} {item:9.0f} ms"


def first_findings() -> Iterator[str]:
    """Lines with the situations and seconds until the first finding of house rules, as a share of the usual budget."""
    yield f"{'first finding of the house rule':64} {'situations':>10} {'of':>9} {'seconds':>8} {'of a budget':>12}"
    for rule in (rule for rule in bank() if rule.name in FAULTY):
        with tempfile.TemporaryDirectory() as folder:
            searched, situations, seconds = _until_the_first_finding(rule, Path(folder))
        name = f"{rule.base}: {rule.name}"
        yield f"{name:64} {searched:10,} {situations:9,} {seconds:8.1f} {seconds / BUDGET:12.2f}"


def _until_the_first_finding(rule: Seeded, folder: Path) -> tuple[int, int, float]:
    """Return the number of situations that were searched, of all, and the seconds from the start of the audit."""
    book = load_rulebook(resolve_rulebook(rule.base))
    law, base = law_with(book, [str(written(folder, rule))]), law_with(book)
    effort = Effort(budget=0, jobs=os.cpu_count() or 1, limits=Limits(seconds=600))
    result = Findings()

    def stop(*_: object) -> None:
        if result.new:
            raise KeyboardInterrupt

    start = time.perf_counter()
    space = space_of(book, {}, effort, (law, base))
    _, done, _ = search_all(Search((law, base), space.situations), result, space, effort, math.inf, stop)
    seconds = time.perf_counter() - start
    if not result.new:
        raise SystemExit(f"no finding in all {len(done)} situations of {rule.name}")
    return len(done), len(space.situations), seconds


def _scopes(larger: Iterable[tuple[str, int]]) -> Iterator[Mapping[str, int]]:
    yield SMALL
    for name, value in larger:
        yield {**SMALL, name: value}
