"""Whose a game is, and the token of the link it is shared by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both columns; games that are there belong to nobody yet."""
    op.add_column("games", sa.Column("owner", sa.String(32)))
    op.add_column("games", sa.Column("share", sa.String(32)))
    op.create_index("ix_games_owner_created", "games", ["owner", "created"])


def downgrade() -> None:
    """Drop both columns."""
    op.drop_index("ix_games_owner_created", "games")
    op.drop_column("games", "share")
    op.drop_column("games", "owner")
