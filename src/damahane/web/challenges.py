"""Challenges and practice in a database: what each visitor has tried, and how it went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from .models import ChallengeRow, PracticeRow
from .store import Conflict, Event, Store
from .tries import Challenge

_EVENT: Final = (ChallengeRow.number, ChallengeRow.kind, ChallengeRow.data)


class Challenges:
    """The challenges of the visitors of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, visitor: str, day: date) -> Challenge:
        """A visitor's challenge of a day, as far as it has come."""
        query = (
            select(*_EVENT)
            .where(ChallengeRow.visitor == visitor, ChallengeRow.day == day)
            .order_by(ChallengeRow.number)
        )
        async with self._store.engine.connect() as connection:
            rows = await connection.execute(query)
            return Challenge.replay(day, [Event(*row) for row in rows])

    async def all_of(self, visitor: str) -> dict[date, Challenge]:
        """Every challenge that a visitor has begun."""
        query = (
            select(ChallengeRow.day, *_EVENT)
            .where(ChallengeRow.visitor == visitor)
            .order_by(ChallengeRow.day, ChallengeRow.number)
        )
        found: dict[date, Challenge] = {}
        async with self._store.engine.connect() as connection:
            for day, number, kind, data in await connection.execute(query):
                found.setdefault(day, Challenge(day)).add(Event(number, kind, data))
        return found

    async def append(self, visitor: str, day: date, event: Event) -> None:
        """Keep an event; it is on disk when this returns.

        Raises:
            Conflict: there is an event of that number already.
        """
        row = {"visitor": visitor, "day": day, **asdict(event)}
        try:
            await self._store.database.add(ChallengeRow, row)
        except IntegrityError as error:
            raise Conflict(f"event {event.number} of {day} is there already") from error


@dataclass(frozen=True, slots=True)
class Practised:
    """How a visitor has fared with a puzzle.

    Attributes:
        puzzle: its name.
        wrong: how many lines went wrong before it was solved.
        shown: whether the solution was shown before it was.
        solved: when it was solved.
    """

    puzzle: str
    wrong: int = 0
    shown: bool = False
    solved: datetime | None = None

    @property
    def is_clean(self) -> bool:
        """Whether it was solved at once."""
        return self.solved is not None and not self.wrong and not self.shown


class Practice:
    """What the visitors of a store have practised."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine

    async def results(self, visitor: str) -> Sequence[Practised]:
        """How a visitor has fared with each puzzle that they tried."""
        columns = [getattr(PracticeRow, name) for name in Practised.__dataclass_fields__]
        query = select(*columns).where(PracticeRow.visitor == visitor)
        async with self._engine.connect() as connection:
            return [Practised(*row) for row in await connection.execute(query)]

    async def wrong(self, visitor: str, puzzle: str) -> None:
        """Keep that a line went wrong."""
        await self._note(visitor, puzzle, {"wrong": PracticeRow.wrong + 1}, {"wrong": 1})

    async def shown(self, visitor: str, puzzle: str) -> None:
        """Keep that the solution was shown."""
        await self._note(visitor, puzzle, {"shown": True}, {"shown": True})

    async def solved(self, visitor: str, puzzle: str, at: datetime) -> None:
        """Keep that a puzzle was solved; the first time counts."""
        await self._note(visitor, puzzle, {"solved": at}, {"solved": at})

    async def _note(
        self, visitor: str, puzzle: str, change: dict[str, Any], first: dict[str, Any]
    ) -> None:
        """Change what is kept of a puzzle that is not solved yet, or begin to keep it."""
        one = (PracticeRow.visitor == visitor, PracticeRow.puzzle == puzzle)
        changing = update(PracticeRow).where(*one, PracticeRow.solved.is_(None)).values(change)
        row = {"visitor": visitor, "puzzle": puzzle, **first}
        async with self._engine.begin() as connection:
            if (await connection.execute(changing)).rowcount:
                return
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(PracticeRow).values(row))
        except IntegrityError:  # it is solved, which stays; or another window was faster
            async with self._engine.begin() as connection:
                await connection.execute(changing)
