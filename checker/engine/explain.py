"""Why: the tree of reasons of something that happened, down to the lines of the scenario.

A reason is a rule instance that fired; a fluent is traced to the moment that last wrote it; the tree descends into
`not` where an exception was itself lifted. Bookkeeping of the core is left out, each reason is told once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from clingo import Function, Number, Symbol, SymbolType

from checker.engine.case import Case
from checker.engine.causes import Cause, Causes, find_causes
from checker.engine.facts import to_value
from checker.engine.play import Edge, Opening, Play
from checker.engine.stakes import Stake
from checker.engine.unrolled import Unrolled, tell
from checker.errors import BugError
from checker.verdict import Reason

_HIDDEN_FLUENTS = frozenset({"phase", "entry", "step", "count"})
_HIDDEN = frozenset(
    {
        "clause", "face", "in_force", "candidate", "means", "due", "reads", "asks", "granted", "option", "answers_with",
        "known_deck", "told_now", "possible", "open_chance", "open_choice", "entries", "answered", "came_up",
    }
)  # fmt: skip


def pinned_path(
    play: Play, wanted: Symbol | None, onward: Sequence[Edge | None]
) -> dict[int, tuple[Opening, ...]] | None:
    """The openings of a shortest path to a moment in which `wanted` is seen, or None where it never is.

    Among such moments the one in which most happens, and from there on where most is seen: a play told for one event
    then serves for others. Without `wanted`: a shortest path to an end.
    """
    goals = [
        index
        for index, node in enumerate(play.nodes)
        if (node.kind == "end" if wanted is None else wanted in node.seen)
    ]
    if not goals:
        return None
    goal = max(goals, key=lambda index: (len(play.nodes[index].seen), -index)) if wanted is not None else goals[0]
    return _path(play, goal, onward)


def pinned_to(play: Play, stake: Stake) -> dict[int, tuple[Opening, ...]] | None:
    """The openings of a shortest path through some way of a choice or a roll, None if it is nowhere due."""
    for node in play.nodes:
        if (node.entry, node.phase) == (stake.entry, stake.phase):
            for edge in node.edges:
                if any(opening[:2] == (stake.kind, stake.who) for opening in edge.taken):
                    return _path(play, edge.target)
    return None


def _path(play: Play, goal: int, onward: Sequence[Edge | None] = ()) -> dict[int, tuple[Opening, ...]]:
    came: dict[int, tuple[int, Edge] | None] = {0: None}
    queue = [0]
    for index in queue:
        for edge in play.nodes[index].edges:
            if edge.target not in came:
                came[edge.target] = (index, edge)
                queue.append(edge.target)
    steps: list[tuple[int, Edge]] = []
    at = goal
    while (step := came[at]) is not None:
        steps.append(step)
        at = step[0]
    steps.reverse()
    at = goal
    while onward and (more := onward[at]) is not None:
        steps.append((at, more))
        at = more.target
    return _openings(play, steps)


def _openings(play: Play, steps: Iterable[tuple[int, Edge]]) -> dict[int, tuple[Opening, ...]]:
    pinned: dict[int, tuple[Opening, ...]] = {}
    moment = 0
    for index, edge in steps:
        if play.nodes[index].kind == "then":
            moment += 1
        else:
            known = play.nodes[index].moment
            at_moment = moment if known is None else known
            pinned[at_moment] = (*pinned.get(at_moment, ()), *edge.taken)
    return pinned


@dataclass
class Told:
    """One told play with the causes of all that happened in it."""

    case: Case
    causes: Causes
    pinned: Mapping[int, tuple[Opening, ...]]
    moments: dict[Symbol, int] = field(default_factory=dict)
    writes: dict[tuple[Symbol, Symbol | None], list[tuple[int, Symbol]]] = field(default_factory=dict)

    @classmethod
    def again(cls, case: Case, pinned: Mapping[int, tuple[Opening, ...]]) -> Told:
        """Tell a play again along pinned openings and find its causes."""
        return cls.of(tell(case, pinned).run, pinned)

    @classmethod
    def of(cls, run: Unrolled, pinned: Mapping[int, tuple[Opening, ...]]) -> Told:
        """A play that was told along pinned openings, with the causes of its atoms."""
        told = cls(run.case, find_causes(run), pinned)
        atoms = told.causes.atoms
        for atom in atoms["seen", 2]:
            event, time = atom.arguments
            told.moments[event] = min(time.number, told.moments.get(event, time.number))
        for atom in (*atoms["becomes", 3], *atoms["gains", 3]):
            fluent, value, time = atom.arguments
            told.writes.setdefault((fluent, value), []).append((time.number, atom))
        for atom in atoms["changes", 4]:
            fluent, _, _, time = atom.arguments
            told.writes.setdefault((fluent, None), []).append((time.number, atom))
        return told

    @cached_property
    def values(self) -> Mapping[tuple[Symbol, int], list[Symbol]]:
        """The values of each fluent in each moment, as atoms."""
        found: dict[tuple[Symbol, int], list[Symbol]] = {}
        for atom in sorted(self.causes.atoms["is", 3]):
            fluent, _, time = atom.arguments
            found.setdefault((fluent, time.number), []).append(atom)
        return found

    def moment_of(self, event: Symbol) -> int | None:
        """The first moment in which something was seen."""
        return self.moments.get(event)

    def why(self, event: Symbol) -> Reason:
        """The tree of reasons of something seen."""
        moment = self.moment_of(event)
        if moment is None:
            raise BugError(f"{event} does not happen when its play is told again")
        return _Teller(self).reason(_atom_of(event, moment))

    def reason_of(self, atom: Symbol) -> Reason:
        """The tree of reasons of one of the law's own atoms."""
        return _Teller(self).reason(atom)

    def fired(self) -> frozenset[str]:
        """Ids of all clauses that fired or yielded in this play."""
        fired = {c.rule.clause for some in self.causes.fired.values() for c in some if c.rule.clause}
        held = {y.rule.clause for some in self.causes.yielded.values() for y in some if y.rule.clause}
        return frozenset(fired | held)

    def yielded(self) -> tuple[tuple[str, str], ...]:
        """Clauses that applied but yielded, each with a clause that beat it."""
        pairs = set()
        for some in self.causes.yielded.values():
            for one in some:
                beaten = one.exception.arguments[0].string
                for cause in self.causes.fired.get(one.exception, ()):
                    pairs.add((beaten, cause.rule.clause or ""))
        return tuple(sorted(pairs))


