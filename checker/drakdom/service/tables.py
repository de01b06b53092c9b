"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import Column, ColumnElement, Float, Index, Integer, MetaData, Table, Text

from drakdom.service.question import AUDIT

METADATA = MetaData()

JOBS = Table(
    "jobs",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("key", Text, nullable=False),  # of the answer
    Column("kind", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("law", Text, nullable=False),  # slug@digest
    Column("client", Text, nullable=False),
    Column("network", Text, nullable=False, server_default=""),  # of the client
    Column("state", Text, nullable=False),  # waiting, doing, done, failed, cancelled
    Column("created", Float, nullable=False),
    Column("owner", Text),  # the court that does it
    Column("lease", Float),  # when the court's claim ends
    Column("tries", Integer, nullable=False),
    Column("spent", Float, nullable=False, server_default="0"),  # seconds of work
    Column("ended", Float),
    Column("error", Text),  # JSON, of a failed job
    Column("progress", Text),  # JSON: steps done, all steps, name of the step
    Index("jobs_by_state", "state", "created"),
    Index("jobs_by_client", "client", "state"),
    Index("jobs_by_key", "key"),
    Index("jobs_by_end", "ended"),
)

ANSWERS = Table(
    "answers",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("law", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),
    Index("answers_by_use", "used"),
)

LINKS = Table(
    "links",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("key", Text, nullable=False),  # of the answer
    Column("kind", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("law", Text, nullable=False),  # slug@digest
    Column("body", Text, nullable=False),  # the answer as it was given
    Column("client", Text, nullable=False),
    Column("created", Float, nullable=False),
    Index("links_by_time", "created", "client"),
)

PRECEDENTS = Table(  # an index: it is made anew from the files
    "precedents",
    METADATA,
    Column("file", Text, primary_key=True),
    Column("stamp", Text, nullable=False),  # of the file and of the program
    Column("law", Text, nullable=False),  # a stamp of all rulebooks
    Column("entry", Text, nullable=False),  # JSON; null for a file that is no precedent
)


def is_audit(audits: bool) -> ColumnElement[bool]:
    """Return the condition that a job is an audit, or that it is none."""
    return JOBS.c.kind == AUDIT if audits else JOBS.c.kind != AUDIT
