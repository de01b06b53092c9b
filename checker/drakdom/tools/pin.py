"""Pin the current verdict of a scenario: write it into the file as expectations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import yaml

from drakdom.errors import BugError, InputError, Place
from drakdom.formula import Atom, Formula
from drakdom.rulings.adjudication import adjudicate, played
from drakdom.rulings.claims import reasons_of, status_of
from drakdom.rulings.lifted import up_to_answers
from drakdom.rulings.readings import decisive_clauses
from drakdom.scenario import Scenario
from drakdom.scenario.edits import Edit, Source, patch, quoted
from drakdom.scenario.model import Claim
from drakdom.scenario.phrases import phrase_of
from drakdom.scenario.read import read_claim
from drakdom.terms import Term, show
from drakdom.tools.pin_text import Expectation, added, rewritten
from drakdom.value.solve import Branch
from drakdom.value.values import Value as Chance
from drakdom.verdict import Finding, Verdict
from drakdom.why.reasons import Reasons

#: Clauses that are pinned as reasons: the nearest to each outcome, all behind it, or none.
Depth = Literal["nearest", "all", "none"]
DEPTHS: tuple[Depth, ...] = ("nearest", "all", "none")

_STATED = frozenset({"gap", "contradiction", "illegal", "unasked"})


@dataclass(frozen=True, slots=True)
class Pinned:
    """The text of a scenario before and after pinning, and notes on expectations that are left out."""

    file: str
    before: str
    text: str
    notes: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Return True if pinning changes the text."""
        return self.text != self.before

    @property
    def patch(self) -> str:
        """Return the change as a unified diff, or an empty text."""
        return patch(self.before, self.text, self.file) if self.changed else ""


def pin(text: str, scenarios: Sequence[Scenario], *, depth: Depth = "nearest", everything: bool = False) -> Pinned:
    """Return the text of a scenario with its current verdict as expectations.

    `scenarios` are read from `text`, one for each combination of its matrix. Failing expectations are renewed; the
    others stay unchanged. All outcomes are added if the file expects nothing, or if `everything` is set. Raises
    InputError if the file is in flow style, or if an expectation gives different results under the combinations of the
    matrix. Also raises the errors of `adjudicate`.
    """
    source, notes = Source(text), list[str]()
    old = source.find("expect")
    items = old.value if isinstance(old, yaml.SequenceNode) else []
    if any(isinstance(node, yaml.CollectionNode) and node.flow_style for node in (source.root, old if items else None)):
        raise InputError.single(
            "expectations can only be written into a file in block style (one entry a line)", scenarios[0].file
        )
    edits = [*_renewed(source, scenarios, items, notes)]
    if everything or not items:
        new = _all(scenarios, depth, notes)
        edits += added(source, old, new) if new else []
    return Pinned(scenarios[0].file, text, source.apply(edits), tuple(dict.fromkeys(notes)))


def holds(scenarios: Iterable[Scenario]) -> None:
    """Check the written expectations. Raises BugError if one of them fails."""
    for scenario in scenarios:
        for claim in adjudicate(scenario, why="claims").claims:
            if not claim.passed:
                raise BugError(f"a pinned expectation fails: {claim.kind} {claim.claim}, found {claim.found}")


# -- existing expectations ------------------------------------------------------------------------------


