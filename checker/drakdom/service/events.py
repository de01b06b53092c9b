"""Events of a job as they happen: a stream that ends when the job does."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable

import anyio
from starlette.responses import Response, StreamingResponse

from drakdom.errors import LimitError
from drakdom.service import replies
from drakdom.service.desk import Desk, no_job, threaded
from drakdom.service.store import OPEN_STATES, Job

PAUSE, ALIVE = 0.3, 15.0
"""Seconds between two looks at a job, and between two signs of life."""
MOST_STREAMS = 100
"""Number of streams that are open at a time."""


class Events:
    """Streams of events; each is looked up in the table, so that it survives the court."""

    def __init__(self, desk: Desk, clock: Callable[[], float] = time.monotonic) -> None:
        self._desk, self._clock, self._open = desk, clock, 0

    async def stream(self, id_: str) -> Response:
        """Return the stream of a job."""
        job = await threaded(self._desk.store.look, id_)
        if job is None:
            return no_job()
        if self._open >= MOST_STREAMS:
            full = LimitError(f"{self._open} streams are open, which is the most; ask for the job now and then")
            return replies.problem(503, full, replies.RETRY_FULL)
        headers = {"Drakdom-Law": job.law, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(self._events(job), 200, headers, "text/event-stream")

    async def _events(self, job: Job) -> AsyncIterator[str]:
        self._open += 1
        try:
            said, heard = "", self._clock()
            while True:
                state = json.dumps(replies.state_json(job))
                if state != said:
                    is_open = job.state in OPEN_STATES
                    yield f"event: {'progress' if is_open else 'end'}\ndata: {state}\n\n"
                    said, heard = state, self._clock()
                    if not is_open:
                        return
                elif self._clock() - heard >= ALIVE:
                    yield ": alive\n\n"
                    heard = self._clock()
                await anyio.sleep(PAUSE)
                seen = await threaded(self._desk.store.look, job.id)
                if seen is None:
                    return
                job = seen
        finally:
            self._open -= 1
