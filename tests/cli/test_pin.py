"""Pinning today's verdict."""

import json
import shutil
from pathlib import Path

import pytest

from drakdom.scenario import read_combinations_text
from drakdom.scenario.edits import Source
from drakdom.scenario.link import encoded
from drakdom.tools.pin import holds, pin
from tests.cli.drakdom import FOLDERS, GOOD, ROOT, RULEBOOKS, drakdom, written
from tests.cli.test_check import BOTH_WAYS
from tests.tiers import sampled

BARE = GOOD.partition("expect:")[0]
PINNED = """\
expect:
  - always: entered(Ada, C2)
    because: LD-02
  - always: tested(Ada)
    because: LD-05
  - odds: {falls(Ada): 1/3}
    because: LD-05
"""
"""Of LD-02 and LD-05, with nerve 4: what happens to who walks into the pit room."""


def test_all_that_happens_is_written_where_nothing_was_expected(tmp_path: Path) -> None:
    for ends in ("", "expect: []\n", "expect:\n"):
        file = written(tmp_path, BARE + ends)
        ended = drakdom("pin", file, *FOLDERS, "--yes")
        assert (ended.code, ended.err, file.read_text("utf-8")) == (0, "", BARE + PINNED)
        assert "+  - odds: {falls(Ada): 1/3}" in ended.lines
        assert drakdom("check", file, *FOLDERS).code == 0
        assert drakdom("pin", file, *FOLDERS).out == f"{file}: nothing to pin; every expectation holds\n"


def test_outcomes_after_the_answer_to_a_question_are_pinned_as_well(tmp_path: Path) -> None:
    file = written(tmp_path, BARE + "ask: [entered(Ada, C2)]\n")
    assert drakdom("pin", file, *FOLDERS, "--yes").code == 0
    assert file.read_text("utf-8").endswith(PINNED)


def test_nothing_is_written_unasked(tmp_path: Path) -> None:
    file = written(tmp_path, BARE)
    ended = drakdom("pin", file, *FOLDERS)
    assert (ended.code, file.read_text("utf-8")) == (1, BARE)
    assert ended.lines[0] == f"--- {file}"
    assert ended.lines[-1] == "nothing was written; write it with `--yes`"
    data = json.loads(drakdom("pin", file, *FOLDERS, "--json").out)
    assert (data["changed"], data["written"], data["text"]) == (True, False, BARE + PINNED)
    assert file.read_text("utf-8") == BARE


def test_lines_end_as_they_did(tmp_path: Path) -> None:
    for text, after in ((BARE, BARE + PINNED), (GOOD.replace("1/3", "1/2"), GOOD)):
        file = tmp_path / "case.yaml"
        file.write_bytes(text.replace("\n", "\r\n").encode())
        assert drakdom("pin", file, *FOLDERS, "--yes").code == 0
        assert file.read_bytes() == after.replace("\n", "\r\n").encode()


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file, link = written(tmp_path, BARE), tmp_path / "link.yaml"
    monkeypatch.setattr(Path, "replace", no_room)
    ended = drakdom("pin", file, *FOLDERS, "--yes")
    assert (ended.code, "cannot be written: no space left on device" in ended.err) == (2, True)
    assert file.read_text("utf-8") == BARE
    monkeypatch.undo()
    file.chmod(0o640)
    link.symlink_to(file)
    assert drakdom("pin", link, *FOLDERS, "--yes").code == 0
    assert (link.is_symlink(), file.read_text("utf-8"), file.stat().st_mode & 0o777) == (True, BARE + PINNED, 0o640)


def test_standard_input_is_printed_with_its_pins() -> None:
    ended = drakdom("pin", "-", *FOLDERS, text=BARE)
    assert (ended.code, ended.out) == (0, BARE + PINNED)


def test_the_scenario_of_a_link_is_printed_with_its_pins() -> None:
    for more in ((), ("--yes",)):
        ended = drakdom("pin", f"https://table.example/#{encoded(BARE)}", *more, *FOLDERS)
        assert (ended.code, ended.out) == (0, BARE + PINNED)


def test_what_no_longer_holds_is_renewed_and_nothing_else(tmp_path: Path) -> None:
    before = """\
expect:
  - never: tested(Ada)   # was so once
    because: [LD-06, LD-02]
  # a word on this one
  - {always: "entered(Ada, C2)"}
  - always: falls(Ada)
    not_because: [LD-05, LD-06]
  - gap: omen(gust)
"""
    after = """\
expect:
  - always: tested(Ada)
    because: LD-02
  # a word on this one
  - {always: "entered(Ada, C2)"}
  - odds: {falls(Ada): 1/3}
    not_because: LD-06
"""
    file = written(tmp_path, BARE + before.replace("omen(gust)", "_"))
    ended = drakdom("pin", file, *FOLDERS, "--yes")
    assert (ended.code, file.read_text("utf-8")) == (0, BARE + after), ended
    assert "no form of `gap: _` holds, so it is left out" in ended.err


