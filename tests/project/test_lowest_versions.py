"""The command works with the lowest versions that pyproject.toml allows, and refuses one that misleads it."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from drakdom.law.store import FOLDER
from tests.cli.drakdom import GOOD, PIT, PLAIN, RULEBOOKS, written
from tests.project.tree import ROOT

pytestmark = pytest.mark.slow

DISPUTE = ROOT / "scenarios" / "drakborgen-atervackt" / "entry" / "two-heroes-one-trap-room.yaml"
EXTRAS = ("png", "watch", "web")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq", "--retries", "2")
Run = Callable[..., subprocess.CompletedProcess[str]]


def lowest_versions() -> list[str]:
    """Return `name==version` for each runtime dependency, with the lower bound of pyproject.toml as the version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in EXTRAS for line in project["optional-dependencies"][extra])]
    requirements = [Requirement(line) for line in lines]
    unbounded = [str(rule) for rule in requirements if [bound.operator for bound in rule.specifier] != [">="]]
    assert not unbounded, f"give each a lower bound, `>=`, and nothing else, in pyproject.toml: {', '.join(unbounded)}"
    return [f"{rule.name}=={bound.version}" for rule in requirements for bound in rule.specifier]


def constraint(name: str) -> Version:
    """Return the version of a package in constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    return next(Version(line.partition("==")[2]) for line in lines if line.startswith(f"{name}=="))


def install(*words: str | Path) -> None:
    """Run `pip` and fail with its own words if it does."""
    ended = subprocess.run([*PIP, *map(str, words)], cwd=ROOT, capture_output=True, text=True, check=False)
    if ended.returncode:
        command = " ".join(map(str, words))
        pytest.fail(
            "pip could not install these versions: is the package index reachable? if it is, and one has no wheel "
            f"for this Python, raise its bound in pyproject.toml\npip {command}\n{ended.stdout}{ended.stderr}"
        )


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a virtual environment with the wheel and the lowest versions; return its folder of commands."""
    folder = tmp_path_factory.mktemp("lowest")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    (wheel,) = folder.glob("*.whl")
    commands = folder / "venv" / "bin"
    install("--python", commands / "python", "install", wheel, *lowest_versions())
    return commands


@pytest.fixture
def run(fresh: Path, tmp_path: Path) -> Run:
    """Return a function that runs a command of the fresh environment, away from the checkout."""
    env = {name: value for name, value in os.environ.items() if name not in {*PLAIN, "PYTHONPATH"}}
    env |= {"NO_COLOR": "1", "COLUMNS": "100", FOLDER: str(tmp_path / "laws")}

    def run(command: str | Path, *words: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
        line = [str(fresh / command), *map(str, words)]
        return subprocess.run(line, cwd=tmp_path, env=env | more, capture_output=True, text=True, check=False)

    return run


def test_a_ruling_is_the_same(run: Run) -> None:
    lowest = run("drakdom", "rule", DISPUTE)
    ours = run(sys.executable, "-m", "drakdom", "rule", DISPUTE, PYTHONPATH=str(ROOT / "checker"))
    assert (lowest.returncode, lowest.stderr, ours.returncode) == (0, "", 0)
    ruling, closing = lowest.stdout.rsplit("\nruled in ", 1)
    assert closing
    assert ruling == ours.stdout.rsplit("\nruled in ", 1)[0]


def test_a_check_checks(run: Run, tmp_path: Path) -> None:
    texts = {"good.yaml": GOOD, "false.yaml": GOOD.replace("1/3", "1/4")}
    good, false = (
        run("drakdom", "check", written(tmp_path, text, name), "--rulebook", RULEBOOKS) for name, text in texts.items()
    )
    assert (good.returncode, "1 passed, 0 failed" in good.stdout) == (0, True), good
    assert (false.returncode, "0 passed, 1 failed" in false.stdout) == (1, True), false


def test_a_page_is_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ledger.html"
    ended = run("drakdom", "coverage", "lantern", PIT, "--rulebook", RULEBOOKS, "--html", file)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "<h1>Lantern Deep: coverage</h1>" in file.read_text(encoding="utf-8")


def test_help_is_help(run: Run) -> None:
    ended = run("drakdom", "check", "-h")
    assert (ended.returncode, ended.stdout.split()[:3]) == (0, ["Usage:", "drakdom", "check"]), ended


def test_the_extras_work(run: Run, tmp_path: Path) -> None:
    ended = run("drakdom", "draw", DISPUTE, "-o", tmp_path / "board.png")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert run("python", "-c", "import watchfiles, drakdom.service.court, drakdom.service.web").returncode == 0


def test_click_is_a_current_one(run: Run) -> None:
    ended = run("python", "-c", "from importlib.metadata import version; print(version('click'))")
    assert Version(ended.stdout.strip()) >= constraint("click")


def test_a_typer_that_misreads_options_is_refused(run: Run, tmp_path: Path) -> None:
    old = tmp_path / "old"
    install("install", "--no-deps", "--target", old, "typer==0.12.5")
    good = written(tmp_path, GOOD)
    for words in (["check", good, "--rulebook", RULEBOOKS], ["check", "-h"], ["rule", DISPUTE]):
        ended = run("drakdom", *words, PYTHONPATH=str(old))
        assert (ended.returncode, ended.stdout) == (2, ""), ended
        assert "the installed typer is too old" in ended.stderr
