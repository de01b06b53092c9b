"""`drakdom precedents`: a ruling is put on record, found, copied, and ruled on again under a changed law."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from drakdom.precedents.entries import Entry, entry_of, words_of
from drakdom.precedents.folder import entries_of, save
from drakdom.precedents.index import Index, Query
from drakdom.precedents.likeness import stated_case
from drakdom.sandbox import Limits
from drakdom.scenario import Scenario, read_scenario
from drakdom.scenario.precedent import Precedent
from tests.cli.drakdom import CASES, FOLDERS, GUST, PIT, ROOT, RULEBOOKS, drakdom

RECORD = ("--by", "Ada's table", "--when", "2026-11-28", "--source", "the second evening")
HEROES = ROOT / "scenarios" / "drakborgen-atervackt" / "entry" / "two-heroes-one-trap-room.yaml"


def add(folder: Path, file: Path | str, *claims: str, record: tuple[str, ...] = RECORD, text: str = "") -> Any:
    return drakdom("precedents", "add", folder, file, *claims, *record, *FOLDERS, text=text)


def found(folder: Path, *words: str | Path) -> list[str]:
    ended = drakdom("precedents", "search", folder, *words, "--format", "json", *FOLDERS)
    assert (ended.code, ended.err) == (0, ""), ended
    return [Path(match["file"]).name.rpartition("-")[0] for match in json.loads(ended.out)["matches"]]


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three precedents of two rulebooks, to be copied."""
    folder = tmp_path_factory.mktemp("precedents") / "record"
    for file, *claims in ((PIT, "falls(Ada)", "falls(Bo)"), (GUST,), (HEROES, "falls(Sigeir)")):
        ended = add(folder, file, *claims)
        assert ended.code == 0, ended.err
    return folder


@pytest.fixture
def folder(record: Path, tmp_path: Path) -> Path:
    """A folder with three precedents of two rulebooks."""
    return Path(shutil.copytree(record, tmp_path / "record"))


def test_a_ruling_on_record_is_a_scenario_that_holds(folder: Path) -> None:
    file = next(folder.glob("lantern/two-heroes-walk-*.yaml"))
    text = file.read_text(encoding="utf-8")
    assert "odds: {falls(Ada): 1/3}" in text
    assert "never: falls(Bo)" in text
    assert "because: [LD-05" in text
    assert text.rstrip().splitlines()[-1].startswith('precedent: {by: "Ada\'s table", when: 2026-11-28, source:')
    ended = drakdom("check", folder, *FOLDERS)
    assert (ended.code, "3 passed" in ended.out) == (0, True), ended.out


def test_the_same_ruling_is_recorded_once(folder: Path) -> None:
    count = len([*folder.rglob("*.yaml")])
    assert add(folder, GUST).code == 0
    assert len([*folder.rglob("*.yaml")]) == count


def test_two_threads_record_the_same_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario, text, write = read_scenario(PIT, (RULEBOOKS,)), PIT.read_text(encoding="utf-8"), Path.write_text
    thread = Thread(target=save, args=(tmp_path, scenario, text))

    def written(file: Path, *words: Any, **options: Any) -> int:
        size = write(file, *words, **options)
        if thread.ident is None:
            thread.start()
            thread.join()
        return size

    monkeypatch.setattr(Path, "write_text", written)
    name = save(tmp_path, scenario, text)
    assert [file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.*")] == [name]


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (("--when", "2026-11-28", "--source", "x"), "Missing option '--by'"),
        (("--by", "x", "--when", "28.11.2026", "--source", "x"), "`when` must be a date, not `28.11.2026`"),
        (("--by", "x", "--when", "2026-02-30", "--source", "x"), "`when` must be a date"),
        ((*RECORD, "--status", "standin"), "did you mean `standing`?"),
    ],
)
def test_a_faulty_record_is_refused(tmp_path: Path, record: tuple[str, ...], words: str) -> None:
    ended = add(tmp_path / "record", PIT, record=record)
    assert (ended.code, words in ended.err) == (2, True), ended.err
    assert str(PIT) not in ended.err  # nothing is wrong there
    assert not [*tmp_path.rglob("*.yaml")]


