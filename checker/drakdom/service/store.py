"""Jobs and answers, as the web process sees them: submit, look, cancel, recall."""

from __future__ import annotations

import contextlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Integer, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from drakdom.service.clients import network_of
from drakdom.service.question import AUDIT, Question
from drakdom.service.tables import ANSWERS, JOBS, is_audit

OPEN_STATES = ("waiting", "doing")
OPEN_AUDITS, WAITING_AUDITS = 1, 10
"""The most unfinished audits of one client, and of all."""


USED_FOR = 3600.0
"""Seconds for which a use of an answer is not noted again."""


class FullError(Exception):
    """No more jobs are accepted now: the queue is full, or the client has too many unfinished jobs."""


class ClientFullError(FullError):
    """The client has too many unfinished jobs."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer that is kept, with its law and its key."""

    key: str
    law: str
    body: str


@dataclass(frozen=True, slots=True)
class Job:
    """The state of a job. `error` is the JSON form of the error of a failed one."""

    id: str
    key: str
    kind: str
    law: str
    state: str
    error: dict[str, Any] | None
    progress: dict[str, Any] | None = None


class Store:
    """Reads and writes the tables for the web process. Each method is one transaction."""

    def __init__(self, engine: Engine, most_waiting: int, most_open: int, now: Callable[[], float] = time.time) -> None:
        self._engine, self._most_waiting, self._most_open, self._now = engine, most_waiting, most_open, now
        self._submitting = threading.Lock()

    def recall(self, key: str) -> Kept | None:
        """Return the answer that is kept under a key, and note that it is used: those used last are kept."""
        with self._engine.connect() as connection:
            row = connection.execute(select(ANSWERS).where(ANSWERS.c.key == key)).one_or_none()
        if row and (now := self._now()) - row.used > USED_FOR:
            with contextlib.suppress(SQLAlchemyError), self._engine.begin() as connection:  # a note, no more
                connection.execute(update(ANSWERS).where(ANSWERS.c.key == key).values(used=now))
        return Kept(row.key, row.law, row.body) if row else None

    def submit(self, question: Question, law: str, client: str) -> Job:
        """Accept a job: from here on it is a row on the disk. Raises FullError."""
        id_, key = secrets.token_urlsafe(16), question.key(law)
        with self._submitting:  # one web process submits, so that the numbers are exact
            self._refuse_many(client, audits=question.kind == AUDIT)
            row = {
                "id": id_, "key": key, "kind": question.kind, "scenario": question.text, "options": question.stated,
                "law": law, "client": client, "network": network_of(client), "state": "waiting",
                "created": self._now(), "tries": 0,
            }  # fmt: skip
            with self._engine.begin() as connection:
                connection.execute(JOBS.insert().values(row))
        return Job(id_, key, question.kind, law, "waiting", None)

    def _refuse_many(self, client: str, *, audits: bool) -> None:
        """Raise FullError if a job cannot be accepted.

        A network may have as many open jobs as there are free places in the queue, but at least those of one client.
        So no network fills the queue alone: half of it stays free, and two leave a third.
        """
        network = network_of(client)
        own, near = (func.sum(same.cast(Integer)) for same in (JOBS.c.client == client, JOBS.c.network == network))
        asked = select(func.count(), own, near).where(JOBS.c.state.in_(OPEN_STATES), is_audit(audits))
        most_open, most_waiting = (OPEN_AUDITS, WAITING_AUDITS) if audits else (self._most_open, self._most_waiting)
        with self._engine.connect() as connection:
            count, mine, neighbours = connection.execute(asked).one()
        if (mine or 0) >= most_open:
            raise ClientFullError(f"this client has {mine} unfinished questions, which is the most")
        if count >= most_waiting:
            raise FullError(f"{count} questions are waiting, which is the most")
        if (neighbours or 0) >= max(most_open, most_waiting - count):
            raise FullError(f"{neighbours} questions of this network are waiting, which is its share of the queue")

    def look(self, id_: str) -> Job | None:
        """Return the state of a job."""
        columns = (JOBS.c.id, JOBS.c.key, JOBS.c.kind, JOBS.c.law, JOBS.c.state, JOBS.c.error, JOBS.c.progress)
        with self._engine.connect() as connection:
            row = connection.execute(select(*columns).where(JOBS.c.id == id_)).one_or_none()
        if row is None:
            return None
        error, progress = (json.loads(text or "null") for text in (row.error, row.progress))
        return Job(row.id, row.key, row.kind, row.law, row.state, error, progress)

    def latest(self, key: str) -> Job | None:
        """Return the job that was last submitted for an answer."""
        newest = select(JOBS.c.id).where(JOBS.c.key == key).order_by(JOBS.c.created.desc()).limit(1)
        with self._engine.connect() as connection:
            id_ = connection.execute(newest).scalar_one_or_none()
        return self.look(id_) if id_ else None

    def cancel(self, id_: str) -> bool:
        """Cancel a job that is not finished; the court ends its solver. Return False if there is no such job."""
        ended = {"state": "cancelled", "ended": self._now()}
        with self._engine.begin() as connection:
            cancelled = connection.execute(
                update(JOBS).where(JOBS.c.id == id_, JOBS.c.state.in_(OPEN_STATES)).values(ended)
            )
        return bool(cancelled.rowcount) or self.look(id_) is not None
