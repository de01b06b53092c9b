"""Audits of the ten-clause rulebook: planted faults are found, harmless rules are left alone, every witness holds."""

import json
import re
import shutil
import signal
from contextlib import nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NoReturn
from xml.etree.ElementTree import fromstring

import pytest

from drakdom.audit import Effort, audit, run
from drakdom.audit.laws import law_with, read_bounds, read_seconds
from drakdom.errors import LimitError
from drakdom.graph import explore
from drakdom.rulebook import load_rulebook
from drakdom.sandbox import Limits, run_each
from drakdom.step.scope import Scope
from drakdom.why.cores import minimal_sets
from tests.audit.seeded import CHANGED, FAULTY, HARMLESS, Planted, written
from tests.cli.drakdom import FOLDERS, RULEBOOKS, Ended, drakdom
from tests.cli.house import house_rule
from tests.tiers import sampled

LANTERN = RULEBOOKS / "lantern"
SMALL = "size=3,heroes=1"
(LIT_SHRINES,) = [entry for entry in FAULTY if entry.name == "lit-shrines"]


def audited(tmp_path: Path, *words: str | Path, scope: str = SMALL) -> Ended:
    words = ("--out", tmp_path / "found", "--scope", scope, "--jobs", "1", "--budget", "0", *words)
    return drakdom("audit", "lantern", *FOLDERS, *words)


def found(tmp_path: Path, *words: str | Path, scope: str = SMALL) -> dict[str, Any]:
    ended = audited(tmp_path, "--format", "json", *words, scope=scope)
    report: dict[str, Any] = json.loads(ended.out)
    assert ended.code == (1 if report["findings"] else 0), ended
    return report


def said(report: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(finding["kind"], finding["what"]): finding for finding in report["findings"]}


def test_the_rulebook_by_itself_has_no_fault(tmp_path: Path) -> None:
    report = found(tmp_path, scope="size=4,heroes=1")
    assert report["findings"] == []
    assert report["clauses"] == {"in_force": 9, "never": ["HOUSE-INVARIANTS-001", "HOUSE-INVARIANTS-002"]}
    smaller = found(tmp_path, scope="size=2,heroes=1")["clauses"]  # a hero and one thing more, an exit for instance
    assert smaller["never"] == ["HOUSE-INVARIANTS-001", "HOUSE-INVARIANTS-002", "LD-04", "LD-05", "LD-06", "LD-07"]
    assert not (tmp_path / "found").exists()


@pytest.mark.parametrize("planted", sampled(FAULTY, 10), ids=lambda planted: planted.name)
def test_a_planted_fault_is_found(planted: Planted, tmp_path: Path) -> None:
    report = said(found(tmp_path, "--house-rule", written(tmp_path, planted), scope=planted.scope or SMALL))
    for kind, subject, clause in planted.finds:
        get = report.get((kind, subject))
        assert get, (subject, report)
        assert clause in (get["clauses"] or [""])
        assert get["since"] == [planted.name]


@pytest.mark.parametrize("planted", sampled(reversed(HARMLESS), len(HARMLESS)), ids=lambda planted: planted.name)
def test_a_harmless_rule_is_left_alone(planted: Planted, tmp_path: Path) -> None:
    rule = written(tmp_path, planted)
    ended = audited(tmp_path, "--house-rule", rule, scope=planted.scope or "size=4,heroes=1")
    assert ended.code == 0, ended
    assert "nothing found" in ended.out


@pytest.mark.parametrize("planted", CHANGED, ids=lambda planted: planted.name)
def test_a_changed_outcome_is_found(planted: Planted, tmp_path: Path) -> None:
    ended = audited(tmp_path, "--diff", "base", written(tmp_path, planted), "--json")
    assert ended.code == 1, ended
    changes = {kind["name"]: kind["change"] for kind in json.loads(ended.out)["kinds"] if kind["change"] != "same"}
    assert changes == {kind: change for kind, change, _ in planted.finds}


def test_how_many_faults_are_planted() -> None:
    assert len(FAULTY) + len(CHANGED) >= 20
    assert len(HARMLESS) >= 10


