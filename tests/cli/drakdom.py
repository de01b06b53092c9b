"""Running `drakdom` on the ten-clause rulebook: in this process, or as people do."""

import os
import signal
import subprocess
import sys
from contextvars import copy_context
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from drakdom.cli.app import Commands, app

ROOT = Path(__file__).resolve().parents[2]
RULEBOOKS = ROOT / "tests" / "rulebooks"
CASES = RULEBOOKS / "lantern" / "scenarios"
PIT = CASES / "two-walk-into-the-pit-room.yaml"
GUST = CASES / "a-gust-in-company.yaml"
FOLDERS = ("--rulebook", str(RULEBOOKS))
PLAIN = {"NO_COLOR": "1", "COLUMNS": "100", "DRAKDOM_DEBUG": None, "FORCE_COLOR": None}

GOOD = """\
title: One hero walks into the room with the pit
rulebook: lantern
board:
  places:
    B2: {room: floor, exits: [e]}
    C2: {room: pit}
figures:
  Ada: {kind: hero, at: B2, nerve: 4}
play:
  - {Ada: move e}
expect:
  - odds: {falls(Ada): 1/3}
    because: LD-05
"""

WALK = """\
title: Two walk into the room with the pit
rulebook: lantern
board:
  places:
    B2: {room: floor, exits: [e]}
    C2: {room: pit}
    D2: {room: floor, exits: [w]}
figures:
  Ada: {kind: hero, at: B2, nerve: 4}
  Bo: {kind: hero, at: D2, nerve: 2}
play:
  - {Ada: move e, Bo: move w}
"""


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """What it printed, line by line."""
        return self.out.splitlines()


def drakdom(*words: str | Path, text: str | bytes | None = None, **env: str) -> Ended:
    """Run a command in this process; `text` is its standard input."""
    runner, asked = CliRunner(env=PLAIN | env), [str(word) for word in words]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Commands, "get_command", lambda _, __, name: _command(name))
        patch.setattr("typer.testing._get_command", _whole)
        result = copy_context().run(runner.invoke, app, asked, input=text)  # the language that it speaks ends with it
    return Ended(result.exit_code, result.stdout, result.stderr)


_make, _whole = Commands.get_command, cache(get_command)


@cache
def _command(name: str) -> Any:
    """A command, made once: that takes as long as a small ruling."""
    return _make(_whole(app), None, name)  # type: ignore[arg-type]


def completed(words: str) -> Ended:
    """Let the program complete the last word of a line for Bash, in this process."""
    count = str(len(words.split()) - (not words.endswith(" ")))
    env = {"_DRAKDOM_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": count}
    result = CliRunner(env=PLAIN | env).invoke(app, prog_name="drakdom")
    return Ended(result.exit_code, result.stdout, result.stderr)


def interruptible() -> None:
    """Let an interrupt reach this process: one in the background of a script ignores it, and so do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def process(*words: str | Path, stdin: int = subprocess.DEVNULL, **env: str) -> subprocess.Popen[str]:
    """Start a command as a process of its own, which an interrupt reaches even if the tests run in the background."""
    return subprocess.Popen(
        [sys.executable, "-m", "drakdom", *map(str, words)],
        cwd=ROOT,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={k: v for k, v in os.environ.items() if k not in PLAIN} | {"NO_COLOR": "1"} | env,
        preexec_fn=interruptible,
    )


def written(folder: Path, text: str, name: str = "case.yaml") -> Path:
    """A scenario file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
