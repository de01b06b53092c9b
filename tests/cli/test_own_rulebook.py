"""A rulebook in a folder of one's own, outside the installation: every command works with it."""

import json
from pathlib import Path

import pytest

from tests.cli.drakdom import ROOT, drakdom
from tests.cli.own_game import own_game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder `my-game`."""
    return own_game(tmp_path / "my-game")


def bridge(game: Path) -> Path:
    """The dispute about the bridge."""
    return game / "scenarios" / "the-bridge-is-slippery.yaml"


def test_rule(game: Path) -> None:
    ended = drakdom("rule", bridge(game), "--rulebook", game)
    page = " ".join(ended.out.split())
    assert (ended.code, ended.err) == (0, "")
    assert "Toll Bridge, no optional rules" in page
    assert "Ann falls into the river [odds: falls(Ann)] 1/6 (17 %), by TB-03" in page
    assert "TB-04 (which goes before TB-03)" in page


def test_a_folder_beside_the_caller(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(game.parent)
    assert drakdom("rule", bridge(game), "--rulebook", "./my-game").code == 0
    assert drakdom("rule", bridge(game), "--rulebook", ".").code == 0
    assert drakdom("rule", bridge(game)).code == 2


def test_check(game: Path) -> None:
    ended = drakdom("check", game / "scenarios", "--rulebook", game)
    assert (ended.code, "2 passed, 0 failed, 0 errored" in ended.out) == (0, True)
    bridge(game).write_text(bridge(game).read_text("utf-8").replace("1/6", "1/3"), "utf-8")
    ended = drakdom("check", game / "scenarios", "--rulebook", game)
    assert (ended.code, "found: depends, 1/6" in ended.out) == (1, True)


def test_explain(game: Path) -> None:
    page = " ".join(drakdom("explain", bridge(game), "falls(Bo)", "--rulebook", game).out.split())
    assert "Bo falls into the river [falls(Bo)] no, by TB-04 (which goes before TB-03)" in page
    assert "TB-03 gives way for Bo (TB-04)" in page
    ended = drakdom("explain", bridge(game), "fals(Bo)", "--rulebook", game)
    assert (ended.code, "unknown event `fals`, did you mean `falls`?" in ended.err) == (2, True)


def test_odds(game: Path, tmp_path: Path) -> None:
    (entry,) = json.loads(drakdom("odds", bridge(game), "falls(Ann)", "--rulebook", game, "--json").out)["claims"]
    (ruled,) = entry["by_reading"]
    assert (ruled["odds"]["low"], ruled["odds"]["high"]) == ("1/6", "1/6")
    assert [hangs["sentence"] for asked in ruled["asked"] for hangs in asked["hangs"]] == [
        "the die of Ann on the bridge"
    ]
    picture = tmp_path / "falls.svg"
    assert drakdom("odds", bridge(game), "falls(Ann)", "--rulebook", game, "--plot", picture).code == 0
    assert "Ann falls into the river" in picture.read_text("utf-8")


def test_why_not(game: Path) -> None:
    page = " ".join(drakdom("why-not", bridge(game), "falls(Bo)", "--rulebook", game).out.split())
    assert "rope of Bo" in page or "TB-04" in page
    assert "falls(Bo)" in page


def test_compare(game: Path) -> None:
    wet = game / "scenarios" / "a-wet-morning.yaml"
    ended = drakdom("compare", wet, "--rulebook", game, "--reading", "TB-05=wet", "--house-rule", "no-waiting")
    page = " ".join(ended.out.split())
    assert ended.code == 1
    assert (
        "Ann gets wet as written no (TB-05=dry); yes (TB-05=wet) reading TB-05=wet yes house rule no-waiting no" in page
    )
    assert "not permitted: Ann waits as written no reading TB-05=wet no house rule no-waiting yes" in page


def test_compare_with_a_game_that_comes_with_drakdom(game: Path) -> None:
    """No square of a chess board is called `here`: that is an error, not a verdict."""
    ended = drakdom("compare", bridge(game), "--rulebook", game, "--with", ROOT / "tests" / "rulebooks" / "lantern")
    assert (ended.code, ended.out) == (2, "")
    assert "`here` is not a square" in ended.err


def test_clauses_and_rulebooks(game: Path) -> None:
    assert drakdom("clauses", game, "rope").lines[-1] == "1 of 5 clauses"
    assert drakdom("clauses", "toll-bridge", "--rulebook", game).lines[-1] == "5 of 5 clauses"
    page = drakdom("rulebooks", "--rulebook", game).out
    assert "toll-bridge  Toll Bridge, by hand" in page
    assert str(game) in page


def test_new(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "new.yaml"
    ended = drakdom("new", "toll-bridge", file, "--rulebook", game)
    assert (ended.code, ended.err) == (0, "")
    assert "TB-05: dry | wet" in file.read_text("utf-8")
    assert "Ann comes across" in drakdom("rule", file, "--rulebook", game).out


def test_lint(game: Path) -> None:
    ended = drakdom("lint", game)
    assert (ended.code, ended.out) == (0, "Toll Bridge: nothing wrong, grounded on 2 scenarios\n")
    law = game / "bridge.lp"
    law.write_text(law.read_text("utf-8").replace('clause("TB-04")', 'clause("TB-40")'), "utf-8")
    ended = drakdom("lint", game, "--only-text")
    assert (ended.code, "TB-40" in ended.out) == (1, True)


def test_lint_goes_on_to_ground_a_law_with_findings_in_its_text(game: Path) -> None:
    """A misspelt predicate and a sum of a word are both reported; a rule that cannot be grounded stops at the text."""
    law = game / "bridge.lp"
    text = law.read_text("utf-8")
    law.write_text(text.replace("rope(H).", "rop(H).") + "\nwet(N) :- dry(K), N = K + 1.\n", "utf-8")
    ended = drakdom("lint", game, COLUMNS="1000")
    assert ended.code == 1
    assert "`rop/1` is used in a body, but no rule defines it, did you mean `rope/1`?" in ended.out
    assert "cannot be calculated" in ended.out
    assert "grounded on 2 scenarios" in ended.out
    law.write_text(text + "\nwet(N) :- dry(K).\n", "utf-8")
    ended = drakdom("lint", game, COLUMNS="1000")
    assert "nothing gives `N` a value" in ended.out
    assert "not grounded on any scenario" in ended.out


LOOP = """
wet(H, T) :- rope(H), is(phase, morning, T), not dry(H, T).
dry(H, T) :- rope(H), is(phase, morning, T), not wet(H, T).
event(waits(H), T) :- wet(H, T).
"""


def test_a_fault_of_the_law_names_a_command_that_can_be_typed(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    law = game / "bridge.lp"
    law.write_text(law.read_text("utf-8") + LOOP, "utf-8")
    monkeypatch.chdir(game.parent)
    for folder, named in ((game, game), ("my-game", "./my-game"), (".", "./my-game")):
        ended = drakdom("rule", bridge(game), "--rulebook", folder, COLUMNS="1000")
        assert ended.code == 2, ended
        assert f"`drakdom lint {named}` gives details" in ended.err
        assert "a cycle through `not`" in drakdom("lint", named, COLUMNS="1000").out


def test_a_misspelt_predicate_is_a_warning(game: Path) -> None:
    """Each command says it once, from the law that was read and from the cached one, and rules if nothing rests on it.

    Nothing reads the rule here, so it is not grounded.
    """
    law = game / "bridge.lp"
    rule = "wetter(H, T) :- on_bridgd(H, T), roop(H)."
    law.write_text(f"{law.read_text('utf-8')}{rule}\n", "utf-8")
    line = law.read_text("utf-8").splitlines().index(rule) + 1
    warnings = [
        f"warning: {law}:{line}: `on_bridgd/2` is used in a body, but no rule defines it, did you mean `on_bridge/2`?",
        f"warning: {law}:{line}: `roop/1` is used in a body, but no rule defines it, did you mean `rope/1`?",
    ]
    commands = ("rule", bridge(game)), ("check", game / "scenarios"), ("explain", bridge(game), "falls(Bo)")
    for words in (*commands, *commands):
        ended = drakdom(*words, "--rulebook", game)
        assert (ended.code, bool(ended.out)) == (0, True)
        assert ended.err.splitlines() == warnings


def test_a_head_nearly_called_as_one_of_the_core_is_a_warning(game: Path) -> None:
    law = game / "bridge.lp"
    law.write_text(f"{law.read_text('utf-8')}laest(wet(a), 0).\n", "utf-8")
    line = len(law.read_text("utf-8").splitlines())
    warning = f"warning: {law}:{line}: `laest/2` is derived, but nothing reads it, did you mean `least/2`?"
    for words in (("rule", bridge(game)), ("check", game / "scenarios")):
        ended = drakdom(*words, "--rulebook", game)
        assert (ended.code, ended.err.splitlines()) == (0, [warning])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("not shows(slip(H), slips, T)", "not showz(slip(H), slips, T)", "`showz/3` is used"),
        ("on_bridge(H, T), rope(H)", "on_bridge(H, T), 1 <= #count { K : hope(K) }", "`hope/1` is used"),
        ("on_bridge(H, T), rope(H)", "on_bridge(H, T), roop(H)", "`roop/1` is used"),
    ],
    ids=["under not", "in an aggregate", "in a fact's place"],
)
def test_a_misspelt_predicate_on_which_something_rests_is_refused(game: Path, old: str, new: str, message: str) -> None:
    law = game / "bridge.lp"
    text = law.read_text("utf-8").replace(old, new)
    law.write_text(text, "utf-8")
    ended = drakdom("rule", bridge(game), "--rulebook", game)
    line = next(n for n, line in enumerate(text.splitlines(), 1) if new in line)
    assert (ended.code, f"{law}:{line}: {message} in a body, but no rule defines it, did you mean" in ended.err) == (
        2,
        True,
    )


def test_coverage(game: Path) -> None:
    ended = drakdom("coverage", game, "--write")
    assert ended.code == 0
    assert (game / "covered.txt").read_text("utf-8").split() == ["TB-01", "TB-02", "TB-03", "TB-04", "TB-05"]
    bridge(game).unlink()
    ended = drakdom("coverage", game)
    assert (ended.code, "  TB-04" in ended.lines) == (1, True)


def test_house_rules(game: Path, tmp_path: Path) -> None:
    assert "HOUSE-NO-WAITING-001  Nobody waits." in drakdom("house-rule", "list", game).out
    folder = tmp_path / "iron-shoes"
    ended = drakdom("house-rule", "new", "iron-shoes", "--base", game, folder)
    assert (ended.code, ended.err) == (0, "")
    assert "TB-03: Whoever crosses throws a die" in (folder / "house.lp").read_text("utf-8")
    ruled = drakdom("rule", folder / "scenarios" / "first.yaml", "--rulebook", game)
    assert (ruled.code, "(HOUSE-IRON-SHOES-001)" in ruled.out) == (0, True)
    assert drakdom("lint", game, "--house-rule", folder, "--only-text").code == 0


def test_audit(game: Path, tmp_path: Path) -> None:
    """Nothing is wrong with the game; under the house rule nobody on the far bank may do anything."""
    ended = drakdom("audit", game, "--out", tmp_path / "found")
    assert ended.code == 0, ended
    ended = drakdom("audit", game, "--house-rule", "no-waiting", "--out", tmp_path / "found")
    page = " ".join(ended.out.split())
    assert ended.code == 1
    assert "Ann must decide and nothing is granted" in page
    assert "since no-waiting" in page
    (witness,) = (tmp_path / "found").glob("gap-*.yaml")
    assert "bank: far" in witness.read_text("utf-8")
    assert drakdom("check", witness, "--rulebook", game).code == 0
