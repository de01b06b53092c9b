"""Random scenarios of the ten-clause game."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

SQUARES = [column + row for column in "BCD" for row in "23"]
NAMES = ["Ada", "Bo", "Cy"]
DIRECTIONS = ["n", "e", "s", "w"]


@st.composite
def scenarios(draw: st.DrawFn) -> dict[str, Any]:
    """A small board, one to three heroes, one or two rounds; some of what they do and throw is stated."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True))
    places = {square: _room(draw) for square in draw(st.lists(st.sampled_from(SQUARES), min_size=1, unique=True))}
    figures = {name: _hero(draw, list(places)) for name in names}
    rounds = [_round(draw, names) for _ in range(draw(st.integers(1, 2)))]
    scenario: dict[str, Any] = {
        "title": "a random board",
        "rulebook": "lantern",
        "variants": draw(st.sampled_from([[], ["narrow-halls"]])),
        "board": {"places": places},
        "figures": figures,
        "play": rounds,
        "rolls": {f"pit {name}": draw(st.integers(1, 6)) for name in names if draw(st.booleans())},
        "draws": {f"omen {name}": draw(st.sampled_from(["calm", "gust"])) for name in names if draw(st.booleans())},
    }
    if draw(st.booleans()):
        scenario["suppose"] = {"omens": {"calm": draw(st.integers(1, 3)), "gust": 1}}
    return scenario


def _room(draw: st.DrawFn) -> dict[str, Any]:
    exits = draw(st.lists(st.sampled_from(DIRECTIONS), unique=True))
    return {"room": draw(st.sampled_from(["floor", "pit", "shrine"])), "exits": exits}


def _hero(draw: st.DrawFn, squares: list[str]) -> dict[str, Any]:
    return {
        "kind": "hero",
        "at": draw(st.sampled_from(squares)),
        "nerve": draw(st.integers(0, 6)),
        "lantern": draw(st.sampled_from(["lit", "lit", "out"])),
        "rope": draw(st.sampled_from(["yes", "no"])),
    }


def _round(draw: st.DrawFn, names: list[str]) -> dict[str, Any]:
    actions = ["rest", *(f"move {direction}" for direction in DIRECTIONS)]
    return {name: draw(st.sampled_from(actions)) for name in names if draw(st.integers(0, 3))}
