"""Kill Drakdom at random moments and look for damage: `python -m tests.hostile.kills --kills 200`.

`check`, `coverage`, `audit` and `pin` are started with results, reports and witnesses to keep, and end by SIGKILL.
After each kill nothing of it runs on, the cache can be read and has every result that it had, and each file is whole:
what it was before, or what the whole run writes. The service is killed with jobs that it has accepted and started again
on its database: every accepted job is answered, as it would have been. The seed is printed first; `--seed` repeats a
run.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from difflib import unified_diff
from http.client import HTTPException
from pathlib import Path
from random import Random

from drakdom.kept.store import Row
from tests.cli.drakdom import CASES, GOOD, ROOT, RULEBOOKS
from tests.service.running import Reply, Service

#: Seconds in which everything that a killed command started must be gone.
GONE = 5.0
#: A question to the service that takes some tenths of a second, and the part of its answer that must not vary.
QUESTION = (CASES / "two-walk-into-the-pit-room.yaml").read_text(encoding="utf-8")
_SECONDS = re.compile(r'"kept": \d+|"seconds": [0-9.e-]+|<testsuites?[^>]*>|\d+(\.\d+)? s\b|time="[0-9.]+"')


class Damage(Exception):  # noqa: N818
    """Something was lost, is broken, or still runs."""


class Place:
    """A folder with scenarios, a rulebook and a cache, in which commands run and are killed."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        folder.mkdir()
        shutil.copytree(RULEBOOKS / "lantern", folder / "lantern")
        shutil.copytree(CASES, folder / "cases")
        self.pinned = folder / "pinned.yaml"
        self.before = GOOD.replace("1/3", "1/2")
        self.pinned.write_text(self.before, encoding="utf-8")
        self.commands = {
            "check": (
                "check",
                "cases",
                "-r",
                "lantern",
                "--format",
                "json=out/check.json",
                "--format",
                "junit=out/j.xml",
            ),
            "coverage": ("coverage", "lantern", "cases", "-r", ".", "--html", "coverage.html", "--write"),
            "audit": ("audit", "lantern", "-r", ".", "--scope", "size=2", "--out", "audit", "--format", "md"),
            "pin": ("pin", "pinned.yaml", "-r", "lantern", "--yes"),
        }
        self.seconds: dict[str, float] = {}
        self.whole: dict[str, str] = {}

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """Start a command in a session of its own."""
        words = [sys.executable, "-m", "drakdom", *self.commands[name]]
        env = os.environ | {"DRAKDOM_CACHE": str(self.cache), "PYTHONPATH": str(ROOT / "checker")}
        null = subprocess.DEVNULL
        return subprocess.Popen(words, cwd=self.folder, env=env, stdout=null, stderr=null, start_new_session=True)

    def try_whole(self) -> None:
        """Run each command to its end; note its seconds, and the files that it writes."""
        for name in self.commands:
            started = time.monotonic()
            code = self.start(name).wait()
            if code not in (0, 1):
                raise Damage(f"{name} ends with {code}")
            self.seconds[name] = time.monotonic() - started
        self.whole = {file: content(self.folder / file) for file in self.written()}
        self.pinned.write_text(self.before, encoding="utf-8")

    def written(self) -> list[str]:
        """Return the files that commands have written, by name."""
        files = [file for file in self.folder.rglob("*") if file.is_file() and self.cache not in file.parents]
        sources = (self.folder / "lantern", self.folder / "cases")
        own = (file for file in files if not {*sources} & {*file.parents} or file.name == "covered.txt")
        return sorted(file.relative_to(self.folder).as_posix() for file in own)

    def forget(self, random: Random) -> None:
        """Take away some results and files, so that the next command has work."""
        for file in self.written():
            if random.random() < 0.5 and file != self.pinned.name:
                (self.folder / file).unlink()
        self.pinned.write_text(self.before, encoding="utf-8")
        with contextlib.suppress(FileNotFoundError, sqlite3.Error), contextlib.closing(self.results()) as table, table:
            table.execute("DELETE FROM results WHERE key IN (SELECT key FROM results ORDER BY random() LIMIT 40)")

    def results(self) -> sqlite3.Connection:
        """Open the file of kept results."""
        file = self.cache / "drakdom" / "results.sqlite"
        if not file.exists():
            raise FileNotFoundError(file)
        return sqlite3.connect(file, timeout=10)

    def keys(self) -> set[str]:
        """Return the keys of kept results. Raises Damage if the file is broken or a result is not intact."""
        try:
            with contextlib.closing(self.results()) as table:
                if table.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                    raise Damage("the cache is broken")
                rows = table.execute("SELECT key, laws, law, value, checksum FROM results").fetchall()
        except FileNotFoundError:
            return set()
        except sqlite3.DatabaseError as error:
            raise Damage(f"the cache cannot be read: {error}") from None
        if broken := [key for key, *row, checksum in rows if Row(*row).checksum != checksum]:
            raise Damage(f"results are not intact: {broken}")
        return {key for key, *_ in rows}

    def look(self) -> None:
        """Check that each file is as the whole run writes it, or as it was."""
        for name in self.written():
            text = content(self.folder / name)
            if name.rpartition("/")[2].startswith(".drakdom-"):
                continue  # a file that was not finished, beside the one that it would have replaced
            if text != self.whole.get(name) and not (name == self.pinned.name and text == self.before):
                lines = unified_diff(self.whole.get(name, "").splitlines(), text.splitlines(), n=0, lineterm="")
                raise Damage(f"`{name}` is neither what it was nor what it becomes: {[*lines][:6]}")


