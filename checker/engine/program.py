"""What clingo is given: the rules of a law that can fire, the core files of an engine, facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import clingo
from clingo import Control, Symbol

from checker.engine.facts import core_file
from checker.engine.firing import Firing, State
from checker.engine.law import Law, read_rules
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


@dataclass(frozen=True, eq=False)
class Program:
    """A law with the files of the core that an engine adds: all rules, by number, and which of them can fire when.

    `directives` are the statements that are no rules: what is shown, what is declared.
    """

    law: Law
    extra: tuple[Rule, ...]

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the law, then those of the engine's files."""
        return (*self.law.rules, *self.extra)

    @cached_property
    def firing(self) -> Firing:
        """Which rules can fire on which atoms."""
        return Firing(self.rules)

    @cached_property
    def defined(self) -> str:
        """`#defined` lines for whatever some rule derives: not every rule that does is loaded."""
        signatures = {rule.head[:2] for rule in self.rules if rule.head}
        declared = "".join(f"#defined {name}/{arity}.\n" for name, arity in sorted(signatures))
        return declared + "\n".join(rule.text for rule in self.rules if rule.text.startswith("#defined"))

    @cached_property
    def shown(self) -> tuple[Rule, ...]:
        """The `#show` statements."""
        return tuple(rule for rule in self.rules if rule.text.startswith("#show"))

    @lru_cache(maxsize=4)  # noqa: B019  (programs are kept anyhow)
    def at_rest(self, facts: tuple[Symbol, ...]) -> State:
        """What can fire on facts alone, before any position is known."""
        return self.firing.start(facts)

    def text(self, numbers: Iterable[int]) -> str:
        """Rules as text, in the order of the law."""
        return "\n".join(self.rules[number].text for number in sorted(numbers))


@lru_cache(maxsize=32)
def program_of(law: Law, *files: str) -> Program:
    """The program of a law for an engine that adds these files of the core."""
    return Program(law, extra_rules(*files))


@lru_cache(maxsize=16)
def extra_rules(*files: str) -> tuple[Rule, ...]:
    """The rules of files of the core that are no part of the law proper (opening, showing)."""
    return tuple(read_rules(core_file(name) for name in files))


def new_control(log: Log, *arguments: str) -> Control:
    """A solver that writes to `log` and nowhere else."""
    return Control(list(arguments), logger=log, message_limit=20)


def add_facts(control: Control, symbols: Iterable[Symbol]) -> None:
    """State symbols as facts; they are visible to everything grounded later."""
    with control.backend() as backend:
        for symbol in symbols:
            backend.add_rule([backend.add_atom(symbol)])
