"""Version 2: how far a job is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column of version 2."""
    op.add_column("jobs", sa.Column("progress", sa.Text))
