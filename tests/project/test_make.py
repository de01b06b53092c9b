"""What `make` says of the work that it leaves to a longer target."""

import shutil
import subprocess

import pytest

from tests.project.tree import ROOT, rulebooks

pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="there is no make")


def made(target: str, *variables: str) -> list[str]:
    """Return the lines that a target prints; nothing is installed for it."""
    command = ["make", "-s", "-o", ".venv/installed", target, *variables]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_lint_of_the_law_says_how_many_scenarios_it_leaves() -> None:
    scenarios = {folder.name: [*(ROOT / "scenarios" / folder.name).rglob("*.yaml")] for folder in rulebooks()}
    *linted, summary = made("rulebooks", "DRAKDOM=echo")
    sample = {line.split()[1]: line.count("--scenarios") for line in linted}
    assert sample == {slug: -(-len(files) // 12) for slug, files in scenarios.items()}
    total = sum(map(len, scenarios.values()))
    assert summary == f"grounded on {sum(sample.values())} of {total} scenarios; the rest is left to `make test-all`"


def test_the_lint_of_the_code_says_that_the_law_is_left() -> None:
    [summary] = made("lint", "BIN=true #")  # the paths of the checkers become comments
    assert summary.startswith("the law is left to `make rulebooks`")
