"""What differs between the two kinds of database: keeping an event, hearing of others' events."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, cast

from sqlalchemy import (
    URL,
    Engine,
    Executable,
    Insert,
    Table,
    create_engine,
    event,
    func,
    insert,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .models import Base, ChallengeRow, EventRow, GameRow, now

logger = logging.getLogger(__name__)

BUSY_MILLISECONDS: Final = 5000
POLL: Final = 0.1  # seconds between looks at a SQLite file for what other processes have added
HEARTBEAT: Final = 5.0  # seconds within which a dead line to PostgreSQL is noticed
LONGEST_PAUSE: Final = 5.0  # seconds between tries to have it back
CHANNEL: Final = "damahane_events"
MIGRATION_LOCK: Final = 0x64616D61  # any number that is ours alone: "dama"

#: The number told of a game that was deleted: that of no event.
DELETED: Final = 0
#: Is told of an event that another process may have added, or of a deletion; of None when any may
#: have been missed.
Heard = Callable[[str | None, int], None]
Row = Mapping[str, Any]
Added: TypeAlias = tuple[type[Base], Row]


def _adding(table: type[Base]) -> Insert:
    """Adds to a table as such: what a class of rows could do besides takes time."""
    return insert(cast("Table", table.__table__))


_TABLES: Final[tuple[type[Base], ...]] = (GameRow, EventRow, ChallengeRow)
_INSERTS: Final[dict[type[Base], Insert]] = {table: _adding(table) for table in _TABLES}


class Database(Protocol):
    """A database of one kind; `open_database` gives one.

    Attributes:
        engine: for everything that is the same in both kinds.
        lock: the statement that lets one process at a time bring the tables up to date.
    """

    engine: AsyncEngine
    lock: str

    @abstractmethod
    async def add(self, table: type[Base], row: Row) -> None:
        """Add a row to a table; it is on disk when this returns.

        Raises:
            IntegrityError: the row cannot be there.
        """

    @abstractmethod
    async def watch(self, heard: Heard, wanted: Callable[[], bool]) -> None:
        """Tell of events as they are added, and games as they are deleted, by any process.

        It goes on until it is cancelled.

        Args:
            heard: is told the game and number of each.
            wanted: whether anybody needs to know at the moment.
        """

    @abstractmethod
    async def tell_deleted(self, connection: AsyncConnection, game_id: str) -> None:
        """Have those who watch told of a game that a transaction deletes, once it is done."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of the database."""


def open_database(place: Path | str) -> Database:
    """The database in a file, or at a ``postgresql://`` address; nothing is connected yet.

    Raises:
        ImportError: PostgreSQL is named and its driver is not installed.
    """
    return Sqlite(place) if isinstance(place, Path) else Postgresql(place)


class Sqlite:
    """A SQLite file. Events that come at the same moment share a commit, and so its wait."""

    lock = "BEGIN IMMEDIATE"  # SQLite begins by itself only before rows change

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_async_engine(URL.create("sqlite+aiosqlite", database=str(path)))
        self._writing: Engine = create_engine(
            URL.create("sqlite", database=str(path)), connect_args={"check_same_thread": False}
        )
        for engine in (self.engine.sync_engine, self._writing):
            event.listen(engine, "connect", _prepare)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._waiting: list[tuple[Added, asyncio.Future[None]]] = []
        self._work: asyncio.Task[None] | None = None

    async def add(self, table: type[Base], row: Row) -> None:
        """Add a row to a table."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(((table, {"created": now(), **row}), done))
        if self._work is None:
            self._work = asyncio.create_task(self._write_all())
        await asyncio.shield(done)

    async def _write_all(self) -> None:
        """Write what waits, and what has come meanwhile, until nothing is left."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            rows = [row for row, _done in batch]
            try:
                errors = await loop.run_in_executor(self._thread, self._write, rows)
            except Exception as error:  # noqa: BLE001 - each of those who wait is told
                errors = [error] * len(batch)
            for (_row, done), wrong in zip(batch, errors, strict=True):
                if done.cancelled():
                    continue
                if wrong is None:
                    done.set_result(None)
                else:
                    done.set_exception(wrong)
        self._work = None

    def _write(self, rows: list[Added]) -> list[Exception | None]:
        """Add rows in one transaction; what cannot be there is left out and its error given."""
        errors: list[Exception | None] = []
        with self._writing.begin() as connection:
            for table, row in rows:
                try:
                    connection.execute(_INSERTS[table], row)
                    errors.append(None)
                except IntegrityError as error:
                    errors.append(error)
        return errors

    async def watch(self, heard: Heard, wanted: Callable[[], bool]) -> None:
        """Look every tenth of a second for new rows, while anybody needs to know."""
        looks = _Look("events", "number"), _Look("discards", str(DELETED))
        knows = False
        while True:
            await asyncio.sleep(POLL)
            if not wanted():
                knows = False
                continue
            with contextlib.suppress(DBAPIError):  # busy: the next look will tell
                async with self.engine.connect() as connection:
                    if knows:
                        for look in looks:
                            for game_id, number in await look.new(connection):
                                heard(game_id, number)
                    else:
                        for look in looks:
                            await look.skip(connection)
                        heard(None, 0)  # between two times of being wanted anything may have come
                        knows = True

    async def tell_deleted(self, connection: AsyncConnection, game_id: str) -> None:
        """Nothing needs to be done: they look."""

    async def close(self) -> None:
        """Keep what still waits to be kept, then let go of the file."""
        if self._work is not None:
            await self._work
        self._thread.shutdown()
        self._writing.dispose()
        await self.engine.dispose()


