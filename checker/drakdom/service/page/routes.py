"""The routes of the page. They ask the desk as the interface does, and show its replies as HTML."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from anyio.to_thread import run_sync
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from drakdom.errors import BugError, DrakdomError, InputError, LimitError, Problem
from drakdom.rulebook import Rulebook
from drakdom.rulebook.translated import languages
from drakdom.service import replies
from drakdom.service.desk import Desk
from drakdom.service.page import games, pages
from drakdom.service.page.editor import add_editor
from drakdom.service.page.errors import problems_in, problems_of
from drakdom.service.page.form import DEEDS, Form, read_form
from drakdom.service.page.pictures import add_pictures
from drakdom.service.page.sites import of_another_site

STATIC = Path(__file__).parent / "static"
_GONE = (404, 410)

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


def add_pages(app: FastAPI, desk: Desk) -> None:
    """Add the routes of the page to the service."""
    front = _Front(desk)
    for path, handler, methods in (
        ("/", front.start, ["GET"]),
        ("/game/{slug}", front.game, ["GET", "POST"]),
        ("/game/{slug}/ruling", front.ruling, ["GET", "POST"]),
        ("/game/{slug}/live", front.ruling, ["POST"]),
    ):
        app.add_route(path, front.kept_in_bounds(handler), methods, include_in_schema=False)
    add_pictures(app, desk)
    add_editor(app, desk)
    app.mount("/static", StaticFiles(directory=STATIC))


class _Front:
    def __init__(self, desk: Desk) -> None:
        self.desk, self.folders = desk, desk.settings.folders

    def kept_in_bounds(self, handler: Handler) -> Handler:
        """Return a handler that other sites' pages may link to, but not call, and whose faults become pages."""

        async def handle(request: Request) -> Response:
            if refused := of_another_site(request):
                return refused
            try:
                return await handler(request)
            except DrakdomError as error:
                return self.fault(request, error)

        return handle

    def fault(self, request: Request, error: DrakdomError) -> Response:
        """Return the page of an error that belongs to no form."""
        status = 404 if isinstance(error, InputError) else 422
        return pages.page("fault", self.lang(request), status, errors=problems_of(error), here="/")

    def lang(self, request: Request) -> str:
        """Return the language of a request: the one that it names, or that the browser prefers."""
        named = request.query_params.get("lang", "")
        return named if named in games.LANGUAGES else games.preferred(request.headers.get("accept-language", ""))

    async def start(self, request: Request) -> Response:
        """Show the list of games."""
        return await run_sync(lambda: pages.start_page(self.lang(request), self.folders), limiter=self.desk.readers)

    async def filled(self, request: Request) -> Form:
        """Return what a request holds."""
        form = read_form(request.url.query, await request.body())
        return replace(form, lang=form.lang if form.lang in games.LANGUAGES else self.lang(request))

    async def game(self, request: Request) -> Response:
        """Show the form of a game; what was filled in leads to its ruling."""
        form, slug = await self.filled(request), request.path_params["slug"]
        book = await self.read(lambda: games.book_of(slug, self.folders, form.lang))
        if request.method == "POST" and form.do in DEEDS:
            if form.fits_an_address:
                return RedirectResponse(f"/game/{slug}/ruling?{form.query()}", 303)
            return await self.ruling(request)
        if form.do.startswith("lang:"):
            form = pages.with_language(form, form.do.removeprefix("lang:"))
            book = await self.read(lambda: games.book_of(slug, self.folders, form.lang))
        form = replace(form, scenario=form.scenario or games.starter(book), do="rule", job="")
        return await self.read(lambda: pages.form_page(form, book))

    async def ruling(self, request: Request) -> Response:
        """Ask the desk, and show its reply."""
        form, slug = await self.filled(request), request.path_params["slug"]
        book = await self.read(lambda: games.book_of(slug, self.folders, form.lang))
        is_part = request.url.path.endswith("/live")
        form = replace(form, do=form.do if form.do in DEEDS else "rule", bare=is_part)
        try:
            reply = await self.asked(form, book, request)
        except DrakdomError as error:
            status = 422 if isinstance(error, LimitError) else 500 if isinstance(error, BugError) else 400
            return await self.shown_errors(form, book, status, problems_of(error))
        except SQLAlchemyError:
            again = Problem("", 0, 0, "the database cannot be used now; ask again later")
            return await self.shown_errors(form, book, 503, [again], {"Retry-After": str(replies.RETRY_FULL)})
        body = bytes(reply.body).decode()
        if reply.status_code == 200:
            law = reply.headers["Drakdom-Law"]
            return await self.read(lambda: self.answered(form, body, law))
        if reply.status_code == 202:
            form = replace(form, job=json.loads(body)["id"])
            return await self.read(lambda: pages.waiting_page(form, book, int(reply.headers["Retry-After"])))
        retry = {name: reply.headers[name] for name in ("Retry-After",) if name in reply.headers}
        return await self.shown_errors(form, book, reply.status_code, problems_in(json.loads(body)), retry)

    def answered(self, form: Form, body: str, law: str) -> Response:
        """Show an answer under the rulebook that it names."""
        book = games.book_of(law.partition("@")[0], self.folders, form.lang)
        return pages.ruling_page(form, book, body, law)

    async def asked(self, form: Form, book: Rulebook, request: Request) -> Response:
        """Return the reply to a form: that of its job if it still has one."""
        if form.job:
            reply = await self.desk.look(form.job, request)
            if reply.status_code not in _GONE:
                return reply
        spoken = form if form.lang in languages(book) else replace(form, lang="en")
        return await self.desk.ask(spoken.question, request)

    async def shown_errors(
        self, form: Form, book: Rulebook, status: int, errors: list[Problem], headers: dict[str, str] | None = None
    ) -> Response:
        """Show the form again, with errors."""
        form = replace(form, job="")
        return await self.read(lambda: pages.form_page(form, book, status, errors, headers))

    async def read(self, work: Callable[[], T]) -> T:
        """Do in a thread what may take time."""
        return await run_sync(work, limiter=self.desk.readers)
