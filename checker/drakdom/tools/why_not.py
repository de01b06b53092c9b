"""Why something does not happen: what stands in its way, and the smallest change with which it would."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from drakdom.errors import DrakdomError, LimitError
from drakdom.formula import Atom, Formula, patterns
from drakdom.law.facts import Symbol
from drakdom.rulebook.sentences import say
from drakdom.rulings.adjudication import played
from drakdom.rulings.claims import to_odds
from drakdom.rulings.unknown_names import strangers
from drakdom.scenario import Scenario, read_claim, read_combinations_text
from drakdom.scenario.edits import Source, patch
from drakdom.scenario.under import with_variants
from drakdom.step.case import build_case
from drakdom.step.plan import Planner
from drakdom.terms import Term
from drakdom.tools.changes import Option, Spread, changes_of
from drakdom.value.solve import Branch, solve
from drakdom.verdict import Odds, Reason
from drakdom.why.explain import clauses_in
from drakdom.why.reasons import Reasons

TRIES = 6
"""So many ways of the solver are tried where a change does not bear out when it is run."""
MOST_WORK = 40_000
"""Single changes are tried as long as playing them out takes no more positions."""
WORK_FOR_MORE = 12_000
"""The same where some change of another kind is known already."""
MOST_ONE = 2_000
"""A change that opens more positions than this is not played out."""
GRACE = 0.3
"""So much of its time longer a change that was found may take to bear out."""
MOST_SWITCHES = 80
"""So many changes are looked at together."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change: `kind` is choice, roll, given, variant or clause."""

    kind: str
    says: str


