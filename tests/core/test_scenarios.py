"""The core through scenario files of the games of the tests: the whole way from the file to the verdict."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from drakdom import adjudicate, load
from drakdom.scenario import read_scenario_text
from tests.tiers import sampled
from tests.witness import ENGINES, Engine, witness

LANTERN = Path(__file__).parents[1] / "rulebooks" / "lantern"
SCENARIOS = sorted((LANTERN / "scenarios").glob("*.yaml"))
EVERY = sorted(LANTERN.parent.glob("*/scenarios/*.yaml"))


UNROLLED, SIDE_BY_SIDE = ([(path, engine) for path in EVERY] for engine in ENGINES)


@pytest.mark.parametrize(
    ("path", "engine"), [*SIDE_BY_SIDE, *sampled(reversed(UNROLLED), 16)], ids=lambda part: getattr(part, "stem", part)
)
def test_every_claim_holds(path: Path, engine: Engine) -> None:
    scenario = load(path, [LANTERN.parent])
    if engine == "unrolled":  # it keeps no states, from which clauses are found
        plain = tuple(replace(claim, because=(), not_because=()) for claim in scenario.claims)
        with witness():
            verdict = adjudicate(replace(scenario, claims=plain), why="none")
    else:
        verdict = adjudicate(scenario)
    assert verdict.claims
    assert [claim.claim for claim in verdict.claims if not claim.passed] == []


def test_a_word_that_no_rule_mentions_is_a_gap(tmp_path: Path) -> None:
    """Without the file on shrines, a shrine on the board is no room in which nothing happens."""
    folder = tmp_path / "lantern"
    shutil.copytree(LANTERN, folder)
    entry = folder / "rulebook.lp"
    entry.write_text(entry.read_text(encoding="utf-8").replace('#include "omen.lp".\n', ""), encoding="utf-8")
    text = (LANTERN / "scenarios" / "omens-from-a-known-deck.yaml").read_text(encoding="utf-8")
    verdict = adjudicate(read_scenario_text(text.split("expect:")[0], "shrine.yaml", [folder]))
    gaps = {str(finding.what) for finding in verdict.branches[0].findings}
    assert "unruled(not_encoded(shrine))" in gaps
    assert not verdict.branches[0].outcomes


def test_a_variant_that_is_loaded_and_not_in_force_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "lantern"
    shutil.copytree(LANTERN, folder)
    entry = folder / "rulebook.lp"
    text = entry.read_text(encoding="utf-8").replace('#include "variants/narrow-halls.lp".\n', "")
    entry.write_text(text, encoding="utf-8")
    for path in SCENARIOS:
        with_it = load(path, [LANTERN])
        if not with_it.variants:
            assert adjudicate(with_it).branches == adjudicate(load(path, [folder])).branches, path.stem


def test_a_path_is_no_scenario_yet() -> None:
    with pytest.raises(TypeError, match=r"takes a scenario, as load\(\.\.\) returns it, not str"):
        adjudicate(str(SCENARIOS[0]))  # type: ignore[arg-type]
