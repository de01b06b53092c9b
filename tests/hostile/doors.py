"""The doors by which the input of a case comes in: the library and the command line.

Each door returns how the program ended: the exit code, and what it said. An error of the library has the exit code of
its class and its own text.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from drakdom.errors import DrakdomError
from drakdom.report.page import printable
from drakdom.rulings.adjudication import adjudicate
from drakdom.sandbox import Limits, run_limited
from drakdom.scenario import Added, Scenario, read_claim, read_combinations, read_scenario_text
from tests.cli.drakdom import GOOD, PIT, RULEBOOKS, Ended, drakdom
from tests.cli.house import LAW, SPEC
from tests.hostile.case import Case
from tests.hostile.inputs import changed, lay_out, made, words

OPTIONS = {"COLUMNS": "2000"}
FOLDER = "house-law"
"""The folder of a house rule, which has another name: the service calls folders of strangers so."""
NAMED = f"{SPEC}name: soft-pits\n"
Door = Callable[[Case, Path], dict[str, Ended]]


def library(work: Callable[[], object]) -> Ended:
    """Call the library, within the limits of a job where the test runs jobs in children; return how it ended."""
    try:
        run_limited(lambda: work() and None, Limits(seconds=10))
    except DrakdomError as error:
        lines = str(error).replace("\0", "\N{REPLACEMENT CHARACTER}").split("\n")
        return Ended(error.exit_code, "", "".join(f"{printable(line)}\n" for line in lines))
    return Ended(0, "", "")


def rule_on(scenarios: Sequence[Scenario]) -> None:
    """Rule on all combinations of a scenario."""
    for scenario in scenarios:
        adjudicate(scenario)


def scenario_doors(case: Case, folder: Path) -> dict[str, Ended]:
    """Rule on a scenario: `scenario` is its text, or the changes of a good one."""
    file = folder / "case.yaml"
    file.write_bytes(changed(GOOD, case.data["scenario"]))
    dirs = [RULEBOOKS]
    return {
        "library": library(lambda: rule_on(read_combinations(file, dirs))),
        "rule": drakdom("rule", file, "--rulebook", RULEBOOKS, *case.data.get("options", ()), **OPTIONS),
    }


def claim_doors(case: Case, folder: Path) -> dict[str, Ended]:
    """Ask for the odds of a `claim` about a good scenario."""
    file, claim = folder / "case.yaml", words(case.data["claim"])
    file.write_bytes(changed(GOOD, case.data.get("scenario", {})))
    scenario = read_scenario_text(file.read_text("utf-8"), str(file), [RULEBOOKS])
    ended = {"library": library(lambda: read_claim(scenario, claim))}
    for command in case.data.get("commands", ["odds"]):
        ended[command] = drakdom(command, "--rulebook", RULEBOOKS, file, "--", claim, **OPTIONS)
    return ended


def house_doors(case: Case, folder: Path) -> dict[str, Ended]:
    """Rule under a house rule: `law` are added lines, `spec` and `whole law` changes of its files."""
    rule = house_files(case, folder)
    added, dirs = Added((str(rule),), ()), ("--rulebook", RULEBOOKS, "--house-rule", rule)
    ended = {
        "library": library(lambda: rule_on(read_combinations(PIT, [RULEBOOKS], added=added))),
        "rule": drakdom("rule", PIT, *dirs, *case.data.get("options", ()), **OPTIONS),
    }
    if "lint" in case.data.get("commands", ()):
        ended["lint"] = drakdom("lint", "lantern", "--only-text", *dirs, **OPTIONS)
    return ended


def house_files(case: Case, folder: Path) -> Path:
    """Write the files of a house rule into a folder of the name that the service gives it; return the folder."""
    rule = folder / FOLDER
    rule.mkdir()
    (rule / "house.yaml").write_bytes(changed(NAMED, case.data.get("spec", {})))
    (rule / "house.lp").write_bytes(changed(LAW, case.data.get("whole law", {})) + made(case.data.get("law", [])))
    lay_out(rule, case.data.get("files", {}))
    return rule


def rulebook_doors(case: Case, folder: Path) -> dict[str, Ended]:
    """Rule under a copy of the ten-clause rulebook whose `files` are changed."""
    book = folder / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", book)
    shutil.rmtree(book / "scenarios")
    lay_out(book, case.data["files"])
    ended = {
        "library": library(lambda: rule_on(read_combinations(PIT, [book]))),
        "rule": drakdom("rule", PIT, "--rulebook", book, **OPTIONS),
    }
    for command in case.data.get("commands", ()):
        more = ("--only-text",) if command == "lint" else ()
        ended[command] = drakdom(command, book, *more, **OPTIONS)
    return ended


def command_doors(case: Case, folder: Path) -> dict[str, Ended]:
    """Run a command line with some files beside it; those under `keeps` must stay as they are."""
    (folder / "good.yaml").write_text(GOOD, encoding="utf-8")
    shutil.copytree(RULEBOOKS / "lantern", folder / "lantern")
    lay_out(folder, case.data.get("files", {}))
    kept = {name: (folder / name).read_bytes() for name in case.data.get("keeps", ())}
    named = {"folder": str(folder), "rulebooks": str(RULEBOOKS), "good": str(folder / "good.yaml")}
    asked = [_filled(words(word), named) for word in case.data["words"]]
    stdin = changed(GOOD, case.data["stdin"]) if "stdin" in case.data else None
    ended = drakdom(*asked, text=stdin, **OPTIONS, **case.data.get("environment", {}))
    for name, content in kept.items():
        assert (folder / name).read_bytes() == content, f"`{name}` was changed"
    for name in case.data.get("makes nothing at", ()):
        assert not (folder / name).exists(), f"`{name}` was made"
    return {asked[0]: ended}


def _filled(word: str, named: dict[str, str]) -> str:
    for name, value in named.items():
        word = word.replace(f"<{name}>", value)
    return word


DOORS: dict[str, Door] = {
    "scenario": scenario_doors,
    "claim": claim_doors,
    "house rule": house_doors,
    "rulebook": rulebook_doors,
    "command": command_doors,
}
