"""Thirty rulings in a repository, among them those of a game of its own: every door, as somebody else opens it."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import parse

import pytest
import yaml

from tests.cli.drakdom import Ended
from tests.project.packages import build as build_packages
from tests.project.packages import install
from tests.project.test_hooks import checking
from tests.project.test_walk_through import build
from tests.project.tree import ROOT

pytestmark = pytest.mark.slow

BORROWED = {"drakborgen-atervackt/entry": 8, "drakborgen-atervackt/obstacle": 7, "dungeonquest-neuauflage/web": 7}
"""Folders of our scenarios, with the number of those that the repository has as well, under other names."""
SETTINGS = """\
[project]
name = "rulings"
version = "1"

[tool.drakdom]
rulebooks = ["games/ferry"]
paths = ["rulings"]
timeout = 300
"""
LIBRARY = """\
from pathlib import Path
from drakdom import InputError, adjudicate, explain, load, load_all, loads
ferry = Path("rulings/ferry/a-walk-over-the-ice.yaml")
verdict = adjudicate(load(ferry, ["games"]))
assert verdict.passed and verdict.law.startswith("ferry@") and verdict.program.startswith("drakdom ")
assert adjudicate(loads(ferry.read_text(), ["games"])).branches == verdict.branches
assert explain(load(ferry, ["games"]), "slips(Ann)")[0].happens and len(load_all(ferry, ["games"])) == 1
try:
    loads("title: x", name="mine")
except InputError as error:
    print(error)
"""


class Repository:
    """The repository, and the programs of the environment in which the wheel is installed."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs = folder, programs
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        plain = {"NO_COLOR": "1", "COLUMNS": "110", "HOME": str(folder.parent), "TERM": "dumb"}
        self.env = plain | {"PATH": path, "DRAKDOM_CACHE": str(folder.parent / "cache"), "GIT_CONFIG_NOSYSTEM": "1"}

    def run(self, *words: str | Path, text: str = "", **env: str) -> Ended:
        """How a command ends in the repository."""
        ended = subprocess.run(
            [str(word) for word in words],
            cwd=self.folder,
            env=self.env | env,
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    def drakdom(self, *words: str | Path, code: int = 0, text: str = "") -> str:
        """What `drakdom` prints; it must end with the code."""
        ended = self.run(self.programs / "drakdom", *words, text=text)
        assert ended.code == code, (words, ended)
        assert "Traceback" not in ended.err
        return ended.out


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """The repository: a game of ten clauses, its rulings, rulings of two shipped games, a house rule."""
    folder = tmp_path_factory.mktemp("stranger")
    build_packages(folder / "dist", "wheel")
    (wheel,) = (folder / "dist").glob("*.whl")
    python = install(wheel, folder)
    made = Repository(folder / "repository", python.parent)
    made.folder.mkdir()
    (made.folder / "games").mkdir()
    made.drakdom("rulebook", "new", "ferry")
    before = Path.cwd()
    os.chdir(made.folder)
    try:
        build((ROOT / "docs" / "rulebook.md").read_text("utf-8"))
    finally:
        os.chdir(before)
    (made.folder / "ferry" / "scenarios").rename(made.folder / "rulings")
    shutil.move(made.folder / "rulings", made.folder / "kept")
    (made.folder / "rulings").mkdir()
    shutil.move(made.folder / "kept", made.folder / "rulings" / "ferry")
    shutil.move(made.folder / "ferry", made.folder / "games" / "ferry")
    (made.folder / "drakdom.toml").unlink()
    (made.folder / "pyproject.toml").write_text(SETTINGS, encoding="utf-8")
    for source, number in BORROWED.items():
        target = made.folder / "rulings" / source
        target.mkdir(parents=True)
        borrowed = sorted((ROOT / "scenarios" / source).glob("*.yaml"))[:number]
        assert len(borrowed) == number
        for count, file in enumerate(borrowed, 1):
            shutil.copy(file, target / f"ruling-{count}.yaml")
    made.drakdom("lint", "ferry", "--only-text", "--fix")
    made.drakdom("house-rule", "new", "no-spikes", "games/no-spikes", "--base", "ferry")
    shutil.copy(made.folder / "games/no-spikes/scenarios/first.yaml", made.folder / "rulings" / "no-spikes.yaml")
    house = made.folder / "rulings" / "no-spikes.yaml"
    text = house.read_text("utf-8").replace("house_rules: [../]", "house_rules: [../games/no-spikes]")
    house.write_text(text, encoding="utf-8")
    made.drakdom("pin", "rulings/no-spikes.yaml", "--yes")
    git = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "Rulings")):
        assert made.run(*git, *words).code == 0
    return made


def test_checks(repository: Repository) -> None:
    """A file with a matrix has more cases than one."""
    ruled = repository.drakdom("check", "--format", "json=out/checked.json", "--format", "junit=out/junit.xml")
    report: Any = json.loads((repository.folder / "out" / "checked.json").read_text("utf-8"))
    cases = report["cases"]
    assert f"{len(cases)} passed, 0 failed, 0 errored" in ruled
    assert len({case["file"] for case in cases}) == 30
    assert {case["verdict"]["law"].partition("@")[0] for case in cases} == {
        "ferry", "drakborgen-atervackt", "dungeonquest-neuauflage",
    }  # fmt: skip
    root = parse(repository.folder / "out" / "junit.xml").getroot()
    assert root is not None
    assert root.get("tests") == str(len(cases))
    repository.drakdom("check", "-q")  # JSON holds more than a table, so the results for one do not do for the other
    assert f"({len(cases)} kept from before)" in repository.drakdom("check", "-q")
    assert len(repository.drakdom("check", "--list").splitlines()) == 30
    assert repository.drakdom("check", "--changed-since", "HEAD", code=5) == ""


