"""Law from a stranger: what is no law is refused by every command, with its place and the reason."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from drakdom.law.facts import core_file
from drakdom.law.forbidden import OF_ENGINES
from drakdom.law.law import read_rules
from drakdom.law.lawtext import law_files
from tests.cli.drakdom import PIT, RULEBOOKS, drakdom

Broken = Callable[[str | bytes], tuple[Path, int]]

#: What is added to the law, and what is said of it.
NO_LAW: dict[str, tuple[str | bytes, str]] = {
    "constraint": (":- tested(H, T), tries(H, T).", "a constraint has no place in law"),
    "choice": ("{ tested(H, T) } :- tries(H, T).", "a choice rule has no place in law"),
    "bounds": ("1 { tested(H, T) : hero(H) } 2 :- tries(H, T).", "a choice rule has no place in law"),
    "disjunction": ("tested(H, T) ; tries(H, T) :- tries(H, T).", "a disjunction has no place in law"),
    "conditional head": ("tested(H, T) : hero(H) :- tries(H, T).", "a disjunction has no place in law"),
    "weak constraint": (":~ tested(H, T). [1, H]", "a weak constraint has no place in law"),
    "optimisation": ("#minimize { 1, H : tested(H, T) }.", "`#minimize` is not allowed in law"),
    "large number": ("tested(H, T) :- tries(H, T), 1 < 1000000.", "a number of more than six digits has no place"),
    "power": ("tested(H, T) :- tries(H, T), 1 < 2**31.", "a power has no place in law"),
    "show": ("#show tested/2.", "`#show` has no place in law"),
    "const": ("#const size = 3.", "`#const` is not allowed in law"),
    "external": ("#external tested(H, T) : tries(H, T).", "`#external` is not allowed in law"),
    "script": ("#script (python) #end.", "`#script` is not allowed in law"),
    "function": ("tested(@now(), T) :- tries(H, T).", "`@` is not allowed in law"),
    "theory": ("tested(H, T) :- tries(H, T), &sum { 1 } > 0.", "a theory atom has no place in law"),
    "negation": ("tested(H, T) :- tries(H, T), not -tested(H, T).", "classical negation has no place in law"),
    "negated head": ("-tested(H, T) :- tries(H, T).", "classical negation has no place in law"),
    "not in the head": ("not tested(H, T) :- tries(H, T).", "a negated head has no place in law"),
    "core's own": ("next(H, fallen, T) :- tries(H, T).", "`next/3` is derived by the core alone"),
    "of an engine": ('seen("ID", T) :- tries(H, T).', "`seen/2` is derived by the core alone"),
    "word of the core": ("event(conflict(H), T) :- tries(H, T).", "`conflict` is reserved by the core"),
    "engine's own": ("is(fallen(H), yes, T) :- tries(H, T).", "`is/3` is derived by the core alone"),
    "include elsewhere": ('#include "../elsewhere.lp".', "`../elsewhere.lp` lies outside of the law's folder"),
    "include by the root": ('#include "/etc/passwd".', "`/etc/passwd` lies outside of the law's folder"),
    "include of nothing": ('#include "well.lp".', "there is no file `well.lp` to include"),
    "include of a very long name": (f'#include "{"x" * 999}.lp".', "there is no file `xxx"),
    "include behind": ('bare(well). #include "/etc/passwd".', "does not stand alone on its line"),
    "include in two lines": ('#include\n"/etc/passwd".', "does not stand alone on its line"),
    "include in a broken string": ('"\\x #include "/etc/passwd". "', "does not stand alone on its line"),
    "include of the solver": ("#include <incmode>.", "the library has no piece `incmode`"),
    "unsafe": ("tested(H, T) :- tries(H, T), N <= 3.", "nothing gives `N` a value"),
    "unsafe, about what never is": ("tested(H, T) :- stat(H, courage, T), not 1 < N.", "nothing gives `N` a value"),
    "deep": (f"deep({'(' * 99}1{')' * 99}).", "brackets nest deeper than 60"),
    "nul": ("bare(well).\0 bare(", "this is not a text file"),
    "latin-1": (b"% \xe9", "the law is not UTF-8 text"),
}


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    folder = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", folder)

    def add(text: str | bytes) -> tuple[Path, int]:
        file = folder / "pit.lp"
        before = file.read_bytes()
        file.write_bytes(before + (text if isinstance(text, bytes) else text.encode()) + b"\n")
        return folder, before.count(b"\n") + 1

    return add


@pytest.mark.parametrize("name", NO_LAW)
def test_what_is_no_law_is_refused_with_place_and_reason(name: str, broken: Broken) -> None:
    text, words = NO_LAW[name]
    folder, line = broken(text)
    for command in (("rule", PIT), ("check", PIT)):
        ended = drakdom(*command, "--rulebook", folder, COLUMNS="1000")
        page = " ".join((ended.out + ended.err).split())
        assert ended.code == 2, page
        assert f"pit.lp:{line}" in page
        assert words in page


@pytest.mark.parametrize("name", NO_LAW)
def test_the_lint_names_it_too(name: str, broken: Broken) -> None:
    folder, line = broken(NO_LAW[name][0])
    ended = drakdom("lint", folder, "--only-text", COLUMNS="1000")
    assert ended.code in (1, 2)
    assert f"pit.lp:{line}:" in ended.out + ended.err


@pytest.mark.parametrize("command", ["rule", "lint"])
def test_what_cannot_be_read_at_all(command: str, broken: Broken) -> None:
    folder, _ = broken("")
    file = folder / "pit.lp"
    words = ("lint", folder, "--only-text") if command == "lint" else ("rule", PIT, "--rulebook", folder)
    file.write_bytes(os.urandom(99) + b"\xff")
    ended = drakdom(*words)
    assert (ended.code, ended.out) == (2, "")
    assert "pit.lp" in ended.err
    file.write_bytes(b"%" * 60_000_000)
    ended = drakdom(*words)
    assert ended.code == 3
    assert "pit.lp: a law file of 60,000,000 bytes is too large" in ended.err
    file.unlink()
    os.mkfifo(file)  # reading it would never end
    ended = drakdom(*words)
    assert ended.code in (1, 2)
    assert "pit.lp" in ended.out + ended.err
    file.unlink()
    file.symlink_to("/etc/passwd")
    ended = drakdom(*words)
    assert ended.code in (1, 2)
    assert "outside of the law's folder" in ended.out + ended.err
    file.unlink()
    file.symlink_to("pit.lp")  # leads to itself
    ended = drakdom(*words)
    assert ended.code in (1, 2)
    assert "pit.lp" in ended.out + ended.err


def test_what_every_editor_writes_is_read(broken: Broken) -> None:
    folder, _ = broken('% a comment may say #include "/etc/passwd".\n%* or\n#include "nowhere.lp".\n*%')
    for path in folder.rglob("*.lp"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    ended = drakdom("check", PIT, "--rulebook", folder)
    assert ended.code == 0, ended


def test_the_predicates_of_the_engines_are_known() -> None:
    core = core_file("core.lp")
    shared = {rule.head[:2] for rule in read_rules(law_files(core)) if rule.head}
    own = [path for path in core.parent.glob("*.lp") if path.resolve() not in law_files(core)]
    result = {rule.head[:2] for rule in read_rules(own) if rule.head} - shared - {("is", 3)}
    assert result | {("seen_by", 3)} == OF_ENGINES  # in place of event/2, where stages are taken apart


@pytest.mark.parametrize(
    ("added", "message"),
    [
        ("x\u2028y.\n", "the letter U+2028 has no place in law outside of comments and strings"),
        ('p("abc \u00e4\n', "the letter U+00E4 has no place in law outside of comments and strings"),
        ("%* %* *% \u00e4 *% p.\n", "the letter U+00E4 has no place in law outside of comments and strings"),
        ('p :- ) . % \u00e4\n" \u00e4', "the letter U+00E4 has no place in law outside of comments and strings"),
        ('p :- q, ) "\u00e4\u00f6".\n', "syntax error, unexpected )"),
        ("p :- ) . % \u00e4\n%* \u00e4 *% )(\n", "syntax error, unexpected )"),
    ],
)
def test_a_letter_of_several_bytes_does_not_end_the_process(added: str, message: str, tmp_path: Path) -> None:
    """A message of clingo's parser that breaks such a letter ends the process, also a parent or a server."""
    book = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", book, ignore=shutil.ignore_patterns("scenarios"))
    law = book / "pit.lp"
    law.write_text(law.read_text("utf-8") + added, encoding="utf-8")
    for command in (("rule", PIT, "--rulebook", book), ("lint", book, "--only-text")):
        ended = drakdom(*command, COLUMNS="2000")
        assert ended.code in (1, 2)
        page = " ".join((ended.out + ended.err).split())
        assert message in page
        assert "pit.lp:2" in page


def test_a_string_may_have_letters_of_several_bytes(tmp_path: Path) -> None:
    book = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", book, ignore=shutil.ignore_patterns("scenarios"))
    law = book / "pit.lp"
    added = 'event(falls(H), T) :- clause("LD-05"), tested(H, T), stat(H, "\u00c4", _). % \u00f6\n'
    law.write_text(law.read_text("utf-8") + added, encoding="utf-8")
    assert drakdom("rule", PIT, "--rulebook", book).code == 0
