"""The pages of games, rulings and links: they ask the desk as the interface does, and show its replies as HTML."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from anyio.to_thread import run_sync
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from drakdom.errors import BugError, DrakdomError, InputError, LimitError, Problem
from drakdom.rulebook import Rulebook
from drakdom.rulebook.translated import languages, translated
from drakdom.service import replies
from drakdom.service.answers import scenarios_of
from drakdom.service.desk import Desk
from drakdom.service.linking import NO_LINK, LinkDesk
from drakdom.service.page import games, pages
from drakdom.service.page.errors import problems_in, problems_of
from drakdom.service.page.form import DEEDS, Form, read_form
from drakdom.service.page.linked import form_of, link_page
from drakdom.service.page.sites import of_another_site
from drakdom.service.recording import RecordDesk
from drakdom.service.store import FullError

GONE = (404, 410)
_STORED = (200, 201)

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


class Front:
    """Shows the pages of games, rulings and links."""

    def __init__(self, desk: Desk, links: LinkDesk, record: RecordDesk | None) -> None:
        self.desk, self.links, self.folders = desk, links, desk.settings.folders
        self.has_record = record is not None

    def kept_in_bounds(self, handler: Handler) -> Handler:
        """Return a handler that other sites' pages may link to, but not call, and whose faults become pages."""

        async def handle(request: Request) -> Response:
            if refused := of_another_site(request):
                return refused
            try:
                return await handler(request)
            except DrakdomError as error:
                return self.fault(request, error)
            except FullError as error:
                return self.fault(request, LimitError(str(error)), 503)

        return handle

    def fault(self, request: Request, error: DrakdomError, status: int = 0) -> Response:
        """Return the page of an error that belongs to no form."""
        status = status or (404 if isinstance(error, InputError) else 422)
        return pages.page("fault", self.lang(request), status, errors=problems_of(error), here="/")

    def lang(self, request: Request) -> str:
        """Return the language of a request: the one that it names, or that the browser prefers."""
        named = request.query_params.get("lang", "")
        return named if named in games.LANGUAGES else games.preferred(request.headers.get("accept-language", ""))

    async def start(self, request: Request) -> Response:
        """Show the list of games."""
        lang = self.lang(request)
        return await self.read(lambda: pages.start_page(lang, self.folders, has_record=self.has_record))

    async def filled(self, request: Request) -> Form:
        """Return the fields of a request."""
        form = read_form(request.url.query, await request.body())
        lang = form.lang if form.lang in games.LANGUAGES else self.lang(request)
        return replace(form, lang=lang, has_record=self.has_record)

    async def game(self, request: Request) -> Response:
        """Show the form of a game; its entered texts lead to its ruling."""
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
            retry = {"Retry-After": str(replies.RETRY_FULL)}
            return await self.shown_errors(form, book, 503, [Problem("", 0, 0, replies.NO_DATABASE)], retry)
        if form.do == "link" and reply.status_code in _STORED:
            return RedirectResponse(f"{reply.headers['Location']}?lang={form.lang}", 303)
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
        return pages.ruling_page(form, self.ruled_by(form, law), body, law)

    def ruled_by(self, form: Form, law: str) -> Rulebook:
        """Return the rulebook of an answer, with the house rules that were in force."""
        book = games.book_of(law.partition("@")[0], self.folders, form.lang)
        try:
            scenarios = scenarios_of(replace(form, do="rule").question(), self.folders, None)
        except DrakdomError:  # the law is not the same any more
            return book
        ruled = scenarios[0].rulebook
        return translated(ruled, book.speaks) if ruled.house_rules and ruled.folder == book.folder else book

    async def link(self, request: Request) -> Response:
        """Show the page of a short link."""
        return await self.kept_in_bounds(self._link)(request)

    async def _link(self, request: Request) -> Response:
        stored = await self.links.find(request.path_params["link"], request)
        if stored is None:
            raise InputError.single(NO_LINK)
        link, today = stored
        form = replace(form_of(link, self.lang(request)), has_record=self.has_record)
        spoken = replace(form, lang=link.question.options.get("lang", "en"))
        try:
            book: Rulebook | None = await self.read(lambda: self.ruled_by(spoken, link.kept.law))
        except DrakdomError:
            book = None
        return await self.read(lambda: link_page(link, today, form, book))

    async def asked(self, form: Form, book: Rulebook, request: Request) -> Response:
        """Return the reply to a form: that of its job if it still has one; for a link, that its ruling is stored."""
        is_link = form.do == "link"
        if form.job:
            reply = await self.desk.look(form.job)
            if reply.status_code not in GONE and not (is_link and reply.status_code == 200):
                return reply
        return await (self.links.store if is_link else self.desk.ask)(self.spoken(form, book).question, request)

    def spoken(self, form: Form, book: Rulebook) -> Form:
        """Return the form in a language that the rulebook has sentences in."""
        return form if form.lang in languages(book) else replace(form, lang="en")

    async def shown_errors(
        self, form: Form, book: Rulebook, status: int, errors: list[Problem], headers: dict[str, str] | None = None
    ) -> Response:
        """Show the form again, with errors."""
        form = replace(form, job="")
        return await self.read(lambda: pages.form_page(form, book, status, errors, headers))

    async def read(self, work: Callable[[], T]) -> T:
        """Call a function that may take time in a thread."""
        return await run_sync(work, limiter=self.desk.readers)
