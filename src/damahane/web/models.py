"""The tables: games and challenges, and the numbered events that each adds up from."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, Index, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


def now() -> datetime:
    """The time of a new row."""
    return datetime.now(UTC)


class Base(DeclarativeBase):
    """The base of every table."""


class GameRow(Base):
    """How a game was set up, whose it is, and the token of its link if it is shared."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    rules: Mapped[str] = mapped_column(String(32))
    mode: Mapped[str] = mapped_column(String(16))
    level: Mapped[str | None] = mapped_column(String(16))
    you: Mapped[str | None] = mapped_column(String(8))
    fen: Mapped[str | None] = mapped_column(String(1024))
    seed: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict, server_default="{}")
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    owner: Mapped[str | None] = mapped_column(String(32))
    share: Mapped[str | None] = mapped_column(String(32))

    __table_args__ = (Index("ix_games_owner_created", "owner", "created"),)


class EventRow(Base):
    """Something that happened in a game. Only ever added; the key decides who was first."""

    __tablename__ = "events"

    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class CardRow(Base):
    """What a list of games shows of one; it can be made again from the game's events."""

    __tablename__ = "cards"

    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id"), primary_key=True)
    version: Mapped[int]
    plies: Mapped[int]
    result: Mapped[str] = mapped_column(String(8))
    termination: Mapped[str | None] = mapped_column(String(16))
    opening: Mapped[str] = mapped_column(String(256))
    fen: Mapped[str] = mapped_column(String(1024))
    last: Mapped[str] = mapped_column(String(256))
    final: Mapped[str] = mapped_column(String(1024))
    played: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class ReviewRow(Base):
    """A game looked back at, as of a version of it."""

    __tablename__ = "reviews"

    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id"), primary_key=True)
    version: Mapped[int]
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


class DiscardRow(Base):
    """A game that was deleted, while that can be undone."""

    __tablename__ = "discards"

    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id"), primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class ChallengeRow(Base):
    """Something that happened in a visitor's challenge of a day. Only ever added, as events are."""

    __tablename__ = "challenges"

    visitor: Mapped[str] = mapped_column(String(32), primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class PracticeRow(Base):
    """How a visitor has fared with a puzzle in practice."""

    __tablename__ = "practice"

    visitor: Mapped[str] = mapped_column(String(32), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(32), primary_key=True)
    wrong: Mapped[int] = mapped_column(default=0)
    shown: Mapped[bool] = mapped_column(default=False)
    solved: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
