"""The pages of precedents: search, one of them, and putting a ruling on record."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, TypeVar
from urllib.parse import parse_qsl, quote, urlencode

from fastapi import FastAPI
from pydantic import BaseModel, ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from drakdom.errors import DrakdomError, InputError, LimitError, Problem
from drakdom.scenario import read_scenario_text
from drakdom.scenario.precedent import STATUSES
from drakdom.service import replies
from drakdom.service.bodies import LikeBody, PrecedentBody
from drakdom.service.desk import client_name
from drakdom.service.page import games
from drakdom.service.page.errors import problems_in, problems_of
from drakdom.service.page.form import Form, read_form
from drakdom.service.page.front import GONE, Front
from drakdom.service.page.pages import page
from drakdom.service.question import NAME
from drakdom.service.recording import RecordDesk

MOST = 50
"""Greatest number of precedents on a page."""
T = TypeVar("T", bound=BaseModel)
SEARCH = ("words", "clause", "rulebook", "status")
RECORD = ("by", "when", "source", "status", "note")


def add_record_pages(app: FastAPI, front: Front, record: RecordDesk) -> None:
    """Add the routes of the pages of precedents."""
    pages = _Pages(front, record)
    for path, handler, methods in (
        ("/precedents", pages.search, ["GET", "POST"]),
        ("/precedents/new", pages.add, ["GET", "POST"]),
        ("/precedents/file/{name:path}", pages.one, ["GET"]),
    ):
        app.add_route(path, front.kept_in_bounds(handler), methods, include_in_schema=False)


class _Pages:
    def __init__(self, front: Front, record: RecordDesk) -> None:
        self.front, self.record, self.folders = front, record, front.folders

    async def search(self, request: Request) -> Response:
        """Show the precedents that fit, the most alike first if a scenario is given."""
        form, fields = await self._read(request)
        client = client_name(request)
        if seconds := self.front.desk.rate.refuses_question(client):
            raise LimitError(f"this client asks too often; ask again in {seconds} seconds")

        def shown() -> Response:
            errors, result = list[Problem](), dict[str, Any](matches=[], count=0, unread=0)
            try:
                result = self.record.matches(_sought(form, fields))
            except DrakdomError as error:
                errors = problems_of(error)
            return page(
                "precedents", form.lang, 400 if errors else 200, like=form.scenario,
                fields=dict.fromkeys(SEARCH, "") | dict(fields),
                errors=errors, games=games.games(self.folders), statuses=STATUSES, here="/precedents", **result,
            )  # fmt: skip

        return await self.front.desk.read(shown, client)

    async def one(self, request: Request) -> Response:
        """Show one precedent: its record, its text, and the way into the form."""
        lang, name = self.front.lang(request), request.path_params["name"]

        def shown() -> Response:
            text = self.record.precedent(name)
            scenario = read_scenario_text(text, NAME, self.folders)
            assert scenario.precedent
            return page(
                "precedent", lang, title=scenario.title, name=quote(name), text=text, precedent=scenario.precedent,
                book=scenario.rulebook, here=f"/precedents/file/{quote(name)}",
            )  # fmt: skip

        return await self.front.read(shown)

    async def add(self, request: Request) -> Response:
        """Put a ruling on record, and show it."""
        if request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            refused = InputError.single("a page of another site may not put anything on record")
            return replies.problem(403, refused)
        form, fields = await self._read(request)
        given = {name: dict(fields).get(name, "").strip() for name in RECORD}
        try:
            reply = await self._added(form, given, request)
        except DrakdomError as error:
            return self._again(form, given, 422 if isinstance(error, LimitError) else 400, problems_of(error))
        except SQLAlchemyError:
            return self._again(form, given, 503, [Problem("", 0, 0, replies.NO_DATABASE)])
        body_form = json.loads(bytes(reply.body))
        if reply.status_code == 201:
            return RedirectResponse(f"/precedents/file/{quote(body_form['file'])}?lang={form.lang}", 303)
        if reply.status_code == 202:
            form = replace(form, job=body_form["id"])
            return self._again(form, given, 202, [], int(reply.headers["Retry-After"]))
        return self._again(form, given, reply.status_code, problems_in(body_form))

    async def _added(self, form: Form, given: dict[str, str], request: Request) -> Response:
        """Return the reply to a form: that of its job as long as there is no answer."""
        if form.job:
            reply = await self.front.desk.look(form.job)
            if reply.status_code not in (200, *GONE):
                return reply
        return await self.record.add(_checked(PrecedentBody, _body(form, given)), request)

    async def _read(self, request: Request) -> tuple[Form, list[tuple[str, str]]]:
        """Return the scenario of a request, and its other fields."""
        body = await request.body()
        form = read_form(request.url.query, body)  # it refuses too many fields
        fields = parse_qsl(request.url.query) + parse_qsl(body.decode("utf-8", "replace"))
        lang = form.lang if form.lang in games.LANGUAGES else self.front.lang(request)
        return replace(form, lang=lang, has_record=True), fields

    def _again(self, form: Form, given: dict[str, str], status: int, errors: list[Problem], retry: int = 0) -> Response:
        """Show the entered texts with their errors; or while they are ruled on, ask again by itself."""
        query = f"{form.query(do='rule')}&{urlencode(given)}"
        again = f"/precedents/new?{query}" if retry and form.fits_an_address else ""
        headers = {"Retry-After": str(retry)} if retry else {}
        return page(
            "record", form.lang, status, headers, form=form, given=given, errors=errors, again=again, retry=retry,
            asked="\n".join(form.ask), here="/precedents/new",
        )  # fmt: skip


def _body(form: Form, given: dict[str, str]) -> dict[str, Any]:
    return {"scenario": form.scenario, "claims": list(form.ask), **given}


def _sought(form: Form, fields: list[tuple[str, str]]) -> LikeBody:
    """Return the search that the fields state: every word and every clause must be there."""
    last = dict(fields)
    clauses = last.get("clause", "").replace(",", " ").split()
    search = {"scenario": form.scenario, "words": last.get("words", "").split(), "clauses": clauses, "most": MOST}
    search |= {"deciding": [value for name, value in fields if name == "deciding"]}
    return _checked(LikeBody, search | {name: last.get(name, "") for name in ("rulebook", "status")})


def _checked(kind: type[T], values: dict[str, Any]) -> T:
    """Return a body with these values. Raises InputError for a value that it cannot have."""
    try:
        return kind(**values)
    except ValidationError as error:
        problems = [
            Problem("", 0, 0, f"`{'.'.join(map(str, fault['loc']))}`: {fault['msg'].lower()}")
            for fault in error.errors()[:20]
        ]
        raise InputError(problems) from None
