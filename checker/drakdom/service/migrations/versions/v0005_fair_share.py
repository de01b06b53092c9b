"""Version 5: columns that are needed to share the court fairly."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns of version 5."""
    op.add_column("jobs", sa.Column("network", sa.Text, nullable=False, server_default=""))
    op.add_column("jobs", sa.Column("spent", sa.Float, nullable=False, server_default="0"))
    op.create_index("jobs_by_end", "jobs", ["ended"])
