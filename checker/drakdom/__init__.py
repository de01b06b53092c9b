"""Read scenarios, solve them under a rulebook's law, and return verdicts.

The package names no game: everything about a game is in the folder of its rulebook.

>>> from drakdom import load, adjudicate
>>> verdict = adjudicate(load("scenarios/.../two-heroes-one-trap-room.yaml"))  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drakdom.version import __version__

if TYPE_CHECKING:
    from drakdom.errors import BugError, ClusterError, DrakdomError, InputError, LimitError, NothingRan
    from drakdom.rulings.adjudication import adjudicate, load, load_all, loads
    from drakdom.rulings.explanation import explain
    from drakdom.verdict import Verdict

__all__ = [
    "BugError",
    "ClusterError",
    "DrakdomError",
    "InputError",
    "LimitError",
    "NothingRan",
    "Verdict",
    "__version__",
    "adjudicate",
    "explain",
    "load",
    "load_all",
    "loads",
]

_HOMES = dict.fromkeys(("adjudicate", "load", "load_all", "loads"), "rulings.adjudication")
_HOMES |= {"explain": "rulings.explanation", "Verdict": "verdict"}


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that the solver is loaded only when it is needed."""
    if name not in __all__:
        raise AttributeError(f"module `drakdom` has no attribute `{name}`")
    from importlib import import_module

    return getattr(import_module(f"drakdom.{_HOMES.get(name, 'errors')}"), name)
