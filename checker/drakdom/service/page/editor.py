"""The routes of the board editor: the vocabulary of a game, and edits of a scenario's text."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from anyio.to_thread import run_sync
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from drakdom.errors import DrakdomError, Problem
from drakdom.language import set_language
from drakdom.report.as_json import print_json
from drakdom.scenario import read_combinations_text
from drakdom.service import replies
from drakdom.service.desk import Desk, client_name
from drakdom.service.page import games
from drakdom.service.page.edit import EditBody, edited
from drakdom.service.page.errors import problems_of
from drakdom.service.page.view import view
from drakdom.service.page.vocabulary import vocabulary_text
from drakdom.service.question import NAME, canonical

SCHEMA = "drakdom/page_edit/1"


def add_editor(app: FastAPI, desk: Desk) -> None:
    """Add the routes of the editor to the service."""
    folders = desk.settings.folders

    @app.post("/page/edit/{slug}", include_in_schema=False, response_class=Response)
    async def edit(slug: str, body: EditBody, request: Request) -> Response:
        client = client_name(request)
        if seconds := desk.rate.refuses_question(client):
            return desk.too_often(seconds)
        reply = await desk.read(lambda: _edited(slug, body, folders), client)
        return Response(print_json(reply), media_type=replies.JSON)

    @app.get("/page/vocabulary/{slug}", include_in_schema=False, response_class=Response)
    async def words(slug: str, request: Request) -> Response:
        lang = request.query_params.get("lang", "en")
        try:
            text = await run_sync(lambda: vocabulary_text(games.book_of(slug, folders, lang)), limiter=desk.readers)
        except DrakdomError as error:
            return replies.problem(404, error)
        etag = f'"{sha256(text.encode()).hexdigest()[:32]}"'
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        return Response(text, 200, headers, replies.JSON)


def _edited(slug: str, body: EditBody, folders: tuple[str, ...]) -> dict[str, Any]:
    """Return the text with the changes that can be made, how it looks, and what is wrong with it."""
    book = games.book_of(slug, folders, body.lang)
    set_language(body.lang)
    text, refused = canonical(body.scenario), list[Problem]()
    for change in body.changes:
        try:
            text = edited(text, change, book)
        except DrakdomError as error:
            refused += problems_of(error)
    problems = list[Problem]()
    try:
        read_combinations_text(text, NAME, folders)
    except DrakdomError as error:
        problems = problems_of(error)
    why = [{"message": problem.message, "help": problem.help} for problem in refused]
    return {"schema": SCHEMA, "text": text, "refused": why, "view": view(text, book, problems)}
