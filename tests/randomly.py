"""Properties on random boards: a few boards in `make test`, thousands with a new seed in `make test-all`.

The hypothesis profile `many` chooses the second; `--hypothesis-seed` repeats a run. A board on which a property fails
is shrunk, and its scenario is written into a file that the failure names.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import gettempdir
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, seed, settings
from hypothesis import strategies as st

#: The profile of `make test-all`, which the root conftest registers.
MANY = "many"
#: Examples of one test: a larger number is divided among tests that run side by side.
PART = 250
#: The seed of the run, set when pytest starts; the same in every run of the quick profile.
SEEDS = {"run": "drakdom"}
#: Properties of random boards, by module and name, with the number of boards of a thorough run.
PROPERTIES: dict[tuple[str, str], tuple[Callable[[Random], object], int]] = {}
#: The scenario text that a property read last, written into a file where the property fails.
LAST = {"text": ""}
_SLACK = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large, HealthCheck.large_base_example]


def examples(quick: int, thorough: int) -> settings:
    """Return settings with as many examples as the profile in use asks for."""
    count = thorough if settings.get_current_profile_name() == MANY else quick
    return settings(max_examples=count, deadline=None, suppress_health_check=_SLACK)


def on_random_boards(quick: int, thorough: int) -> Callable[[Callable[[Random], object]], Callable[..., None]]:
    """Make a test of a property that takes a source of randomness.

    The property may return False for a board that says nothing; such boards are not counted as examples.
    """

    def decorate(holds: Callable[[Random], object]) -> Callable[..., None]:
        PROPERTIES[holds.__module__, holds.__name__] = holds, thorough
        most = examples(quick, thorough).max_examples
        parts = -(-most // PART)

        @pytest.mark.parametrize("part", range(parts))
        def test(part: int) -> None:
            @seed(f"{SEEDS['run']} {holds.__module__} {holds.__name__} {part}")
            @settings(examples(quick, thorough), max_examples=-(-most // parts), database=None)
            @given(st.randoms(use_true_random=False))
            def on_one_board(random: Random) -> None:
                LAST["text"] = ""
                assume(holds(random) is not False)

            with_scenario(on_one_board, f"{holds.__name__}-{part}")

        test.__doc__ = holds.__doc__
        test.is_random = True  # type: ignore[attr-defined]
        return test

    return decorate


def with_scenario(run: Callable[[], Any], name: str) -> None:
    """Run a property; where it fails, write the scenario of its smallest failing board and name the file."""
    LAST["text"] = ""
    try:
        run()
    except (Exception, pytest.fail.Exception) as error:
        if LAST["text"]:
            file = Path(gettempdir(), "drakdom-found", f"{name}.yaml")
            file.parent.mkdir(exist_ok=True)
            file.write_text(LAST["text"], encoding="utf-8")
            error.add_note(f"the scenario of the smallest failing board: {file}")
        else:
            error.add_note("the property failed before it read a scenario")
        raise


def telling(test: Callable[[], None]) -> Callable[[], None]:
    """Let a test of hypothesis, with all its arguments given, write the scenario on which it fails."""

    def run() -> None:
        with_scenario(test, test.__name__)

    run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
    run.is_random = True  # type: ignore[attr-defined]
    return run


def remember(text: str) -> str:
    """Return the text of a scenario, kept for the report of a failure."""
    LAST["text"] = text
    return text
