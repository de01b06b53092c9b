"""House rules: on every command that rules, in scenarios, side by side."""

import json
import shutil
from pathlib import Path

import pytest

from drakdom import load
from drakdom.errors import InputError
from drakdom.rulebook import load_house_rule, load_rulebook, with_house_rules
from drakdom.rulebook.house import house_problems
from tests.cli.drakdom import FOLDERS, GOOD, GUST, RULEBOOKS, drakdom, written
from tests.cli.house import LAW, NO_REST, SPEC, house_rule, no_rest

CASE = GOOD.partition("expect:")[0]  # Ada has nerve 4, so that a pit takes her on 5 and 6
FALLS = "falls(Ada)"


def spared(tmp_path: Path, *lines: str) -> Path:
    """Ada before the pit, with further lines."""
    return written(tmp_path, CASE + "".join(line + "\n" for line in lines))


def test_every_command_rules_under_a_house_rule(tmp_path: Path) -> None:
    file, rule = spared(tmp_path), house_rule(tmp_path)
    book = ("--house-rule", rule, "--set", "nerve=4", *FOLDERS)
    ruled = json.loads(drakdom("rule", file, *book, "--json").out)
    assert ruled["house_rules"] == [
        {"name": "soft-pits", "title": "A rope for the weak", "parameters": [["nerve", 4]], "replaced": []}
    ]
    events = {outcome["event"]: outcome["clauses"][0] for outcome in ruled["branches"][0]["outcomes"]}
    assert events["spared(Ada)"] == "HOUSE-SOFT-PITS-001"
    assert "falls(Ada)" not in events
    page = drakdom("rule", file, *book).out
    assert "HOUSE-SOFT-PITS-001  A rope for the weak: Whoever has no more nerve" in page
    reasons = drakdom("explain", file, FALLS, *book).out
    assert f"[{FALLS}]\n  no, by HOUSE-SOFT-PITS-001" in reasons
    assert "HOUSE-SOFT-PITS-001" in reasons
    (chance,) = json.loads(drakdom("odds", file, FALLS, *book, "--json").out)["claims"]
    assert [entry["odds"]["high"] for entry in chance["by_reading"]] == ["0"]
    why = drakdom("why-not", file, FALLS, *book)
    assert why.code == 0
    assert "HOUSE-SOFT-PITS-001" in why.out
    expecting = written(tmp_path, CASE + f"expect:\n  - never: {FALLS}\n    because: HOUSE-SOFT-PITS-001\n", "e.yaml")
    assert drakdom("check", expecting, *book).code == 0
    assert drakdom("check", expecting, *FOLDERS).code == 2  # no such clause without it


@pytest.mark.parametrize("command", ["rule", "explain", "odds", "why-not"])
def test_what_is_in_force_is_named_alike(command: str, tmp_path: Path) -> None:
    """Title, rulebook, optional rules and house rules stand first, whatever is asked, and in the JSON form."""
    words = (command, spared(tmp_path), *(() if command == "rule" else (FALLS,)))
    law = ("--house-rule", house_rule(tmp_path), "--set", "nerve=4", *FOLDERS)
    lines = drakdom(*words, *law).lines
    assert lines[:4] == [
        "One hero walks into the room with the pit",
        "Lantern Deep, no optional rules",
        "house rule: A rope for the weak (soft-pits with nerve=4)",
        "",
    ]
    data = json.loads(drakdom(*words, *law, "--json").out)
    assert (data["title"], data["rulebook"], data["variants"]) == (lines[0], "lantern", [])
    assert [(house_rule["name"], house_rule["parameters"]) for house_rule in data["house_rules"]] == [
        ("soft-pits", [["nerve", 4]])
    ]


def test_a_check_that_fails_under_a_house_rule_names_it(tmp_path: Path) -> None:
    file = written(tmp_path, CASE + f"expect:\n  - odds: {{{FALLS}: 1/3}}\n", "e.yaml")
    ended = drakdom("check", file, "--house-rule", house_rule(tmp_path), "--set", "nerve=4", *FOLDERS)
    assert ended.code == 1
    assert "  house rule: A rope for the weak (soft-pits with nerve=4)" in ended.lines


def test_the_default_spares_nobody_here(tmp_path: Path) -> None:
    ended = drakdom("compare", spared(tmp_path), "--house-rule", house_rule(tmp_path), *FOLDERS)
    assert ended.code == 0
    assert "as written and house rule soft-pits nerve=2: the same under all of them" in ended.out


