"""The shipped law keeps to its own rules: as text, and grounded on every shipped scenario."""

from pathlib import Path

import pytest

from drakdom.lint import lint_rulebook
from drakdom.rulebook.find import find_house_rules
from tests.project.tree import rulebooks
from tests.tiers import sampled


def told(folder: Path, scenarios: list[Path]) -> list[str]:
    return [
        f"{finding.file}:{finding.line}: [{finding.rule}] {finding.message}"
        for finding in lint_rulebook(folder, scenarios)
    ]


@pytest.mark.parametrize("folder", sampled(reversed(rulebooks()), 3), ids=lambda path: path.name)
def test_the_text_of_the_law(folder: Path) -> None:
    result = told(folder, [])
    assert not result, "\n".join(result)


HOUSE = [(folder, rule) for folder in rulebooks() for rule in find_house_rules(folder).values()]


@pytest.mark.parametrize(("folder", "rule"), sampled(reversed(HOUSE), len(HOUSE)), ids=lambda path: path.name)
def test_the_text_of_house_rules(folder: Path, rule: Path) -> None:
    result = [
        f"{finding.file}:{finding.line}: [{finding.rule}] {finding.message}"
        for finding in lint_rulebook(folder, [], [rule])
    ]
    assert not result, "\n".join(result)
