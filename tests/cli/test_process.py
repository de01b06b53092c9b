"""What only shows in a process of its own: pipes, signals, streams, completion."""

import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.memory import MOST, OPEN, peak
from tests.cli.drakdom import CASES, FOLDERS, GOOD, PIT, ROOT, RULEBOOKS, completed, process, written

BUFFERED = pytest.mark.parametrize(
    "buffered",
    [pytest.param({}, id="buffered"), pytest.param({"PYTHONUNBUFFERED": "1"}, id="unbuffered", marks=pytest.mark.slow)],
)


def test_output_and_errors_have_their_own_streams() -> None:
    out, err = process("rule", "nofile.yaml").communicate()
    assert (out, err) == ("", "nofile.yaml: no such file\n")


@pytest.mark.parametrize("words", [("rule", PIT), ("clauses", "lantern", "--full"), ("check", CASES, "--json")])
def test_a_closed_pipe_is_quiet(words: tuple[str, ...]) -> None:
    with process(*words, *FOLDERS) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.wait(timeout=60) == 141
        assert running.stderr.read() == ""


def is_reading(running: "subprocess.Popen[str]") -> None:
    """Return when a process reads its standard input: when there is room again in the full pipe to it."""
    assert running.stdin is not None
    pipe = running.stdin.fileno()
    os.set_blocking(pipe, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(pipe, b"# more\n" * 1000)
    assert select.select([], [pipe], [], 60)[1]


def test_an_interrupt_ends_everything() -> None:
    with process("rule", "-", *FOLDERS, stdin=subprocess.PIPE) as running:  # reading that never ends
        is_reading(running)
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=30) == 130
        assert running.stderr is not None
        assert "Traceback" not in running.stderr.read()


def ended(code: str) -> tuple[int, str, str]:
    """How Python ended that ran some code: its exit code, what it said, what it complained about."""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    return run.returncode, run.stdout, run.stderr


def test_an_interrupt_while_modules_are_loaded_is_quiet() -> None:
    code = (
        "import sys, drakdom.cli\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'drakdom.cli.app': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "drakdom.cli.main()\n"
    )
    assert ended(code) == (130, "", "")


def test_an_interrupt_that_python_cannot_raise_is_not_lost() -> None:
    code = (
        "import select, sys, drakdom.cli\n"
        "sys.unraisablehook = drakdom.cli.pass_on\n"
        "class Freed:\n"
        "    def __del__(self): raise KeyboardInterrupt\n"
        "freed = Freed()\n"
        "try:\n"
        "    del freed\n"
        "    select.select([], [], [], 20)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    assert ended(code) == (0, "interrupted\n", "")


def test_six_checks_and_two_rolls_open_take_little_memory() -> None:
    assert peak("odds", OPEN) < MOST


def test_a_terminal_that_knows_no_letters_but_ascii() -> None:
    out, err = process("explain", PIT, "falls(Ada)", *FOLDERS, PYTHONIOENCODING="ascii", PYTHONUTF8="0").communicate()
    assert err == ""
    assert "`- Ada falls into the pit" in out


def test_starting_loads_no_solver() -> None:
    code = "import sys, drakdom.cli.app; print([m for m in ('clingo', 'yaml', 'rich', 'networkx') if m in sys.modules])"
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("drakdom ru", "rule"),
        ("drakdom clauses drak", "drakborgen"),
        ("drakdom check --q", "--quiet"),
        ("drakdom rule --variant sama", "samarbete"),  # of all rulebooks
        (f"drakdom rule {PIT} --rulebook {RULEBOOKS} --variant na", "narrow-halls"),
        (f"drakdom compare {PIT} --rulebook {RULEBOOKS} --variant na", "narrow-halls"),
    ],
)
def test_completion(words: str, result: str) -> None:
    ended = completed(words)
    assert (ended.code, ended.err) == (0, "")
    assert result in ended.out


def test_optional_rules_of_another_rulebook_than_the_file_names_are_not_offered() -> None:
    words = f"drakdom rule {PIT} --rulebook {RULEBOOKS} --variant "
    count = str(len(words.split()))
    out, err = process(_DRAKDOM_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=count).communicate()
    assert (out.split(), err) == (["narrow-halls"], "")
    assert completed(words).out == out


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_long_run_shows_a_bar_on_a_terminal(env: dict[str, str], tmp_path: Path) -> None:
    for number in range(25):
        written(tmp_path, GOOD, f"{number}.yaml")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "drakdom", "check", str(tmp_path), *FOLDERS]
    around = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm", "COLUMNS": "80"} | env
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs, env=around) as running:
        os.close(theirs)
        assert running.stdout is not None
        page = running.stdout.read()
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # the other end is closed
            pass
        os.close(ours)
    if env:
        assert shown == b""
    else:
        assert b"checking" in shown
    assert b"checking" not in page
    assert b"25 passed" in page


def test_completion_can_be_shown() -> None:
    """For a shell that is named: which one the tests were started from is no matter."""
    out, _ = process("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1").communicate()
    assert "drakdom" in out


def test_python_m_drakdom_is_drakdom() -> None:
    out, _ = process("--help").communicate()
    assert out.startswith("Usage: drakdom ")
    out, _ = process("check", CASES, *FOLDERS).communicate()
    assert out.endswith(" s\n")


def test_a_request_to_end_ends_the_children_too() -> None:
    with process("rule", "-", *FOLDERS, stdin=subprocess.PIPE) as running:  # reading that never ends
        is_reading(running)
        running.send_signal(signal.SIGTERM)
        out, err = running.communicate(timeout=20)  # a child that lives on would hold the streams open
        assert (running.returncode, out, err) == (143, "", "")


@pytest.mark.parametrize(
    ("end", "text"),
    [
        ("- <&-", "<stdin>: standard input is closed\n"),
        ("nofile 2> /dev/full", ""),
        ("nofile --nonsense 2> /dev/full", ""),
    ],
)
@BUFFERED
def test_streams_that_are_closed_or_full(end: str, text: str, buffered: dict[str, str]) -> None:
    ended = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m drakdom rule {end}'],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"} | buffered,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", text)


CLOSED, FULL = "standard output is closed", "No space left on device"


@pytest.mark.parametrize(
    "words",
    [
        'rule "$0" --rulebook "$1"',
        "rule nofile --json",
        "--help",
        *(pytest.param(words, marks=pytest.mark.medium) for words in ("--version", "lint --help")),
    ],
)
@pytest.mark.parametrize(("end", "why"), [(">&-", CLOSED), ("> /dev/full", FULL)], ids=["closed", "full"])
@BUFFERED
def test_output_that_cannot_be_written(words: str, end: str, why: str, buffered: dict[str, str]) -> None:
    command = f'"{sys.executable}" -m drakdom {words} {end}'
    ended = subprocess.run(
        ["/bin/sh", "-c", command, str(PIT), FOLDERS[1]],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"} | buffered,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"the output cannot be written: {why}\n"


def test_neither_output_nor_errors_can_be_written() -> None:
    for end in (">&- 2>&-", "> /dev/full 2>&1"):
        assert (
            subprocess.run(["/bin/sh", "-c", f'"{sys.executable}" -m drakdom rulebooks {end}'], cwd=ROOT).returncode
            == 2
        )
