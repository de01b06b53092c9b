"""What clingo is given: the rules of a law that can fire, the core files of an engine, facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import clingo
from clingo import Control, Symbol

from drakdom.errors import BugError
from drakdom.law.canonical import ANY_OF_A_POOL, VARIABLE, Atom, functor, names_in, statement_parts, variables_in
from drakdom.law.facts import core_file
from drakdom.law.law import Law, read_rules
from drakdom.law.rules import Rule
from drakdom.step.dependency_cache import links
from drakdom.step.firing import Firing, Progress


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
        return Firing(self.rules, links(self.rules))

    @cached_property
    def declared(self) -> dict[str, dict[tuple[str, int], str]]:
        """`#defined` lines by name for whatever some rule derives or declares: not every rule that does is loaded."""
        found: dict[str, dict[tuple[str, int], str]] = {}
        for rule in self.rules:
            if rule.head:
                name, arity = rule.head[:2]
            elif rule.text.startswith("#defined "):
                name, _, number = rule.text.removeprefix("#defined ").rstrip(".").partition("/")
                arity = int(number)
            else:
                continue
            found.setdefault(name, {})[name, arity] = f"#defined {name}/{arity}."
        return dict(sorted(found.items()))

    @cached_property
    def defined(self) -> str:
        """All `#defined` lines."""
        return "\n".join(line for lines in self.declared.values() for line in lines.values())

    @cached_property
    def shown(self) -> tuple[Rule, ...]:
        """The `#show` statements."""
        return tuple(rule for rule in self.rules if rule.text.startswith("#show"))

    @lru_cache(maxsize=4)  # noqa: B019  (programs are kept anyhow)
    def at_rest(self, facts: tuple[Symbol, ...]) -> Progress:
        """What can fire on facts alone, before any position is known."""
        return self.firing.start(facts)

    def text(self, numbers: Iterable[int]) -> str:
        """Rules as text, in the order of the law."""
        return "\n".join(self.rules[number].text for number in sorted(numbers))

    def select(self, can_fire: Iterable[int]) -> Selection:
        """Of the rules that can fire those on which something shown can rest."""
        fits = bytearray(len(self.rules))
        for number in can_fire:
            fits[number] = 1
        chosen: list[int] = []
        waiting = ["", *self._shown_words]
        done = set(waiting)
        for word in waiting:
            for number in self._by_head.get(word, ()):
                if fits[number]:
                    chosen.append(number)
                    new = self._heads_behind(number) - done
                    done |= new
                    waiting += new
        rules = tuple(sorted(chosen))
        if rules not in self._selections:
            self._selections[rules] = self._selection(rules)
        return self._selections[rules]

    def apart(self, selection: Selection) -> Selection:
        """A selection in which what happens is shown for each way in which a rule brings it about.

        That two who die have the same event happen would tie them together: seen_by(E, By, T)
        is seen(E, T) by the values that the variables of a rule have.
        """
        if selection.rules not in self._apart:
            changed = dict(filter(None, map(self._by_its_variables, selection.rules)))
            lines = [changed.get(line, line) for line in selection.text.split("\n")]
            if changed:
                lines += ["#defined event/2.", "#defined seen_by/3.", "#show seen_by/3."]
            self._apart[selection.rules] = selection._replace(text="\n".join(lines))
        return self._apart[selection.rules]

    def _by_its_variables(self, number: int) -> tuple[str, str] | None:
        """A rule for an event as it is loaded, and as it says by what; None where the event names all its variables."""
        rule, lean = self.rules[number], self.lean(number)
        if not rule.head_atom or rule.head_atom.name != "event":
            return None
        event, moment = rule.head_atom.args
        by = variables_in(" ".join(arg for atom in rule.body for arg in atom.args)) - variables_in(f"{event} {moment}")
        if not by or ANY_OF_A_POOL in by or event == ANY_OF_A_POOL:
            return None
        return lean, f"seen_by({event},({','.join(sorted(by))},),{moment}) :-{lean.partition(':-')[2]}"

    def _selection(self, rules: tuple[int, ...]) -> Selection:
        words = self._shown_words.union(*(self._names_of(number).words for number in rules))
        derived = {head[0] for number in rules if (head := self.rules[number].head)}
        known = {self._names_of(number).known for number in rules}
        told = [one for word in sorted(words & self.declared.keys()) for one in self.declared[word].items()]
        lines = [line for (name, arity), line in told if (name, arity) not in known or name in self._shown_words]
        lines += [self.lean(number) for number in rules]
        lines += [rule.text for rule, names in self._shown if names <= derived]
        fluents: frozenset[str] | None = self._shown_words
        for number in rules:
            more = self._names_of(number).fluents
            fluents = None if fluents is None or more is None else fluents | more
        return Selection(rules, "\n".join(lines), words, fluents)

    def _heads_behind(self, number: int) -> frozenset[str]:
        """The words on which a rule can rest and that some rule derives."""
        if number not in self._behind:
            self._behind[number] = self._names_of(number).words & self._by_head.keys()
        return self._behind[number]

    @cached_property
    def _behind(self) -> dict[int, frozenset[str]]:
        return {}

    @cached_property
    def _by_head(self) -> dict[str, list[int]]:
        """The rules by the names of their heads; "" are those whose head is no plain atom."""
        found: dict[str, list[int]] = {}
        for number, rule in enumerate(self.rules):
            found.setdefault(rule.head[0] if rule.head else "", []).append(number)
        return found

    def _names_of(self, number: int) -> _Names:
        if number not in self._names:
            self._names[number] = _names(self.rules[number], self.lean(number))
        return self._names[number]

    @cached_property
    def _names(self) -> dict[int, _Names]:
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
        """The `#show` statements with the names of what they show; the first of them, of nothing, hides all else."""
        return [(rule, names_in(rule.text) - {"show"}) for rule in self.shown]

    def lean(self, number: int) -> str:
        """A rule without its clause, for where that is known to be in force."""
        found = self._lean.get(number)
        if found is None:
            found = self._lean[number] = _without_clause(self.rules[number])
        return found

    @cached_property
    def _lean(self) -> dict[int, str]:
        return {}


class _Names(NamedTuple):
    """Every word on which a rule can rest, and every word in it.

    `fluents` is None where it reads or writes a fluent whose name does not stand in it. `known` is the predicate that
    it derives, if every atom of that fits its head: then the solver has no word to say where a body names one.
    """

    words: frozenset[str]
    fluents: frozenset[str] | None
    known: tuple[str, int] | None


def _names(rule: Rule, lean: str) -> _Names:
    body = lean.partition(":-")[2] if rule.head_atom else lean
    fluents = None if _takes_any_fluent(rule) else names_in(lean)
    known = rule.head[:2] if rule.head and rule.head_atom and _is_general(rule.head_atom) else None
    return _Names(names_in(body), fluents, known)


def _takes_any_fluent(rule: Rule) -> bool:
    """Whether a rule reads or writes a fluent whose name stands in no rule.

    The core does so only with fluents that law writes, bounds, pledges or lets pass: their names stand there.
    """
    named = {atom.args[0] for atom in rule.body if atom.name in _OF_FLUENTS}
    atoms = [atom for atom in rule.body if atom.name == "is" and len(atom.args) == 3]
    if rule.head_atom and rule.head_atom.name in _OF_FLUENTS:
        atoms.append(rule.head_atom)
    return any(functor(atom.args[0]) is None and atom.args[0] not in named for atom in atoms)


def _is_general(head: Atom) -> bool:
    """Whether every atom of its predicate fits a head."""
    variables = {arg for arg in head.args if arg != ANY_OF_A_POOL and VARIABLE.match(arg)}
    return len(variables) == len(head.args)


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
    """A solver that writes to `log` and nowhere else.

    It never cleans up between groundings: clingo 5.8 may read past its atoms when it grounds on after that.
    """
    control = Control(list(arguments), logger=log, message_limit=20)
    control.enable_cleanup = False
    return control


def add_facts(control: Control, symbols: Iterable[Symbol]) -> None:
    """Progress symbols as facts; they are visible to everything grounded later."""
    with control.backend() as backend:
        for symbol in symbols:
            backend.add_rule([backend.add_atom(symbol)])


def not_all_facts(predicates: Iterable[tuple[str, int]]) -> str:
    """To be loaded where atoms of some predicates come by the backend that may hold or not.

    The grounder takes what no rule derives for facts; of facts among which a rule does not tell it looks at one only.
    """
    lines = []
    for name, arity in sorted(set(predicates)):
        args = f"({','.join(f'X{number}' for number in range(arity))})" if arity else ""
        lines.append(f"#defined _never/{arity}.\n#external {name}{args} : _never{args}.")
    return "\n".join(lines)
