"""Shared by all tests: the root of the repository, the two profiles of random tests, and the cache."""

import gc
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from drakdom import sandbox
from drakdom.law.store import FOLDER, cache_folder
from tests.randomly import MANY, SEEDS
from tests.tiers import mark_medium

# Scenarios that tests make use of, some of them wrong on purpose; those that ship are checked by `make scenarios`.
collect_ignore_glob = ["rulebooks/*"]

# Python's own thresholds would spend up to a tenth of the time on scanning laws (see `drakdom.cli.main`).
gc.set_threshold(50_000, 50, 20)

# Quick: the same few examples in every run, so that a broken property shows for whoever breaks it.
settings.register_profile("quick", deadline=None, derandomize=True)
# Many: thousands of examples, from a new seed in every run (`make test-all`); `--hypothesis-seed` repeats one.
settings.register_profile(MANY, deadline=None, derandomize=False, database=None, print_blob=True)
settings.load_profile("quick")

# Laws that the tests read are kept beside the tests of this run, for its workers and the commands that they start.
if "PYTEST_XDIST_WORKER" not in os.environ:
    _CACHE = tempfile.TemporaryDirectory(prefix="drakdom-tests-")
    os.environ[FOLDER] = _CACHE.name
# Nothing that a test changes in the engine may be kept as what the engine says, nor hidden by what was kept.
os.environ["DRAKDOM_FRESH"] = "1"


def pytest_configure(config: pytest.Config) -> None:
    """Take the seed of the run from the command line."""
    if (seed := config.getoption("--hypothesis-seed")) is not None:
        SEEDS["run"] = str(seed)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that `make test` leaves to `.ci/run`, before marks choose among them."""
    mark_medium(items)


def pytest_report_header() -> str:
    """Print the profile and the seed, by which a run can be repeated."""
    return f"random boards: profile {settings.get_current_profile_name()}, seed {SEEDS['run']}"


@pytest.fixture(autouse=True)
def _in_this_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run jobs in the test's own process, where each law is read once; with the mark `children`, as users do."""
    if not request.node.get_closest_marker("children"):
        monkeypatch.setattr(sandbox, "can_fork", lambda: False)


@pytest.fixture(autouse=True)
def _nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep no results: to look for changes of program and law takes three times as long as to rule on a small case."""
    monkeypatch.setattr("drakdom.kept.store.cache_folder", lambda: None)


@pytest.fixture
def keeping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep results, as for users."""
    monkeypatch.setattr("drakdom.kept.store.cache_folder", cache_folder)


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return Path(__file__).resolve().parent.parent
