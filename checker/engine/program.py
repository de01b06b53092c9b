"""What clingo is given: the rules of a law that can fire, the core files of an engine, facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import clingo
from clingo import Control, Symbol

from checker.engine.canonical import functor, names_in, statement_parts
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


#: The core's predicates whose first argument is a fluent.
_OF_FLUENTS = frozenset(
    {
        "becomes", "gains", "drops", "changes", "passing", "firm", "least", "most", "set", "altered", "summed", "goal",
        "below", "above", "common",
    }
)  # fmt: skip


class Selection(NamedTuple):
    """The rules that some positions can need: their numbers, what clingo reads, every word that their bodies mention.

    A rule whose clause is not in force is not among them, so `text` leaves the clause out of the bodies. `fluents` are
    the names of the fluents that can matter to them; None is any.
    """

    rules: tuple[int, ...]
    text: str
    words: frozenset[str]
    fluents: frozenset[str] | None


@dataclass(frozen=True, eq=False)
class Program:
    """A law with the files of the core that an engine adds: all rules, by number, and which of them can fire when."""

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
    def declared(self) -> dict[str, str]:
        """`#defined` lines by name for whatever some rule derives or declares: not every rule that does is loaded."""
        found: dict[str, dict[str, None]] = {}
        for rule in self.rules:
            if rule.head:
                found.setdefault(rule.head[0], {})[f"#defined {rule.head[0]}/{rule.head[1]}."] = None
            elif rule.text.startswith("#defined "):
                found.setdefault(rule.text.split()[1].partition("/")[0], {})[rule.text] = None
        return {name: "\n".join(lines) for name, lines in sorted(found.items())}

    @cached_property
    def defined(self) -> str:
        """All `#defined` lines."""
        return "\n".join(self.declared.values())

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

    def select(self, can_fire: Iterable[int]) -> Selection:
        """Of the rules that can fire those on which something shown can rest."""
        by_name: dict[str, list[int]] = {}
        for number in can_fire:
            head = self.rules[number].head
            by_name.setdefault(head[0] if head else "", []).append(number)
        words = {word for rule in self.shown for word in names_in(rule.text)}
        chosen, todo, done = list(by_name.get("", ())), list(words), {""}
        for number in chosen:
            todo.extend(self._words_of(number))
        while todo:
            word = todo.pop()
            if word in done:
                continue
            done.add(word)
            for number in by_name.get(word, ()):
                chosen.append(number)
                todo.extend(self._words_of(number))
        rules = tuple(sorted(chosen))
        lines = [self.declared[word] for word in sorted(done & self.declared.keys())]
        lines += [self.lean(number) for number in rules]
        lines += [rule.text for rule in self.shown]
        text = "\n".join(lines)
        fluents = None if any(self._takes_any_fluent(number) for number in rules) else names_in(text)
        return Selection(rules, text, frozenset(done), fluents)

    def _takes_any_fluent(self, number: int) -> bool:
        """Whether a rule reads or writes a fluent whose name stands in no rule.

        The core does so only with fluents that law writes, bounds, pledges or lets pass: their names stand there.
        """
        rule = self.rules[number]
        named = {atom.args[0] for atom in rule.body if atom.name in _OF_FLUENTS}
        atoms = [atom for atom in rule.body if atom.name == "is" and len(atom.args) == 3]
        if rule.head_atom and rule.head_atom.name in _OF_FLUENTS:
            atoms.append(rule.head_atom)
        return any(functor(atom.args[0]) is None and atom.args[0] not in named for atom in atoms)

    def lean(self, number: int) -> str:
        """A rule without its clause, for where that is known to be in force."""
        found = self._lean.get(number)
        if found is None:
            found = self._lean[number] = _without_clause(self.rules[number])
        return found

    @cached_property
    def _lean(self) -> dict[int, str]:
        return {}

    @cached_property
    def _known_words(self) -> dict[int, frozenset[str]]:
        return {}

    def _words_of(self, number: int) -> frozenset[str]:
        """The words of a rule's body, or of all of it where its head is no plain atom."""
        if number not in self._known_words:
            text = self.lean(number)
            if self.rules[number].head_atom:
                text = text.partition(":-")[2]
            self._known_words[number] = names_in(text)
        return self._known_words[number]


def _without_clause(rule: Rule) -> str:
    parts = statement_parts(rule.text) if rule.clause else None
    if parts is None:
        return rule.text
    body = [literal for literal in parts[1] if literal != f'clause("{rule.clause}")']
    return f"{parts[0]} :- {'; '.join(body)}." if body else f"{parts[0]}."


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
