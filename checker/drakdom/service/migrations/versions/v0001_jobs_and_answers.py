"""Version 1: jobs and answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of version 1."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("law", sa.Text, nullable=False),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("owner", sa.Text),
        sa.Column("lease", sa.Float),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("error", sa.Text),
    )
    op.create_index("jobs_by_state", "jobs", ["state", "created"])
    op.create_index("jobs_by_client", "jobs", ["client", "state"])
    op.create_table(
        "answers",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("law", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
    op.create_index("answers_by_use", "answers", ["used"])
