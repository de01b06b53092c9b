"""Odds of claims, with the rolls and choices that decide them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from drakdom.answer import Odds
from drakdom.errors import LimitError
from drakdom.formula import Atom, Formula
from drakdom.law.facts import to_value
from drakdom.rulebook.sentences import say, word
from drakdom.rulings.adjudication import played
from drakdom.rulings.claims import to_odds
from drakdom.rulings.games import contested
from drakdom.rulings.readings import without_repeats
from drakdom.rulings.settled import settled_by_refusals
from drakdom.rulings.unknown_names import unknown_names
from drakdom.scenario import Scenario
from drakdom.scenario.asked import asking
from drakdom.terms import Term, Value, show
from drakdom.value.reroll_policy import Kept as Best
from drakdom.value.reroll_policy import RerollPolicy, reroll_policies
from drakdom.value.sensitivity import Sensitivity, sensitivities
from drakdom.value.solve import Branch
from drakdom.verdict import Contested
from drakdom.why.reasons import Reasons

_CLAIMED = ("always", "never", "sometimes", "odds", "ambiguous", "at_best", "at_worst")
NEAREST = 2
"""Number of clauses that are named for a roll or choice: the nearest, and the next as its reason."""


@dataclass(frozen=True, slots=True)
class WayOdds:
    """One option of a choice or face of a roll, its probability (rolls only), and the claim's odds with it."""

    what: Value
    sentence: str
    chance: str | None
    odds: Odds


