"""Version 4: the index of precedents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table of version 4."""
    op.create_table(
        "precedents",
        sa.Column("file", sa.Text, primary_key=True),
        sa.Column("stamp", sa.Text, nullable=False),
        sa.Column("law", sa.Text, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
    )