def clauses_in(reasons: Iterable[Reason]) -> tuple[str, ...]:
    """Ids of the clauses in some trees, breadth first, each once."""
    found: dict[str, None] = {}
    level = list(reasons)
    while level:
        for reason in level:
            if reason.clause:
                found[reason.clause] = None
        level = [child for reason in level for child in reason.because]
    return tuple(found)


def _atom_of(event: Symbol, moment: int) -> Symbol:
    """The law's own atom behind something seen."""
    time = Number(moment)
    if event.type is SymbolType.Function:
        if event.name == "may" and len(event.arguments) == 2:
            return Function("option", [*event.arguments, time])
        if event.name in ("illegal", "refused", "unruled", "conflict", "misstated"):
            return Function(event.name, [*event.arguments, time])
    return Function("event", [event, time])


class _Teller:
    """Builds one tree; every atom is told once."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.done: set[Symbol] = set()

    def reason(self, atom: Symbol) -> Reason:
        """The reason of one atom, with the reasons behind it."""
        self.done.add(atom)
        causes = self.told.causes.fired.get(atom, [])
        if not causes:
            return Reason(to_value(atom), None, self._given_kind(atom), ())
        cause = min(causes, key=lambda one: (one.rule.clause is None, len(one.positive)))
        return Reason(to_value(atom), cause.rule.clause, self._kind(atom, cause), self._behind(atom, causes, cause))

    def _behind(self, atom: Symbol, causes: list[Cause], first: Cause) -> tuple[Reason, ...]:
        children = list(self._children(first))
        for other in causes:
            if other is not first and other.rule.clause and other.rule.clause != first.rule.clause:
                reasons = tuple(self._children(other))
                children.append(Reason(to_value(atom), other.rule.clause, "also", reasons))
        return tuple(children)

    def _children(self, cause: Cause) -> Iterable[Reason]:
        for atom in cause.positive:
            yield from self._told(atom)
        for exception in cause.exceptions:
            yield from self._lifted(exception)
        if cause.head.name == "shows" and cause.positive[0].name == "thrown":
            yield from self._readings(cause.head)

    def _told(self, atom: Symbol) -> Iterable[Reason]:
        if atom in self.done:
            return
        if atom.name == "is" and len(atom.arguments) == 3:
            yield from self._fluent(atom)
            return
        self.done.add(atom)
        causes = self.told.causes.fired.get(atom, [])
        if not causes:
            if atom.name not in _HIDDEN:
                yield Reason(to_value(atom), None, self._given_kind(atom), ())
            return
        cause = min(causes, key=lambda one: (one.rule.clause is None, len(one.positive)))
        kind = self._kind(atom, cause)
        if cause.rule.clause or kind != "law":
            self.done.discard(atom)
            yield self.reason(atom)
        else:
            for one in causes:
                yield from self._children(one)

    def _fluent(self, atom: Symbol) -> Iterable[Reason]:
        fluent, value, time = atom.arguments
        self.done.add(atom)
        if fluent.type is SymbolType.Function and fluent.name in _HIDDEN_FLUENTS:
            return
        writes = self.told.writes
        before = [w for w in (*writes.get((fluent, value), ()), *writes.get((fluent, None), ())) if w[0] < time.number]
        if not before:
            yield Reason(to_value(Function("given", [fluent, value])), None, "stated", ())
            return
        last = max(moment for moment, _ in before)
        for moment, write in before:
            if moment == last:
                yield from self._told(write)
                if write.name == "changes":
                    yield from self._earlier(fluent, moment)

    def _earlier(self, fluent: Symbol, moment: int) -> Iterable[Reason]:
        for atom in self.told.values.get((fluent, moment), ()):
            yield from self._told(atom)

    def _readings(self, shows: Symbol) -> Iterable[Reason]:
        """By which clause an assumed roll means what it shows: the reading of one of its faces."""
        roll, meaning, moment = shows.arguments
        for atom in sorted(self.told.causes.fired):
            if atom.name == "reads" and (atom.arguments[0], atom.arguments[2], atom.arguments[3]) == (
                roll,
                meaning,
                moment,
            ):
                yield from self._told(atom)
                return

    def _lifted(self, exception: Symbol) -> Iterable[Reason]:
        """An exception that would have stood but yielded itself."""
        for one in self.told.causes.yielded.get(exception, []):
            if one.exception not in self.done:
                reason = self.reason(one.exception)
                yield Reason(to_value(exception), one.rule.clause, "yielded", (reason,))

    def _kind(self, atom: Symbol, cause: Cause) -> str:
        names = {part.name for part in cause.positive}
        if atom.name == "chosen":
            return "assumed" if "picked" in names else "chosen"
        if atom.name == "shows":
            return "assumed" if "thrown" in names else "rolled"
        return "law"

    def _given_kind(self, atom: Symbol) -> str:
        return "assumed" if atom.name in ("picked", "thrown") else "stated"