class _Look:
    """Looks into a table of a SQLite file for what was added since the last time."""

    def __init__(self, table: str, number: str) -> None:
        self._query = text(
            f"SELECT rowid, game_id, {number} FROM {table} WHERE rowid > :last ORDER BY rowid"  # noqa: S608
        )
        self._newest = text(f"SELECT coalesce(max(rowid), 0) FROM {table}")  # noqa: S608
        self._last = 0

    async def skip(self, connection: AsyncConnection) -> None:
        """Take what is there for known."""
        self._last = (await connection.execute(self._newest)).scalar_one()

    async def new(self, connection: AsyncConnection) -> list[tuple[str, int]]:
        """The games and numbers that have come."""
        top = (await connection.execute(self._newest)).scalar_one()
        if top <= self._last:
            self._last = top  # the newest may have been removed
            return []
        rows = (await connection.execute(self._query, {"last": self._last})).all()
        self._last = rows[-1][0] if rows else top
        return [(game_id, number) for _, game_id, number in rows]


class Postgresql:
    """A PostgreSQL database, which may serve any number of processes."""

    lock = f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"

    def __init__(self, address: str) -> None:
        if find_spec("asyncpg") is None:
            raise ImportError("PostgreSQL needs its driver: pip install 'damahane[postgresql]'")
        url = make_url(address).set(drivername="postgresql+asyncpg")
        self.engine = create_async_engine(
            url, pool_size=10, max_overflow=10, pool_pre_ping=True, pool_timeout=10
        )
        # A statement alone is a transaction: one journey there and back, not four.
        self._single = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    async def add(self, table: type[Base], row: Row) -> None:
        """Add a row to a table, and notify every process that listens of an event."""
        adding = _adding(table).values(created=now(), **row)
        statement: Executable = adding
        if table is EventRow:
            kept = adding.returning(EventRow.number).cte("kept")
            payload = f"{row['game_id']} {row['number']}"
            statement = select(func.pg_notify(CHANNEL, payload)).select_from(kept)
        async with self._single.connect() as connection:
            await connection.execute(statement)

    async def watch(self, heard: Heard, wanted: Callable[[], bool]) -> None:  # noqa: ARG002
        """Listen; when the line breaks, have it anew and say that events may have been missed."""
        pause = 0.1
        while True:
            try:
                async with self._single.connect() as connection:
                    await self._listen(connection, heard)
                    pause = 0.1
                    heard(None, 0)
                    await self._until_dead(connection)
            except (DBAPIError, OSError, TimeoutError) as error:
                logger.warning("the line to the database is broken: %s", error)
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, pause * 2)

    async def _listen(self, connection: AsyncConnection, heard: Heard) -> None:
        driver: Any = (await connection.get_raw_connection()).driver_connection

        def on_notice(_connection: object, _pid: int, _channel: str, payload: str) -> None:
            game_id, _, number = payload.partition(" ")
            if number.isdecimal():  # anybody who may use the database can notify
                heard(game_id, int(number))

        await driver.add_listener(CHANNEL, on_notice)

    async def _until_dead(self, connection: AsyncConnection) -> None:
        try:
            while True:
                await asyncio.sleep(HEARTBEAT)
                async with asyncio.timeout(HEARTBEAT):
                    await connection.execute(text("SELECT 1"))
        finally:
            with contextlib.suppress(DBAPIError, OSError):
                await connection.invalidate()  # with its listener, and not back into the pool

    async def tell_deleted(self, connection: AsyncConnection, game_id: str) -> None:
        """Notify every process that listens."""
        await connection.execute(select(func.pg_notify(CHANNEL, f"{game_id} {DELETED}")))

    async def close(self) -> None:
        """Let go of the database."""
        await self.engine.dispose()


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
