"""Cards of games, reviews, and games that were deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def _of_game() -> sa.Column[str]:
    return sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "cards",
        _of_game(),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("termination", sa.String(16)),
        sa.Column("opening", sa.String(256), nullable=False),
        sa.Column("fen", sa.String(1024), nullable=False),
        sa.Column("last", sa.String(256), nullable=False),
        sa.Column("final", sa.String(1024), nullable=False),
        sa.Column("played", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "reviews",
        _of_game(),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_table(
        "discards", _of_game(), sa.Column("at", sa.DateTime(timezone=True), nullable=False)
    )


def downgrade() -> None:
    """Drop the tables."""
    for name in ("discards", "reviews", "cards"):
        op.drop_table(name)
