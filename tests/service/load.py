"""Figures of the service under load: `python -m tests.service.load [--kills N]`.

Known questions from five clients, new questions faster than they can be ruled on, and processes that are killed while
questions come in. `/health` is asked throughout.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path

from tests.cli.drakdom import PIT, RULEBOOKS
from tests.service import postgres
from tests.service.running import Reply, Service

TEXT = PIT.read_text(encoding="utf-8")
CLIENTS, EACH, NEW, KILLS = 5, 100, 60, 100


class Asked:
    """Times and statuses of requests, by the name of their kind."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.times: dict[str, list[float]] = {}
        self.statuses: dict[str, Counter[object]] = {}

    def ask(self, kind: str, path: str, body: object = None) -> Reply | None:
        """Send a request and note its time; return None if the connection broke."""
        started, reply = time.monotonic(), None
        with contextlib.suppress(OSError, HTTPException):
            reply = self.service.request(path, body)
        self.times.setdefault(kind, []).append(time.monotonic() - started)
        self.statuses.setdefault(kind, Counter())[reply.status if reply else "broken"] += 1
        return reply

    def told(self) -> str:
        """Return a line for each kind."""
        lines = []
        for kind, times in sorted(self.times.items()):
            ordered = sorted(times)
            p50, p95 = (ordered[int(len(ordered) * part)] * 1000 for part in (0.5, 0.95))
            spread = f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, most {ordered[-1] * 1000:.0f} ms"
            lines.append(f"  {kind}: {len(times)} requests, {spread}, {dict(self.statuses[kind])}")
        return "\n".join(lines)


def beside(asked: Asked, work: Callable[[], None]) -> float:
    """Do work while `/health` is asked ten times a second; return the seconds that it took."""
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.1):
            asked.ask("health", "/health")

    watcher, started = threading.Thread(target=watch), time.monotonic()
    watcher.start()
    work()
    seconds = time.monotonic() - started
    ended.set()
    watcher.join()
    return seconds


def at_once(work: Callable[[int], None], count: int, pause: float = 0) -> None:
    """Do work in threads, each started after a pause."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
        time.sleep(pause)
    for thread in threads:
        thread.join()


def noted(words: str) -> dict[str, str]:
    """Return a new question."""
    return {"scenario": f"{TEXT}note: {words}\n"}


def known(service: Service) -> str:
    """Ask a known question from several clients."""
    service.ask("rule", TEXT)
    asked = Asked(service)

    def client(_: int) -> None:
        for _ in range(EACH):
            asked.ask("known", "/api/rule", {"scenario": TEXT})

    seconds = beside(asked, lambda: at_once(client, CLIENTS))
    return f"known questions: {CLIENTS * EACH / seconds:.0f} a second\n{asked.told()}"


def new(service: Service) -> str:
    """Ask new questions faster than the court rules."""
    asked = Asked(service)
    beside(asked, lambda: at_once(lambda n: void(asked.ask("new", "/api/rule", noted(f"new {n}"))), NEW, 0.02))
    return f"new questions\n{asked.told()}"


def void(_: object) -> None:
    """Ignore a value."""


def killed(service: Service, kills: int) -> str:
    """Kill processes at random while questions come in; every accepted job must be answered."""
    asked, accepted, chance = Asked(service), list[Reply](), random.Random(1)
    for number in range(kills):
        reply = asked.ask("kills", "/api/rule", noted(f"kill {number}"))
        if reply and reply.status == 202:
            accepted.append(reply)
        kind = chance.choice(("court", "web", "child"))
        process = service.child("web" if kind == "web" else "court")
        if kind == "child":
            children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
            process = int(children[0]) if children else 0
        if process:
            os.kill(process, signal.SIGKILL)
        time.sleep(chance.uniform(0, 0.5))
    ends = Counter(service.wait(reply).status for reply in accepted)
    kinds = Counter(json.loads(service.wait(r).text)["schema"] for r in accepted)
    return f"{kills} kills: {len(accepted)} jobs accepted, ended with {dict(ends)} {dict(kinds)}\n{asked.told()}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.service.load", description=main.__doc__)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--postgres", action="store_true", help="use a PostgreSQL server of its own, not SQLite")
    arguments = parser.parse_args()
    kills = arguments.kills
    words = ["--rulebook", str(RULEBOOKS), "--rate", "100000/minute", "--queue", "1000"]
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        if arguments.postgres:
            words += ["--db", stack.enter_context(postgres.server())]
        service = stack.enter_context(Service(Path(folder), *words))
        for figures in (known(service), new(service), killed(service, kills)):
            sys.stdout.write(f"{figures}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
