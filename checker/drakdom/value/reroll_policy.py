"""Best and worst choices for rerolls: which dice of each throw to keep, and the odds that follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clingo import Symbol

from drakdom.formula import Formula
from drakdom.graph.play import Edge, Play
from drakdom.graph.rerolls import KEEPS
from drakdom.value.odds import Evaluation
from drakdom.value.values import Value


@dataclass(frozen=True, slots=True)
class Kept:
    """Dice to keep of a throw, None if it depends on the rest of the state; least and greatest odds that follow."""

    dice: Symbol | None
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of dice, with the dice to keep for the greatest odds of a formula and for the least."""

    dice: Symbol
    most: Kept
    least: Kept


@dataclass(frozen=True, slots=True)
class RerollPolicy:
    """A roll that allows `left` more rerolls, its place, and the throws that are possible then."""

    roll: Symbol
    entry: int
    phase: str
    left: int
    throws: tuple[Throw, ...]


#: A roll, with the entry and phase in which it is due.
_Due = tuple[Symbol, int, str]
#: The dice that may be kept of a throw in one state, each with the value that follows.
_Options = dict[Symbol, Value]


def reroll_policies(evaluation: Evaluation, formula: Formula) -> tuple[RerollPolicy, ...]:
    """Return a policy for each roll with rerolls that can matter to the formula, most rerolls left first."""
    play = evaluation.play
    if not play.rethrowable:
        return ()
    values = evaluation.states(formula)
    first: dict[_Due, int] = {}
    options_by_roll: dict[tuple[_Due, int], dict[Symbol, list[_Options]]] = {}
    for index, before in values:
        node, seen = play.nodes[index], evaluation.after(formula, (index, before))
        on = [(edge, values[state]) for edge in node.edges if (state := (edge.target, seen)) in values]
        if len({value for _, value in on}) > 1:
            for roll in _rolls(play, node.edges):
                due = roll, node.entry, node.phase
                first[due] = min(index, first.get(due, index))
        marked = [(roll, action.arguments, value) for edge, value in on for roll, action in _keeps(edge)]
        options: _Options = {kept: value for _, (_, kept, _), value in marked}
        for roll, (dice, _, left), _ in marked[:1]:
            by_dice = options_by_roll.setdefault(((roll, node.entry, node.phase), left.number), {})
            by_dice.setdefault(dice, []).append(options)
    return tuple(
        RerollPolicy(
            *due, left, tuple(_throw(dice, states) for dice, states in sorted(options_by_roll[due, left].items()))
        )
        for due, left in sorted(options_by_roll.keys(), key=lambda key: (first.get(key[0], 0), key[0], -key[1]))
        if due in first
    )


def _keeps(edge: Edge) -> Iterable[tuple[Symbol, Symbol]]:
    return ((roll, action) for kind, roll, action in edge.openings if kind == KEEPS)


def _rolls(play: Play, edges: Sequence[Edge]) -> set[Symbol]:
    """Return the rolls whose dice are thrown or kept on these edges: thrown dice may be kept next."""
    lying = {roll for edge in edges for _, roll, _ in edge.openings if roll in play.rethrowable}
    return lying | {
        roll for edge in edges for onward in play.nodes[edge.target].edges[:1] for roll, _ in _keeps(onward)
    }


def _throw(dice: Symbol, states: Sequence[_Options]) -> Throw:
    most = [{kept: value.high for kept, value in options.items()} for options in states]
    least = [{kept: -value.low for kept, value in options.items()} for options in states]
    worst = _best(dice, least)
    return Throw(dice, _best(dice, most), Kept(worst.dice, -worst.high, -worst.low))


def _best(dice: Symbol, states: Sequence[dict[Symbol, Fraction]]) -> Kept:
    """Return the choice that is best in every state; among equals the one that keeps most dice."""
    tops = [max(values.values()) for values in states]
    good = set.intersection(
        *({kept for kept, value in values.items() if value == top} for values, top in zip(states, tops, strict=True))
    )
    kept = max(good, key=lambda bag: (bag == dice, len(bag.arguments), bag), default=None)
    return Kept(kept, min(tops), max(tops))
