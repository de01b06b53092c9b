"""The web process: the routes, and what each error becomes. It never solves and never forks.

`python -m drakdom.service.web SETTINGS SOCKET WAKE` runs it on a socket that its parent opened.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp

from drakdom import __version__
from drakdom.errors import BugError, DrakdomError, InputError, LimitError, Problem
from drakdom.sandbox import unexpected
from drakdom.service import replies
from drakdom.service.bodies import (
    AskBody,
    AuditBody,
    Body,
    CompareBody,
    DrawBody,
    OddsBody,
    PathsBody,
    RuleBody,
    WhyNotBody,
)
from drakdom.service.database import open_database
from drakdom.service.desk import Desk, full
from drakdom.service.events import Events
from drakdom.service.guard import Guard
from drakdom.service.linking import LinkDesk
from drakdom.service.links import Links
from drakdom.service.log import log
from drakdom.service.page.front import Front
from drakdom.service.page.routes import add_pages
from drakdom.service.record import Record
from drakdom.service.recording import RecordDesk, add_precedents
from drakdom.service.settings import Settings
from drakdom.service.store import FullError, Store

if TYPE_CHECKING:
    import uvicorn

ASKED = replies.documented(200, 202, 304, 400, 403, 410, 413, 422, 429, 500, 503)
ANSWERS: dict[type[Body], str] = {
    RuleBody: "Rule on a scenario, as `drakdom rule --format json`.",
    OddsBody: "Say how likely claims are, as `drakdom odds --format json`.",
    WhyNotBody: "What prevents a claim, and the smallest change that lets it hold: `drakdom why-not --format json`.",
    CompareBody: "Rule under several laws and compare, as `drakdom compare --format json`.",
    PathsBody: "Say what figures can reach, as `drakdom paths --format json`.",
    DrawBody: "Draw the board before and after each phase as SVG, as `drakdom draw --output -`.",
    AskBody: "Ask what a claim depends on, the most telling question first, as `drakdom ask --format json`.",
}

AUDITED = "Search a rulebook or house rules for faults, as `drakdom audit --out - --json`; one audit runs at a time."


def create_app(settings: Settings, wake: int = -1, parent: int = 0) -> FastAPI:
    """Make the application. It ends when the process `parent` does; `wake` is a pipe to the court."""

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        watcher = asyncio.create_task(_end_with(parent)) if parent else None
        yield
        if watcher:
            watcher.cancel()

    about = "Rules on disputes in board games. Every answer is the JSON of the command line."
    app = FastAPI(
        title="Drakdom",
        version=__version__,
        description=about,
        lifespan=lifespan,
        docs_url=None,  # the pages of FastAPI load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(Guard)
    _handle_errors(app)
    engine = open_database(settings.db)
    desk = Desk(settings, Store(engine, settings.queue, settings.open), wake)
    for body, summary in ANSWERS.items():
        _add_question(app, desk, body, summary)
    _add_audit(app, desk)
    _add_jobs(app, desk)
    links = LinkDesk(desk, Links(engine))
    record = None
    if settings.precedents:
        record = RecordDesk(desk, Record(engine, Path(settings.precedents), settings.folders))
        add_precedents(app, record)
    front = add_pages(app, desk, links, record)
    _add_links(app, links, front)
    return app


def _add_question(app: FastAPI, desk: Desk, kind: type[Body], summary: str) -> None:
    async def ask(body: Any, request: Request) -> Response:
        return replies.unless_known(await desk.ask(body.question, request), request)

    ask.__annotations__["body"] = kind
    path, name = f"/api/{kind.kind}", kind.kind.replace("-", "_")
    app.post(path, summary=summary, operation_id=name, responses=ASKED, response_class=Response)(ask)


def _add_audit(app: FastAPI, desk: Desk) -> None:
    @app.post("/api/audit", summary=AUDITED, operation_id="audit", responses=ASKED, response_class=Response)
    async def audit(body: AuditBody, request: Request) -> Response:
        return replies.unless_known(await desk.ask(lambda: body.question(desk.settings.audit), request), request)


def _add_jobs(app: FastAPI, desk: Desk) -> None:
    seen = replies.documented(200, 202, 304, 404, 410, 422, 500, 503)

    @app.get("/api/jobs/{job}", summary="The answer of a job, or its state.", responses=seen, response_class=Response)
    async def look(job: str, request: Request) -> Response:
        return replies.unless_known(await desk.look(job), request)

    streamed, events = replies.documented(200, 404, 503), Events(desk)

    @app.get("/api/jobs/{job}/events", summary="Its states.", responses=streamed, response_class=StreamingResponse)
    async def stream(job: str) -> Response:
        return await events.stream(job)

    kept = replies.documented(200, 304, 404, 503)

    @app.get("/api/answers/{key}", summary="An answer by its key.", responses=kept, response_class=Response)
    async def answer(key: str, request: Request) -> Response:
        return replies.unless_known(await desk.kept(key), request)

    gone = replies.documented(204, 403, 404, 503)

    @app.delete("/api/jobs/{job}", summary="Cancel a job.", status_code=204, responses=gone, response_class=Response)
    async def cancel(job: str) -> Response:
        return await desk.cancel(job)

    @app.get("/health", summary="Say that the web process runs; it waits for nothing.")
    async def health() -> dict[str, str]:
        return {"status": "ok", "version": __version__}


def _add_links(app: FastAPI, desk: LinkDesk, front: Front) -> None:
    stored = replies.documented(200, 201, 202, 400, 403, 410, 413, 422, 429, 500, 503)

    @app.post("/api/links", summary="Store a ruling under a short link.", responses=stored, response_class=Response)
    async def store(body: RuleBody, request: Request) -> Response:
        return await desk.store(body.question, request)

    seen = replies.documented(200, 400, 404, 503)

    @app.get("/r/{link}", summary="A stored ruling, and today's.", responses=seen, response_class=Response)
    async def show(link: str, request: Request) -> Response:
        if "text/html" in request.headers.get("accept", ""):
            return await front.link(request)
        return await desk.show(link, request)

    @app.get("/r/{link}/answer", summary="A stored ruling alone.", responses=seen, response_class=Response)
    async def given(link: str) -> Response:
        return await desk.answer(link)


def _handle_errors(app: FastAPI) -> None:
    """Give every error the form that the command line prints."""

    async def refused(_: Request, error: Exception) -> Response:
        reported = error if isinstance(error, DrakdomError) else unexpected(error)
        status = 422 if isinstance(reported, LimitError) else 500 if isinstance(reported, BugError) else 400
        return replies.problem(status, reported)

    async def invalid(_: Request, error: Exception) -> Response:
        faults = error.errors() if isinstance(error, RequestValidationError) else []
        problems = [Problem("", 0, 0, f"`{_place(fault['loc'])}`: {fault['msg'].lower()}") for fault in faults[:20]]
        return replies.problem(400, InputError(problems))

    async def unroutable(_: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        reason = error.detail if isinstance(error, HTTPException) else ""
        return replies.problem(status, InputError.single(str(reason).lower()))

    async def out_of_order(_: Request, error: Exception) -> Response:
        log("web", f"the database cannot be used: {error}")
        return replies.problem(503, LimitError(replies.NO_DATABASE), replies.RETRY_FULL)

    async def too_many(_: Request, error: Exception) -> Response:
        return full(FullError(str(error)))

    app.add_exception_handler(DrakdomError, refused)
    app.add_exception_handler(FullError, too_many)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, unroutable)
    app.add_exception_handler(SQLAlchemyError, out_of_order)
    app.add_exception_handler(Exception, refused)


def _place(location: tuple[object, ...]) -> str:
    return ".".join(map(str, location[1:] or location))


async def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        await asyncio.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def served(app: ASGIApp, proxies: Sequence[str]) -> uvicorn.Config:
    """Return how an app is served. Headers name a client only if a proxy sends them: else they get round the limits."""
    import uvicorn

    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[*proxies],
        server_header=False,
        timeout_graceful_shutdown=5,
    )


def main() -> None:
    """Run the web process with the settings of the command line."""
    import uvicorn

    settings, listener, wake = Settings.from_text(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    config = served(create_app(settings, wake, os.getppid()), settings.proxies)
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=listener)])


if __name__ == "__main__":
    main()
