"""Actions and events that rest on what players state or choose in the same moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from drakdom.law.phases import Heads
from drakdom.law.rules import Signature

_CHOSEN, _STATED = ("chosen", 3), ("stated", 4)


def is_announced(heads: Heads, kind: str, in_force: Collection[str]) -> bool:
    """Test if rules in force for actions of a kind read stated actions: law may permit such an action only then."""
    read_by = _read_by(heads, heads.fitting(("option", 3, kind)), in_force)
    return any(signature[:2] == _STATED for signature in read_by)


def of_choices(heads: Heads, in_force: Collection[str]) -> frozenset[str]:
    """Return the names of the events that can come about by a choice of the same moment, by rules in force."""
    events = [head for head in heads.uses if head[:2] == ("event", 2)]
    read_by = _read_by(heads, events, in_force)
    reached = {signature for signature in read_by if signature[:2] == _CHOSEN}
    todo = [*reached]
    for signature in todo:
        new = read_by[signature] - reached
        reached |= new
        todo += new
    names = {head[2] for head in events if head[2]}
    return frozenset(name for name in names if not reached.isdisjoint(heads.fitting(("event", 2, name))))


def _read_by(heads: Heads, goals: Iterable[Signature], in_force: Collection[str]) -> dict[Signature, set[Signature]]:
    """Map each signature on which some heads rest in one moment to the heads whose rules in force read it.

    What rests on choices is followed up to them. A key is a head of a rule, or else what no rule derives.
    """
    todo = [*goals]
    followed = {*todo}
    read_by: dict[Signature, set[Signature]] = defaultdict(set)
    for head in todo:
        for use in heads.uses[head]:
            for signature in use.positive if use.rule.applies(in_force) else ():
                sources = () if signature[:2] == _CHOSEN else heads.fitting(signature)
                for source in sources or (signature,):
                    read_by[source].add(head)
                new = {*sources} - followed
                followed |= new
                todo += new
    return read_by
