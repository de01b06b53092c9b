"""`check`, `audit`, `coverage` and `lint` on a cluster: what they print is what they print without one."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.audit.seeded import FAULTY, HARMLESS, Planted, written
from tests.cli.drakdom import CASES, FOLDERS, ROOT, RULEBOOKS
from tests.cluster.dask import Cluster, cluster, needs_dask
from tests.cluster.test_sweeps import kept, run

pytestmark = [needs_dask, pytest.mark.slow]

AUDIT = ("audit", "lantern", *FOLDERS, "--budget", "0", "--out", "-", "--format", "json", "--scope", "size=3,heroes=1")
(LIT_SHRINES,) = [planted for planted in FAULTY if planted.name == "lit-shrines"]
TIMES = {"seconds", "kept"}
FIRST = {"killed_by", "killed_in", "tried", "runs", "fired_in", "yielded"}
"""What coverage tells of the scenarios that it tried first: the quickest ones."""


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("dask"), 2) as started:
        yield started


def without(value: Any, keys: set[str]) -> Any:
    """Return JSON without some keys."""
    if isinstance(value, dict):
        return {key: without(item, keys) for key, item in value.items() if key not in keys}
    return [without(item, keys) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (("check", CASES, *FOLDERS, "--format", "json"), TIMES),
        (("lint", "lantern", *FOLDERS, "--json"), TIMES),
        (("coverage", "lantern", *FOLDERS, "--json"), TIMES | FIRST),
        (AUDIT, TIMES),
    ],
    ids=["check", "lint", "coverage", "audit"],
)
def test_a_command_gives_the_same(words: tuple[object, ...], keys: set[str], dask: Cluster) -> None:
    agree(words, keys, dask)


@pytest.mark.parametrize("planted", [LIT_SHRINES, HARMLESS[0]], ids=lambda planted: planted.name)
def test_an_audit_of_a_house_rule_gives_the_same(planted: Planted, dask: Cluster, tmp_path: Path) -> None:
    """With the findings come their witnesses and, of a fault, the repair."""
    agree((*AUDIT, "--house-rule", written(tmp_path, planted)), TIMES, dask)


def agree(words: tuple[object, ...], keys: set[str], dask: Cluster) -> None:
    fresh = () if words[0] == "audit" else ("--fresh",)
    alone = run(*words, *fresh, "--workers", "2")
    remote = run(*words, *fresh, "--scheduler-file", dask.file)
    assert remote.code == alone.code, remote.err
    assert without(json.loads(remote.out), keys) == without(json.loads(alone.out), keys)


def test_an_audit_goes_on_from_kept_results(dask: Cluster, tmp_path: Path) -> None:
    first = run(*AUDIT, "--results", tmp_path, "--scheduler-file", dask.file)
    again = run(*AUDIT, "--results", tmp_path, "--workers", "1")
    assert (first.code, again.code) == (0, 0), first.err + again.err
    assert without(json.loads(first.out), TIMES) == without(json.loads(again.out), TIMES)
    assert kept(tmp_path) > 1


SCRIPT = """
import json, sys
from distributed import Client
from drakdom.report.swept import sweep_json
from drakdom.tools.sweep import Asked, sweep
with Client(scheduler_file=sys.argv[1]) as client:
    text = open(sys.argv[2]).read()
    asked = Asked(text, "<text>", ("figures.Ada.nerve=1..6",), ("falls(Ada)",), (sys.argv[3],))
    print(json.dumps([sweep_json(sweep(asked, client=client))["points"]]))
"""


def test_the_library_takes_a_client(dask: Cluster, tmp_path: Path) -> None:
    from drakdom.report.swept import sweep_json
    from drakdom.tools.sweep import Asked, sweep
    from tests.cli.drakdom import WALK

    (tmp_path / "walk.yaml").write_text(WALK)
    words = [sys.executable, "-c", SCRIPT, str(dask.file), str(tmp_path / "walk.yaml"), str(RULEBOOKS)]
    output = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    asked = Asked(WALK, "<text>", ("figures.Ada.nerve=1..6",), ("falls(Ada)",), (str(RULEBOOKS),))
    assert json.loads(output) == json.loads(json.dumps([sweep_json(sweep(asked))["points"]]))
