"""A word of the law that nothing gives at its place is found at its line, with the right word beside it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drakdom.lint import LintFinding, lint_rulebook

KIND = "unknown-word"
CASES = {
    "kind of link": ("turn.lp", "along(P, track, D, S)", "along(P, trak, D, S)", "trak", "track"),
    "sort of place": ("turn.lp", "sort(P, hut).", "sort(P, huts).", "huts", "hut"),
    "under not": ("weather.lp", "not sort(P, hut)", "not sort(P, hat)", "hat", "hut"),
    "kind of figure": ("turn.lp", "figure(F, carrier)", "figure(F, carier)", "carier", "carrier"),
    "name of a check": ("ice.lp", "missed(ice(F), T).\nevent", "missed(ise(F), T).\nevent", "ise", "ice"),
    "words of the law": ("ice.lp", "missed(ice(F), T)", "missed(iec(F), T)", "iec", "ice"),
    "card": ("weather.lp", "draws(F, frost, T).\nshares", "draws(F, forst, T).\nshares", "forst", "frost"),
    "pile": ("weather.lp", "left_in_pile(weather(F), X, _", "left_in_pile(wether(F), X, _", "wether", "weather"),
    "value of a fluent": ("turn.lp", "is(home(F), yes, T)", "is(home(F), yess, T)", "yess", "yes"),
    "place": ("life.lp", "comes(F, lodge, T).\nevent", "comes(F, lodg, T).\nevent", "lodg", "lodge"),
    "place of a fluent": ("turn.lp", "is(at(F), _, T)", "is(at(F), mil, T)", "mil", "mill"),
    "action": ("turn.lp", "chosen(F, wait, T).\nevent", "chosen(F, wiat, T).\nevent", "wiat", "wait"),
    "inside a pool": ("weather.lp", "draws(F, sun, T)", "draws(F, (sun; sunn), T)", "sunn", "sun"),
    "inside an aggregate": (
        "turn.lp",
        "player(F)     :- figure(F, carrier).",
        "player(F) :- figure(F, carrier), 1 <= #count { P : sort(P, ise) }.",
        "ise",
        "ice",
    ),
}


@pytest.fixture(scope="module")
def copy(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    icepost = root / "tests" / "rulebooks" / "icepost"
    return Path(shutil.copytree(icepost, tmp_path_factory.mktemp("words") / "icepost"))


@pytest.fixture
def change(copy: Path) -> Iterator[Callable[[str, str, str], int]]:
    """Change a file of the copy until the test is over; return the line of the change."""
    texts: dict[Path, str] = {}

    def put(file: str, old: str, new: str) -> int:
        path = copy / file
        text = texts.setdefault(path, path.read_text(encoding="utf-8"))
        assert old in text, f"{old!r} stands not in {file}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    yield put
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")


def found(folder: Path) -> list[LintFinding]:
    return [finding for finding in lint_rulebook(folder) if finding.rule == KIND]


def test_right_words_are_not_told(copy: Path) -> None:
    assert found(copy) == []


@pytest.mark.parametrize("name", CASES)
def test_a_misspelt_word_is_found(name: str, copy: Path, change: Callable[[str, str, str], int]) -> None:
    file, old, new, word, right = CASES[name]
    line = change(file, old, new)
    (finding,) = found(copy)
    assert (Path(finding.file).name, finding.line) == (file, line)
    assert f"the word `{word}`" in finding.message
    assert finding.help == f"did you mean `{right}`?"


def test_a_word_with_the_wrong_number_of_arguments(copy: Path, change: Callable[[str, str, str], int]) -> None:
    change("turn.lp", "chosen(F, wait, T).\nevent", "chosen(F, wait(F), T).\nevent")
    (finding,) = found(copy)
    assert finding.help == "write `wait`"
    change("turn.lp", "chosen(F, skate(D, N), T), may_skate(F, D, N, _, T)", "chosen(F, skate(D), T), up(F, T), D = N")
    assert "write `skate(_, _)`" in [finding.help for finding in found(copy)]


def test_what_the_text_does_not_tell_is_left_alone(copy: Path, change: Callable[[str, str, str], int]) -> None:
    change(
        "turn.lp", "player(F)     :-", "player(F) :- parameter(any, thing, N), N = stray, stray_word(N).\nplayer(F) :-"
    )
    assert found(copy) == []


def test_a_value_that_a_rule_gives_is_known(copy: Path, change: Callable[[str, str, str], int]) -> None:
    change("turn.lp", "player(F)     :-", "player(F) :- is(home(F), nearly, T).\nplayer(F) :-")
    assert [finding.help for finding in found(copy)] == ["known: `yes`"]
    change(
        "life.lp",
        "becomes(home(F), yes, T) :-",
        "becomes(home(F), nearly, T) :- comes(F, mill, T).\nbecomes(home(F), yes, T) :-",
    )
    assert found(copy) == []


def test_a_house_rule_is_checked(root: Path, tmp_path: Path) -> None:
    icepost = root / "tests" / "rulebooks" / "icepost"
    rule = Path(shutil.copytree(icepost / "house" / "busy-huts", tmp_path / "busy-huts"))
    assert [finding for finding in lint_rulebook(icepost, [], [rule]) if finding.rule == KIND] == []
    law = rule / "house.lp"
    law.write_text(
        law.read_text(encoding="utf-8").replace(
            "up(F, T), is(at(F), P, T)", "up(F, T), is(at(F), P, T), sort(P, hutt)", 1
        ),
        encoding="utf-8",
    )
    (finding,) = (finding for finding in lint_rulebook(icepost, [], [rule]) if finding.rule == KIND)
    assert (finding.file, finding.help) == (str(law), "did you mean `hut`?")
