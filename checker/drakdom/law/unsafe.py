"""Unsafe variables: nothing in the body of their rule gives them a value, so the solver refuses to ground it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from clingo import Control

from drakdom.errors import Problem
from drakdom.law.rules import Rule
from drakdom.rulebook.words import short

HELP = "an atom of the body that is not under `not` has to name it"


def unsafe_variables(rules: Sequence[str]) -> list[tuple[int, tuple[str, ...]]]:
    """Return the places of rules with unsafe variables, and the names of these. No rule is grounded."""
    words = list[str]()
    control = Control(logger=lambda _code, message: words.append(message), message_limit=len(rules) + 1)
    control.add("rules", [], "\n".join(" ".join(rule.splitlines()) for rule in rules))
    control.add("nothing", [], "")
    try:
        control.ground([("nothing", [])])
    except RuntimeError:
        notes = (re.findall(r"<block>:(\d+):\S+ note: '(\w+'*)' is unsafe", message) for message in words)
        # other errors, such as an undefined theory, are not reported here
        return [(int(note[0][0]) - 1, tuple(dict.fromkeys(name for _, name in note))) for note in notes if note]
    return []


def unsafe(rules: Iterable[Rule], file: Path) -> Iterator[Problem]:
    """Yield a problem for each rule of a file with an unsafe variable."""
    proper = [rule for rule in rules if not rule.text.startswith("#")]
    for place, names in unsafe_variables([rule.text for rule in proper]):
        yield Problem(str(file), proper[place].line, 0, message(names, proper[place].text), HELP)


def message(names: Iterable[str], rule: str) -> str:
    """Return the message about the unsafe variables of a rule."""
    return f"nothing gives {', '.join(f'`{name}`' for name in names)} a value: `{short(rule)}`"
