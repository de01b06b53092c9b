"""The ground law on scenarios: cycles through `not` are printed, and the solver has nothing to say."""

import shutil
from pathlib import Path

import pytest

from drakdom.lint import LintFinding, ground_each, lint_rulebook
from drakdom.sandbox import Limits
from drakdom.step import ground_graph
from tests.cli.drakdom import FOLDERS, drakdom

LOOP = """
calm(H, T)   :- standing(H, T), is(phase, choose, T), not uneasy(H, T).
uneasy(H, T) :- worried(H, T).
worried(H, T) :- standing(H, T), not calm(H, T).
"""
THROUGH_A_SUM = """
brave(H, T) :- standing(H, T), is(phase, choose, T), N = #sum { 1, H' : brave(H', T) }, N < 1.
"""
NOT_A_NUMBER = """
carries(H, rope) :- figure(H, K), K + 1 > 0.
"""


def ground(folder: Path, target: Path, more: str) -> tuple[LintFinding, ...]:
    shutil.copytree(folder, target)
    with (target / "round.lp").open("a", encoding="utf-8") as file:
        file.write(more)
    return lint_rulebook(target, sorted((target / "scenarios").glob("*.yaml")))


@pytest.mark.parametrize("slug", ["lantern", "straits"])
def test_the_little_rulebooks_are_clean_on_their_scenarios(slug: str, root: Path) -> None:
    lantern = root / "tests" / "rulebooks" / slug
    scenarios = sorted((lantern / "scenarios").glob("*.yaml"))
    assert scenarios
    assert lint_rulebook(lantern, scenarios) == ()


@pytest.mark.parametrize("more", [LOOP, THROUGH_A_SUM])
def test_a_cycle_through_not_is_printed(lantern: Path, tmp_path: Path, more: str) -> None:
    result = [finding for finding in ground(lantern, tmp_path / "lantern", more) if finding.rule == "cycle"]
    assert len(result) == 1
    if more == LOOP:
        steps = result[0].message.split(": ", 1)[1].split(" <- ")
        assert steps[0] == steps[-1].removeprefix("not ")
        assert sum(step.startswith("not ") for step in steps) == 2
        assert {step.removeprefix("not ").split("(")[0] for step in steps} == {"calm", "uneasy", "worried"}


def test_a_word_of_the_solver_is_a_finding(lantern: Path, tmp_path: Path) -> None:
    [finding] = [entry for entry in ground(lantern, tmp_path / "lantern", NOT_A_NUMBER) if entry.rule == "log"]
    law = tmp_path / "lantern" / "round.lp"
    assert (finding.file, finding.line) == (str(law), len(law.read_text("utf-8").splitlines()))
    assert finding.message.startswith(
        "`(K+1)` cannot be calculated: something in it is not a number, or is divided by zero, met in "
    )


def test_a_scenario_that_cannot_be_read_is_a_finding(lantern: Path, tmp_path: Path) -> None:
    scenario = tmp_path / "wrong.yaml"
    scenario.write_text("title: nothing\nrulebook: lantern\nplay: [{Nobody: rest}]\n", encoding="utf-8")
    assert [finding.rule for finding in lint_rulebook(lantern, [scenario])] == ["scenario"]


def test_of_a_play_in_which_too_much_is_possible_the_beginning_is_looked_at(
    lantern: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenarios = sorted((lantern / "scenarios").glob("*.yaml"))
    assert ground_each(lantern, scenarios, Limits()) == ((), len(scenarios), 0, 0)
    monkeypatch.setattr(ground_graph, "MOST_ATOMS", 10)
    assert ground_each(lantern, scenarios, Limits()) == ((), len(scenarios), len(scenarios), 0)
    assert lint_rulebook(lantern, scenarios) == ()


def test_a_house_rule_is_not_grounded_on_files_of_the_rulebook_that_are_no_text(lantern: Path, tmp_path: Path) -> None:
    folder = tmp_path / "lantern"
    shutil.copytree(lantern, folder)
    (folder / "scenarios" / "house").mkdir()
    (folder / "scenarios" / "house" / "latin.yaml").write_bytes(b"title: invariants \xe5\n")
    (folder / "scenarios" / "house" / "gone.yaml").symlink_to("nowhere.yaml")
    ended = drakdom("lint", "lantern", "--rulebook", folder, "--house-rule", "invariants")
    assert (ended.code, ended.err) == (0, "")


def test_scenarios_that_would_not_be_grounded_are_refused() -> None:
    ended = drakdom("lint", "lantern", *FOLDERS, "--only-text", "--scenarios", "nowhere")
    assert (ended.code, "does not go with `--scenarios`" in ended.err) == (2, True)
