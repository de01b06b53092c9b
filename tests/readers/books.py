"""The ten-clause rulebook, and scenarios of it that differ from a good one in a few lines."""

from pathlib import Path

from drakdom.errors import InputError
from drakdom.rulebook import Rulebook, load_rulebook
from drakdom.scenario import Scenario, read_scenario_text

RULEBOOKS = Path(__file__).resolve().parent.parent / "rulebooks"

BOARD = """\
board:
  rooms:
    B2: {room: floor, exits: [n, e]}
    C2: {room: pit, exits: [w]}
    B3: {room: shrine, exits: [s]}
"""
FIGURES = """\
figures:
  Sigeir: {kind: hero, at: B2, nerve: 3}
  Farouche: {kind: hero, at: C2, nerve: 5, rope: yes}
"""


def lantern() -> Rulebook:
    """Read the rulebook of the tests."""
    return load_rulebook(RULEBOOKS / "lantern")


def scenario(text: str, *, board: str = BOARD, figures: str = FIGURES) -> Scenario:
    """Read a scenario of the usual board and figures and more lines."""
    return read_scenario_text(board + figures + text, "case.yaml", rulebook=lantern())


def problems(text: str, *, board: str = BOARD, figures: str = FIGURES) -> list[str]:
    """Return the messages about a scenario, without line numbers."""
    try:
        scenario(text, board=board, figures=figures)
    except InputError as error:
        return [str(p).split(": ", 1)[1] for p in error.problems]
    return []


def facts(read: Scenario) -> set[str]:
    """Return all facts as text, the initial state as given(..)."""
    return {str(f) for f in read.facts} | {f"given({f},{_text(v)})" for f, v in read.given}


def _text(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
