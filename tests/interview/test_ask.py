"""`drakdom ask` at the door: scripts, files, limits and lines that nobody understands."""

from pathlib import Path

import pytest

from drakdom.interview.session import Session, standing
from tests.cli.drakdom import FOLDERS, drakdom, written
from tests.interview.told import LANTERN, read

OPEN = LANTERN / "a-free-choice-at-the-pit.yaml"
BARE = """\
# two comments
title: Does Ada fall?   # the dispute
rulebook: lantern
board:
  places:
    B2: {room: floor, exits: [e]}
    C2: {room: pit}
figures:
  Ada: {kind: hero, at: B2, nerve: 4}
"""


def asked(*words: str | Path, text: str | bytes) -> tuple[int, str, str]:
    ended = drakdom("ask", *words, *FOLDERS, text=text)
    assert "Traceback" not in ended.out + ended.err
    return ended.code, ended.out, ended.err


def test_a_script_is_asked_and_ruled(tmp_path: Path) -> None:
    file, out = written(tmp_path, BARE), tmp_path / "told.yaml"
    code, page, err = asked(file, "falls(Ada)", "--out", out, text="5\nmove e\n")
    assert (code, err) == (0, "")
    assert page.index("The T6 of Ada at the pit: what does it show?") < page.index("What does Ada choose?")
    assert "LD-05" in page
    assert "Ada falls into the pit [falls(Ada)]\n  yes" in page
    text = out.read_text(encoding="utf-8")
    assert text == BARE + "ask: [falls(Ada)]\nrolls: {pit Ada: 5}\nplay:\n  - {Ada: move e}\n"
    assert "\n  yes" in drakdom("rule", out, *FOLDERS).out


def test_no_file_is_written_over_unless_that_is_asked_for(tmp_path: Path) -> None:
    file = written(tmp_path, BARE)
    code, _, err = asked(file, "falls(Ada)", "--out", file, text="5\n")
    assert (code, file.read_text(encoding="utf-8")) == (2, BARE)
    assert "--force" in err
    assert asked(file, "falls(Ada)", "--out", file, "--force", text="5\n")[0] == 0
    assert file.read_text(encoding="utf-8").startswith("# two comments\n")


def test_the_end_of_input_rules_on_what_is_known() -> None:
    code, page, _ = asked(OPEN, "falls(Ada)", text="")
    assert code == 0
    assert "0 to 1/3 (33 %)" in page.rpartition("[falls(Ada)]")[2]


def test_answers_come_from_a_file_as_well(tmp_path: Path) -> None:
    answers = tmp_path / "answers.txt"
    answers.write_text("6\r\n-\r\n", encoding="utf-8")
    code, page, _ = asked(OPEN, "falls(Ada)", "--answers", answers, text="")
    assert (code, "Nothing else that is open" in page) == (0, True)
    assert drakdom("ask", OPEN, "--answers", tmp_path / "none.txt", *FOLDERS).code == 2
    assert "standard input" in drakdom("ask", "-", *FOLDERS, text=BARE).err


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("move ee", "no answer here"),
        ("\x00\x1b[31m", "no answer here"),
        ("9" * 5000, "no answer here"),
        ("change", "there is no answer"),
        ("change 0 5", "there is no answer"),
        ("change ²  5", "there is no answer"),
        ("undoo", "`undo`"),
        ("undo", "no answer has been given"),
        ("", "type an answer"),
    ],
)
def test_a_line_that_is_not_understood_is_answered_and_counted(line: str, reply: str) -> None:
    code, page, _ = asked(OPEN, "falls(Ada)", text=f"{line}\n")
    assert reply in page
    assert code == 2


def test_bytes_that_are_no_text_are_no_answer() -> None:
    assert asked(OPEN, "falls(Ada)", text=b"\xff\xfe\x80\n5\n")[0] == 2


def test_commands_change_list_and_show() -> None:
    lines = "5\nmove e\nlist\nchange 1 1\nlist\nundo\nshow\n?\nrule\n:quit\n"
    code, page, _ = asked(OPEN, "falls(Ada)", text=lines)
    assert code == 0
    for words in (
        "1  the T6 of Ada at the pit: 5",
        "1  the T6 of Ada at the pit: 1",
        "rolls: {pit Ada: 1}",
        "change N",
    ):
        assert words in page


