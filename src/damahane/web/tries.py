"""A visitor's challenge of a day as its events add up, and the streaks that the days make.

A day is one of UTC, by the server's clock. It counts for the streak when it was begun on its day
and ended before the next day was over, so that nobody who begins late at night has to hurry.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from typing import Final

from .store import Event

MOST_TRIES: Final = 3
GRACE: Final = timedelta(days=1)
"""For how long after its day something begun can be ended so that it counts."""
_DAY: Final = timedelta(days=1)


class Result(Enum):
    """How a challenge ended."""

    SOLVED = "solved"
    FAILED = "failed"
    """At the last try as at those before."""
    GIVEN_UP = "given_up"


@dataclass(slots=True)
class Try:
    """A line of play against the best defence.

    Attributes:
        moves: its moves, both sides', as full routes.
        end: ``"won"``, ``"wrong"`` or ``"given_up"``; None while it goes on.
    """

    moves: list[str] = field(default_factory=list)
    end: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the player's.

    Attributes:
        before: the moves of its try before it, both sides', as full routes.
        move: the move, as a full route.
    """

    before: tuple[str, ...]
    move: str


@dataclass(slots=True)
class Challenge:
    """A challenge as its events add up.

    Attributes:
        day: its day.
        version: the number of its last event; 0 before it is begun.
        begun: when it was begun.
        ended: when it ended.
        tries: the tries so far; the last one goes on unless it has ended.
        result: how it ended.
        last: the move that the last event was, if it was one.
    """

    day: date
    version: int = 0
    begun: datetime | None = None
    ended: datetime | None = None
    tries: list[Try] = field(default_factory=list)
    result: Result | None = None
    last: Move | None = None

    @classmethod
    def replay(cls, day: date, events: Iterable[Event]) -> Challenge:
        """The challenge that events add up to."""
        challenge = cls(day)
        for event in events:
            challenge.add(event)
        return challenge

    def add(self, event: Event) -> None:
        """Take an event in."""
        self.version, self.last = event.number, None
        if event.kind == "begin":
            self.begun = datetime.fromisoformat(event.data["at"])
            self.tries.append(Try())
            return
        tried = self.tries[-1]
        if event.data.get("move"):
            self.last = Move(tuple(tried.moves), event.data["move"])
        for name in ("move", "reply"):
            if event.data.get(name):
                tried.moves.append(event.data[name])
        if event.kind == "move":
            return
        tried.end = event.kind
        if event.kind == "wrong" and len(self.tries) < MOST_TRIES:
            self.tries.append(Try())
            return
        ends = {"won": Result.SOLVED, "wrong": Result.FAILED, "given_up": Result.GIVEN_UP}
        self.result = ends[event.kind]
        self.ended = datetime.fromisoformat(event.data["at"])

    def event(self, kind: str, at: datetime, **data: str | None) -> Event:
        """The next event, of something that happens now."""
        known = {name: value for name, value in data.items() if value is not None}
        return Event(self.version + 1, kind, {**known, "at": at.isoformat()})

    @property
    def solved_at(self) -> int | None:
        """The try that solved it, from 1."""
        return len(self.tries) if self.result is Result.SOLVED else None

    def counts(self, now: datetime) -> bool:
        """Whether it counts for the streak, or can still come to."""
        if self.begun is None:
            return day_of(now) == self.day
        ended = self.ended or now
        return day_of(self.begun) == self.day and day_of(ended) - self.day <= GRACE


def day_of(moment: datetime) -> date:
    """The day of a moment, by which everything is counted."""
    return moment.astimezone(UTC).date()


@dataclass(frozen=True, slots=True)
class Streaks:
    """Days in a row that were solved.

    Attributes:
        current: up to today, or to yesterday while today can still be solved.
        longest: the most ever.
    """

    current: int
    longest: int


def streaks(challenges: Mapping[date, Challenge], now: datetime) -> Streaks:
    """The streaks that challenges make."""
    counted = {day: each for day, each in challenges.items() if each.counts(now)}
    solved = {day for day, each in counted.items() if each.result is Result.SOLVED}
    failed = {day for day, each in counted.items() if each.result not in (None, Result.SOLVED)}
    today = day_of(now)
    # Today is no gap yet, nor is yesterday where it goes on.
    waiting = {day for day in (today, *counted) if day not in solved | failed}
    current = 0
    day = today
    while day in solved | waiting:
        current += day in solved
        day -= _DAY
    return Streaks(current, max(current, *(_run(solved, each) for each in _ends(solved)), 0))


def _ends(days: Collection[date]) -> list[date]:
    """The last days of the runs that some days make."""
    return [day for day in days if day + _DAY not in days]


def _run(days: Collection[date], last: date) -> int:
    """How many days in a row there are up to one."""
    count = 0
    while last - count * _DAY in days:
        count += 1
    return count
