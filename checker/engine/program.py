"""Program texts for clingo: the law's parts with the moment as a parameter or as a variable."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import clingo
from clingo import Control, Symbol

from checker.engine.law import Law, read_rules, sort_rules
from checker.engine.rules import Rule
from checker.errors import BugError


class Log:
    """Collects what clingo says. A verdict needs it empty: anything in it is our bug."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def __call__(self, _code: clingo.MessageCode, message: str) -> None:
        """Take one message."""
        self.messages.append(message.strip())

    def must_be_empty(self) -> None:
        """Raise BugError with clingo's words if it said anything."""
        if self.messages:
            raise BugError("the solver complained about the law: " + "; ".join(self.messages[:5]))


@lru_cache(maxsize=64)
def defined(law: Law, extra: tuple[Rule, ...] = ()) -> str:
    """`#defined` lines for whatever some rule defines: parts are loaded one by one, so a head may come later."""
    signatures = law.signatures | {rule.head[:2] for rule in extra if rule.head}
    return "".join(f"#defined {name}/{arity}.\n" for name, arity in sorted(signatures))


@lru_cache(maxsize=1024)
def rules_text(rules: tuple[Rule, ...], moment: str | None = None) -> str:
    """The rules as text; with `moment`, its term stands for T."""
    return "\n".join(rule.text if moment is None else rule.at(moment) for rule in rules)


@lru_cache(maxsize=16)
def extra_rules(*files: Path) -> Law:
    """Core files outside the law proper (opening, showing), sorted like the law."""
    return sort_rules(read_rules(files))


def new_control(log: Log, *arguments: str) -> Control:
    """A solver that writes to `log` and nowhere else."""
    return Control(list(arguments), logger=log, message_limit=20)


def add_facts(control: Control, symbols: Iterable[Symbol]) -> None:
    """State symbols as facts; they are visible to everything grounded later."""
    with control.backend() as backend:
        for symbol in symbols:
            backend.add_rule([backend.add_atom(symbol)])


def parts_possible(law: Law, phases: frozenset[str]) -> list[int]:
    """Indices of the parts of a law that can fire in one of these phases."""
    return [i for i, (where, _) in enumerate(law.parts) if where is None or where & phases]
