"""One dispute over many values: the table, the JSON, the picture, errors, and what is kept."""

import json
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from drakdom import adjudicate, kept
from drakdom.answer import Odds
from drakdom.errors import InputError, LimitError
from drakdom.report.page import Look
from drakdom.report.swept import sweep_text
from drakdom.rulebook import load_rulebook
from drakdom.sandbox import Limits
from drakdom.scenario import read_scenario_text
from drakdom.scenario.asked import asking
from drakdom.scenario.varied import Axis, combinations, read_axis, varied
from drakdom.tools.sweep import Asked, Point, ReadingOdds, Sweep, Swept, sweep
from tests.cli.drakdom import FOLDERS, GOOD, RULEBOOKS, WALK, drakdom, written
from tests.cli.house import SPEC, house_rule

SVG = "{http://www.w3.org/2000/svg}"
LANTERN = load_rulebook(RULEBOOKS / "lantern")
NERVES = ("--vary", "figures.Ada.nerve=1..6", "--vary", "figures.Bo.nerve=1..3")


def swept(*vary: str, text: str = WALK, claims: tuple[str, ...] = ("falls(Ada)",), **more: object) -> Sweep:
    asked = Asked(text, "<text>", vary, claims, (str(RULEBOOKS),), **more)  # type: ignore[arg-type]
    return sweep(asked, limits=Limits(60, 2000))


def odds(result: Sweep, claim: int = 0) -> dict[tuple[str, ...], str]:
    return {point.values: str(point.claims[claim].by_reading[0].odds) for point in result.points}


def test_each_combination_has_the_odds_that_rule_gives() -> None:
    """A pit of the lantern is passed by a die of six at most the nerve, LD-05."""
    result = swept("figures.Ada.nerve=1..6", "figures.Bo.nerve=2, 5", claims=("falls(Ada)", "falls(Bo)"))
    assert [axis.name for axis in result.axes] == ["figures.Ada.nerve", "figures.Bo.nerve"]
    assert len(result.points) == 12
    for (ada, bo), value in odds(result).items():
        scenario = read_scenario_text(
            WALK.replace("D2, nerve: 2", f"D2, nerve: {bo}").replace("B2, nerve: 4", f"B2, nerve: {ada}"),
            "case.yaml",
            [RULEBOOKS],
        )
        answer = adjudicate(asking(scenario, ["falls(Ada)", "falls(Bo)"])).answers
        assert value == str(answer[0].by_reading[0].odds)
        assert odds(result, 1)[ada, bo] == str(answer[1].by_reading[0].odds)
    assert odds(result)["4", "2"] == "1/3"


def test_clauses_are_named_where_they_are_asked_for() -> None:
    with_clauses = swept("figures.Ada.nerve=3, 4", clauses=True)
    assert [point.claims[0].clauses[:1] for point in with_clauses.points] == [("LD-05",), ("LD-05",)]
    assert [point.claims[0].clauses for point in swept("figures.Ada.nerve=3, 4").points] == [(), ()]


def test_a_table_has_two_places_and_rows_have_runs(tmp_path: Path) -> None:
    file = written(tmp_path, WALK)
    table = drakdom("sweep", file, "falls(Ada)", *NERVES, *FOLDERS)
    assert table.code == 0
    assert "across: figures.Bo.nerve" in table.out
    assert [line.split()[:2] for line in table.lines if line.strip()[:2] in ("4 ", "5 ")] == [
        ["4", "1/3"],
        ["5", "1/6"],
    ]
    rows = drakdom("sweep", file, "falls(Bo)", "--vary", "figures.Ada.nerve=1..6", *FOLDERS)
    assert "1..6" in rows.out
    assert rows.out.count("2/3 (67 %)") == 1


