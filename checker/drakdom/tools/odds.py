"""How likely, and what it hangs on: the odds of claims with the rolls and choices that decide them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from drakdom.errors import LimitError
from drakdom.formula import Atom, Formula
from drakdom.law.facts import to_value
from drakdom.rulebook.sentences import say, word
from drakdom.rulings.adjudication import played
from drakdom.rulings.claims import to_odds
from drakdom.rulings.games import contested
from drakdom.rulings.unknown_names import strangers
from drakdom.scenario import Scenario, read_claim
from drakdom.terms import Term, Value, show
from drakdom.value.reroll_policy import Kept as Best
from drakdom.value.reroll_policy import RerollPolicy, reroll_policies
from drakdom.value.sensitivity import Sensitivity, sensitivities
from drakdom.value.solve import Branch
from drakdom.verdict import Contested, Odds, told_once
from drakdom.why.reasons import Reasons

_CLAIMED = ("always", "never", "sometimes", "odds", "ambiguous", "at_best", "at_worst")
NEAREST = 2
"""So many clauses are named for what is asked: the nearest says how, the next one why."""


@dataclass(frozen=True, slots=True)
class WayOdds:
    """One way that a choice or a roll can come out, how likely that is (rolls), and the claim's odds then."""

    what: Value
    sentence: str
    chance: str | None
    odds: Odds


@dataclass(frozen=True, slots=True)
class Hangs:
    """A roll or a choice that decides: where it is due, the nearest clauses that ask for it, and its ways.

    Where it can come `again` in the phase, the ways are those of the first time.
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
class Asked:
    """The rolls and choices that decide and that the same clauses ask for: the nearest, and the next as its reason."""

    clauses: tuple[str, ...]
    hangs: tuple[Hangs, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """What to keep of a throw (`bag` for nothing), None where that hangs on what else came up, and the odds then."""

    dice: Value | None
    odds: Odds


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that lie there: what to keep of them where the claim shall be most likely, and where least."""

    dice: Value
    most: Kept
    least: Kept


@dataclass(frozen=True, slots=True)
class Rethrown:
    """A roll whose dice may be thrown `left` more times: which clauses ask for it, and what may lie there by then."""

    roll: Value
    sentence: str
    clauses: tuple[str, ...]
    entry: int
    phase: str
    left: int
    throws: tuple[Throw, ...]


@dataclass(frozen=True, slots=True)
class ReadingOdds:
    """The odds of a claim under one reading of the clauses in doubt; `contest` None where fewer than two decide."""

    readings: tuple[tuple[str, str], ...]
    odds: Odds
    asked: tuple[Asked, ...]
    rethrown: tuple[Rethrown, ...] = ()
    contest: Contested | None = None

    @property
    def hangs_on(self) -> tuple[Hangs, ...]:
        """The rolls and choices that decide, whichever clause asks for them."""
        return tuple(hangs for asked in self.asked for hangs in asked.hangs)


@dataclass(frozen=True, slots=True)
class ClaimOdds:
    """A claim, with its odds under each reading; `hints` say which of its names nobody has in this play."""

    claim: str
    sentence: str
    by_reading: tuple[ReadingOdds, ...]
    hints: tuple[str, ...] = ()

    def folded(self) -> tuple[ReadingOdds, ...]:
        """One for each way of reading that matters, without the readings that change nothing of it."""
        results = told_once(
            [(reading_odds.readings, replace(reading_odds, readings=())) for reading_odds in self.by_reading]
        )
        return tuple(replace(reading_odds, readings=readings) for readings, reading_odds in results)


def odds_of(scenario: Scenario, claims: Iterable[str] = ()) -> tuple[ClaimOdds, ...]:
    """The odds of claims, each a pattern of an event or a formula of them.

    Without claims: of what the scenario expects, or of everything that its play leaves open. Raises InputError
    when a claim cannot be read, and what `adjudicate` raises.
    """
    wanted = [(text, read_claim(scenario, text)) for text in claims]
    branches = played(scenario)
    if not wanted:
        wanted = [(c.text, c.formula) for c in scenario.claims if c.kind in _CLAIMED] or _open(scenario, branches)
    reasons = [Reasons(branch) for branch in branches]
    return tuple(_claim(scenario, text, formula, branches, reasons) for text, formula in dict(wanted).items())


def _open(scenario: Scenario, branches: tuple[Branch, ...]) -> list[tuple[str, Formula]]:
    """Events that may happen and need not, of which the rulebook has a sentence."""
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
            asked = _grouped(_hangs(scenario, stake, why) for stake in sensitivities(branch, formula))
        except LimitError as error:
            raise LimitError(f"{text}: {error}") from None
        odds = to_odds(branch.evaluation.value(formula))
        contest = contested(scenario, branch, formula) if odds.low != odds.high else None
        again = tuple(_rethrown(scenario, policy, why) for policy in reroll_policies(branch.evaluation, formula))
        by_reading.append(ReadingOdds(branch.readings, odds, asked, again, contest))
    sentence = say(scenario.rulebook, formula.pattern) if isinstance(formula, Atom) else ""
    return ClaimOdds(text, sentence, tuple(by_reading), strangers(scenario.rulebook, branches, formula))


def _hangs(scenario: Scenario, stake: Sensitivity, reasons: Reasons) -> Hangs:
    book, subject = scenario.rulebook, to_value(stake.who)
    ways = []
    for way in stake.ways:
        face = to_value(way.what)
        says = say(book, Term("chosen", (subject, face, 0))) if stake.kind == "choice" else word(book, face)
        ways.append(WayOdds(face, says, None if way.chance is None else str(way.chance), to_odds(way.value)))
    clauses = reasons.asked_by(stake)[:NEAREST]
    return Hangs(stake.kind, subject, word(book, subject), clauses, stake.entry, stake.phase, tuple(ways), stake.again)


def _grouped(deciding: Iterable[Hangs]) -> tuple[Asked, ...]:
    """By the clauses that ask for them, in the order of the first of each."""
    groups: dict[tuple[str, ...], list[Hangs]] = {}
    for hangs in deciding:
        groups.setdefault(hangs.clauses, []).append(hangs)
    return tuple(Asked(clauses, tuple(group)) for clauses, group in groups.items())


def _rethrown(scenario: Scenario, policy: RerollPolicy, reasons: Reasons) -> Rethrown:
    roll = to_value(policy.roll)
    due = Sensitivity("chance", policy.roll, policy.entry, policy.phase, ())
    throws = tuple(Throw(to_value(throw.dice), _kept(throw.most), _kept(throw.least)) for throw in policy.throws)
    clauses = reasons.asked_by(due)[:NEAREST]
    says = word(scenario.rulebook, roll)
    return Rethrown(roll, says, clauses, policy.entry, policy.phase, policy.left, throws)


def _kept(best: Best) -> Kept:
    return Kept(None if best.dice is None else to_value(best.dice), Odds(best.low, best.high))
