"""The input of clingo: the rules of a law that can fire, the core files of an engine, facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import clingo
from clingo import Control, Symbol

from drakdom.law.canonical import ANY_OF_A_POOL, atoms_of, declared, names_in, variables_in
from drakdom.law.facts import core_file
from drakdom.law.law import Law, read_rules
from drakdom.law.rules import Rule
from drakdom.step.complaints import ComplaintError
from drakdom.step.dependency_cache import links
from drakdom.step.firing import Firing
from drakdom.step.rule_names import RuleNames, rule_names, without_clause


class Log:
    """Messages of clingo. A verdict needs an empty log: any message is a bug of ours."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def __call__(self, _code: clingo.MessageCode, message: str) -> None:
        """Record a message."""
        self.messages.append(message.strip())

    def must_be_empty(self, text: str = "") -> None:
        """Raise ComplaintError with the messages, if there are any; `text` is what the solver was given."""
        if self.messages:
            raise ComplaintError(self.messages, text.split("\n"))


class Selection(NamedTuple):
    """The rules that some states can need: their numbers, their text for clingo, every name in their bodies.

    The clauses of all these rules are in force, so `text` leaves the clauses out. `fluents` are the names of the
    fluents that can matter to the rules; None means any.
    """

    rules: tuple[int, ...]
    text: str
    words: frozenset[str]
    fluents: frozenset[str] | None


@dataclass(frozen=True, eq=False)
class Program:
    """A law with the core files that an engine adds. Its rules have numbers: their places in `rules`."""

    law: Law
    extra: tuple[Rule, ...]

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the law, then those of the engine's files."""
        return (*self.law.rules, *self.extra)

    @cached_property
    def firing(self) -> Firing:
        """The relevance test: selects the rules that can fire on given atoms."""
        return Firing(self.rules, links(self.rules))

    @cached_property
    def declared(self) -> dict[str, dict[tuple[str, int], str]]:
        """`#defined` lines by name, for each predicate that a rule derives or declares: not every rule is loaded."""
        lines: dict[str, dict[tuple[str, int], str]] = {}
        for rule in self.rules:
            if predicate := rule.head[:2] if rule.head else declared(rule.text):
                lines.setdefault(predicate[0], {})[predicate] = f"#defined {predicate[0]}/{predicate[1]}."
        return dict(sorted(lines.items()))

    @cached_property
    def defined(self) -> str:
        """All `#defined` lines."""
        return "\n".join(line for lines in self.declared.values() for line in lines.values())

    @cached_property
    def shown(self) -> tuple[Rule, ...]:
        """The `#show` statements."""
        return tuple(rule for rule in self.rules if rule.text.startswith("#show"))

    @lru_cache(maxsize=2000)  # noqa: B019  (programs are kept anyhow)
    def select(self, can_fire: frozenset[int]) -> Selection:
        """Select those rules that can fire and that a shown atom can rest on."""
        by_head: dict[str, list[int]] = {}
        for number in can_fire:
            by_head.setdefault(self._head_names[number], []).append(number)
        chosen: list[int] = []
        waiting = ["", *self._shown_words]
        done = set(waiting)
        for word in waiting:
            if numbers := by_head.get(word):
                chosen += numbers
                new = frozenset[str]().union(*map(self._heads_behind, numbers)) - done
                done |= new
                waiting += new
        rules = tuple(sorted(chosen))
        if rules not in self._selections:
            self._selections[rules] = self._selection(rules)
        return self._selections[rules]

    def apart(self, selection: Selection) -> Selection:
        """Return the selection with one shown atom for each instance of a rule that brings an event about.

        If two rule instances cause the same event, one atom would connect them. `seen_by(E, By, T)` replaces
        `seen(E, T)`; `By` holds the values of the rule's variables. Nothing changes if law itself reads events.
        """
        if selection.rules not in self._apart:
            law_reads = any(map(self._reads_events, selection.rules))
            changed = {} if law_reads else dict(filter(None, map(self._by_its_variables, selection.rules)))
            lines = [changed.get(line, line) for line in selection.text.split("\n")]
            if changed:
                lines += ["#defined event/2.", "#defined seen_by/3.", "#show seen_by/3."]
            self._apart[selection.rules] = selection._replace(text="\n".join(lines))
        return self._apart[selection.rules]

    def _by_its_variables(self, number: int) -> tuple[str, str] | None:
        """Return the text of a rule for an event and its text for `seen_by`; None if the event names all variables."""
        rule, text = self.rules[number], self.bare_text(number)
        if not rule.head_atom or rule.head_atom.name != "event":
            return None
        event, moment = rule.head_atom.args
        terms = [arg for atom in rule.body for arg in atom.args]
        by = variables_in(" ".join(terms)) - variables_in(f"{event} {moment}")
        if not by or ANY_OF_A_POOL in (*terms, event):
            return None
        return text, f"seen_by({event},({','.join(sorted(by))},),{moment}) :-{text.partition(':-')[2]}"

    def _reads_events(self, number: int) -> bool:
        """Test if a rule reads events, other than to show them."""
        if self._head_names[number] == "seen":
            return False
        body = self.bare_text(number).partition(":-")[2]
        return any(len(atom.args) == 2 for name in ("event", "seen") for atom in atoms_of(body, name))

    def _selection(self, rules: tuple[int, ...]) -> Selection:
        words = self._shown_words.union(*(self._names_of(number).words for number in rules))
        derived = {head[0] for number in rules if (head := self.rules[number].head)}
        general = {self._names_of(number).general for number in rules}
        declared = [item for word in sorted(words & self.declared.keys()) for item in self.declared[word].items()]
        lines = [line for (name, arity), line in declared if (name, arity) not in general or name in self._shown_words]
        lines += [self.bare_text(number) for number in rules]
        lines += [rule.text for rule, names in self._shown if names <= derived]
        fluents: frozenset[str] | None = self._shown_words
        for number in rules:
            more = self._names_of(number).fluents
            fluents = None if fluents is None or more is None else fluents | more
        return Selection(rules, "\n".join(lines), words, fluents)

    def _heads_behind(self, number: int) -> frozenset[str]:
        """Return the names on which a rule can rest and that some rule derives."""
        if number not in self._behind:
            self._behind[number] = self._names_of(number).words & self._derived
        return self._behind[number]

    @cached_property
    def _behind(self) -> dict[int, frozenset[str]]:
        return {}

    @cached_property
    def _head_names(self) -> list[str]:
        """The name in the head of each rule, empty if the head is no plain atom."""
        return [rule.head[0] if rule.head else "" for rule in self.rules]

    @cached_property
    def _derived(self) -> frozenset[str]:
        """The names that some rule derives."""
        return frozenset(self._head_names)

    def _names_of(self, number: int) -> RuleNames:
        if number not in self._names:
            self._names[number] = rule_names(self.rules[number], self.bare_text(number))
        return self._names[number]

    @cached_property
    def _names(self) -> dict[int, RuleNames]:
        return {}

    @cached_property
    def _selections(self) -> dict[tuple[int, ...], Selection]:
        return {}

    @cached_property
    def _apart(self) -> dict[tuple[int, ...], Selection]:
        return {}

    @cached_property
    def _shown_words(self) -> frozenset[str]:
        return frozenset[str]().union(*(names for _, names in self._shown))

    @cached_property
    def _shown(self) -> list[tuple[Rule, frozenset[str]]]:
        """The `#show` statements with the names that they show; the first, `#show.`, hides everything else."""
        return [(rule, names_in(rule.text) - {"show"}) for rule in self.shown]

    def bare_text(self, number: int) -> str:
        """Return a rule without its clause, for use where the clause is in force."""
        text = self._bare_texts.get(number)
        if text is None:
            text = self._bare_texts[number] = without_clause(self.rules[number])
        return text

    @cached_property
    def _bare_texts(self) -> dict[int, str]:
        return {}