def test_a_failure_is_found_through_every_door(repository: Repository) -> None:
    file = repository.folder / "rulings" / "ferry" / "a-walk-over-the-ice.yaml"
    text = file.read_text("utf-8")
    wrong = text.replace("slips(Ann): 1/3", "slips(Ann): 1/2")
    assert wrong != text
    assert "FAILS  odds: slips(Ann) = 1/2" in repository.drakdom("check", "-", code=1, text=wrong)
    hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    try:
        file.write_text(wrong, encoding="utf-8")
        place = f"rulings/ferry/{file.name}:{wrong[: wrong.index('slips(Ann)')].count(chr(10)) + 1}"
        assert place in repository.drakdom("check", "-q", code=1)
        assert "1 failed" in repository.drakdom("check", "--changed-since", "HEAD", code=1)
        assert "1 failed" in repository.drakdom("check", "--last-failed", code=1)
        for name, files in (("drakdom-check", [str(file)]), ("drakdom-check-law", [])):
            ended = repository.run(*hooks[name]["entry"].split(), *files)
            assert (ended.code, "slips(Ann) = 1/2" in ended.out) == (1, True), ended
        action = {"PATHS": "", "OPTIONS": "", "REPORTS": "out/action"}
        action |= {"GITHUB_OUTPUT": "out/outputs", "GITHUB_STEP_SUMMARY": "out/summary"}
        (repository.folder / "out").mkdir(exist_ok=True)
        ended = repository.run("bash", "-e", "-o", "pipefail", "-c", checking(), **action)
        assert (ended.code, "failed=1" in (repository.folder / "out/outputs").read_text("utf-8")) == (1, True), ended
        ended = repository.run(repository.programs / "python", "-m", "pytest", "-q", "rulings/ferry")
        assert (ended.code, place in ended.out, "1 failed, 6 passed" in ended.out) == (1, True, True), ended
        (repository.folder / "rulings" / "titel.yaml").write_text(
            "titel: x\nrulebook: ferry\nplay: []\n", encoding="utf-8"
        )
        ended = repository.run(repository.programs / "python", "-m", "pytest", "-q", "rulings/titel.yaml")
        assert (ended.code, "did you mean `title`?" in ended.out) == (1, True), ended
    finally:
        file.write_text(text, encoding="utf-8")
        (repository.folder / "rulings" / "titel.yaml").unlink(missing_ok=True)


def test_questions_about_the_own_game(repository: Repository) -> None:
    ice = "rulings/ferry/a-walk-over-the-ice.yaml"
    assert "1/3 (33 %), by FE-04" in repository.drakdom("rule", ice, "slips(Ann)")
    assert "FE-05" in repository.drakdom("explain", ice, "slips(Bo)")
    assert "It can happen with this change" in repository.drakdom("why-not", ice, "slips(Bo)")
    assert "1/3" in repository.drakdom("odds", ice, "slips(Ann)")
    assert repository.drakdom("draw", ice, "-o", "out.svg") is not None
    assert (repository.folder / "out.svg").read_text("utf-8").startswith("<?xml")
    assert "FE-10" in repository.drakdom("clauses", "ferry", "fog")
    assert "weather" in repository.drakdom("words", "ferry", "weather")
    assert "Ferry" in repository.drakdom("rulebooks")
    assert "choose" in repository.drakdom("rulebooks", "ferry")
    assert "no-spikes" in repository.drakdom("compare", ice, "--house-rule", "games/no-spikes", code=1)
    assert repository.drakdom("new", "ferry", "rulings/new.yaml")
    assert repository.drakdom("rule", "rulings/new.yaml")
    (repository.folder / "rulings" / "new.yaml").unlink()


def test_the_law_of_the_own_game(repository: Repository) -> None:
    assert "Ferry: nothing wrong" in repository.drakdom("lint", "ferry", "--only-text")
    house = repository.drakdom("lint", "ferry", "--house-rule", "games/no-spikes", "--only-text")
    assert house.startswith("No spikes, a house rule of Ferry: nothing wrong")
    assert "9 of 9 clauses are covered" in repository.drakdom("coverage", "ferry", "rulings/ferry")
    assert json.loads(repository.drakdom("schema", "ferry"))["title"] == "A scenario of Ferry"
    repository.drakdom("schema", "ferry", "--write")
    repository.drakdom("schema", "diplomacy", "--write", code=2)
    law = repository.folder / "games" / "ferry" / "ice.lp"
    text = law.read_text("utf-8")
    try:
        law.write_text(text.replace("spikes(F), not except", "spikse(F), not except"), encoding="utf-8")
        ended = repository.run(repository.programs / "drakdom", "check", "-q")
        assert ended.code == 2
        assert "did you mean `spikes/1`?" in ended.out + ended.err
        assert "<block>" not in ended.out + ended.err
    finally:
        law.write_text(text, encoding="utf-8")


def test_the_library(repository: Repository) -> None:
    ended = repository.run(repository.programs / "python", "-I", "-c", LIBRARY)
    assert (ended.code, ended.err) == (0, ""), ended
    assert ended.out.startswith("mine:1:1: ")