def test_side_by_side(tmp_path: Path) -> None:
    file, soft, strict = spared(tmp_path), house_rule(tmp_path), no_rest(tmp_path)
    words = ("--house-rule", soft, "--house-rule", strict, "--house-rule", f"{soft},{strict}")
    ended = drakdom("compare", file, *words, "--set", "nerve=5", *FOLDERS)
    page = " ".join(ended.out.split())
    assert ended.code == 1, ended
    assert (
        "Ada falls into the pit as written 1/3 (33 %) house rule soft-pits nerve=5 no house rule no-rest "
        "1/3 (33 %) house rule soft-pits nerve=5, no-rest no by HOUSE-SOFT-PITS-001"
    ) in page
    ended = drakdom("compare", file, "--house-rule", strict, "--set", "nerve=5", *FOLDERS)
    assert (ended.code, ended.out) == (2, "")
    assert "unknown parameter `nerve` of the house rules in force" in ended.err


@pytest.mark.parametrize(
    ("stated", "fall"),
    [
        ("house_rules: [./soft-pits]", True),
        ("house_rules: [soft-pits]", True),
        ("house_rules: [{soft-pits: {nerve: 4}}]", False),
        ("house_rules: {./soft-pits: {nerve: 4}}", False),
        ("house_rules: []", True),
    ],
)
def test_a_scenario_names_its_house_rules(stated: str, fall: bool, tmp_path: Path) -> None:
    house_rule(tmp_path)
    claim = "odds: {falls(Ada): 1/3}" if fall else "never: falls(_)"
    file = spared(tmp_path, stated, "expect:", f"  - {claim}")
    ended = drakdom("check", file, *FOLDERS)
    assert ended.code == 0, ended


def test_a_matrix_varies_house_rules(tmp_path: Path) -> None:
    house_rule(tmp_path)
    no_rest(tmp_path)
    file = spared(
        tmp_path,
        "matrix: {house_rules: [none, soft-pits, [{soft-pits: {nerve: 4}}, no-rest], no-rest]}",
        "expect:",
        "  - {odds: {falls(Ada): 1/3}, when: {house_rules: [none]}}",
        "  - {odds: {falls(Ada): 1/3}, when: {house_rules: [soft-pits nerve=2]}}",
        "  - {never: falls(_), when: {house_rules: [no-rest, {soft-pits: {nerve: 4}}]}}",
        "  - {odds: {falls(Ada): 1/3}, when: {house_rules: [no-rest]}}",
    )
    ended = drakdom("check", file, *FOLDERS, "--json")
    data = json.loads(ended.out)
    assert ended.code == 0, ended.out
    assert [case["verdict"]["combination"] for case in data["cases"]] == [
        [["house_rules", label]] for label in ("none", "soft-pits", "soft-pits nerve=4, no-rest", "no-rest")
    ]
    assert [len(case["verdict"]["claims"]) for case in data["cases"]] == [1, 1, 1, 1]


def test_a_condition_names_a_house_rule_by_its_path_as_the_matrix_does(tmp_path: Path) -> None:
    house_rule(tmp_path)
    file = spared(
        tmp_path,
        "matrix: {house_rules: [none, ./soft-pits]}",
        "expect:",
        "  - {odds: {falls(Ada): 1/3}, when: {house_rules: [none]}}",
        "  - {odds: {falls(Ada): 1/3}, when: {house_rules: [./soft-pits]}}",
    )
    ended = drakdom("check", file, *FOLDERS)
    assert (ended.code, ended.err) == (0, ""), ended.out


def test_the_folder_of_a_house_rule_can_be_checked(tmp_path: Path) -> None:
    assert drakdom("house-rule", "new", "two-walk", tmp_path / "two-walk", "--base", "lantern", *FOLDERS).code == 0
    ended = drakdom("check", tmp_path / "two-walk", *FOLDERS)
    assert (ended.code, ended.lines[-1].startswith("1 passed, 0 failed, 0 errored")) == (0, True), ended


def test_a_replaced_clause_is_out_of_force(tmp_path: Path) -> None:
    text = GOOD.replace("Ada: move e", "Ada: rest").partition("expect:")[0]
    expect = "expect:\n  - illegal: Ada rest\n    because: HOUSE-NO-REST-001\n"
    file = written(tmp_path, text + f"house_rules: [{no_rest(tmp_path).name}]\n" + expect)
    ended = drakdom("check", file, *FOLDERS)
    assert ended.code == 0, ended
    book = load(file, [RULEBOOKS]).rulebook
    force = book.clauses_in_force()
    assert "LD-03" not in force
    assert "LD-08" not in force  # it restates LD-03
    assert "HOUSE-NO-REST-001" in force
    assert "instead of LD-03" in " ".join(drakdom("rule", file, *FOLDERS).out.split())


