"""The calendar: a puzzle for every day for years, weeks that get harder, and no day changed."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from damahane.cli import app
from damahane.puzzles.bank import Puzzle, Solution, bank, write
from damahane.puzzles.calendar import (
    Calendar,
    CalendarError,
    by_name,
    calendar,
    extended,
    hardness,
    is_reserve,
    last_day,
    puzzle_of,
)

MONDAY = date(2026, 11, 30)
FIRST_WEEK = ("yyvewuoa", "ruyaqf3e", "3nrtw4qo", "fk6dsnro", "wszhfc6f", "fk24k7mo", "trptxn6j")
#: The days to 2031-06-08, which may never change: SHA-256 of the names with spaces between them.
PROMISED = "b7452d6022dc14ab6cf83a7f23f18a69f23135e607c1ec2abff9d9c52944e979"
DAY = timedelta(days=1)


def made(count: int, name: str = "p") -> list[Puzzle]:
    """Puzzles of all grades, not in order."""
    return [
        Puzzle(f"{name}{at}", "W:Wa2:Ba7", 2, 1 + at * 7 % 5, at * 13 % 50 / 10, (), "play", KEY)
        for at in range(count)
    ]


KEY = Solution("a2-a3")


def weeks(known: Calendar) -> list[tuple[str, ...]]:
    """The puzzles of each week."""
    return [known.ids[at : at + 7] for at in range(0, len(known.ids), 7)]


# The one that comes with the package


def test_every_day_for_four_years_has_a_puzzle_of_its_own() -> None:
    """Whole weeks from a Monday, of puzzles that are there, none twice."""
    known = calendar()
    assert known.first == MONDAY
    assert len(known.ids) >= 4 * 365 + 1
    assert len(known.ids) % 7 == 0
    assert len(set(known.ids)) == len(known.ids)
    assert set(known.ids) <= {puzzle.id for puzzle in bank()}


def test_the_first_days_are_these() -> None:
    """What has been given out stays: these are the days of the first week."""
    assert calendar().ids[:7] == FIRST_WEEK
    promised = " ".join(calendar().ids[:1652]).encode()
    assert hashlib.sha256(promised).hexdigest() == PROMISED
    assert puzzle_of(date(2026, 12, 2)).id == FIRST_WEEK[2]


def test_each_week_gets_harder_from_day_to_day() -> None:
    """Every Monday's is easier than every Tuesday's, and so on to Sunday."""
    found = by_name()
    for week in weeks(calendar()):
        assert all(hardness(found[one]) < hardness(found[next_]) for one, next_ in pairwise(week))
    for early, late in pairwise(range(7)):
        hardest = max(hardness(found[name]) for name in calendar().ids[early::7])
        easiest = min(hardness(found[name]) for name in calendar().ids[late::7])
        assert hardest < easiest


def test_practice_has_puzzles_of_every_grade_that_are_no_days() -> None:
    """One in six is kept out of the calendar, of each grade enough to begin with."""
    kept = [puzzle for puzzle in bank() if is_reserve(puzzle.id)]
    assert not {puzzle.id for puzzle in kept} & set(calendar().ids)
    grades = Counter(puzzle.grade for puzzle in kept)
    assert all(grades[grade] >= 20 for grade in range(1, 6)), grades


# Any


def test_after_the_last_day_it_begins_again() -> None:
    """A day has the number that it has, and the puzzle of the first round."""
    known = extended(None, made(60))
    again = last_day(known) + DAY
    assert known.puzzle_id(again) == known.ids[0]
    assert known.number(again) == len(known.ids) + 1
    assert again.weekday() == 0


def test_there_is_nothing_before_the_first_day() -> None:
    """The Sunday before has no puzzle, and is told so."""
    known = extended(None, made(60))
    with pytest.raises(CalendarError, match=r"2026-11-29 is before 2026-11-30"):
        known.puzzle_id(MONDAY - DAY)


def test_more_puzzles_add_weeks_and_change_no_day() -> None:
    """The old weeks stay as they are; the new ones get harder as well, and take none twice."""
    old = made(60)
    known = extended(None, old)
    more = extended(known, [*made(90, "q"), *old])
    assert more.ids[: len(known.ids)] == known.ids
    assert len(more.ids) > len(known.ids)
    assert len(set(more.ids)) == len(more.ids)
    found = {puzzle.id: puzzle for puzzle in [*old, *made(90, "q")]}
    for week in weeks(more):
        assert all(hardness(found[one]) < hardness(found[next_]) for one, next_ in pairwise(week))
    assert not any(is_reserve(name) for name in more.ids)


def test_a_calendar_that_has_begun_again_stays_as_it_is() -> None:
    """Days that were played would have other puzzles."""
    known = extended(None, made(60))
    more = made(90, "q")
    assert len(extended(known, more, last_day(known)).ids) > len(known.ids)
    with pytest.raises(CalendarError, match=r"the last day of the calendar, is past"):
        extended(known, more, last_day(known) + DAY)


def test_the_order_does_not_depend_on_that_of_the_bank() -> None:
    """The same puzzles make the same calendar."""
    assert extended(None, made(60)) == extended(None, reversed(made(60)))


def test_a_week_needs_seven() -> None:
    """With fewer, there is nothing to add."""
    with pytest.raises(CalendarError, match=r"puzzles are left; a week takes 7"):
        extended(None, made(6))


def test_days_to_come_and_the_last_two_are_kept_from_practice() -> None:
    """What was before yesterday may be practised on, until it comes again within a year."""
    known = Calendar(MONDAY, tuple(f"p{at}" for at in range(700)))
    assert known.kept_back(MONDAY - 10 * DAY) == set(known.ids)
    assert known.kept_back(MONDAY) == set(known.ids)
    assert known.kept_back(MONDAY + 5 * DAY) == set(known.ids[4:])
    last = known.kept_back(last_day(known))
    assert last == {*known.ids[-2:], *known.ids[:365]}
    assert known.kept_back(last_day(known) + 100 * DAY) == set(known.ids[98 : 98 + 367])


def test_it_is_read_as_it_was_written() -> None:
    """The first day, then a name a line."""
    known = extended(None, made(60))
    assert Calendar.read(known.write()) == known
    assert known.write().startswith("2026-11-30\n")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "begins with ''; expected the first day"),
        ("p1\np2\n", "begins with 'p1'; expected the first day"),
        ("2026-12-01\n" + "\n".join("abcdefg"), "begins on 2026-12-01, which is no Monday"),
        ("2026-11-30\n", "has 0 days; expected whole weeks"),
        ("2026-11-30\na\nb\n", "has 2 days; expected whole weeks"),
        ("2026-11-30\n" + "\n".join("abcdefa"), "has the puzzle a twice"),
    ],
)
def test_what_is_no_calendar_is_told(text: str, fault: str) -> None:
    """With the name of the file, and what was expected."""
    with pytest.raises(CalendarError, match=rf"^calendar\.txt {fault}"):
        Calendar.read(text)


def test_the_command_writes_and_extends(tmp_path: Path) -> None:
    """A second bank adds days to the file of the first."""
    first, second, out = tmp_path / "first.xz", tmp_path / "second.xz", tmp_path / "calendar.txt"
    first.write_bytes(write(made(60)))
    second.write_bytes(write([*made(60), *made(60, "q")]))
    command = ["puzzles", "calendar", "--out", str(out), "--bank"]
    done = CliRunner().invoke(app, [*command, str(first)])
    assert done.exit_code == 0, done.output
    known = Calendar.read(out.read_text())
    assert f"{len(known.ids)} more days, {len(known.ids)} in all, from 2026-11-30" in done.output
    done = CliRunner().invoke(app, [*command, str(second)])
    assert done.exit_code == 0, done.output
    more = Calendar.read(out.read_text())
    assert more.ids[: len(known.ids)] == known.ids
    assert len(more.ids) > len(known.ids)
