"""Orders that depend on each other: what is certain is settled first, then what hangs in a circle."""

from pathlib import Path

import pytest

from drakdom.law.lawtext import library
from drakdom.law.rules import Rule
from tests.core.tiny import Tiny, own_rules, played, tiny_law
from tests.witness import ENGINES, Engine

#: An order fails if an order that spoils it succeeds, or one that it needs fails. In a circle, ferries fail.
GAME = """
#defined needs/2.
#defined ferry/1.
then(go, resolve).
then(resolve, done).
repeat(resolve, settling).
to_settle(X, T)          :- is(phase, resolve, T), order(X).
hangs(X, T)              :- to_settle(X, T), spoils(Y, X), not is(settled(Y), fails, T).
hangs(X, T)              :- to_settle(X, T), needs(X, Y), not is(settled(Y), succeeds, T).
certain(X, succeeds, T)  :- to_settle(X, T), not hangs(X, T).
certain(X, fails, T)     :- to_settle(X, T), spoils(Y, X), is(settled(Y), succeeds, T).
certain(X, fails, T)     :- to_settle(X, T), needs(X, Y), is(settled(Y), fails, T).
last_resort(X, fails, T) :- to_settle(X, T), ferry(X).
event(out(X, V), T)      :- is(phase, done, T), is(settled(X), V, T).
entry_ends(T)            :- is(phase, done, T).
"""
PIECE = "".join((library() / f"{piece}.lp").read_text(encoding="utf-8") for piece in ("settle", "round"))
#: Without its only rule, a predicate of the piece is empty; it is no misspelt name.
EMPTY = "".join(
    f"#defined {predicate}.\n" for predicate in ("settled_before/2", "is_new/3", "stalled/1", "settles/3", "settling/1")
)
LAW = PIECE + GAME + EMPTY
SETTLE = (library() / "settle.lp").read_text(encoding="utf-8").count("\n")

GAMES = [
    Tiny(
        "a support is cut by an attack that is cut itself",
        LAW,
        facts="order(raid); order(march); order(support); spoils(raid, march); spoils(march, support)",
        happens={"out(raid,succeeds)": "1", "out(march,fails)": "1", "out(support,succeeds)": "1"},
        ends="",
    ),
    Tiny(
        "a landing would cut the support of the attack on its own ferry",
        LAW,
        facts="order(ferry); order(landing); order(support); order(attack); ferry(ferry); spoils(attack, ferry);"
        "needs(landing, ferry); spoils(landing, support); needs(attack, support); order(hold); ferry(hold)",
        happens={
            "out(ferry,fails)": "1",
            "out(landing,fails)": "1",
            "out(support,succeeds)": "1",
            "out(attack,succeeds)": "1",
            "out(hold,succeeds)": "1",
        },
        ends="",
    ),
    Tiny(
        "each order of a new entry is settled anew",
        LAW,
        facts="order(raid); order(march); spoils(raid, march)",
        happens={"out(raid,succeeds)": "1", "out(march,fails)": "1"},
        entries=2,
        ends="",
    ),
    Tiny(
        "two marches spoil each other, and no law says which",
        LAW,
        facts="order(raid); order(east); order(west); spoils(east, west); spoils(west, east)",
        happens={"unruled(unsettled(east))": "1", "unruled(unsettled(west))": "1"},
    ),
]


def rules_of_the_piece(folder: Path) -> list[Rule]:
    return [rule for rule in own_rules(LAW, folder) if rule.head and 0 < rule.line <= SETTLE]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("tiny", GAMES, ids=lambda tiny: tiny.name)
def test_orders_are_settled(tiny: Tiny, engine: Engine, tmp_path: Path) -> None:
    happens, ends = played(tiny, tiny_law(LAW, tmp_path), engine)
    assert happens == tiny.happens
    assert tiny.ends is None or ends == [tiny.ends]


def test_every_rule_is_needed(tmp_path: Path) -> None:
    rules = rules_of_the_piece(tmp_path)
    assert len(rules) == 10
    assert [rule.text for rule in rules if _is_idle(rule, tmp_path)] == []


def _is_idle(rule: Rule, folder: Path) -> bool:
    law = tiny_law(LAW, folder, rule)
    results = [played(tiny, law, "side-by-side") for tiny in GAMES]
    return all(
        happens == tiny.happens and (tiny.ends is None or ends == [tiny.ends])
        for tiny, (happens, ends) in zip(GAMES, results, strict=True)
    )
