"""The door to Dask, the only module that imports `distributed`: connecting, the tasks, a plugin for the courts."""

from __future__ import annotations

import logging
from typing import Any

from distributed import Client, WorkerPlugin, get_worker
from distributed.utils import sync

from drakdom.cluster.beside import Beside
from drakdom.errors import ClusterError, InputError

CONNECT = 10.0
"""Seconds to wait for a scheduler."""


def connect(address: str = "", scheduler_file: str = "") -> Client:
    """Return a client of a scheduler, without the log of Dask: the commands tell what happens.

    Raises ClusterError if the scheduler does not answer, InputError for a faulty address.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    place = address or scheduler_file
    try:
        if scheduler_file:
            return Client(scheduler_file=scheduler_file, timeout=CONNECT, set_as_default=False, name="drakdom")
        return Client(address, timeout=CONNECT, set_as_default=False, name="drakdom")
    except OSError as error:
        raise ClusterError(f"the scheduler {place} does not answer: {words_of(error)}") from None
    except (ValueError, TypeError, LookupError) as error:
        raise InputError.single(
            f"`{place}` names no scheduler: {words_of(error)}", help="such as `tcp://host:8786`"
        ) from None


def words_of(error: BaseException) -> str:
    """Return an exception in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


# ---- on the workers -------------------------------------------------------------------------------------


class CourtPlugin(WorkerPlugin):
    """Keeps the courts of one session beside a worker, and ends a court whose task the worker gives up."""

    def __init__(self, greeting: bytes) -> None:
        self.beside = Beside(greeting)

    def teardown(self, worker: Any) -> None:  # noqa: ARG002  (the name is part of the interface)
        """End the courts: the session is over, or the worker closes."""
        self.beside.end()

    def transition(self, key: Any, start: Any, finish: Any, **_: Any) -> None:
        """End the court of a task that is released while it runs: it is cancelled, or its client is gone."""
        if start == "executing" and finish in ("released", "cancelled"):
            self.beside.stop(str(key))


def greet(session: str, greeting: bytes, job: str, start: bytes) -> bytes:
    """Take a job to the worker of this task, with the plugin if it lacks it; return the identity of its court."""
    worker: Any = get_worker()
    if session not in worker.plugins:
        sync(worker.loop, worker.plugin_add, plugin=CourtPlugin(greeting), name=session, catch_errors=False)
    plugin: CourtPlugin = worker.plugins[session]
    return plugin.beside.greet(greeting, job, start)


def work(session: str, job: str, numbers: tuple[int, ...], seconds: float) -> tuple[str, bytes]:
    """Let a court beside the worker of this task do a batch; return the worker's address and the packed answer."""
    worker: Any = get_worker()
    plugin: CourtPlugin = worker.plugins[session]
    return str(worker.address), plugin.beside.work(str(worker.get_current_task()), job, numbers, seconds)


async def leave(session: str, dask_worker: Any) -> None:
    """End a session on a worker."""
    if session in dask_worker.plugins:
        await dask_worker.plugin_remove(name=session)


__all__ = ["Client", "CourtPlugin", "connect", "greet", "leave", "words_of", "work"]
