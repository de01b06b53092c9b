"""Explain why a claim cannot hold: the reasons that block it, and the smallest changes that make it possible."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass

from drakdom.answer import Odds
from drakdom.formula import Atom, Formula, patterns
from drakdom.rulebook.sentences import say
from drakdom.rulings.adjudication import played
from drakdom.rulings.claims import to_odds
from drakdom.rulings.settled import settled_by_refusals
from drakdom.rulings.undecided import Break, first_break
from drakdom.rulings.unknown_names import unknown_names
from drakdom.scenario import Scenario, read_claim
from drakdom.scenario.asked import asking
from drakdom.tools.remedies import Remedy, Search
from drakdom.value.solve import Branch
from drakdom.verdict import Reason
from drakdom.why.explain import clauses_in
from drakdom.why.reasons import Reasons


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The reasons that block a claim, and the remedies. If the claim can hold, there are only its `odds`.

    `all_tried` is false if a limit of work or time stopped the search before all single changes were tried. `hints`
    name the words in the claim that do not occur in this play. `breaks_off` is as in `Explanation`, under the first
    reading under which play breaks off.
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
    scenario = asking(scenario, [claim])
    settled = settled_by_refusals(scenario)
    formula = settled.questions[0].formula
    branches = played(settled)
    odds = tuple(to_odds(branch.evaluation.value(formula)) for branch in branches)
    if can_happen(branches, formula):
        return WhyNot(claim, sentence, True, odds, (), ())
    blocked = dict.fromkeys(
        reason for branch in branches for atom in patterns(formula) for reason in Reasons(branch).blocked(atom)
    )
    search = Search(scenario, text, formula, branches, clauses_in(blocked), until)
    remedies = search.remedies()
    hints = unknown_names(scenario.rulebook, branches, formula)
    broken = (branch.play for branch, chances in zip(branches, odds, strict=True) if chances.unruled)
    off = next((first_break(scenario.rulebook, play) for play in broken), None)
    return WhyNot(claim, sentence, False, odds, tuple(blocked), remedies, not search.left_out, hints, off)


def can_happen(branches: Iterable[Branch], formula: Formula) -> bool:
    """Return True if some play, under some reading, makes the formula hold."""
    return any(True in branch.evaluation.value(formula).results for branch in branches)
