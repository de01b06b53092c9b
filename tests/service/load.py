"""Figures of the service under load: `python -m tests.service.load [PART]...`.

`known` questions from five clients, a `crowd` of two hundred that asks known and new questions, `new` questions faster
than they can be ruled on, house rules that are `bombs` of one client, or of a `network` of a hundred, beside honest
questions, `links` by `wrk` where it is installed, and `kills` of processes while questions come in. `/health` is asked
throughout.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.cli.drakdom import PIT, RULEBOOKS
from tests.cli.house import LAW, SPEC
from tests.service import postgres
from tests.service.running import Reply, Service

TEXT = PIT.read_text(encoding="utf-8")
CLIENTS, EACH, NEW, KILLS, BOMBS = 5, 100, 60, 100, 300
BOMB = LAW.replace("N <= N'.", "N <= N', bomb(_, _, _).") + "n(0..9999).\nbomb(A, B, C) :- n(A), n(B), n(C).\n"
HOUSE = {"house.yaml": f"name: soft-pits\n{SPEC}", "house.lp": BOMB}
CROWD, QUESTIONS, PAUSE, KNOWN, NEW_SHARE = 200, 8, 5.0, 20, 0.2
"""Clients, the questions of each, the seconds between two, the number of known questions, and the share of new ones."""
ACCEPTED = 202
SECONDS = "5"
"""The limit of a ruling, if none is named."""


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
        self.note(kind, time.monotonic() - started, reply.status if reply else "broken")
        return reply

    def note(self, kind: str, seconds: float, status: object) -> None:
        """Note the time of a request and how it ended."""
        self.times.setdefault(kind, []).append(seconds)
        self.statuses.setdefault(kind, Counter())[status] += 1

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


def crowd(service: Service) -> str:
    """Let two hundred clients ask now and then: four of five questions are known. No accepted job may be lost."""
    asked, chance, accepted = Asked(service), random.Random(1), list[Reply]()
    for number in range(KNOWN):
        service.wait(service.request("/api/rule", noted(f"known {number}")))
    plan = [[chance.random() < NEW_SHARE for _ in range(QUESTIONS)] for _ in range(CROWD)]
    address = service.address.removeprefix("http://")

    def client(number: int) -> None:
        pauses = random.Random(number)
        for question, is_new in enumerate(plan[number]):
            time.sleep(pauses.uniform(0, 2 * PAUSE))
            words = f"new {number} {question}" if is_new else f"known {(number + question) % KNOWN}"
            started, kind = time.monotonic(), "new" if is_new else "known"
            try:
                line = HTTPConnection(
                    address, timeout=60, source_address=(f"127.{number // 8 + 2}.0.{number % 8 + 1}", 0)
                )
                line.request("POST", "/api/rule", json.dumps(noted(words)), {"Content-Type": "application/json"})
                reply = line.getresponse()
                status, text = reply.status, reply.read().decode()
                line.close()
            except (OSError, HTTPException):
                status, text = 0, ""
            asked.note(kind, time.monotonic() - started, status or "broken")
            if status == ACCEPTED:
                accepted.append(Reply(status, {}, text))

    seconds = beside(asked, lambda: at_once(client, CROWD, PAUSE / CROWD))
    ends = Counter(waited(service, reply, 0)[1] for reply in accepted)
    rate = CROWD * QUESTIONS / seconds
    lost = f"{len(accepted)} jobs accepted, ended with {dict(ends)}"
    return f"{CROWD} clients, {rate:.0f} questions a second: {lost}\n{asked.told()}"


def void(_: object) -> None:
    """Ignore a value."""


def killed(service: Service) -> str:
    """Kill processes at random while questions come in; every accepted job must be answered."""
    asked, accepted, chance = Asked(service), list[Reply](), random.Random(1)
    for number in range(KILLS):
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
    return f"{KILLS} kills: {len(accepted)} jobs accepted, ended with {dict(ends)} {dict(kinds)}\n{asked.told()}"


def bombs(service: Service, clients: int = 1) -> str:
    """Ask to rule with a house rule that grounds without end, ten times a second, from clients of one network."""
    before, asked, honest = memory(service), Asked(service), Asked(service)
    ends: Counter[int] = Counter()

    def bomb(number: int) -> None:
        source = (f"127.1.0.{number % clients + 1}", 0)
        address = service.address.removeprefix("http://")
        body = json.dumps(noted(f"bomb {number}") | {"house_law": HOUSE})
        with contextlib.suppress(OSError, HTTPException):
            line = HTTPConnection(address, timeout=60, source_address=source)
            line.request("POST", "/api/rule", body, {"Content-Type": "application/json"})
            ends[line.getresponse().status] += 1
            line.close()

    def work() -> None:
        thrower = threading.Thread(target=at_once, args=(bomb, BOMBS, 0.1))
        thrower.start()
        number = 0
        while thrower.is_alive():
            number += 1
            started = time.monotonic()
            reply = honest.ask("accepted", "/api/rule", noted(f"honest {number}"))
            if reply and reply.status in (200, 202):
                honest.note("honest", *waited(service, reply, started))
            time.sleep(1)
        thrower.join()

    seconds = beside(asked, work)
    time.sleep(2)
    reported = f"{asked.told()}\n{honest.told()}"
    grown = f"memory of web and court {before} kB before, {memory(service)} kB after"
    return f"{BOMBS} bombs in {seconds:.0f} s: {dict(ends)}, {grown}\n{reported}"


def waited(service: Service, reply: Reply, started: float) -> tuple[float, object]:
    """Return the seconds until the answer of a job, and its status; or that there was none for a long time."""
    try:
        status: object = service.wait(reply).status
    except AssertionError:
        status = "none"
    return time.monotonic() - started, status


def network(service: Service) -> str:
    """Let a hundred clients of one network throw the bombs."""
    return bombs(service, 100)


def memory(service: Service) -> list[int]:
    """Return the resident memory of the web process and of the court, in kB."""
    sizes = []
    for module in ("web", "court"):
        status = Path(f"/proc/{service.child(module)}/status").read_text(encoding="ascii")
        sizes.append(int(status.partition("VmRSS:")[2].split()[0]))
    return sizes


def links(service: Service) -> str:
    """Ask for one link as fast as `wrk` can."""
    body = {"scenario": TEXT}
    service.wait(service.request("/api/links", body))
    address = service.address + json.loads(service.request("/api/links", body).text)["address"]
    if not (wrk := shutil.which("wrk")):
        return "links: `wrk` is not installed"
    command = [wrk, "-t1", "-c8", "-d10s", "--latency", address]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    kept = [line.strip() for line in printed.splitlines() if re.search("99%|50%|Requests/sec|Non-2xx", line)]
    return f"links: {', '.join(kept)}"


PARTS: dict[str, Callable[[Service], str]] = {
    "known": known,
    "crowd": crowd,
    "new": new,
    "bombs": bombs,
    "network": network,
    "links": links,
    "kills": killed,
}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.service.load", description=main.__doc__)
    parser.add_argument("parts", nargs="*", default=[*PARTS], choices=[*PARTS, []], metavar="PART")
    parser.add_argument("--postgres", action="store_true", help="use a PostgreSQL server of its own, not SQLite")
    parser.add_argument("--timeout", default=SECONDS, help="the limit of a ruling, in seconds")
    parser.add_argument("--workers", default="2", help="the number of questions that are ruled on at once")
    arguments = parser.parse_args()
    words = ["--rulebook", str(RULEBOOKS), "--rate", "100000/minute", "--queue", "100", "--memory", "1000"]
    words += ["--timeout", arguments.timeout, "--workers", arguments.workers]
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        if arguments.postgres:
            words += ["--db", stack.enter_context(postgres.server())]
        service = stack.enter_context(Service(Path(folder), *words))
        service.request("/health")  # the web process is there
        for part in arguments.parts:
            sys.stdout.write(f"{PARTS[part](service)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
