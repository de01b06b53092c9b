"""Jobs on a Dask cluster: each worker has a court process beside it, which solves in child processes with limits.

The worker itself never solves: it passes batches of jobs to its court, and their results back. A worker whose program,
libraries or law differ is refused by name. Only `door` imports `distributed`, the extra `cluster`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from drakdom.runner import Local, Runner

if TYPE_CHECKING:
    from drakdom.cluster.door import Client


@contextmanager
def runner_for(client: Client | None, workers: int = 1, least: int = 1) -> Iterator[Runner]:
    """Provide a runner on the cluster of a connected client or, without one, `Local(workers, least)`."""
    if client is None:
        yield Local(workers, least)
        return
    from drakdom.cluster.run import Cluster

    cluster = Cluster(client)
    try:
        yield cluster
    finally:
        cluster.close()
