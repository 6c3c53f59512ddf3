"""What is kept of challenges and practice, in a database of either kind."""

from __future__ import annotations

import asyncio
import sqlite3
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TypeVar

from damahane.web.challenges import Challenges, Practice, Practised
from damahane.web.store import Conflict, Event, GameSetup, Store
from damahane.web.tries import Challenge, Result
from tests.web.stores import using

DAY, OTHER = date(2026, 12, 24), date(2026, 12, 25)
NOW = datetime(2026, 12, 24, 18, 30, tzinfo=UTC)
LINE = {"move": "a2-a3", "reply": "b7-b6"}
Kept = TypeVar("Kept")


def begin(challenge: Challenge) -> Event:
    """The event of beginning one."""
    return challenge.event("begin", NOW)


def test_a_challenge_goes_on_in_a_later_process(place: Path | str) -> None:
    """Every event is there again, for this visitor and this day."""

    async def write(store: Store) -> None:
        challenges = Challenges(store)
        challenge = await challenges.find("ayşe", DAY)
        for kind, data in (("begin", {}), ("move", LINE), ("wrong", LINE)):
            event = challenge.event(kind, NOW, **data)
            await challenges.append("ayşe", DAY, event)
            challenge.add(event)
        await challenges.append("mehmet", DAY, begin(Challenge(DAY)))

    using(place, write)
    found = using(place, lambda store: Challenges(store).find("ayşe", DAY))
    assert (found.version, found.begun, found.result) == (3, NOW, None)
    assert [each.end for each in found.tries] == ["wrong", None]
    assert found.tries[0].moves == [LINE["move"], LINE["reply"]] * 2
    other = using(place, lambda store: Challenges(store).find("mehmet", DAY))
    assert (other.version, [each.moves for each in other.tries]) == (1, [[]])


def test_of_two_that_do_something_at_once_one_is_told(place: Path | str) -> None:
    """The number of an event decides who was first; the other hears of a conflict."""

    async def use(store: Store) -> tuple[list[object], Challenge]:
        challenges = Challenges(store)
        await challenges.append("ayşe", DAY, begin(Challenge(DAY)))
        tries = [
            challenges.append("ayşe", DAY, Event(2, kind, {"at": NOW.isoformat()}))
            for kind in ("given_up", "won", "wrong")
        ]
        results = await asyncio.gather(*tries, return_exceptions=True)
        return list(results), await challenges.find("ayşe", DAY)

    results, challenge = using(place, use)
    assert [type(result) for result in results].count(Conflict) == 2
    assert challenge.version == 2


def test_all_of_a_visitor_are_found_by_day(place: Path | str) -> None:
    """Each with its own events, and nobody else's."""

    async def use(store: Store) -> tuple[dict[date, Challenge], dict[date, Challenge]]:
        challenges = Challenges(store)
        for day in (OTHER, DAY):
            await challenges.append("ayşe", day, begin(Challenge(day)))
        await challenges.append("ayşe", DAY, Event(2, "won", {"at": NOW.isoformat()}))
        return await challenges.all_of("ayşe"), await challenges.all_of("mehmet")

    mine, nobodys = using(place, use)
    assert list(mine) == [DAY, OTHER]
    assert [each.result for each in mine.values()] == [Result.SOLVED, None]
    assert nobodys == {}


def test_practice_keeps_how_it_went_until_it_is_solved(place: Path | str) -> None:
    """Wrong lines are counted, and what comes after the first time it is solved changes nothing."""

    async def use(store: Store) -> list[Practised]:
        practice = Practice(store)
        await practice.wrong("ayşe", "one")
        await practice.wrong("ayşe", "one")
        await practice.shown("ayşe", "one")
        await practice.solved("ayşe", "one", NOW)
        await practice.wrong("ayşe", "one")
        await practice.solved("ayşe", "two", NOW)
        await practice.shown("ayşe", "two")
        await practice.solved("mehmet", "three", NOW)
        return sorted(await practice.results("ayşe"), key=lambda each: each.puzzle)

    one, two = using(place, use)
    assert (one.puzzle, one.wrong, one.shown, one.solved is not None) == ("one", 2, True, True)
    assert (two.puzzle, two.wrong, two.shown, two.solved is not None) == ("two", 0, False, True)
    assert (one.is_clean, two.is_clean) == (False, True)


def test_practice_in_many_windows_counts_every_line(place: Path | str) -> None:
    """Those that come at the same moment as the first do not get lost."""

    async def use(store: Store) -> list[Practised]:
        practice = Practice(store)
        await asyncio.gather(*(practice.wrong("ayşe", "one") for _ in range(8)))
        return list(await practice.results("ayşe"))

    assert [(each.puzzle, each.wrong) for each in using(place, use)] == [("one", 8)]


def test_a_database_from_before_keeps_its_games(tmp_path: Path) -> None:
    """The tables are added to those of the last version."""
    path = tmp_path / "games.db"
    using(path, lambda store: store.create(GameSetup("one", "dama", "two")))
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE challenges")
        connection.execute("DROP TABLE practice")
        connection.execute("UPDATE alembic_version SET version_num = '0004'")
    connection.close()
    assert using(path, lambda store: store.find("one")) == GameSetup("one", "dama", "two")
    using(path, lambda store: Challenges(store).append("ayşe", DAY, begin(Challenge(DAY))))
