"""The unrolled engine: moment after moment as program parts, each grounding only the rules that can fire then.

`tell` plays out what is stated (or pinned from outside) as one chain of moments and stops where something is open;
its solver is what explanations are made of. `answers.py` opens choice and chance inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clingo import Control, Function, Number, Symbol

from checker.engine.case import Case, Position
from checker.engine.play import Edge, Node, Opening, is_broken
from checker.engine.program import Log, add_facts, new_control, program_of
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
        self.moment = -1
        opening = "open.lp" if open_inside else "pinned.lp"
        self.program = program_of(case.law, opening, *more, "told.lp", "next.lp", "show.lp")
        pins = [_pin(opening, moment) for moment, openings in (pinned or {}).items() for opening in openings]
        start = [Function("is", [f, v, Number(0)]) for f, v in sorted(case.start)]
        firing = self.program.firing
        # a rule without a moment is grounded but once: what it derives of these holds on
        lasting = [*pins, *start] if firing.timeless_from_position else pins
        self._at_rest = firing.more(
            self.program.at_rest(case.static), ((fact.name, fact.arguments) for fact in lasting)
        )
        self._added: frozenset[int] = frozenset()
        self._begin([*case.static, *start, *pins])

    def _begin(self, facts: Sequence[Symbol]) -> None:
        """Ground what has no moment."""
        program, add = self.program, self.control.add
        timeless = [number for number in self._at_rest.rules if not program.rules[number].timed]
        shown = [rule for rule in program.shown if not rule.timed]
        add("base", [], program.defined)
        add("base", [], "\n".join([program.text(timeless), *(rule.text for rule in shown)]))
        add("show", ["t"], "\n".join(rule.at("t") for rule in program.shown if rule.timed))
        add("link", ["t"], _LINK)
        self.state(facts)
        self.control.ground([("base", [])])

    def state(self, facts: Sequence[Symbol]) -> None:
        """State what the case holds for a fact."""
        add_facts(self.control, facts)

    def step(self) -> None:
        """Ground the next moment: the rules that can fire in it."""
        self.moment += 1
        if self.moment >= MOST_MOMENTS:
            raise LimitError(f"play has not ended after {MOST_MOMENTS} moments")
        number = Number(self.moment)
        if self.moment:
            # on its own: together with the law it would look recursive, and nothing would be known for a fact
            self.control.ground([("link", [number])])
        rules = self._can_fire()
        self._add(rules)
        self.control.ground([*((f"rule{rule}", [number]) for rule in rules), ("show", [number])])

    def _can_fire(self) -> list[int]:
        """The rules with a moment that can fire in this one."""
        atoms = (("is", (*fluent, _NO_MOMENT)) for fluent in position_in(self.control, self.moment))
        rules = self.program.rules
        return sorted(one for one in self.program.firing.more(self._at_rest, atoms).rules if rules[one].timed)

    def _add(self, numbers: Iterable[int]) -> None:
        """Make program parts of rules that can fire for the first time."""
        new = [number for number in numbers if number not in self._added]
        self._added = self._added.union(new)
        rules = self.program.rules
        self.control.add("base", [], "\n".join(f"#program rule{one}(t).\n{rules[one].at('t')}" for one in new))

    @property
    def fired(self) -> frozenset[int]:
        """Numbers of the rules that could fire so far."""
        return self._added.union(self._at_rest.rules)

    def true_atoms(self, *signatures: tuple[str, int]) -> dict[tuple[str, int], list[Symbol]]:
        """The atoms of some signatures in the one answer."""
        found = {one: list(self.control.symbolic_atoms.by_signature(*one)) for one in signatures}
        if all(atom.is_fact for atoms in found.values() for atom in atoms):
            return {one: [atom.symbol for atom in atoms] for one, atoms in found.items()}
        symbols = {one: [(atom.symbol, atom.is_fact) for atom in atoms] for one, atoms in found.items()}
        with self.control.solve(yield_=True) as handle:
            model = handle.model()
            if model is None:
                raise BugError("a play that was told has no answer when it is asked why")
            return {one: [s for s, fact in some if fact or model.contains(s)] for one, some in symbols.items()}

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

    def _atom(self, name: str, *arguments: Symbol):  # type: ignore[no-untyped-def]
        return self.control.symbolic_atoms[Function(name, [*arguments, Number(self.moment)])]


_NO_MOMENT = Number(0)


def _pin(opening: Opening, moment: int) -> Symbol:
    kind, who, what = opening
    return Function("picked" if kind == "choice" else "thrown", [who, what, Number(moment)])


@dataclass
class Told:
    """A chain of moments as far as it is determined.

    `open_at` is the position in which something is open, or None when play ended.
    """

    run: Unrolled
    nodes: list[Node] = field(default_factory=list)
    doubts: frozenset[str] = frozenset()
    open_at: Position | None = None


def tell(case: Case, pinned: Pinned | None = None) -> Told:
    """Play out what is stated and pinned, up to the end or to the first thing that is open."""
    run = Unrolled(case, open_inside=False, pinned=pinned)
    opened = False
    while True:
        run.step()
        if _something_is_open(run, pinned or {}):
            opened = True
            break
        if run.any_of("over", 1) and _is_over(run):
            break
        if _new_doubts(run, case):
            break
    return _read_chain(run, opened)


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


def _only_answer(run: Unrolled) -> list[Symbol]:
    """The one answer of a program in which nothing is open; anything else is our bug."""
    answers = []
    run.control.configuration.solve.models = 2  # type: ignore[union-attr]
    with run.control.solve(yield_=True) as handle:
        for model in handle:
            answers.append(list(model.symbols(shown=True)))
    run.log.must_be_empty()
    if len(answers) != 1:
        raise BugError(f"a fully stated play has {'more than one' if answers else 'no'} answer")
    return answers[0]


def _read_chain(run: Unrolled, opened: bool) -> Told:
    answer = _only_answer(run)
    last = run.moment - 1 if opened else run.moment
    told = Told(
        run, doubts=frozenset(s.arguments[0].string for s in answer if s.name == "doubt" and len(s.arguments) == 2)
    )
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
