"""Search for the smallest changes of a scenario with which a claim can hold."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from drakdom.answer import Odds
from drakdom.errors import DrakdomError, LimitError
from drakdom.formula import Formula
from drakdom.law.facts import Symbol
from drakdom.rulings.claims import to_odds
from drakdom.rulings.settled import settled_by_refusals
from drakdom.scenario import Added, Scenario, read_combinations_text
from drakdom.scenario.edits import Source, patch
from drakdom.scenario.under import with_variants
from drakdom.step.case import build_case
from drakdom.step.plan import Planner
from drakdom.tools.changes import Option, Spread, changed_by, changes_of, combinable, is_combinable
from drakdom.value.solve import Branch, solve
from drakdom.value.values import Value

TRIES = 6
"""Number of plans of the solver that are tried if a plan fails when it is played out."""
MOST_WORK = 40_000
"""Number of states that single changes of one kind may take to play out."""
LEAST_MORE = 200
"""The same limit if another change is found already, unless the search took more states until then."""
FEW = 5
"""Number of figures with which that limit holds; with more, a state takes longer and the limit is as much lower."""
MOST_ONE = 2_000
"""Number of states of one change, after which it is given up."""
PLANNING = 0.25
"""Share of the time for the solver that searches many changes at once."""
GRACE = 0.3
"""Extra share of the time to confirm a change that was found."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change and its sentence. `kind` is choice, roll, given, variant or clause."""

    kind: str
    says: str


@dataclass(frozen=True, slots=True)
class Remedy:
    """A minimal set of changes that makes the claim possible, with the changed text and its unified diff (`patch`).

    `odds` are the claim's odds after the changes, one for each reading of the ambiguous clauses.
    """

    changes: tuple[Change, ...]
    patch: str
    text: str
    odds: tuple[Odds, ...]


def _void(branches: Iterable[Branch]) -> frozenset[Symbol]:
    """Return the stated actions that are illegal or do not come up."""
    seen = (symbol for branch in branches for symbol in branch.evaluation.seen)
    return frozenset(symbol for symbol in seen if symbol.name in ("illegal", "unasked"))


def _is_unstated(branch: Branch) -> bool:
    """Return True if play stops only because a statement is missing, never at a gap or contradiction."""
    broken = (symbol for symbol in branch.evaluation.seen if symbol.name in ("unruled", "conflict"))
    return all(symbol.name == "unruled" and symbol.arguments[0].name == "unstated" for symbol in broken)


@dataclass(frozen=True, slots=True)
class _Plan:
    """The smallest combination of several changes, or the cheapest single change of each kind.

    `finished` is false if too much was possible or the time was up.
    """

    finished: bool
    together: Remedy | None = None
    single: Mapping[str, Remedy] = field(default_factory=dict)


