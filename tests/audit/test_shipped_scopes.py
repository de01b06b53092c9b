"""The house rules with a deliberate mistake: an audit of the book that they come with finds it."""

import json
import shutil
from pathlib import Path

import pytest

from checker.rulebook import resolve_rulebook
from tests.cli.drakdom import drakdom


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "scope", "kind", "what", "clauses"),
    [
        # alone in a rubble room with an exit: climbs, rolls 1
        (
            "example-contradiction",
            "rooms=1,heroes=1,size=4",
            "conflict",
            "two_meanings(climb(Ada))",
            ["DA-DICE-004", "DA-DICE-005", "DA-HERO-001", "DA-OBST-001", "DA-OBST-003", "DA-RUBB-001"],
        ),
        # a trap room, which cannot be searched, without an exit
        ("example-gap", "size=3,heroes=1", "gap", "nobody_may(Ada)", ["DA-PHASE-008", "DA-ROUND-003"]),
    ],
)
def test_a_deliberate_mistake_is_found(
    rule: str, scope: str, kind: str, what: str, clauses: list[str], tmp_path: Path
) -> None:
    words = ("--house-rule", rule, "--scope", scope, "--out", tmp_path / "found", "--budget", "0", "--json")
    ended = drakdom("audit", "drakborgen-atervackt", *words)
    assert ended.code == 1, ended
    found = {(one["kind"], one["what"]): one for one in json.loads(ended.out)["findings"]}
    own = [f"HOUSE-{rule.upper()}-001"] if kind == "conflict" else []
    assert found[kind, what]["cores"] == [clauses + own]
    assert drakdom("check", found[kind, what]["witness"]).code == 0


@pytest.mark.slow
def test_the_contradictory_example_is_mended(tmp_path: Path) -> None:
    rule = tmp_path / "example-contradiction"
    shutil.copytree(resolve_rulebook("drakborgen-atervackt") / "house" / "example-contradiction", rule)
    words = ("--house-rule", rule, "--scope", "rooms=1,heroes=1,size=4", "--budget", "0", "--out", tmp_path / "found")
    (change,) = json.loads(drakdom("audit", "drakborgen-atervackt", *words, "--json").out)["repair"]["changes"]
    assert change["yaml"] == "overrides: [DA-DICE-005]"
    id_ = "HOUSE-EXAMPLE-CONTRADICTION-001"
    assert change["law"] == f'except("DA-DICE-005", (R, 1, T)) :- clause("{id_}"), check(R, _, _, T).'
    law = rule / "house.lp"
    law.write_text(f"{law.read_text('utf-8')}{change['law']}\n", encoding="utf-8")
    mended = drakdom("audit", "drakborgen-atervackt", *words)
    assert mended.code == 0, mended
    assert "nothing found" in mended.out


def test_what_must_always_hold_is_a_house_rule_like_others() -> None:
    assert "HOUSE-INVARIANTS-002  The dead choose nothing." in drakdom("house-rule", "list", "drakborgen-atervackt").out
