"""Edits of the board editor on shipped scenarios: what is edited back is the same scenario, and comments stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.drakdom import ROOT
from tests.tiers import sampled

SHIPPED = sorted((ROOT / "scenarios").glob("**/*.yaml"))
DRAWN = [file for file in SHIPPED if "  map: |" in file.read_text(encoding="utf-8")]
SAMPLE = [*DRAWN, *SHIPPED[::60]]


def _facts(text: str) -> tuple[object, ...]:
    from drakdom.scenario import read_combinations_text

    return tuple(
        (
            frozenset(scenario.facts),
            frozenset(scenario.given),
            scenario.figures,
            len(scenario.claims),
            scenario.variants,
            scenario.readings,
            scenario.entries,
        )
        for scenario in read_combinations_text(text, "<stdin>")
    )


def _same_again(file: Path) -> None:
    """Set every field to the value that it has, and every figure to the place where it is."""
    from drakdom.errors import InputError
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.service.page.edit import Change, edited
    from drakdom.service.page.view import view

    text = file.read_text(encoding="utf-8")
    book = load_rulebook(resolve_rulebook(file.relative_to(ROOT / "scenarios").parts[0]))
    shown, facts = view(text, book, []), _facts(text)
    assert view(text, book, [])["problems"] == []
    changes = [
        Change(op="set", path=["board", name, field], value=value)
        for name, place in shown["places"].items()
        for field, value in place["fields"].items()
        if isinstance(value, str | list)
    ]
    changes += [
        Change(op="move", figure=name, place=figure["at"])
        for name, figure in shown["figures"].items()
        if isinstance(figure["fields"].get("at", ""), str) and figure["at"] in shown["places"]
    ]
    for change in changes:
        made = edited(text, change, book)
        assert _facts(made) == facts, (change, made)
        comments = [line for line in text.splitlines() if "#" in line]
        assert [line for line in made.splitlines() if line in comments] or not comments
    for change in changes:
        if change.op == "set":
            without = edited(text, change.model_copy(update={"value": None}), book)
            assert _facts_or_none(edited(without, change, book), InputError) == facts, change


def _facts_or_none(text: str, fault: type[Exception]) -> tuple[object, ...] | str:
    try:
        return _facts(text)
    except fault as error:
        return f"{error}\n{text}"


@pytest.mark.parametrize("file", sampled(SAMPLE, 4), ids=lambda file: file.stem)
def test_what_is_edited_back_is_the_same_scenario(file: Path) -> None:
    _same_again(file)


@pytest.mark.slow
def test_what_is_edited_back_is_the_same_scenario_everywhere() -> None:
    for file in SHIPPED[::5]:
        _same_again(file)


@pytest.mark.slow
def test_every_shipped_scenario_is_shown() -> None:
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.service.page.view import view

    for file in SHIPPED:
        book = load_rulebook(resolve_rulebook(file.relative_to(ROOT / "scenarios").parts[0]))
        shown = view(file.read_text(encoding="utf-8"), book, [])
        assert shown["problems"] == [], file


EMPTY = "# mine\ntitle: x   # said\nrulebook: drakborgen-atervackt\n"
LAID = """\
# mine
title: x   # said
rulebook: drakborgen-atervackt
board:
  places:
    E4: {tile: trap_room, exits: [n]}
    F4: {tile: room}
figures:
  Cara: {kind: hero, at: F4}
play:
  - {Cara: move w}
  - {Cara: [search, move e]}
draws:
  trap F4: arrows
"""


def test_a_board_is_laid_out_from_nothing() -> None:
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.service.page.edit import Change, edited

    book, text = load_rulebook(resolve_rulebook("drakborgen-atervackt")), EMPTY
    for change in (
        Change(op="set", path=["board", "E4", "tile"], value="trap_room"),
        Change(op="set", path=["board", "E4", "exits"], value=["n"]),
        Change(op="set", path=["board", "F4", "tile"], value="room"),
        Change(op="set", path=["figures", "Cara"], value={"kind": "hero", "at": "E4"}),
        Change(op="act", figure="Cara", value="move w"),
        Change(op="act", figure="Cara", entry=1, value=["search", "move e"]),
        Change(op="set", path=["draws", "trap F4"], value="arrows"),
        Change(op="move", figure="Cara", place="F4"),
    ):
        text = edited(text, change, book)
    assert text == LAID
    for change in (
        Change(op="act", figure="Cara", entry=1, value=None),
        Change(op="set", path=["draws", "trap F4"], value=None),
        Change(op="set", path=["board", "F4"], value=None),
    ):
        text = edited(text, change, book)
    assert text.splitlines() == [
        line for line in LAID.splitlines() if "search" not in line and "trap F4" not in line and "F4: {" not in line
    ]


def test_a_change_that_makes_the_text_unreadable_is_refused() -> None:
    from drakdom.errors import InputError
    from drakdom.rulebook import load_rulebook
    from drakdom.service.page.edit import Change, edited
    from tests.cli.drakdom import RULEBOOKS

    change = Change(op="set", path=["", "", ""], value="x")
    with pytest.raises(InputError, match="does not fit into the text"):
        edited("rulebook: lantern\n", change, load_rulebook(RULEBOOKS / "lantern"))