class Search:
    """Search for the smallest changes of one scenario that make a formula possible."""

    def __init__(
        self,
        scenario: Scenario,
        text: str,
        formula: Formula,
        branches: Sequence[Branch],
        suspects: Sequence[str] = (),
        until: float = math.inf,
    ) -> None:
        self.scenario, self.text, self.formula, self.branches = scenario, text, formula, branches
        self.source = Source(text)
        self.work, self.left_out = 0, 0
        self.void = _void(branches)
        self.until = self.pause = until
        self.end = until + GRACE * max(until - time.monotonic(), 0)
        self.options = changes_of(scenario, self.source, formula, branches, suspects)

    def remedies(self) -> tuple[Remedy, ...]:
        """Return the cheapest single change of each kind or, without one, the smallest combination of changes.

        A solver looks for both first. What it does not find is played out, change by change; each kind then gets an
        equal share of the time that is left.
        """
        plan = self._planned()
        remedies = dict(plan.single)
        queue = self._to_play(plan)
        for number, (kind, options) in enumerate(queue):
            now = time.monotonic()
            self.pause = now + (self.until - now) / (len(queue) - number)
            helps = bool(remedies or plan.together)
            if kind not in remedies:
                least = LEAST_MORE * FEW // max(FEW, len(self.scenario.figures))
                remedy = self._single(options, max(self.work, least) if helps else MOST_WORK)
                remedies |= {kind: remedy} if remedy else {}
        single = tuple(remedies[kind] for kind in self.options if kind in remedies)
        return single or ((plan.together,) if plan.together else ())

    def _to_play(self, plan: _Plan) -> list[tuple[str, list[Option | Spread]]]:
        """Return the changes to play out, by kind: first those that the solver did not search.

        Where it found that no other helps, one may still help after more moments than the solver looked at.
        """
        if not plan.finished:
            return [*self.options.items()]
        single = [(kind, [item for item in own if not is_combinable(item)]) for kind, own in self.options.items()]
        combined = [(kind, [item for item in own if is_combinable(item)]) for kind, own in self.options.items()]
        helps = plan.single or plan.together
        return [(kind, own) for kind, own in (single if helps else [*single, *combined]) if own]

    # -- one change ----------------------------------------------------------------------------------------

    def _single(self, options: Sequence[Option | Spread], most: int) -> Remedy | None:
        """Return the first change that makes the claim possible, within `most` states of work.

        Among neighbouring changes of numbers, return the smallest.
        """
        until = self.work + most
        for is_number, group in itertools.groupby(options, lambda option: isinstance(option, Spread)):
            helping: list[Option] = []
            for option in group:
                if self.work > until or self.is_late():
                    self.left_out += 1
                elif isinstance(option, Spread):
                    helping += [nearest] if (nearest := self._nearest(option, until)) else []
                elif self._helps(option) and (remedy := self._remedy([option])):
                    return remedy
            for option in sorted(helping, key=lambda option: option.switch.cost) if is_number else ():
                if remedy := self._remedy([option]):
                    return remedy
        return None

    def _nearest(self, spread: Spread, until: int) -> Option | None:
        """Return the smallest change of a number that makes the claim possible.

        If an end of the range helps, bisect towards the current number. Bisection assumes that every farther number
        helps as well.
        """
        tried: dict[int, Option | None] = {spread.now: None}
        options: list[Option] = []

        def helps(value: int) -> Option | None:
            if value not in tried:
                option = spread.option(value)
                tried[value] = option if option and self._helps(option) else None
            return tried[value]

        for end in (spread.least, spread.most):
            beside = spread.now + (1 if end > spread.now else -1)
            without, nearest = spread.now, end
            while abs(nearest - without) > 1 and helps(end) and not helps(beside):
                if self.work > until or self.is_late():
                    self.left_out += 1
                    break
                middle = (without + nearest) // 2
                without, nearest = (without, middle) if helps(middle) else (middle, nearest)
            if spread.now != end and (option := helps(beside) or helps(nearest)):
                options.append(option)
        return min(options, key=lambda option: option.switch.cost, default=None)

    def is_late(self) -> bool:
        """Return True if the time for the current kind of change is used up."""
        return time.monotonic() > self.pause

    def _helps(self, option: Option) -> bool:
        """Return True if one change makes the claim possible. Changes the facts, not the text."""
        return self._is_answer(self._solve(changed_by(option, self.scenario), self.pause))

    def _is_answer(self, played: Sequence[tuple[Branch, Value]]) -> bool:
        """Return True if the claim can hold without a gap and without a newly illegal choice.

        A change that leads into a gap, or makes another choice illegal, explains nothing. A draw that must be stated
        is no gap.
        """
        by_branch = [(branch, value.results) for branch, value in played]
        can = any(True in results and (None not in results or _is_unstated(branch)) for branch, results in by_branch)
        return can and _void(branch for branch, _ in played) <= self.void

    def _solve(self, scenario: Scenario, until: float) -> Sequence[tuple[Branch, Value]]:
        """Play a scenario out and return its answer in each branch, none after an error or a limit. Count the work."""
        positions = len(self.branches[0].play.nodes)

        def progress(done: int) -> None:
            nonlocal positions
            positions = max(positions, done)
            if done > MOST_ONE or time.monotonic() > until:
                self.left_out += 1
                raise LimitError("this change opens too many states")

        try:
            settled = settled_by_refusals(scenario)
            branches = solve(build_case(settled), progress=progress)
        except DrakdomError:
            self.work += positions
            return ()
        self.work += sum(len(branch.play.nodes) for branch in branches)
        return [(branch, branch.evaluation.value(settled.questions[0].formula)) for branch in branches]

    # -- several changes -----------------------------------------------------------------------------------

    def _planned(self) -> _Plan:
        """Let a solver search the choices, rolls, clauses and removals of fields, in a part of the time."""
        options = combinable(option for options in self.options.values() for option in options)
        finished = True
        for branch in self.branches:
            now = time.monotonic()
            self.pause = now + (self.until - now) * PLANNING
            try:
                switches = [option.switch for option in options]
                planner = Planner(branch.case, switches, branch.play.length(), self.pause)
                planner.aim(self.formula, self.void)
            except LimitError:
                finished = False
                continue
            best = self._best(planner, options)
            finished = finished and not self.is_late()
            if best is None:
                continue
            if len(best.changes) > 1:
                return _Plan(finished, best)
            by_kind = {kind: self._best(planner, options, kind) for kind in self.options}
            return _Plan(finished, None, {kind: remedy for kind, remedy in by_kind.items() if remedy})
        return _Plan(finished)

    def _best(self, planner: Planner, options: Sequence[Option], kind: str = "") -> Remedy | None:
        """Return the smallest combination of changes that helps or, of one `kind`, the cheapest single change."""
        own = {id(option) for option in (self.options[kind] if kind else options)}
        numbers = [number for number, option in enumerate(options) if id(option) in own]
        for _ in range(TRIES):
            switches = planner.best(numbers)
            if self.is_late():
                break
            if not switches or (kind and len(switches) > 1):
                return None
            if remedy := self._remedy([options[number] for number in switches]):
                return remedy
            planner.bar(switches)
        self.left_out += 1
        return None

    def _remedy(self, options: list[Option]) -> Remedy | None:
        """Remove unnecessary changes and return the remedy; None if the changes fail when played out."""
        if (result := self._run(options)) is None:
            return None
        for option in list(options):
            fewer = [change for change in options if change is not option]
            if fewer and (again := self._run(fewer)) is not None:
                options, result = fewer, again
        text, odds = result
        changes = tuple(Change(option.kind, option.says) for option in options)
        return Remedy(changes, patch(self.text, text, self.scenario.file), text, odds)

    def _run(self, options: Sequence[Option]) -> tuple[str, tuple[Odds, ...]] | None:
        """Apply changes to the text and rule on it. Return the text and the claim's odds; None if it cannot hold."""
        text = self.source.apply(option.edit for option in options)
        try:
            scenario = self._read(text)
        except DrakdomError:
            return None
        played = self._solve(scenario, self.end)
        return (text, tuple(to_odds(value) for _, value in played)) if self._is_answer(played) else None

    def _read(self, text: str) -> Scenario:
        """Read the changed file, with the readings, variants and questions that the caller set."""
        book, added = self.scenario.rulebook, Added(variants=self.scenario.variants)  # which house rules may need
        combinations = read_combinations_text(text, self.scenario.file, rulebook=book, added=added)
        same = [scenario for scenario in combinations if scenario.combination == self.scenario.combination]
        scenario = same[0] if same else combinations[0]
        readings = {**scenario.readings, **self.scenario.readings}
        return with_variants(
            replace(scenario, readings=readings, questions=self.scenario.questions), self.scenario.variants
        )