def test_a_witness_is_a_scenario_that_holds(tmp_path: Path) -> None:
    shutil.copytree(LANTERN, tmp_path / "lantern")
    rule = written(tmp_path / "lantern" / "house", LIT_SHRINES)
    words = (
        "--rulebook",
        tmp_path / "lantern",
        "--out",
        tmp_path / "found",
        "--scope",
        SMALL,
        "--house-rule",
        rule.name,
    )
    ended = drakdom("audit", "lantern", *words)
    assert ended.code == 1, ended
    assert "by HOUSE-LIT-SHRINES-001 and LD-07" in ended.out
    assert "since lit-shrines" in ended.out
    (file,) = (tmp_path / "found").iterdir()
    text = file.read_text(encoding="utf-8")
    assert "# [B2 floor Ada]--[C2 shrine   ]" in text or "# [B2 shrine   ]--[C2 floor Ada]" in text
    assert 'contradiction: "two_values(lantern(Ada))"' in text
    held = drakdom("check", file, "--rulebook", tmp_path / "lantern")
    assert held.code == 0, held
    (rule / "house.lp").write_text(LIT_AND_NO_GUST, encoding="utf-8")  # mended, the witness no longer holds
    assert drakdom("check", file, "--rulebook", tmp_path / "lantern").code == 1


LIT_AND_NO_GUST = """\
%# House rule: lit-shrines
%
% Reads:   gust/3
% Defines: event/2

event(rests(H), T) :- clause("HOUSE-LIT-SHRINES-001"), gust(H, _, T).
"""


def test_what_the_book_shows_as_well_does_not_count(tmp_path: Path) -> None:
    shutil.copytree(LANTERN, tmp_path / "lantern")
    law = tmp_path / "lantern" / "move.lp"
    law.write_text(law.read_text("utf-8").replace("option(H, rest, T) ", "option(H, sleep, T) "), encoding="utf-8")
    vocabulary = tmp_path / "lantern" / "rulebook.yaml"
    vocabulary.write_text(vocabulary.read_text("utf-8").replace('term: "rest"', 'term: "sleep"'), encoding="utf-8")
    words = ("--rulebook", tmp_path / "lantern", "--out", tmp_path / "found", "--scope", "size=1", "--json")
    by_itself = json.loads(drakdom("audit", "lantern", *words).out)
    assert ("gap", "standstill") not in said(by_itself)
    law.write_text(
        law.read_text("utf-8").replace(
            'option(H, sleep, T)        :- clause("LD-03")', 'idle(H, T) :- clause("LD-03")'
        ),
        "utf-8",
    )
    by_itself = json.loads(drakdom("audit", "lantern", *words).out)
    assert ("gap", "nobody_may(Ada)") in said(by_itself)
    ended = drakdom("audit", "lantern", *words[:-1], "--house-rule", written(tmp_path, HARMLESS[1]))
    assert "The rulebook shows" in ended.out
    assert "nobody" not in ended.out.lower()


# ---- bounds ----------------------------------------------------------------------------------------------------


def test_smallest_first_and_alike_ones_once() -> None:
    scope = Scope(LANTERN / "scope.lp", {"rooms": 1, "heroes": 2, "size": 3})
    situations = list(scope.situations(1000))
    # one room of three kinds; one hero with lantern and rope or not; or two, told apart by what they have alone
    alone = {1: 1, 2: 4, 3: 5}  # bare floor; + kind (2), lantern, rope; two of these
    company = {2: 1, 3: 4}  # the second hero counts one
    sizes = [entry.size for entry in situations]
    assert sizes == sorted(sizes)
    assert {size: sizes.count(size) for size in (1, 2, 3)} == {
        n: alone.get(n, 0) + company.get(n, 0) for n in (1, 2, 3)
    }


def test_a_scope_with_too_many_situations_is_cut() -> None:
    scope = Scope(LANTERN / "scope.lp", {"rooms": 2})
    situations = list(scope.situations(20))
    assert scope.cut == 2 or scope.cut == 3
    assert max(entry.size for entry in situations) == scope.cut


def test_minimal_sets_are_all_and_minimal() -> None:
    wanted = [{"a", "b"}, {"b", "c"}, {"d"}]
    cores, all_items = minimal_sets(lambda items: any(entry <= items for entry in wanted), frozenset("abcdefg"))
    assert all_items
    assert sorted(map(set, cores), key=sorted) == sorted(wanted, key=sorted)
    assert minimal_sets(lambda _: True, frozenset("ab")) == ((), True)  # it rests on no clause


