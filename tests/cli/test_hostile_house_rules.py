"""House rules from strangers: what is no law is refused with place and reason, and what costs too much is ended."""

import os
from pathlib import Path

import pytest

from drakdom.law.facts import core_file
from drakdom.law.forbidden import GIVEN, OF_ENGINES, SHARED
from drakdom.law.law import read_rules
from drakdom.law.lawtext import law_files
from drakdom.sandbox import can_fork
from tests.cli.drakdom import FOLDERS, PIT, drakdom
from tests.cli.house import LAW, SPEC, house_rule
from tests.cli.test_hostile_law import NO_LAW

LINE = LAW.count("\n") + 1
CORE = {rule.head[:2] for rule in read_rules(law_files(core_file("core.lp"))) if rule.head}
RESERVED = sorted((CORE | OF_ENGINES) - SHARED | GIVEN)

PONDER = 'actions: {ponder: {args: [int], term: "ponder($1)", says: "{figure} ponders {1}"}}\n'


def broken(tmp_path: Path, text: str | bytes) -> Path:
    more = text if isinstance(text, bytes) else text.encode()
    return house_rule(tmp_path, spec=SPEC + PONDER, law=LAW.encode() + more + b"\n")


@pytest.mark.parametrize("name", NO_LAW)
@pytest.mark.parametrize("command", ["rule", "check", "lint"])
def test_what_is_no_law_is_refused_with_place_and_reason(name: str, command: str, tmp_path: Path) -> None:
    text, words = NO_LAW[name]
    rule = broken(tmp_path, text)
    given = ("lint", "lantern", "--only-text") if command == "lint" else (command, PIT)
    ended = drakdom(*given, "--house-rule", rule, *FOLDERS, COLUMNS="1000")
    page = " ".join((ended.out + ended.err).split())
    assert f"house.lp:{LINE}" in page
    if command == "lint":
        assert ended.code in (1, 2)
    else:
        assert ended.code == 2, page
        assert words in page


@pytest.mark.parametrize(("name", "arity"), RESERVED)
def test_no_predicate_of_the_core_is_redefined(name: str, arity: int, tmp_path: Path) -> None:
    arguments = ", ".join([*"HXYZ"[: max(arity - 1, 0)], *(["T"] if arity else [])])
    head = f"{name}({arguments})" if arity else name
    rule = broken(tmp_path, f"{head} :- tries(H, T), X = 1, Y = 1, Z = 1.")
    ended = drakdom("rule", PIT, "--house-rule", rule, *FOLDERS, COLUMNS="1000")
    assert ended.code == 2
    assert f"house.lp:{LINE}: `{name}/{arity}` is derived by the core alone" in ended.err


@pytest.mark.parametrize("clause", ['"LD-05"', "X"])
def test_no_clause_of_the_rulebook_is_borrowed(clause: str, tmp_path: Path) -> None:
    """Else a verdict would cite the book for what a stranger made up."""
    rule = broken(tmp_path, f"event(spared(H), T) :- clause({clause}), tries(H, T).")
    ended = drakdom("rule", PIT, "--house-rule", rule, *FOLDERS, COLUMNS="1000")
    assert ended.code == 2
    assert f"house.lp:{LINE}: a house rule can carry only its own clauses, not {clause}" in ended.err


def test_a_folder_without_its_files(tmp_path: Path) -> None:
    rule = house_rule(tmp_path)
    words = ("rule", PIT, "--house-rule", rule, *FOLDERS)
    law = rule / "house.lp"
    law.unlink()
    ended = drakdom(*words, COLUMNS="1000")
    assert (ended.code, ended.out) == (2, "")
    assert "house.lp: no such file" in ended.err
    law.symlink_to("/etc/passwd")
    ended = drakdom(*words, COLUMNS="1000")
    assert ended.code == 2
    assert "house.lp: this links to a file outside of the house rule's folder" in ended.err
    law.unlink()
    law.symlink_to(law.name)
    ended = drakdom(*words, COLUMNS="1000")
    assert (ended.code, "house.lp: this links to itself" in ended.err) == (2, True)
    law.unlink()
    os.mkfifo(law)  # reading it would never end
    ended = drakdom(*words, COLUMNS="1000")
    assert ended.code == 2
    assert "house.lp: this is a pipe or a device" in ended.err
    law.unlink()
    law.write_bytes(b"%" * 2_000_000)
    ended = drakdom(*words, COLUMNS="1000")
    assert ended.code == 3
    assert "house.lp: a law file of 2,000,000 bytes is too large" in ended.err


def test_includes_stay_in_the_folder(tmp_path: Path) -> None:
    rule = broken(tmp_path, '#include "more/spare.lp".')
    (rule / "more").mkdir()
    (rule / "more" / "spare.lp").write_text(
        'event(spared(H), T) :- clause("HOUSE-SOFT-PITS-001"), tries(H, T).\n', "utf-8"
    )
    assert "is spared" in drakdom("rule", PIT, "--house-rule", rule, *FOLDERS).out
    (tmp_path / "elsewhere.lp").write_text("elsewhere.\n", "utf-8")
    (rule / "more" / "spare.lp").unlink()
    (rule / "more" / "spare.lp").symlink_to(tmp_path / "elsewhere.lp")
    ended = drakdom("rule", PIT, "--house-rule", rule, *FOLDERS, COLUMNS="1000")
    assert ended.code == 2
    assert f"house.lp:{LINE}: `more/spare.lp` lies outside of the law's folder" in ended.err


ENDLESS = """\
heap(H, 0, T)       :- tries(H, T).
heap(H, N+1, T)     :- heap(H, N, T).
event(spared(H), T) :- clause("HOUSE-SOFT-PITS-001"), heap(H, _, T).
"""
GREEDY = """\
pile(H, H, T)          :- tries(H, T).
pile(H, more(X, X), T) :- pile(H, X, T).
event(spared(H), T)    :- clause("HOUSE-SOFT-PITS-001"), pile(H, _, T).
"""
MANY = """\
asks(H, T) :- clause("HOUSE-SOFT-PITS-001"), tries(H, T).
option(H, ponder(N), T) :- clause("HOUSE-SOFT-PITS-001"), tries(H, T), N = 1..3000.
"""


@pytest.mark.children
@pytest.mark.skipif(not can_fork(), reason="no limits without fork")
@pytest.mark.parametrize(
    ("law", "words", "message"),
    [
        (ENDLESS, ("--timeout", "1"), "the limit (`--timeout` sets it)\nit is quicker with one question at a time"),
        pytest.param(
            GREEDY,
            ("--memory", "1000"),
            "this takes more than 1000 MB, which is the limit (`--memory` sets it)",
            marks=pytest.mark.slow,  # so much memory takes its time to fill
        ),
        (MANY, (), "possible outcomes, the limit is"),
    ],
    ids=["time", "memory", "models"],
)
def test_what_costs_too_much_is_ended(law: str, words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    ended = drakdom("rule", PIT, "--house-rule", broken(tmp_path, law), *words, *FOLDERS, COLUMNS="1000")
    assert (ended.code, ended.out) == (3, ""), ended
    assert message in ended.err


def test_a_fault_that_shows_while_playing_is_that_of_its_folder(tmp_path: Path) -> None:
    rule = broken(tmp_path, "becomes(at(H), X/0, T) :- tries(H, T), X = 1.")
    ended = drakdom("rule", PIT, "--house-rule", rule, *FOLDERS, COLUMNS="1000")
    assert ended.code == 2, ended
    assert f"{rule / 'house.lp'}:11: `(X/0)` cannot be calculated" in ended.err
