"""One dispute under several laws."""

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from drakdom import load
from drakdom.answer import Odds
from drakdom.rulebook import load_rulebook
from drakdom.scenario import Added, read_combinations_text
from drakdom.scenario.under import read_as, with_variants
from drakdom.terms import show
from drakdom.tools.compare import Law, Ruled, _differ, compare
from tests.cli.drakdom import CASES, FOLDERS, GOOD, GUST, PIT, ROOT, RULEBOOKS, drakdom, written
from tests.cli.house import house_rule, no_rest
from tests.cli.test_check import BOTH_WAYS

MANY, NONE = "drakborgen-atervackt", "dungeonquest-neuauflage"
NARROW = CASES / "nobody-squeezes-into-a-narrow-hall.yaml"


def wide(tmp_path: Path) -> Path:
    """Two heroes walk into one room, without the optional rule that keeps them out."""
    file = tmp_path / "wide.yaml"
    text = NARROW.read_text("utf-8").replace("variants: [narrow-halls]\n", "")
    file.write_text(text.partition("expect:")[0], "utf-8")
    return file


def test_an_optional_rule_changes_who_enters(tmp_path: Path) -> None:
    ended = drakdom("compare", wide(tmp_path), "--variant", "narrow-halls", *FOLDERS)
    page = " ".join(ended.out.split())
    assert ended.code == 1
    assert "Ada enters C2 as written yes optional rule narrow-halls no by LD-09" in page
    assert "Ada is held up in the narrow hall as written no optional rule narrow-halls yes by LD-09" in page


def test_what_only_the_second_law_tells_stands_where_it_happens(tmp_path: Path) -> None:
    """Round 1 differs in who enters and who is held up, round 2 in that Ada can come back from C2."""
    text = wide(tmp_path).read_text("utf-8").replace("C2: {room: floor}", "C2: {room: floor, exits: [w, e]}")
    file = written(tmp_path, text.replace("Bo: move w}", "Bo: move w}\n  - {Ada: move w, Bo: rest}"))
    ended = drakdom("compare", file, "--variant", "narrow-halls", *FOLDERS)
    rounds = [line.split(",")[0] for line in ended.lines if line.startswith("Round")]
    assert (ended.code, set(rounds)) == (1, {"Round 1", "Round 2"})
    assert rounds == sorted(rounds)
    assert ended.out.index("is held up") < ended.out.index("Round 2")


def test_every_combination_of_a_matrix_is_compared(tmp_path: Path) -> None:
    file = written(tmp_path, BOTH_WAYS)
    ended = drakdom("compare", file, "--reading", "LD-07=drawer", *FOLDERS)
    assert ended.code == 1
    same, differs = ended.out.split("under LD-07=room")
    assert "the same under all of them" in same
    assert "the lantern of Bo goes out" in differs
    data = json.loads(drakdom("compare", file, "--reading", "LD-07=drawer", *FOLDERS, "--json").out)
    assert [entry["equal"] for entry in data["each"]] == [True, False]


@pytest.mark.parametrize("command", ["odds", "explain"])
def test_every_combination_is_looked_at(command: str, tmp_path: Path) -> None:
    file = written(tmp_path, BOTH_WAYS)
    page = drakdom(command, file, "goes_out(Bo)", *FOLDERS).out
    assert [page.count(f"under LD-07={option}") for option in ("drawer", "room")] == [1, 1]
    printed = drakdom(command, file, "goes_out(Bo)", *FOLDERS, "--reading", "LD-07=room").out
    assert [printed.count(f"under LD-07={option}") for option in ("drawer", "room")] == [0, 1]


def test_why_not_says_which_combination_it_is_about(tmp_path: Path) -> None:
    file = written(tmp_path, BOTH_WAYS)
    ended = drakdom("why-not", file, "goes_out(Bo)", *FOLDERS)
    assert "the matrix has 2 combinations; this answers for the first" in ended.err
    assert "the lantern of Bo goes out [goes_out(Bo)]\n  no" in ended.out
    other_ended = drakdom("why-not", file, "goes_out(Bo)", *FOLDERS, "--reading", "LD-07=room")
    assert (other_ended.err, "[goes_out(Bo)]\n  yes, by LD-07" in other_ended.out) == ("", True)


