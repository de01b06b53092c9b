"""The desk: takes a question, recalls its answer or submits a job, and waits a little for it."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

import anyio
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response

from drakdom.errors import InputError, LimitError
from drakdom.service import replies
from drakdom.service.clients import REQUESTS, Rate, client_of, network_of
from drakdom.service.law import Laws
from drakdom.service.question import Question
from drakdom.service.settings import Settings
from drakdom.service.store import OPEN_STATES, ClientFullError, FullError, Job, Kept, Store

P = ParamSpec("P")
T = TypeVar("T")
READERS = 2
"""Number of scenarios that are read at a time, one of each network."""
MOST_UNREAD = 50
"""Number of questions of a network that are read or wait for it."""
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.1
"""Seconds between two looks at a job."""


class Desk:
    """Answers requests from the store. Work that may take time runs in threads, so that the loop never waits."""

    def __init__(self, settings: Settings, store: Store, wake: int = -1) -> None:
        self.settings, self.store, self.wake = settings, store, wake
        self.laws, self.rate = Laws(settings.folders), Rate(settings.rate)
        self.readers = anyio.CapacityLimiter(READERS)
        self._reading = WeakValueDictionary[str, anyio.CapacityLimiter]()  # of each network

    async def ask(self, body: Callable[[], Question], request: Request) -> Response:
        """Return the answer, an error, or after some seconds the state of the job."""
        sought = await self.seek(body, request)
        if isinstance(sought, Response):
            return sought
        return replies.answered(sought[1])

    async def seek(self, body: Callable[[], Question], request: Request) -> tuple[Question, Kept] | Response:
        """Return a question with its answer; or a response, if there is none or it is not known for some seconds."""
        client = client_name(request)
        if seconds := self.rate.refuses_question(client):
            return self.too_often(seconds)

        def read() -> tuple[Question, str]:
            question = body()
            return question, self.laws.of(question)

        try:
            question, law = await self.read(read, client)
        except FullError as error:
            return full(error)
        if kept := await threaded(self.store.recall, question.key(law)):
            return question, kept
        job = await self.submit(question, law, client)
        if isinstance(job, Response):
            return job
        reply = await self._await(job, request)
        kept = await threaded(self.store.recall, job.key) if reply.status_code == 200 else None
        return (question, kept) if kept else reply

    async def read(self, work: Callable[[], T], client: str) -> T:
        """Call a function that reads a scenario in a thread, for a network at a time. Raises FullError."""
        own = self._reading.setdefault(network_of(client), anyio.CapacityLimiter(1))
        if (unread := own.borrowed_tokens + own.statistics().tasks_waiting) >= MOST_UNREAD:
            raise FullError(f"{unread} questions of this network are not read yet, which is the most")
        async with own:
            return await run_sync(work, limiter=self.readers)

    async def submit(self, question: Question, law: str, client: str) -> Job | Response:
        """Return a new job, or the response with the reason why none is accepted."""
        if seconds := self.rate.refuses_job(client):
            return self.too_often(seconds)
        try:
            job = await threaded(self.store.submit, question, law, client)
        except FullError as error:
            return full(error)
        self._wake()
        return job

    async def look(self, id_: str) -> Response:
        """Return the answer of a job, its error, or its state."""
        job = await threaded(self.store.look, id_)
        return await self._shown(job) if job else no_job()

    async def kept(self, key: str) -> Response:
        """Return the answer that is kept under a key."""
        kept = await threaded(self.store.recall, key)
        return replies.answered(kept) if kept else no_job()

    async def cancel(self, id_: str) -> Response:
        """Cancel a job."""
        return Response(status_code=204) if await threaded(self.store.cancel, id_) else no_job()

    def too_often(self, seconds: int) -> Response:
        """Return the response for a client that asks too often."""
        most = f"more than {self.settings.rate} new questions, or {REQUESTS} times as many in all"
        return replies.problem(429, LimitError(f"this client asks too often: {most}"), seconds)

    async def _await(self, job: Job, request: Request) -> Response:
        until, pause = time.monotonic() + self.settings.patience, FIRST_PAUSE
        while job.state in OPEN_STATES and time.monotonic() < until:
            if await request.is_disconnected():  # nobody knows of the job
                await self.cancel(job.id)
                return cancelled()
            await anyio.sleep(pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)
            state = await threaded(self.store.look, job.id)
            job = state or job
        return await self._shown(job)

    async def _shown(self, job: Job) -> Response:
        if job.state in OPEN_STATES:
            return replies.unfinished(job)
        if job.state == "failed":
            return replies.failed(job)
        if job.state == "cancelled":
            return cancelled()
        kept = await threaded(self.store.recall, job.key)
        return replies.answered(kept) if kept else no_job()

    def _wake(self) -> None:
        """Tell the court that there is a job; if the pipe is full or gone, it looks by itself."""
        if self.wake >= 0:
            with contextlib.suppress(OSError):
                os.write(self.wake, b"!")


def client_name(request: Request) -> str:
    """Return the name of the client that sent a request."""
    return client_of(request.client.host if request.client else None)


def full(error: FullError) -> Response:
    """Return the response if no more is accepted now."""
    status = 429 if isinstance(error, ClientFullError) else 503
    return replies.problem(status, LimitError(f"{error}; ask again later"), replies.RETRY_FULL)


def cancelled() -> Response:
    """Return the response for a job that was cancelled."""
    return replies.problem(410, InputError.single("this job was cancelled"))


def no_job() -> Response:
    """Return the response for a job that does not exist."""
    return replies.problem(404, InputError.single("there is no such job, or its answer is no longer kept"))


async def threaded(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do work in a thread, so that the loop does not wait for it."""
    return await run_sync(lambda: work(*args, **kwargs))