def _renewed(
    source: Source, scenarios: Sequence[Scenario], items: Sequence[yaml.Node], notes: list[str]
) -> Iterator[Edit]:
    """Yield the edits that renew the failing expectations."""
    pins_by_item: dict[int, list[list[Expectation]]] = {}
    failing: set[int] = set()
    for scenario in scenarios:
        verdict, branches = adjudicate(scenario, why="claims"), None
        by_item: dict[int, list[Expectation]] = {}
        for claim, result in zip(scenario.claims, verdict.claims, strict=True):
            number = _item_of(items, claim)
            pins = by_item.setdefault(number, [])
            if result.passed:
                pins.append(_as_it_stands(claim))
                continue
            failing.add(number)
            branches = branches or played(scenario)
            if (new := _renewed_claim(claim, branches, result.missing, result.unwanted)) is not None:
                pins.append(new)
            else:
                notes.append(
                    f"line {claim.place.line}: no form of `{claim.kind}: {claim.text}` holds, so it is left out"
                )
        for number, pins in by_item.items():
            pins_by_item.setdefault(number, []).append(pins)
    for number in sorted(failing):
        first, *rest = pins_by_item[number]
        if any(others_pins != first for others_pins in rest):
            place = items[number].start_mark
            message = "this expectation gives different results under the combinations of the matrix"
            raise InputError.single(
                message, scenarios[0].file, place.line + 1, help="write one expectation for each, with `when:`"
            )
        yield rewritten(source, items[number], first)


def _item_of(items: Sequence[yaml.Node], claim: Claim) -> int:
    at = claim.place.line, claim.place.column
    starts = [(item.start_mark.line + 1, item.start_mark.column + 1) for item in items]
    return max(number for number, start in enumerate(starts) if start <= at)


def _as_it_stands(claim: Claim) -> Expectation:
    return Expectation(claim.kind, claim.text, _odds(claim.want), claim.because, claim.not_because)


def _renewed_claim(
    claim: Claim, branches: Sequence[Branch], missing: Sequence[str], unwanted: Sequence[str]
) -> Expectation | None:
    """Return the expectation in the form that holds, without wrong reasons; None if no form of it holds."""
    values = [branch.evaluation.value(claim.formula) for branch in branches]
    if (renewed := _kind_and_odds(claim.kind, values)) is None:
        return None
    because = tuple(clause for clause in claim.because if clause not in missing)
    if claim.because and not because:
        because = _clauses(claim.formula, branches, [*map(Reasons, branches)])[:1]
    not_because = tuple(clause for clause in claim.not_because if clause not in unwanted)
    return Expectation(renewed[0], claim.text, renewed[1], because, not_because)


def _kind_and_odds(kind: str, values: list[Chance]) -> tuple[str, str] | None:
    """Return the kind of claim that holds in place of `kind`, and its odds as text; None if there is none."""
    if kind in ("may", "may_not"):
        if all(map(_can_hold, values)):
            return "may", ""
        return None if any(map(_can_hold, values)) else ("may_not", "")
    if kind in _STATED:
        return (kind, "") if all(map(_can_hold, values)) else None
    if kind in ("at_best", "at_worst") and values[0].results == {True, False} and not _differ(values):
        return kind, str(values[0].high if kind == "at_best" else values[0].low)
    return _holding(values)


# -- all outcomes -------------------------------------------------------------------------------------------


def _all(scenarios: Sequence[Scenario], depth: Depth, notes: list[str]) -> list[Expectation]:
    """Return expectations for outcomes that no claim names: those of all combinations first."""
    pins_by_scenario = [_happening(scenario, depth, notes) for scenario in scenarios]
    alike = [pin for pin in pins_by_scenario[0] if all(pin in pins for pins in pins_by_scenario)]
    missing = [pin for pin in alike if not all(_speaks_of(scenario, pin) for scenario in scenarios)]
    for scenario, pins in zip(scenarios, pins_by_scenario, strict=True):
        apart = (pin for pin in pins if pin not in alike and not _speaks_of(scenario, pin))
        missing += (replace(pin, when=_when(scenario)) for pin in apart)
    return missing


def _speaks_of(scenario: Scenario, pin: Expectation) -> bool:
    return any("".join(claim.text.split()) == "".join(pin.claim.split()) for claim in scenario.claims)


def _when(scenario: Scenario) -> str:
    """Return the `when:` line for the combination of the matrix."""
    choices = (f"{axis}: {f'[{says}]' if ', ' in says else quoted(says)}" for axis, says in scenario.combination)
    return f"when: {{{', '.join(choices)}}}"


