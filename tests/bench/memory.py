"""How much memory a dispute takes in which much is open."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Six open checks and the dice of six falls, all at the same moment.
OPEN = ROOT / "scenarios/drakborgen-atervackt/trap/six_trapdoors_at_once.yaml"
#: What a dispute like that may take, in megabytes.
MOST = 500
# Of the processes that a small one starts the largest: one that a large process starts would seem as large as that.
_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
_UNIT = 1 if sys.platform == "darwin" else 1024


def peak(*words: str | Path) -> float:
    """The most megabytes that any process of one command takes."""
    command = [sys.executable, "-m", "drakdom", *map(str, words)]
    ended = subprocess.run(
        [sys.executable, "-c", _PEAK, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    return int(ended.stdout) * _UNIT / 2**20


def memory() -> Iterator[str]:
    """A line for each command that looks at everything that is open."""
    for command in ("rule", "odds"):
        yield f"{f'peak memory, {command} {OPEN.stem}':40} {peak(command, OPEN):6.0f} MB (at most {MOST})"