@pytest.mark.parametrize(
    ("values", "wrong", "rows"),
    [
        ("1 2 3", "", "1..3"),
        ("1 2 3 4 5", "3", "1..2 4..5"),
        ("0 10 20", "", "0..20"),
        ("0 10 20 30", "10", "0 20..30"),
        ("1 5 7 8 12 3", "", "1 5 7..8 12 3"),
        ("3 2 1", "", "3 2 1"),
        ("7", "", "7"),
    ],
)
def test_a_row_of_several_numbers_has_no_number_between_that_was_not_ruled_on(
    values: str, wrong: str, rows: str
) -> None:
    even = Swept((ReadingOdds((), Odds(Fraction(1, 2), Fraction(1, 2))),))
    points = [
        Point((value,), (), "no", 2) if value in wrong.split() else Point((value,), (even,)) for value in values.split()
    ]
    axes = (Axis(("state", "n"), tuple(values.split())),)
    text = sweep_text(Sweep("", "", axes, ("falls(Ada)",), tuple(points), "", ""), Look.of())
    assert [line.split()[0] for line in text.splitlines() if "1/2" in line] == rows.split()


def test_the_json_has_every_point(tmp_path: Path) -> None:
    file = written(tmp_path, WALK)
    data = json.loads(drakdom("sweep", file, "falls(Ada)", *NERVES, *FOLDERS, "--json").out)
    assert data["schema"] == "drakdom/sweep/1"
    assert [axis["path"] for axis in data["axes"]] == [["figures", "Ada", "nerve"], ["figures", "Bo", "nerve"]]
    assert len(data["points"]) == 18
    assert data["points"][-1]["values"] == ["6", "3"]
    assert data["points"][9]["claims"][0]["by_reading"][0]["odds"]["low"] == "1/3"


def test_results_are_kept_until_the_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept.store, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.delenv("DRAKDOM_FRESH")
    file = written(tmp_path, WALK)

    def last_line(values: str, *more: str) -> str:
        return drakdom("sweep", file, "falls(Ada)", "--vary", f"figures.Ada.nerve={values}", *FOLDERS, *more).lines[-1]

    assert "kept" not in last_line("1..4")
    assert last_line("1..4").endswith("4 results kept from before")
    assert last_line("3..6").endswith("2 results kept from before")
    assert "kept" not in last_line("1..4", "--fresh")
    assert "kept" not in last_line("1..4", "--clauses")
    file.write_text(WALK.replace("nerve: 2", "nerve: 3"), "utf-8")
    assert "kept" not in last_line("1..4")


def test_each_result_is_kept_with_the_house_rules_that_it_rests_on(tmp_path: Path) -> None:
    """The file names one house rule, a value another."""
    names = ("soft-pits", "pits")
    folders = [house_rule(tmp_path, name, SPEC.replace("SOFT-PITS", name.upper()), "") for name in names]
    text = WALK.replace("lantern\n", "lantern\nhouse_rules: [./soft-pits]\n")
    vary = ("house_rules.1=./soft-pits,./pits",)
    asked = Asked(text, str(tmp_path / "case.yaml"), vary, ("falls(Bo)",), (str(RULEBOOKS),))
    axes = (read_axis(vary[0], LANTERN),)
    laws = [law for values in combinations(axes) for law in asked.at(axes, values).laws]
    assert [law.house for law in laws] == [(str(folder),) for folder in folders]


def test_a_heat_map_has_a_cell_for_each_combination(tmp_path: Path) -> None:
    picture = tmp_path / "heat.svg"
    ended = drakdom("sweep", written(tmp_path, WALK), "falls(Ada)", *NERVES, *FOLDERS, "--plot", picture)
    assert ended.code == 0
    svg = fromstring(picture.read_text("utf-8"))
    cells = [group for group in svg.iter(f"{SVG}g") if group.get("class") == "cell"]
    assert len(cells) == 18
    assert [cell.find(f"{SVG}title").text for cell in cells][9] == "1/3 (33 %)"  # type: ignore[union-attr]


