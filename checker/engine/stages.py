"""Stages of a moment evaluated side by side in one grounding: what the law says of each.

Law never does arithmetic on its moment, so the moment can just as well be the number of a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from clingo import Function, Number, Symbol

from checker.engine.case import ENTRY, PHASE, Case, Fluent
from checker.engine.play import Opening
from checker.engine.program import Log, Program, add_facts, new_control, program_of
from checker.errors import BugError

#: Stages in one grounding: more save nothing and cost memory.
BATCH = 200

#: A position and what has been opened in it so far, as numbers of items.
Stage = tuple[frozenset[int], frozenset[int]]
#: What a roll can come to mean, and for how many of its equally likely faces.
Faces = dict[Symbol, int]


class Items:
    """Fluents with their values, and openings, by number: numbers are compared many times faster than symbols."""

    def __init__(self) -> None:
        self.all: list[Fluent | Opening] = []
        self._numbers: dict[Fluent | Opening, int] = {}
        self._where: dict[int, tuple[int, str]] = {}

    def number(self, item: Fluent | Opening) -> int:
        """The number of a fluent or an opening, given at its first mention."""
        if item not in self._numbers:
            self._numbers[item] = number = len(self.all)
            if item[0] == ENTRY:
                self._where[number] = item[1].number, ""
            elif item[0] == PHASE:
                self._where[number] = 0, str(item[1])
            self.all.append(item)
        return self._numbers[item]

    def fluents(self, position: Iterable[int]) -> tuple[Fluent, ...]:
        """The fluents of a position."""
        return tuple((item[0], item[1]) for item in map(self.all.__getitem__, position) if len(item) == 2)

    def where(self, position: frozenset[int]) -> tuple[int, str]:
        """The entry and the phase of a position."""
        found = [self._where[number] for number in self._where.keys() & position]
        return max((entry for entry, _ in found), default=0), max((phase for _, phase in found), default="")

    def fact(self, number: int, moment: Symbol) -> Symbol:
        """What an item states of a moment."""
        item = self.all[number]
        if len(item) == 2:
            return Function("is", [*item, moment])
        return Function("picked" if item[0] == "choice" else "thrown", [item[1], item[2], moment])


@dataclass(slots=True)
class Evaluated:
    """What the law says of one stage. `thrown` are the faces of what has been thrown in it already."""

    choices: dict[Symbol, list[Symbol]] = field(default_factory=dict)
    told: dict[Symbol, Faces] = field(default_factory=dict)
    chances: dict[Symbol, Faces] = field(default_factory=dict)
    thrown: dict[Symbol, Faces] = field(default_factory=dict)
    coming: set[int] = field(default_factory=set)
    ceasing: set[int] = field(default_factory=set)
    seen: set[Symbol] = field(default_factory=set)
    doubts: set[str] = field(default_factory=set)
    over: bool = False

    def take(self, items: Items, symbol: Symbol) -> None:
        """Note what one shown symbol says."""
        arguments = symbol.arguments
        match symbol.name:
            case "comes_to_be":
                self.coming.add(items.number((arguments[0], arguments[1])))
            case "ceases":
                self.ceasing.add(items.number((arguments[0], arguments[1])))
            case "seen":
                self.seen.add(arguments[0])
            case "opened" if arguments[0].name == "choice":
                self.choices.setdefault(arguments[1], []).append(arguments[2])
            case "opened" if arguments[0].name == "told":
                self.told[arguments[1]] = {arguments[2]: 1}
            case "opened":
                faces = self.chances.setdefault(arguments[1], {})
                faces[arguments[2]] = faces.get(arguments[2], 0) + arguments[4].number
            case "doubt":
                self.doubts.add(arguments[0].string)
            case "over":
                self.over = True

    def open(self, items: Items, openings: Iterable[int]) -> None:
        """Take away what has been opened already."""
        for kind, who, _ in (items.all[number] for number in openings):  # type: ignore[misc]
            if kind == "choice":
                self.choices.pop(who, None)
            else:
                self.thrown[who] = self.told.pop(who, {}) or self.chances.pop(who, {})


def side_by_side(case: Case) -> Program:
    """The program that evaluates stages."""
    return program_of(case.law, "pinned.lp", "frontier.lp", "show.lp")


def text_for(case: Case, items: Items, some: Iterable[int]) -> str:
    """The law as far as it can fire when some items are possible."""
    program = side_by_side(case)
    facts = [items.fact(number, Number(0)) for number in some]
    facts += [Function("stage", [Number(0)]), Function("common", [ENTRY, Number(0)])]
    can_fire = program.firing.more(program.at_rest(case.static), ((fact.name, fact.arguments) for fact in facts))
    return "\n".join([program.defined, program.text(can_fire.rules), *(rule.text for rule in program.shown)])


def answer(case: Case, items: Items, stages: Sequence[Stage]) -> Sequence[Symbol]:
    """What is shown of some stages, their numbers last; the answer must be unique."""
    log = Log()
    control = new_control(log, "--models=2")
    shared = frozenset.intersection(*(position for position, _ in stages))
    facts = [Function("common", fluent) for fluent in items.fluents(shared)]
    for index, (position, openings) in enumerate(stages):
        moment = Number(index)
        facts.append(Function("stage", [moment]))
        facts += [items.fact(number, moment) for number in (*(position - shared), *openings)]
    control.add("base", [], text_for(case, items, frozenset().union(*(p | o for p, o in stages))))
    add_facts(control, [*case.static, *facts])
    control.ground([("base", [])])
    answers: list[Sequence[Symbol]] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            answers.append(model.symbols(shown=True))
    log.must_be_empty()
    if len(answers) != 1:
        raise BugError(f"positions side by side have {'more than one' if answers else 'no'} answer")
    return answers[0]


def evaluate(case: Case, items: Items, stages: Sequence[Stage]) -> Iterator[Evaluated]:
    """What the law says of some stages."""
    for start in range(0, len(stages), BATCH):
        some = stages[start : start + BATCH]
        found = [Evaluated() for _ in some]
        for symbol in answer(case, items, some):
            found[symbol.arguments[-1].number].take(items, symbol)
        for result, (_, openings) in zip(found, some, strict=True):
            result.open(items, openings)
            yield result
