"""A Dask cluster on this machine, as users start one: a scheduler and workers, each a process of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.drakdom import ROOT
from tests.waiting import until

needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="the extra `cluster` is not installed")
"""Seconds after which a state that should come about has not."""


class Cluster:
    """A scheduler and its workers. `file` is the scheduler's file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "scheduler.json"
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start_scheduler(self) -> None:
        """Start the scheduler, on a port that is free."""
        self.file.unlink(missing_ok=True)
        words = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", self.file]
        self._start("scheduler", *words)
        until(lambda: bool(self.file.is_file() and self.file.read_text()), "the scheduler has no file")

    @property
    def address(self) -> str:
        """The address of the scheduler."""
        return str(json.loads(self.file.read_text())["address"])

    def start_worker(self, name: str, threads: int = 1, **env: str) -> None:
        """Start a worker."""
        words = ["worker", "--scheduler-file", self.file, "--nthreads", threads, "--name", name, "--no-dashboard"]
        self._start(name, *words, "--local-directory", self.folder / name, **env)

    def kill(self, name: str) -> None:
        """Kill a process and all that it started, but for courts, which are in sessions of their own."""
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def end(self) -> None:
        """Kill all processes."""
        for name in [*self.processes]:
            self.kill(name)

    def _start(self, name: str, *words: object, **env: str) -> None:
        command = [sys.executable, "-m", "dask", *map(str, words)]
        environment = os.environ | {"PYTHONPATH": str(ROOT)} | env  # courts may be asked for jobs of tests
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command,
                cwd=ROOT,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env=environment,
            )


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """Provide a cluster with some workers, `w0`, `w1` and so on."""
    dask = Cluster(folder)
    try:
        dask.start_scheduler()
        for number in range(workers):
            dask.start_worker(f"w{number}")
        yield dask
    finally:
        dask.end()


def courts(mark: str) -> list[int]:
    """Return the processes of courts, and of their children, whose environment has the variable DRAKDOM_MARK so."""
    numbers = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command, env = (folder / "cmdline").read_bytes(), (folder / "environ").read_bytes()
        except OSError:
            continue
        if b"drakdom.cluster.court" in command and f"DRAKDOM_MARK={mark}".encode() in env.split(b"\0"):
            numbers.append(int(folder.name))
    return numbers
