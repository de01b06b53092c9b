"""Which clauses decide what is seen or not seen in the play of a case: the explanations, chosen and cached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from clingo import Function, Number, Symbol

from drakdom.graph.explore import explore
from drakdom.graph.play import Edge, Occasion, Place, Play
from drakdom.law.facts import to_symbol, to_value
from drakdom.law.phases import sources_of
from drakdom.law.rules import Signature
from drakdom.step.case import Case
from drakdom.terms import Any, Term, Value, match
from drakdom.value.odds import Evaluation
from drakdom.value.sensitivity import Sensitivity
from drakdom.value.solve import Branch
from drakdom.verdict import Reason
from drakdom.why.causes import Causes, Yielded, causes_of
from drakdom.why.explain import Told, clauses_in
from drakdom.why.shortest_path import path_by, path_through, path_to

#: In so many positions of other plays it is looked for what held something back.
MOST_ELSEWHERE = 40
#: What is seen of a play beside its events, and so many things that an event lacks are told of.
_NOT_LACKING, MOST_LACKING = frozenset({"finally", "unruled", "conflict", "illegal", "may"}), 3


class Reasons:
    """Explanations of one branch. A play told for one event serves for everything that is seen in it."""

    def __init__(self, branch: Branch) -> None:
        self.branch = branch
        self._told: dict[tuple[int, ...], Told] = {}
        self._causes: dict[int, Causes] = {}
        self._clauses: dict[Occasion, tuple[str, ...]] = {}
        self._asked: dict[tuple[str, Symbol, int, str], tuple[str, ...]] = {}

    @cached_property
    def _play(self) -> Play:
        """The play with its positions: an engine that reads whole answers has none."""
        return self.branch.play if self.branch.play.stages else explore(self.branch.moments)

    @cached_property
    def _onward(self) -> Sequence[Edge | None]:
        play = self._play
        return (self.branch.evaluation if play is self.branch.play else Evaluation(play)).onward

    def _causes_of(self, moment: int) -> Causes:
        if moment not in self._causes:
            self._causes[moment] = causes_of(self.branch.moments, self._play.stages[moment])
        return self._causes[moment]

    def seen(self, pattern: Value) -> list[Symbol]:
        """Everything seen anywhere in the play that fits a pattern, in a stable order."""
        seen = self.branch.evaluation.seen
        return sorted(symbol for symbol, value in seen.items() if match(pattern, value))

    def why(self, symbol: Symbol, place: Place | None = None, time: int = 1) -> Reason | None:
        """The tree of reasons of something seen (there, for so many times), on a shortest way to it."""
        told = self._told_with(symbol, place, time)
        if told is None:
            return None
        return told.why(symbol, place, time if told.moment_of(symbol, place, time) is not None else 1)

    def places(self, symbol: Symbol) -> list[Place]:
        """Where something is seen, in the order in which it comes."""
        play = self._play
        return list(dict.fromkeys((node.entry, node.phase) for node in play.nodes if symbol in node.seen))

    def is_told(self, symbol: Symbol, place: Place) -> bool:
        """Whether something is seen in a play that was told already, so that its reasons cost little."""
        return any(told.moment_of(symbol, place) is not None for told in self._told.values())

    def clauses(self, symbol: Symbol, place: Place | None = None, time: int = 1) -> tuple[str, ...]:
        """Ids of the clauses behind something seen, nearest first; without a place: wherever it is seen."""
        if place is None:
            return tuple(dict.fromkeys(clause for one in self.places(symbol) for clause in self.clauses(symbol, one)))
        occasion = Occasion(symbol, place, time)
        if occasion not in self._clauses:
            reason = self.why(*occasion)
            self._clauses[occasion] = clauses_in([reason]) if reason else ()
        return self._clauses[occasion]

    def asked_by(self, stake: Sensitivity) -> tuple[str, ...]:
        """The clauses behind why a roll is due, or why somebody must choose, nearest first."""
        key = stake.kind, stake.who, stake.entry, stake.phase
        if key not in self._asked:
            self._asked[key] = self._asked_by(stake)
        return self._asked[key]

    def _asked_by(self, stake: Sensitivity) -> tuple[str, ...]:
        told = self._tell(path_through(self._play, stake, self._onward))
        if told is None:
            return ()
        for moment in told.path:
            node = self._play.nodes[moment]
            if (node.entry, node.phase) != (stake.entry, stake.phase):
                continue
            some = self._causes_of(moment).atoms(*(("due", 3) if stake.kind == "chance" else ("asks", 2)))
            for atom in sorted(atom for atom in some if atom.arguments[0] == stake.who):
                if clauses := clauses_in([told.reason_of(atom, moment)]):
                    return clauses
        return ()

    def blocked(self, pattern: Value) -> tuple[Reason, ...]:
        """Why something is not seen: what it lacks; else clauses that would have led to it for those that it names."""
        return self.lacking(pattern) or self._of_whom(pattern, self.held_back(pattern))

    def _of_whom(self, pattern: Value, reasons: Iterable[Reason]) -> tuple[Reason, ...]:
        """Those reasons that name a figure which the pattern names, if it names any."""
        named = _names(pattern) & _figures(self.branch.case)
        return tuple(reason for reason in reasons if not named or named & _names(reason.what))

    def held_back(self, pattern: Value) -> tuple[Reason, ...]:
        """Clauses that could have led to something that is not seen and yielded, with what beat them.

        Of these the nearest: what was held back further away would have led to much else as well. They are looked for
        in one play that is told to its end.
        """
        told = self.to_the_end()
        if told is None:
            return ()
        here = [moment for moment in told.path if self._play.nodes[moment].excepted]
        return tuple(self._yielded(one, moment, told) for moment, one in self._held_back(pattern, here))

    def blocked_somewhere(self, pattern: Value) -> tuple[Reason, ...]:
        """The same; where nothing yields in that play, in others: what is not chosen there may hold it back."""
        if found := self.blocked(pattern):
            return found
        others = [n for n, node in enumerate(self._play.nodes) if node.excepted][:MOST_ELSEWHERE]
        first: dict[tuple[Value, str | None], tuple[int, Yielded]] = {}
        for moment, one in self._held_back(pattern, others):
            first.setdefault((_without_moment(one.head), one.rule.clause), (moment, one))
        found = tuple(self._yielded(one, moment, self._told_by(moment)) for moment, one in first.values())
        return self._of_whom(pattern, found)

    def _held_back(self, pattern: Value, moments: Iterable[int]) -> list[tuple[int, Yielded]]:
        """The clauses nearest to a pattern that yielded in some moments."""
        sources = sources_of(self.branch.case.law.heads, _signature(pattern))
        names, figures = _names(pattern), _figures(self.branch.case)
        found: list[tuple[int, int, Yielded]] = []
        for moment in moments:
            for head, some in self._causes_of(moment).yielded.items():
                if _about(head, names, figures):
                    found += [(steps, moment, o) for o in some if (steps := _steps(o.rule.head, sources)) is not None]
        nearest = min((steps for steps, _, _ in found), default=0)
        return [(moment, one) for steps, moment, one in found if steps <= nearest + 1]

    @staticmethod
    def _yielded(one: Yielded, moment: int, told: Told) -> Reason:
        return Reason(to_value(one.head), one.rule.clause, "yielded", (told.reason_of(one.exception, moment),))

    def lacking(self, pattern: Value) -> tuple[Reason, ...]:
        """What an event lacks, in the play told: the roll, choice or value that is another one."""
        told = self.to_the_end()
        if told is None or not isinstance(pattern, Term) or pattern.name in _NOT_LACKING:
            return ()
        goal = Function("event", [to_symbol(_filled(pattern)), Number(0)])
        in_force = frozenset(f.arguments[0].string for f in self.branch.case.facts if f.name == "in_force")
        found: dict[Reason, None] = {}
        for moment in told.path:
            for rule, head, instead, needs in self._causes_of(moment).lacks(told.position(moment), in_force, goal):
                because = told.reasons_of(instead, moment)
                if instead.name != "is" and any(one.kind in ("assumed", "stated") for one in because):
                    continue  # it is open: somewhere in the play it is otherwise, and that does not help
                if because:
                    needed = to_value(needs) if needs else None
                    found.setdefault(Reason(_pattern(to_value(head)), rule.clause, "lacking", because, needed))
        return tuple(found)[:MOST_LACKING]

    def fired(self) -> frozenset[str]:
        """Clauses that fired or yielded in the plays told so far."""
        return frozenset[str]().union(*(told.fired() for told in self._told.values()))

    def yielded(self) -> tuple[tuple[str, str], ...]:
        """Clauses that applied but yielded, with what beat them, in the plays told so far."""
        return tuple(sorted({pair for told in self._told.values() for pair in told.yielded()}))

    def to_the_end(self) -> Told | None:
        """A play told to an end."""
        return self._tell(path_to(self._play, None, self._onward))

    def _told_with(self, symbol: Symbol, place: Place | None, time: int) -> Told | None:
        for times in dict.fromkeys((time, 1)):
            for told in self._told.values():
                if told.moment_of(symbol, place, times) is not None:
                    return told
        return self._tell(path_to(self._play, symbol, self._onward, place))

    def _told_by(self, moment: int) -> Told:
        """A play told through a moment."""
        return self._tell_path(path_by(self._play, moment, self._onward))

    def _tell(self, path: tuple[int, ...] | None) -> Told | None:
        return None if path is None else self._tell_path(path)

    def _tell_path(self, path: tuple[int, ...]) -> Told:
        if path not in self._told:
            self._told[path] = Told(self._play, self.branch.moments.items, path, self._causes_of)
        return self._told[path]


def _without_moment(head: Symbol) -> Value:
    return to_value(Function(head.name, head.arguments[:-1]))


def _filled(value: Value) -> Value:
    """A pattern with the word that stands for anything in `lacking.py`."""
    if isinstance(value, Term):
        return Term(value.name, tuple(map(_filled, value.args)))
    return Term("any") if isinstance(value, Any) else value


def _pattern(value: Value) -> Value:
    """The inverse of `_filled`."""
    if isinstance(value, Term):
        return Any() if value == Term("any") else Term(value.name, tuple(map(_pattern, value.args)))
    return value


def _signature(pattern: Value) -> Signature:
    name = pattern.name if isinstance(pattern, Term) else ""
    arguments = pattern.args if isinstance(pattern, Term) else ()
    if name in ("illegal", "may") and len(arguments) == 2:
        action = arguments[1]
        return "option", 3, action.name if isinstance(action, Term) else None
    return "event", 2, name


def _names(value: Value) -> frozenset[str]:
    if isinstance(value, str):
        return frozenset({value})
    parts: Iterable[Value] = value.args if isinstance(value, Term) else ()
    return frozenset[str]().union(*(_names(part) for part in parts))


def _steps(head: Signature | None, sources: Mapping[Signature, int]) -> int | None:
    """How far what a rule derives is from what is asked for; None where that does not rest on it."""
    if head is None:
        return None
    return sources.get(head, sources.get((head[0], head[1], None)))


def _figures(case: Case) -> frozenset[str]:
    """The figures of a case: whoever has a count of own steps."""
    steps = (to_value(fluent) for fluent, _ in case.start if fluent.name == "step")
    return frozenset[str]().union(*map(_names, steps))


def _about(head: Symbol, names: frozenset[str], figures: frozenset[str]) -> bool:
    """Whether what was held back may be about the figures and places that a pattern names."""
    mentioned = _names(to_value(head))
    for one, other in ((names & figures, mentioned & figures), (names - figures, mentioned - figures)):
        if one and other and not one & other:
            return False
    return True
