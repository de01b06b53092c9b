"""The first process of the service: it opens the socket, starts the web process and the court, and restarts them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import uuid4

from drakdom.errors import BugError, InputError
from drakdom.service.clients import read_rate
from drakdom.service.database import migrate, open_database
from drakdom.service.log import log
from drakdom.service.settings import Settings

LOOK = 0.2
"""Seconds between two looks at the processes."""
EARLY, MOST_EARLY = 5.0, 5
"""A process that ends within these seconds of its start ended early; after so many of these ends, the service ends. A
process that is killed did not end by itself."""
GRACE = 10.0
"""Seconds that a process has to end by itself."""


@dataclass
class Kept:
    """A process that is started again when it ends."""

    name: str
    command: list[str]
    pipes: tuple[int, ...]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0
    early: int = field(default=0)

    def look(self) -> None:
        """Start the process if it does not run. Raises BugError if it always ends early."""
        if self.process is not None and self.process.poll() is None:
            return
        if self.process is not None:
            is_early = time.monotonic() - self.started < EARLY and self.process.returncode != -signal.SIGKILL
            self.early = self.early + 1 if is_early else 0
            log("serve", f"the {self.name} process ended ({self.process.returncode}), starting it")
        if self.early >= MOST_EARLY:
            raise BugError(f"the {self.name} process ended {self.early} times within {EARLY:g} seconds of its start")
        self.started = time.monotonic()
        self.process = subprocess.Popen(self.command, pass_fds=self.pipes, stdin=subprocess.DEVNULL)

    def end(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(GRACE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until this process is ended. `ready` is called with the address once requests are accepted.

    Raises InputError if the database or the address cannot be used.
    """
    read_rate(settings.rate)
    migrate(open_database(settings.db))
    listener = _listen(settings)
    wake, waker = os.pipe()
    for pipe in (wake, waker):
        os.set_blocking(pipe, False)
    python, text = [sys.executable, "-m"], settings.to_text()
    court = Kept("court", [*python, "drakdom.service.court", text, uuid4().hex, str(wake)], (wake,))
    numbers = listener.fileno(), waker
    web = Kept("web", [*python, "drakdom.service.web", text, *map(str, numbers)], numbers)
    try:
        host, port = listener.getsockname()[:2]
        court.look()
        web.look()
        ready(f"http://{f'[{host}]' if ':' in host else host}:{port}")
        while True:
            time.sleep(LOOK)
            court.look()
            web.look()
    finally:
        web.end()
        court.end()
        listener.close()


def _listen(settings: Settings) -> socket.socket:
    """Open the socket. Raises InputError if it cannot be opened."""
    listener = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(512)
    except OSError as error:
        if listener is not None:
            listener.close()
        message = f"`{settings.host}:{settings.port}` cannot be served: {(error.strerror or str(error)).lower()}"
        raise InputError.single(message, help="choose another `--port` or `--host`") from None
    return listener
