"""Requests to the page as a browser without scripts makes them, and what stands on it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

from tests.service.running import PATIENCE, Reply, Service

FORM = "application/x-www-form-urlencoded"
VOID = frozenset(("meta", "link", "input", "img", "br", "rect"))


@dataclass
class Seen(HTMLParser):
    """The elements of a page, each with its attributes, and its text."""

    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    text: str = ""
    values: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append((tag, given))
        if tag not in VOID:
            self.open.append(given.get("id", tag) if tag == "textarea" else tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("scenario", "ask"):
            self.values[self.open[-1]] = self.values.get(self.open[-1], "") + data
        else:
            self.text += data

    def all(self, tag: str) -> list[dict[str, str]]:
        return [given for name, given in self.tags if name == tag]


def seen(page: str) -> Seen:
    """Read a page; it must be well nested."""
    reader = Seen()
    reader.feed(page)
    reader.close()
    assert not reader.open, f"not closed: {reader.open}"
    return reader


def fill(service: Service, path: str, **values: str) -> Reply:
    """Send a form, and follow it until there is an answer."""
    reply = service.request(path, urlencode(values).encode(), Content_Type=FORM, Accept="text/html")
    until = time.monotonic() + PATIENCE
    while reply.status == 202:
        (refresh,) = [
            given["content"] for given in seen(reply.text).all("meta") if given.get("http-equiv") == "refresh"
        ]
        assert time.monotonic() < until, reply.text
        time.sleep(0.1)
        reply = service.request(refresh.partition("url=")[2], Accept="text/html")
    return reply
