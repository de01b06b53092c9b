"""What all tests share: the root of the repository, and one profile for properties."""

from pathlib import Path

import pytest
from hypothesis import settings

# The same examples in every run: who breaks a property sees it, not whoever comes next.
settings.register_profile("drakdom", deadline=None, derandomize=True)
settings.load_profile("drakdom")


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return Path(__file__).resolve().parent.parent
