"""Moments of which claims speak, and the moment up to which a scenario is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from drakdom.formula import Scope
from drakdom.rulebook import Rulebook
from drakdom.rulebook.words import did_you_mean_of, fold, short
from drakdom.rulebook.yamltext import Node, Problems, Scalar
from drakdom.scenario.misfit import Misfit
from drakdom.scenario.model import KINDS
from drakdom.terms import Term

_QUOTED = r'"[^"]*"'
_CALL = rf"\((?:{_QUOTED}|[^()\"]|\((?:{_QUOTED}|[^()\"])*+\))*+\)"
_MOMENT = re.compile(rf"(?P<moment>[^:(\"]*+(?:{_CALL})?+\s*+):(?P<claim>.*)\Z", re.DOTALL)
_NUMBERED = re.compile(r"(?P<word>\w+)\s+(?P<number>[0-9]{1,6})\Z")

#: Words that players use for an entry of `play`, whatever their rulebook calls it.
ENTRY_NAMES = frozenset({"round", "turn"})


def split_moment(text: str) -> tuple[str, str, int]:
    """Return the moment before the colon of a claim (empty if there is none), the rest, and where the rest begins."""
    result = _MOMENT.match(text)
    if not result:
        return "", text, 0
    return result["moment"].strip(), result["claim"], result.start("claim")


def read_moment(book: Rulebook, event: Callable[[str], Sequence[Term]], text: str) -> Scope:
    """Read `round 2`, `first PHASE`, `PHASE` or `after EVENT`; raises Misfit.

    `event` reads the pattern of an event, and a second one if its arguments may stand in either order.
    """
    word, _, rest = text.partition(" ")
    if fold(word) == "after" and rest.strip():
        try:
            pattern, *turned = event(rest)
        except Misfit as misfit:
            raise misfit.moved(len(word) + 1) from None
        return Scope("after", pattern, text, *turned)
    if (kind := fold(text)) in KINDS and kind not in book.phases:
        asked = ", or ask `may(FIGURE, ACTION)`" if kind == "may" else ""
        raise Misfit(f"`{kind}` is a kind of expectation, not a moment", f"write it under `expect`{asked}")
    return _scope(book, text)


def _scope(book: Rulebook, text: str) -> Scope:
    numbered = _NUMBERED.match(text)
    if numbered and fold(numbered["word"]) in (fold(book.entry_name), "entry"):
        return Scope("entry", int(numbered["number"]), text)
    word, _, rest = text.partition(" ")
    if fold(text) in ("after", "first"):
        help_ = (
            "write `after EVENT`, such as `after hit(Ann, arrows)`" if fold(text) == "after" else "write `first PHASE`"
        )
        raise Misfit(f"`{short(text)}` names no {'event' if fold(text) == 'after' else 'phase'}", help_)
    first, phase = (True, fold(rest)) if fold(word) == "first" else (False, fold(text))
    if phase in book.phases:
        return Scope("first" if first else "phase", phase, text)
    if renamed := book.formerly.get(phase):
        raise Misfit(f"unknown phase `{short(phase)}`", f"it is now `{renamed}`")
    if numbered and fold(numbered["word"]) in ENTRY_NAMES:
        help_ = f"an entry of this rulebook is a {book.entry_name}: write `{book.entry_name} {numbered['number']}`"
        raise Misfit(f"unknown moment `{short(text)}`", help_)
    valid = (*book.phases, f"{book.entry_name} 1", "after", "first")
    raise Misfit(f"unknown moment `{short(text)}`", did_you_mean_of(phase, valid, book.slug))


def read_until(problems: Problems, book: Rulebook, sections: Mapping[str, Node]) -> Scope | None:
    """Read `until:`, the round or the first visit to a phase with which play ends."""
    node = sections.get("until")
    if node is None:
        return None
    if not isinstance(node, Scalar):
        problems.add(node, "`until` must be a single value", f"write a phase, or `{book.entry_name} 1`")
        return None
    try:
        scope = _scope(book, node.text.strip())
    except Misfit as misfit:
        problems.add(node, misfit.message, misfit.help)
        return None
    return Scope("first", scope.value, scope.text) if scope.kind == "phase" else scope
