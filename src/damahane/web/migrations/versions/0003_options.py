"""What else was chosen for a game: huffing, a clock, no help, how it is scored."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("games", sa.Column("options", sa.JSON, nullable=False, server_default="{}"))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("games", "options")
