"""The same sweep on clusters of every kind: one worker, four, one killed, one slow, one with another law."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.drakdom import ROOT, Ended, interruptible
from tests.cluster.dask import Cluster, cluster, courts, needs_dask
from tests.waiting import until

pytestmark = [needs_dask, pytest.mark.slow]

DISPUTE = ROOT / "scenarios" / "drakborgen-atervackt" / "entry" / "two-heroes-one-trap-room.yaml"
SWEEP = ("sweep", DISPUTE, "falls(Sigeir)", "--vary", "figures.Sigeir.agility=1..12", "--json")
LONG = (*SWEEP[:-1], "--vary", "figures.Farouche.agility=1..12", "--json")


def started(*words: object, **env: str) -> subprocess.Popen[str]:
    """Start a command in a process of its own, which keeps results as users do."""
    environment = {name: value for name, value in os.environ.items() if name != "DRAKDOM_FRESH"}
    return subprocess.Popen(
        [sys.executable, "-m", "drakdom", *map(str, words)],
        cwd=ROOT,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment | env,
        preexec_fn=interruptible,
    )


def ended(process: subprocess.Popen[str]) -> Ended:
    output, errors = process.communicate(timeout=300)
    return Ended(process.returncode, output, errors)


def run(*words: object, **env: str) -> Ended:
    return ended(started(*words, **env))


@pytest.fixture(scope="module")
def alone() -> str:
    """The sweep without a cluster."""
    result = run(*SWEEP, "--fresh")
    assert result.code == 0, result.err
    return result.out


@pytest.mark.parametrize("workers", [1, 4])
def test_workers_give_what_this_machine_gives(workers: int, alone: str, tmp_path: Path) -> None:
    with cluster(tmp_path, workers) as dask:
        result = run(*SWEEP, "--fresh", "--scheduler", dask.address)
    assert (result.code, result.err) == (0, "")
    assert result.out == alone


def test_the_environment_names_a_scheduler_as_dask_does(alone: str, tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as dask:
        result = run(*SWEEP, "--fresh", DASK_SCHEDULER_ADDRESS=dask.address)
        assert "plugin drakdom" in (tmp_path / "w0.log").read_text()
    assert result.out == alone


def test_a_worker_is_killed_and_another_is_slow(alone: str, tmp_path: Path) -> None:
    with cluster(tmp_path, 3) as dask:
        command = started(*SWEEP, "--fresh", "--results", tmp_path / "results", "--scheduler", dask.address)
        until(lambda: all(has_plugin(dask, name) for name in ("w0", "w1", "w2")), "the workers have no courts")
        os.killpg(dask.processes["w1"].pid, signal.SIGSTOP)
        dask.kill("w0")
        until(lambda: kept(tmp_path / "results") > 0, "the third worker does nothing")
        os.killpg(dask.processes["w1"].pid, signal.SIGCONT)
        result = ended(command)
    assert result.code == 0, result.err
    assert result.out == alone


def has_plugin(dask: Cluster, name: str) -> bool:
    return "plugin drakdom" in (dask.folder / f"{name}.log").read_text()


def test_a_worker_with_another_law_is_refused_by_name(alone: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "checker", copy / "checker", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "asp", copy / "asp", ignore=shutil.ignore_patterns("schema"))
    with (copy / "asp" / "drakborgen-atervackt" / "rulebook.lp").open("a", encoding="utf-8") as law:
        law.write("% another law\n")
    with cluster(tmp_path, 0) as dask:
        dask.start_worker("odd", PYTHONPATH=str(copy / "checker"))
        refused = run(*SWEEP, "--fresh", "--scheduler-file", dask.file)
        assert refused.code == 6
        assert "worker odd (tcp://127.0.0.1:" in refused.err
        assert "law drakborgen-atervackt is " in refused.err
        dask.start_worker("even")
        result = run(*SWEEP, "--fresh", "--scheduler-file", dask.file)
    assert result.out == alone
    assert result.err.startswith("warning: worker odd (")


def test_the_command_goes_on_after_the_scheduler_is_gone(tmp_path: Path) -> None:
    results = tmp_path / "results"
    with cluster(tmp_path, 2) as dask:
        command = started(*LONG, "--results", results, "--scheduler", dask.address)
        until(lambda: kept(results) > 0, "nothing is kept")
        dask.kill("scheduler")
        stopped = ended(command)
        assert stopped.code == 6
        assert "the scheduler is gone" in stopped.out
        done = kept(results)
        assert done > 0
    again = run(*LONG, "--results", results)
    assert again.code == 0
    assert f'"kept": {done},' in again.out


def kept(folder: Path) -> int:
    """Return the number of results in a folder."""
    import sqlite3

    try:
        with sqlite3.connect(f"file:{folder / 'results.sqlite'}?mode=ro", uri=True) as table:
            return int(table.execute("SELECT count(*) FROM results").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_the_work_on_the_workers_ends_with_the_command(how: signal.Signals, tmp_path: Path) -> None:
    mark = tmp_path.name
    with cluster(tmp_path, 0) as dask:
        dask.start_worker("w0", DRAKDOM_MARK=mark)
        command = started(*LONG, "--fresh", "--scheduler", dask.address)
        until(lambda: len(courts(mark)) == 2, "no court has a child")
        command.send_signal(how)
        result = ended(command)
        until(lambda: len(courts(mark)) <= (how == signal.SIGKILL), "a court goes on", 10)
    assert result.code == (130 if how == signal.SIGINT else -signal.SIGKILL)
