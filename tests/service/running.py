"""A running service, and requests to it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.cli.drakdom import ROOT

PATIENCE = 60.0
"""Seconds after which a job that has no answer fails a test."""
SECONDS = re.compile(r'"seconds": [0-9.e-]+')


class Reply(NamedTuple):
    """A response: its status, its headers and its text."""

    status: int
    headers: dict[str, str]
    text: str


Answer = TypeVar("Answer")


class Service:
    """`drakdom serve` on a free port with a database in a folder, as a process."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.words = ["serve", "--port", "0", "--db", f"sqlite:///{folder / 'jobs.sqlite'}", *words]
        self.log = folder / "log.txt"

    def __enter__(self) -> Service:
        self.out: IO[bytes] = self.log.open("wb")
        command = [sys.executable, "-m", "drakdom", *self.words]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=self.out, stderr=self.out)
        until = time.monotonic() + PATIENCE
        while not (address := re.search(r"serving (\S+);", self.log.read_text(encoding="utf-8"))):
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
            assert time.monotonic() < until, "the service does not start"
            time.sleep(0.05)
        self.address = address[1]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        self.out.close()

    def request(self, path: str, body: object = None, method: str | None = None, **headers: str) -> Reply:
        """Return the response to one request; `body` becomes JSON unless it is bytes."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} | {k.replace("_", "-"): v for k, v in headers.items()}
        try:
            with urlopen(Request(self.address + path, data, headers, method=method), timeout=PATIENCE) as reply:
                return Reply(reply.status, {k.lower(): v for k, v in reply.headers.items()}, reply.read().decode())
        except HTTPError as error:
            with error:
                return Reply(error.code, {k.lower(): v for k, v in error.headers.items()}, error.read().decode())

    def ask(self, kind: str, scenario: str, **arguments: object) -> Reply:
        """Return the answer to a question, after as many requests as it takes."""
        return self.wait(self.request(f"/api/{kind}", {"scenario": scenario, **arguments}))

    def wait(self, reply: Reply) -> Reply:
        """Return the answer of the job that a response names."""
        until = time.monotonic() + PATIENCE
        while reply.status == 202:
            assert time.monotonic() < until, reply
            time.sleep(0.1)
            reply = self.request(reply.headers.get("location") or f"/api/jobs/{json.loads(reply.text)['id']}")
        return reply

    def child(self, module: str) -> int:
        """Return the number of the process that runs a module of the service."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
            for number in children.split():
                if f"drakdom.service.{module}".encode() in Path(f"/proc/{number}/cmdline").read_bytes():
                    return int(number)
            time.sleep(0.05)
        raise AssertionError(f"no process runs {module}")


def eventually(ask: Callable[[], Answer], holds: Callable[[Answer], bool]) -> Answer:
    """Ask again until an answer holds; the service uses what it knows of a law for a second."""
    until = time.monotonic() + PATIENCE
    while not holds(answer := ask()):
        assert time.monotonic() < until, answer
        time.sleep(0.1)
    return answer


def timeless(text: str) -> str:
    """Return a JSON text without the seconds that a ruling took."""
    return SECONDS.sub('"seconds": 0', text)
