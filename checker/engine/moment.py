"""Moments of a case, side by side in one grounding: what the law says of positions in which some things are opened.

Law never does arithmetic on its moment, so the moment can just as well be the number of a position. Only the rules
that the positions can reach, and of those only what is looked at, are given to the solver.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from clingo import Control, Function, Number, Observer, Symbol, SymbolType

from checker.engine.case import ENTRY, Case
from checker.engine.causes import Causes, causes_program, read_causes
from checker.engine.play import Stage
from checker.engine.program import Log, Program, Selection, add_facts, new_control, program_of
from checker.engine.stages import Evaluated, Items
from checker.errors import BugError

#: Stages in one grounding: more save nothing and cost memory.
BATCH = 200
#: So many cases are remembered, each with all that differ from it in the clauses in force.
_REMEMBERED = 4
#: Of each so many groundings: a case ruled on without this clause and that goes through the same ones again and again.
_MOST_REMEMBERED = 200

_NOW = Number(0)
_IN_FORCE = "in_force"


@dataclass
class _World:
    """What cases have in common that differ only in the clauses in force: the items, what was found of some stages."""

    items: Items = field(default_factory=Items)
    found: dict[tuple[tuple[int, ...], tuple[Stage, ...]], list[Evaluated]] = field(default_factory=dict)


_WORLDS: OrderedDict[tuple[Program, frozenset[Symbol]], _World] = OrderedDict()


class Moments:
    """The law of a case, ready to be asked about its positions."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._program = program_of(case.law, "pinned.lp", "frontier.lp", "show.lp")
        self._at_rest = self._program.firing.start(case.static)
        self._selections: dict[frozenset[int], Selection] = {}
        self._fitting: dict[int, frozenset[int]] = {}
        self._world = _world(self._program, case)
        self.items = self._world.items

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
        add_facts(control, [*self._lasting(selection), *(self.items.fact(number, _NOW) for number in common)])
        return control, atoms

    def _evaluate(self, stages: Sequence[Stage]) -> list[Evaluated]:
        selection = self._select(stages)
        key = selection.rules, tuple(stages)
        if (known := self._world.found.get(key)) is not None:
            return known
        found = [Evaluated() for _ in stages]
        symbols, excepted = self.answer(stages, selection)
        for symbol in symbols:
            found[symbol.arguments[-1].number].take(self.items, symbol)
        for number, (result, (_, openings)) in enumerate(zip(found, stages, strict=True)):
            result.open(self.items, openings)
            result.excepted = number in excepted
        if len(self._world.found) < _MOST_REMEMBERED:
            self._world.found[key] = found
        return found

    def _select(self, stages: Iterable[Stage]) -> Selection:
        """The rules that some stages can need."""
        items = frozenset[int]().union(*(position | openings for position, openings in stages))
        firing = self._program.firing
        fitting = firing.fitted(_ASKED).union(*map(self._fitted, items))
        if fitting not in self._selections:
            self._selections[fitting] = self._program.select(firing.more(self._at_rest, fitting).rules)
        return self._selections[fitting]

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
        add_facts(control, [*self._lasting(selection), *facts])
        return control

    def _lasting(self, selection: Selection) -> Iterable[Symbol]:
        """The facts of the case that the rules mention."""
        return (fact for name, some in self.case.by_name.items() if name in selection.words for fact in some)


#: What every grounding states besides its items.
_ASKED = (("stage", (_NOW,)), ("common", (ENTRY, _NOW)))


def _world(program: Program, case: Case) -> _World:
    """What is remembered of cases with the same facts. Which clauses are in force shows in the rules that can fire."""
    key = program, frozenset(fact for name, some in case.by_name.items() if name != _IN_FORCE for fact in some)
    world = _WORLDS.setdefault(key, _World())
    _WORLDS.move_to_end(key)
    if len(_WORLDS) > _REMEMBERED:
        _WORLDS.popitem(last=False)
    return world


def _excepted(control: Control) -> frozenset[int]:
    """The moments in which some clause may yield: the subject of an exception ends in its moment."""
    subjects = (atom.symbol.arguments[1] for atom in control.symbolic_atoms.by_signature("except", 2))
    return frozenset((one.arguments[-1] if one.type is SymbolType.Function else one).number for one in subjects)
