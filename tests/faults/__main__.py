"""Put each fault of the bank into a copy of the checkout, run the tests there, and report the first that catches it.

First the suite runs on the copy without any fault: a suite that fails by itself would catch everything. `--out` keeps
results as JSON lines; an interrupted run continues from them.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.faults.bank import Fault, apply, read_bank
from tests.faults.copies import Ran, commit_all, copy_checkout, run

# The tests of the bank itself notice every fault: its text is no longer there to be changed.
QUICK = 'python -m pytest -x -q --ignore tests/faults -m "not slow and not medium"'
EVERYTHING = "python -m pytest -x -q --ignore tests/faults"
SCENARIOS = "python -m drakdom check {folder} -x -q -j 1"
NO_FAULT = "no-fault"


@dataclass(frozen=True)
class Trial:
    """A command to run with a fault in the copy, or without one."""

    fault: Fault | None
    command: str

    @property
    def key(self) -> tuple[str, str, str]:
        """The key of a result: the fault's id, its edit and the command."""
        return (self.fault.id, self.fault.digest, self.command) if self.fault else (NO_FAULT, "", self.command)


Results = dict[tuple[str, str, str], Ran]


def main() -> int:
    """Try the requested faults. Return exit code 1 if a fault is not caught, 2 if the suite fails without a fault."""
    options = _options()
    faults = _chosen(options.ids)
    commands = {fault.id: _commands(fault, options) for fault in faults}
    results = _earlier(options.out)
    clean = [Trial(None, command) for command in dict.fromkeys(itertools.chain(*commands.values()))]
    if not options.no_baseline:
        for trial, ran in _try(clean, results, options):
            if ran.caught or ran.by:
                print(f"`{trial.command}` fails without any fault, at {ran.by}; mend that first", file=sys.stderr)
                return 2
    for number in range(max(map(len, commands.values()))):  # a fault that is caught needs no further command
        trials = [
            Trial(fault, commands[fault.id][number])
            for fault in faults
            if number < len(commands[fault.id]) and not _caught(fault, commands, results)
        ]
        results.update((trial.key, ran) for trial, ran in _try(trials, results, options))
    print(f"\n{_table(faults, commands, results)}")
    return 0 if all(_caught(fault, commands, results) for fault in faults) else 1


def _caught(fault: Fault, commands: dict[str, list[str]], results: Results) -> bool:
    """Return True if some command has noticed the fault."""
    runs = (results.get(Trial(fault, command).key) for command in commands[fault.id])
    return any(ran is not None and ran.caught for ran in runs)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="faults of the bank, or the beginning of their files; all")
    parser.add_argument("--suite", default=QUICK, metavar="COMMAND", help="run this; empty: no suite (%(default)s)")
    parser.add_argument("--all", dest="suite", action="store_const", const=EVERYTHING, help="run the slow tests too")
    parser.add_argument("--scenarios", action="store_true", help="check the scenarios of the rulebook first")
    parser.add_argument("--no-baseline", action="store_true", help="do not try the copy without a fault")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="copies at a time (%(default)s)")
    parser.add_argument("--timeout", type=float, default=3600, metavar="SECONDS", help="for a command (%(default)s)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep results here as JSON lines, and go on from them")
    options = parser.parse_args()
    if not options.suite and not options.scenarios:
        parser.error("nothing to run: name a --suite, or ask for --scenarios")
    return options


def _chosen(ids: list[str]) -> list[Fault]:
    faults = read_bank()
    unknown = [word for word in ids if not any(word == f.id or f.file.startswith(word) for f in faults)]
    if unknown:
        raise SystemExit(f"no fault or file of the bank: {', '.join(unknown)}; see tests/faults/faults.yaml")
    return [f for f in faults if not ids or any(word == f.id or f.file.startswith(word) for word in ids)]


def _commands(fault: Fault, options: argparse.Namespace) -> list[str]:
    scenarios = [SCENARIOS.format(folder=folder) for folder in fault.scenarios if options.scenarios]
    if not options.suite:
        return scenarios
    nearest = [f"{options.suite} {fault.test}"] if fault.test else []
    return nearest + scenarios + [options.suite]


def _earlier(out: Path | None) -> Results:
    """Return the results of an earlier run; an incomplete last line is ignored."""
    results: Results = {}
    if out and out.exists():
        for line in out.read_text(encoding="utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                entry = json.loads(line)
                key = entry["fault"], entry["edit"], entry["command"]
                results[key] = Ran(entry["caught"], entry["by"], entry["seconds"])
    return results


def _try(trials: list[Trial], results: Results, options: argparse.Namespace) -> Iterator[tuple[Trial, Ran]]:
    """Run the trials without a result; print and keep each result as soon as it is there."""
    with ThreadPoolExecutor(options.jobs) as pool:
        running = {pool.submit(_run, trial, options.timeout): trial for trial in trials if trial.key not in results}
        yield from ((trial, results[trial.key]) for trial in trials if trial.key in results)
        for future in as_completed(running):
            trial, ran = running[future], future.result()
            print(f"{trial.key[0]:40} {_verdict(ran)}, {ran.seconds} s: {trial.command}", flush=True)
            if options.out:
                _keep(options.out, trial, ran)
            yield trial, ran


def _keep(out: Path, trial: Trial, ran: Ran) -> None:
    fault, edit, command = trial.key
    with out.open("a+", encoding="utf-8") as file:
        file.seek(0)
        whole = file.read()
        broken = bool(whole) and not whole.endswith("\n")
        if broken:
            file.truncate(len(whole[: whole.rfind("\n") + 1].encode()))
        file.write(json.dumps({"fault": fault, "edit": edit, "command": command, **asdict(ran)}) + "\n")


def _run(trial: Trial, timeout: float) -> Ran:
    with tempfile.TemporaryDirectory(prefix="drakdom-fault-") as parent:
        folder = Path(parent) / "copy"
        folder.mkdir()
        copy_checkout(folder)
        if trial.fault:
            apply(trial.fault, folder)
            commit_all(folder)
        return run(trial.command, folder, timeout)


def _verdict(ran: Ran) -> str:
    return f"caught by {ran.by}" if ran.caught else ran.by or "not caught"


def _table(faults: Iterable[Fault], commands: dict[str, list[str]], results: Results) -> str:
    """Return a Markdown table with a row for each fault and each command that ran on it."""
    rows = ["| fault | file | command | caught by | s |", "|---|---|---|---|---|"]
    for fault in faults:
        for command in commands[fault.id]:
            ran = results.get(Trial(fault, command).key)
            if ran is None:  # an earlier command has caught it
                continue
            by = f"`{ran.by}`" if ran.caught else f"**{_verdict(ran)}**"
            rows.append(f"| {fault.id} | {fault.file} | `{command}` | {by} | {ran.seconds:.0f} |")
    return "\n".join(rows)


if __name__ == "__main__":
    sys.exit(main())
