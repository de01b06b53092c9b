"""The unrolled engine: moment after moment as program parts, each grounding only the rules that can fire then.

`tell` plays out what is stated (or pinned from outside) as one chain of moments and stops where something is open;
with all of its atoms, the chain is what explanations are made of. `answers.py` opens choice and chance inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clingo import Control, Function, Model, Number, Symbol

from checker.engine.case import Case, Position
from checker.engine.facts import core_file
from checker.engine.play import Edge, Node, Opening, is_broken
from checker.engine.program import (
    Log,
    add_facts,
    defined,
    extra_rules,
    new_control,
    parts_possible,
    rules_text,
)
from checker.errors import BugError, LimitError

#: A play of more moments than this is taken to be endless.
MOST_MOMENTS = 400

Pinned = Mapping[int, tuple[Opening, ...]]

_LINK = "is(F,V,t) :- next(F,V,t-1), not over(t-1)."


class Unrolled:
    """A case being played out in one multi-shot solver."""

    def __init__(
        self, case: Case, *, open_inside: bool, pinned: Pinned | None = None, more: tuple[str, ...] = ()
    ) -> None:
        self.case = case
        self.log = Log()
        self.control = new_control(self.log)
        opening = "open.lp" if open_inside else "pinned.lp"
        self.extra = extra_rules(*(core_file(name) for name in (opening, *more, "told.lp", "next.lp", "show.lp")))
        self.moment = -1
        self._added: set[int] = set()
        self._last: Model | None = None
        extra = self.extra
        self.control.add("base", [], defined(case.law, extra.rules))
        self.control.add("base", [], rules_text(case.law.base) + rules_text(extra.base))
        timed = tuple(rule for rule in extra.rules if rule.timed)
        self.control.add("every", ["t"], rules_text(timed, "t"))
        self.control.add("link", ["t"], _LINK)
        facts = [Function("is", [f, v, Number(0)]) for f, v in sorted(case.start)]
        for moment, openings in (pinned or {}).items():
            facts += [_pin(opening, moment) for opening in openings]
        self.state([*case.static, *facts])
        self.control.ground([("base", [])])

    def state(self, facts: Sequence[Symbol]) -> None:
        """State what the case holds for a fact."""
        add_facts(self.control, facts)

    def step(self, phases: frozenset[str]) -> None:
        """Ground the next moment, in which play is in one of `phases`."""
        self.moment += 1
        if self.moment >= MOST_MOMENTS:
            raise LimitError(f"play has not ended after {MOST_MOMENTS} moments")
        number = [Number(self.moment)]
        parts = []
        for index in parts_possible(self.case.law, phases):
            if index not in self._added:
                self._added.add(index)
                self.control.add(f"p{index}", ["t"], rules_text(self.case.law.parts[index][1], "t"))
            parts.append((f"p{index}", number))
        parts.append(("every", number))
        if self.moment:
            # on its own: together with the law it would look recursive, and nothing would be known for a fact
            self.control.ground([("link", number)])
        self.control.ground(parts)

    def maybe(self, name: str, *arguments: Symbol) -> bool:
        """Whether an atom of the present moment is possible."""
        return self._atom(name, *arguments) is not None

    def surely(self, name: str) -> bool:
        """Whether an atom without arguments but the moment is a fact."""
        atom = self._atom(name)
        return atom is not None and bool(atom.is_fact)

    def any_of(self, name: str, arity: int) -> bool:
        """Whether some atom of this signature is possible in the present moment."""
        return any(
            atom.symbol.arguments[-1].number == self.moment
            for atom in self.control.symbolic_atoms.by_signature(name, arity)
        )

    def next_phases(self) -> frozenset[str]:
        """Phases that the next moment may be in."""
        return (
            frozenset(phase for phase in self.case.law.phases if self.maybe("next", _PHASE, Function(phase)))
            or self.case.law.phases
        )

    def _atom(self, name: str, *arguments: Symbol):  # type: ignore[no-untyped-def]
        return self.control.symbolic_atoms[Function(name, [*arguments, Number(self.moment)])]


_PHASE = Function("phase")


def _pin(opening: Opening, moment: int) -> Symbol:
    kind, who, what = opening
    return Function("picked" if kind == "choice" else "thrown", [who, what, Number(moment)])


@dataclass
class Told:
    """A chain of moments as far as it is determined.

    `open_at` is the position in which something is open, or None when play ended.
    """

    nodes: list[Node] = field(default_factory=list)
    doubts: frozenset[str] = frozenset()
    open_at: Position | None = None
    atoms: tuple[Symbol, ...] = ()


def tell(case: Case, pinned: Pinned | None = None, *, with_atoms: bool = False) -> Told:
    """Play out what is stated and pinned, up to the end or to the first thing that is open."""
    run = Unrolled(case, open_inside=False, pinned=pinned)
    phases, opened = case.first_phases, False
    while True:
        run.step(phases)
        if _something_is_open(run, pinned or {}):
            opened = True
            break
        if run.any_of("over", 1) and _is_over(run):
            break
        if _new_doubts(run, case):
            break
        phases = run.next_phases()
    return _read_chain(run, opened, with_atoms)


def _something_is_open(run: Unrolled, pinned: Pinned) -> bool:
    if not (run.any_of("open_choice", 2) or run.any_of("candidate", 4)):
        return False
    model = _only_answer(run)
    taken = {opening[:2] for opening in pinned.get(run.moment, ())}
    return any(
        symbol.name == "opened"
        and symbol.arguments[0].name != "told"
        and symbol.arguments[-1].number == run.moment
        and (symbol.arguments[0].name, symbol.arguments[1]) not in taken
        for symbol in model
    )


def _is_over(run: Unrolled) -> bool:
    if run.surely("over"):
        return True
    return Function("over", [Number(run.moment)]) in _only_answer(run)


def _new_doubts(run: Unrolled, case: Case) -> bool:
    fixed = {clause for clause, _ in case.readings}
    possible = run.control.symbolic_atoms.by_signature("doubt", 2)
    if all(atom.symbol.arguments[0].string in fixed for atom in possible):
        return False
    # An atom that was grounded need not hold: only the answer says so.
    return any(s.name == "doubt" and s.arguments[0].string not in fixed for s in _only_answer(run))


def _only_answer(run: Unrolled, atoms: list[Symbol] | None = None) -> list[Symbol]:
    """What is shown of the one answer of a program in which nothing is open; anything else is our bug.

    All of its atoms are put into `atoms`: those of the law may be called as what is shown is.
    """
    answers = []
    run.control.configuration.solve.models = 2  # type: ignore[union-attr]
    with run.control.solve(yield_=True) as handle:
        for model in handle:
            answers.append(list(model.symbols(shown=True)))
            if atoms is not None:
                atoms[:] = model.symbols(atoms=True)
    run.log.must_be_empty()
    if len(answers) != 1:
        raise BugError(f"a fully stated play has {'more than one' if answers else 'no'} answer")
    return answers[0]


def _read_chain(run: Unrolled, opened: bool, with_atoms: bool) -> Told:
    atoms: list[Symbol] | None = [] if with_atoms else None
    answer = _only_answer(run, atoms)
    last = run.moment - 1 if opened else run.moment
    told = Told(doubts=frozenset(s.arguments[0].string for s in answer if s.name == "doubt" and len(s.arguments) == 2))
    seen, places = by_moment(answer)
    for moment in range(last + 1):
        entry, phase = places[moment]
        node = Node("then", entry, phase, frozenset(seen.get(moment, ())), (Edge(1, moment + 1),))
        told.nodes.append(node)
    if opened:
        told.open_at = position_in(run.control, run.moment)
    else:
        told.nodes[-1].kind, told.nodes[-1].edges = "end", ()
        told.nodes[-1].final = final_position(told.nodes[-1], answer, run.moment)
    told.atoms = tuple(atoms or ())
    return told


def by_moment(answer: Iterable[Symbol]) -> tuple[dict[int, list[Symbol]], dict[int, tuple[int, str]]]:
    """What was seen in each moment, and the entry and phase of each moment."""
    seen: dict[int, list[Symbol]] = {}
    where: dict[int, tuple[int, str]] = {}
    for symbol in answer:
        if symbol.name == "seen" and len(symbol.arguments) == 2:
            seen.setdefault(symbol.arguments[1].number, []).append(symbol.arguments[0])
        elif symbol.name == "at" and len(symbol.arguments) == 3:
            where[symbol.arguments[2].number] = symbol.arguments[0].number, str(symbol.arguments[1])
    return seen, where


def final_position(node: Node, answer: Iterable[Symbol], moment: int) -> Position | None:
    """The last position, or None where play broke off."""
    if is_broken(node.seen):
        return None
    return frozenset(
        (symbol.arguments[0], symbol.arguments[1])
        for symbol in answer
        if symbol.name == "next" and symbol.arguments[2].number == moment
    )


def position_in(control: Control, moment: int) -> Position:
    """The position of a moment of a grounding without open choices."""
    return frozenset(
        (atom.symbol.arguments[0], atom.symbol.arguments[1])
        for atom in control.symbolic_atoms.by_signature("is", 3)
        if atom.symbol.arguments[2].number == moment
    )
