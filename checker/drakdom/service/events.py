"""Events of a job as they happen: a stream that ends when the job does."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable

import anyio
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

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
        self._desk, self._clock, self.open = desk, clock, 0

    async def stream(self, id_: str) -> Response:
        """Return the stream of a job."""
        job = await threaded(self._desk.store.look, id_)
        if job is None:
            return no_job()
        if self.open >= MOST_STREAMS:
            full = LimitError(f"{self.open} streams are open, which is the most; ask for the job now and then")
            return replies.problem(503, full, replies.RETRY_FULL)
        headers = {"Drakdom-Law": job.law, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return _Stream(self, self._events(job), headers)

    async def _events(self, job: Job) -> AsyncIterator[str]:
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


class _Stream(StreamingResponse):
    """A stream that counts as open from the moment in which it is accepted."""

    def __init__(self, events: Events, content: AsyncIterator[str], headers: dict[str, str]) -> None:
        super().__init__(content, 200, headers, "text/event-stream")
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until the job or the connection ends."""
        self._events.open += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._events.open -= 1
