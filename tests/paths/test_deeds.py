"""What a figure can do besides its moves: the squares that `paths` names are those where the law grants it."""

from __future__ import annotations

from random import Random
from typing import Any

import yaml

from drakdom import adjudicate
from drakdom.paths.reach import reaches
from drakdom.scenario.read import read_scenario_text
from drakdom.terms import show
from tests.paths.boards import SIDES, square
from tests.project.tree import ROOT
from tests.randomly import on_random_boards, remember

ARCHER = {"kind": "archer", "speed": 3, "attack": 6, "least_range": 1, "most_range": 3, "energy": 4}
NORCON = {"kind": "norcon", "defence": 9, "energy": 2, "speed": 2}

ATTACKS = {f"attacks(Ari, {name})": f"attack({name})" for name in ("Nor", "Gor")}


def level(random: Random) -> dict[str, Any]:
    """A level of four by four squares with walls, doors and rock, an archer and two monsters."""
    squares = [square(column, row) for column in range(4) for row in range(4)]
    ari, nor, gor = random.sample(squares, 3)
    rooms: dict[str, dict[str, Any]] = {}
    for place in squares:
        walls = [side for side in SIDES if random.random() < 0.12]
        doors = {side: random.choice(("open", "closed")) for side in walls if random.random() < 0.4}
        if place in (ari, nor, gor) or random.random() < 0.92:
            rooms[place] = {"walls": walls, "doors": doors}
    figures = {"Ari": {**ARCHER, "at": ari}, "Nor": {**NORCON, "at": nor}, "Gor": {**NORCON, "kind": "gork", "at": gor}}
    return {"title": "a level", "rulebook": "dystopia", "board": {"rooms": rooms}, "figures": figures}


def ruled(case: dict[str, Any]) -> str:
    text = yaml.safe_dump(case, sort_keys=False)
    remember(text)
    return text


@on_random_boards(quick=3, thorough=300)
def test_an_attack_is_granted_from_just_these_squares(random: Random) -> bool:
    """Put the archer on every square that it reaches with a step left, and ask the law whom it may attack there."""
    case = level(random)
    (reach,) = reaches(read_scenario_text(ruled(case), "level", [ROOT / "asp"]), ["Ari"]).figures
    deeds = {(show(deed.action), show(place)) for deed in reach.deeds for place, _ in deed.places}
    granted = set()
    for near in reach.near:
        if near.rounds == reach.allowance:
            continue
        figures = {**case["figures"], "Ari": {**ARCHER, "at": near.place, "speed": 1}}
        turn = {**case, "figures": figures, "play": [{}], "readings": {"DY-COMB-008": "passes"}}
        (branch,) = adjudicate(read_scenario_text(ruled(turn), "there", [ROOT / "asp"]), why="none").branches
        attacks = {ATTACKS.get(show(outcome.event)) for outcome in branch.outcomes} - {None}
        granted |= {(attack, show(near.place)) for attack in attacks}
    assert deeds == granted
    return True