def test_all_adds_what_nobody_expected_yet(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    assert drakdom("pin", file, *FOLDERS, "--all", "--reasons", "none", "--yes").code == 0
    added = "  - always:\n      - entered(Ada, C2)\n      - tested(Ada)\n"
    assert file.read_text("utf-8") == GOOD + added


def test_a_law_that_comes_to_the_same_for_another_reason_is_noticed(tmp_path: Path) -> None:
    """The throw at a pit would come of LD-02 itself: nothing else happens, and LD-05 decides nothing any more."""
    shutil.copytree(RULEBOOKS / "lantern", book := tmp_path / "lantern")
    file = written(tmp_path, BARE)
    assert drakdom("pin", file, "--rulebook", book, "--reasons", "all", "--yes").code == 0
    law = book / "pit.lp"
    law.write_text(law.read_text("utf-8").replace('clause("LD-05"), tries', 'clause("LD-02"), tries'), encoding="utf-8")
    ended = drakdom("check", file, "--rulebook", book)
    assert ended.code == 1
    assert ended.out.count("not decided by: LD-05") == 2


def test_a_matrix_pins_what_each_combination_comes_to(tmp_path: Path) -> None:
    head = BOTH_WAYS.partition("expect:")[0]
    file = written(tmp_path, head)
    assert drakdom("pin", file, *FOLDERS, "--reasons", "none", "--yes").code == 0
    pins = file.read_text("utf-8").removeprefix(head)
    assert "- always: goes_out(Bo)\n    when: {LD-07: room}\n" in pins
    assert "LD-07: drawer" not in pins  # what happens then happens under the other reading, too
    assert drakdom("check", file, *FOLDERS).code == 0


def test_the_condition_of_an_expectation_stays(tmp_path: Path) -> None:
    file = written(tmp_path, BOTH_WAYS.replace("never: goes_out(Bo)", "always: goes_out(Bo)"))
    assert drakdom("pin", file, *FOLDERS, "--yes").code == 0
    assert "  - never: goes_out(Bo)\n    when: {LD-07: drawer}\n  - {always" in file.read_text("utf-8")


def test_what_comes_out_differently_under_one_expectation_is_refused(tmp_path: Path) -> None:
    text = BOTH_WAYS.partition("  - {never")[0] + "  - never: goes_out(Bo)\n"
    file = written(tmp_path, text)
    ended = drakdom("pin", file, *FOLDERS, "--yes")
    assert (ended.code, file.read_text("utf-8")) == (2, text)
    assert ":16: this expectation gives different results under the combinations of the matrix" in ended.err
    assert "`when:`" in ended.err


def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    file = written(tmp_path, BARE)
    ended = drakdom("pin", file, *FOLDERS, "--reasons", "nearst")
    assert (ended.code, "did you mean `nearest`" in ended.err) == (2, True)
    assert drakdom("pin", tmp_path / "none.yaml").code == 2
    flow = written(
        tmp_path,
        GOOD.replace(
            "expect:\n  - odds: {falls(Ada): 1/3}\n    because: LD-05\n", "expect: [{odds: {falls(Ada): 1/2}}]\n"
        ),
    )
    ended = drakdom("pin", flow, *FOLDERS, "--yes")
    assert (ended.code, "in block style" in ended.err) == (2, True)


SHIPPED = (
    "dungeonquest-neuauflage/pit/luck-over-a-bottomless-pit",
    "drakborgen-atervackt/entry/two-heroes-one-trap-room",
    "drakborgen-atervackt/trap/two-explosions-in-one-round",
    "drakborgen-atervackt/house/a-portcullis-that-stays-up",
)


@pytest.mark.parametrize("name", sampled(SHIPPED, 4))
def test_what_is_pinned_holds_and_is_pinned_once(name: str) -> None:
    file = ROOT / "scenarios" / f"{name}.yaml"
    source = Source(file.read_text("utf-8"))
    expect = source.find("expect")
    assert expect is not None
    bare = source.apply([source.removed(expect)])

    def read(text: str) -> object:
        return read_combinations_text(text, str(file), folder=file.parent)

    pinned = pin(bare, read(bare), depth="all")  # type: ignore[arg-type]
    assert pinned.changed
    holds(read(pinned.text))  # type: ignore[arg-type]
    again = pin(pinned.text, read(pinned.text), depth="all", everything=True)  # type: ignore[arg-type]
    assert again.patch == ""
