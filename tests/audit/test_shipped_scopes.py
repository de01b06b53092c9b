"""The house rules with a deliberate mistake: an audit of the book that they come with finds it."""

import json
import shutil
from pathlib import Path

import pytest

from drakdom.rulebook import resolve_rulebook
from tests.cli.drakdom import drakdom
from tests.cli.house import house_rule

#: One room and nobody but heroes: what the faults need, and quickly searched.
BARE = "rooms=1,monsters=0,companions=0"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "scope", "kind", "subject", "clauses"),
    [
        # alone in a rubble room with an exit: climbs, rolls 1
        (
            "example-contradiction",
            f"{BARE},heroes=1,size=4",
            "conflict",
            "two_meanings(climb(Ada))",
            ["DA-DICE-004", "DA-DICE-005", "DA-HERO-001", "DA-OBST-001", "DA-OBST-003", "DA-RUBB-001"],
        ),
        # a trap room, which cannot be searched, without an exit
        ("example-gap", f"{BARE},heroes=1,size=3", "gap", "nobody_may(Ada)", ["DA-PHASE-008", "DA-ROUND-003"]),
    ],
)
def test_a_deliberate_mistake_is_found(
    rule: str, scope: str, kind: str, subject: str, clauses: list[str], tmp_path: Path
) -> None:
    words = ("--house-rule", rule, "--scope", scope, "--out", tmp_path / "found", "--budget", "0", "--json")
    ended = drakdom("audit", "drakborgen-atervackt", *words)
    assert ended.code == 1, ended
    result = {(finding["kind"], finding["what"]): finding for finding in json.loads(ended.out)["findings"]}
    own = [f"HOUSE-{rule.upper()}-001"] if kind == "conflict" else []
    assert result[kind, subject]["cores"] == [clauses + own]
    assert drakdom("check", result[kind, subject]["witness"]).code == 0


@pytest.mark.slow
def test_the_contradictory_example_is_mended(tmp_path: Path) -> None:
    rule = tmp_path / "example-contradiction"
    shutil.copytree(resolve_rulebook("drakborgen-atervackt") / "house" / "example-contradiction", rule)
    words = ("--house-rule", rule, "--scope", f"{BARE},heroes=1,size=4", "--budget", "0", "--out", tmp_path / "found")
    (change,) = json.loads(drakdom("audit", "drakborgen-atervackt", *words, "--json").out)["repair"]["changes"]
    assert change["yaml"] == "overrides: [DA-DICE-005]"
    id_ = "HOUSE-EXAMPLE-CONTRADICTION-001"
    assert change["law"] == f'except("DA-DICE-005", (R, 1, T)) :- clause("{id_}"), check(R, _, _, T).'
    law = rule / "house.lp"
    law.write_text(f"{law.read_text('utf-8')}{change['law']}\n", encoding="utf-8")
    mended = drakdom("audit", "drakborgen-atervackt", *words)
    assert mended.code == 0, mended
    assert "nothing found" in mended.out


@pytest.mark.slow
def test_points_that_are_lost_without_harm_are_found(tmp_path: Path) -> None:
    spec = "title: Weary\nintent: Waiting tires.\nbase: drakborgen-atervackt\n"
    spec += "clauses:\n- {id: HOUSE-WEARY-001, kind: outcome, text: Who stands still loses 1 KP.}\n"
    law = "%# Weary\n%\n% Reads:   chosen/3\n% Defines: changes/4\n\n"
    law += 'changes(hp(H), -1, weary, T) :- clause("HOUSE-WEARY-001"), chosen(H, stay, T).\n'
    words = ("--house-rule", house_rule(tmp_path, "weary", spec, law), "--scope", f"{BARE},size=2", "--json")
    ended = drakdom("audit", "drakborgen-atervackt", *words, "--budget", "0", "--out", tmp_path / "found")
    result = {(finding["kind"], finding["what"]): finding for finding in json.loads(ended.out)["findings"]}
    assert result["invariant", "lost_points(Ada)"]["cores"][0][-2:] == ["HOUSE-INVARIANTS-003", "HOUSE-WEARY-001"]


@pytest.mark.slow
def test_two_explosions_in_one_round_are_found(tmp_path: Path) -> None:
    words = ("--scope", f"{BARE},size=4", "--budget", "0", "--out", tmp_path / "found")
    ended = drakdom("audit", "drakborgen-atervackt", *words, "--json")
    result = {(finding["kind"], finding["what"]): finding for finding in json.loads(ended.out)["findings"]}
    assert result["gap", "struck_halfway(Ada, explosion)"]["pinned"]


def test_what_must_always_hold_is_a_house_rule_like_others() -> None:
    assert "HOUSE-INVARIANTS-002  The dead choose nothing." in drakdom("house-rule", "list", "drakborgen-atervackt").out
