"""Responses: answers, errors, and jobs that are not finished."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from drakdom.errors import DrakdomError
from drakdom.report.as_json import error_json, print_json
from drakdom.service.law import STALE
from drakdom.service.store import Job, Kept

JSON = "application/json"
_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
RETRY = 1
"""Seconds after which a client may ask again for a job."""
RETRY_FULL = 5
"""Seconds after which a client may try again when the queue is full."""
NO_DATABASE = "the database cannot be used now; ask again later"
_STATUS = {"input": 400, "limit": 422, "bug": 500}
"""HTTP status by the kind of an error of the court."""


def answered(kept: Kept) -> Response:
    """Return an answer: the same bytes as those of the command line."""
    etag = f'"{kept.key[:32]}"'
    place = f"/api/answers/{kept.key}"
    headers = {"Drakdom-Law": kept.law, "ETag": etag, "Cache-Control": "private, no-cache", "Content-Location": place}
    if kept.body.startswith("<"):
        return Response(kept.body, headers=headers | picture_headers(kept.body))
    return Response(kept.body, media_type=JSON, headers=headers)


def unless_known(reply: Response, request: Request) -> Response:
    """Return a response, or that its answer is the one that the client has."""
    if "etag" not in reply.headers or request.headers.get("if-none-match") != reply.headers["etag"]:
        return reply
    names = ("Drakdom-Law", "ETag", "Cache-Control", "Content-Location")
    return Response(status_code=304, headers={name: reply.headers[name] for name in names})


def picture_headers(svg: str) -> dict[str, str]:
    """Return the headers of a picture: nothing but its own style may come into effect, wherever it is opened."""
    digests = [b64encode(sha256(style.encode()).digest()).decode() for style in _STYLE.findall(svg)]
    styles = " ".join(f"'sha256-{digest}'" for digest in digests) or "'none'"
    policy = (
        f"default-src 'none'; style-src {styles}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
    )
    return {
        "Content-Type": "image/svg+xml; charset=utf-8",
        "Content-Disposition": 'inline; filename="board.svg"',
        "Content-Security-Policy": policy,
    }


def unfinished(job: Job) -> Response:
    """Return the state of a job that is not finished, and where to ask for it."""
    body = state_json(job)
    headers = {"Drakdom-Law": job.law, "Location": f"/api/jobs/{job.id}", "Retry-After": str(RETRY)}
    return Response(print_json(body), 202, headers, JSON)


def state_json(job: Job) -> dict[str, Any]:
    """Return the state of a job; `progress` only if it says how far it is."""
    body = {"schema": "drakdom/job/1", "id": job.id, "kind": job.kind, "state": job.state, "law": job.law}
    return body | ({"progress": job.progress} if job.progress else {})


def failed(job: Job) -> Response:
    """Return the error with which a job ended."""
    error = job.error or {}
    is_stale = any(item["message"] == STALE for item in error.get("problems", ()))
    status = 503 if is_stale else _STATUS.get(error.get("kind", ""), 500)
    headers = {"Drakdom-Law": job.law} | ({"Retry-After": str(RETRY)} if is_stale else {})
    return Response(print_json(error), status, headers, JSON)


def problem(status: int, error: DrakdomError, retry: int = 0, *, close: bool = False) -> Response:
    """Return an error in the form that the command line prints."""
    headers = ({"Retry-After": str(retry)} if retry else {}) | ({"Connection": "close"} if close else {})
    return Response(print_json(error_json(error)), status, headers, JSON)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return descriptions of statuses, for OpenAPI."""
    return {status: {"description": _MEANINGS[status]} for status in statuses}


_MEANINGS = {
    200: "The answer, in the JSON of the command line.",
    201: "Stored: `Location` is the link.",
    202: "Accepted, not finished: ask again at `Location`, after `Retry-After` seconds.",
    204: "Cancelled, or finished before.",
    304: "The answer is the one that the client has.",
    400: "The request or its scenario cannot be read: `drakdom/error/1`, with lines and columns.",
    403: "The request comes from a page of another site.",
    404: "There is no such job, or its answer is no longer kept.",
    410: "The job was cancelled.",
    413: "The request is too large.",
    422: "The question takes more time or memory than a job may use.",
    429: "The client asks too often, or has too many unfinished questions: `Retry-After`.",
    500: "A fault of the program.",
    503: "The queue is full, or the database cannot be used: `Retry-After`.",
}