def test_an_optional_rule_that_changes_nothing() -> None:
    ended = drakdom("compare", GUST, "--variant", "narrow-halls", *FOLDERS)
    assert ended.code == 0
    assert "as written and optional rule narrow-halls: the same under all of them" in ended.out


def test_readings_side_by_side() -> None:
    ended = drakdom("compare", GUST, "--reading", "LD-07=room", "--reading", "LD-07=drawer", *FOLDERS)
    page = " ".join(ended.out.split())
    assert ended.code == 1
    assert (
        "the lantern of Bo goes out as written no (LD-07=drawer); yes (LD-07=room) "
        "reading LD-07=room yes reading LD-07=drawer no" in page
    )


def test_a_clause_that_two_laws_read_differently_comes_first(tmp_path: Path) -> None:
    """Bo lights his lantern again by LD-03; that it has gone out rests on the reading of LD-07."""
    text = GUST.read_text("utf-8").replace("Bo: rest}", "Bo: rest}\n  - {Ada: rest, Bo: rest}")
    scenario = load(written(tmp_path, text), [RULEBOOKS])
    laws = [Law(option, read_as(scenario, [f"LD-07={option}"])) for option in ("drawer", "room")]
    [light] = [difference for difference in compare(laws).differences if show(difference.what) == "lights(Bo)"]
    assert [ruled.happens for ruled in light.ruled] == [False, True]
    assert light.ruled[1].clauses[0] == "LD-03"
    assert light.responsible[0] == "LD-07"


def test_play_is_compared_to_its_end_though_the_file_asks_something(tmp_path: Path) -> None:
    """Under one reading the lantern goes out in round 1, which answers the question; under the other play goes on."""
    text = GUST.read_text("utf-8").replace("Bo: rest}", "Bo: rest}\n  - {Ada: rest, Bo: rest}").partition("expect:")[0]
    compared = []
    for ask in ("", "ask: [goes_out(Bo)]\n"):
        scenario = load(written(tmp_path, text + ask), [RULEBOOKS])
        compared.append(compare([Law(option, read_as(scenario, [f"LD-07={option}"])) for option in ("drawer", "room")]))
    assert compared[0].differences == compared[1].differences
    assert compared[0].same == compared[1].same > 0


@pytest.mark.parametrize("option", ["--rulebook", "--with"])
def test_another_rulebook(option: str, tmp_path: Path) -> None:
    """The same rulebook under another name comes to the same."""
    twin = tmp_path / "twin"
    for file in (RULEBOOKS / "lantern").rglob("*"):
        if file.is_file() and "scenarios" not in file.parts:
            copy = twin / file.relative_to(RULEBOOKS / "lantern")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(file.read_text("utf-8").replace("slug: lantern", "slug: twin"), "utf-8")
    ended = drakdom("compare", GUST, *FOLDERS, option, twin)
    assert (ended.code, "as written and rulebook twin: the same" in ended.out) == (0, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to compare with"),
        (("--variant", "narow"), "unknown optional rule `narow` in this rulebook, did you mean `narrow-halls`?"),
        (("--reading", "LD-07"), "has no option"),
        (("--reading", "LD-07=romm"), "unknown reading `romm` of `LD-07`, did you mean `room`?"),
        (("--with", "lanter"), "there is no rulebook `lanter`, did you mean `lantern`?"),
        (("--rulebook", "lanter"), "there is no rulebook `lanter`, did you mean `lantern`?"),
        (("--rulebook", "lantern"), "nothing to compare with"),
        (("--variant", "narrow-halls", "--set", "depth=2"), "sets a parameter of a house rule, but none is in force"),
    ],
)
def test_what_is_mistyped(words: tuple[str, ...], message: str) -> None:
    ended = drakdom("compare", GUST, *words, *FOLDERS)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


@pytest.mark.parametrize("command", ["rule", "compare"])
def test_an_optional_rule_that_is_like_none_is_answered_by_all_that_there_are(command: str) -> None:
    (case, *_), (bare, *_) = ([*(ROOT / "scenarios" / book).rglob("*.yaml")] for book in (MANY, NONE))
    page = ", ".join(f"`{name}`" for name in load_rulebook(ROOT / "asp" / MANY).variants)
    text = [drakdom(command, entry, "--variant", "qqqq").err for entry in (case, bare)]
    assert text[0] == f"unknown optional rule `qqqq` in this rulebook, known: {page}\n"
    assert text[1] == "unknown optional rule `qqqq` in this rulebook, the rulebook has no optional rules\n"


