"""Verdicts in other languages: `--lang`."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.drakdom import CASES, FOLDERS, PIT, ROOT, RULEBOOKS, drakdom, written

ABYSS = ROOT / "scenarios" / "dungeonquest-neuauflage" / "pit" / "luck-over-a-bottomless-pit.yaml"
TWO = ROOT / "scenarios" / "drakborgen-atervackt" / "entry" / "two-heroes-one-trap-room.yaml"
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


def translated(folder: Path, text: str, code: str = "de") -> Path:
    """The ten-clause rulebook with a catalogue of a stranger's."""
    book = folder / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", book, ignore=shutil.ignore_patterns("scenarios"))
    (book / "locale").mkdir()
    (book / "locale" / f"{code}.po").write_text(HEAD + text, encoding="utf-8")
    return book


FALLS = 'msgctxt "event:falls"\nmsgid "{1} falls into the pit"\nmsgstr "in die Grube stürzt {1}"\n'


def test_a_verdict_in_german() -> None:
    ended = drakdom("rule", ABYSS, "--lang", "de")
    assert (ended.code, ended.err) == (0, "")
    assert "Was geschieht" in ended.lines
    assert "  Runde 1, ein Raum wird betreten: auf E4 wird gelegt: ein bodenloser Abgrund" in ended.lines
    assert "Lindel stirbt [odds: dies(Lindel)]" in ended.lines
    assert "  5/12 (42 %), nach DQ-PIT-003, DQ-PIT-001 und DQ-TILE-004" in ended.lines
    assert not any("What" in line for line in ended.lines)


def test_a_verdict_in_swedish() -> None:
    ended = drakdom("rule", TWO, "--lang", "sv")
    assert (ended.code, ended.err) == (0, "")
    assert "Sigeir träffas av en fallucka" in " ".join(ended.out.split())
    assert "  1/4 (25 %), enligt DA-TRAP-020" in "\n".join(ended.lines)


def test_the_help_names_every_language_that_a_shipped_rulebook_has() -> None:
    page = " ".join(drakdom("rule", "--help").out.split())
    assert {file.stem for file in (ROOT / "asp").glob("*/locale/*.po")} <= set(re.findall(r"\b[a-z]{2}\b", page))


def test_english_is_the_default() -> None:
    asked, plain = drakdom("rule", ABYSS, "--lang", "en"), drakdom("rule", ABYSS)
    assert asked.lines[:-1] == plain.lines[:-1]
    assert "What happens" in plain.lines


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("odds", ABYSS, "dies(Lindel)"), "falls gilt: es misslingt"),
        (("explain", ABYSS, "dies(Lindel)"), "[dies(Lindel)]\n  "),
        pytest.param(("why-not", ABYSS, "wins(Lindel)"), "[wins(Lindel)]\n  nein", marks=pytest.mark.slow),
    ],
)
def test_other_commands_speak_it_too(words: tuple[str, ...], line: str) -> None:
    ended = drakdom(*words, "--lang", "de")
    assert ended.code == 0
    assert line in ended.out


def test_a_check_in_german(tmp_path: Path) -> None:
    text = ABYSS.read_text("utf-8")
    assert "dies(Lindel): 5/12" in text
    written(tmp_path, text, "a.yaml")
    written(tmp_path, text.replace("dies(Lindel): 5/12", "dies(Lindel): 1/2"), "b.yaml")
    ended = drakdom("check", tmp_path, "--lang", "de", COLUMNS="1000")
    assert ended.code == 1
    assert [line.split() for line in ended.lines[1:3]] == [
        ["STIMMT", "a.yaml", "3", "stimmen"],
        ["FALSCH", "b.yaml", "2", "von", "3", "stimmen"],
    ]
    assert "         gefunden: depends, 5/12" in ended.lines
    assert ended.lines[-1].startswith("1 bestanden, 1 nicht bestanden, 0 fehlerhaft in ")
    assert "PASS" in drakdom("check", ABYSS).out  # what follows is English again


def test_a_check_of_a_rulebook_that_lacks_the_language() -> None:
    ended = drakdom("check", ABYSS, TWO, "--lang", "sv", COLUMNS="1000")
    assert ended.code == 2
    assert [line.split()[0] for line in ended.lines if ".yaml  " in line] == ["FEL", "STÄMMER"]
    assert "no sentences in `sv`, available: `en`, `de`" in ended.out