def test_only_what_the_law_rules_is_recorded(tmp_path: Path) -> None:
    text = PIT.read_text(encoding="utf-8")
    ended = add(tmp_path, "-", text=text.replace("falls(Ada): 1/3", "falls(Ada): 1/2"))
    assert (ended.code, "the law rules otherwise: `odds: falls(Ada)` is depends, 1/3" in ended.err) == (2, True), (
        ended.err
    )
    ended = add(tmp_path, "-", text=text.partition("expect:")[0])
    assert (ended.code, "name the claims that were ruled on" in ended.err) == (2, True)
    ended = add(tmp_path, "-", text=f"{text}precedent: {{by: a, when: 2026-11-28, source: b, status: standing}}\n")
    assert (ended.code, "is a precedent already" in ended.err) == (2, True)
    assert not [*tmp_path.rglob("*.yaml")]


@pytest.mark.parametrize("section", ["precedent: x", "precedent: {by: [a]}", "precedent: {who: a}", "precedent: []"])
def test_a_faulty_section_is_named_with_its_place(section: str) -> None:
    ended = drakdom("rule", "-", *FOLDERS, text=f"{PIT.read_text(encoding='utf-8')}{section}\n")
    assert (ended.code, "<stdin>:20:" in ended.err) == (2, True), ended.err


def test_it_is_found_by_words_in_the_languages_of_the_players(folder: Path) -> None:
    heroes = ["two-heroes-walk-into-the-same-trap-room-from-two-sides"]
    assert found(folder, "fälla") == found(folder, "falla") == found(folder, "FÄLLOR")
    assert set(heroes) <= {*found(folder, "fälla")}
    assert found(folder, "fällrum") == heroes
    assert found(folder, "trap", "heroes", "Anna") == []
    assert found(folder, "trap", "evening") == heroes
    assert len(found(folder, "evening")) == 3


def test_it_is_found_by_the_clause_that_decided_it(folder: Path) -> None:
    assert found(folder, "--clause", "LD-05") == ["two-heroes-walk-into-the-room-with-the-pit-from-two-sides"]
    assert found(folder, "--clause", "LD-99") == []


def test_it_is_found_by_likeness(folder: Path) -> None:
    like = found(folder, "--like", CASES / "a-free-choice-at-the-pit.yaml")
    assert like[0] == "two-heroes-walk-into-the-room-with-the-pit-from-two-sides"


def test_the_list_can_be_narrowed(folder: Path) -> None:
    def titles(*words: str) -> int:
        return len(json.loads(drakdom("precedents", "list", folder, *words, "--json", *FOLDERS).out)["matches"])

    assert (titles(), titles("--of", "lantern"), titles("--status", "overruled")) == (3, 2, 0)
    assert "standing, by Ada's table, 2026-11-28" in drakdom("precedents", "list", folder, *FOLDERS).out


@pytest.mark.parametrize("words", [("list",), ("search",), ("export",)])
def test_a_word_to_select_by_that_there_is_not_is_named(words: tuple[str], folder: Path, tmp_path: Path) -> None:
    target = [tmp_path / "out"] if words == ("export",) else []
    for option, word, near in (("--of", "lanter", "lantern"), ("--status", "overuled", "overruled")):
        ended = drakdom("precedents", *words, folder, *target, option, word, *FOLDERS)
        assert (ended.code, ended.out) == (2, "")
        assert f"`{word}`, did you mean `{near}`?" in ended.err


def test_a_folder_is_copied_whole(folder: Path, tmp_path: Path) -> None:
    for words in (("export", folder, tmp_path / "out"), ("import", tmp_path / "in", tmp_path / "out")):
        assert "wrote 3 precedents" in drakdom("precedents", *words, *FOLDERS).out
    texts = [{file.name: file.read_bytes() for file in place.rglob("*.yaml")} for place in (folder, tmp_path / "in")]
    assert texts[0] == texts[1]


