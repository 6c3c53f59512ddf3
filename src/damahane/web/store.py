"""Games on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, event, insert, inspect, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .models import DiscardRow, EventRow, GameRow

MIGRATIONS: Final = Path(__file__).parent / "migrations"
BUSY_MILLISECONDS: Final = 5000
MIGRATION_TRIES: Final = 50


@dataclass(frozen=True, slots=True)
class GameSetup:
    """How a game was set up.

    Attributes:
        id: its unguessable name.
        rules: id of the rule set.
        mode: ``"computer"`` or ``"two"``.
        level: the computer's strength, in a game against it.
        you: the person's side, in a game against the computer.
        fen: where it began, unless at the start position.
        seed: what makes the computer play differently from game to game.
        options: what else was chosen, as `Options` keeps it.
    """

    id: str
    rules: str
    mode: str
    level: str | None = None
    you: str | None = None
    fen: str | None = None
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game.

    Attributes:
        number: its place in the game, from 1.
        kind: ``move``, ``undo``, ``redo``, ``huff``, ``offer``, ``answer``, ``resign``, ``clock``
            or ``time``.
        data: what there is to say about it.
    """

    number: int
    kind: str
    data: dict[str, Any] = field(default_factory=dict)


class Conflict(Exception):  # noqa: N818 - what happened, not a fault
    """Another event has taken this number already."""


class Store:
    """The games of one database. Open one with `Store.open`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @property
    def engine(self) -> AsyncEngine:
        """What talks to the database, for those who keep more about games."""
        return self._engine

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Open a database file; make it, or bring it up to date, where needed."""
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(URL.create("sqlite+aiosqlite", database=str(path)))
        event.listen(engine.sync_engine, "connect", _prepare)
        store = cls(engine)
        try:
            await store._migrate()
        except BaseException:
            await store.close()
            raise
        return store

    async def _migrate(self) -> None:
        """Bring the tables up to date."""
        for remaining in reversed(range(MIGRATION_TRIES)):
            try:
                async with self._engine.begin() as connection:
                    # One process at a time; SQLite begins by itself only before rows change.
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                    await connection.run_sync(_migrate)
            except OperationalError:  # it may not even be opened while another makes it
                if not remaining:
                    raise
                await asyncio.sleep(0.1)
            else:
                return

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()

    async def create(self, setup: GameSetup) -> None:
        """Keep a new game."""
        async with self._engine.begin() as connection:
            await connection.execute(insert(GameRow).values(asdict(setup)))

    async def find(self, game_id: str) -> GameSetup | None:
        """How a game was set up, or None where there is no such game, or it was deleted."""
        columns = [getattr(GameRow, name) for name in GameSetup.__dataclass_fields__]
        kept = GameRow.id.not_in(select(DiscardRow.game_id))
        async with self._engine.connect() as connection:
            found = await connection.execute(select(*columns).where(GameRow.id == game_id, kept))
            row = found.one_or_none()
        return GameSetup(*row) if row else None

    async def events(self, game_id: str, since: int = 0) -> Sequence[Event]:
        """What happened in a game after event number `since`, in order."""
        query = (
            select(EventRow.number, EventRow.kind, EventRow.data)
            .where(EventRow.game_id == game_id, EventRow.number > since)
            .order_by(EventRow.number)
        )
        async with self._engine.connect() as connection:
            return [Event(*row) for row in await connection.execute(query)]

    async def append(self, game_id: str, event: Event) -> None:
        """Keep an event; it is on disk when this returns.

        Raises:
            Conflict: there is an event of that number already.
        """
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(EventRow).values(game_id=game_id, **asdict(event)))
        except IntegrityError as error:
            if not any(found.number == event.number for found in await self.events(game_id)):
                raise
            raise Conflict(f"event {event.number} of game {game_id} is there already") from error


def _prepare(connection: Any, _record: Any) -> None:
    """Set a new SQLite connection up: durable commits, readers beside a writer, keys checked."""
    cursor = connection.cursor()
    try:
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
    except Exception:  # it is not the pool's to close yet
        connection.close()
        raise
    cursor.close()


def _revision(connection: Connection) -> str | None:
    """The last migration of a database; None for a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(connection: Connection) -> None:
    """Run the migrations that are missing."""
    if _revision(connection) == max(path.name[:4] for path in (MIGRATIONS / "versions").glob("0*")):
        return  # nothing to do, and Alembic takes its time to load
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
