"""A PostgreSQL server of the tests: its own data folder, reached through a socket in it, and through nothing else."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OWNER = "postgres"
"""The user who runs the server if the tests are run by root, whom it refuses."""
PATIENCE = 120.0


def missing() -> str:
    """Return the reason why there is no server; empty if one can be started."""
    if importlib.util.find_spec("psycopg") is None:
        return "the extra `postgres` is not installed"
    return "" if _programs() else "PostgreSQL is not installed"


def _programs() -> Path | None:
    """Return the folder with the programs of the server: the newest of Debian's, or where `initdb` is found."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda place: int(place.parts[-3]))
    beside = shutil.which("initdb")
    found_at = places[-1] if places else Path(beside) if beside else None
    return found_at.parent if found_at else None


class Server:
    """A server in a folder, which can be ended and started again."""

    def __init__(self, folder: Path) -> None:
        programs = _programs()
        assert programs
        self.programs, self.folder, self.data = programs, folder, folder / "data"
        self.url = f"postgresql+psycopg://drakdom@/postgres?host={folder}"
        user = OWNER if os.getuid() == 0 else None
        if user:
            shutil.chown(folder, user)
        self.log = (folder / "log.txt").open("wb")
        self.common: dict[str, Any] = {"stdout": self.log, "stderr": self.log, "cwd": folder}
        self.common |= {"user": user} if user else {}
        initdb: list[str | Path] = [
            programs / "initdb",
            "-D",
            self.data,
            "-A",
            "trust",
            "-U",
            "drakdom",
            "-E",
            "UTF8",
            "--no-locale",
            "-N",
        ]
        subprocess.run(initdb, check=True, **self.common)
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={self.folder}"]
        self.process = subprocess.Popen([self.programs / "postgres", "-D", self.data, *options], **self.common)
        until = time.monotonic() + PATIENCE
        while subprocess.run([self.programs / "pg_isready", "-q", "-h", self.folder], check=False).returncode:
            assert self.process.poll() is None, (self.folder / "log.txt").read_text(encoding="utf-8")
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.1)

    def end(self, number: signal.Signals = signal.SIGINT) -> None:
        """End the server and its connections; SIGQUIT ends it without a word."""
        self.process.send_signal(number)
        self.process.wait(PATIENCE)


@contextmanager
def running() -> Iterator[Server]:
    """Run a server with an empty database."""
    with tempfile.TemporaryDirectory(prefix="pg") as top:  # a short path: that of a socket has at most 107 characters
        server = Server(Path(top))
        try:
            yield server
        finally:
            server.end()
            server.log.close()


@contextmanager
def server() -> Iterator[str]:
    """Run a server with an empty database, and yield its URL."""
    with running() as own:
        yield own.url