def content(file: Path) -> str:
    """Return the content of a file without the times that it tells; of a page of HTML, its beginning and its end.

    The page names one of the scenarios that miss a clause, and which one depends on what was kept.
    """
    text = file.read_text(encoding="utf-8")
    return text[:30] + text[-30:] if file.suffix == ".html" else _SECONDS.sub("", text)


def running(session: int) -> list[int]:
    """Return the processes of a session that still run; those that ended and were not waited for do not count."""
    alive = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, number = stat.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[:4]
            alive += [int(stat.parent.name)] if int(number) == session and state != "Z" else []
    return alive


def wait_gone(session: int) -> None:
    """Wait until no process of a session runs. Raises Damage."""
    until = time.monotonic() + GONE
    while alive := running(session):
        if time.monotonic() > until:
            raise Damage(f"processes outlive the command: {alive}")
        time.sleep(0.02)


def kill_command(place: Place, name: str, random: Random) -> str:
    """Kill a command at a random moment; return how it ended."""
    place.forget(random)
    before = place.keys()
    process = place.start(name)
    time.sleep(random.uniform(0, place.seconds[name] * 1.1))
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGKILL)
    ended = process.wait()
    wait_gone(process.pid)
    if lost := before - place.keys():
        raise Damage(f"{len(lost)} kept results are lost")
    place.look()
    return f"{name} killed" if ended == -signal.SIGKILL else f"{name} had ended"


def kill_service(folder: Path, kills: int, random: Random) -> Counter[str]:
    """Kill the whole service `kills` times while jobs come in; every accepted job must have its answer."""
    counts: Counter[str] = Counter()
    accepted: dict[str, str] = {}
    folder.mkdir(exist_ok=True)
    expected = ""
    for number in range(kills + 1):
        with Service(folder, "--rulebook", str(RULEBOOKS), "--rate", "100000/minute") as service:
            if number == 0:
                expected = verdict(service.ask("rule", f"{QUESTION}note: before\n").text)
                continue
            for job in range(random.randint(1, 4)):
                text = f"{QUESTION}note: {number} {job}\n"
                with contextlib.suppress(OSError, HTTPException):
                    reply = service.request("/api/rule", {"scenario": text})
                    if reply.status in (200, 202):
                        accepted[text] = address(reply)
            time.sleep(random.uniform(0, 0.8))
            family = [service.process.pid, *descendants(service.process.pid)]
            random.shuffle(family)
            for process in family:  # one after the other, in any order: the court before the web process or after it
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    time.sleep(random.choice((0, 0, 0.01)))
            counts["service killed"] += 1
        counts["jobs accepted"] = len(accepted)
        for database in folder.glob("*.sqlite"):
            with contextlib.closing(sqlite3.connect(database)) as connection:
                if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                    raise Damage(f"{database} is broken")
    with Service(folder, "--rulebook", str(RULEBOOKS), "--rate", "100000/minute") as service:
        for text, place in accepted.items():
            reply = service.wait(service.request(place)) if place else service.ask("rule", text)
            if reply.status != 200 or verdict(reply.text) != expected:
                raise Damage(f"an accepted job has another answer: {reply.status} {reply.text[:200]}")
    return counts


def address(reply: Reply) -> str:
    """Return where the answer to an accepted question will be; empty if it came at once."""
    return f"/api/jobs/{json.loads(reply.text)['id']}" if reply.status == 202 else ""


def verdict(text: str) -> str:
    """Return what a verdict says, without times and the words by which questions differ."""
    value = json.loads(text)
    return json.dumps([value.get("branches"), value.get("claims"), value.get("law")], sort_keys=True)


def descendants(process: int) -> list[int]:
    """Return the processes that a process has started, and theirs."""
    result: list[int] = []
    with contextlib.suppress(OSError):
        for children in Path(f"/proc/{process}/task").glob("*/children"):
            for child in map(int, children.read_text(encoding="ascii").split()):
                result += [child, *descendants(child)]
    return result


def main(words: Sequence[str]) -> int:
    """Kill, print what was done, and return 1 at the first damage."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="how many in all (200)")
    parser.add_argument("--seed", default=str(secrets.randbits(32)), help="repeat the run of this seed")
    parser.add_argument("--service", type=int, default=5, metavar="N", help="one kill in N is of the service; 0: none")
    asked = parser.parse_args(words)
    print(f"seed {asked.seed}", flush=True)
    random, counts = Random(asked.seed), Counter[str]()
    of_service = asked.kills // asked.service if asked.service else 0
    with tempfile.TemporaryDirectory(prefix="drakdom-kills-") as folder:
        place = Place(Path(folder, "place"))
        place.try_whole()
        print(", ".join(f"{name} {seconds:.1f} s" for name, seconds in place.seconds.items()), flush=True)
        try:
            for number in range(asked.kills - of_service):
                counts[kill_command(place, [*place.commands][number % len(place.commands)], random)] += 1
            for name in place.commands:
                place.start(name).wait()
            place.look()
            if of_service:
                counts += kill_service(Path(folder, "service"), of_service, random)
        except Damage as damage:
            print(f"{dict(counts)}\ndamage: {damage}")
            return 1
    print(f"{dict(counts)}: nothing lost, nothing damaged")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
