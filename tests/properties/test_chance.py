"""Exact chance against brute force: every face of every die, by hand and by telling it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import clingo
import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from drakdom.formula import And, Atom, Formula, Not
from drakdom.scenario import Scenario, read_scenario_text
from drakdom.terms import Term
from tests.core.tiny import Tiny, tiny_case, tiny_law
from tests.properties.boards import scenarios
from tests.properties.plays import play
from tests.randomly import examples, remember, telling
from tests.witness import ENGINES, Engine, solved

LANTERN = Path(__file__).parents[1] / "rulebooks" / "lantern"
SOME = examples(quick=15, thorough=1000)
FEW = examples(quick=1, thorough=200)

# -- rolls that hang on each other ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Roll:
    """A die that shows `low` up to `least`, up to `swayed` once the roll `by` is low; due when `after` is (not) low."""

    sides: int
    least: int
    after: int | None
    wants_low: bool
    by: int | None
    swayed: int


@st.composite
def rolls(draw: st.DrawFn) -> list[Roll]:
    """Up to four rolls; each may hang on those before it."""
    result: list[Roll] = []
    for number in range(draw(st.integers(1, 4))):
        sides = draw(st.integers(2, 4))
        earlier = st.none() | st.integers(0, number - 1) if number else st.none()
        result.append(
            Roll(
                sides,
                draw(st.integers(0, sides)),
                draw(earlier),
                draw(st.booleans()),
                draw(earlier),
                draw(st.integers(0, sides)),
            )
        )
    return result


def law_of(items: list[Roll], names: list[str]) -> str:
    """The rolls as law of one moment."""
    rules = ["entry_ends(T) :- is(phase, go, T)."]
    for name, roll in zip(names, items, strict=True):
        sign = "" if roll.wants_low else "not "
        condition = f", {sign}shows({names[roll.after]}, low, T)" if roll.after is not None else ""
        rules.append(f"due({name}, d{roll.sides}, T) :- is(phase, go, T){condition}.")
        face = f"due({name}, _, T), face(d{roll.sides}, X, _)"
        swayed = f"shows({names[roll.by]}, low, T)" if roll.by is not None else ""
        rules.append(f"reads({name}, X, low, T) :- {face}, X <= {roll.least}{f', not {swayed}' if swayed else ''}.")
        if swayed:
            rules.append(f"reads({name}, X, low, T) :- {face}, X <= {roll.swayed}, {swayed}.")
        rules.append(f"reads({name}, X, high, T) :- {face}, not reads({name}, X, low, T).")
    return "\n".join([*rules, "event(came(R, M), T) :- shows(R, M, T).\n"])


def outcomes(items: list[Roll]) -> Iterator[tuple[Fraction, tuple[str | None, ...]]]:
    """What each roll comes to, None where it is not due, with its probability: all faces enumerated."""
    all_items = Fraction(1, 1)
    for roll in items:
        all_items /= roll.sides
    for faces in itertools.product(*(range(1, roll.sides + 1) for roll in items)):
        came: list[str | None] = []
        for roll, face in zip(items, faces, strict=True):
            if roll.after is not None and (came[roll.after] == "low") is not roll.wants_low:
                came.append(None)
                continue
            least = roll.swayed if roll.by is not None and came[roll.by] == "low" else roll.least
            came.append("low" if face <= least else "high")
        yield all_items, tuple(came)


@pytest.mark.parametrize("engine", ENGINES)
@SOME
@given(items=rolls(), order=st.permutations(["a", "b", "c", "d"]))
def test_rolls_that_hang_on_each_other(
    items: list[Roll], order: list[str], engine: Engine, tmp_path_factory: pytest.TempPathFactory
) -> None:
    names = order[: len(items)]
    law = law_of(items, names)
    facts = "; ".join(f"face(d{sides}, {n}, 1)" for sides in (2, 3, 4) for n in range(1, sides + 1))
    case = tiny_case(Tiny("random", law, facts=facts), tiny_law(law, tmp_path_factory.getbasetemp()))
    (branch,) = solved(case, engine)
    wanted: dict[clingo.Symbol, Fraction] = {}
    ways: dict[tuple[str | None, ...], Fraction] = {}
    for chance, came in outcomes(items):
        ways[came] = ways.get(came, Fraction(0)) + chance
        for name, meaning in zip(names, came, strict=True):
            if meaning:
                event = clingo.parse_term(f"came({name}, {meaning})")
                wanted[event] = wanted.get(event, Fraction(0)) + chance
    events = branch.evaluation.events()
    assert {event: (value.low, value.high) for event, value in events.items()} == {
        event: (chance, chance) for event, chance in wanted.items()
    }
    all_items = [branch.evaluation.value(joint(names, came)).low for came in possible(len(items))]
    assert sum(all_items) == 1
    assert [branch.evaluation.value(joint(names, came)).low for came in ways] == [*ways.values()]


def possible(rolls_made: int) -> Iterator[tuple[str | None, ...]]:
    """A complete partition: each roll is low, high, or not thrown."""
    return itertools.product(("low", "high", None), repeat=rolls_made)


def joint(names: list[str], came: tuple[str | None, ...]) -> Formula:
    """That every roll came to just this."""
    parts: list[Formula] = []
    for name, meaning in zip(names, came, strict=True):
        low, high = (Atom(Term("came", (Term(name), Term(entry)))) for entry in ("low", "high"))
        parts += [low if meaning == "low" else Not(low), high if meaning == "high" else Not(high)]
    return And(tuple(parts))


# -- whole scenarios of the ten-clause game -----------------------------------------------------------------


def read(scenario: dict[str, Any]) -> Scenario:
    return read_scenario_text(remember(yaml.safe_dump(scenario, sort_keys=False)), "random.yaml", [LANTERN])


@telling
@FEW
@given(scenario=scenarios(), data=st.data())
def test_open_rolls_are_the_mean_of_all_told_ones(scenario: dict[str, Any], data: st.DataObject) -> None:
    """One round, everything stated but the pits of two heroes and one omen."""
    heroes = [*scenario["figures"]]
    stated = scenario["play"][0]
    scenario["play"] = [{name: stated.get(name, "rest") for name in heroes}]
    scenario["suppose"] = {"omens": {"calm": data.draw(st.integers(1, 3)), "gust": data.draw(st.integers(1, 2))}}
    rolls_told, draws_told = scenario["rolls"], scenario["draws"]
    for name in heroes:
        rolls_told.setdefault(f"pit {name}", 3)
        draws_told.setdefault(f"omen {name}", "calm")
    free_pits, free_omen = heroes[:2], f"omen {heroes[0]}"
    for name in free_pits:
        del rolls_told[f"pit {name}"]
    del draws_told[free_omen]
    result = play(read(scenario))
    assume(not any(odds[2] for events in result.values() for odds in events.values()))  # a second draw from the deck
    wanted: dict[Any, dict[Any, Fraction]] = {readings: {} for readings in result}
    cards = scenario["suppose"]["omens"]
    for *faces, card in itertools.product(*([range(1, 7)] * len(free_pits)), cards):
        text = {f"pit {name}": face for name, face in zip(free_pits, faces, strict=True)}
        second = {**scenario, "rolls": {**rolls_told, **text}, "draws": {**draws_told, free_omen: card}}
        chance = Fraction(cards[card], sum(cards.values())) / 6 ** len(free_pits)
        by_reading = play(read(second))
        assume(all(low == high for events in by_reading.values() for low, high, _ in events.values()))
        for readings, events in wanted.items():
            entry = next(items for names, items in by_reading.items() if set(names) <= set(readings))
            for event in entry:
                events[event] = events.get(event, Fraction(0)) + chance
    assert {r: {e: odds[0] for e, odds in events.items()} for r, events in result.items()} == wanted
