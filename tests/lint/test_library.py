"""What lint finds in a piece of the library, it says of the rulebook: which words and which rules the piece needs."""

import shutil
from pathlib import Path

import pytest

from drakdom.law.lawtext import library
from drakdom.law.pieces import include_help
from drakdom.lint import LintFinding, lint_rulebook
from tests.cli.drakdom import drakdom

CHECK = """
climbs(H, T)                    :- is(phase, choose, T), standing(H, T).
check(climb(H), H, strength, T) :- climbs(H, T).
value_of(H, strength, 3, T)     :- climbs(H, T).
check_dice(t6).
due(R, t6, T)                   :- check(R, H, A, T), valued(H, A, T).
reads(R, X, success, T)         :- low_enough(R, X, T).
reads(R, X, failure, T)         :- too_high(R, X, _, T).
event(falls(H), T)              :- clause("LD-05"), missed(climb(H), T).
"""
WORDS = {
    "types:\n": "types:\n  value: {values: {strength: strength}}\n",
    "events:\n": 'gaps: {no_value: {args: [figure, value], says: "no {2} of {1}"}}\nevents:\n',
    "chances:\n": 'chances:\n  climb: {args: [figure], type: t6, key: "climb($1)", says: "the T6 of {1}"}\n',
}


def found(lantern: Path, folder: Path, pieces: str, law: str, words: dict[str, str]) -> list[LintFinding]:
    """Lint the ten-clause game with pieces of the library, more law in `pit.lp` and more words."""
    game = Path(shutil.copytree(lantern, folder / "lantern"))
    entry = game / "rulebook.lp"
    included = "".join(f"#include <{piece}>.\n" for piece in pieces.split())
    entry.write_text(included + entry.read_text("utf-8"), encoding="utf-8")
    with (game / "pit.lp").open("a", encoding="utf-8") as file:
        file.write(law)
    vocabulary = (game / "rulebook.yaml").read_text("utf-8")
    for old, new in words.items():
        assert old in vocabulary
        vocabulary = vocabulary.replace(old, new, 1)
    (game / "rulebook.yaml").write_text(vocabulary, encoding="utf-8")
    return [finding for finding in lint_rulebook(game) if finding.rule != "header"]


def line_of(finding: LintFinding) -> str:
    """The line that a finding points to."""
    return Path(finding.file).read_text("utf-8").splitlines()[finding.line - 1]


def test_a_check_with_all_that_it_needs_is_clean(lantern: Path, tmp_path: Path) -> None:
    assert found(lantern, tmp_path, "check", CHECK, WORDS) == []


def test_a_gap_of_a_piece_is_to_be_declared(lantern: Path, tmp_path: Path) -> None:
    words = {**WORDS, "events:\n": "gaps:\n  moot: {args: [], says: moot}\nevents:\n"}
    [finding] = found(lantern, tmp_path, "check", CHECK, words)
    assert (finding.rule, line_of(finding)) == ("gaps", "gaps:")
    assert finding.message == "`gaps` has no sentence for `no_value(F,A)`, which the piece <check> derives"
    assert finding.help == "declare `no_value: {args: [.., ..], says: ..}` there"


def test_a_gap_of_a_piece_with_other_arguments(lantern: Path, tmp_path: Path) -> None:
    words = {**WORDS, "events:\n": "gaps:\n  no_value: {args: [figure], says: none}\nevents:\n"}
    [finding] = found(lantern, tmp_path, "check", CHECK, words)
    assert (finding.rule, line_of(finding)) == ("gaps", "  no_value: {args: [figure], says: none}")
    assert finding.message == "`no_value(_, _)` is declared with 1 arguments under `gaps`"


def test_an_event_of_a_piece_is_to_be_declared(lantern: Path, tmp_path: Path) -> None:
    [finding] = found(lantern, tmp_path, "life", "", {})
    assert (finding.rule, line_of(finding)) == ("events", "events:")
    assert "`dies(F)`, which the piece <life> derives" in finding.message


def test_a_gap_that_a_piece_tells_for_the_rulebook_is_found_there(lantern: Path, tmp_path: Path) -> None:
    [finding] = found(lantern, tmp_path, "gaps", 'gap_without("LD-05", stuck(H), T) :- tries(H, T).\n', {})
    assert finding.message == "`stuck` has no sentence under `gaps` in rulebook.yaml"
    assert line_of(finding).startswith("gap_without(")


