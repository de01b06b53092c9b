"""Moments of a case: evaluates batches of partial states, each batch in one grounding.

Law never does arithmetic on its moment, so the number of a state in its batch can take the place of the moment. The
solver gets only the rules that the states can reach, and of these only the rules that shown atoms rest on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from clingo import Control, Function, Number, Observer, Symbol

from drakdom.step.batch_solver import Grounded
from drakdom.step.case import ENTRY, Case
from drakdom.step.firing import functor_of
from drakdom.step.program import Log, Program, Selection, add_facts, new_control, not_all_facts, program_of
from drakdom.step.state import Evaluated, Items, PartialState

#: Partial states in one grounding; larger batches save no time and cost memory.
BATCH = 200
#: Maximum number of evaluated states remembered for a law: similar cases pass through the same states.
_MOST_REMEMBERED = 20_000
#: Maximum number of laws whose evaluations are remembered.
_MOST_LAWS = 4
#: Maximum number of items of a law; past it the numbering starts again.
_MOST_ITEMS = 200_000
#: Maximum number of solvers kept for a case, for later explanations.
_MOST_KEPT = 40

_NOW = Number(0)

#: An evaluation depends on the rules that can fire, the facts that these mention (by number), and the states.
_Key = tuple[tuple[int, ...], int, tuple[PartialState, ...]]


class Factored(NamedTuple):
    """The evaluations of partial states from independent parts, and the ways of the part that has most."""

    ways: int
    results: Sequence[Evaluated]


@dataclass
class _World:
    """Data that the cases of a law share: numbers of items, and evaluations of batches."""

    items: Items = field(default_factory=Items)
    facts: dict[frozenset[Symbol], int] = field(default_factory=dict)
    results: dict[_Key, list[Evaluated]] = field(default_factory=dict)
    factored: dict[_Key, Factored] = field(default_factory=dict)
    states: int = 0

    def make_room(self, states: int) -> None:
        """Count states whose results will be kept; forget all older ones past the limit."""
        self.states += states
        if self.states > _MOST_REMEMBERED:
            self.results.clear()
            self.factored.clear()
            self.states = states


_WORLDS: dict[Program, _World] = {}


class Moments:
    """Evaluates the states of a case under its law. `program` replaces the program used for verdicts."""

    def __init__(self, case: Case, program: Program | None = None) -> None:
        self.case = case
        self.program = program or program_of(case.law, "pinned.lp", "frontier.lp", "show.lp")
        self._at_rest = self.program.firing.start(case.static)
        self._selections: dict[frozenset[int], Selection] = {}
        self._by_items: dict[frozenset[int], Selection] = {}
        self._fitting: dict[int, frozenset[int]] = {}
        self._facts: dict[tuple[int, ...], tuple[list[Symbol], int]] = {}
        self._matters: dict[frozenset[str], dict[int, bool]] = {}
        self._kept: dict[PartialState, Grounded] = {}
        self._world = _world(self.program)
        self.items = self._world.items

    @classmethod
    def of_moves(cls, case: Case) -> Moments:
        """Return moments that evaluate only the outcome of moves, without the events on the way."""
        return cls(case, program_of(case.law, "pinned.lp", "frontier.lp", "show_moves.lp"))

    @property
    def clauses(self) -> frozenset[str]:
        """The clauses of all rules selected so far; to switch off another clause changes nothing in these states."""
        numbers = {number for selection in self._selections.values() for number in selection.rules}
        return frozenset(clause for number in numbers if (clause := self.program.rules[number].clause))

    def project(self, partials: Sequence[PartialState]) -> list[PartialState]:
        """Remove the fluents that matter to no rule; states that differ only in these become equal."""
        selection = self._select(partials)
        fluents = selection.fluents
        if fluents is None:
            return list(partials)
        matters = self._matters.setdefault(fluents, {})
        for item in frozenset[int]().union(*(state for state, _ in partials)) - matters.keys():
            matters[item] = functor_of(self.items.all[item][0]) in fluents
        projected = [(frozenset(item for item in state if matters[item]), openings) for state, openings in partials]
        self._by_items[_items(projected)] = selection  # the removed fluents make no rule fire
        return projected

    def evaluate(self, partials: Sequence[PartialState]) -> Iterator[Evaluated]:
        """Evaluate partial states, in their order."""
        for start in range(0, len(partials), BATCH):
            yield from self._evaluate(partials[start : start + BATCH])

    def answer(self, partials: Sequence[PartialState], *, apart: bool = False) -> Sequence[Symbol]:
        """Return the shown atoms of a batch, each with the number of its state as last argument.

        `apart` shows events as `open_control` does. Raises BugError if there is not exactly one answer set.
        """
        return self._ground(partials, self._select(partials), apart=apart).answer()

    def grounded(self, partial: PartialState) -> Grounded:
        """Return a solver that has grounded one partial state; the caller may add rules to it."""
        (partial,) = self.project([partial])
        return self._kept.pop(partial, None) or self._ground([partial], self._select([partial]))

    def marked(
        self, partials: Sequence[PartialState], marks: Callable[[Program, Sequence[int]], str]
    ) -> Control | None:
        """Return a solver with a batch of states, numbered from 0, and the rules that `marks` makes.

        `marks` gets the program and the numbers of the selected rules. Return None if it makes no rules.
        """
        selection = self._select(partials)
        further = marks(self.program, selection.rules)
        return self._ground(partials, selection).more(further) if further else None

    def open_control(
        self, log: Log, common: frozenset[int], free: frozenset[int], observer: Observer
    ) -> tuple[Control, dict[int, int]]:
        """Return a solver, not grounded yet, and the atoms of the `free` items.

        The `common` items hold; each free item may hold or not. Events are shown once for each rule instance that
        brings them about (`Program.apart`).
        """
        control = new_control(log)
        control.register_observer(observer)
        atoms: dict[int, int] = {}
        with control.backend() as backend:
            for number in free:
                atoms[number] = backend.add_atom(self.items.fact(number, _NOW))
                backend.add_rule([atoms[number]], choice=True)
        selection = self._select([(free | common, frozenset())])
        control.add("base", [], self.program.apart(selection).text)
        control.add("base", [], not_all_facts([("is", 3), ("picked", 3), ("thrown", 3)]))
        add_facts(control, [*self._lasting(selection)[0], *(self.items.fact(number, _NOW) for number in common)])
        return control, atoms

    def factored(self, partials: Sequence[PartialState]) -> Factored | None:
        """Return the remembered evaluations of partial states from independent parts."""
        return self._world.factored.get(self._key(partials))

    def remember_factored(self, partials: Sequence[PartialState], factored: Factored) -> None:
        """Remember evaluations of partial states from independent parts."""
        self._world.make_room(len(factored.results))
        self._world.factored[self._key(partials)] = factored

    def _key(self, partials: Sequence[PartialState]) -> _Key:
        selection = self._select(partials)
        return selection.rules, self._lasting(selection)[1], tuple(partials)

    def _evaluate(self, partials: Sequence[PartialState]) -> list[Evaluated]:
        selection, key = self._select(partials), self._key(partials)
        if (remembered := self._world.results.get(key)) is not None:
            return remembered
        results = [Evaluated() for _ in partials]
        grounded = self._ground(partials, selection)
        for symbol in grounded.answer():
            arguments = symbol.arguments
            results[arguments[-1].number].take(self.items, symbol.name, arguments)
        excepted = grounded.excepted()
        for number, (result, (_, openings)) in enumerate(zip(results, partials, strict=True)):
            result.open(self.items, openings)
            result.excepted = number in excepted
        if len(partials) == 1 and results[0].is_whole and len(self._kept) < _MOST_KEPT:
            self._kept[partials[0]] = grounded
        self._world.make_room(len(results))
        self._world.results[key] = results
        return results

    def _select(self, partials: Iterable[PartialState]) -> Selection:
        """Select the rules that some partial states can need."""
        items = _items(partials)
        if items in self._by_items:
            return self._by_items[items]
        firing = self.program.firing
        fitting = firing.fitted(_ASKED).union(*map(self._fitted, items))
        if fitting not in self._selections:
            self._selections[fitting] = self.program.select(frozenset(firing.more(self._at_rest, fitting).rules))
        self._by_items[items] = self._selections[fitting]
        return self._by_items[items]

    def _fitted(self, item: int) -> frozenset[int]:
        """Return the patterns that a fluent with its value, or an opening, fits."""
        if item not in self._fitting:
            self._fitting[item] = self.program.firing.fitted([self.items.stated(item, _NOW)])
        return self._fitting[item]

    def _ground(self, partials: Sequence[PartialState], selection: Selection, *, apart: bool = False) -> Grounded:
        """Ground the rules on a batch of states, numbered from 0; fluents that all states share are stated once."""
        shared = frozenset.intersection(*(state for state, _ in partials))
        facts = [self.items.common(item) for item in shared]
        for number, (state, openings) in enumerate(partials):
            moment = Number(number)
            facts.append(Function("stage", [moment]))
            facts += [self.items.fact(item, moment) for item in (*(state - shared), *openings)]
        shown = self.program.apart(selection) if apart else selection
        return Grounded(shown, [*self._lasting(selection)[0], *facts], self.program.declared)

    def _lasting(self, selection: Selection) -> tuple[list[Symbol], int]:
        """Return the facts of the case that the rules mention, and a number that equal sets of facts share."""
        if selection.rules not in self._facts:
            names = self.case.by_name.keys() & selection.words
            facts = [fact for name in sorted(names) for fact in self.case.by_name[name]]
            numbers = self._world.facts
            self._facts[selection.rules] = facts, numbers.setdefault(frozenset(facts), len(numbers))
        return self._facts[selection.rules]


#: Facts that every grounding states besides its items.
_ASKED = (("stage", (_NOW,)), ("common", (ENTRY, _NOW)))


def _world(program: Program) -> _World:
    world = _WORLDS.pop(program, None)
    if world is None or len(world.items.all) > _MOST_ITEMS:
        world = _World()
    _WORLDS[program] = world  # the most recently used comes last
    if len(_WORLDS) > _MOST_LAWS:
        del _WORLDS[next(iter(_WORLDS))]
    return world


def _items(partials: Iterable[PartialState]) -> frozenset[int]:
    """Return all items of some partial states."""
    return frozenset[int]().union(*(state | openings for state, openings in partials))
