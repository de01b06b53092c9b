"""Explanations of the play of a case, chosen and cached: the clauses behind events and behind their absence."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import cached_property

from clingo import Function, Number, Symbol

from drakdom.formula import Scope
from drakdom.graph.play import Edge, Node, Occasion, Place, Play
from drakdom.graph.scopes import covered
from drakdom.law.facts import to_symbol, to_value
from drakdom.law.phases import sources_of
from drakdom.step.case import Fluent
from drakdom.terms import Term, Value, match
from drakdom.value.sensitivity import Sensitivity
from drakdom.value.solve import Branch
from drakdom.verdict import Reason
from drakdom.why.causes import Causes, Yielded, causes_of
from drakdom.why.explain import Trace, clauses_in
from drakdom.why.founding import Foundations
from drakdom.why.granted import granted, is_granted
from drakdom.why.naming import (
    figures_of,
    filled,
    is_about,
    names_in,
    signature_of,
    steps_from,
    terms_in,
    unfilled,
    without_moment,
    words_in,
)
from drakdom.why.shortest_path import path_by, path_through, path_to
from drakdom.why.spared import spared

#: Most states outside the trace that are searched for yielded clauses.
MOST_ELSEWHERE = 40
#: Signs in a play that are no events, and the most missing premises of an event that are reported.
_NOT_LACKING, MOST_LACKING = frozenset({"finally", "unruled", "conflict", "illegal", "unasked", "may"}), 3


class Reasons:
    """Explanations of one branch. A trace made for one event serves for all events that are seen in it."""

    def __init__(self, branch: Branch, causes: dict[int, Causes] | None = None) -> None:
        self.branch = branch
        self._traces: dict[tuple[int, ...], Trace] = {}
        self._causes = {} if causes is None else causes
        self._clauses: dict[Occasion, tuple[str, ...]] = {}
        self._asked: dict[tuple[str, Symbol, int, str], tuple[str, ...]] = {}

    def apart(self) -> Reasons:
        """Return explanations of the branch without a trace made, so that nothing rests on earlier questions."""
        return Reasons(self.branch, self._causes)

    @property
    def _play(self) -> Play:
        return self.branch.play

    @property
    def _onward(self) -> Sequence[Edge | None]:
        return self.branch.evaluation.onward

    @cached_property
    def _facts(self) -> frozenset[Symbol]:
        return frozenset(self.branch.case.static)

    def _causes_of(self, moment: int) -> Causes:
        if moment not in self._causes:
            self._causes[moment] = causes_of(self.branch.moments, self._play.partials[moment])
        return self._causes[moment]

    def seen(self, pattern: Value) -> list[Symbol]:
        """Return every event of the play that matches a pattern, in a stable order."""
        seen = self.branch.evaluation.seen
        return sorted(symbol for symbol, value in seen.items() if match(pattern, value))

    def why(self, symbol: Symbol, place: Place | None = None, time: int = 1) -> Reason | None:
        """Return the tree of an event (there, for the `time`-th time) on a shortest path, None if it never happens."""
        trace = self.trace_of(symbol, place, time)
        if trace is None:
            return None
        return trace.why(symbol, place, time if trace.moment_of(symbol, place, time) is not None else 1)

    def final(self, fluent: Value, value: Value) -> tuple[tuple[Place, Reason], ...]:
        """Return the trees of a fluent with its value where play ends, each with that place; none if none ends so."""
        goals = [n for n, node in enumerate(self._play.nodes) if _ending(node, fluent, value)]
        if not goals:
            return ()
        trace = self._trace_along(path_by(self._play, goals[0], self._onward))
        end = self._play.nodes[goals[0]]
        fluents = sorted(_ending(end, fluent, value))
        return tuple((end.place, reason) for item in fluents for reason in trace.final(item))

    def places(self, symbol: Symbol, scope: Scope | None = None) -> list[Place]:
        """Return the entries and phases in which an event is seen, in the order of play; only those in the scope."""
        nodes = map(self._play.nodes.__getitem__, covered(self._play, scope))
        return [*dict.fromkeys(node.place for node in nodes if symbol in node.seen)]

    def due_with(self, symbol: Symbol) -> tuple[Symbol, ...]:
        """Return the rolls that are due, and not stated, in the first moment in which an event is seen."""
        moment = next((n for n, node in enumerate(self._play.nodes) if symbol in node.seen), None)
        if moment is None:
            return ()
        causes = self._causes_of(moment)
        stated = {atom.arguments[0] for atom in causes.atoms("told_now", 2)}
        due = (atom.arguments[0] for atom in causes.atoms("due", 3))
        return tuple(sorted({roll for roll in due if roll not in stated}))

    def is_told(self, symbol: Symbol, place: Place) -> bool:
        """Test if an existing trace has the event, so that its reasons cost little."""
        return any(trace.moment_of(symbol, place) is not None for trace in self._traces.values())

    def clauses(self, symbol: Symbol, place: Place, time: int = 1) -> tuple[str, ...]:
        """Return the ids of the clauses behind an event, nearest first."""
        occasion = Occasion(symbol, place, time)
        if occasion not in self._clauses:
            reason = self.why(*occasion)
            self._clauses[occasion] = clauses_in([reason]) if reason else ()
        return self._clauses[occasion]

    def asked_by(self, stake: Sensitivity) -> tuple[str, ...]:
        """Return the clauses by which a roll or choice is due, nearest first."""
        key = stake.kind, stake.who, stake.entry, stake.phase
        if key not in self._asked:
            self._asked[key] = self._asked_by(stake)
        return self._asked[key]

    def _asked_by(self, stake: Sensitivity) -> tuple[str, ...]:
        trace = self._trace_or_none(path_through(self._play, stake, self._onward))
        if trace is None:
            return ()
        for moment in trace.path:
            node = self._play.nodes[moment]
            if (node.entry, node.phase) != (stake.entry, stake.phase):
                continue
            atoms = self._causes_of(moment).atoms(*(("due", 3) if stake.kind == "chance" else ("asks", 2)))
            for atom in sorted(atom for atom in atoms if atom.arguments[0] == stake.who):
                if clauses := clauses_in([trace.reason_of(atom, moment)]):
                    return clauses
        return ()

    def blocked(self, pattern: Value) -> tuple[Reason, ...]:
        """Return the missing premises of an event; without any, the yielded clauses that name its figures."""
        return self.lacking(pattern) or self._of_whom(pattern, self.held_back(pattern))

    def _of_whom(self, pattern: Value, reasons: Iterable[Reason]) -> tuple[Reason, ...]:
        """Return the reasons that name a figure of the pattern; all if the pattern names none."""
        named = names_in(pattern) & figures_of(self.branch.case)
        return tuple(reason for reason in reasons if not named or named & names_in(reason.what))

    def held_back(self, pattern: Value) -> tuple[Reason, ...]:
        """Return the clauses that could have led to an event and yielded, with the clauses that beat them.

        Only the nearest count: clauses further away would have led to much else as well. The search covers one trace to
        an end of play.
        """
        return tuple(held for _, held in self._held_to_the_end(pattern))

    def _held_to_the_end(self, pattern: Value) -> list[tuple[int, Reason]]:
        trace = self.to_the_end()
        if trace is None:
            return []
        moments = [moment for moment in trace.path if self._play.nodes[moment].excepted]
        held_back = self._held_back(pattern, moments)
        return [(steps, self._yielded(yielded, moment, trace)) for steps, moment, yielded in held_back]

    def winners(self, pattern: Value) -> tuple[tuple[int, Reason], ...]:
        """Return the reasons that beat a clause that is about all that a pattern names, with its rules to the event."""
        words, kind = words_in(pattern), signature_of(pattern)[2]
        scenario = self.branch.case.scenario
        of_others = {action.term.name for action in scenario.rulebook.actions.values()} - {kind} if scenario else set()
        return tuple(
            (steps, winner)
            for steps, held in self._held_to_the_end(pattern)
            if words and words <= words_in(held.what)
            if signature_of(pattern)[0] != "option" or of_others.isdisjoint(terms_in(held.what))
            for winner in held.because
        )

    def blocked_somewhere(self, pattern: Value) -> tuple[Reason, ...]:
        """Return `blocked`; if that is empty, the clauses that yield in other states of the play."""
        if reasons := self.blocked(pattern):
            return reasons
        moments = [n for n, node in enumerate(self._play.nodes) if node.excepted][:MOST_ELSEWHERE]
        first: dict[tuple[Value, str | None], tuple[int, Yielded]] = {}
        for _, moment, yielded in self._held_back(pattern, moments):
            first.setdefault((without_moment(yielded.head), yielded.rule.clause), (moment, yielded))
        reasons = tuple(
            self._yielded(yielded, moment, self._trace_through(moment)) for moment, yielded in first.values()
        )
        return self._of_whom(pattern, reasons)

    def _held_back(self, pattern: Value, moments: Iterable[int]) -> list[tuple[int, int, Yielded]]:
        """Return the yielded rule instances nearest to a pattern, each with its distance in rules and its moment."""
        sources = sources_of(self.branch.case.law.heads, signature_of(pattern))
        names, figures = names_in(pattern), figures_of(self.branch.case)
        ranked: list[tuple[int, int, Yielded]] = []
        for moment in moments:
            for head, instances in self._causes_of(moment).yielded.items():
                if is_about(head, names, figures):
                    ranked += [
                        (steps, moment, instance)
                        for instance in instances
                        if (steps := steps_from(instance.rule.head, sources)) is not None
                    ]
        nearest = min((steps for steps, _, _ in ranked), default=0)
        return [held for held in ranked if held[0] <= nearest + 1]

    @staticmethod
    def _yielded(yielded: Yielded, moment: int, trace: Trace) -> Reason:
        exception = trace.reason_of(yielded.exception, moment)
        return Reason(to_value(yielded.head), yielded.rule.clause, "yielded", (exception,))

    @cached_property
    def foundations(self) -> Foundations:
        """The clauses on which events and permissions would rest."""
        numbers = frozenset[int]().union(*(state for state, _ in self._play.partials))
        return Foundations(self.branch.case, self.branch.moments.items.fluents(numbers))

    def lacking(self, pattern: Value) -> tuple[Reason, ...]:
        """Return the missing premises of an event in the trace to an end: another roll, choice or value holds."""
        trace = self.to_the_end()
        if trace is None or not isinstance(pattern, Term) or pattern.name in _NOT_LACKING:
            return ()
        goal = Function("event", [to_symbol(filled(pattern)), Number(0)])
        reasons: dict[Reason, None] = {}
        for moment in trace.path:
            for rule, head, instead, needs in self._causes_of(moment).missing_premises(
                trace.state(moment), self.branch.case.in_force, goal
            ):
                because = trace.reasons_of(instead, moment)
                if instead.name != "is" and any(reason.kind in ("assumed", "stated") for reason in because):
                    continue  # open choices and rolls differ elsewhere in the play, so this premise explains nothing
                if because:
                    needed = to_value(needs) if needs else None
                    reasons.setdefault(Reason(unfilled(to_value(head)), rule.clause, "lacking", because, needed))
        return tuple(reasons)[:MOST_LACKING]

    def spared(self, pattern: Value, scope: Scope | None) -> dict[str, bool]:
        """Map the clauses that nearly prevented an event to whether a number is off by one; see `near_misses`."""
        clauses: dict[str, bool] = {}
        occasions = ((symbol, place) for symbol in self.seen(pattern) for place in self.places(symbol, scope))
        for symbol, place in itertools.islice(occasions, 1):  # others are much the same
            trace = self.trace_of(symbol, place)
            moment = trace.moment_of(symbol, place) if trace else None
            if trace is not None and moment is not None:
                for miss in spared(trace, symbol, moment, self.branch.case.in_force):
                    clauses[miss.clause] = miss.by_one or clauses.get(miss.clause, False)
        return clauses

    def fired(self) -> frozenset[str]:
        """Return the clauses that fired or yielded in the traces made so far."""
        return frozenset[str]().union(*(trace.fired() for trace in self._traces.values()))

    def yielded(self) -> tuple[tuple[str, str], ...]:
        """Return the clauses that applied but yielded, with the clauses that beat them, in the traces so far."""
        return tuple(sorted({pair for trace in self._traces.values() for pair in trace.yielded()}))

    def to_the_end(self) -> Trace | None:
        """Return a trace to an end of play, None if play never ends."""
        return self._trace_or_none(path_to(self._play, None, self._onward))

    def latest(self, pattern: Value) -> None:
        """Make a trace to the last moment found with an event that matches a pattern, and to the last choice before."""
        nodes, seen = self._play.nodes, set(self.seen(pattern))
        moments = [n for n, node in enumerate(nodes) if not seen.isdisjoint(node.seen)]
        choices = [n for n in self._play.ahead_of(moments) if nodes[n].kind == "choice"]
        for last in (*moments[-1:], *choices[-1:]):
            self._trace_through(last)

    def trace_of(self, symbol: Symbol, place: Place | None, time: int = 1) -> Trace | None:
        """Return a trace with an event (there, for the `time`-th time or else the first), None if it never happens."""
        if is_granted(self._play, symbol) and (path := path_to(self._play, symbol, self._onward, place)):
            return granted(self._play, symbol, path, self._causes_of)
        for times in dict.fromkeys((time, 1)):
            for trace in self._traces.values():
                if trace.moment_of(symbol, place, times) is not None:
                    return trace
        return self._trace_or_none(path_to(self._play, symbol, self._onward, place))

    def _trace_through(self, moment: int) -> Trace:
        """Return a trace through a moment."""
        return self._trace_along(path_by(self._play, moment, self._onward))

    def _trace_or_none(self, path: tuple[int, ...] | None) -> Trace | None:
        return None if path is None else self._trace_along(path)

    def _trace_along(self, path: tuple[int, ...]) -> Trace:
        if path not in self._traces:
            self._traces[path] = Trace(self._play, self.branch.moments.items, path, self._causes_of, self._facts)
        return self._traces[path]


def _ending(node: Node, fluent: Value, value: Value) -> list[Fluent]:
    return [item for item in node.final or () if match(Term("", (fluent, value)), Term("", tuple(map(to_value, item))))]
