"""Version 3: links to rulings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table of version 3."""
    op.create_index("jobs_by_key", "jobs", ["key"])
    op.create_table(
        "links",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("law", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("links_by_time", "links", ["created", "client"])
