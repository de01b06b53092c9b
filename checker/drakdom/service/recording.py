"""The desk for precedents: puts rulings on record, finds them, and gives the whole record."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import FastAPI, Query
from starlette.requests import Request
from starlette.responses import Response

from drakdom.errors import InputError, LimitError
from drakdom.precedents.entries import deciding
from drakdom.precedents.index import Query as Sought
from drakdom.precedents.likeness import stated_case
from drakdom.report.as_json import print_json
from drakdom.report.precedents import matches_json
from drakdom.scenario import read_scenario_text
from drakdom.service import replies
from drakdom.service.bodies import LikeBody, PrecedentBody, Word
from drakdom.service.clients import Rate
from drakdom.service.desk import Desk, client_name, threaded
from drakdom.service.question import NAME, canonical
from drakdom.service.record import Record

A_DAY = "50/day"
"""Number of precedents that one client may put on record."""
ANY: list[str] = []
Several = Annotated[list[Word], Query(max_length=20)]


class RecordDesk:
    """Answers requests about precedents."""

    def __init__(self, desk: Desk, record: Record) -> None:
        self._desk, self._record, self._rate = desk, record, Rate(A_DAY)

    async def add(self, body: PrecedentBody, request: Request) -> Response:
        """Rule on a dispute and put the ruling on record; if it is not ruled on yet, return the state of the job."""
        sought = await self._desk.seek(body.question, request)
        if isinstance(sought, Response):
            return sought
        if seconds := self._rate.refuses_job(client_name(request)):
            most = LimitError(f"this client puts too much on record: more than {A_DAY}")
            return replies.problem(429, most, seconds)
        text = json.loads(sought[1].body)["text"]
        name = await threaded(self._record.add, text)
        stored = {"schema": "drakdom/precedent/1", "file": name, "text": text}
        headers = {"Location": f"/api/precedents/files/{name}", "Drakdom-Law": sought[1].law}
        return Response(print_json(stored), 201, headers, replies.JSON)

    async def search(self, body: LikeBody, request: Request) -> Response:
        """Return the precedents that fit, the most alike first."""
        client = client_name(request)
        if seconds := self._desk.rate.refuses_question(client):
            return self._desk.too_often(seconds)
        matches = await self._desk.read(lambda: self.matches(body), client)
        return Response(print_json(matches), media_type=replies.JSON)

    def matches(self, body: LikeBody) -> dict[str, Any]:
        """Return the precedents that fit. Raises InputError for a scenario that cannot be read."""
        like = None
        if body.scenario:
            scenario = read_scenario_text(canonical(body.scenario), NAME, self._desk.settings.folders)
            like = stated_case(scenario, deciding(scenario) or body.deciding)
        sought = Sought(tuple(body.clauses), tuple(body.words), like, body.rulebook, body.status)
        index = self._record.index()
        return matches_json(index.search(sought, body.most), len(index.entries)) | {"unread": self._record.unread}

    def precedent(self, name: str) -> str:
        """Return the text of a precedent. Raises InputError if there is none."""
        return self._record.text(name)

    async def text(self, name: str) -> Response:
        """Return the file of a precedent."""
        try:
            text = await threaded(self.precedent, name)
        except InputError as error:
            return replies.problem(404, error)
        return Response(text, media_type="text/plain; charset=utf-8")

    async def export(self, request: Request) -> Response:
        """Return all precedents as a ZIP file."""
        client = client_name(request)
        if seconds := self._desk.rate.refuses_question(client):
            return self._desk.too_often(seconds)
        packed = await self._desk.read(self._record.packed, client)
        named = {"Content-Disposition": 'attachment; filename="precedents.zip"'}
        return Response(packed, headers=named, media_type="application/zip")


def add_precedents(app: FastAPI, desk: RecordDesk) -> None:
    """Add the routes about precedents."""
    stored = replies.documented(201, 202, 400, 403, 410, 413, 422, 429, 500, 503)
    findable = replies.documented(200, 400, 403, 413, 422, 429, 503)
    plain, whole = replies.documented(200, 404, 503), replies.documented(200, 429, 503)

    @app.post("/api/precedents", summary="Put a ruling on record.", responses=stored, response_class=Response)
    async def add(body: PrecedentBody, request: Request) -> Response:
        return await desk.add(body, request)

    @app.get("/api/precedents", summary="Find precedents.", responses=findable, response_class=Response)
    async def find(
        request: Request,
        word: Several = ANY,
        clause: Several = ANY,
        rulebook: Word = "",
        status: Word = "",
        most: Annotated[int, Query(ge=1, le=1000)] = 20,
    ) -> Response:
        body = LikeBody(words=word, clauses=clause, rulebook=rulebook, status=status, most=most)
        return await desk.search(body, request)

    @app.post("/api/precedents/search", summary="Find what is alike.", responses=findable, response_class=Response)
    async def search(body: LikeBody, request: Request) -> Response:
        return await desk.search(body, request)

    @app.get("/api/precedents/export", summary="All, as ZIP.", responses=whole, response_class=Response)
    async def export(request: Request) -> Response:
        return await desk.export(request)

    @app.get("/api/precedents/files/{name:path}", summary="One.", responses=plain, response_class=Response)
    async def text(name: str) -> Response:
        return await desk.text(name)
