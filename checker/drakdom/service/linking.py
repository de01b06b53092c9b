"""The desk for links: stores a ruling under its link, and shows it beside today's ruling."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response

from drakdom.errors import DrakdomError, InputError
from drakdom.report.as_json import error_json, print_json
from drakdom.report.changed import changes
from drakdom.service import replies
from drakdom.service.desk import Desk, client_name, full, threaded
from drakdom.service.law import FRESH
from drakdom.service.links import Link, Links, read_id
from drakdom.service.question import Question
from drakdom.service.store import OPEN_STATES, FullError

NO_LINK = "nothing is stored under this link: a character of it may be wrong, or it is of another service"
FOREVER = "public, max-age=31536000, immutable"


class LinkDesk:
    """Answers requests about links. Pages whose law did not change are kept for a second."""

    def __init__(self, desk: Desk, links: Links, clock: Callable[[], float] = time.monotonic) -> None:
        self._desk, self._links, self._clock = desk, links, clock
        self._pages: dict[str, tuple[str, dict[str, str]]] = {}
        self._second = -FRESH

    async def store(self, body: Callable[[], Question], request: Request) -> Response:
        """Store a ruling and return its link; if it is not known yet, return what any question for it would."""
        sought = await self._desk.seek(body, request)
        if isinstance(sought, Response):
            return sought
        try:
            link, is_new = await threaded(self._links.store, *sought, client_name(request))
        except FullError as error:
            return full(error)
        place = f"/r/{link.id}"
        stored = {"schema": "drakdom/stored/1", "id": link.id, "address": place, "law": link.kept.law}
        headers = {"Location": place, "Drakdom-Law": link.kept.law}
        return Response(print_json(stored), 201 if is_new else 200, headers, replies.JSON)

    async def find(self, text: str, request: Request) -> tuple[Link, dict[str, Any]] | None:
        """Return the link of an id, and what today's law says. Raises InputError for text that is no id."""
        link = await threaded(self._links.find, read_id(text))
        return (link, await self._today(link, client_name(request))) if link else None

    async def show(self, text: str, request: Request) -> Response:
        """Return a ruling as it was given, the law that it was given under, and what today's law says."""
        if self._clock() - self._second >= FRESH:
            self._pages, self._second = {}, self._clock()
        pages, id_ = self._pages, read_id(text)
        if id_ in pages:
            return Response(pages[id_][0], 200, pages[id_][1], replies.JSON)
        stored = await self.find(id_, request)
        if stored is None:
            return no_link()
        link, today = stored
        page, headers = print_json(_shown(link, today)), {"Vary": "Accept", "Drakdom-Law": link.kept.law}
        if today["state"] == "same":
            pages[id_] = page, headers
        return Response(page, 200, headers, replies.JSON)

    async def answer(self, text: str) -> Response:
        """Return the answer alone, byte for byte as it was given."""
        link = await threaded(self._links.find, read_id(text))
        if link is None:
            return no_link()
        headers = {"Drakdom-Law": link.kept.law, "Cache-Control": FOREVER}
        return Response(link.kept.body, media_type=replies.JSON, headers=headers)

    async def _today(self, link: Link, client: str) -> dict[str, Any]:
        """Return the ruling of today's law: the same, a known one, a job, or the reason why there is none."""
        desk = self._desk
        try:
            law = await run_sync(desk.laws.of, link.question, limiter=desk.readers)
        except DrakdomError as error:
            return {"state": "gone", "law": "", "error": error_json(error)}
        key = link.question.key(law)
        if key == link.kept.key:
            return {"state": "same", "law": law}
        if kept := await threaded(desk.store.recall, key):
            return await threaded(_compared, link, law, kept.body)
        job = await threaded(desk.store.latest, key)
        if job is not None and job.state == "failed":
            return {"state": "failed", "law": law, "error": job.error}
        if job is None or job.state not in OPEN_STATES:
            submitted = await desk.submit(link.question, law, client)
            if isinstance(submitted, Response):
                return {"state": "unknown", "law": law, "error": json.loads(bytes(submitted.body))}
            job = submitted
        return {"state": "waiting", "law": law, "job": f"/api/jobs/{job.id}"}


def _compared(link: Link, law: str, body: str) -> dict[str, Any]:
    now = json.loads(body)
    differing = changes(json.loads(link.kept.body), now)
    return {"state": "ruled", "law": law, "differs": bool(differing), "changes": differing, "verdict": now}


def _shown(link: Link, today: dict[str, Any]) -> dict[str, Any]:
    return {
        "schema": "drakdom/link/1",
        "id": link.id,
        "created": datetime.fromtimestamp(int(link.created), UTC).isoformat(),
        "kind": link.question.kind,
        "law": link.kept.law,
        "scenario": link.question.text,
        "options": dict(link.question.options),
        "verdict": json.loads(link.kept.body),
        "today": today,
    }


def no_link() -> Response:
    """Return the response for a link under which nothing is stored."""
    return replies.problem(404, InputError.single(NO_LINK))
