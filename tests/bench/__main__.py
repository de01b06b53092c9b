"""Measure in one run, as ratios: more clauses, a verdict, a suite, the cold start, the stages; further figures.

Figures are medians; machines are noisy, so whatever is compared runs in turn, A B A B. Verdicts are measured of fifty
scenarios, as far as raw clingo comes to their end, the suite of every eighth. `--quick` takes fewer, and fewer
runs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path

from drakdom.graph.explore import explore
from drakdom.law import store
from drakdom.rulings.adjudication import adjudicate, load
from drakdom.scenario import Scenario
from drakdom.step.moment import Moments
from drakdom.tools.check import check_paths
from tests.bench.audits import audits, first_findings
from tests.bench.drawing import drawing
from tests.bench.many import many
from tests.bench.memory import memory
from tests.bench.orders import orders
from tests.bench.raw import case_of, padded, raw_program
from tests.bench.warm import stages, warm
from tests.bench.ways import ways

ROOT = Path(__file__).resolve().parents[2]
LARGE = ROOT / "scenarios/drakborgen-atervackt/entry/two-heroes-one-trap-room.yaml"
_MINIMAL = """
import typer
def main(name: str = "x") -> None:
    import clingo
    control = clingo.Control()
    control.add("base", [], "a.")
    control.ground([("base", [])])
    control.solve(on_model=lambda model: typer.echo(str(model)))
typer.run(main)
"""


def main() -> None:
    """Run the comparisons and print their medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer scenarios, fewer runs")
    parser.add_argument("paths", nargs="*", default=["scenarios"], help="scenario files or folders")
    arguments = parser.parse_args()
    runs = 2 if arguments.quick else 5
    files = sorted(file for path in arguments.paths for file in _yaml(ROOT / path))
    print(f"{len(files)} scenarios, {runs} runs each, Python {sys.version.split()[0]}")
    clauses(files[:: max(1, len(files) // (8 if arguments.quick else 24))], runs)
    with tempfile.TemporaryDirectory() as folder:
        verdicts(files[:: max(1, len(files) // (20 if arguments.quick else 50))], runs)
        suite(files[:: 32 if arguments.quick else 8], Path(folder))
        cold_start(Path(folder), runs * 2)
        sample = files[:: max(1, len(files) // (8 if arguments.quick else 64))]
        for line in chain(warm(sample, LARGE, runs), stages(sample[::16], LARGE)):
            print(line, flush=True)
        for line in chain(drawing(Path(folder)), ways(Path(folder)), many(Path(folder)), orders()):
            print(line, flush=True)
    for line in chain(memory(), first_findings(), audits(arguments.quick)):
        print(line, flush=True)


def clauses(files: list[Path], runs: int) -> None:
    """Time per verdict against the number of clauses, where those that are added can never be reached: flat is 1."""
    for times in (2, 4):
        ratios, mine, theirs = [], [], []
        for number, file in enumerate(files, 1):
            _progress(f"{times} times the clauses {number}/{len(files)}")
            case = case_of(load(file))
            large = padded(case, times)
            entry, second = _in_turn(lambda c=large: explore(Moments(c)), lambda c=case: explore(Moments(c)), runs)  # type: ignore[misc]
            ratios.append(entry / second)
            mine.append(entry)
            theirs.append(second)
        _line(f"{times} times the clauses / as they are", ratios, statistics.median(mine), statistics.median(theirs))


def verdicts(files: list[Path], runs: int) -> None:
    """`adjudicate` against raw clingo in this process: parse, ground and solve the same files and facts."""
    ratios, ours, raws = [], [], []
    for number, file in enumerate(files, 1):
        _progress(f"verdicts {number}/{len(files)}")
        scenario = load(file)
        case = case_of(scenario)
        raw = raw_program(scenario, case, explore(Moments(case)).length() + 1)
        if not raw.comes_to_its_end():
            continue
        mine, theirs = _in_turn(lambda s=scenario: adjudicate(s, why="none"), raw.solve, runs)  # type: ignore[misc]
        ratios.append(mine / theirs)
        ours.append(mine)
        raws.append(theirs)
    name = f"verdict / raw clingo in process ({len(ratios)} of {len(files)})"
    _line(name, ratios, statistics.median(ours), statistics.median(raws))


def suite(files: list[Path], folder: Path) -> None:
    """A suite, reasons and all, against one raw clingo process a scenario."""
    _progress("suite")
    started = time.perf_counter()
    check_paths(files)
    ours = time.perf_counter() - started
    raws = 0.0
    for number, file in enumerate(files, 1):
        _progress(f"raw processes {number}/{len(files)}")
        scenario: Scenario = load(file)
        case = case_of(scenario)
        raw = raw_program(scenario, case, explore(Moments(case)).length() + 1)
        started = time.perf_counter()
        raw.process(folder)
        raws += time.perf_counter() - started
    _line(f"suite / raw clingo processes ({len(files)})", [ours / raws], ours, raws)


def cold_start(folder: Path, runs: int) -> None:
    """The command on a shipped scenario against a minimal typer command that solves one fact."""
    _progress("cold start")
    minimal = folder / "minimal.py"
    minimal.write_text(_MINIMAL, encoding="utf-8")
    tiny = ROOT / "tests/rulebooks/lantern/scenarios/two-walk-into-the-pit-room.yaml"
    rule = ["-m", "drakdom", "rule"]
    commands = {
        "command --help": (["-m", "drakdom", "--help"], "kept"),
        "command rule, small law": ([*rule, str(tiny), "--rulebook", str(ROOT / "tests/rulebooks")], "kept"),
        "command rule, large law kept": ([*rule, str(LARGE)], "kept"),
        "command rule, large law read anew": ([*rule, str(LARGE)], ""),
    }
    for name, (arguments, kept) in commands.items():
        cache = str(folder / kept) if kept else ""
        mine, theirs = _in_turn(
            lambda a=arguments, c=cache: _run(a, c),  # type: ignore[misc]
            lambda: _run([str(minimal)], ""),
            runs,
        )
        _line(f"{name} / minimal typer command", [mine / theirs], mine, theirs)


def _run(arguments: list[str], cache: str) -> None:
    environment = {**os.environ, store.FOLDER: cache}
    subprocess.run([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, check=True, env=environment)


def _in_turn(first: Callable[[], object], second: Callable[[], object], runs: int) -> tuple[float, float]:
    """Median seconds of both, run in turn after a warm-up."""
    first(), second()
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(runs):
        for entry, times in zip((first, second), taken, strict=True):
            started = time.perf_counter()
            entry()
            times.append(time.perf_counter() - started)
    return statistics.median(taken[0]), statistics.median(taken[1])


def _yaml(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob("*.yaml"))


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:60}", end="\r", file=sys.stderr, flush=True)


def _line(name: str, ratios: list[float], ours: float, raws: float) -> None:
    spread = f" ({min(ratios):.2f} to {max(ratios):.2f})" if len(ratios) > 1 else ""
    print(f"{name:40} {statistics.median(ratios):6.2f}{spread}   ours {ours:.3f} s, theirs {raws:.3f} s", flush=True)


if __name__ == "__main__":
    main()
