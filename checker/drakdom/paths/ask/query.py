"""Queries about paths: the `paths.lp` of a rulebook, which no verdict loads, asked in one state.

The answer states where ways lead. Playing a move finds its odds (`move_simulation.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from clingo import Number, Symbol

from drakdom.errors import InputError
from drakdom.law.facts import Function, to_symbol, to_value
from drakdom.law.law import Law, Stamp, read_rules, rule_of, stamp_of
from drakdom.law.lawtext import law_files
from drakdom.law.rules import Rule
from drakdom.rulebook import Rulebook
from drakdom.step.case import PHASE, Case, Fluent, State
from drakdom.step.moment import BATCH, Moments
from drakdom.step.program import Program, extra_rules
from drakdom.terms import Term, Value, show

FILE = "paths.lp"
_TOPICS = {
    "moves": "the moves of figures (`paths`)",
    "leave": "the way home (`--home`)",
    "chase": "pursuits (`--chase`)",
    "flight": "the flight of monsters (`--flight`)",
}
"""The topics of a law about paths in words, with the option that asks about each."""
_SHOW = ("#show.", "#show shown/2.")
_FIRST = Number(1)
_PREFIX = "path_"


def has_paths(book: Rulebook) -> bool:
    """Return True if a rulebook has law about paths."""
    return (book.folder / FILE).is_file()


def figures_of(case: Case) -> list[str]:
    """Return the names of the figures of a case, sorted."""
    assert case.scenario is not None
    return sorted(case.scenario.figures)


class Answers:
    """The answers of the law in one state: `path_x(.., T)` is the term `x(..)` without its moment.

    Facts of `paths.lp` about all states are included. `derived` are the names that some rule of `paths.lp` derives.
    """

    def __init__(self, case: Case, always: Iterable[Term], symbols: Iterable[Symbol], derived: Collection[str]) -> None:
        self.case = case
        self.derived = derived
        self._always: dict[str, list[tuple[Value, ...]]] = {}
        for term in always:
            self._always.setdefault(term.name, []).append(term.args)
        self._said: dict[str, list[Symbol]] = {}
        for symbol in symbols:
            self._said.setdefault(symbol.name, []).append(symbol)
        self._read: dict[str, list[tuple[Value, ...]]] = {}

    def __call__(self, name: str) -> list[tuple[Value, ...]]:
        """Return the arguments of all answers of one name."""
        if name not in self._read:
            rows = [_term(symbol).args for symbol in sorted(self._said.get(name, ()))]
            self._read[name] = [*self._always.get(name, ()), *rows]
        return self._read[name]

    def symbols(self, name: str) -> list[Symbol]:
        """Return the first arguments of the answers of one name in this state, as symbols in no order."""
        return [symbol.arguments[0] for symbol in self._said.get(name, ())]

    def after(self, position: State) -> State:
        """Return a state after the moment, with the lasting effects that the law names (`comes`, `goes`)."""
        gone = {(to_symbol(fluent), to_symbol(value)) for fluent, value in self("goes")}
        come = {(to_symbol(fluent), to_symbol(value)) for fluent, value in self("comes")}
        return frozenset((position - gone) | come)


def query(
    case: Case,
    topic: Term,
    asked: Iterable[Term] = (),
    position: State | None = None,
    chosen: Iterable[tuple[Value, Value]] = (),
    shown: Iterable[tuple[Value, Value]] = (),
    names: frozenset[str] | None = None,
) -> Answers:
    """Ask the law of a case about paths in a state (default: the first), in the phase where `topic` begins.

    `asked` are facts about that moment, which is 0; `chosen` are decisions of figures, `shown` values of rolls. `names`
    limits the answers to some names. Raises InputError if the rulebook does not rule on the topic.
    """
    assert case.scenario is not None
    book = case.scenario.rulebook
    if not has_paths(book):
        raise InputError.single(f"the rulebook `{book.slug}` has no law about paths: no `{FILE}`", case.scenario.file)
    files = _files(case)
    always = _always(files)
    phases = {show(term.args[0]): term.args[1] for term in always if term.name == "begins"}
    if show(topic) not in phases:
        message = f"the rulebook `{book.slug}` does not answer questions about {_TOPICS.get(show(topic), show(topic))}"
        answered = ", ".join(words for name, words in _TOPICS.items() if name in phases)
        raise InputError.single(message, case.scenario.file, help=f"it answers those about {answered}")
    start = at_phase(case.start if position is None else position, to_symbol(phases[show(topic)]))
    whole = replace(case, facts=(*case.facts, *map(to_symbol, asked)))
    moments = Moments(whole, _program(case.law, files, names))
    items = moments.items
    taken = [("choice", to_symbol(figure), to_symbol(action)) for figure, action in chosen]
    taken += [("chance", to_symbol(roll), to_symbol(value)) for roll, value in shown]
    answer = moments.answer([(frozenset(map(items.number, start)), frozenset(map(items.number, taken)))])
    symbols = (symbol.arguments[0] for symbol in answer if symbol.name == "shown")
    return Answers(case, always, symbols, frozenset(name for name, _ in _heads(_own(files))))


class StateQuery:
    """The law of a case, ready to answer by some names in many states."""

    def __init__(self, case: Case, names: Collection[str]) -> None:
        self._moments = Moments(case, _program(case.law, _files(case), frozenset(names)))

    def __call__(self, positions: Sequence[Iterable[Fluent]]) -> list[list[Term]]:
        """Return the answers of the law in each of some states."""
        items = self._moments.items
        terms: list[list[Term]] = [[] for _ in positions]
        for first in range(0, len(positions), BATCH):
            partials = [
                (frozenset(map(items.number, position)), frozenset[int]())
                for position in positions[first : first + BATCH]
            ]
            for symbol in self._moments.answer(partials):
                if symbol.name == "shown":
                    terms[first + symbol.arguments[1].number].append(_term(symbol.arguments[0]))
        return terms


def _files(case: Case) -> tuple[Stamp, ...]:
    assert case.scenario is not None
    return tuple(map(stamp_of, law_files(case.scenario.rulebook.folder / FILE)))


def at_phase(position: Iterable[Fluent], phase: Symbol) -> frozenset[Fluent]:
    """Return a state in another phase of its entry."""
    return frozenset({item for item in position if item[0] != PHASE} | {(PHASE, phase)})


def put(value: Value, words: Mapping[str, Value]) -> Value:
    """Substitute words for the placeholders of a pattern."""
    if not isinstance(value, Term):
        return value
    if not value.args and value.name in words:
        return words[value.name]
    return Term(value.name, tuple(put(argument, words) for argument in value.args))


def _term(symbol: Symbol) -> Term:
    value = to_value(symbol)
    assert isinstance(value, Term)
    return value


@lru_cache(maxsize=16)
def _program(law: Law, files: tuple[Stamp, ...], names: frozenset[str] | None = None) -> Program:
    """Return the program that shows answers about paths, limited to `names` if given."""
    own = _own(files)
    show = [rule_of(text, FILE, 0) for text in _SHOW]
    shown = (*extra_rules(FILE), *_shown(own))
    wanted = (rule for rule in shown if names is None or rule.head is None or rule.head[2] in names)
    return Program(law, (*extra_rules("pinned.lp", "frontier.lp"), *wanted, *own, *show))


def _shown(own: Iterable[Rule]) -> Iterator[Rule]:
    """Yield a rule for each `path_x(.., T)` that a law derives: it shows `x(..)` in the moment T."""
    for name, arity in sorted(_heads(own)):
        args = ", ".join(f"X{number}" for number in range(1, arity))
        answer = name + (f"({args})" if args else "")
        yield rule_of(f"shown({answer},T) :- {_PREFIX}{name}({args + ', ' if args else ''}T).", FILE, 0)


def _own(files: Iterable[Stamp]) -> list[Rule]:
    return read_rules(file for file, *_ in files)


def _heads(own: Iterable[Rule]) -> set[tuple[str, int]]:
    """Return `x` and the number of arguments of each `path_x(.., T)` that some rule derives."""
    heads = {rule.head_atom for rule in own if rule.head_atom and rule.head_atom.args[-1:] == ("T",)}
    return {(head.name.removeprefix(_PREFIX), len(head.args)) for head in heads if head.name.startswith(_PREFIX)}


@lru_cache(maxsize=16)
def _always(files: tuple[Stamp, ...]) -> tuple[Term, ...]:
    """Return the facts `path_x(..)` of some files as `x(..)`, with pools expanded."""
    facts = []
    for rule in _own(files):
        if rule.head_atom and rule.head_atom.name.startswith(_PREFIX) and rule.text == f"{rule.head_text}.":
            facts += _grounded(rule.text)
    return tuple(facts)


def _grounded(fact: str) -> list[Term]:
    from drakdom.step.program import Log, new_control

    log = Log()
    control = new_control(log)
    control.add("base", [], fact)
    control.ground([("base", [])])
    log.must_be_empty()
    atoms = [atom.symbol for atom in control.symbolic_atoms]
    return [_term(Function(symbol.name.removeprefix(_PREFIX), symbol.arguments)) for symbol in atoms]