@pytest.mark.slow
def test_a_comparison_in_swedish() -> None:
    ended = drakdom("compare", TWO, "--house-rule", "room-for-few", "--lang", "sv")
    assert (ended.code, ended.err) == (1, "")
    at = ended.lines.index("  Farouche kommer in i E4")
    assert ended.lines[at + 1 : at + 3] == [
        "    som det står                    ja",
        "    husregel room-for-few heroes=1  nej",
    ]


def test_a_comparison_with_a_rulebook_that_lacks_the_language() -> None:
    ended = drakdom("compare", ABYSS, "--rulebook", "drakborgen-atervackt", "--lang", "de")
    assert ended.code == 1
    assert "  Lindel stirbt" in ended.lines
    assert "Was nur Drakborgen Återväckt kennt" in ended.lines
    assert "  a card is drawn for E4 from the room tiles" in ended.lines
    refused = drakdom("compare", TWO, "--rulebook", "dungeonquest-neuauflage", "--lang", "de")
    assert (refused.code, "no sentences in `de`" in refused.err) == (2, True)


def test_json_keeps_its_words_and_says_its_sentences() -> None:
    german, english = (json.loads(drakdom("rule", ABYSS, "--json", *more).out) for more in (("--lang", "de"), ()))
    assert (german["language"], english["language"]) == ("de", "en")
    entry, second = (verdict["branches"][0]["outcomes"] for verdict in (german, english))
    text = {outcome["event"]: outcome["sentence"] for outcome in entry}
    assert text["dies(Lindel)"] == "Lindel stirbt"
    same = ("event", "odds", "clauses", "phase", "entry", "status")
    assert [[o[key] for key in same] for o in entry] == [[o[key] for key in same] for o in second]


@pytest.mark.parametrize(("code", "near"), [("ed", ""), ("DE", "did you mean `de`? "), ("deu", "did you mean `de`? ")])
def test_a_language_that_there_is_not(code: str, near: str) -> None:
    ended = drakdom("rule", ABYSS, "--lang", code)
    assert (ended.code, ended.out) == (2, "")
    assert f"no sentences in `{code}`, {near}available: `en`, `de`" in ended.err


def test_a_rulebook_without_catalogues() -> None:
    ended = drakdom("rule", PIT, *FOLDERS, "--lang", "de")
    assert ended.code == 2
    assert "available: `en`" in ended.err


def test_a_catalogue_of_a_strangers(tmp_path: Path) -> None:
    """What it does not hold stays English, and the court speaks its own."""
    book = translated(tmp_path, FALLS)
    ended = drakdom("rule", PIT, "--rulebook", book, "--lang", "de")
    assert ended.code == 0
    assert "in die Grube stürzt" in ended.out
    assert "Was geschieht" in ended.out


def test_a_language_that_the_court_does_not_speak(tmp_path: Path) -> None:
    book = translated(tmp_path, FALLS, "nds")
    ended = drakdom("rule", PIT, "--rulebook", book, "--lang", "nds")
    assert "in die Grube stürzt" in ended.out
    assert "What happens" in ended.out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FALLS.replace("stürzt {1}", "stürzt {2}"), "other slots"),
        (FALLS.replace("stürzt {1}", "stürzt jemand"), "other slots"),
        ("what is this?\n", "not a gettext catalogue"),
        ('msgid "open', "not a gettext catalogue"),
    ],
)
def test_a_faulty_catalogue(tmp_path: Path, text: str, words: str) -> None:
    book = translated(tmp_path, text)
    ended = drakdom("rule", PIT, "--rulebook", book, "--lang", "de")
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err
    assert "de.po" in ended.err


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    book = translated(tmp_path, "")
    (book / "locale" / "de.po").write_bytes(b'msgid "a"\nmsgstr "\xff\xfe"\n')
    ended = drakdom("rule", PIT, "--rulebook", book, "--lang", "de")
    assert ended.code == 2


def test_a_code_is_no_way_to_another_file() -> None:
    assert drakdom("rule", CASES / PIT.name, *FOLDERS, "--lang", "../rulebook").code == 2


def test_english_loads_nothing_for_it() -> None:
    code = "import sys, drakdom; drakdom.adjudicate(drakdom.load(sys.argv[1])); sys.exit('babel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code, ABYSS], cwd=ROOT, check=False).returncode == 0