def test_an_interrupted_audit_says_what_it_found(tmp_path: Path) -> None:
    book = load_rulebook(LANTERN)
    law, base = law_with(book, [str(written(tmp_path, LIT_SHRINES))]), law_with(book)

    def interrupt(done: int, total: int, subject: str) -> None:
        assert done < total
        if not subject.endswith(", 0 found"):
            raise KeyboardInterrupt

    report = audit(law, base, {"rooms": 2}, tmp_path, Effort(0, 1), interrupt)
    assert report.bound.stopped == "interrupted"
    assert 0 < report.bound.searched < report.bound.situations
    assert report.bound.complete is not None
    assert report.bound.complete < report.bound.largest
    assert [finding.kind for finding in report.findings if finding.kind == "conflict"] == ["conflict"]


def test_an_interrupt_ends_what_follows_the_search_as_well(tmp_path: Path) -> None:
    book, calls = load_rulebook(LANTERN), [0]
    law, base = law_with(book, [str(written(tmp_path, LIT_SHRINES))]), law_with(book)

    def interrupt(*_: object) -> None:
        calls[0] += 1
        raise KeyboardInterrupt

    report = audit(law, base, {"rooms": 2}, tmp_path, Effort(0, 1), interrupt)
    assert (calls, report.bound.stopped, report.unmended) == ([1], "interrupted", "")


@pytest.mark.medium
def test_an_interrupt_after_the_first_search_ends_the_audit_too(tmp_path: Path) -> None:
    book, is_searched = load_rulebook(LANTERN), [False]
    law, base = law_with(book, [str(written(tmp_path, LIT_SHRINES))]), law_with(book)

    def interrupt(done: int, total: int, _: str) -> None:
        if is_searched[0]:
            raise KeyboardInterrupt
        is_searched[0] = done == total

    report = audit(law, base, {"size": 2, "heroes": 1}, tmp_path, Effort(0, 1), interrupt)
    assert is_searched[0]
    assert (report.bound.searched, report.bound.stopped) == (report.bound.situations, "interrupted")
    assert (report.repair, report.unmended) == (None, "")