def _happening(scenario: Scenario, depth: Depth, notes: list[str]) -> list[Expectation]:
    """Return expectations for all outcomes and findings of a verdict, in the order of play."""
    scenario = replace(scenario, questions=())  # play ends at their answer
    verdict, branches = adjudicate(scenario, why="none"), played(scenario)
    pins: dict[tuple[str, str], tuple[Expectation, Formula]] = {}

    def add(kind: str, claim: str, want: str, formula: Formula) -> None:
        pins.setdefault((kind, claim), (Expectation(kind, claim, want, ()), formula))

    for event in dict.fromkeys(outcome.event for branch in verdict.branches for outcome in branch.outcomes):
        claim = show(event)
        if (formula := _read(scenario, claim)) is None:
            notes.append(f"`{claim}` cannot be claimed, so it is left out")
        elif (says := _holding([branch.evaluation.value(formula) for branch in branches])) is not None:
            add(says[0], claim, says[1], formula)
    for finding in _findings(verdict):
        claim, formula = _stated(scenario, finding)
        if all(True in branch.evaluation.value(formula).results for branch in branches):
            add(finding.kind, claim, "", formula)
    if depth == "none":
        return [pin for pin, _ in pins.values()]
    claims = (Claim(pin.kind, pin.claim, formula, Place(scenario.file)) for pin, formula in pins.values())
    expecting = replace(scenario, claims=(*scenario.claims, *claims))
    branches = up_to_answers(expecting, branches[0].case)  # as a check finds the clauses
    why = [*map(Reasons, branches)]
    reasons = ((pin, _clauses(formula, branches, why)) for pin, formula in pins.values())
    return [replace(pin, because=clauses if depth == "all" else clauses[:1]) for pin, clauses in reasons]


def _findings(verdict: Verdict) -> Iterable[Finding]:
    return (finding for branch in verdict.branches for finding in branch.findings)


def _stated(scenario: Scenario, finding: Finding) -> tuple[str, Formula]:
    """Return a finding in the syntax of `gap:`, `contradiction:`, `illegal:` and `unasked:`, and its formula."""
    subject = finding.what
    assert isinstance(subject, Term)
    if finding.kind in ("illegal", "unasked"):
        chooser, action = subject.args
        return f"{show(chooser)} {phrase_of(scenario.rulebook, action)}", Atom(subject)
    return show(subject.args[0]), Atom(subject)


def _read(scenario: Scenario, claim: str) -> Formula | None:
    try:
        return read_claim(scenario, claim)
    except InputError:
        return None


# -- values ------------------------------------------------------------------------------------------------


def _differ(values: Sequence[Chance]) -> bool:
    return any(value != values[0] for value in values)


def _holding(values: list[Chance]) -> tuple[str, str] | None:
    """Return a kind of claim that holds for the values, and its odds as text; None if there is none."""
    status = status_of("always", values)
    if status == "depends":
        low, high = values[0].low, values[0].high
        return "odds", _odds((low, high))
    if status in ("always", "never", "ambiguous"):
        return status, ""
    return ("sometimes", "") if all(map(_can_hold, values)) else None


def _can_hold(value: Chance) -> bool:
    return True in value.results


def _odds(want: tuple[object, object] | None) -> str:
    if want is None:
        return ""
    return str(want[0]) if want[0] == want[1] else f"{want[0]}..{want[1]}"


def _clauses(formula: Formula, branches: Sequence[Branch], why: Sequence[Reasons]) -> tuple[str, ...]:
    """Return the clauses behind a formula, nearest first, after the ambiguous clauses whose reading matters."""
    values = [branch.evaluation.value(formula) for branch in branches]
    clauses = dict.fromkeys(
        decisive_clauses([(branch.readings, value) for branch, value in zip(branches, values, strict=True)])
    )
    for reasons in why:
        clauses |= dict.fromkeys(reasons_of(formula, reasons))
    return tuple(clauses)
