"""Requests that the page of another site makes: it may link to the page, but not call it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from drakdom.errors import InputError
from drakdom.service import replies


def of_another_site(request: Request) -> Response | None:
    """Return a refusal if a page of another site calls an address of the page instead of linking to it."""
    site, dest = request.headers.get("sec-fetch-site", "none"), request.headers.get("sec-fetch-dest", "document")
    if site in ("same-origin", "none") or dest == "document":
        return None
    return replies.problem(403, InputError.single("a page of another site may not ask for its readers"))
