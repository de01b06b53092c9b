"""The audit reports that are kept in `docs/`: each has every law, and every finding is explained."""

import re

import pytest

from drakdom.rulebook import load_rulebook, resolve_rulebook
from tests.audit.report import DOCS, KEPT, UNEXPLAINED, searches
from tests.project.tree import ROOT

TEXTS = {slug: (DOCS / kept.text).read_text(encoding="utf-8") for slug, kept in KEPT.items()}
parametrize = pytest.mark.parametrize("slug", KEPT)


@parametrize
def test_every_law_has_its_section(slug: str) -> None:
    heads = re.findall(r"^## (.*)$", TEXTS[slug], re.MULTILINE)
    assert heads == [title for title, _, _ in searches(load_rulebook(resolve_rulebook(slug)))]


@parametrize
def test_every_finding_is_explained(slug: str) -> None:
    for law in TEXTS[slug].split("\n## ")[1:]:
        assert re.search(r"^(- \*\*|As before|Nothing found)", law, re.MULTILINE), law
    assert UNEXPLAINED not in TEXTS[slug]


@parametrize
def test_explanations_name_scenarios_that_there_are(slug: str) -> None:
    for text in KEPT[slug].explanations().values():
        for name in re.findall(r"`([\w-]+/[\w-]+)`", text):
            assert (ROOT / "scenarios" / slug / f"{name}.yaml").is_file(), name


def test_the_two_explosions_are_in_it() -> None:
    assert "flung halfway out of the room" in TEXTS["drakborgen-atervackt"]


def test_who_is_shut_in_is_in_it() -> None:
    assert "nothing is granted" in TEXTS["dungeonquest-neuauflage"]
