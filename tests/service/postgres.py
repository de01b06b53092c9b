"""A PostgreSQL server of the tests: its own data folder, reached through a socket in it, and through nothing else."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


@contextmanager
def server() -> Iterator[str]:
    """Run a server with an empty database, and yield its URL."""
    programs = _programs()
    assert programs
    with tempfile.TemporaryDirectory(prefix="pg") as top:  # a short path: that of a socket has at most 107 characters
        folder, user = Path(top), OWNER if os.getuid() == 0 else None
        if user:
            shutil.chown(folder, user)
        more: dict[str, str] = {"user": user} if user else {}
        data = folder / "data"
        log = (folder / "log.txt").open("wb")
        common = {"stdout": log, "stderr": log, "cwd": folder, **more}
        initdb = [programs / "initdb", "-D", data, "-A", "trust", "-U", "drakdom", "-E", "UTF8", "--no-locale", "-N"]
        subprocess.run(initdb, check=True, **common)  # type: ignore[call-overload]
        options = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}"]
        process = subprocess.Popen([programs / "postgres", "-D", data, *options], **common)  # type: ignore[call-overload]
        try:
            until = time.monotonic() + PATIENCE
            while subprocess.run([programs / "pg_isready", "-q", "-h", folder], check=False).returncode:
                assert process.poll() is None, (folder / "log.txt").read_text(encoding="utf-8")
                assert time.monotonic() < until, "the server does not start"
                time.sleep(0.1)
            yield f"postgresql+psycopg://drakdom@/postgres?host={folder}"
        finally:
            process.terminate()
            process.wait(PATIENCE)
            log.close()
