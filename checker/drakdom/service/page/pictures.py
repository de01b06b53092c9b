"""Pictures as files, for `<img>`: the board as it stands, and the boards of the likeliest course of play.

The web process draws the board as it stands, since nothing is ruled for it; the court draws the others.
"""

from __future__ import annotations

import json
import time
from dataclasses import replace
from xml.etree import ElementTree

import anyio
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from drakdom.draw.still import board_scene
from drakdom.draw.svg import draw
from drakdom.errors import DrakdomError, LimitError
from drakdom.language import set_language
from drakdom.rulebook.translated import languages, translated
from drakdom.scenario import Scenario, read_combinations_text
from drakdom.scenario.asked import agreeing
from drakdom.service import replies
from drakdom.service.desk import Desk, client_name
from drakdom.service.page.form import Form, read_form
from drakdom.service.page.sites import of_another_site
from drakdom.service.question import NAME, Question

PAUSE = 0.3
"""Seconds between two looks at a picture that the court draws."""
_DESCRIPTION = "{http://www.w3.org/2000/svg}desc"


def add_pictures(app: FastAPI, desk: Desk) -> None:
    """Add the routes of the pictures to the service."""
    folders = desk.settings.folders

    async def board(request: Request) -> Response:
        def drawn() -> str:
            return draw(board_scene(scenario_of(read_form(request.url.query), folders)))

        client = client_name(request)
        if seconds := desk.rate.refuses_question(client):
            return desk.too_often(seconds)
        try:
            svg = await desk.read(drawn, client)
        except DrakdomError as error:
            return replies.problem(422 if isinstance(error, LimitError) else 400, error)
        return Response(svg, headers=replies.picture_headers(svg) | {"Cache-Control": "private, max-age=60"})

    async def play(request: Request) -> Response:
        def question() -> Question:
            return replace(readable(read_form(request.url.query), folders), do="draw").question()

        reply = await desk.ask(question, request)
        until = time.monotonic() + desk.settings.seconds
        while reply.status_code == 202 and time.monotonic() < until:  # a browser waits for a picture by itself
            job = json.loads(bytes(reply.body))["id"]
            await anyio.sleep(PAUSE)
            if await request.is_disconnected():
                return await desk.cancel(job)
            reply = await desk.look(job)
        return replies.unless_known(reply, request)

    async def guarded_play(request: Request) -> Response:
        return of_another_site(request) or await play(request)

    app.add_route("/picture", board, ["GET"], include_in_schema=False)
    app.add_route("/picture/play", guarded_play, ["GET"], include_in_schema=False)


def readable(form: Form, folders: tuple[str, ...]) -> Form:
    """Return the form in a language that the scenario's rulebook has."""
    return replace(form, lang=scenario_of(form, folders).rulebook.speaks)


def scenario_of(form: Form, folders: tuple[str, ...]) -> Scenario:
    """Return the scenario of a form under its first combination, in the language of the page if its rulebook has it."""
    read = read_combinations_text(replace(form, do="draw").question().text, NAME, folders)
    scenario = agreeing(read, form.variants, form.readings)[0]
    set_language(form.lang)
    if form.lang not in languages(scenario.rulebook):
        return scenario
    return replace(scenario, rulebook=translated(scenario.rulebook, form.lang))


def picture_words(svg: str) -> list[str]:
    """Return the text alternative of a picture, a line for each part."""
    description = ElementTree.fromstring(svg.encode()).find(_DESCRIPTION)
    return (description.text or "").splitlines() if description is not None else []