@pytest.mark.parametrize(
    ("without", "help_"),
    [
        ("due(", "no rule makes a roll due, `due(R, Pool, T)`, in a phase of `check/4`"),
        (
            "due( check_dice value_of",
            "no rule gives `check_dice/1`, `value_of/4`; "
            "no rule makes a roll due, `due(R, Pool, T)`, in a phase of `check/4`",
        ),
    ],
)
def test_rules_of_a_piece_that_are_dead_say_what_is_not_given(
    lantern: Path, tmp_path: Path, without: str, help_: str
) -> None:
    law = "".join(line for line in CHECK.splitlines(keepends=True) if not line.startswith(tuple(without.split())))
    dead = [finding for finding in found(lantern, tmp_path, "check", law, WORDS) if finding.rule == "dead"]
    [finding] = [finding for finding in dead if "piece" in finding.message]
    assert finding.message == "the piece <check> can never derive `missed/2`, `passed/2`"
    assert finding.help == help_
    assert line_of(finding).startswith("check(climb(H)")


def test_what_is_dead_by_the_rulebook_is_not_told_of_the_piece(lantern: Path, tmp_path: Path) -> None:
    law = CHECK.replace("standing(H, T).", "tries(H, T).")
    dead = [finding for finding in found(lantern, tmp_path, "check", law, WORDS) if finding.rule == "dead"]
    assert dead
    assert not [finding for finding in dead if "piece" in finding.message]


def test_a_piece_that_needs_a_board_is_found_where_it_is_included(lantern: Path, tmp_path: Path) -> None:
    grid = "topology:\n  grid: {n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0]}\n"
    [finding] = [entry for entry in found(lantern, tmp_path, "tile", "", {grid: ""}) if entry.rule == "topology"]
    assert line_of(finding) == "#include <tile>."
    assert finding.message == (
        "nothing states `adjacent/3`, which the piece <grid> reads: the vocabulary has no `topology`"
    )


@pytest.mark.parametrize("piece", sorted(path.stem for path in library().glob("*.lp") if path.stem != "row"))
def test_no_finding_points_into_the_library(lantern: Path, tmp_path: Path, piece: str) -> None:
    findings = found(lantern, tmp_path, piece, "", {})
    assert [finding for finding in findings if Path(finding.file).is_relative_to(library())] == []


@pytest.mark.parametrize(
    ("rule", "check", "help_"),
    [
        (
            "tries(H, T) :- tested(H, T), line(H, n, 1, _).",
            "unknown-predicate",
            "`line/4` is of the piece <line>: write `#include <line>.` into rulebook.lp",
        ),
        (
            "next_field(H, n, H) :- figure(H, _).",
            "unread-predicate",
            "`next_field/3` is of the piece <line>: write `#include <line>.` into rulebook.lp",
        ),
    ],
)
def test_a_piece_that_is_not_included_is_named(
    lantern: Path, tmp_path: Path, rule: str, check: str, help_: str
) -> None:
    findings = found(lantern, tmp_path, "", f"{rule}\n", {})
    assert (check, help_) in {(finding.rule, finding.help) for finding in findings}


def test_a_ruling_warns_of_a_piece_that_is_not_included(lantern: Path, tmp_path: Path) -> None:
    found(lantern, tmp_path, "", "tries(H, T) :- tested(H, T), line(H, n, 1, _).\n", {})
    case = next((tmp_path / "lantern" / "scenarios").glob("*.yaml"))
    assert "#include <line>." in drakdom("rule", case, "--rulebook", tmp_path).err


def test_what_no_piece_speaks_of_has_no_piece() -> None:
    assert include_help("line", 3) == ""
    assert include_help("says", 3) == "", "which is for the boards of audits"
    assert include_help("laid", 3).startswith("`laid/3` is of the piece <tile>: ")
    assert include_help("gap_without", 3).startswith("`gap_without/3` is of the piece <gaps>: ")


def test_what_the_solver_says_of_a_piece_is_about_what_the_rulebook_gives(lantern: Path, tmp_path: Path) -> None:
    words = {"events:\n": 'events:\n  dies: {args: [figure], says: "{1} dies"}\n'}
    law = "loses(H, much, fall, T) :- is(phase, choose, T), standing(H, T).\ndies(H, T) :- harm(H, N, T), N > 1.\n"
    found(lantern, tmp_path, "life", law, words)
    game = tmp_path / "lantern"
    logs = [entry for entry in lint_rulebook(game, sorted((game / "scenarios").glob("*.yaml"))) if entry.rule == "log"]
    [help_] = {entry.help for entry in logs}
    assert help_.endswith("; look at what the rulebook gives to the piece <life>: `dies/2`, `loses/4`")
