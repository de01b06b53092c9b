"""If too much is open, the error names the open choices and rolls and suggests lines for the scenario."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from clingo import parse_term

from drakdom import adjudicate
from drakdom.errors import LimitError
from drakdom.graph import explore
from drakdom.graph.hints import Multiplier, advice
from drakdom.scenario import Scenario, read_scenario_text
from tests.cli.drakdom import drakdom

LANTERN = Path(__file__).parents[1] / "rulebooks" / "lantern"
HEROES = [f"H{number:02}" for number in range(1, 18)]

PITS = "\n".join(
    [
        "title: Seventeen heroes walk into seventeen pits",
        "rulebook: lantern",
        "board:",
        "  places:",
        *(f"    B{2 * n}: {{room: floor, exits: [e]}}\n    C{2 * n}: {{room: pit}}" for n in range(1, 18)),
        "figures:",
        *(f"  {name}: {{kind: hero, at: B{2 * n}, nerve: 3}}" for n, name in enumerate(HEROES, 1)),
        "play:",
        f"  - {{{', '.join(f'{name}: move e' for name in HEROES)}}}",
        "",
    ]
)


def read(text: str) -> Scenario:
    return read_scenario_text(text, "pits.yaml", [LANTERN])


def told_by(error: LimitError) -> str:
    """Return the lines that the error suggests."""
    return str(error).split("for instance:\n")[1] + "\n"


def test_outcomes_are_counted_before_they_are_tried() -> None:
    with pytest.raises(LimitError) as raised:
        adjudicate(read(PITS))
    lines = str(raised.value).splitlines()
    assert lines[0] == "one moment has 131,072 possible outcomes, the limit is 60,000"
    assert lines[2] == "  the T6 of H01 at the pit: 2 ways"
    assert lines[-1] == "  pit H08: 1  # 1 to 6"


def test_the_suggested_lines_help() -> None:
    with pytest.raises(LimitError) as raised:
        adjudicate(read(PITS))
    verdict = adjudicate(read(PITS + told_by(raised.value)), why="none")
    odds = {outcome.text: outcome.odds.low for outcome in verdict.branches[0].outcomes}
    assert "falls(H08)" not in odds
    assert odds["falls(H09)"] == Fraction(1, 2)


def test_stated_results_of_a_roll_stay_in_the_suggestion(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = "  - {Ada: move e}\n  - {Ada: move w}\n  - {Ada: move e}\n"
    text = (
        "title: In and out\nrulebook: lantern\nboard: {places: {B2: {room: floor, exits: [e]}, "
        "C2: {room: pit, exits: [w]}}}\nfigures: {Ada: {kind: hero, at: B2, nerve: 3}}\n"
        f"play:\n{rounds}rolls: {{pit Ada: 2}}\n"
    )
    enough = adjudicate(read(text)).positions
    monkeypatch.setattr(explore, "MOST_NODES", enough - 1)
    with pytest.raises(LimitError) as raised:
        adjudicate(read(text))
    assert told_by(raised.value) == "rolls:\n  pit Ada: [2, 1]  # 1 to 6\n"


def test_choices_are_suggested_as_actions() -> None:
    text = PITS.split("play:")[0] + "play:\n  - {}\n"
    with pytest.raises(LimitError) as raised:
        adjudicate(read(text))
    assert "the action of H01: 2 ways" in str(raised.value)
    assert told_by(raised.value).startswith("play:\n  # round 1, H01: rest or move e\n")
    assert "  - {H01: rest, H02: rest, " in told_by(raised.value)


def test_actions_of_several_entries_are_suggested_in_their_entries() -> None:
    rest, move = parse_term("rest"), parse_term("move(e)")
    multipliers = [
        Multiplier("choice", parse_term('"H02"'), 3, 3, faces=[rest, move]),
        Multiplier("choice", parse_term('"H01"'), 2, 1, faces=[move, rest]),
    ]
    suggested = advice(read(PITS), multipliers).split("for instance:\n")[1]
    assert suggested.splitlines() == [
        "play:",
        "  # round 1, H01: move e or rest",
        "  - {H01: move e}",
        "  - {}",
        "  # round 3, H02: rest or move e",
        "  - {H02: rest}",
    ]
    assert read(PITS.split("play:")[0] + suggested).entries == 3


def test_evaluated_states_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore, "MOST_EVALUATED", 3)
    quick = PITS
    for name in HEROES[:12]:
        quick = quick.replace(f"{name}: move e", f"{name}: rest")
    with pytest.raises(LimitError, match="more than 3 states to evaluate"):
        adjudicate(read(quick))


def test_the_command_ends_with_exit_code_3(tmp_path: Path) -> None:
    file = tmp_path / "pits.yaml"
    file.write_text(PITS.replace("rulebook: lantern", f"rulebook: {LANTERN}"), encoding="utf-8")
    result = drakdom("rule", str(file))
    assert result.code == 3
    assert "pit H01: 1  # 1 to 6" in result.err


def test_faces_that_no_scenario_can_state_are_not_suggested() -> None:
    """Law may name further cards of a kind, `another(calm, 2)`: the vocabulary has no word for them."""
    faces = [parse_term(face) for face in ("another(calm, 2)", "calm", "gust")]
    omen = Multiplier("chance", parse_term('omen("H01")'), 3, 1, faces=faces)
    assert advice(read(PITS), [omen]).splitlines()[-1] == "  omen H01: calm  # calm or gust"
    alone = Multiplier("chance", parse_term('omen("H01")'), 3, 1, faces=faces[:1])
    assert advice(read(PITS), [alone]).splitlines()[-1] == "  the omen that H01 draws: 3 ways"


def test_the_reading_under_which_too_much_is_open_is_named() -> None:
    omen = Multiplier("chance", parse_term('omen("H01")'), 3, 1)
    case = read(PITS)
    lines = advice(case, [omen], [("LD-07", "drawer")]).splitlines()
    assert lines[-1] == "so it is under `readings: {LD-07: drawer}`; a scenario can fix another reading"
    fixed = replace(case, readings={"LD-07": "drawer"})
    assert advice(fixed, [omen], [("LD-07", "drawer")]) == advice(case, [omen])