# ---- what is refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--house-rule", "soft-pit"), "there is no house rule `soft-pit`"),
        (
            ("--set", "nerve=3"),
            "`--set nerve=3` sets a parameter of a house rule, but none is in force, put one in force with",
        ),
        (("--house-rule", "{}/soft-pits", "--set", "nerv=3"), "did you mean `nerve`?"),
        (("--house-rule", "{}/soft-pits", "--set", "nerve=9"), "`nerve` must be 0 to 6, not 9"),
        (("--house-rule", "{}/soft-pits", "--set", "nerve=x"), "`nerve` must be a number, not `x`"),
        (("--house-rule", "{}/soft-pits", "--set", "nerve"), "`nerve` sets nothing, write `NAME=3`"),
        (("--house-rule", "{}/bare"), "there is no `house.yaml` in this folder"),
        (
            ("--house-rule", "{}/soft-pits", "--house-rule", "{}/other/soft-pits"),
            "two house rules are called `soft-pits`",
        ),
    ],
)
def test_what_is_mistyped(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    house_rule(tmp_path)
    house_rule(tmp_path / "other")
    (tmp_path / "bare").mkdir()
    given = [word.format(tmp_path) for word in words]
    ended = drakdom("rule", spared(tmp_path), *given, *FOLDERS, COLUMNS="1000")
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


def test_a_parameter_of_two_house_rules_is_named_with_its_owner(tmp_path: Path) -> None:
    second = SPEC.replace("SOFT-PITS", "KIND-PITS").replace("  spared: ", "  let_off: ")
    kind = house_rule(tmp_path, "kind-pits", second, "%# House rule: no law yet\n")
    rules = ("--house-rule", house_rule(tmp_path), "--house-rule", kind)
    ended = drakdom("rule", spared(tmp_path), *rules, "--set", "nerve=4", *FOLDERS, COLUMNS="1000")
    assert ended.code == 2
    assert "several house rules have a parameter `nerve`, write `soft-pits.nerve=4`" in ended.err
    ended = drakdom("rule", spared(tmp_path), *rules, "--set", "soft-pits.nerve=4", *FOLDERS, "--json")
    assert [rule["parameters"] for rule in json.loads(ended.out)["house_rules"]] == [[["nerve", 4]], [["nerve", 2]]]


def test_two_house_rules_may_not_mean_two_things_by_one_word(tmp_path: Path) -> None:
    second = SPEC.replace("SOFT-PITS", "KIND-PITS").replace("is spared", "goes free")
    rules = [house_rule(tmp_path), house_rule(tmp_path, "kind-pits", second)]
    book = load_rulebook(RULEBOOKS / "lantern")
    with pytest.raises(InputError, match="`spared` of `kind-pits` is defined by another house rule already"):
        with_house_rules(book, [load_house_rule(rule, book) for rule in rules])


@pytest.mark.parametrize(
    ("more", "variants", "message"),
    [
        ("needs: [narrow-halls]\n", "", "the house rule `no-rest` needs `narrow-halls`, which is not in force"),
        ("needs: [narrow-halls]\n", "narrow-halls", ""),
        ("excludes: [narrow-halls]\n", "", ""),
        (
            "excludes: [narrow-halls]\n",
            "narrow-halls",
            "the house rule `no-rest` and `narrow-halls` exclude each other",
        ),
        ("needs: [soft-pits]\n", "", "the house rule `no-rest` needs `soft-pits`"),
        ("excludes: [soft-pits]\n", "", ""),
    ],
)
def test_needs_and_excludes(more: str, variants: str, message: str, tmp_path: Path) -> None:
    house_rule(tmp_path, "no-rest", NO_REST + more, "%# House rule\n")
    file = spared(tmp_path, "house_rules: [no-rest]", f"variants: [{variants}]")
    ended = drakdom("rule", file, *FOLDERS, COLUMNS="1000")
    assert ended.code == (2 if message else 0), ended
    assert message in ended.err
    if message:
        assert "case.yaml:" in ended.err
    words = ("--variant", variants) if variants else ()
    ended = drakdom("rule", spared(tmp_path), "--house-rule", tmp_path / "no-rest", *words, *FOLDERS, COLUMNS="1000")
    assert ended.code == (2 if message else 0), ended
    assert message in ended.err


def test_house_rules_that_need_each_other(tmp_path: Path) -> None:
    book = load_rulebook(RULEBOOKS / "lantern")
    entry = load_house_rule(house_rule(tmp_path, spec=SPEC + "needs: [no-rest]\n"), book)
    two = load_house_rule(house_rule(tmp_path, "no-rest", NO_REST + "excludes: [soft-pits]\n"), book)
    assert [message for _, message, _ in house_problems([entry], ())] == [
        "the house rule `soft-pits` needs `no-rest`, which is not in force"
    ]
    assert [name for name, _, _ in house_problems([entry, two], ())] == ["no-rest"]


@pytest.mark.parametrize("word", ["/etc", "../../elsewhere", "~/soft-pits", "a/../../b", "./out/"])
def test_a_scenario_does_not_reach_out_of_its_folder(word: str, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "out").symlink_to(tmp_path)
    file = spared(tmp_path / "in", f"house_rules: ['{word}']")
    ended = drakdom("rule", file, *FOLDERS, COLUMNS="1000")
    assert (ended.code, ended.out) == (2, "")
    assert "case.yaml:11:15" in ended.err
    assert "leads out of the folder" in ended.err or "by a path from its own folder" in ended.err


def test_a_scenario_from_standard_input_names_house_rules_by_name(tmp_path: Path) -> None:
    text = CASE + f"house_rules: [{house_rule(tmp_path)}]\n"
    ended = drakdom("rule", "-", *FOLDERS, text=text, COLUMNS="1000")
    assert ended.code == 2
    assert "a scenario without a file names house rules by name alone" in ended.err


# ---- new ones, and those that come with a rulebook ------------------------------------------------------


def test_a_new_house_rule_rules_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "in" / "two-walk"
    ended = drakdom("house-rule", "new", "two-walk", folder, "--base", "lantern", *FOLDERS)
    assert ended.code == 0, ended
    assert f"wrote {folder}" in ended.out.replace("\n", "")
    first = folder / "scenarios" / "first.yaml"
    ruled = json.loads(drakdom("rule", first, *FOLDERS, "--json").out)
    assert [rule["name"] for rule in ruled["house_rules"]] == ["two-walk"]
    cited = {clause for outcome in ruled["branches"][0]["outcomes"] for clause in outcome["clauses"]}
    assert "HOUSE-TWO-WALK-001" in cited
    assert drakdom("check", first, *FOLDERS).code == 0
    assert drakdom("compare", GUST, "--house-rule", folder, *FOLDERS).code == 1  # its event happens there too
    linted = drakdom("lint", "lantern", "--house-rule", folder, *FOLDERS)
    assert linted.code == 0, linted
    assert "grounded on 1 scenario\n" in linted.out


def test_the_worked_example_is_law(tmp_path: Path) -> None:
    """The rule in the comments lifts a clause of the book, once its `%` is taken away."""
    folder = tmp_path / "two-walk"
    assert drakdom("house-rule", "new", "two-walk", folder, "--base", "lantern", *FOLDERS).code == 0
    law = (folder / "house.lp").read_text("utf-8")
    (line,) = [line for line in law.splitlines() if line.startswith("%   except(")]
    assert 'except("LD-05", (H, T)) :- clause("HOUSE-TWO-WALK-001"), tries(H, T).' in line
    (folder / "house.lp").write_text(law.replace(line, line.removeprefix("%   ")), "utf-8")
    ended = drakdom("compare", spared(tmp_path), "--house-rule", folder, *FOLDERS)
    assert "Ada falls into the pit as written 1/3 (33 %) house rule two-walk no by HOUSE-TWO-WALK-001" in " ".join(
        ended.out.split()
    )


def test_a_new_house_rule_in_a_folder_of_another_name(tmp_path: Path) -> None:
    folder = tmp_path / "Mine"
    assert drakdom("house-rule", "new", "two-walk", folder, "--base", "lantern", *FOLDERS).code == 0
    book = load_rulebook(RULEBOOKS / "lantern")
    assert load_house_rule(folder, book).name == "two-walk"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("two-walk", "{}/taken", "--base", "lantern"), "this exists already"),
        (("two-walk", "{}/case.yaml", "--base", "lantern"), "this exists already"),
        (("two-walk", "{}/new"), "no rulebook is named for the house rule, add `--base RULEBOOK`"),
        (("two-walk", "{}/new", "--base", "lantren"), "there is no rulebook `lantren`, did you mean `lantern`?"),
        (("Two Walk", "{}/new", "--base", "lantern"), "`Two Walk` cannot be the name of a house rule"),
        (("two-walk", "{}/case.yaml/new", "--base", "lantern"), "cannot be written: not a directory"),
        (("two-walk", "{}/" + 300 * "a", "--base", "lantern"), "cannot be written: file name too long"),
    ],
)
def test_a_new_house_rule_that_cannot_be_written(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    written(tmp_path, CASE)
    house_rule(tmp_path, "taken")
    before = sorted(tmp_path.rglob("*"))
    ended = drakdom("house-rule", "new", *(word.format(tmp_path) for word in words), *FOLDERS, COLUMNS="1000")
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err.replace("?, add", "? add")
    assert sorted(tmp_path.rglob("*")) == before


def test_the_house_rules_of_a_rulebook(tmp_path: Path) -> None:
    folder = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", folder, ignore=shutil.ignore_patterns("house"))
    assert "no house rules come with Lantern Deep" in drakdom("house-rule", "list", folder).out
    house_rule(folder / "house")
    page = " ".join(drakdom("house-rule", "list", folder).out.split())
    assert "soft-pits A rope for the weak Nobody falls who has little nerve. HOUSE-SOFT-PITS-001 Whoever has" in page
    assert "--set nerve=2, 0 to 6: the most nerve that is spared" in page
    ended = drakdom("rule", spared(tmp_path, "house_rules: [soft-pits]"), "--rulebook", folder)
    assert ended.code == 0
    assert "house rule: A rope for the weak" in ended.out
    ended = drakdom("rule", spared(tmp_path, "house_rules: [soft-pit]"), "--rulebook", folder, COLUMNS="1000")
    assert "case.yaml:11:15: there is no house rule `soft-pit`, did you mean `soft-pits`?" in ended.err
    assert drakdom("lint", folder, "--only-text").code == 0  # the law of the rulebook alone


# ---- lint -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('except("LD-05", (H, T)) :-', 'except("LD-5", (H, T)) :-', 9, "unknown clause `LD-5`: not in the ledger"),
        ("(H, T)) :- clause", "(T, H)) :- clause", 9, "is not a tuple that ends in `T`"),
        (
            'except("LD-05", (H, T)) :-',
            "seen_of(H, T) :-",
            9,
            "overrides `LD-05` in the ledger, but no rule states the exception",
        ),
        (
            'clause("HOUSE-SOFT-PITS-001"), spared(H, T).\nevent',
            'clause("LD-06"), spared(H, T).\nevent',
            9,
            "its own clauses, not `LD-06`",
        ),
        (
            "parameter(soft_pits, nerve, N')",
            "parameter(soft_pits, verve, N')",
            6,
            "`parameter(soft_pits,verve,N')` is not a parameter of this house rule",
        ),
        ("tries/2, ", "", 1, "`Reads:` leaves out `tries/2`"),
        ("spared(H, T) ", "tested(H, T) ", 6, "`tested/2` is defined and read here, and pit.lp defines it too"),
        ("event(spared(H), T)", "event(freed(H), T)", 10, "`freed` has no sentence under `events`"),
        ("stat(H, nerve, N)", "stats(H, nerve, N)", 6, "`stats/3` is used in a body, but no rule defines it"),
    ],
)
def test_lint_of_a_house_rule(old: str, new: str, line: int, message: str, tmp_path: Path) -> None:
    law = LAW.replace(old, new) if old != "spared(H, T) " else LAW.replace("spared(H, T)", "tested(H, T)")
    rule = house_rule(tmp_path, law=law)
    ended = drakdom("lint", "lantern", "--house-rule", rule, "--only-text", *FOLDERS, COLUMNS="1000")
    page = " ".join(ended.out.split())
    assert ended.code == 1, ended
    assert f"house.lp:{line}: " in page
    assert message in page


