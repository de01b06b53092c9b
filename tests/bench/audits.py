"""How long audits take as situations grow: more rooms, heroes, monsters, companions, rounds, and things said."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from drakdom.audit import Effort, audit
from drakdom.audit.laws import law_with
from drakdom.rulebook import load_rulebook, resolve_rulebook
from drakdom.sandbox import Limits

RULEBOOK = "drakborgen-atervackt"
#: What audits are held against, and what each of the others has more of.
SMALL = {"rooms": 1, "heroes": 1, "monsters": 0, "companions": 0, "rounds": 1, "size": 4}
LARGER = (("rooms", 2), ("heroes", 2), ("monsters", 1), ("companions", 1), ("size", 5), ("rounds", 2))


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


def _scopes(larger: Iterable[tuple[str, int]]) -> Iterator[Mapping[str, int]]:
    yield SMALL
    for name, value in larger:
        yield {**SMALL, name: value}
