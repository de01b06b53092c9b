"""Short links by content: a ruling is stored once, as it was given, and never changed."""

from __future__ import annotations

import base64
import json
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import unquote

from sqlalchemy import Engine, Integer, Row, func, select
from sqlalchemy.exc import IntegrityError

from drakdom.errors import InputError
from drakdom.rulebook.words import short
from drakdom.service.question import Question
from drakdom.service.store import ClientFullError, FullError, Kept
from drakdom.service.tables import LINKS

LENGTH = 10
"""Number of characters of a link; each stands for five bits, and upper and lower case are the same."""
DAY = 24 * 3600.0
MOST_A_DAY, MOST_OF_A_CLIENT = 20_000, 200
"""Number of links that are stored in 24 hours, and of those of one client."""
_AROUND = " \t\r\n.,;:!?()<>[]{}\"'*_"
"""Characters that mail programs and sentences put round a link."""


@dataclass(frozen=True, slots=True)
class Link:
    """A ruling that is stored: the question, the law, the key of the answer, the answer, and when it was stored."""

    id: str
    question: Question
    kept: Kept
    created: float


class Links:
    """Stores and finds links. Nothing lists them."""

    def __init__(self, engine: Engine, now: Callable[[], float] = time.time) -> None:
        self._engine, self._now, self._storing = engine, now, threading.Lock()

    def store(self, question: Question, kept: Kept, client: str) -> tuple[Link, bool]:
        """Return the link to a ruling, and True if it is new.

        Raises FullError if too many were stored today, InputError if another ruling has the same link.
        """
        id_ = link_id(question, kept.law)
        if link := self.find(id_):
            return _same(link, question, kept), False
        with self._storing:  # one web process stores, so that the numbers are exact
            self._refuse_many(client)
            row = {
                "id": id_, "key": kept.key, "kind": question.kind, "scenario": question.text,
                "options": question.stated, "law": kept.law, "body": kept.body, "client": client,
                "created": self._now(),
            }  # fmt: skip
            try:
                with self._engine.begin() as connection:
                    connection.execute(LINKS.insert().values(row))
            except IntegrityError:  # the same link in the same moment
                pass
        link = self.find(id_)
        assert link is not None
        return _same(link, question, kept), True

    def _refuse_many(self, client: str) -> None:
        own = func.sum((LINKS.c.client == client).cast(Integer))
        stored = select(func.count(), own).where(LINKS.c.created > self._now() - DAY)
        with self._engine.connect() as connection:
            count, mine = connection.execute(stored).one()
        if (mine or 0) >= MOST_OF_A_CLIENT:
            raise ClientFullError(f"this client stored {mine} links in a day, which is the most")
        if count >= MOST_A_DAY:
            raise FullError(f"{count} links were stored in a day, which is the most")

    def find(self, id_: str) -> Link | None:
        """Return the link of an id."""
        with self._engine.connect() as connection:
            row = connection.execute(select(LINKS).where(LINKS.c.id == id_)).one_or_none()
        return _link(row) if row else None


def _same(link: Link, question: Question, kept: Kept) -> Link:
    if _content(link.question, link.kept.law) == _content(question, kept.law):
        return link
    message = f"another ruling has the short link `{link.id}`"
    raise InputError.single(message, help="use the long link, which holds the whole scenario")


def _link(row: Row[tuple[object, ...]]) -> Link:
    question = Question(row.kind, row.scenario, json.loads(row.options))
    return Link(row.id, question, Kept(row.key, row.law, row.body), row.created)


def link_id(question: Question, law: str) -> str:
    """Return the id of the link to a question under a law: it depends on nothing else."""
    return base64.b32encode(sha256(_content(question, law).encode()).digest()).decode().lower()[:LENGTH]


def _content(question: Question, law: str) -> str:
    return json.dumps([question.kind, question.stated, question.text, law])


def read_id(text: str) -> str:
    """Return the id that a link has, without what mail programs put round it.

    Raises InputError for text that is no id, with what is wrong with it.
    """
    id_ = unquote(unquote(text)).strip(_AROUND).lower()
    if re.fullmatch(rf"[a-z2-7]{{{LENGTH}}}", id_):
        return id_
    if re.fullmatch(r"[a-z2-7]*", id_) and len(id_) < LENGTH:
        message = f"this link has {len(id_)} of {LENGTH} characters: a part of it was cut off"
        raise InputError.single(message, help="copy the whole link")
    help_ = f"a link has {LENGTH} of the characters a to z and 2 to 7"
    raise InputError.single(f"`{short(id_)}` is no link", help=help_)
