"""Moments of a case, side by side in one grounding: what the law says of positions in which some things are opened.

Law never does arithmetic on its moment, so the moment can just as well be the number of a position. Only the rules
that the positions can reach, and of those only what is looked at, are given to the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from clingo import Control, Function, Number, Observer, Symbol, SymbolType

from checker.engine.case import ENTRY, Case
from checker.engine.causes import Causes, causes_program, read_causes
from checker.engine.firing import functor_of
from checker.engine.play import Stage
from checker.engine.program import Log, Program, Selection, add_facts, new_control, program_of
from checker.engine.stages import Evaluated, Items
from checker.errors import BugError

#: Stages in one grounding: more save nothing and cost memory.
BATCH = 200
#: So many stages are remembered of a law: cases that differ in little go through the same ones again and again.
_MOST_REMEMBERED = 20_000
#: Of so many laws.
_MOST_LAWS = 4
#: So many items have numbers before they are given anew.
_MOST_ITEMS = 200_000

_NOW = Number(0)

#: What the law says of some stages rests on the rules that can fire, the facts that these mention, and the stages.
_Key = tuple[tuple[int, ...], int, tuple[Stage, ...]]


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
    """The law of a case, ready to be asked about its positions."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._program = program_of(case.law, "pinned.lp", "frontier.lp", "show.lp")
        self._at_rest = self._program.firing.start(case.static)
        self._selections: dict[frozenset[int], Selection] = {}
        self._by_items: dict[frozenset[int], Selection] = {}
        self._fitting: dict[int, frozenset[int]] = {}
        self._facts: dict[tuple[int, ...], tuple[list[Symbol], int]] = {}
        self._matters: dict[frozenset[str], dict[int, bool]] = {}
        self._world = _world(self._program)
        self.items = self._world.items

    def project(self, stages: Sequence[Stage]) -> list[Stage]:
        """Stages without the fluents that can matter to no rule: those that come to be equal are one."""
        selection = self._select(stages)
        fluents = selection.fluents
        if fluents is None:
            return list(stages)
        matters = self._matters.setdefault(fluents, {})
        for item in frozenset[int]().union(*(position for position, _ in stages)) - matters.keys():
            matters[item] = functor_of(self.items.all[item][0]) in fluents  # type: ignore[arg-type]
        found = [(frozenset(item for item in position if matters[item]), openings) for position, openings in stages]
        self._by_items[_items(found)] = selection  # what matters to no rule makes none fire
        return found

    def evaluate(self, stages: Sequence[Stage]) -> Iterator[Evaluated]:
        """What the law says of some stages."""
        for start in range(0, len(stages), BATCH):
            yield from self._evaluate(stages[start : start + BATCH])

    def answer(
        self, stages: Sequence[Stage], selection: Selection | None = None
    ) -> tuple[Sequence[Symbol], frozenset[int]]:
        """What is shown of some stages, their numbers last, and in which of them some clause may yield.

        The answer must be unique.
        """
        log = Log()
        control = self._control(log, selection or self._select(stages), list(enumerate(stages)))
        control.ground([("base", [])])
        answers: list[Sequence[Symbol]] = []
        with control.solve(yield_=True) as handle:
            for model in handle:
                answers.append(model.symbols(shown=True))
        log.must_be_empty()
        if len(answers) != 1:
            raise BugError(f"positions side by side have {'more than one' if answers else 'no'} answer")
        return answers[0], _excepted(control)

    def causes(self, number: int, stage: Stage) -> Causes:
        """Why everything of one stage is so: its atoms have `number` for their moment."""
        log = Log()
        selection = self._select([stage])
        control = self._control(log, selection, [(number, stage)])
        control.add("base", [], causes_program(self._program, selection.rules))
        control.ground([("base", [])])
        log.must_be_empty()
        return read_causes(control, self._program)

    def marked(self, stages: Sequence[Stage], marks: Callable[[Program, Sequence[int]], str]) -> Control | None:
        """A solver that has grounded some stages, numbered from 0, with further rules made of those that it knows.

        None where there are no further rules to be made.
        """
        log = Log()
        selection = self._select(stages)
        further = marks(self._program, selection.rules)
        if not further:
            return None
        control = self._control(log, selection, list(enumerate(stages)))
        control.add("base", [], further)
        control.ground([("base", [])])
        log.must_be_empty()
        return control

    def open_control(
        self, log: Log, common: frozenset[int], free: frozenset[int], observer: Observer
    ) -> tuple[Control, dict[int, int]]:
        """A solver, not grounded yet, in which some items hold and others may or may not, with the atoms of these."""
        control = new_control(log)
        control.register_observer(observer)
        atoms: dict[int, int] = {}
        with control.backend() as backend:
            for number in free:
                atoms[number] = backend.add_atom(self.items.fact(number, _NOW))
                backend.add_rule([atoms[number]], choice=True)
        selection = self._select([(free | common, frozenset())])
        control.add("base", [], selection.text)
        add_facts(control, [*self._lasting(selection)[0], *(self.items.fact(number, _NOW) for number in common)])
        return control, atoms

    def _evaluate(self, stages: Sequence[Stage]) -> list[Evaluated]:
        selection = self._select(stages)
        key = selection.rules, self._lasting(selection)[1], tuple(stages)
        if (known := self._world.found.get(key)) is not None:
            return known
        found = [Evaluated() for _ in stages]
        symbols, excepted = self.answer(stages, selection)
        for symbol in symbols:
            found[symbol.arguments[-1].number].take(self.items, symbol)
        for number, (result, (_, openings)) in enumerate(zip(found, stages, strict=True)):
            result.open(self.items, openings)
            result.excepted = number in excepted
        self._world.remember(key, found)
        return found

    def _select(self, stages: Iterable[Stage]) -> Selection:
        """The rules that some stages can need."""
        items = _items(stages)
        if items in self._by_items:
            return self._by_items[items]
        firing = self._program.firing
        fitting = firing.fitted(_ASKED).union(*map(self._fitted, items))
        if fitting not in self._selections:
            self._selections[fitting] = self._program.select(firing.more(self._at_rest, fitting).rules)
        self._by_items[items] = self._selections[fitting]
        return self._by_items[items]

    def _fitted(self, item: int) -> frozenset[int]:
        """The patterns that a fluent with its value, or an opening, fits."""
        if item not in self._fitting:
            fact = self.items.fact(item, _NOW)
            self._fitting[item] = self._program.firing.fitted([(fact.name, fact.arguments)])
        return self._fitting[item]

    def _control(self, log: Log, selection: Selection, stages: Sequence[tuple[int, Stage]]) -> Control:
        """A solver that knows the rules and the facts of some numbered stages; what all share is said once."""
        shared = frozenset.intersection(*(position for _, (position, _) in stages))
        facts = [Function("common", fluent) for fluent in self.items.fluents(shared)]
        for number, (position, openings) in stages:
            moment = Number(number)
            facts.append(Function("stage", [moment]))
            facts += [self.items.fact(item, moment) for item in (*(position - shared), *openings)]
        control = new_control(log, "--models=2")
        control.add("base", [], selection.text)
        add_facts(control, [*self._lasting(selection)[0], *facts])
        return control

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


def _items(stages: Iterable[Stage]) -> frozenset[int]:
    """Every item of some stages."""
    return frozenset[int]().union(*(position | openings for position, openings in stages))


def _excepted(control: Control) -> frozenset[int]:
    """The moments in which some clause may yield: the subject of an exception ends in its moment."""
    subjects = (atom.symbol.arguments[1] for atom in control.symbolic_atoms.by_signature("except", 2))
    return frozenset((one.arguments[-1] if one.type is SymbolType.Function else one).number for one in subjects)
