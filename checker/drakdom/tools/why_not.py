"""Explain why a claim cannot hold: the reasons that block it, and the smallest changes that make it possible."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from drakdom.answer import Odds
from drakdom.errors import DrakdomError, LimitError
from drakdom.formula import Atom, Formula, patterns
from drakdom.law.facts import Symbol
from drakdom.rulebook.sentences import say
from drakdom.rulings.adjudication import played
from drakdom.rulings.claims import to_odds
from drakdom.rulings.undecided import Break, first_break
from drakdom.rulings.unknown_names import unknown_names
from drakdom.scenario import Scenario, read_claim, read_combinations_text
from drakdom.scenario.edits import Source, patch
from drakdom.scenario.under import with_variants
from drakdom.step.case import build_case
from drakdom.step.plan import Planner
from drakdom.tools.changes import Option, Spread, changed_by, changes_of, combinable
from drakdom.value.solve import Branch, solve
from drakdom.verdict import Reason
from drakdom.why.explain import clauses_in
from drakdom.why.reasons import Reasons

TRIES = 6
"""Number of plans of the solver that are tried if a plan fails when it is played out."""
MOST_WORK = 40_000
"""Number of states that single changes of one kind may take to play out."""
LEAST_MORE = 200
"""The same limit if a change of another kind is found already, unless the search took more states until then."""
MOST_ONE = 2_000
"""Number of states of one change, after which it is given up."""
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


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The reasons that block a claim, and the remedies. If the claim can hold, there are only its `odds`.

    `all_tried` is false if a limit of work or time stopped the search before all single changes were tried. `hints`
    name the words in the claim that do not occur in this play. `breaks_off` is as in `Explanation`.
    """

    claim: str
    sentence: str
    happens: bool
    odds: tuple[Odds, ...]
    blocked: tuple[Reason, ...]
    remedies: tuple[Remedy, ...]
    all_tried: bool = True
    hints: tuple[str, ...] = ()
    breaks_off: Break | None = None


def why_not(scenario: Scenario, text: str, claim: str, seconds: float = math.inf) -> WhyNot:
    """Return the reasons that block a claim in a scenario, and remedies as edits of the file's `text`.

    The search for remedies stops after about `seconds`. Raises InputError if the claim cannot be read, and LimitError
    if too much is open in the scenario.
    """
    until = time.monotonic() + seconds
    formula = read_claim(scenario, claim, moments=False)
    sentence = say(scenario.rulebook, formula.pattern) if isinstance(formula, Atom) else ""
    branches = played(scenario)
    odds = tuple(to_odds(branch.evaluation.value(formula)) for branch in branches)
    if can_happen(branches, formula):
        return WhyNot(claim, sentence, True, odds, (), ())
    blocked = dict.fromkeys(
        reason for branch in branches for atom in patterns(formula) for reason in Reasons(branch).blocked(atom)
    )
    search = _Search(scenario, text, formula, branches, clauses_in(blocked), until)
    remedies = search.remedies()
    hints = unknown_names(scenario.rulebook, branches, formula)
    off = first_break(scenario.rulebook, branches[0].play) if odds[0].unruled else None
    return WhyNot(claim, sentence, False, odds, tuple(blocked), remedies, not search.left_out, hints, off)


def can_happen(branches: Iterable[Branch], formula: Formula) -> bool:
    """Return True if some play, under some reading, makes the formula hold."""
    return any(True in branch.evaluation.value(formula).results for branch in branches)


def _void(branches: Iterable[Branch]) -> frozenset[Symbol]:
    """Return the stated actions that are illegal or do not come up."""
    seen = (symbol for branch in branches for symbol in branch.evaluation.seen)
    return frozenset(symbol for symbol in seen if symbol.name in ("illegal", "unasked"))


def _is_unstated(branch: Branch) -> bool:
    """Return True if play stops only because a statement is missing, never at a gap or contradiction."""
    broken = (symbol for symbol in branch.evaluation.seen if symbol.name in ("unruled", "conflict"))
    return all(symbol.name == "unruled" and symbol.arguments[0].name == "unstated" for symbol in broken)


class _Search:
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

        Each kind gets an equal share of the time that is left.
        """
        remedies: list[Remedy] = []
        for number, options in enumerate(self.options.values()):
            now = time.monotonic()
            self.pause = now + (self.until - now) / (len(self.options) + 1 - number)
            if (remedy := self._single(options, max(self.work, LEAST_MORE) if remedies else MOST_WORK)) is not None:
                remedies.append(remedy)
        self.pause = self.until
        if not remedies and (together := self._together()) is not None:
            remedies = [together]
        return tuple(remedies)

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

    def _is_answer(self, branches: Sequence[Branch]) -> bool:
        """Return True if the claim can hold without a gap and without a newly illegal choice.

        A change that leads into a gap, or makes another choice illegal, explains nothing. A draw that must be stated
        is no gap.
        """
        by_branch = [(branch, branch.evaluation.value(self.formula).results) for branch in branches]
        can = any(True in results and (None not in results or _is_unstated(branch)) for branch, results in by_branch)
        return can and _void(branches) <= self.void

    def _solve(self, scenario: Scenario, until: float) -> Sequence[Branch]:
        """Play a scenario out. Return nothing if it has an error or exceeds a limit, and count the work."""
        positions = len(self.branches[0].play.nodes)

        def progress(done: int) -> None:
            nonlocal positions
            positions = max(positions, done)
            if done > MOST_ONE or time.monotonic() > until:
                self.left_out += 1
                raise LimitError("this change opens too many states")

        try:
            branches = solve(build_case(scenario), progress=progress)
        except DrakdomError:
            self.work += positions
            return ()
        self.work += sum(len(branch.play.nodes) for branch in branches)
        return branches

    # -- several changes -----------------------------------------------------------------------------------

    def _together(self) -> Remedy | None:
        """Return the smallest combination of choices, rolls, clauses and removals of fields."""
        simple = combinable(option for options in self.options.values() for option in options)
        for branch in self.branches:
            if self.is_late():
                self.left_out += 1
                break
            try:
                planner = Planner(branch.case, [option.switch for option in simple], branch.play.length(), self.until)
                planner.aim(self.formula)
            except LimitError:
                self.left_out += 1
                continue
            for _ in range(TRIES):
                switches = None if self.is_late() else planner.best()
                if not switches:
                    break
                if remedy := self._remedy([simple[number] for number in switches]):
                    return remedy
                planner.bar(switches)
            self.left_out += self.is_late()
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
        branches = self._solve(scenario, self.end)
        if not self._is_answer(branches):
            return None
        return text, tuple(to_odds(branch.evaluation.value(self.formula)) for branch in branches)

    def _read(self, text: str) -> Scenario:
        """Read the changed file, with the readings and variants that the caller set."""
        combinations = read_combinations_text(text, self.scenario.file, rulebook=self.scenario.rulebook)
        scenario = next((c for c in combinations if c.combination == self.scenario.combination), combinations[0])
        readings = {**self.scenario.readings, **scenario.readings}
        return with_variants(replace(scenario, readings=readings), self.scenario.variants)
