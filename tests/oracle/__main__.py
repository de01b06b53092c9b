"""Compare thousands of random boards of a new seed with the oracles: `python -m tests.oracle --boards 20000`.

The seed is printed first; `--seed` repeats a run, `--only` and `--from` one board of it. Each disagreement is written
as a scenario that expects what the oracle says: decide it from the source, then mend the law or the oracle.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.oracle.compare import COUNTS
from tests.randomly import LAST, PROPERTIES

FOLDER = Path(__file__).parent
FILES = [file.relative_to(FOLDER).with_suffix("") for file in sorted(FOLDER.rglob("test_*.py"))]
MODULES = ["tests.diplomacy.test_oracle", *(".".join(("tests.oracle", *file.parts)) for file in FILES)]
#: Boards of one task.
TASK = 25
#: Boards that say nothing are passed over; more of them in a row than this is a fault of the property.
MOST_PASSED = 1000


class Part(NamedTuple):
    """Some boards of a property, numbered from the first on."""

    module: str
    name: str
    first: int
    boards: int


class Result(NamedTuple):
    """Numbers of boards compared and passed over, of comparisons; each disagreement: number, fault, scenario."""

    part: Part
    compared: int
    passed: int
    counts: Counter[str]
    faults: list[tuple[int, str, str]]


def main(words: list[str]) -> int:
    """Run, print what was compared, and return 1 if something disagrees."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--boards", type=int, default=20000, help="how many in all (20000)")
    parser.add_argument("--seed", default=str(secrets.randbits(32)), help="repeat the run of this seed")
    parser.add_argument("--only", default="", metavar="WORD", help="only properties with this word in module or name")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="N", help="begin with this board")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("build/oracle"), help="where scenarios are written")
    asked = parser.parse_args(words)
    print(f"seed {asked.seed}", flush=True)
    parts = list(divided(asked.boards, asked.only, asked.first))
    if not parts:
        parser.error(f"no property has `{asked.only}` in its name")
    Random(asked.seed).shuffle(parts)  # slow and quick properties side by side
    started = time.monotonic()
    compared: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    faults = 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for number, result in enumerate(pool.map(run, [asked.seed] * len(parts), parts), 1):
            name = f"{result.part.module.removeprefix('tests.')}: {result.part.name}"
            compared[name] += result.compared
            passed[name] += result.passed
            counts.update(result.counts)
            for board, fault, scenario in result.faults:
                faults += 1
                print(f"{name}, board {board}: {written(asked.out, result.part, board, fault, scenario)}", flush=True)
            if number % 20 == 0:
                boards_done = sum(compared.values())
                print(f"{boards_done} boards, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    for name, boards in sorted(compared.items()):
        print(f"{name}: {boards} boards, {passed[name]} passed over")
    for name, count in sorted(counts.items()):
        print(f"  {name}: {count}")
    print(f"{sum(compared.values())} boards in all, {faults} disagreements, {time.monotonic() - started:.0f} s")
    return 1 if faults else 0


def divided(boards: int, only: str = "", first: int = 0) -> Iterator[Part]:
    """Divide boards among the properties, in proportion to their numbers in `make test-all`."""
    for module in MODULES:
        import_module(module)
    chosen = {key: share for key, (_, share) in PROPERTIES.items() if key[0] in MODULES and only in ".".join(key)}
    for (module, name), share in chosen.items():
        number = -(-boards * share // sum(chosen.values()))
        for start in range(first, first + number, TASK):
            yield Part(module, name, start, min(TASK, first + number - start))


def run(seed: str, part: Part) -> Result:
    """Try boards of a property; what a board is depends on seed, property and number alone."""
    import_module(part.module)
    holds, _ = PROPERTIES[part.module, part.name]
    COUNTS.clear()
    passed = 0
    faults: list[tuple[int, str, str]] = []
    for board in range(part.first, part.first + part.boards):
        random = Random(f"{seed} {part.module} {part.name} {board}")
        for _ in range(MOST_PASSED):
            LAST["text"] = ""
            try:
                if holds(random) is not False:
                    break
            except Exception as error:  # noqa: BLE001  (whatever ends a board is a finding)
                faults.append((board, f"{type(error).__name__}: {error}", LAST["text"]))
                break
            passed += 1
        else:
            faults.append((board, f"{MOST_PASSED} boards in a row say nothing", ""))
    return Result(part, part.boards, passed, Counter(COUNTS), faults)


def written(folder: Path, part: Part, board: int, fault: str, scenario: str) -> Path:
    """Write the scenario of a disagreement, below what disagrees; return the file."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{part.module.removeprefix('tests.').replace('.', '-')}-{part.name}-{board}.yaml"
    head = f"{part.module}, {part.name}, board {board}\n{fault[:4000]}"
    file.write_text("".join(f"# {line}\n" for line in head.splitlines()) + scenario, encoding="utf-8")
    return file


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
