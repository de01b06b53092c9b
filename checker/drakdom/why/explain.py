"""Provenance trees: the reasons of an event, down to the lines of the scenario.

A reason is a rule instance that fired. A fluent is traced to the moment that last wrote it, the phase of the event to
the condition by which play came to it. If an exception was itself lifted, the tree goes on behind its `not`. The tree
leaves out the core's bookkeeping and has each atom once.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property

from clingo import Function, Number, Symbol, SymbolType

from drakdom.errors import BugError
from drakdom.graph.play import Place, Play
from drakdom.law.facts import to_value
from drakdom.law.phases import BOOKKEEPING
from drakdom.law.rules import Rule
from drakdom.step.case import Fluent
from drakdom.step.state import Items
from drakdom.verdict import Reason
from drakdom.why.causes import Cause, Causes
from drakdom.why.naming import atom_of

#: The moment's number in the atoms of every moment.
_NOW = Number(0)
#: Atoms by which the engine resolves choices and rolls that a scenario leaves open; their results count as assumed.
_OPENED = frozenset({"picked", "thrown"})
#: Facts that explain nothing.
_HIDDEN = frozenset({("face", 3), ("in_force", 1), ("entries", 1), ("names_all", 1), ("asks_for", 2)})


class Trace:
    """One course of play, moment by moment, with the provenance of its events.

    Moments are numbers of the play's nodes. The causes of a moment are computed on first use. `facts` are those of the
    scenario: facts that the law itself states explain nothing.
    """

    def __init__(
        self,
        play: Play,
        items: Items,
        path: tuple[int, ...],
        causes: Callable[[int], Causes],
        facts: Collection[Symbol],
    ) -> None:
        self.play, self.items, self.path, self.causes, self.facts = play, items, path, causes, facts
        # on a cycle, the first visit counts
        self._place = {index: place for place, index in reversed([*enumerate(path)])}

    @cached_property
    def _seen(self) -> dict[Symbol, list[int]]:
        moments: dict[Symbol, list[int]] = {}
        for index in self.path:
            for event in self.play.nodes[index].seen:
                moments.setdefault(event, []).append(index)
        return moments

    def moment_of(self, event: Symbol, place: Place | None = None, time: int = 1) -> int | None:
        """Return the moment in which an event is seen for the `time`-th time (at `place`), None if there is none."""
        nodes = self.play.nodes
        moments = [
            moment
            for moment in self._seen.get(event, ())
            if place in (None, (nodes[moment].entry, nodes[moment].phase))
        ]
        return moments[time - 1] if len(moments) >= time else None

    def state(self, moment: int) -> tuple[Fluent, ...]:
        """Return the state of a moment."""
        return self.items.fluents(self.play.partials[moment][0])

    def written(self, fluent: Fluent, moment: int) -> int | None:
        """Return the last moment before this one that gave the fluent its value, None if it began with it."""
        number = self.items.number(fluent)
        for place in range(self._place[moment], 0, -1):
            if number not in self.play.partials[self.path[place - 1]][0]:
                return self.path[place - 1]
        return None

    def why(self, event: Symbol, place: Place | None = None, time: int = 1) -> Reason:
        """Return the tree of reasons of an event. Raises BugError if the trace does not have it."""
        moment = self.moment_of(event, place, time)
        if moment is None:
            raise BugError(f"`{event}` does not happen in the trace that should explain it")
        return self.reason_of(atom_of(event), moment)

    def final(self, fluent: Fluent) -> tuple[Reason, ...]:
        """Return the trees of a fluent with its value at the end of the trace."""
        return tuple(_TreeBuilder(self).final(fluent, self.path[-1]))

    def reason_of(self, atom: Symbol, moment: int) -> Reason:
        """Return the tree of reasons of an atom of the law."""
        return _TreeBuilder(self).reason(atom, moment)

    def reasons_of(self, atom: Symbol, moment: int) -> tuple[Reason, ...]:
        """Return the trees of an atom as part of another tree: a fluent by the rules that last wrote it."""
        return tuple(_TreeBuilder(self).reasons_for(atom, moment))

    def behind(self, event: Symbol, moment: int) -> frozenset[tuple[int, Symbol]]:
        """Return the atoms on which an event of a moment rests, each with its moment."""
        builder = _TreeBuilder(self)
        builder.reason(atom_of(event), moment)
        return frozenset(builder.done)

    def fired(self) -> frozenset[str]:
        """Return the ids of all clauses that fired or yielded in the trace."""
        return frozenset[str]().union(*(self.causes(moment).clauses() for moment in self.path))

    def since(self, moment: int) -> dict[str, int]:
        """Map the clauses that fired or yielded up to a moment to the number of moments since they last did."""
        since: dict[str, int] = {}
        for ago, index in enumerate(reversed(self.path[: self._place[moment] + 1])):
            since = dict.fromkeys(self.causes(index).clauses(), ago) | since
        return since

    def yielded(self) -> frozenset[tuple[str, str]]:
        """Return the clauses that applied but yielded, each with a clause that beat it."""
        pairs: set[tuple[str, str]] = set()
        for moment in self.path:
            if not self.play.nodes[moment].excepted:
                continue
            causes = self.causes(moment)
            for instance in itertools.chain.from_iterable(causes.yielded.values()):
                beaten = instance.exception.arguments[0].string
                pairs.update((beaten, cause.rule.clause or "") for cause in causes.of(instance.exception))
        return frozenset(pairs)


def clauses_in(reasons: Iterable[Reason]) -> tuple[str, ...]:
    """Return the ids of the clauses in these trees, breadth first, each once."""
    clause_ids: dict[str, None] = {}
    level = list(reasons)
    while level:
        for reason in level:
            if reason.clause:
                clause_ids[reason.clause] = None
        level = [child for reason in level for child in reason.because]
    return tuple(clause_ids)


class _TreeBuilder:
    """Builds one tree that has each atom once."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.done: set[tuple[int, Symbol]] = set()
        self.entering = False

    def reason(self, atom: Symbol, moment: int) -> Reason:
        """Return the reason of an atom, with the reasons behind it."""
        self.done.add((moment, atom))
        causes = self.causes(atom, moment)
        if not causes:  # the engine itself finds that nothing moves
            return Reason(to_value(atom), None, "law" if atom.name == "unruled" else "stated", ())
        cause = _first(causes)
        behind = self._behind(atom, causes, cause, moment)
        return Reason(to_value(atom), cause.rule.clause, self._kind(cause, moment), behind)

    def causes(self, atom: Symbol, moment: int) -> Sequence[Cause]:
        """Return the rule instances of a moment that derive an atom."""
        return self.trace.causes(moment).of(atom)

    def _behind(self, atom: Symbol, causes: Sequence[Cause], first: Cause, moment: int) -> tuple[Reason, ...]:
        children = list(self._children(first, moment))
        for cause in causes:
            if cause is not first and cause.rule.clause and cause.rule.clause != first.rule.clause:
                reasons = tuple(self._children(cause, moment))
                children.append(Reason(to_value(atom), cause.rule.clause, "also", reasons))
        return tuple(children)

    def _children(self, cause: Cause, moment: int) -> Iterable[Reason]:
        for atom in cause.positive:
            yield from self.reasons_for(atom, moment)
        for exception in cause.exceptions:
            yield from self._lifted(exception, moment)
        if _is_thrown(cause):
            yield from self._came_up(cause.head, moment)

    def reasons_for(self, atom: Symbol, moment: int) -> Iterable[Reason]:
        """Yield the reasons of an atom, none for bookkeeping or if the tree has the atom already."""
        if (moment, atom) in self.done or atom.name in _OPENED:
            return
        self.done.add((moment, atom))
        causes = self.causes(atom, moment)
        if not causes:
            if atom.match("is", 3):
                yield from self._fluent(atom, moment)
            elif (atom.name, len(atom.arguments)) not in _HIDDEN and atom in self.trace.facts:
                yield Reason(to_value(atom), None, "stated", ())
            return
        cause = _first(causes)
        if cause.rule.clause or self._kind(cause, moment) != "law":
            self.done.discard((moment, atom))
            yield self.reason(atom, moment)
        else:
            for cause in causes:
                yield from self._children(cause, moment)

    def _fluent(self, atom: Symbol, moment: int) -> Iterable[Reason]:
        fluent, value, _ = atom.arguments
        if fluent.type is SymbolType.Function and fluent.name in BOOKKEEPING:
            if fluent.name == "phase" and not self.entering:
                self.entering = True
                yield from [*self._led_to(fluent, value, moment)]
                self.entering = False
            return
        yield from self._written(fluent, value, self.trace.written((fluent, value), moment))

    def _led_to(self, phase: Symbol, value: Symbol, moment: int) -> Iterable[Reason]:
        """Yield the reasons of the condition by which play came to a phase."""
        earlier = self.trace.written((phase, value), moment)
        if earlier is not None:
            for cause in self.causes(Function("becomes", [phase, value, _NOW]), earlier):
                for atom in (atom for atom in cause.positive if atom.name == "holds"):
                    yield from self.reasons_for(atom, earlier)

    def final(self, fluent: Fluent, moment: int) -> Iterable[Reason]:
        """Yield the reasons of a fluent with its value after a moment, the last one."""
        earlier = moment if fluent not in self.trace.state(moment) else self.trace.written(fluent, moment)
        yield from self._written(*fluent, earlier)

    def _written(self, fluent: Symbol, value: Symbol, earlier: int | None) -> Iterable[Reason]:
        """Yield the reasons of a fluent by the moment that gave it its value; None if it began with it."""
        if earlier is None:
            yield Reason(to_value(Function("given", [fluent, value])), None, "stated", ())
            return
        causes = self.trace.causes(earlier)
        for write in causes.writes(fluent, value):
            yield from self.reasons_for(write, earlier)
        for write in causes.atoms("changes", 4):
            if write.arguments[0] == fluent:
                yield from self.reasons_for(write, earlier)
                yield from self._before(fluent, earlier)
        for bound in sorted(causes.bounds):
            if bound.arguments[0] == fluent:
                yield from self.reasons_for(bound, earlier)

    def _before(self, fluent: Symbol, moment: int) -> Iterable[Reason]:
        """Yield the reasons of the value before a change."""
        for written, value in sorted(self.trace.state(moment)):
            if written == fluent:
                yield from self.reasons_for(Function("is", [fluent, value, _NOW]), moment)

    def _came_up(self, shows: Symbol, moment: int) -> Iterable[Reason]:
        """Yield the reasons of a roll: its stated face, or the meaning of an assumed one; and why it is due."""
        face = self._face(shows, moment)
        for atom in sorted(self.trace.causes(moment).atoms("means" if face else "reads", 4)):
            if [atom.arguments[0], atom.arguments[2]] != shows.arguments[:2]:
                continue
            if face:
                if atom.arguments[1] != face.arguments[1]:
                    continue
                yield from self.reasons_for(face, moment)
            yield from self.reasons_for(atom, moment)
            break
        for due in sorted(self.trace.causes(moment).atoms("due", 3)):
            if due.arguments[0] == shows.arguments[0]:
                yield from self.reasons_for(due, moment)

    def _face(self, shows: Symbol, moment: int) -> Symbol | None:
        """Return the stated face behind the meaning of a roll, None if the scenario states none."""
        roll, meaning, time = shows.arguments
        for atom in self.trace.causes(moment).atoms("means", 4):
            if (atom.arguments[0], atom.arguments[2]) == (roll, meaning):
                face = Function("came_up", [roll, atom.arguments[1], time])
                if self.causes(face, moment):
                    return face
        return None

    def _lifted(self, exception: Symbol, moment: int) -> Iterable[Reason]:
        """Yield the reasons of an exception that itself yielded."""
        for yielded in self.trace.causes(moment).held_back(exception):
            if (moment, yielded.exception) not in self.done:
                reason = self.reason(yielded.exception, moment)
                yield Reason(to_value(exception), yielded.rule.clause, "yielded", (reason,))

    def _kind(self, cause: Cause, moment: int) -> str:
        match _head(cause.rule):
            case "chosen":
                names = {atom.name for atom in cause.rule.body}
                return "law" if "otherwise" in names else "assumed" if "picked" in names else "chosen"
            case "shows":
                return "assumed" if _is_thrown(cause) and not self._face(cause.head, moment) else "rolled"
        return "law"


def _first(causes: Sequence[Cause]) -> Cause:
    return min(causes, key=lambda cause: (cause.rule.clause is None, len(cause.rule.body)))


def _head(rule: Rule) -> str:
    return rule.head[0] if rule.head else ""


def _is_thrown(cause: Cause) -> bool:
    return _head(cause.rule) == "shows" and any(atom.name == "thrown" for atom in cause.rule.body)