@lru_cache(maxsize=32)
def program_of(law: Law, *files: str) -> Program:
    """Return the program of a law for an engine that adds these files of the core."""
    return Program(law, extra_rules(*files))


@lru_cache(maxsize=16)
def extra_rules(*files: str) -> tuple[Rule, ...]:
    """Return the rules of core files that are not part of the law itself (opening, showing)."""
    return tuple(read_rules(core_file(name) for name in files))


def new_control(log: Log, *arguments: str) -> Control:
    """Return a solver that writes to `log` and nowhere else.

    It never cleans up between groundings: clingo 5.8 may read past its atoms when it grounds again after a cleanup.
    """
    control = Control(list(arguments), logger=log, message_limit=20)
    control.enable_cleanup = False
    return control


def add_facts(control: Control, symbols: Iterable[Symbol]) -> None:
    """Add symbols as facts; everything grounded later sees them."""
    with control.backend() as backend:
        for symbol in symbols:
            backend.add_rule([backend.add_atom(symbol)])


def not_all_facts(predicates: Iterable[tuple[str, int]]) -> str:
    """Return directives for predicates whose atoms come from the backend and need not hold.

    Without them the grounder takes such atoms for facts. Where a rule does not tell facts apart, it looks at one only.
    """
    lines = []
    for name, arity in sorted(set(predicates)):
        args = f"({','.join(f'X{number}' for number in range(arity))})" if arity else ""
        lines.append(f"#defined _never/{arity}.\n#external {name}{args} : _never{args}.")
    return "\n".join(lines)