@dataclass(frozen=True, slots=True)
class Factor:
    """A roll or choice that changes the odds: its place in the play, the nearest clauses that ask for it, its results.

    If it can be due `again` in the phase, `ways` are the results of the first time.
    """

    kind: str
    who: Value
    sentence: str
    clauses: tuple[str, ...]
    entry: int
    phase: str
    ways: tuple[WayOdds, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class FactorGroup:
    """Deciding rolls and choices that the same clauses ask for: the nearest clause, and the next as its reason."""

    clauses: tuple[str, ...]
    hangs: tuple[Factor, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """The dice to keep of a throw (`bag` for none; None if that depends on other rolls), and the odds then."""

    dice: Value | None
    odds: Odds


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice of one throw, and which of them to keep for the best and for the worst odds of the claim."""

    dice: Value
    most: Kept
    least: Kept


@dataclass(frozen=True, slots=True)
class Reroll:
    """A roll with `left` rerolls to go: the clauses that ask for it, and the throws that may lie there."""

    roll: Value
    sentence: str
    clauses: tuple[str, ...]
    entry: int
    phase: str
    left: int
    throws: tuple[Throw, ...]


@dataclass(frozen=True, slots=True)
class ReadingOdds:
    """The odds of a claim under one reading of the ambiguous clauses. `contest` is None for fewer than two choosers."""

    readings: tuple[tuple[str, str], ...]
    odds: Odds
    asked: tuple[FactorGroup, ...]
    rethrown: tuple[Reroll, ...] = ()
    contest: Contested | None = None

    @property
    def hangs_on(self) -> tuple[Factor, ...]:
        """Return all rolls and choices that decide."""
        return tuple(factor for group in self.asked for factor in group.hangs)


@dataclass(frozen=True, slots=True)
class ClaimOdds:
    """A claim with its odds under each reading. `hints` name the words in it that do not occur in this play."""

    claim: str
    sentence: str
    by_reading: tuple[ReadingOdds, ...]
    hints: tuple[str, ...] = ()

    def folded(self) -> tuple[ReadingOdds, ...]:
        """Return one entry for each result, with only the readings that matter for it."""
        results = without_repeats(
            [(reading_odds.readings, replace(reading_odds, readings=())) for reading_odds in self.by_reading]
        )
        return tuple(replace(reading_odds, readings=readings) for readings, reading_odds in results)


def odds_of(scenario: Scenario, claims: Iterable[str] = ()) -> tuple[ClaimOdds, ...]:
    """Return the odds of claims, each a pattern of an event or a formula of such patterns.

    Without claims, return the odds of the scenario's expectations, or else of its questions, or else of all events that
    may or may not happen.
    Raises InputError if a claim cannot be read, and the errors of `adjudicate`.
    """
    claims = tuple(claims)
    scenario = settled_by_refusals(asking(scenario, claims))
    questions = [(asked.text, asked.formula) for asked in scenario.questions]
    expected = [(claim.text, claim.formula) for claim in scenario.claims if claim.kind in _CLAIMED]
    branches = played(scenario)
    wanted = (questions if claims else expected or questions) or _open(scenario, branches)
    reasons = [Reasons(branch) for branch in branches]
    return tuple(_claim(scenario, text, formula, branches, reasons) for text, formula in dict(wanted).items())


def _open(scenario: Scenario, branches: tuple[Branch, ...]) -> list[tuple[str, Formula]]:
    """Return the events that may or may not happen and have a sentence in the rulebook, by their text."""
    claims: dict[str, Formula] = {}
    for branch in branches:
        for symbol, value in branch.evaluation.events().items():
            event = to_value(symbol)
            if not isinstance(event, Term) or event.name not in scenario.rulebook.events:
                continue
            if value.results != {True} and say(scenario.rulebook, event):
                claims[show(event)] = Atom(event)
    return [*claims.items()]


def _claim(
    scenario: Scenario, text: str, formula: Formula, branches: tuple[Branch, ...], reasons: list[Reasons]
) -> ClaimOdds:
    by_reading = []
    for branch, why in zip(branches, reasons, strict=True):
        try:
            asked = _grouped(_factor(scenario, stake, why) for stake in sensitivities(branch, formula))
        except LimitError as error:
            raise LimitError(f"{text}: {error}") from None
        odds = to_odds(branch.evaluation.value(formula))
        contest = contested(scenario.rulebook, branch, formula) if odds.low != odds.high else None
        again = tuple(_reroll(scenario, policy, why) for policy in reroll_policies(branch.evaluation, formula))
        by_reading.append(ReadingOdds(branch.readings, odds, asked, again, contest))
    sentence = say(scenario.rulebook, formula.pattern) if isinstance(formula, Atom) else ""
    return ClaimOdds(text, sentence, tuple(by_reading), unknown_names(scenario.rulebook, branches, formula))


def _factor(scenario: Scenario, stake: Sensitivity, reasons: Reasons) -> Factor:
    book, subject = scenario.rulebook, to_value(stake.who)
    ways = []
    for way in stake.ways:
        face = to_value(way.what)
        says = say(book, Term("chosen", (subject, face, 0))) if stake.kind == "choice" else word(book, face)
        ways.append(WayOdds(face, says, None if way.chance is None else str(way.chance), to_odds(way.value)))
    clauses = reasons.asked_by(stake)[:NEAREST]
    return Factor(stake.kind, subject, word(book, subject), clauses, stake.entry, stake.phase, tuple(ways), stake.again)


def _grouped(deciding: Iterable[Factor]) -> tuple[FactorGroup, ...]:
    """Group rolls and choices by the clauses that ask for them, in the order of the first of each group."""
    groups: dict[tuple[str, ...], list[Factor]] = {}
    for factor in deciding:
        groups.setdefault(factor.clauses, []).append(factor)
    return tuple(FactorGroup(clauses, tuple(group)) for clauses, group in groups.items())


def _reroll(scenario: Scenario, policy: RerollPolicy, reasons: Reasons) -> Reroll:
    roll = to_value(policy.roll)
    due = Sensitivity("chance", policy.roll, policy.entry, policy.phase, ())
    throws = tuple(Throw(to_value(throw.dice), _kept(throw.most), _kept(throw.least)) for throw in policy.throws)
    clauses = reasons.asked_by(due)[:NEAREST]
    says = word(scenario.rulebook, roll)
    return Reroll(roll, says, clauses, policy.entry, policy.phase, policy.left, throws)


def _kept(best: Best) -> Kept:
    return Kept(None if best.dice is None else to_value(best.dice), Odds(best.low, best.high))
