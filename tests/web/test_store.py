"""The store: events are kept once, in order, and survive."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import IntegrityError

from damahane.web.store import MIGRATIONS, Conflict, Event, GameSetup, Store
from tests.web.stores import using

SETUP = GameSetup("one", "dama", "computer", "easy", "white", None, 7)
Result = TypeVar("Result")


def test_a_game_is_found_as_it_was_set_up(place: Path | str) -> None:
    """Every field of a game comes back; an unknown game is None."""

    async def use(store: Store) -> tuple[GameSetup | None, GameSetup | None]:
        await store.create(SETUP)
        return await store.find("one"), await store.find("two")

    assert using(place, use) == (SETUP, None)


def test_events_come_back_in_order_after_the_store_is_opened_anew(place: Path | str) -> None:
    """What was appended is there in a later process, from any number on."""

    async def write(store: Store) -> None:
        await store.create(SETUP)
        await store.append("one", Event(1, "move", {"route": "d3-d4"}))
        await store.append("one", Event(2, "undo", {"ply": 0}))

    using(place, write)
    everything = [Event(1, "move", {"route": "d3-d4"}), Event(2, "undo", {"ply": 0})]
    assert using(place, lambda store: store.events("one")) == everything
    assert using(place, lambda store: store.events("one", since=1)) == everything[1:]


def test_the_second_event_of_a_number_conflicts_and_the_first_stays(place: Path | str) -> None:
    """Of two events with one number the first is kept, though both come at once."""

    async def use(store: Store) -> tuple[list[object], Sequence[Event]]:
        await store.create(SETUP)
        events = [Event(1, "move", {"route": route}) for route in ("d3-d4", "e3-e4", "f3-f4")]
        tries = [store.append("one", event) for event in events]
        results = await asyncio.gather(*tries, return_exceptions=True)
        return list(results), await store.events("one")

    results, kept = using(place, use)
    assert [type(result) for result in results].count(Conflict) == 2
    assert len(kept) == 1


def test_an_event_of_no_game_is_an_error_not_a_conflict(place: Path | str) -> None:
    """Foreign keys are checked."""
    with pytest.raises(IntegrityError):
        using(place, lambda store: store.append("none", Event(1, "offer", {"color": "white"})))


def test_the_file_is_made_with_its_folders_whatever_its_name(tmp_path: Path) -> None:
    """Folders are made; spaces and signs in a path do no harm."""
    path = tmp_path / "a folder" / "50%" / "games.db"
    using(path, lambda store: store.create(SETUP))
    assert path.exists()


def test_readers_do_not_wait_for_writers(database: Path) -> None:
    """The journal is a write-ahead log, and the tables carry their revision."""
    using(database, lambda store: store.create(SETUP))
    with sqlite3.connect(database) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0005",)
    connection.close()


@pytest.mark.parametrize("name", ["a?b", "100%", "a b#c", "dama.db?mode=memory"])
def test_a_file_of_any_name_is_the_file_that_is_used(tmp_path: Path, name: str) -> None:
    """No character of a path means anything but itself."""
    path = tmp_path / name / "games.db"
    using(path, lambda store: store.create(SETUP))
    assert path.stat().st_size > 0
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_two_that_open_a_new_database_at_once_both_can(place: Path | str) -> None:
    """The tables are made by one of them, and the other finds them made."""
    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(lambda _: using(place, lambda s: s.find("one")), range(4)))
    assert opened == [None] * 4


def test_the_files_of_migrations_are_named_after_their_revisions_in_order() -> None:
    """The newest by name is the head that Alembic finds, so a look at the names is enough."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    revisions = [script.revision for script in scripts.walk_revisions()]
    files = sorted(path.name for path in (MIGRATIONS / "versions").glob("0*.py"))
    assert [name[:4] for name in files] == revisions[::-1]
    assert scripts.get_current_head() == files[-1][:4]
