"""The tiers of tests: the quick ones of `make test`, those of some time in `.ci/run`, and the slow ones.

`python -m tests.tiers` measures all tests that are not slow, and writes those that take some time into `medium.txt`.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Container, Generator, Iterable
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from tests.faults.bank import read_bank

MEDIUM = Path(__file__).parent / "medium.txt"
"""The node ids of tests that `make test` leaves to `.ci/run`, one a line; of a test with cases, often just its name."""
SECONDS = 0.1
"""Processor time, or half the time that passes in a test that waits, from which it is one of them."""


def sampled(cases: Iterable[Any], step: int) -> list[Any]:
    """Return all cases (tuples of arguments, or one each); one in `step`, the first too, stays in the quick tier."""
    arguments = [case if type(case) is tuple else (case,) for case in cases]
    return [pytest.param(*item, marks=[pytest.mark.slow] if n % step else []) for n, item in enumerate(arguments)]


def mark_medium(items: Iterable[pytest.Item]) -> None:
    """Mark the tests that `medium.txt` names."""
    names = frozenset(MEDIUM.read_text("utf-8").splitlines())
    for item in items:
        if item.nodeid in names or name_of(item.nodeid) in names:
            item.add_marker(pytest.mark.medium)


def name_of(nodeid: str) -> str:
    """Return the node id of a test without that of its case."""
    return nodeid.partition("[")[0]


def to_write(seconds: dict[str, float], quick: Container[str]) -> list[str]:
    """Return the lines for the processor time of each test: names where the cases of a test take that long on average.

    Tests of `quick` have no lines, nor has the quickest test of a file.
    """
    seconds = {nodeid: time for nodeid, time in seconds.items() if name_of(nodeid) not in quick}
    by_name: defaultdict[str, list[float]] = defaultdict(list)
    by_file: defaultdict[str, list[str]] = defaultdict(list)
    for nodeid, time in seconds.items():
        by_name[name_of(nodeid)].append(time)
    for name in by_name:
        by_file[name.partition("::")[0]].append(name)
    quickest = {min(names, key=lambda name: sum(by_name[name])) for names in by_file.values()}
    whole = {name for name, times in by_name.items() if sum(times) / len(times) > SECONDS} - quickest
    single = {nodeid for nodeid, time in seconds.items() if time > SECONDS and " " not in nodeid}
    return sorted(whole | {nodeid for nodeid in single if name_of(nodeid) not in whole | quickest})


class Clock:
    """A plugin that notes the processor time of each test, of its children too; the least of several runs.

    A test that waits for other processes keeps its worker as well: half of the time that passes is the least. Random
    properties are not noted: few examples of each stay in the quick tier.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure a test with all that it sets up."""
        before, began = sum(os.times()[:4]), perf_counter()
        result = yield
        seconds = max(sum(os.times()[:4]) - before, (perf_counter() - began) / 2)
        if not any(hasattr(getattr(item, "obj", None), mark) for mark in ("is_random", "hypothesis")):
            self.seconds[item.nodeid] = min(seconds, self.seconds.get(item.nodeid, float("inf")))
        return result


def main() -> int:
    """Run all tests that are not slow twice, since the first run reads the laws, and write the file.

    Tests that catch seeded faults stay quick.
    """
    clock = Clock()
    for _ in range(2):
        if code := pytest.main(["-q", "-n", "0", "-m", "not slow"], plugins=[clock]):
            return int(code)
    MEDIUM.write_text(
        "".join(f"{line}\n" for line in to_write(clock.seconds, {fault.test for fault in read_bank()})), "utf-8"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
