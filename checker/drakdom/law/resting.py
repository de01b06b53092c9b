"""Actions and events that rest on what players state or choose in the same moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drakdom.law.phases import Heads
from drakdom.law.rules import Signature

_CHOSEN, _STATED = ("chosen", 3), ("stated", 4)


def is_announced(heads: Heads, kind: str) -> bool:
    """Test if law can permit actions of a kind only where they are stated."""
    return any(signature[:2] == _STATED for signature in _behind(heads, [("option", 3, kind)]))


def of_choices(heads: Heads) -> frozenset[str]:
    """Return the names of the events that can come about by a choice of the same moment."""
    events = {head[2] for head in heads.uses if head[:2] == ("event", 2) and head[2]}
    return frozenset(name for name in events if any(s[:2] == _CHOSEN for s in _behind(heads, [("event", 2, name)])))


def _behind(heads: Heads, goals: Iterable[Signature]) -> Iterator[Signature]:
    """Yield the signatures that the rules of some goals read, and theirs, up to what is chosen."""
    todo = [head for goal in goals for head in heads.fitting(goal)]
    reached = {*todo}
    for head in todo:
        for use in heads.uses[head]:
            for signature in use.positive:
                yield signature
                if signature[:2] != _CHOSEN:
                    new = {*heads.fitting(signature)} - reached
                    reached |= new
                    todo += sorted(new, key=str)