@dataclass(frozen=True, slots=True)
class Remedy:
    """Changes with which the claim can happen, none of which can be left out; the scenario that they make of it.

    `odds` are those of the claim then, one for each way of reading the clauses in doubt.
    """

    changes: tuple[Change, ...]
    patch: str
    text: str
    odds: tuple[Odds, ...]


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a claim does not happen. Where it can, `odds` say how likely it is and there are no remedies.

    `all_tried` says whether every single change was tried: past a bound of work or time the farther ones are not.
    `hints` say which of its names nobody has in this play.
    """

    claim: str
    sentence: str
    happens: bool
    odds: tuple[Odds, ...]
    blocked: tuple[Reason, ...]
    remedies: tuple[Remedy, ...]
    all_tried: bool = True
    hints: tuple[str, ...] = ()


def why_not(scenario: Scenario, text: str, claim: str, seconds: float = math.inf) -> WhyNot:
    """What stands in the way of a claim in a scenario, of which `text` is the file's text.

    After about so many `seconds` it makes do with the changes that it has found. Raises InputError when the claim
    cannot be read, LimitError where too much is open to look through.
    """
    until = time.monotonic() + seconds
    formula = read_claim(scenario, claim)
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
    hints = strangers(scenario.rulebook, branches, formula)
    return WhyNot(claim, sentence, False, odds, tuple(blocked), remedies, not search.left_out, hints)


def can_happen(branches: Iterable[Branch], formula: Formula) -> bool:
    """Whether some way of playing, under some reading, comes to what the formula says."""
    return any(True in branch.evaluation.value(formula).results for branch in branches)


def _void(branches: Iterable[Branch]) -> frozenset[Symbol]:
    """What is stated and not permitted."""
    seen = (symbol for branch in branches for symbol in branch.evaluation.seen)
    return frozenset(symbol for symbol in seen if symbol.name == "illegal")


def _is_unstated(branch: Branch) -> bool:
    """Whether play breaks off for want of a statement alone."""
    broken = (symbol for symbol in branch.evaluation.seen if symbol.name in ("unruled", "conflict"))
    return all(symbol.name == "unruled" and symbol.arguments[0].name == "unstated" for symbol in broken)


class _Search:
    """The smallest changes to one scenario with which one formula can hold."""

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
        """The cheapest single change of every kind; where no single change does, the fewest that do together.

        Each kind may take its share of the time that is left.
        """
        remedies: list[Remedy] = []
        for number, options in enumerate(self.options.values()):
            now = time.monotonic()
            self.pause = now + (self.until - now) / (len(self.options) + 1 - number)
            if (remedy := self._single(options, WORK_FOR_MORE if remedies else MOST_WORK)) is not None:
                remedies.append(remedy)
        self.pause = self.until
        if not remedies and (together := self._together()) is not None:
            remedies = [together]
        return tuple(remedies)

    # -- one change ----------------------------------------------------------------------------------------

    def _single(self, options: Sequence[Option | Spread], most: int) -> Remedy | None:
        """The first of some changes with which the claim can happen, as far as the work allows.

        Of numbers that stand side by side the one that has to change least.
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
        """The least change of a number with which the claim can happen.

        Where the farthest number does, the nearest is looked for by halves, as if every farther one did as well.
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
        """Whether the kind of change that is looked at has had its time."""
        return time.monotonic() > self.pause

    def _helps(self, option: Option) -> bool:
        """Whether the claim can happen with one change, by its facts."""
        removed, added = option.switch.removed, option.switch.added
        scenario = self.scenario
        given = [pair for pair in scenario.given if Term("given", pair) not in removed]
        given += [(fact.args[0], fact.args[1]) for fact in added if fact.name == "given"]
        facts = [fact for fact in scenario.facts if fact not in removed]
        facts += [fact for fact in added if fact.name not in ("given", "in_force")]
        struck = [str(fact.args[0]) for fact in removed if fact.name == "in_force"]
        changed = replace(scenario, facts=tuple(facts), given=tuple(given), without=(*scenario.without, *struck))
        if option.kind == "variant":
            changed = replace(changed, variants=(*scenario.variants, option.switch.slot.removeprefix("variant ")))
        return self._is_answer(self._solve(changed, self.pause))

    def _is_answer(self, branches: Sequence[Branch]) -> bool:
        """Whether it can happen, nothing is left unruled, and nothing is stated that is not permitted.

        A change that leads into a gap, or makes another choice void, explains nothing; that a draw would have to be
        stated is no gap.
        """
        by_branch = [(branch, branch.evaluation.value(self.formula).results) for branch in branches]
        can = any(True in results and (None not in results or _is_unstated(branch)) for branch, results in by_branch)
        return can and _void(branches) <= self.void

    def _solve(self, scenario: Scenario, until: float) -> Sequence[Branch]:
        """A scenario played out; nothing where it cannot be ruled on, or takes too much."""
        positions = len(self.branches[0].play.nodes)

        def progress(done: int) -> None:
            nonlocal positions
            positions = max(positions, done)
            if done > MOST_ONE or time.monotonic() > until:
                self.left_out += 1
                raise LimitError("this change opens too much to be played out")

        try:
            branches = solve(build_case(scenario), progress=progress)
        except DrakdomError:
            self.work += positions
            return ()
        self.work += sum(len(branch.play.nodes) for branch in branches)
        return branches

    # -- several changes -----------------------------------------------------------------------------------

    def _together(self) -> Remedy | None:
        """The fewest changes that do it together, of choices, rolls, clauses and what can simply be left out."""
        all_options = [option for options in self.options.values() for option in options]
        simple = [
            option
            for option in all_options
            if isinstance(option, Option) and (option.kind != "given" or not option.switch.added)
        ]
        if len(simple) > MOST_SWITCHES:
            simple = sorted(simple, key=lambda option: option.switch.cost)[:MOST_SWITCHES]
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
        """What is left of some changes when none can be left out; None if they do not bear out when they are run."""
        if (outcome := self._run(options)) is None:
            return None
        for option in list(options):
            fewer = [change for change in options if change is not option]
            if fewer and (again := self._run(fewer)) is not None:
                options, outcome = fewer, again
        text, odds = outcome
        changes = tuple(Change(option.kind, option.says) for option in options)
        return Remedy(changes, patch(self.text, text, self.scenario.file), text, odds)

    def _run(self, options: Sequence[Option]) -> tuple[str, tuple[Odds, ...]] | None:
        """The changed file, read and ruled on anew: its text and the claim's odds; None if it cannot happen there."""
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
        """The changed file under what was put in force from outside."""
        combinations = read_combinations_text(text, self.scenario.file, rulebook=self.scenario.rulebook)
        scenario = next(
            (candidate for candidate in combinations if candidate.combination == self.scenario.combination),
            combinations[0],
        )
        readings = {**self.scenario.readings, **scenario.readings}
        return with_variants(replace(scenario, readings=readings), self.scenario.variants)
