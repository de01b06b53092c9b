"""Sensitivity of a formula to each open choice and roll: its value for each outcome."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from clingo import Symbol

from drakdom.errors import LimitError
from drakdom.formula import Formula
from drakdom.graph.hints import NAMED, Multiplier, advice
from drakdom.graph.play import Due, Edge, Node, Play
from drakdom.step.state import Opening
from drakdom.value.odds import Evaluation
from drakdom.value.solve import Branch
from drakdom.value.values import Value

#: Most nodes to evaluate again, for all outcomes together; past this the error advises to state some of them.
MOST_WORK = 3_000_000
#: A choice or roll: its kind, the figure or roll, and the entry of a choice (0 for a roll).
Key = tuple[str, Symbol, int]
NO_GAPS: Mapping[int, frozenset[Symbol]] = {}


@dataclass(frozen=True, slots=True)
class Way:
    """One outcome of a choice or roll. `chance` is its probability, None for a choice or if it varies."""

    what: Symbol
    chance: Fraction | None
    value: Value


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """A choice or roll that can change a formula's value: its place, and the value for each outcome.

    If it can come `again` in the phase, the outcomes are those of the first time.
    """

    kind: Literal["choice", "chance"]
    who: Symbol
    entry: int
    phase: str
    ways: tuple[Way, ...]
    again: bool = False


def sensitivities(branch: Branch, formula: Formula) -> tuple[Sensitivity, ...]:
    """Return every open choice and roll that can matter to the formula, in the order in which they are due.

    Raises LimitError, with lines to state some of them, if that takes more than MOST_WORK nodes.
    """
    evaluation, play, due = branch.evaluation, branch.play, branch.due
    ordered = sorted(mattering(evaluation, formula), key=lambda key: (branch.first[key[2:]], key))
    undecided = _undecided(evaluation, formula)
    due = {key: [node for node in due[key] if node in undecided] for key in ordered}
    ways = {key: _ways(play, key, due[key]) for key in ordered}
    work = len(play.nodes) * sum(map(len, ways.values()))
    if work > MOST_WORK:
        value = evaluation.value(formula)
        odds = f"{value.low}" if value.low == value.high else f"{value.low} to {value.high}"
        raise LimitError(
            f"the odds are {odds}, but listing the choices and rolls behind them would take {work:,} positions; "
            f"the limit is {MOST_WORK:,}\n"
            f"{advice(branch.case.scenario, _multipliers(branch, ways, due))}"
        )
    stakes = []
    for key, outcomes in ways.items():
        kind, subject, entry, phase = key
        values = []
        for outcome, chance in outcomes.items():
            only = {node: kept for node in due[key] if (kept := _kept(play.nodes[node], key, outcome))}
            values.append(Way(outcome, chance, evaluation.value_if(formula, only)))
        stakes.append(
            Sensitivity(
                "choice" if kind == "choice" else "chance",
                subject,
                entry,
                phase,
                tuple(values),
                evaluation.repeats(due[key]),
            )
        )
    return tuple(stakes)


def mattering(
    evaluation: Evaluation,
    formula: Formula,
    within: Mapping[Due, Container[int]] | None = None,
    gaps: Mapping[int, frozenset[Symbol]] = NO_GAPS,
) -> set[Due]:
    """Return the choices and rolls of which one outcome gives another value, all else equal.

    `within` has the nodes of each that count; None counts all. With `gaps`, the gaps that can be reached from a node,
    undecided values are equal only if they stop at the same gaps.
    """
    values = evaluation.states(formula)
    matters: set[Due] = set()
    for index, before in values:
        node, seen = evaluation.play.nodes[index], evaluation.after(formula, (index, before))
        if len(node.edges) == 1:
            continue
        on = [
            (edge, (value, gaps.get(edge.target) if value.unruled else None))
            for edge in node.edges
            if (value := values.get((edge.target, seen))) is not None
        ]
        if all(result == on[0][1] for _, result in on):
            continue
        groups: dict[tuple[Due, tuple[Opening, ...]], set[tuple[Value, frozenset[Symbol] | None]]] = {}
        for edge, result in on:
            for key, _ in node.resolved(edge):
                if key in matters or key[1] in evaluation.play.rethrowable or (within and index not in within[key]):
                    continue  # reroll policies cover these dice: their result is chosen as well as thrown
                rest = tuple(opening for opening in edge.openings if opening[:2] != key[:2])
                groups.setdefault((key, rest), set()).add(result)
        matters.update(key for (key, _), group in groups.items() if len(group) > 1)
    return matters


def _undecided(evaluation: Evaluation, formula: Formula) -> set[int]:
    """Return the nodes that play can reach before the formula is decided."""
    watch, states = evaluation.watch(formula), evaluation.states(formula)
    return {state[0] for state in states if watch.decided(evaluation.after(formula, state)) is None}


def _ways(play: Play, key: Due, due: Iterable[int]) -> dict[Symbol, Fraction | None]:
    """Return the outcomes of a choice or roll, with their probabilities if those never vary."""
    nodes: list[dict[Symbol, int]] = []
    for node in map(play.nodes.__getitem__, due):
        weights: dict[Symbol, int] = {}
        for edge in node.edges:
            for due_key, outcome in node.resolved(edge):
                if due_key == key:
                    weights[outcome] = weights.get(outcome, 0) + edge.weight
        nodes.append(weights)
    chances: dict[Symbol, Fraction | None] = {}
    for outcome in sorted(set().union(*nodes)):
        shares = {Fraction(weights.get(outcome, 0), sum(weights.values())) for weights in nodes}
        chances[outcome] = shares.pop() if key[0] == "chance" and len(shares) == 1 else None
    return chances


def _multipliers(
    branch: Branch, ways: Mapping[Due, Mapping[Symbol, object]], due: Mapping[Due, Sequence[int]]
) -> list[Multiplier]:
    """Return the largest choices and rolls that matter, with values that could be stated for them."""
    multipliers = []
    for key, outcomes in ways.items():
        kind, subject, entry, _ = key
        multiplier = Multiplier(kind, subject, len(outcomes), entry, len(due[key]))
        multiplier.look(branch.moments.answer([branch.play.partials[due[key][0]]]))
        multipliers.append(multiplier)
    return sorted(multipliers, key=lambda multiplier: multiplier.rank)[:NAMED]


def _kept(node: Node, key: Due, outcome: Symbol) -> tuple[Edge, ...]:
    """Return the edges with this outcome."""
    return tuple(edge for edge in node.edges if (key, outcome) in node.resolved(edge))
