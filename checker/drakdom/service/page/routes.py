"""The routes of the page, each with the function that answers it."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from drakdom.service.desk import Desk
from drakdom.service.linking import LinkDesk
from drakdom.service.page.editor import add_editor
from drakdom.service.page.front import Front
from drakdom.service.page.pictures import add_pictures
from drakdom.service.page.recorded import add_record_pages
from drakdom.service.recording import RecordDesk

STATIC = Path(__file__).parent / "static"


def add_pages(app: FastAPI, desk: Desk, links: LinkDesk, record: RecordDesk | None) -> Front:
    """Add the routes of the page to the service; return the object that shows its pages."""
    front = Front(desk, links, record)
    for path, handler, methods in (
        ("/", front.start, ["GET"]),
        ("/game/{slug}", front.game, ["GET", "POST"]),
        ("/game/{slug}/ruling", front.ruling, ["GET", "POST"]),
        ("/game/{slug}/live", front.ruling, ["POST"]),
    ):
        app.add_route(path, front.kept_in_bounds(handler), methods, include_in_schema=False)
    add_pictures(app, desk)
    add_editor(app, desk)
    if record:
        add_record_pages(app, front, record)
    app.mount("/static", StaticFiles(directory=STATIC))
    return front