def test_an_answer_that_does_not_come_up_is_shown_as_such() -> None:
    page = asked(OPEN, "falls(Ada)", text="5\nrest\nlist\n")[1]
    assert "1  the T6 of Ada at the pit: 5 (kept; it does not come up now)" in page


def test_from_nothing(tmp_path: Path) -> None:
    out = tmp_path / "new.yaml"
    board = ["lantrn", "lantern", "[fA]-[p ]", "", "room: floor", "Ada", "room: pit"]
    lines = [*board, "kind: hero, nerve: 4", "", "1", "?", "falls(Ada)", "6", "move e"]
    code, page, _ = asked("--out", out, text="\n".join(lines))
    assert code == 2  # `lantrn` was not understood
    assert "did you mean `lantern`" in page
    assert "\n  yes" in drakdom("rule", out, *FOLDERS).out


def test_the_rest_of_a_line_that_is_too_long_is_no_answer() -> None:
    assert asked(OPEN, "falls(Ada)", text="9" * 20_000 + "\n5\n")[1].count("no answer here") == 1


def test_a_language_that_the_game_does_not_have_is_refused_with_the_game() -> None:
    page = asked("--lang", "svenska", text="lantern\n")[1]
    assert "Lantern Deep has no sentences in `svenska`" in page
    assert "Ada" not in page


def test_from_nothing_to_nothing(tmp_path: Path) -> None:
    out = tmp_path / "new.yaml"
    code, _, err = asked("--out", out, text="lantern\n")
    assert code == 2
    assert "before there is anything to rule on" in err
    assert out.read_text(encoding="utf-8") == "rulebook: lantern\n"


def test_an_interrupt_keeps_what_was_said_of_a_new_scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["lantern", "[fA]-[p ]", "", "room: floor"])

    def given(*_: object, **__: object) -> str:
        if (line := next(lines, None)) is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr("drakdom.cli.answers.Answers.next", given)
    assert asked("--out", tmp_path / "new.yaml", text="")[0] == 130
    assert "room: floor" in (tmp_path / "new.yaml").read_text(encoding="utf-8")


def test_a_faulty_file_or_claim_is_refused_at_once(tmp_path: Path) -> None:
    assert asked(OPEN, "fals(Ada)", text="")[2] == "claim:1:1: unknown event `fals`, did you mean `falls`?\n"
    assert "asks nothing" in asked(written(tmp_path, BARE), text="")[2]
    assert asked(tmp_path / "none.yaml", text="")[0] == 2
    matrix = written(tmp_path, BARE + "matrix: {variants: [none, [narrow-halls]]}\n", "matrix.yaml")
    assert "an interview has one" in asked(matrix, "falls(Ada)", text="")[2]


def test_where_too_much_is_open_the_order_of_play_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drakdom.value.open_points.MOST_WORK", 0)
    code, page, _ = asked(OPEN, "falls(Ada)", text="move e\n6\n")
    assert code == 0
    assert page.index("What does Ada choose?") < page.index("The T6 of Ada at the pit: what does it show?")
    assert "the questions come in the order of play, without odds" in page.replace("\n", " ")


def test_the_order_of_play_names_clauses_too() -> None:
    session = Session((LANTERN / "two-walk-into-the-pit-room.yaml").read_text(encoding="utf-8"))
    now = standing(session, read, plain=True)
    assert now.question is not None
    assert now.question.subject.path == ("pit Ada",)
    assert now.question.clauses[0] == "LD-05"
    assert not now.question.weighed


@pytest.mark.slow
def test_it_speaks_swedish() -> None:
    file = "scenarios/drakborgen-atervackt/obstacle/across-the-bridge.yaml"
    page = drakdom("ask", file, "falls(Sigeir)", "--lang", "sv", text="?\n").out
    assert "vad visar det?" in page
    assert "lämna det öppet" in page
    assert "leave it open" not in page
