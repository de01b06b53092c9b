"""Pictures as files, for `<img>`. The web process draws the board as it stands: nothing is ruled for it."""

from __future__ import annotations

import base64
import re
from hashlib import sha256

from anyio.to_thread import run_sync
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from drakdom.draw.scene import Scene
from drakdom.draw.still import board_scene
from drakdom.draw.svg import draw
from drakdom.errors import DrakdomError, LimitError
from drakdom.rulebook.translated import languages, translated
from drakdom.scenario import Scenario, read_combinations_text
from drakdom.scenario.asked import agreeing
from drakdom.service import replies
from drakdom.service.desk import Desk
from drakdom.service.page.form import Form, read_form
from drakdom.service.question import NAME

SVG = "image/svg+xml"
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def add_pictures(app: FastAPI, desk: Desk) -> None:
    """Add the routes of the pictures to the service."""

    async def board(request: Request) -> Response:
        def drawn() -> Response:
            form = read_form(request.url.query)
            return picture(draw(board_scene(scenario_of(form, desk.settings.folders))))

        try:
            return await run_sync(drawn, limiter=desk.readers)
        except DrakdomError as error:
            return replies.problem(422 if isinstance(error, LimitError) else 400, error)

    app.add_route("/picture", board, ["GET"], include_in_schema=False)


def scenario_of(form: Form, folders: tuple[str, ...]) -> Scenario:
    """Return the scenario of a form under its first combination, in the language of the page if its rulebook has it."""
    question = form.question()
    read = read_combinations_text(question.text, NAME, folders)
    scenario = agreeing(read, form.variants, form.readings)[0]
    return spoken(scenario, form.lang)


def spoken(scenario: Scenario, lang: str) -> Scenario:
    """Return a scenario with sentences in a language, if its rulebook has it."""
    from dataclasses import replace

    from drakdom.language import set_language

    set_language(lang)
    if lang not in languages(scenario.rulebook):
        return scenario
    return replace(scenario, rulebook=translated(scenario.rulebook, lang))


def board_of(form: Form, folders: tuple[str, ...]) -> Scene | None:
    """Return the scene of the board as it stands; None if the scenario cannot be read."""
    try:
        return board_scene(scenario_of(form, folders))
    except DrakdomError:
        return None


def picture(svg: str) -> Response:
    """Return an SVG file. Its policy allows its own style, by digest, and nothing else."""
    digests = (base64.b64encode(sha256(style.encode()).digest()).decode() for style in _styles(svg))
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    policy = f"default-src 'none'; style-src {allowed or repr('none')}; frame-ancestors 'none'"
    headers = {"Content-Security-Policy": policy, "Cache-Control": "private, max-age=60"}
    return Response(svg, 200, headers, SVG)


def _styles(svg: str) -> list[str]:
    from html import unescape

    return [unescape(style) for style in _STYLE.findall(svg)]
