"""The rulebook that is broken in every way."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def lantern(root: Path) -> Path:
    return root / "tests" / "rulebooks" / "lantern"
