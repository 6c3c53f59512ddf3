"""How long a move is thought about when there is a clock."""

from __future__ import annotations

import math

import pytest

from damahane.engine import Clock, Level, Limits, Request, think
from damahane.engine.pace import Pace
from damahane.engine.workspace import workspace

CLOCKS = [
    Clock(60), Clock(60, 0.6), Clock(60, 0.6, 1), Clock(60, 0, 40), Clock(1.5, 2), Clock(0.2),
    Clock(7200, 0, 2), Clock(0, 1), Clock(0), Clock(0.02, 0.01, 1),
]  # fmt: skip
MIDDLE = ("d3-d4", "e6-e5", "c3-c4", "b6-b5")


@pytest.mark.parametrize("clock", CLOCKS)
def test_no_move_takes_more_than_there_is(clock: Clock) -> None:
    """Its share and its longest time stay below what is left, as far as a move takes any."""
    assert 0 < clock.share <= clock.hard <= max(clock.left, 0.001)
    if clock.left >= 0.1:
        assert clock.hard < clock.left


@pytest.mark.parametrize(
    ("clock", "moves"),
    [(Clock(60), 60), (Clock(60, 0.6), 150), (Clock(60, 0, 40), 40), (Clock(1, 0.1), 200)],
)
def test_a_clock_lasts(clock: Clock, moves: int) -> None:
    """Also when every move takes the longest time it may."""
    left = clock.left
    for made in range(moves):
        to_go = None if clock.moves is None else clock.moves - made
        spent = Clock(left, clock.increment, to_go).hard
        assert spent <= max(left, 0.001)
        left = max(left - spent, 0.0) + clock.increment
    assert left >= 0


def test_more_time_fewer_moves_and_a_gain_give_a_move_more() -> None:
    """Each by itself."""
    share = Clock(60).share
    assert Clock(120).share > share
    assert Clock(60, moves=5).share > Clock(60, moves=10).share > Clock(60, moves=40).share
    assert Clock(60, 1.0).share > share
    assert Clock(60, moves=1).share > 59


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"left": -1}, "left"),
        ({"left": math.nan}, "left"),
        ({"left": math.inf}, "left"),
        ({"left": 1, "increment": -0.1}, "increment"),
        ({"left": 1, "moves": 0}, "moves"),
    ],
)
def test_a_clock_out_of_range_is_refused(arguments: dict[str, float], told: str) -> None:
    """What is wrong is named."""
    with pytest.raises(ValueError, match=f"{told}="):
        Clock(**arguments)  # type: ignore[arg-type]


def after(*found: tuple[str, int], forced: bool = False) -> float:
    """The time of a move worth a second, once the depths have found so."""
    pace = Pace(1.0, forced)
    for move, score in found:
        pace.note(move, score)
    return pace.seconds


def test_a_move_that_stays_the_best_takes_less() -> None:
    """Less than one that has been the best for two depths."""
    assert after(*[("a", 10)] * 12) < after(*[("a", 10)] * 2)


def test_a_move_that_has_just_been_found_takes_more() -> None:
    """The more often the best changes, the longer, but with a bound."""
    steady = after(*[("a", 10)] * 4)
    once = after(*[("a", 10)] * 3, ("b", 10))
    often = after(("a", 10), ("b", 10), ("a", 10), ("b", 10))
    assert steady < once < often
    assert after(*[("a", 10), ("b", 10)] * 30) < 3


def test_a_score_that_falls_takes_more() -> None:
    """The deeper it falls, up to twice as long; one that rises takes no more."""
    level = after(*[("a", 10)] * 4)
    lower = after(*[("a", 10)] * 3, ("a", -10))
    low = after(*[("a", 10)] * 3, ("a", -300))
    lost = after(*[("a", 10)] * 3, ("a", -99_990))
    assert level < lower < low == lost == pytest.approx(2 * level)
    assert after(*[("a", 10)] * 3, ("a", 300)) == level


def test_a_move_without_a_choice_takes_nothing() -> None:
    """As soon as it is deep enough for the reply."""
    assert after(*[("a", 10)] * 4, forced=True) == 0


def test_the_engine_keeps_to_the_clock() -> None:
    """A thought takes time, but not much more than the longest allowed."""
    think(Request(limits=Limits(nodes=10)))
    clock = Clock(20.0)
    thought = think(Request(moves=MIDDLE, limits=Limits(clock=clock)))
    assert 0.01 < thought.seconds < clock.left
    assert thought.depth >= 3
    assert think(Request(limits=Limits(clock=Clock(0)))).move


def test_a_forced_move_is_made_at_once() -> None:
    """With an hour on the clock, and with the reply expected."""
    request = Request(fen="W:Wa2,h2,a3:Ba4,h7,g7,e6,c7", limits=Limits(clock=Clock(3600)))
    thought = think(request)
    assert thought.move == "a3xa5"
    assert len(thought.pv) > 1
    assert thought.depth == 4


@pytest.mark.parametrize("level", list(Level))
def test_levels_play_with_a_clock(level: Level) -> None:
    """They take no longer than without."""
    limits = Limits(clock=Clock(60, 1))
    with_clock = think(Request(moves=MIDDLE, limits=limits, level=level, seed=2))
    assert with_clock.move == think(Request(moves=MIDDLE, level=level, seed=2)).move


# The transposition table


def table_mib() -> float:
    """The size of this thread's table."""
    return workspace().entries.nbytes / (1 << 20)


def test_the_table_grows_as_far_as_allowed_and_shrinks_again() -> None:
    """A power of two; a short thought in between keeps the memory."""
    limits = Limits(depth=2)
    think(Request(limits=limits, table_mib=40))
    assert table_mib() == 32
    think(Request(limits=Limits(nodes=100), table_mib=40))
    assert table_mib() == 32
    think(Request(limits=limits, table_mib=1))
    assert table_mib() == 1
    think(Request(limits=Limits(nodes=100)))
    assert table_mib() == 1


def test_the_table_is_no_larger_than_the_limits_can_use() -> None:
    """Clearing it takes no longer than the thought."""
    think(Request(limits=Limits(depth=1), table_mib=1))
    think(Request(limits=Limits(seconds=0.01), table_mib=1 << 14))
    assert table_mib() < 16


def test_an_answer_does_not_depend_on_tables_before() -> None:
    """The same request has the same nodes in a table that was larger."""
    request = Request(moves=MIDDLE, limits=Limits(depth=9), table_mib=2)
    first = think(request)
    think(Request(limits=Limits(depth=9), table_mib=64))
    again = think(request)
    assert (again.move, again.score, again.nodes) == (first.move, first.score, first.nodes)
