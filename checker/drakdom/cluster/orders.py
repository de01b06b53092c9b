"""The orders that a court process takes, and the results of a batch."""

from __future__ import annotations

from typing import Any, NamedTuple

from drakdom.kept import Law
from drakdom.sandbox import Job, Limits


class Greeting(NamedTuple):
    """Order to move to a folder, if there is one of this name, and tell the identity with these laws."""

    folder: str
    laws: tuple[Law, ...]


class Start(NamedTuple):
    """Order to take up a job with its limits."""

    job: Job[Any]
    limits: Limits


class Batch(NamedTuple):
    """Order to run the job of these numbers, and to stop between two of them after some seconds."""

    numbers: tuple[int, ...]
    seconds: float


class Done(NamedTuple):
    """Results of a batch in its order, each packed; those that are missing were not begun.

    `laws` are the digests of the laws on which the results rest.
    """

    results: tuple[tuple[int, bytes], ...]
    seconds: float
    laws: tuple[tuple[Law, str], ...] = ()
