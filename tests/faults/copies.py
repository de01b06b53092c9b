"""Copies of the checkout to try faults in, and commands run there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from drakdom.law.store import FOLDER

ROOT = Path(__file__).resolve().parents[2]
_FAILURE = re.compile(r"^(?:FAILED|ERROR|FAIL) +(\S+)|^(scenarios/\S+\.yaml)", re.MULTILINE)
#: Exit codes of pytest for a wrong command and for no test at all: neither notices a fault.
_NO_TEST = (4, 5)
_COMMIT = ("-c", "user.name=faults", "-c", "user.email=faults@example.org", "-c", "commit.gpgsign=false")


@dataclass(frozen=True)
class Ran:
    """The result of a command: failure or not, the first test that failed, and the time in seconds."""

    caught: bool
    by: str
    seconds: float


def copy_checkout(folder: Path) -> None:
    """Copy the tracked files, with their uncommitted changes, into a folder that is a git repository of one commit."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for schemas in ROOT.glob("asp/*/schema"):  # which `make install` writes and git does not keep
        shutil.copytree(schemas, folder / schemas.relative_to(ROOT))
    for arguments in (["init", "-q"], ["add", "-A"], [*_COMMIT, "commit", "-q", "--no-verify", "-m", "A copy"]):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def commit_all(folder: Path) -> None:
    """Commit what has changed in a copy."""
    subprocess.run(["git", *_COMMIT, "commit", "-q", "--no-verify", "-a", "-m", "A fault"], cwd=folder, check=True)


def environment(folder: Path) -> dict[str, str]:
    """Return the environment in which Python imports the copy's modules, with a cache beside the copy."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    cache = {FOLDER: str(folder.with_name(f"{folder.name}-cache"))}
    return {**os.environ, "PATH": path, "PYTHONPATH": str(folder / "checker"), "PYTHONDONTWRITEBYTECODE": "1", **cache}


def imported_from(folder: Path) -> Path:
    """Return the file that a process in the copy imports as the package."""
    command = [sys.executable, "-c", "import drakdom; print(drakdom.__file__)"]
    done = subprocess.run(
        command, cwd=folder, env=environment(folder), capture_output=True, text=True, check=True, timeout=120
    )
    return Path(done.stdout.strip()).resolve()


def run(command: str, folder: Path, timeout: float) -> Ran:
    """Run a command in a copy; `python` is this interpreter. A command out of time (seconds) catches nothing.

    Raises RuntimeError if the copy's package is not imported, or if pytest runs no test.
    """
    if not imported_from(folder).is_relative_to(folder.resolve()):
        raise RuntimeError(f"the package is not imported from {folder}; results would be those of the checkout")
    words = shlex.split(command)
    words[0] = sys.executable if words[0] == "python" else words[0]
    started = time.monotonic()
    process = subprocess.Popen(
        words,
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Ran(False, "out of time", round(time.monotonic() - started, 1))
    if process.returncode in _NO_TEST:
        raise RuntimeError(f"`{command}` runs no test: {_first_failure(process.returncode, output)}")
    seconds = round(time.monotonic() - started, 1)
    return Ran(process.returncode != 0, _first_failure(process.returncode, output), seconds)


def _first_failure(code: int, output: str) -> str:
    """Return the first test or scenario that failed, else the last line of the output."""
    if code == 0:
        return ""
    match = _FAILURE.search(output)
    if match:
        return match.group(1) or match.group(2)
    lines = output.strip().splitlines()
    return f"exit code {code}: {lines[-1][:100] if lines else 'no output'}"
