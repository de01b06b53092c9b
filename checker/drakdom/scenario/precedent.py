"""The `precedent:` section of a scenario: who ruled so, when, where that stands, and if it still counts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulebook.yamltext import Mapping, Node

STATUSES = ("standing", "overruled", "distinguished")
KEYS = ("by", "when", "source", "status", "note")
NEEDED = KEYS[:4]
OVERRULED = "overruled"


@dataclass(frozen=True, slots=True)
class Precedent:
    """A ruling on record. `when` is a date, such as 2026-11-28; `note` says why, such as by what it is overruled."""

    by: str
    when: str
    source: str
    status: str
    note: str = ""

    @property
    def is_overruled(self) -> bool:
        """Test if it does not count any more."""
        return self.status == OVERRULED


def read_precedent(nodes: Nodes, node: Node | None) -> Precedent | None:
    """Return the precedent that a scenario is; None if it is none, or with a problem."""
    if node is None:
        return None
    if not isinstance(node, Mapping):
        nodes.problems.add(node, "`precedent` is a mapping", "write `precedent: {by: .., when: .., source: .., ..}`")
        return None
    at = nodes.keyed(node, "`precedent`", KEYS)
    texts = {key: nodes.text(at.get(key), f"`{key}`").strip() for key in KEYS}
    for key in NEEDED:
        if not texts[key]:
            nodes.problems.add(at.get(key, node), f"the precedent has no `{key}`")
    if texts["status"] and texts["status"] not in STATUSES:
        message = f"unknown status `{short(texts['status'])}` of a precedent"
        nodes.problems.add(at["status"], message, did_you_mean(texts["status"], STATUSES))
    if texts["when"] and not is_date(texts["when"]):
        message = f"`when` must be a date, not `{short(texts['when'])}`"
        nodes.problems.add(at["when"], message, "write `when: 2026-11-28`")
    return Precedent(**texts)


def is_date(text: str) -> bool:
    """Test if a text is a date in the form YYYY-MM-DD."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
