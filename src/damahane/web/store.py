"""Games in a database: a SQLite file, or PostgreSQL."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from sqlalchemy import inspect, select, text, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from .databases import Database, Heard, open_database
from .models import DiscardRow, EventRow, GameRow

MIGRATIONS: Final = Path(__file__).parent / "migrations"
MIGRATION_TRIES: Final = 50
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


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
        owner: the visitor whose game it is; None for one from before games had owners, which
            whoever opens it first may have.
    """

    id: str
    rules: str
    mode: str
    level: str | None = None
    you: str | None = None
    fen: str | None = None
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    owner: str | None = None


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

    def __init__(self, database: Database) -> None:
        self._database = database
        self._engine = database.engine

    @property
    def engine(self) -> AsyncEngine:
        """What talks to the database, for those who keep more about games."""
        return self._engine

    @property
    def database(self) -> Database:
        """What keeps rows, for those who keep other events than those of games."""
        return self._database

    @classmethod
    async def open(cls, place: Path | str) -> Store:
        """Open a database; make its tables, or bring them up to date, where needed.

        Args:
            place: a file, or the ``postgresql://`` address of a database that is there.
        """
        store = cls(open_database(place))
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
                    await connection.exec_driver_sql(self._database.lock)  # one process at a time
                    await connection.run_sync(_migrate)
            except OperationalError:  # it may not even be opened while another makes it
                if not remaining:
                    raise
                await asyncio.sleep(0.1)
            else:
                return

    async def close(self) -> None:
        """Let go of the database."""
        await self._database.close()

    async def watch(self, heard: Heard, wanted: Callable[[], bool]) -> None:
        """Tell of events as any process adds them, until cancelled (see `Database.watch`)."""
        await self._database.watch(heard, wanted)

    async def deleted(self, game_ids: Sequence[str]) -> Sequence[str]:
        """Which of some games have been deleted."""
        query = select(DiscardRow.game_id).where(DiscardRow.game_id.in_(game_ids))
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalars().all()

    async def create(self, setup: GameSetup) -> None:
        """Keep a new game."""
        await self._database.add(GameRow, asdict(setup))

    async def find(self, game_id: str) -> GameSetup | None:
        """How a game was set up, or None where there is no such game, or it was deleted."""
        if not _ID.fullmatch(game_id):  # a database may not even bear to be asked
            return None
        columns = [getattr(GameRow, name) for name in GameSetup.__dataclass_fields__]
        kept = GameRow.id.not_in(select(DiscardRow.game_id))
        async with self._engine.connect() as connection:
            found = await connection.execute(select(*columns).where(GameRow.id == game_id, kept))
            row = found.one_or_none()
        return GameSetup(*row) if row else None

    async def claim(self, game_id: str, owner: str) -> str | None:
        """Give a game that is nobody's to a visitor; tells whose it is then."""
        nobodys = update(GameRow).where(GameRow.id == game_id, GameRow.owner.is_(None))
        async with self._engine.begin() as connection:
            await connection.execute(nobodys.values(owner=owner))
            found = await connection.execute(select(GameRow.owner).where(GameRow.id == game_id))
            return found.scalar_one_or_none()

    async def share(self, game_id: str, token: str) -> str:
        """Let whoever has a token read a game; gives the token, the old one if there was one."""
        unshared = update(GameRow).where(GameRow.id == game_id, GameRow.share.is_(None))
        async with self._engine.begin() as connection:
            await connection.execute(unshared.values(share=token))
            found = await connection.execute(select(GameRow.share).where(GameRow.id == game_id))
            return str(found.scalar_one())

    async def shared(self, game_id: str) -> str | None:
        """The token that lets one read a game; None while it is private."""
        async with self._engine.connect() as connection:
            found = await connection.execute(select(GameRow.share).where(GameRow.id == game_id))
            return found.scalar_one_or_none()

    async def unshare(self, game_id: str) -> None:
        """Make a game private: no token lets anybody read it any more."""
        async with self._engine.begin() as connection:
            await connection.execute(
                update(GameRow).where(GameRow.id == game_id).values(share=None)
            )

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
            await self._database.add(EventRow, {"game_id": game_id, **asdict(event)})
        except IntegrityError as error:
            if not any(found.number == event.number for found in await self.events(game_id)):
                raise
            raise Conflict(f"event {event.number} of game {game_id} is there already") from error


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
