"""Moments of a case, side by side in one grounding: what the law says of positions in which some things are opened.

Law never does arithmetic on its moment, so the moment can just as well be the number of a position. Only the rules
that the positions can reach, and of those only what is looked at, are given to the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from clingo import Control, Function, Number, Observer, Symbol

from drakdom.step.batch_solver import Grounded
from drakdom.step.case import ENTRY, Case
from drakdom.step.firing import functor_of
from drakdom.step.program import Log, Program, Selection, add_facts, new_control, not_all_facts, program_of
from drakdom.step.state import Evaluated, Items, PartialState

#: Stages in one grounding: more save nothing and cost memory.
BATCH = 200
#: So many stages are remembered of a law: cases that differ in little go through the same ones again and again.
_MOST_REMEMBERED = 20_000
#: Of so many laws.
_MOST_LAWS = 4
#: So many items have numbers before they are given anew.
_MOST_ITEMS = 200_000
#: So many solvers are kept of a case, in case somebody asks why.
_MOST_KEPT = 40

_NOW = Number(0)

#: What the law says of some stages rests on the rules that can fire, the facts that these mention, and the stages.
_Key = tuple[tuple[int, ...], int, tuple[PartialState, ...]]


@dataclass
class _World:
    """What the cases of a law have in common: the numbers of items, what was found of some stages."""

    items: Items = field(default_factory=Items)
    facts: dict[frozenset[Symbol], int] = field(default_factory=dict)
    found: dict[_Key, list[Evaluated]] = field(default_factory=dict)
    stages: int = 0

    def remember(self, key: _Key, found: list[Evaluated]) -> None:
        """Keep what was found; when that is too much, nothing older is kept."""
        self.stages += len(found)
        if self.stages > _MOST_REMEMBERED:
            self.found.clear()
            self.stages = len(found)
        self.found[key] = found


_WORLDS: dict[Program, _World] = {}


class Moments:
    """The law of a case, ready to be asked about its positions; another `program` than that of verdicts if need be."""

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
        """Moments of which is asked only what can come of them, not what is seen on the way."""
        return cls(case, program_of(case.law, "pinned.lp", "frontier.lp", "show_moves.lp"))

    def project(self, stages: Sequence[PartialState]) -> list[PartialState]:
        """Stages without the fluents that can matter to no rule: those that come to be equal are one."""
        selection = self._select(stages)
        fluents = selection.fluents
        if fluents is None:
            return list(stages)
        matters = self._matters.setdefault(fluents, {})
        for item in frozenset[int]().union(*(position for position, _ in stages)) - matters.keys():
            matters[item] = functor_of(self.items.all[item][0]) in fluents
        found = [(frozenset(item for item in position if matters[item]), openings) for position, openings in stages]
        self._by_items[_items(found)] = selection  # what matters to no rule makes none fire
        return found

    def evaluate(self, stages: Sequence[PartialState]) -> Iterator[Evaluated]:
        """What the law says of some stages."""
        for start in range(0, len(stages), BATCH):
            yield from self._evaluate(stages[start : start + BATCH])

    def answer(self, stages: Sequence[PartialState], *, apart: bool = False) -> Sequence[Symbol]:
        """What is shown of some stages, their numbers last; `apart` as by `open_control`. The answer must be unique."""
        return self._ground(stages, self._select(stages), apart=apart).answer()

    def grounded(self, stage: PartialState) -> Grounded:
        """A solver that knows one stage; whoever takes it may add to it."""
        (stage,) = self.project([stage])
        return self._kept.pop(stage, None) or self._ground([stage], self._select([stage]))

    def marked(self, stages: Sequence[PartialState], marks: Callable[[Program, Sequence[int]], str]) -> Control | None:
        """A solver that has grounded some stages, numbered from 0, with further rules made of those that it knows.

        None where there are no further rules to be made.
        """
        selection = self._select(stages)
        further = marks(self.program, selection.rules)
        return self._ground(stages, selection).more(further) if further else None

    def open_control(
        self, log: Log, common: frozenset[int], free: frozenset[int], observer: Observer
    ) -> tuple[Control, dict[int, int]]:
        """A solver, not grounded yet, in which some items hold and others may or may not, with the atoms of these.

        What happens in several ways is shown for each of them (`Program.apart`).
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

    def _evaluate(self, stages: Sequence[PartialState]) -> list[Evaluated]:
        selection = self._select(stages)
        key = selection.rules, self._lasting(selection)[1], tuple(stages)
        if (known := self._world.found.get(key)) is not None:
            return known
        found = [Evaluated() for _ in stages]
        grounded = self._ground(stages, selection)
        for symbol in grounded.answer():
            arguments = symbol.arguments
            found[arguments[-1].number].take(self.items, symbol.name, arguments)
        excepted = grounded.excepted()
        for number, (result, (_, openings)) in enumerate(zip(found, stages, strict=True)):
            result.open(self.items, openings)
            result.excepted = number in excepted
        if len(stages) == 1 and found[0].is_whole and len(self._kept) < _MOST_KEPT:
            self._kept[stages[0]] = grounded
        self._world.remember(key, found)
        return found

    def _select(self, stages: Iterable[PartialState]) -> Selection:
        """The rules that some stages can need."""
        items = _items(stages)
        if items in self._by_items:
            return self._by_items[items]
        firing = self.program.firing
        fitting = firing.fitted(_ASKED).union(*map(self._fitted, items))
        if fitting not in self._selections:
            self._selections[fitting] = self.program.select(firing.more(self._at_rest, fitting).rules)
        self._by_items[items] = self._selections[fitting]
        return self._by_items[items]

    def _fitted(self, item: int) -> frozenset[int]:
        """The patterns that a fluent with its value, or an opening, fits."""
        if item not in self._fitting:
            self._fitting[item] = self.program.firing.fitted([self.items.stated(item, _NOW)])
        return self._fitting[item]

    def _ground(self, stages: Sequence[PartialState], selection: Selection, *, apart: bool = False) -> Grounded:
        """A solver that knows the rules and the facts of some stages, numbered from 0; what all share is said once."""
        shared = frozenset.intersection(*(position for position, _ in stages))
        facts = [self.items.common(item) for item in shared]
        for number, (position, openings) in enumerate(stages):
            moment = Number(number)
            facts.append(Function("stage", [moment]))
            facts += [self.items.fact(item, moment) for item in (*(position - shared), *openings)]
        shown = self.program.apart(selection) if apart else selection
        return Grounded(shown, [*self._lasting(selection)[0], *facts])

    def _lasting(self, selection: Selection) -> tuple[list[Symbol], int]:
        """The facts of the case that the rules mention, with a number that cases of the same facts share."""
        if selection.rules not in self._facts:
            names = self.case.by_name.keys() & selection.words
            facts = [fact for name in sorted(names) for fact in self.case.by_name[name]]
            numbers = self._world.facts
            self._facts[selection.rules] = facts, numbers.setdefault(frozenset(facts), len(numbers))
        return self._facts[selection.rules]


#: What every grounding states besides its items.
_ASKED = (("stage", (_NOW,)), ("common", (ENTRY, _NOW)))


def _world(program: Program) -> _World:
    world = _WORLDS.pop(program, None)
    if world is None or len(world.items.all) > _MOST_ITEMS:
        world = _World()
    _WORLDS[program] = world  # the last that was asked for comes last
    if len(_WORLDS) > _MOST_LAWS:
        del _WORLDS[next(iter(_WORLDS))]
    return world


def _items(stages: Iterable[PartialState]) -> frozenset[int]:
    """Every item of some stages."""
    return frozenset[int]().union(*(position | openings for position, openings in stages))
