"""Moments in which an action that no figure states is tried as if it were stated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from clingo import Function, Number, Symbol

from drakdom.graph.play import Play
from drakdom.step.case import Case
from drakdom.step.moment import Moments
from drakdom.step.state import Evaluated, Opening, PartialState


class Stated(NamedTuple):
    """Nodes of one state in which an action is stated: the place where it is evaluated, and the result.

    `is_alone` is true if no other choice or roll comes up with the action.
    """

    nodes: tuple[int, ...]
    moments: Moments
    partial: PartialState
    result: Evaluated
    is_alone: bool


def stating(
    moments: Moments, play: Play, nodes: Iterable[int], figure: Symbol, action: Symbol | None
) -> Iterator[Stated]:
    """Evaluate nodes with one action, or none, as all that a figure states and chooses there.

    Other choices and rolls that then come up take their first way. A play without states has no nodes to evaluate.
    """
    if not play.partials:
        return
    positions: defaultdict[tuple[int, int], defaultdict[PartialState, list[int]]] = defaultdict(
        lambda: defaultdict(list)
    )
    items = moments.items
    for node in nodes:
        state, openings = play.partials[node]
        partial = state, frozenset(n for n in openings if items.all[n][:2] != ("choice", figure))
        positions[play.nodes[node].entry, _step(items.fluents(state), figure)][partial].append(node)
    for (entry, step), partials in positions.items():
        tried = Moments(_with_action(moments.case, entry, step, figure, action))
        alike = defaultdict[PartialState, list[int]](list)
        for partial, same in zip(tried.project([*partials]), partials.values(), strict=True):
            alike[partial] += same
        for same, (partial, result, is_alone) in zip(alike.values(), _whole(tried, [*alike]), strict=True):
            yield Stated(tuple(same), tried, partial, result, is_alone)


def _whole(moments: Moments, partials: Sequence[PartialState]) -> Iterator[tuple[PartialState, Evaluated, bool]]:
    """Yield whole moments, where open choices and rolls take their first way; with each, if none was open."""
    opened = [*partials]
    results = [*moments.evaluate(opened)]
    alone = [result.is_whole for result in results]
    while unfinished := [n for n, result in enumerate(results) if not result.is_whole]:
        for n in unfinished:
            numbers = map(moments.items.number, _first_ways(results[n]))
            opened[n] = opened[n][0], opened[n][1].union(numbers)
        for n, result in zip(unfinished, moments.evaluate([opened[n] for n in unfinished]), strict=True):
            results[n] = result
    yield from zip(opened, results, alone, strict=True)


def _first_ways(result: Evaluated) -> list[Opening]:
    """Return the first action of each figure that has a choice, or else the first face of a roll."""
    if result.choices:
        return [("choice", figure, min(actions)) for figure, actions in result.choices.items()]
    roll, faces = min((result.stated | result.chances).items())
    return [("chance", roll, min(faces))]


def _step(fluents: Iterable[tuple[Symbol, Symbol]], figure: Symbol) -> int:
    """Return the number of the action that a figure states next."""
    step = Function("step", [figure])
    return next((value.number for fluent, value in fluents if fluent == step), 1)


def _with_action(case: Case, entry: int, step: int, figure: Symbol, action: Symbol | None) -> Case:
    """Return the case in which a figure states one action, or none, in an entry from some step on."""
    facts = [fact for fact in case.facts if not _is_stated_for(fact, figure, entry)]
    if action is not None:
        facts.append(Function("stated", [Number(entry), figure, Number(step), action]))
    return replace(case, facts=tuple(facts))


def _is_stated_for(fact: Symbol, figure: Symbol, entry: int) -> bool:
    """Test if a fact says what a figure does: in this entry, or as a standing order."""
    match fact.name, fact.arguments:
        case "stated", [number, actor, *_]:
            return bool(actor == figure and number == Number(entry))
        case "ordered", [actor, *_]:
            return bool(actor == figure)
    return False
