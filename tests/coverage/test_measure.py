"""Coverage of the ten-clause game: what is encoded, pinned and killed, and what is lost when scenarios go."""

import json
from pathlib import Path

import pytest

from drakdom.coverage import Coverage, check_baseline, measure, read_baseline, write_baseline
from drakdom.coverage.measure import rule_on
from drakdom.coverage.probing import probe
from drakdom.coverage.work import passing
from drakdom.errors import InputError, NothingRan
from drakdom.scenario import read_scenario
from drakdom.step.case import build_case
from drakdom.value.solve import solve
from tests.cli.house import house_rule

COUNTING = ("LD-01", "LD-02", "LD-03", "LD-04", "LD-05", "LD-06", "LD-07", "LD-09")
PIT = "two-walk-into-the-pit-room.yaml"


@pytest.fixture(scope="module")
def folder(root: Path) -> Path:
    return root / "tests" / "rulebooks"


@pytest.fixture(scope="module")
def whole(folder: Path) -> Coverage:
    return measure([folder], "lantern", [folder / "lantern" / "scenarios"])


def test_the_little_game_is_covered(whole: Coverage) -> None:
    assert whole.missing == ()
    assert whole.covered == COUNTING
    assert whole.errors == ()
    assert whole.failing == ()


def test_what_does_not_count_says_why(whole: Coverage) -> None:
    standing = {clause.id: (clause.standing, clause.note) for clause in whole.clauses if clause.standing != "counts"}
    assert standing == {"LD-08": ("restates", "LD-03"), "LD-10": ("not adjudicable", "component list")}


def test_counts(whole: Coverage) -> None:
    counts = whole.counts()
    assert (counts.clauses, counts.counting, counts.covered, counts.percent) == (10, 8, 8, 100)
    assert (counts.restating, counts.moot, counts.not_adjudicable) == (1, 0, 1)
    assert whole.counts("LD") == counts
    assert whole.counts("XX").counting == 0


def test_where_all_is_covered_expectations_show_it(folder: Path, whole: Coverage) -> None:
    brief = measure([folder], "lantern", [folder / "lantern" / "scenarios"], whole=False)
    assert (brief.covered, brief.counts()) == (whole.covered, whole.counts())
    assert {clause.citations for clause in brief.counting} == {0}
    assert any(clause.citations for clause in whole.counting)


def test_where_something_is_not_covered_the_outcomes_say_how_far_it_comes(folder: Path) -> None:
    cases = [folder / "lantern" / "scenarios" / PIT]
    brief, whole = (measure([folder], "lantern", cases, jobs=1, whole=whole) for whole in (False, True))
    assert brief.missing
    assert brief.missing == whole.missing
    assert (brief.covered, brief.counts()) == (whole.covered, whole.counts())


def test_a_prefix_may_end_in_its_dash(folder: Path) -> None:
    cases = [folder / "lantern" / "scenarios" / PIT]
    dashed = measure([folder], "lantern", cases, jobs=1, only=frozenset({"LD-"}))
    assert dashed.clauses == measure([folder], "lantern", cases, jobs=1, only=frozenset({"LD"})).clauses


def test_nothing_is_rounded_up(folder: Path) -> None:
    """One scenario covers three or four of eight clauses; what is left says what it wants."""
    items = measure([folder], "lantern", [folder / "lantern" / "scenarios" / PIT], jobs=1)
    missing = {clause.id: clause.missing for clause in items.missing}
    assert missing["LD-09"] == ("cited", "killed")
    assert missing["LD-04"] == ("cited", "killed")
    assert set(items.covered) == {"LD-01", "LD-02", "LD-05", "LD-06"}
    assert items.counts().percent == 4 * 100 // 8


def test_only_some_clauses_are_measured(folder: Path) -> None:
    items = measure([folder], "lantern", [folder / "lantern" / "scenarios"], only=frozenset({"LD-06"}))
    assert [clause.id for clause in items.counting] == ["LD-06"]
    assert items.covered == ("LD-06",)


def test_a_clause_is_tried_where_it_can_fire_alone(folder: Path) -> None:
    scenario = read_scenario(folder / "lantern" / "scenarios" / PIT, [folder])
    assert probe(scenario, ()).reached == frozenset({"LD-01", "LD-02", "LD-03", "LD-05", "LD-06"})