def test_the_library_gives_the_same_values(tmp_path: Path) -> None:
    scenario = load(wide(tmp_path), [RULEBOOKS])
    result = compare([Law("plain", scenario), Law("narrow", with_variants(scenario, ["narrow-halls"]))])
    assert not result.equal
    assert {show(difference.what) for difference in result.differences} >= {"held_up(Ada)", "entered(Ada, C2)"}
    held = next(difference for difference in result.differences if show(difference.what) == "held_up(Ada)")
    assert [outcome.happens for outcome in held.ruled] == [False, True]
    assert held.responsible[0] == "LD-09"
    gust = load(GUST, [RULEBOOKS])
    assert compare([Law("a", gust), Law("b", gust)]).equal
    assert not compare([Law("a", gust), Law("b", read_as(gust, ["LD-07=room"]))]).equal


@pytest.mark.parametrize("asks", ["expect: [{may: Ada rest}, {illegal: Ada rest}]", 'ask: ["may(Ada, rest)"]'])
def test_a_permission_that_only_the_claims_of_the_file_ask_about_is_compared(asks: str, tmp_path: Path) -> None:
    """Nobody rests, so all that happens is the same."""
    text = GOOD.partition("expect:")[0] + asks
    added = Added((str(no_rest(tmp_path)),))
    [plain] = read_combinations_text(text, "case", [RULEBOOKS])
    [strict] = read_combinations_text(text, "case", [RULEBOOKS], added=added)
    [difference] = compare([Law("plain", plain), Law("no rest", strict)]).differences
    assert [ruling.happens for ruling in difference.ruled] == [True, False]
    assert (difference.kind, "HOUSE-NO-REST-001" in difference.responsible) == ("claim", True)


def test_a_scenario_on_standard_input_is_read_under_every_law(tmp_path: Path) -> None:
    rule = house_rule(tmp_path)
    text = [
        drakdom(
            "compare", file, "--variant", "narrow-halls", "--house-rule", rule, *FOLDERS, text=PIT.read_text("utf-8")
        )
        for file in ("-", str(PIT))
    ]
    assert text[0].out == text[1].out
    assert "house rule soft-pits" in text[0].out


@pytest.mark.parametrize("play", ["[]", "[{Ada: rest}]"])
def test_a_house_rule_that_only_forbids_is_named(play: str, tmp_path: Path) -> None:
    """Nothing rests on it: under it Ada does not rest, be that stated (and void) or open."""
    file = written(tmp_path, GOOD.partition("play:")[0] + f"play: {play}\n")
    page = " ".join(drakdom("compare", file, "--house-rule", no_rest(tmp_path), *FOLDERS).out.split())
    open_or_not = "0 to 1" if play == "[]" else "yes"
    assert f"Ada rests as written {open_or_not} house rule no-rest no by LD-03, HOUSE-NO-REST-001" in page


def test_an_optional_rule_that_is_not_encoded_is_named(tmp_path: Path) -> None:
    """The ledger has a clause of it, the law has none: that nothing differs says nothing."""
    folder = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", folder)
    law = folder / "rulebook.lp"
    law.write_text(law.read_text("utf-8").replace('#include "variants/narrow-halls.lp".\n', ""), "utf-8")
    note = "no clause of the optional rule Narrow halls is encoded yet"
    for command in ("rule", "odds", "compare"):
        ended = drakdom(command, wide(tmp_path), "--variant", "narrow-halls", "--rulebook", folder)
        assert (ended.code, note in " ".join(ended.out.split())) == (0, True)
        assert note not in drakdom(command, wide(tmp_path), "--variant", "narrow-halls", *FOLDERS).out


def test_the_same_odds_under_other_readings_are_a_difference() -> None:
    yes = Odds(Fraction(1), Fraction(1))

    def ruled(clause: str, first: Odds | None, second: Odds | None) -> Ruled:
        return Ruled(((((clause, "room"),), first), (((clause, "drawer"),), second)), ())

    assert _differ((ruled("LD-07", yes, None), ruled("LD-07", None, yes)))
    assert not _differ((ruled("LD-07", yes, None), ruled("LD-07", yes, None), ruled("LD-05", None, yes)))
