"""The audit report that is kept in `docs/`: it has every law, and every finding is explained."""

import re

import yaml

from checker.rulebook import load_rulebook, resolve_rulebook
from tests.audit.report import EXPLAINED, RULEBOOK, UNEXPLAINED, searches
from tests.project.tree import ROOT

TEXT = (ROOT / "docs" / "audit-drakborgen.md").read_text(encoding="utf-8")


def test_every_law_has_its_section() -> None:
    heads = re.findall(r"^## (.*)$", TEXT, re.MULTILINE)
    assert heads == [title for title, _, _ in searches(load_rulebook(resolve_rulebook(RULEBOOK)))]


def test_every_finding_is_explained() -> None:
    assert len(re.findall(r"^- \*\*", TEXT, re.MULTILINE)) > 5
    assert UNEXPLAINED not in TEXT


def test_explanations_name_scenarios_that_there_are() -> None:
    for text in yaml.safe_load(EXPLAINED.read_text(encoding="utf-8")).values():
        for name in re.findall(r"Scenario `(.*?)`", text):
            assert (ROOT / "scenarios" / RULEBOOK / f"{name}.yaml").is_file(), name


def test_the_two_explosions_are_in_it() -> None:
    assert "flung halfway out of the room" in TEXT