@pytest.mark.parametrize("words", [(), ("--diff", "base", "narrow-halls")])
def test_an_interrupt_has_its_own_exit_code(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("drakdom.cli.audit._bar", lambda: nullcontext(interrupt))
    ended = audited(tmp_path, *words)
    assert (ended.code, "It stopped early: interrupted." in ended.out) == (130, True)


@pytest.mark.slow
def test_what_was_not_searched_to_the_end_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That no clause is told to make no difference does not mean that all of them make one."""
    planted = next(entry for entry in FAULTY if entry.name == "ropes-for-all")
    words, idle = ("--house-rule", written(tmp_path, planted)), ("never matters", "clause(LD-06)")
    report = found(tmp_path, *words, scope=planted.scope)
    assert (report["idle_known"], idle in said(report)) == (True, True)
    monkeypatch.setattr(run, "SearchIdle", _too_much)
    report = found(tmp_path, *words, scope=planted.scope)
    assert (report["idle_known"], idle in said(report)) == (False, False)
    assert (
        "The search for clauses that make no difference was not completed"
        in audited(tmp_path, *words, scope=planted.scope).out
    )


def _too_much(*_: object) -> NoReturn:
    raise LimitError("the time is up")


def test_a_budget_that_is_spent_before_anything(tmp_path: Path) -> None:
    ended = audited(tmp_path, "--budget", "0.001s")
    assert (ended.code, ended.out) == (3, "")
    assert "nothing was searched" in ended.err


@pytest.mark.children
def test_what_still_runs_at_the_end_of_the_budget_is_ended() -> None:
    limits = Limits(seconds=0, clock=partial(next, count(0, 100)))
    assert list(run_each(lambda _: signal.pause(), 2, 2, limits, until=250)) == []


@pytest.mark.slow
def test_situations_that_are_too_large_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore, "MOST_NODES", 8)
    report = found(tmp_path, scope="size=3,heroes=1")
    bound = report["bound"]
    assert bound["too_large"] > 0
    assert bound["searched"] + bound["too_large"] == bound["situations"]
    assert bound["complete_to_size"] is None or bound["complete_to_size"] < bound["largest_size"]
    rule = written(tmp_path, next(entry for entry in FAULTY if entry.name == "brave"))
    never = found(tmp_path, "--house-rule", rule)[
        "findings"
    ]  # it never applies, but who knows in what was not searched
    assert never == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--scope", "roms=2"), "did you mean `rooms`"),
        (("--scope", "foo=2"), "unknown bound `foo`, known: `rooms`"),
        (("--scope", "rooms=2,rooms=3"), "duplicate bound `rooms` in the scope"),
        (("--out", __file__), "so no witnesses can be written into it"),
        (("--out", "a" * 300), "witnesses cannot be written: file name too long"),
        (("--diff", "base", "base", "--set", "most=2"), "sets a parameter of a house rule, but none is in force"),
        (("--scope", "rooms"), "is not a bound of a scope"),
        (("--scope", "rooms=-1"), "is not a bound of a scope"),
        (("--budget", "soon"), "is not a length of time"),
        (("--house-rule", "nowhere"), "there is no house rule `nowhere`"),
        (("--variant", "narrow-hall"), "did you mean `narrow-halls`"),
        (("--reading", "LD-07=all"), "unknown reading `all` of `LD-07`"),
    ],
)
def test_what_does_not_exist_is_named(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    ended = drakdom("audit", "lantern", *FOLDERS, "--out", tmp_path / "found", *words)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


def test_lengths_of_time_and_bounds() -> None:
    assert [read_seconds(text) for text in ("60s", "2m", "90", "0")] == [60, 120, 90, 0]
    assert read_bounds("rooms=4, heroes=2") == {"rooms": 4, "heroes": 2}
    assert read_bounds("") == {}


@pytest.mark.parametrize(
    ("scope", "message"),
    [
        ("#script (python) print(1) #end.", "is not allowed in law"),
        ("size(1) :- @boom().", "is not allowed in law"),
        ("says(place(p), room, floor).", "no `size(N)`"),
        ("size(1). says(place(1), room, floor) :- nothing(1).", "cannot be grounded"),
        ("size(1). :- size(1).", "holds no situation"),
        ('#include "nowhere.lp".\nsize(1).', "there is no file `nowhere.lp` to include"),
        ('#include "../pit.lp".\nsize(1).', "lies outside of the law's folder"),
        ('size(1). says(place("B2"), rom, floor).', "unknown field `rom` of a place"),
    ],
)
def test_a_scope_that_is_none(scope: str, message: str, tmp_path: Path) -> None:
    shutil.copytree(LANTERN, tmp_path / "lantern")
    (tmp_path / "lantern" / "scope.lp").write_text(scope, encoding="utf-8")
    ended = drakdom("audit", "lantern", "--rulebook", tmp_path / "lantern", "--out", tmp_path / "found")
    assert (ended.code, ended.out) == (2, ""), ended
    assert message in ended.err


def test_a_scope_of_several_files(tmp_path: Path) -> None:
    (tmp_path / "scope.lp").write_text('#include "scope_rest.lp".\n{ big }.\nsize(1) :- not big.\n', encoding="utf-8")
    (tmp_path / "scope_rest.lp").write_text("size(2) :- big.\nsays(play, entries, 1).\n", encoding="utf-8")
    assert [situation.size for situation in Scope(tmp_path / "scope.lp", {}).situations(10)] == [1, 2]


def test_a_rulebook_without_a_scope(tmp_path: Path) -> None:
    shutil.copytree(LANTERN, tmp_path / "lantern")
    (tmp_path / "lantern" / "scope.lp").unlink()
    ended = drakdom("audit", "lantern", "--rulebook", tmp_path / "lantern")
    assert ended.code == 2
    assert "has no `scope.lp`" in ended.err


@pytest.mark.slow
def test_markdown(tmp_path: Path) -> None:
    ended = audited(tmp_path, "--format", "md", "--house-rule", written(tmp_path, LIT_SHRINES))
    assert ended.code == 1
    assert ended.out.startswith("# Audit of Lantern Deep with lit-shrines\n")
    assert "## Conflicts" in ended.out
    pictures = re.findall(r"!\[the board of this situation\]\((.*\.svg)\)", ended.out)
    assert pictures
    assert all(fromstring(Path(picture).read_text("utf-8")).tag.endswith("svg") for picture in pictures)


def test_a_hostile_house_rule_is_refused(tmp_path: Path) -> None:
    rule = house_rule(
        tmp_path,
        "evil",
        "title: x\nintent: y.\nbase: lantern\nclauses:\n- {id: HOUSE-EVIL-001, kind: outcome, text: z.}\n",
        "#script (lua) #end.",
    )
    ended = audited(tmp_path, "--house-rule", rule)
    assert ended.code == 2