@pytest.mark.parametrize(
    "file",
    [
        f"tests/rulebooks/lantern/scenarios/{PIT}",
        pytest.param("scenarios/dungeonquest-neuauflage/combat/two-harmless-foes.yaml", marks=pytest.mark.slow),
    ],
)
def test_a_clause_that_no_play_reaches_changes_nothing(file: str, root: Path, folder: Path) -> None:
    scenario = read_scenario(root / file, [folder])
    reached = probe(scenario, ()).reached
    assert reached < set(scenario.in_force)
    without = frozenset(scenario.in_force) - reached
    (before,), (after,) = solve(build_case(scenario)), solve(build_case(scenario, without))
    assert before.evaluation.occasions() == after.evaluation.occasions()


def test_what_was_found_to_be_a_reason_by_switching_it_off_is_killed(folder: Path) -> None:
    """Where a scenario pins a clause that is in no tree of reasons, ruling on it has switched the clause off."""
    scenario = read_scenario(folder / "lantern" / "scenarios" / PIT, [folder])
    ruled = rule_on(scenario)
    assert "LD-06" in ruled.pins
    for clause in ruled.kills:
        without = passing(scenario, solve(build_case(scenario, frozenset({clause}))))
        assert set(ruled.passing) - set(without), clause


def test_a_claim_that_does_not_hold_kills_nothing(folder: Path, tmp_path: Path) -> None:
    text = (folder / "lantern" / "scenarios" / PIT).read_text(encoding="utf-8")
    (tmp_path / PIT).write_text(text.replace("never: tested(Bo)", "always: tested(Bo)"), encoding="utf-8")
    items = measure([folder], "lantern", [tmp_path])
    assert len(items.failing) == 1
    assert "LD-06" not in items.covered


def test_what_cannot_be_run_is_told(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("title: x\nrulebook: lantern\nplay: [{Nobody: rest}]\n", encoding="utf-8")
    items = measure([folder], "lantern", [tmp_path])
    assert len(items.errors) == 1
    assert "Nobody" in items.errors[0][1]


def test_unknown_clauses_and_empty_folders(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="LD-99"):
        measure([folder], "lantern", [folder / "lantern" / "scenarios"], only=frozenset({"LD-99"}))
    with pytest.raises(NothingRan):
        measure([folder], "lantern", [tmp_path])


def test_progress_counts_up_to_its_total(folder: Path) -> None:
    steps: list[tuple[int, int]] = []
    measure([folder], "lantern", [folder / "lantern" / "scenarios"], progress=lambda done, of: steps.append((done, of)))
    assert [done for done, _ in steps] == list(range(1, len(steps) + 1))
    assert steps[-1][1] == len(steps)
    assert all(done <= of for done, of in steps)


def test_the_baseline_keeps_what_was_covered(whole: Coverage, folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "covered.txt"
    assert check_baseline(whole, file) == ()
    write_baseline(whole, file)
    assert read_baseline(file) == COUNTING
    less = measure([folder], "lantern", [folder / "lantern" / "scenarios" / PIT])
    assert check_baseline(less, file) == ("LD-03", "LD-04", "LD-07", "LD-09")
    narrow = measure([folder], "lantern", [folder / "lantern" / "scenarios"], only=frozenset({"LD-06"}))
    assert check_baseline(narrow, file) == ()
    write_baseline(narrow, file)
    assert set(COUNTING) - set(read_baseline(file)) == set()


def test_a_baseline_that_is_no_text_or_cannot_be_written_is_named(whole: Coverage, tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes(b"LD-03\xe5\n")
    with pytest.raises(InputError, match=r"latin.txt:1:6: the file is not UTF-8 text"):
        check_baseline(whole, tmp_path / "latin.txt")
    with pytest.raises(InputError, match=r"there/covered.txt: the list cannot be written: no such file or directory"):
        write_baseline(whole, tmp_path / "there" / "covered.txt")


def test_the_json_form_holds_the_numbers(whole: Coverage) -> None:
    form = json.loads(json.dumps(whole.to_json()))
    assert form["counts"]["covered"] == 8
    assert form["clauses"][0]["covered"] is True
    assert form["prefixes"]["LD"]["percent"] == 100


def test_what_holds_under_a_house_rule_alone_does_not_count(folder: Path, tmp_path: Path) -> None:
    house_rule(tmp_path)
    text = (folder / "lantern" / "scenarios" / PIT).read_text("utf-8")
    (tmp_path / "plain.yaml").write_text(text, "utf-8")
    (tmp_path / "house.yaml").write_text(text.partition("expect:")[0] + "house_rules: [soft-pits]\n", "utf-8")
    result = measure([folder], "lantern", [tmp_path / "plain.yaml", tmp_path / "house.yaml"], only=frozenset({"LD-05"}))
    assert result.scenarios == 1
