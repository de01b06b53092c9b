"""The options that say where a command works: processes of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import json
import logging
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from drakdom.cluster.door import Client

ADDRESS = "DASK_SCHEDULER_ADDRESS"
"""The environment variable with the address of a scheduler, as Dask names it."""
PATIENCE = 5.0
"""Seconds that a scheduler has to write its file."""


@dataclass(frozen=True)
class Place:
    """The place where the jobs of a command run: `processes` of this machine, or the cluster of a scheduler."""

    processes: int
    address: str = ""
    scheduler_file: str = ""

    @contextmanager
    def client(self) -> Iterator[Client | None]:
        """Provide a client of the scheduler, or None for this machine. Raises InputError, ClusterError."""
        if not (self.address or self.scheduler_file):
            yield None
            return
        check_extra()
        logging.getLogger("drakdom.cluster").addHandler(_Printer())
        from drakdom.cluster.door import connect

        client = connect(self.address, self.scheduler_file)
        try:
            yield client
        finally:
            client.close(timeout=1)


def place_of(workers: int | None, scheduler: str, scheduler_file: str) -> Place:
    """Return the place that the options name, or else the environment. Raises InputError for more than one."""
    from drakdom.errors import InputError
    from drakdom.rulebook.words import short

    named = [
        option
        for option, value in (
            ("--workers", workers is not None),
            ("--scheduler", scheduler),
            ("--scheduler-file", scheduler_file),
        )
        if value
    ]
    if len(named) > 1:
        raise InputError.single(f"`{named[0]}` and `{named[1]}` name two places to work", help="leave out one of them")
    if scheduler_file:
        _check_scheduler_file(scheduler_file)
    address = scheduler or ("" if named else os.environ.get(ADDRESS, ""))
    if re.fullmatch(r"((tcp|tls)://)?[^/]+", address) and not re.search(r":\d+\Z", address):  # Dask leaves a traceback
        message = f"`{short(address)}` names no scheduler: it has no port"
        raise InputError.single(message, help="such as `tcp://host:8786`")
    return Place(workers or os.cpu_count() or 1, address, scheduler_file)


def _check_scheduler_file(file: str) -> None:
    """Raise InputError for a file that no scheduler wrote: Dask would wait for another one for ever.

    A scheduler that has just been started has PATIENCE seconds to write it.
    """
    from drakdom.errors import InputError
    from drakdom.rulebook.textfile import decode, read_bytes

    until = time.monotonic() + PATIENCE
    while _is_to_come(file) and time.monotonic() < until:
        time.sleep(0.1)
    try:
        written = json.loads(decode(read_bytes(Path(file), file), file))
    except ValueError:
        written = None
    if not (isinstance(written, dict) and isinstance(written.get("address"), str)):
        help_ = "`dask scheduler --scheduler-file FILE` writes one"
        raise InputError.single("this is not the file of a Dask scheduler", file, help=help_)


def _is_to_come(file: str) -> bool:
    """Return True if a file is missing or empty."""
    return not os.path.lexists(file) or (os.path.isfile(file) and not os.path.getsize(file))  # noqa: PTH113, PTH202


def results_folder(results: str) -> Path | None:
    """Return the folder of `--results`, or None. Raises InputError for a file."""
    from drakdom.errors import InputError

    if results and os.path.isfile(results):  # noqa: PTH113  (a `Path` raises where it may not look)
        raise InputError.single("this is a file, not a folder for results", results)
    return Path(results) if results else None


def check_extra() -> None:
    """Raise InputError if the extra `cluster` is not installed."""
    from importlib.util import find_spec

    from drakdom.errors import InputError

    if find_spec("distributed") is None:
        message = f"a Dask cluster needs the package `distributed` (`--scheduler`, `--scheduler-file` or ${ADDRESS})"
        raise InputError.single(message, help="`pip install 'drakdom[cluster]'`; `--workers N` works without it")


class _Printer(logging.Handler):
    """Prints messages about workers to standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        from drakdom.report.page import printable

        typer.echo(printable(f"warning: {record.getMessage()}"), err=True)
