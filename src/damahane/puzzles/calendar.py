"""Which puzzle each day has: an order that is written down once and only ever grows.

A week goes from an easy Monday to a hard Sunday. The puzzles are cut by their difficulty into as
many strata as a week has days, and each week takes one of each. One puzzle in six is kept out of
the calendar for practice, so that there is something to practise on before the days come.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from typing import Final

from damahane.errors import DamahaneError

from .bank import Puzzle, bank

FIRST_DAY: Final = date(2026, 11, 30)
"""The Monday with which the calendar begins."""
WEEK: Final = 7
RESERVE: Final = 6
"""One puzzle in so many is for practice only."""
KEPT_BACK: Final = timedelta(days=365)
"""For how long before its day a puzzle that comes again is not to be practised on."""
FILE: Final = "calendar.txt"


class CalendarError(DamahaneError):
    """What should be a calendar is none, or it has no such day."""


def is_reserve(puzzle_id: str) -> bool:
    """Whether a puzzle is for practice only: told by its name, so that it stays so."""
    return _lot("practice", puzzle_id) % RESERVE == 0


def _lot(what: str, puzzle_id: str) -> int:
    """A number that looks drawn by lot and is the same wherever and whenever it is asked for."""
    return int.from_bytes(hashlib.sha256(f"{what} {puzzle_id}".encode()).digest()[:8], "big")


def hardness(puzzle: Puzzle) -> tuple[int, float, str]:
    """By what puzzles are put in order, easy first; no two have the same."""
    return puzzle.grade, puzzle.difficulty, puzzle.id


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days and their puzzles; after the last it begins again.

    Attributes:
        first: the first day, a Monday.
        ids: the names of the puzzles, one a day.
    """

    first: date
    ids: tuple[str, ...]

    def number(self, day: date) -> int:
        """The number of a day, from 1; less than that where it is before the first."""
        return (day - self.first).days + 1

    def puzzle_id(self, day: date) -> str:
        """The puzzle of a day.

        Raises:
            CalendarError: the day is before the first.
        """
        number = self.number(day)
        if number < 1:
            raise CalendarError(f"{day} is before {self.first}, the first day of the calendar")
        return self.ids[(number - 1) % len(self.ids)]

    def kept_back(self, today: date) -> frozenset[str]:
        """The puzzles that nobody should practise on now.

        Those that have not had their day, those of today and yesterday, whose day somebody may
        still be at, and those that come again within `KEPT_BACK`.
        """
        since = max(0, self.number(today) - 2)
        soon = range(since, max(0, since + KEPT_BACK.days + 2))
        return frozenset(self.ids[since:]) | {self.ids[at % len(self.ids)] for at in soon}

    def write(self) -> str:
        """The calendar as the text of a file: the first day, then a puzzle for each day."""
        return "\n".join([self.first.isoformat(), *self.ids]) + "\n"

    @classmethod
    def read(cls, text: str, name: str = FILE) -> Calendar:
        """The calendar in the text of a file.

        Raises:
            CalendarError: it is none; says what is wrong.
        """
        first, *ids = text.split() or [""]
        try:
            begun = date.fromisoformat(first)
        except ValueError as error:
            raise CalendarError(f"{name} begins with {first!r}; expected the first day") from error
        if begun.weekday():
            raise CalendarError(f"{name} begins on {begun}, which is no Monday")
        if not ids or len(ids) % WEEK:
            raise CalendarError(f"{name} has {len(ids)} days; expected whole weeks")
        if len(set(ids)) < len(ids):
            twice = next(name for at, name in enumerate(ids) if name in ids[:at])
            raise CalendarError(f"{name} has the puzzle {twice} twice")
        return cls(begun, tuple(ids))


def extended(
    calendar: Calendar | None, puzzles: Iterable[Puzzle], today: date | None = None
) -> Calendar:
    """A calendar with more weeks, made of the puzzles that it does not have; no day is changed.

    Args:
        calendar: what there is; None to begin one.
        puzzles: those to take from.
        today: the day that it is; None where that does not matter.

    Raises:
        CalendarError: there are not enough for a week; or the calendar has begun again already,
            and days that were played would be changed.
    """
    if calendar is not None and today is not None and today > last_day(calendar):
        raise CalendarError(
            f"{last_day(calendar)}, the last day of the calendar, is past, and the days since have "
            "the puzzles of the first; make it longer before it ends"
        )
    known = calendar or Calendar(FIRST_DAY, ())
    taken = set(known.ids)
    ordered = sorted(puzzles, key=hardness)
    free = [each.id for each in ordered if each.id not in taken and not is_reserve(each.id)]
    weeks = len(free) // WEEK
    if not weeks:
        raise CalendarError(f"{len(free)} puzzles are left; a week takes {WEEK}")
    # Where they are not whole weeks, some are left out, as many easy as hard ones.
    chosen = [free[at * len(free) // (WEEK * weeks)] for at in range(WEEK * weeks)]
    strata = [
        sorted(chosen[day * weeks : (day + 1) * weeks], key=lambda name: _lot("day", name))
        for day in range(WEEK)
    ]
    ids = tuple(strata[day][week] for week in range(weeks) for day in range(WEEK))
    return Calendar(known.first, known.ids + ids)


def last_day(calendar: Calendar) -> date:
    """The last day before a calendar begins again."""
    return calendar.first + timedelta(days=len(calendar.ids) - 1)


@cache
def calendar() -> Calendar:
    """The calendar that comes with the package.

    Raises:
        CalendarError: the file is damaged, or cannot be read.
    """
    try:
        text = files("damahane.puzzles").joinpath("data", FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CalendarError(f"{FILE} cannot be read: {error}") from error
    return Calendar.read(text)


@cache
def by_name() -> dict[str, Puzzle]:
    """The puzzles that come with the package, each by its name."""
    return {puzzle.id: puzzle for puzzle in bank()}


def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day, for whoever is to judge it: it has its solution with it.

    Raises:
        BankError: the puzzles cannot be read.
        CalendarError: the calendar cannot, the day is before its first, or its puzzle is not there.
    """
    name = calendar().puzzle_id(day)
    try:
        return by_name()[name]
    except KeyError:
        raise CalendarError(f"{FILE} has the puzzle {name} for {day}, which is not there") from None
