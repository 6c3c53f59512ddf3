"""Challenges as their events add up, and streaks: by the server's days, whatever else is tried."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from damahane.web.store import Event
from damahane.web.tries import Challenge, Result, Streaks, day_of, streaks

FIRST = date(2026, 12, 1)
DAY = timedelta(days=1)


def at(day: int, hour: float = 12) -> datetime:
    """An hour of a day of December."""
    return datetime.combine(FIRST, datetime.min.time(), UTC) + timedelta(days=day - 1, hours=hour)


def played(
    day: int,
    kind: str = "won",
    begun: datetime | None = None,
    ended: datetime | None = None,
    tries: int = 1,
) -> Challenge:
    """A challenge of a day of December that came to an end, by default on its day."""
    challenge = Challenge(FIRST + (day - 1) * DAY)
    challenge.add(challenge.event("begin", begun or at(day)))
    for _ in range(tries - 1):
        challenge.add(challenge.event("wrong", at(day), move="a2-a3"))
    challenge.add(challenge.event(kind, ended or at(day, 13), move="a2-a3"))
    return challenge


def open_one(day: int, begun: datetime | None = None) -> Challenge:
    """A challenge of a day of December that goes on."""
    challenge = Challenge(FIRST + (day - 1) * DAY)
    challenge.add(challenge.event("begin", begun or at(day)))
    return challenge


def found(*challenges: Challenge, now: datetime) -> tuple[int, int]:
    """The streaks that they make: the one now, and the longest."""
    made = streaks({each.day: each for each in challenges}, now)
    return made.current, made.longest


# A challenge


def test_moves_and_tries_add_up() -> None:
    """Two moves of the first try, a second one that wins."""
    events = [
        Event(1, "begin", {"at": at(1).isoformat()}),
        Event(2, "move", {"move": "a2-a3", "reply": "b7-b6"}),
        Event(3, "wrong", {"move": "a3-a4", "reply": "b6-b5"}),
        Event(4, "won", {"move": "c2-c3", "at": at(1, 14).isoformat()}),
    ]
    challenge = Challenge.replay(FIRST, events)
    assert [each.moves for each in challenge.tries] == [
        ["a2-a3", "b7-b6", "a3-a4", "b6-b5"],
        ["c2-c3"],
    ]
    assert [each.end for each in challenge.tries] == ["wrong", "won"]
    assert (challenge.version, challenge.result, challenge.solved_at) == (4, Result.SOLVED, 2)
    assert (challenge.begun, challenge.ended) == (at(1), at(1, 14))


def test_the_third_wrong_try_is_the_last() -> None:
    """After it nothing goes on."""
    challenge = played(1, "wrong", tries=3)
    assert (challenge.result, len(challenge.tries)) == (Result.FAILED, 3)
    assert challenge.solved_at is None
    challenge = played(1, "wrong", tries=2)
    assert (challenge.result, len(challenge.tries)) == (None, 3)


def test_giving_up_ends_it_at_any_try() -> None:
    """It is told apart from failing."""
    challenge = played(1, "given_up", tries=2)
    assert (challenge.result, challenge.solved_at) == (Result.GIVEN_UP, None)


# Days


@pytest.mark.parametrize("hours", [-12, -3, 3, 14])
def test_days_are_those_of_utc(hours: int) -> None:
    """Whatever the zone in which a clock shows the same moment."""
    moment = at(2, 0).astimezone(timezone(timedelta(hours=hours)))
    assert day_of(moment) == FIRST + DAY
    assert day_of(moment - timedelta(seconds=1)) == FIRST


def test_a_day_counts_that_is_begun_on_it() -> None:
    """In its first second and in its last; not a second later, nor before."""
    for hour in (0, 23.9999):
        assert open_one(2, at(2, hour)).counts(at(2, 23.9999))
    assert not open_one(2, at(3, 0)).counts(at(3, 1))
    assert not open_one(2, at(1, 23.9999)).counts(at(2))


def test_what_is_begun_can_be_ended_until_the_next_day_is_over() -> None:
    """Begun before midnight, ended after it; not a day later."""
    late = at(2, 23.9)
    assert played(2, begun=late, ended=at(3, 0.1)).counts(at(9))
    assert played(2, begun=late, ended=at(3, 23.9)).counts(at(9))
    assert not played(2, begun=late, ended=at(4, 0)).counts(at(9))


# Streaks


def test_there_is_none_to_begin_with() -> None:
    """Nor does it take offence at days that were not tried."""
    assert streaks({}, at(9)) == Streaks(0, 0)


def test_days_in_a_row_add_up() -> None:
    """At whichever try they were solved."""
    days = [played(1), played(2, tries=3), played(3, tries=2)]
    assert found(*days, now=at(3, 20)) == (3, 3)


def test_today_is_no_gap_before_it_is_over() -> None:
    """Neither untouched nor begun; a day later it is."""
    days = [played(1), played(2)]
    assert found(*days, now=at(3)) == (2, 2)
    assert found(*days, open_one(3), now=at(3, 20)) == (2, 2)
    assert found(*days, now=at(4, 0)) == (0, 2)


def test_yesterday_is_no_gap_while_it_goes_on() -> None:
    """Begun before midnight it can still be saved, and then counts."""
    days = [played(1), played(2)]
    late = open_one(3, at(3, 23.9))
    assert found(*days, late, now=at(4, 1)) == (2, 2)
    assert found(*days, played(3, begun=at(3, 23.9), ended=at(4, 1)), now=at(4, 2)) == (3, 3)
    assert found(*days, late, now=at(5, 1)) == (0, 2)
    today = played(4, begun=at(4, 0.5), ended=at(4, 1))
    assert found(*days, late, today, now=at(4, 2)) == (3, 3)
    assert found(*days, late, today, now=at(5, 2)) == (1, 2)
    assert found(*days, played(3, "given_up", ended=at(4, 3)), today, now=at(4, 4)) == (1, 2)


@pytest.mark.parametrize("kind", ["wrong", "given_up"])
def test_a_day_that_was_not_solved_ends_it(kind: str) -> None:
    """At once, and the longest stays."""
    days = [played(1), played(2), played(3, kind, tries=3)]
    assert found(*days, now=at(3, 20)) == (0, 2)
    assert found(*days, played(4), now=at(4, 20)) == (1, 2)


def test_a_gap_ends_it() -> None:
    """The longest is that before or after it, whichever is longer."""
    days = [played(1), played(2), played(4), played(5), played(6)]
    assert found(*days, now=at(6, 20)) == (3, 3)
    assert found(*days[:3], now=at(4, 20)) == (1, 2)


def test_a_past_day_does_not_fill_a_gap() -> None:
    """Solved later, it is solved, but stays a gap."""
    days = [played(1), played(2, begun=at(3), ended=at(3, 14)), played(3)]
    assert found(*days, now=at(3, 20)) == (1, 1)


def test_begun_in_advance_or_with_a_clock_gone_back_it_does_not_count() -> None:
    """Only the server's own clock is asked, and a day begun before it came is none."""
    days = [played(1), played(2, begun=at(1, 20), ended=at(2, 14))]
    assert found(*days, now=at(2, 20)) == (1, 1)


def test_years_end_and_leap_days_are_days_as_any() -> None:
    """A streak across the end of a year, and across the 29th of February."""
    long = [played(day) for day in range(1, 800)]  # December 2026 to the February of 2029
    assert found(*long, now=at(799, 20)) == (799, 799)
