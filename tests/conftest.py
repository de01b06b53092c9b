"""What all tests share: the root of the repository, and one profile for properties."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from checker.engine.store import FOLDER

# Scenarios that tests make use of, some of them wrong on purpose; those that ship are checked by `make scenarios`.
collect_ignore_glob = ["rulebooks/*"]

# The same examples in every run: who breaks a property sees it, not whoever comes next.
settings.register_profile("drakdom", deadline=None, derandomize=True)
settings.load_profile("drakdom")

# Laws that the tests read are kept beside the tests of this run, for the commands that they start.
_CACHE = tempfile.TemporaryDirectory(prefix="drakdom-tests-")
os.environ[FOLDER] = _CACHE.name


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return Path(__file__).resolve().parent.parent
