"""Pinning: today's verdict as the expectations of a scenario file."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import yaml

from drakdom.errors import BugError, InputError
from drakdom.formula import Atom, Formula
from drakdom.rulings.adjudication import adjudicate, played
from drakdom.rulings.claims import reasons_of, status_of
from drakdom.scenario import Scenario
from drakdom.scenario.edits import Edit, Source, end_of, patch, quoted
from drakdom.scenario.model import Claim
from drakdom.scenario.phrases import phrase_of
from drakdom.scenario.read import read_claim
from drakdom.terms import Term, show
from drakdom.value.solve import Branch
from drakdom.value.values import Value as Chance
from drakdom.verdict import Finding, Verdict, turned_on
from drakdom.why.reasons import Reasons

#: Which clauses are pinned as reasons: those nearest to what happens, all behind it, or none.
Depth = Literal["nearest", "all", "none"]
DEPTHS: tuple[Depth, ...] = ("nearest", "all", "none")

_WIDTH = 118
_STATED = frozenset({"gap", "contradiction", "illegal"})


@dataclass(frozen=True, slots=True)
class Pinned:
    """A scenario's text before and after, and what could not be written into it."""

    file: str
    before: str
    text: str
    notes: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Whether there was anything to write."""
        return self.text != self.before

    @property
    def patch(self) -> str:
        """What changes, as a unified diff."""
        return patch(self.before, self.text, self.file) if self.changed else ""


@dataclass(frozen=True, slots=True)
class _Pin:
    """One expectation as it is written: `want` are the odds and `when` its line of that name, where it has any."""

    kind: str
    claim: str
    want: str = ""
    because: tuple[str, ...] = ()
    not_because: tuple[str, ...] = ()
    when: str = ""


def pin(text: str, scenarios: Sequence[Scenario], *, depth: Depth = "nearest", everything: bool = False) -> Pinned:
    """The text of a scenario with what is ruled today as its expectations.

    `scenarios` are what was read from it, one for each combination of its matrix. Expectations that do not hold are
    renewed and the others left as they stand; all that happens is written where nothing was expected, or, with
    `everything`, beside that. Raises InputError where the combinations of a matrix come out differently under one
    expectation, or the file is not laid out in lines; otherwise as `adjudicate`.
    """
    source, notes = Source(text), list[str]()
    old = source.find("expect")
    items = old.value if isinstance(old, yaml.SequenceNode) else []
    if any(isinstance(node, yaml.CollectionNode) and node.flow_style for node in (source.root, old if items else None)):
        raise InputError.one("expectations are written into files that are laid out in lines", scenarios[0].file)
    edits = [*_renewed(source, scenarios, items, notes)]
    if everything or not items:
        new = _all(scenarios, depth, notes)
        edits += _written(source, old, new) if new else []
    return Pinned(scenarios[0].file, text, source.apply(edits), tuple(dict.fromkeys(notes)))


def holds(scenarios: Iterable[Scenario]) -> None:
    """Rule on what was written; raises BugError where it does not hold."""
    for scenario in scenarios:
        for claim in adjudicate(scenario, why="claims").claims:
            if not claim.passed:
                raise BugError(f"pinned, and does not hold: {claim.kind} {claim.claim}, found {claim.found}")


# -- what is expected already ------------------------------------------------------------------------------


def _renewed(
    source: Source, scenarios: Sequence[Scenario], items: Sequence[yaml.Node], notes: list[str]
) -> Iterator[Edit]:
    """Edits of the expectations that do not hold."""
    pins_by_item: dict[int, list[list[_Pin]]] = {}
    failing: set[int] = set()
    for scenario in scenarios:
        verdict, branches = adjudicate(scenario, why="claims"), None
        by_item: dict[int, list[_Pin]] = {}
        for claim, result in zip(scenario.claims, verdict.claims, strict=True):
            number = _item_of(items, claim)
            pins = by_item.setdefault(number, [])
            if result.passed:
                pins.append(_as_it_stands(claim))
                continue
            failing.add(number)
            branches = branches or played(scenario)
            if (new := _now(claim, branches, result.missing, result.unwanted)) is not None:
                pins.append(new)
            else:
                notes.append(
                    f"line {claim.place.line}: nothing comes of `{claim.kind}: {claim.text}`, so it is left out"
                )
        for number, pins in by_item.items():
            pins_by_item.setdefault(number, []).append(pins)
    for number in sorted(failing):
        first, *rest = pins_by_item[number]
        if any(others_pins != first for others_pins in rest):
            place = items[number].start_mark
            message = "this comes out differently under the combinations of the matrix"
            raise InputError.one(message, scenarios[0].file, place.line + 1, help="give each its `when:`")
        yield _rewritten(source, items[number], first)


def _item_of(items: Sequence[yaml.Node], claim: Claim) -> int:
    at = claim.place.line, claim.place.column
    starts = [(item.start_mark.line + 1, item.start_mark.column + 1) for item in items]
    return max(number for number, start in enumerate(starts) if start <= at)


def _as_it_stands(claim: Claim) -> _Pin:
    return _Pin(claim.kind, claim.text, _odds(claim.want), claim.because, claim.not_because)


def _now(claim: Claim, branches: Sequence[Branch], missing: Sequence[str], unwanted: Sequence[str]) -> _Pin | None:
    """The expectation as it would hold; None where there is nothing to expect any more."""
    values = [branch.evaluation.value(claim.formula) for branch in branches]
    if claim.kind in ("may", "may_not"):
        kind, want = ("may" if all(True in value.results for value in values) else "may_not"), ""
        if kind == "may_not" and any(True in value.results for value in values):
            return None
    elif claim.kind in _STATED:
        kind, want = claim.kind, ""
        if not all(True in value.results for value in values):
            return None
    elif claim.kind in ("at_best", "at_worst") and values[0].results == {True, False} and not _differ(values):
        kind, want = claim.kind, str(values[0].high if claim.kind == "at_best" else values[0].low)
    elif (says := _says(values)) is not None:
        kind, want = says
    else:
        return None
    kept = tuple(clause for clause in claim.because if clause not in missing)
    if claim.because and not kept:
        kept = _clauses(claim.formula, branches, [*map(Reasons, branches)])[:1]
    return _Pin(kind, claim.text, want, kept, tuple(clause for clause in claim.not_because if clause not in unwanted))


# -- all that happens --------------------------------------------------------------------------------------


def _all(scenarios: Sequence[Scenario], depth: Depth, notes: list[str]) -> list[_Pin]:
    """What happens and no claim speaks of yet: in every combination first, then in some."""
    pins_by_scenario = [_happening(scenario, depth, notes) for scenario in scenarios]
    alike = [pin for pin in pins_by_scenario[0] if all(pin in pins for pins in pins_by_scenario)]
    missing = [pin for pin in alike if not all(_speaks_of(scenario, pin) for scenario in scenarios)]
    for scenario, pins in zip(scenarios, pins_by_scenario, strict=True):
        apart = (pin for pin in pins if pin not in alike and not _speaks_of(scenario, pin))
        missing += (replace(pin, when=_when(scenario)) for pin in apart)
    return missing


def _speaks_of(scenario: Scenario, pin: _Pin) -> bool:
    return any("".join(claim.text.split()) == "".join(pin.claim.split()) for claim in scenario.claims)


def _when(scenario: Scenario) -> str:
    """The line that asks for what the matrix chose."""
    choices = (f"{axis}: {f'[{says}]' if ', ' in says else quoted(says)}" for axis, says in scenario.combination)
    return f"when: {{{', '.join(choices)}}}"


def _happening(scenario: Scenario, depth: Depth, notes: list[str]) -> list[_Pin]:
    """Everything that one verdict tells, in the order in which it happens."""
    verdict, branches = adjudicate(scenario, why="none"), played(scenario)
    why = [*map(Reasons, branches)]
    pins: dict[tuple[str, str], _Pin] = {}

    def add(kind: str, claim: str, want: str, formula: Formula) -> None:
        clauses = _clauses(formula, branches, why) if depth != "none" else ()
        pins.setdefault((kind, claim), _Pin(kind, claim, want, clauses if depth == "all" else clauses[:1]))

    for event in dict.fromkeys(outcome.event for branch in verdict.branches for outcome in branch.outcomes):
        claim = show(event)
        if (formula := _read(scenario, claim)) is None:
            notes.append(f"`{claim}` cannot be claimed, so it is left out")
        elif (says := _says([branch.evaluation.value(formula) for branch in branches])) is not None:
            add(says[0], claim, says[1], formula)
    for finding in _findings(verdict):
        claim, formula = _stated(scenario, finding)
        if all(True in branch.evaluation.value(formula).results for branch in branches):
            add(finding.kind, claim, "", formula)
    return [*pins.values()]


def _findings(verdict: Verdict) -> Iterable[Finding]:
    return (finding for branch in verdict.branches for finding in branch.findings)


def _stated(scenario: Scenario, finding: Finding) -> tuple[str, Formula]:
    """A finding as `gap:`, `contradiction:` and `illegal:` write it, and as it is looked for."""
    subject = finding.what
    assert isinstance(subject, Term)
    if finding.kind == "illegal":
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


def _says(values: list[Chance]) -> tuple[str, str] | None:
    """The kind of claim, and the odds, that hold of something; None where it never happens for certain."""
    status = status_of("always", values)
    if status == "depends":
        low, high = values[0].low, values[0].high
        return "odds", _odds((low, high))
    if status in ("always", "never", "ambiguous"):
        return status, ""
    return ("sometimes", "") if all(True in value.results for value in values) else None


def _odds(want: tuple[object, object] | None) -> str:
    if want is None:
        return ""
    return str(want[0]) if want[0] == want[1] else f"{want[0]}..{want[1]}"


def _clauses(formula: Formula, branches: Sequence[Branch], why: Sequence[Reasons]) -> tuple[str, ...]:
    """The clauses behind something, nearest first; a doubtful one whose reading matters stands before them."""
    values = [branch.evaluation.value(formula) for branch in branches]
    clauses = dict.fromkeys(
        turned_on([(branch.readings, value) for branch, value in zip(branches, values, strict=True)])
    )
    for reasons in why:
        clauses |= dict.fromkeys(reasons_of(formula, reasons))
    return tuple(clauses)


# -- text --------------------------------------------------------------------------------------------------


def _written(source: Source, old: yaml.Node | None, pins: Sequence[_Pin]) -> list[Edit]:
    """Edits that add expectations to those that there are."""
    if isinstance(old, yaml.SequenceNode) and old.value:
        indent, last = old.start_mark.column, _line_end(source.text, old.value[-1])
        return [Edit(last, last, "\n" + _block(pins, indent).rstrip("\n"))]
    block = _block(pins, 2)
    if old is not None:
        edit = source.replaced(old, "\n" + block.rstrip("\n"), raw=True)
        return [replace(edit, start=len(source.text[: edit.start].rstrip(" ")))]
    end = len(source.text)
    return [Edit(end, end, ("" if source.text.endswith("\n") else "\n") + "expect:\n" + block)]


def _rewritten(source: Source, item: yaml.Node, pins: Sequence[_Pin]) -> Edit:
    """The edit of one expectation; without anything to expect it goes."""
    if not pins:
        return source.removed(item)
    entries = item.value if isinstance(item, yaml.MappingNode) else []
    when = next(
        (source.text[key.start_mark.index : end_of(value)] for key, value in entries if key.value == "when"), ""
    )
    block = _block([replace(pin, when=when) for pin in pins], item.start_mark.column - 2)
    return source.replaced(item, block.strip().removeprefix("- "), raw=True)


def _line_end(text: str, node: yaml.Node) -> int:
    end = text.find("\n", end_of(node))
    return len(text) if end < 0 else end


def _block(pins: Sequence[_Pin], indent: int) -> str:
    """Expectations as items of a list, those of one kind with the same reasons together."""
    groups: dict[tuple[object, ...], list[_Pin]] = {}
    for pin in pins:
        groups.setdefault((pin.kind, pin.because, pin.not_because, pin.when), []).append(pin)
    lines = [line for group in groups.values() for line in _item(group)]
    return textwrap.indent("\n".join(lines) + "\n", " " * indent)


def _item(group: Sequence[_Pin]) -> Iterator[str]:
    first = group[0]
    if first.want and len(group) == 1:
        yield f"- {first.kind}: {{{_scalar(first.claim)}: {first.want}}}"
    elif first.want:
        yield f"- {first.kind}:"
        yield from (f"    {_scalar(pin.claim)}: {pin.want}" for pin in group)
    elif len(group) == 1:
        yield f"- {first.kind}: {_scalar(first.claim)}"
    else:
        yield f"- {first.kind}:"
        yield from (f"    - {_scalar(pin.claim)}" for pin in group)
    for key, clauses in (("because", first.because), ("not_because", first.not_because)):
        if clauses:
            yield from textwrap.wrap(
                _listed(key, clauses), _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
            )
    if first.when:
        yield f"  {first.when}"


def _listed(key: str, clauses: Sequence[str]) -> str:
    return f"{key}: {clauses[0]}" if len(clauses) == 1 else f"{key}: [{', '.join(clauses)}]"


def _scalar(claim: str) -> str:
    plain = claim[:1].isalnum() and ": " not in claim and " #" not in claim and not claim.endswith(":")
    return claim if plain else quoted(claim)
