"""A guard that every request passes: a limit of its size, its origin, and the headers of every response."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from drakdom.errors import InputError, LimitError
from drakdom.service.replies import problem

MOST_BYTES = 4_000_000
"""Greatest size of a request: a scenario of the greatest size, with escapes."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_SAFE = {"GET", "HEAD", "OPTIONS"}


class Guard:
    """Refuses requests that are too large or come from another site's page, and adds the headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        if scope["method"] not in _SAFE and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            refusal = problem(403, InputError.single("a page of another site may not ask for its readers"))
            await refusal(scope, receive, send_guarded)
            return
        body = await _body(headers, receive)
        if body is None:
            too_large = LimitError(f"the request has more than {MOST_BYTES:,} bytes, which is the most that is read")
            await problem(413, too_large, close=True)(scope, receive, send_guarded)
            return
        await self.app(scope, _replay(body, receive), send_guarded)


async def _body(headers: Headers, receive: Receive) -> bytes | None:
    """Return the body of a request, or None if it is too large, or not whole; the rest is not read."""
    stated = headers.get("content-length", "0")
    if not stated.isdecimal() or int(stated[:20]) > MOST_BYTES:
        return None
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":  # a part of it is no request, and nobody waits for a response
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MOST_BYTES:
            return None
        more = message.get("more_body", False)
    return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body first, and then all later messages, such as the end of the connection."""
    messages: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay
