"""The house rules with a deliberate mistake: an audit of the book that they come with finds it."""

import json
from pathlib import Path

import pytest

from tests.cli.drakdom import drakdom


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "scope", "kind", "what", "clauses"),
    [
        # alone in a room without an exit: stands still, rolls 2
        (
            "example-contradiction",
            "size=2",
            "conflict",
            "two_meanings(idle(Ada))",
            ["DA-SKIP-002", "HOUSE-EXAMPLE-CONTRADICTION-001"],
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
    assert found[kind, what]["cores"] == [clauses]
    assert drakdom("check", found[kind, what]["witness"]).code == 0


def test_what_must_always_hold_is_a_house_rule_like_others() -> None:
    assert "HOUSE-INVARIANTS-002  The dead choose nothing." in drakdom("house-rule", "list", "drakborgen-atervackt").out