def test_lint_of_what_a_house_yaml_promises(tmp_path: Path) -> None:
    law = "\n".join(line for line in LAW.splitlines() if "HOUSE" not in line and "nerve" not in line)
    rule = house_rule(tmp_path, law=law.replace("Reads:   tries/2, stat/3, parameter/3", "Reads:   nothing of its own"))
    (rule / "more.lp").write_text("%# More\n", "utf-8")
    ended = drakdom("lint", "lantern", "--house-rule", rule, "--only-text", *FOLDERS, COLUMNS="1000")
    assert ended.code == 1
    page = " ".join(ended.out.split())
    assert "house.yaml:5: `HOUSE-SOFT-PITS-001` is a clause that no rule carries" in page
    assert "house.yaml:10: `nerve` is a parameter that no rule reads" in page
    assert "house.yaml:12: `spared` is declared under `events`, but no rule derives it" in page
    assert "more.lp:1: `more.lp` is not included, add it to `house.lp`" in page


def test_lint_finds_nothing_in_a_good_house_rule(tmp_path: Path) -> None:
    rules = (house_rule(tmp_path), no_rest(tmp_path))
    ended = drakdom("lint", "lantern", "--house-rule", rules[0], "--house-rule", rules[1], "--only-text", *FOLDERS)
    assert ended.code == 0, ended
