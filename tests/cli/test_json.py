"""Everything that is printed under --json fits the one schema."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from drakdom import report
from tests.cli.drakdom import CASES, FOLDERS, GOOD, GUST, PIT, ROOT, RULEBOOKS, drakdom, written
from tests.cli.house import house_rule
from tests.cli.test_check import BOTH_WAYS

SCHEMA = json.loads((Path(report.__file__).parent / "schema" / "drakdom-1.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
OF_KIND: dict[str, jsonschema.Draft202012Validator] = {}


def fits(text: str) -> dict[str, Any]:
    """Validate an answer as one of its kind, and the first of each kind as one of any kind."""
    data: dict[str, Any] = json.loads(text)
    kind = data["schema"].split("/")[1]
    if kind not in OF_KIND:
        VALIDATOR.validate(data)
        OF_KIND[kind] = jsonschema.Draft202012Validator({"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{kind}"})
    OF_KIND[kind].validate(data)
    return data


def test_the_schema_is_one() -> None:
    VALIDATOR.check_schema(SCHEMA)


def test_every_answer_names_the_program_and_the_law() -> None:
    """Answers of one kind of law have one digest; a law about paths is a part of what `paths` rests on."""
    rule = fits(drakdom("rule", PIT, *FOLDERS, "--json").out)
    for words in (("odds",), ("explain", "falls(Bo)"), ("why-not", "falls(Bo)"), ("ask",)):
        answer = fits(drakdom(words[0], PIT, *words[1:], *FOLDERS, "--json").out)
        assert (answer["program"], answer["law"]) == (rule["program"], rule["law"])
    walk = RULEBOOKS / "icepost" / "scenarios" / "a-slip-costs-two.yaml"
    laws = [fits(drakdom(command, walk, *FOLDERS, "--json").out)["law"] for command in ("rule", "paths")]
    assert all(law.startswith("icepost@") for law in laws)
    assert laws[0] != laws[1]


@pytest.mark.parametrize("file", sorted(CASES.glob("*.yaml")), ids=lambda file: file.stem)
def test_a_verdict(file: Path) -> None:
    ended = drakdom("rule", file, *FOLDERS, "--json")
    result = fits(ended.out)
    assert (ended.code, ended.err, result["schema"]) == (0, "", "drakdom/verdict/2")
    assert all(claim["passed"] for claim in result["claims"])


def test_the_verdicts_of_a_matrix(tmp_path: Path) -> None:
    file = written(tmp_path, BOTH_WAYS, "gust.yaml")
    assert fits(drakdom("rule", file, *FOLDERS, "--json").out)["schema"] == "drakdom/verdicts/1"


def test_a_reading_asked_for_picks_the_combinations_that_agree(tmp_path: Path) -> None:
    file = written(tmp_path, BOTH_WAYS, "gust.yaml")
    result = fits(drakdom("rule", file, *FOLDERS, "--json", "--reading", "LD-07=room").out)
    assert result["combination"] == [["LD-07", "room"]]
    assert [claim["passed"] for claim in result["claims"]] == [True, True]
    assert "always: goes_out(Bo)" in drakdom("rule", file, *FOLDERS, "--reading", "LD-07=room").out


def test_a_reading_that_no_combination_has_takes_the_place_of_theirs(tmp_path: Path) -> None:
    file = written(tmp_path, BOTH_WAYS.replace("[drawer, room]", "[drawer]"), "gust.yaml")
    result = fits(drakdom("rule", file, *FOLDERS, "--json", "--reading", "LD-07=room").out)
    assert "combination" not in result


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (("check", CASES, *FOLDERS), "check"),
        (("explain", PIT, "falls(Ada)", *FOLDERS), "explanation"),
        (("explain", PIT, "falls(Bo)", *FOLDERS), "explanation"),
        (("explain", GUST, "goes_out(Bo)", *FOLDERS), "explanation"),
        (("odds", PIT, "falls(Ada)", *FOLDERS), "odds_of"),
        (("odds", GUST, *FOLDERS), "odds_of"),
        (("why-not", PIT, "falls(Bo)", *FOLDERS), "why_not"),
        (("why-not", PIT, "falls(Ada)", *FOLDERS), "why_not"),
        (("ask", PIT, *FOLDERS), "interview"),
        (("sweep", PIT, "falls(Bo)", "--vary", "figures.Bo.nerve=1..3", *FOLDERS), "sweep"),
        (("pin", PIT, *FOLDERS), "pin"),
        (("rulebooks", *FOLDERS), "rulebooks"),
        (("rulebooks", "drakborgen-atervackt"), "order_of_play"),
        (("words", "lantern", *FOLDERS), "words"),
        (("clauses", "lantern", *FOLDERS), "clauses"),
        (("clauses", "lantern", "nothing has this word", *FOLDERS), "clauses"),
        (("lint", "lantern", *FOLDERS), "lint"),
        (("house-rule", "list", "drakborgen-atervackt"), "house_rules"),
        (("coverage", "lantern", *FOLDERS), "coverage"),
        (("audit", "lantern", *FOLDERS, "--scope", "size=2"), "audit"),
        (("audit", "lantern", *FOLDERS, "--scope", "size=2", "--diff", "base", "narrow-halls"), "audit_diff"),
    ],
)
def test_other_commands(words: tuple[str, ...], kind: str) -> None:
    ended = drakdom(*words, "--json")
    assert fits(ended.out)["schema"] == f"drakdom/{kind}/1"
    assert (ended.code, ended.err) == (0, "")


@pytest.mark.parametrize(
    "words",
    [("odds",), ("explain", "goes_out(Bo)"), ("compare", "--reading", "LD-07=drawer")],
    ids=lambda words: words[0],
)
def test_one_for_each_combination(words: tuple[str, ...], tmp_path: Path) -> None:
    command, *rest = words
    result = fits(drakdom(command, written(tmp_path, BOTH_WAYS), *rest, *FOLDERS, "--json").out)
    assert (result["schema"], len(result["each"])) == ("drakdom/each/1", 2)


def test_a_comparison() -> None:
    same = drakdom("compare", PIT, "--variant", "narrow-halls", *FOLDERS, "--json")
    other_ended = drakdom("compare", GUST, "--reading", "LD-07=room", *FOLDERS, "--json")
    for ended, code in ((same, 0 if json.loads(same.out)["equal"] else 1), (other_ended, 1)):
        assert (ended.code, ended.err, fits(ended.out)["schema"]) == (code, "", "drakdom/comparison/1")


def test_a_comparison_with_another_rulebook() -> None:
    file = ROOT / "scenarios" / "dungeonquest-neuauflage" / "pit" / "luck-over-a-bottomless-pit.yaml"
    result = fits(drakdom("compare", file, "--rulebook", "drakborgen-atervackt", "--json").out)
    assert [entry["text"] for entry in result["unknown"][1]] == ["luck: 7", "life: 15", "tile E4: pit"]


def test_a_check_that_fails_and_one_that_breaks(tmp_path: Path) -> None:
    written(tmp_path, GOOD.replace("1/3", "1/2"), "fails.yaml")
    written(tmp_path, GOOD.replace("room: pit", "room: pitt"), "wrong.yaml")
    written(tmp_path, GOOD.partition("expect:")[0], "silent.yaml")
    ended = drakdom("check", tmp_path, *FOLDERS, "--json")
    result = fits(ended.out)
    assert ended.code == result["exit_code"] == 2
    assert [case["outcome"] for case in result["cases"]] == ["failed", "silent", "errored"]
    assert result["cases"][2]["problems"][0]["line"] == 6


def test_a_new_file(tmp_path: Path) -> None:
    file = tmp_path / "new.yaml"
    text = fits(drakdom("new", "lantern", file, *FOLDERS, "--json").out)
    assert (text["file"], text["text"]) == (str(file), file.read_text("utf-8"))
    printed = fits(drakdom("new", "lantern", "-", *FOLDERS, "--json").out)
    assert (printed["file"], printed["text"]) == ("-", text["text"])


@pytest.mark.parametrize(
    ("words", "code", "kind"),
    [
        (("rule", "nofile"), 2, "input"),
        (("rule",), 2, "input"),
        (("rle",), 2, "input"),
        pytest.param(("rule", PIT, *FOLDERS, "--timeout", "0.001"), 3, "limit", marks=pytest.mark.children),
        (("rule", PIT, *FOLDERS, "--reading", "LD-70=x"), 2, "input"),
        (("explain", PIT, "fals(Ada)", *FOLDERS), 2, "input"),
        (("clauses", "nobook"), 2, "input"),
    ],
)
def test_errors(words: tuple[str, ...], code: int, kind: str) -> None:
    ended = drakdom(*words, "--json")
    result = fits(ended.out)
    assert (ended.code, result["exit_code"], result["kind"], ended.err) == (code, code, kind, "")


@pytest.mark.parametrize("how", [["--json"], ["--format", "json"], ["--format=json"]])
def test_an_error_is_json_where_the_report_would_be(how: list[str]) -> None:
    ended = drakdom("audit", "nobook", *how)
    assert (ended.code, ended.err, fits(ended.out)["kind"]) == (2, "", "input")
    assert drakdom("audit", "nobook", "--format", "md").out == ""


def test_nothing_ran(tmp_path: Path) -> None:
    ended = drakdom("check", tmp_path, "--json")
    assert (ended.code, fits(ended.out)["kind"]) == (5, "nothing")


def test_a_verdict_under_a_house_rule(tmp_path: Path) -> None:
    result = fits(drakdom("rule", PIT, "--house-rule", house_rule(tmp_path), *FOLDERS, "--json").out)
    assert [(house_rule["name"], house_rule["parameters"]) for house_rule in result["house_rules"]] == [
        ("soft-pits", [["nerve", 2]])
    ]
