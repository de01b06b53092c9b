"""Jobs, as the court sees them: claim under a lease, renew the lease, finish, forget."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Subquery, and_, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from drakdom.service.question import Question
from drakdom.service.tables import ANSWERS, JOBS, is_audit

LEASE = 10.0
"""Seconds after which a job of a court that does not renew its lease may be claimed by another."""
LATELY = 60.0
"""Seconds for which the work on a client's jobs counts against it in the queue."""
BEGUN = 0.1
"""Seconds that a job counts beyond the work that was noted for it."""
MOST_TRIES = 3
"""Number of claims after which a job fails: its courts died."""
JOBS_FOR, MOST_ANSWERS = 24 * 3600.0, 20_000
"""Seconds for which a finished job can be looked at, and the greatest number of answers that are kept."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A job that this court does, with the number of times it was claimed."""

    id: str
    key: str
    law: str
    question: Question
    network: str
    tries: int


class Docket:
    """Claims and finishes jobs for one court, named `owner`. Each method is one transaction."""

    def __init__(self, engine: Engine, owner: str, now: Callable[[], float] = time.time) -> None:
        self._engine, self.owner, self._now = engine, owner, now

    def take_back(self) -> None:
        """Let the jobs wait again that a dead court of this name was doing."""
        values = {"state": "waiting", "owner": None, "lease": None}
        with self._engine.begin() as connection:
            connection.execute(update(JOBS).where(*self._mine()).values(values))

    def claim(self, *, audits: bool = False, apart_from: Collection[str] = ()) -> Claimed | None:
        """Claim a job that nobody does: an audit, or a job of any other kind; none of the networks `apart_from`.

        The network for which the court worked least lately comes first, in it the client, then the oldest job. So
        nobody waits for all that another asks, however costly it is. A job whose answer another job is computing waits
        for it.
        """
        now = self._now()
        # A lease too far ahead was written before the clock was set back.
        lapsed = and_(JOBS.c.state == "doing", or_(JOBS.c.lease < now, JOBS.c.lease > now + 2 * LEASE))
        doing = select(JOBS.c.key).where(JOBS.c.state == "doing", JOBS.c.lease >= now, JOBS.c.lease <= now + 2 * LEASE)
        networks, clients = (_work(name, now, audits=audits) for name in ("network", "client"))
        oldest = (
            select(JOBS.c.id)
            .outerjoin(networks, networks.c.name == JOBS.c.network)
            .outerjoin(clients, clients.c.name == JOBS.c.client)
            .where(or_(JOBS.c.state == "waiting", lapsed), JOBS.c.key.not_in(doing), is_audit(audits))
            .where(JOBS.c.network.not_in(apart_from))
            .order_by(func.coalesce(networks.c.work, 0), func.coalesce(clients.c.work, 0), JOBS.c.created)
            .limit(1)
            .with_for_update(skip_locked=True, of=JOBS)
            .scalar_subquery()
        )
        values = {"state": "doing", "owner": self.owner, "lease": now + LEASE, "tries": JOBS.c.tries + 1}
        claim = update(JOBS).where(JOBS.c.id == oldest).values(values)
        names = ("id", "key", "law", "kind", "scenario", "options", "network", "tries")
        with self._engine.begin() as connection:
            row = connection.execute(claim.returning(*(JOBS.c[name] for name in names))).one_or_none()
        if row is None:
            return None
        question = Question(row.kind, row.scenario, json.loads(row.options))
        return Claimed(row.id, row.key, row.law, question, row.network, row.tries)

    def is_answered(self, job: Claimed) -> bool:
        """Finish a job whose answer is kept already; return True if it is."""
        with self._engine.connect() as connection:
            kept = connection.execute(select(ANSWERS.c.key).where(ANSWERS.c.key == job.key)).one_or_none()
        return kept is not None and self._end(job, {"state": "done"})

    def note(self, job: Claimed, done: int, total: int, step: str) -> None:
        """Note how far a job is."""
        progress = json.dumps({"done": done, "total": total, "step": step})
        with self._engine.begin() as connection:
            connection.execute(update(JOBS).where(JOBS.c.id == job.id, *self._mine()).values(progress=progress))

    def renew(self, spent: Mapping[str, float]) -> set[str]:
        """Renew the leases of jobs and note the seconds of work that they took.

        Return those that this court still has to do; the others were cancelled.
        """
        lease, mine = self._now() + LEASE, set[str]()
        with self._engine.begin() as connection:
            for id_, seconds in spent.items():
                renewed = update(JOBS).where(JOBS.c.id == id_, *self._mine()).values(lease=lease, spent=seconds)
                mine |= set(connection.execute(renewed.returning(JOBS.c.id)).scalars())
        return mine

    def finish(self, job: Claimed, body: str, spent: float = 0) -> bool:
        """Keep the answer and end the job; return False, and keep nothing, if the job was lost meanwhile."""
        now = self._now()
        row = {"key": job.key, "law": job.law, "body": body, "created": now, "used": now}
        try:
            with self._engine.begin() as connection:
                if not self._ended(connection, job, {"state": "done", "spent": spent}):
                    return False
                connection.execute(ANSWERS.insert().values(row))
        except IntegrityError:  # answered by another court in the same moment: its answer stands
            return self._end(job, {"state": "done"})
        return True

    def fail(self, job: Claimed, error: dict[str, Any], spent: float = 0) -> bool:
        """End a job with an error; return False if the job was lost meanwhile."""
        return self._end(job, {"state": "failed", "error": json.dumps(error), "spent": spent})

    def give_back(self, job: Claimed) -> bool:
        """Let another court do the job, as if it had not been claimed."""
        return self._end(job, {"state": "waiting", "lease": None, "tries": JOBS.c.tries - 1}, ended=False)

    def forget(self) -> None:
        """Delete old jobs, and of too many answers those that were not used for longest."""
        ended = JOBS.c.ended < self._now() - JOBS_FOR
        excess = select(ANSWERS.c.key).order_by(ANSWERS.c.used.desc()).offset(MOST_ANSWERS)
        with self._engine.begin() as connection:
            connection.execute(delete(JOBS).where(ended, JOBS.c.state.in_(("done", "failed", "cancelled"))))
            connection.execute(delete(ANSWERS).where(ANSWERS.c.key.in_(excess)))

    def _mine(self) -> tuple[Any, ...]:
        return JOBS.c.owner == self.owner, JOBS.c.state == "doing"

    def _end(self, job: Claimed, values: dict[str, Any], *, ended: bool = True) -> bool:
        with self._engine.begin() as connection:
            return self._ended(connection, job, values, ended=ended)

    def _ended(self, connection: Any, job: Claimed, values: dict[str, Any], *, ended: bool = True) -> bool:
        """End a job if this court still has it: a cancelled job stays cancelled."""
        times = {"ended": self._now()} if ended else {}
        result = connection.execute(update(JOBS).where(JOBS.c.id == job.id, *self._mine()).values(values | times))
        return bool(result.rowcount)


def _work(name: str, now: float, *, audits: bool) -> Subquery:
    """Return the seconds of work that each network, or each client, took lately."""
    lately = or_(JOBS.c.state == "doing", JOBS.c.ended > now - LATELY)
    work = func.sum(JOBS.c.spent + BEGUN)
    by = JOBS.c[name]
    return select(by.label("name"), work.label("work")).where(lately, is_audit(audits)).group_by(by).subquery()
