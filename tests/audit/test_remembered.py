"""What the book does by itself is remembered between audits of house rules."""

import math
from pathlib import Path

import pytest

from drakdom.audit.laws import law_with
from drakdom.audit.remembered import Memory
from drakdom.audit.sweep import Effort, space_of
from drakdom.rulebook import load_rulebook
from tests.cli.drakdom import RULEBOOKS


@pytest.mark.usefixtures("keeping")
def test_marks_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAKDOM_CACHE", str(tmp_path))
    book = load_rulebook(RULEBOOKS / "lantern")
    law, effort = law_with(book), Effort(0, 1)
    space = space_of(book, {"size": 2, "heroes": 1}, effort)

    first = Memory(law, space, "yes")
    assert not first.known.searched
    marks = first.searched(effort, math.inf, None)
    assert marks
    again = Memory(law, space, "yes")
    assert again.is_whole
    assert again.searched(effort, 0, None) == marks  # without any time

    larger = Memory(law, space_of(book, {"size": 3, "heroes": 1}, effort), "yes")
    assert not larger.known.searched  # other situations
    variant = Memory(law_with(book, variants=["narrow-halls"]), space, "yes")
    assert not variant.known.searched  # another law
    assert not Memory(law, space, "no").known.searched