def test_an_error_with_some_values_leaves_the_others(tmp_path: Path) -> None:
    ended = drakdom("sweep", written(tmp_path, WALK), "falls(Ada)", "--vary", "draws.loot C2=*", *FOLDERS)
    assert ended.code == 2
    ended = drakdom("sweep", written(tmp_path, WALK), "falls(Ada)", "--vary", "figures.Ada.nerve=4, brave", *FOLDERS)
    assert ended.code == 2
    assert "1/3 (33 %)" in ended.out
    assert "Not ruled on" in ended.out
    assert "brave" in ended.out


@pytest.mark.parametrize(
    ("vary", "says"),
    [
        ("figures.Ada.nerve", "it is not PLACE=VALUES"),
        ("nerve=3", "it is not PLACE=VALUES"),
        ("figures.Ada.nerve=", "it is not PLACE=VALUES"),
        ("figures.Adda.nerve=3", "the scenario has no `Adda` there, did you mean `Ada`?"),
        ("figures.Ada.nerve.x=3", "`nerve` holds a single value"),
        ("play.2=rest", "the list has 1 items"),
        ("figures.Ada.nerve=5..2", "`5..2` is an empty range"),
        ("figures.Ada.nerve=1..3 by 0", "is an empty range"),
        ("figures.Ada.nerve=3, 1..4", "duplicate value `3`"),
        ("readings.LD-7=*", "this clause has no readings, did you mean `LD-07`?"),
        ("figures.Ada.nerve=*", "`*` stands for the readings of a clause"),
    ],
)
def test_a_place_that_is_not_there_is_refused(vary: str, says: str, tmp_path: Path) -> None:
    ended = drakdom("sweep", written(tmp_path, WALK), "falls(Ada)", "--vary", vary, *FOLDERS)
    assert ended.code == 2
    assert says in " ".join(ended.err.split())
    assert "--vary" in ended.err


def test_something_must_vary_and_be_asked(tmp_path: Path) -> None:
    nothing = drakdom("sweep", written(tmp_path, WALK), "falls(Ada)", *FOLDERS)
    assert (nothing.code, "nothing varies" in nothing.err) == (2, True)
    silent = drakdom("sweep", written(tmp_path, WALK), *NERVES, *FOLDERS)
    assert (silent.code, "nothing is asked" in silent.err) == (2, True)
    assert drakdom("sweep", written(tmp_path, GOOD), "--vary", "figures.Ada.nerve=4", *FOLDERS).code == 0


def test_all_readings_and_all_that_a_draw_shows() -> None:
    assert read_axis("readings.LD-07=*", LANTERN).values == tuple(LANTERN.readings["LD-07"].options)
    assert read_axis("play.1.Ada=move e, rest", LANTERN) == Axis(("play", "1", "Ada"), ("move e", "rest"))
    assert read_axis("a.b=-2..2 by 2, fit(1, 2)", LANTERN).values == ("-2", "0", "2", "fit(1, 2)")


def test_combinations_are_bounded() -> None:
    wide = Axis(("a", "b"), tuple(map(str, range(1000))))
    with pytest.raises(LimitError, match="1,000,000 combinations"):
        combinations([wide, Axis(("a", "c"), wide.values)])
    with pytest.raises(LimitError, match="more than"):
        read_axis("a.b=1..999999999", LANTERN)
    with pytest.raises(InputError, match="varied twice"):
        combinations([wide, wide])


def test_the_text_around_a_place_stays() -> None:
    text = WALK.replace("nerve: 4}", "nerve: 4}  # brave")
    axes = [
        Axis(("figures", "Ada", "nerve"), ("5",)),
        Axis(("play", "1", "Bo"), ("rest",)),
        Axis(("draws", "x"), ("y",)),
    ]
    expected = text.replace("nerve: 4", "nerve: 5").replace("Bo: move w", "Bo: rest")
    assert varied(text, axes, ["5", "rest", "y"]) == expected + "draws: {x: y}\n"