@pytest.mark.usefixtures("keeping")
def test_what_was_read_is_kept_until_its_file_changes(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(scenario: Scenario, name: str) -> Entry:
        read.append(name)
        return entry_of(scenario, name)

    monkeypatch.setenv("DRAKDOM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("drakdom.precedents.folder.entry_of", noted)
    first = entries_of(folder, [RULEBOOKS], Limits())
    assert entries_of(folder, [RULEBOOKS], Limits()) == first
    assert len(read) == len(first[0]) == 3
    changed = next(folder.glob("lantern/two-heroes-walk-*.yaml"))
    changed.write_text(f"{changed.read_text('utf-8')}# a remark\n", "utf-8")
    assert entries_of(folder, [RULEBOOKS], Limits()) == first
    assert read[3:] == [changed.relative_to(folder).as_posix()]


def test_what_is_no_precedent_is_left_out_and_named(folder: Path) -> None:
    (folder / "plain.yaml").write_text(PIT.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "broken.yaml").write_text("a: &x [1]\n", encoding="utf-8")
    ended = drakdom("precedents", "list", folder, "--format", "json", *FOLDERS)
    assert len(json.loads(ended.out)["matches"]) == 3
    assert "plain.yaml: this scenario is no precedent" in ended.err
    assert "left out: " in ended.err


def test_a_changed_law_lists_what_comes_out_otherwise(folder: Path, tmp_path: Path) -> None:
    books = tmp_path / "books"
    shutil.copytree(RULEBOOKS / "lantern", books / "lantern", ignore=shutil.ignore_patterns("scenarios"))
    where = ("--rulebook", str(books))
    ended = drakdom("precedents", "check", folder, *where, "--format", "json")
    assert (ended.code, json.loads(ended.out)["otherwise"]) == (0, []), ended.out
    law = books / "lantern" / "pit.lp"
    text = law.read_text(encoding="utf-8")
    law.write_text(text.replace("X <= N", "X < N").replace("X > N", "X >= N"), encoding="utf-8")
    ended = drakdom("precedents", "check", folder, *where, "--format", "json")
    (ruling,) = json.loads(ended.out)["otherwise"]
    assert (ended.code, ruling["claim"], ruling["then"], ruling["now"]) == (1, "falls(Ada)", "odds 1/3", "depends, 1/2")
    assert ruling["clauses_then"][0] == "LD-05"
    assert "LD-05" in ruling["clauses_now"]
    page = drakdom("precedents", "check", folder, *where).out
    assert "then: odds 1/3, by LD-05, " in page
    assert "3 precedents: 1 comes out otherwise, 0 overruled, 0 problems" in page
    file = next(folder.glob("lantern/two-heroes-walk-*.yaml"))
    file.write_text(file.read_text(encoding="utf-8").replace("status: standing", "status: overruled"), encoding="utf-8")
    ended = drakdom("precedents", "check", folder, *where, "--json")
    assert (ended.code, json.loads(ended.out)["overruled"]) == (0, 1)
    assert drakdom("check", file, *where).code == 5


def entry(file: str, clauses: tuple[str, ...] = (), features: tuple[str, ...] = (), words: str = "") -> Entry:
    record = Precedent("a", "2026-11-28", "b", "standing")
    return Entry(file, file, "lantern", record, (), clauses, tuple(words_of(words)), features)


def test_rare_clauses_count_most_then_the_situation_and_never_words_alone() -> None:
    often = [entry(f"often-{n}", ("COMMON",), words="pit") for n in range(9)]
    rare = entry("rare", ("COMMON", "RARE"))
    place = entry("place", (), ("room pit",))
    index = Index([*often, rare, place, entry("words", words="a hero falls")])
    like = entry("case", ("COMMON", "RARE"), ("room pit",), "a hero falls")
    files = [match.entry.file for match in index.search(Query(like=like), 20)]
    assert files[0] == "rare"
    assert set(files) == {"rare", "place", *(e.file for e in often)}
    assert index.search(Query(like=like), 1)[0].clauses == ("RARE", "COMMON")
    elsewhere = Entry(**{**like.to_json(), "rulebook": "icepost", "precedent": like.precedent, "clauses": ()})
    assert index.search(Query(like=elsewhere), 20) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [("Fällor", "fallor"), ("STRASSE Straße", "strasse strasse"), ("Ærlig møder", "aerlig moder"), ("pyörä", "pyora")],
)
def test_words_are_compared_without_their_marks(text: str, words: str) -> None:
    assert [*words_of(text)] == words.split()


def test_an_entry_survives_as_data() -> None:
    scenario = read_scenario(PIT, [RULEBOOKS])
    case = stated_case(scenario, ["LD-05"])
    assert Entry.from_json(json.loads(json.dumps(case.to_json()))) == case
    assert {"room pit", "figure hero", "does move", "event falls"} <= set(case.features)
    with pytest.raises(Exception, match="no precedent"):
        entry_of(scenario, "x")
