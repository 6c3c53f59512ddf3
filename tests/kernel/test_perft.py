"""Counts of leaves against the published ones."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from damahane import Board, RulesError
from damahane.kernel import perft as module
from damahane.kernel.perft import FIRST_ROOM, Table, divide, perft
from damahane.kernel.position import words

# rules.md, "Known counts"
EVERY_ROUTE = [8, 64, 708, 7_538, 85_090, 931_312, 10_782_382, 123_290_300, 1_454_144_462]
DISTINCT = [8, 64, 708, 7_538, 85_090, 931_312, 10_782_308, 123_285_642, 1_454_012_156]

TEN_EVERY_ROUTE = [9, 81, 658, 4_265, 27_117, 167_140, 1_049_442, 6_483_971, 41_022_614]
TEN_DISTINCT = [9, 81, 658, 4_265, 27_117, 167_140, 1_049_442, 6_483_961, 41_022_423]
BRAZILIAN = [7, 49, 302, 1_469, 7_473, 37_628, 187_302]

CROWN_ON_CAPTURED = (
    "B:Wa2,b2,b3,b4,c3,d2,e2,e3,f2,f3,g2,g3,h2,h3:Ba7,b7,c7,d7,e7,f7,g7,h7,a6,b6,c6,e6,f6,g6,h6,Ka1"
)
CROWD = "W:WKa7,Kd3,Ke5,Ka4,Ka3,Ka2,Ke3,Ka8,Ka6,Ka1:BKe8,Kf6,Kg5,Ke4,Ke1,Kf7,Kh3,Ke2,Kb5"
SUITES = [
    (
        "W:WKa1,Ka8,Kd4,Ke5:BKh1,Kh8,Kd5,Ke4",
        [12, 32, 566, 11132, 174190, 4050234],
        [12, 32, 566, 11132, 174190, 4049674],
    ),
    (
        "W:Wa2,Kc4,Ke4,g4:Bb3,c5,d5,e5,f5,g5,h5",
        [7, 14, 30, 408, 6318, 71536],
        [7, 14, 30, 408, 6318, 71536],
    ),
    (
        "W:Wd6,f6,b6,Ka1:Bd7,f7,Ke8,Kc8,h7",
        [1, 1, 25, 125, 2577, 12955],
        [1, 1, 25, 125, 2577, 12955],
    ),
    (CROWN_ON_CAPTURED, [1, 10, 132, 1435, 18664, 213124], [1, 10, 132, 1435, 18617, 212806]),
]


def count(fen: str | None, depth: int, rules: str = "dama", *, distinct: bool = False) -> int:
    """The perft of a FEN or of the start."""
    board = Board(rules) if fen is None else Board.from_fen(fen, rules)
    return perft(rules, words(board), depth, distinct)


@pytest.mark.parametrize("depth", range(1, 10))
def test_start_counts_every_route(depth: int) -> None:
    """Every route from the start position, to depth 9."""
    assert count(None, depth) == EVERY_ROUTE[depth - 1]


@pytest.mark.parametrize("depth", range(1, 10))
def test_start_counts_distinct_moves(depth: int) -> None:
    """Distinct moves from the start position, to depth 9."""
    assert count(None, depth, distinct=True) == DISTINCT[depth - 1]


@pytest.mark.parametrize(("fen", "routes", "moves"), SUITES)
def test_position_suites(fen: str, routes: list[int], moves: list[int]) -> None:
    """The four positions in which the rules of kings and crowning show, both ways of counting."""
    assert [count(fen, depth) for depth in range(1, 7)] == routes
    assert [count(fen, depth, distinct=True) for depth in range(1, 7)] == moves


def test_half_turns_show_at_depth_7() -> None:
    """Where kings may turn half round there are 8 more routes at depth 7, 288 more at depth 8."""
    # research: 10,782,390 and 123,290,588 with the half turn allowed and no draw by one man each
    assert count(None, 7, "ludoteka") == 10_782_390
    assert count(None, 8, "ludoteka") == 123_290_588


@pytest.mark.parametrize(
    ("rules", "fen", "moves"),
    [
        ("dama", "W:WKa1:BKh7", 0),
        ("dama", "W:WKa1:Bh7", 14),
        ("dama", "B:Wc4:Bg6", 3),
        ("ludoteka", "W:WKa1:BKh7", 0),
        ("ludoteka", "W:WKa1:Bh7", 0),
        ("federation", "B:Wc4:Bg6", 0),
        ("federation", "B:Wc4:Bg6,Kh8", 17),
    ],
)
def test_a_finished_game_has_no_leaf_below_it(rules: str, fen: str, moves: int) -> None:
    """King against king is finished in `dama`, any one piece each in the others."""
    assert count(fen, 1, rules) == moves
    assert count(fen, 0, rules) == 1
    assert count(fen, 1, rules, distinct=True) == moves


@pytest.mark.parametrize("fen", ["W:W:BKh7", "W:WKa1:B"])
def test_a_side_without_pieces_has_ended_the_game(fen: str) -> None:
    """There is nothing to count below a position in which a side has no pieces."""
    assert count(fen, 0) == 1
    assert count(fen, 1) == 0
    assert count(fen, 3) == 0


@pytest.mark.parametrize("rules", ["dama", "ludoteka", "federation"])
@pytest.mark.parametrize(
    "fen", ["W:WKa1,Kb5,c3:BKh7,g6", "B:WKa1,Kb5:BKd7,g6,f2", "W:WKd1,Kd8:Bd3,d6,Kg4"]
)
@pytest.mark.parametrize("distinct", [False, True])
def test_counts_are_the_reference_generators(rules: str, fen: str, distinct: bool) -> None:
    """Kernel and reference count the same below positions that can come to one piece each."""
    board = Board.from_fen(fen, rules)
    assert count(fen, 3, rules, distinct=distinct) == board.perft(3, distinct=distinct)


def test_a_position_with_more_captures_than_room_is_counted_in_full() -> None:
    """The count starts anew with more room; a reference count of its captures comes to the same."""
    board = Board.from_fen(CROWD)
    moves = len(board.legal_moves)
    assert moves > FIRST_ROOM
    assert count(CROWD, 1, distinct=True) == moves
    assert count(CROWD, 1) == len(board.routes())
    assert count(CROWD, 2) == board.perft(2)


@pytest.mark.parametrize("depth", range(1, 10))
def test_ten_by_ten_counts_every_route_and_distinct_moves(depth: int) -> None:
    """International draughts from the start, both ways of counting."""
    assert count(None, depth, "international") == TEN_EVERY_ROUTE[depth - 1]
    assert count(None, depth, "international", distinct=True) == TEN_DISTINCT[depth - 1]


@pytest.mark.parametrize("rules", ["brazilian", "damas64"])
def test_eight_by_eight_diagonal_counts(rules: str) -> None:
    """The 8x8 board from the start; that no square is passed twice does not show so early."""
    assert [count(None, depth, rules) for depth in range(1, 8)] == BRAZILIAN
    assert [count(None, depth, rules, distinct=True) for depth in range(1, 8)] == BRAZILIAN


@pytest.mark.parametrize("rules", ["damas100", "damas64", "international", "brazilian"])
@pytest.mark.parametrize(
    "fen",
    [
        "W:WKa1,c3,Kf2:Bb6,d6,f6,Kh8,c5,e5",
        "B:Wd4,f4,d2,f2,Kb2:BKa7,Kg7,c7",
        "W:Wd4,g1:Be5,e7,c7,c5,Kh6",
    ],
)
@pytest.mark.parametrize("distinct", [False, True])
def test_diagonal_counts_are_the_reference_generators(rules: str, fen: str, distinct: bool) -> None:
    """Kernel and reference count the same below positions with kings and round trips."""
    board = Board.from_fen(fen, rules)
    for depth in range(1, 5):
        expected = board.perft(depth, distinct=distinct)
        assert count(fen, depth, rules, distinct=distinct) == expected


@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_counts_with_a_table_are_the_same(threads: int, distinct: bool) -> None:
    """Depths 9 and 10 of `dama` and 9 of 10x10 come out as published, on any number of threads."""
    expected = DISTINCT if distinct else EVERY_ROUTE
    at = words(Board("dama"))
    table = Table(64)
    found = perft("dama", at, 9, distinct, table=table, threads=threads)
    assert found == expected[8]
    # rules.md: depth 10
    ten = 16_989_029_970 if distinct else 16_991_457_316
    assert perft("dama", at, 10, distinct, table=table, threads=threads) == ten
    at = words(Board("international"))
    found = perft("international", at, 9, distinct, table=Table(64), threads=threads)
    assert found == (TEN_DISTINCT if distinct else TEN_EVERY_ROUTE)[8]


@pytest.mark.parametrize("distinct", [False, True])
def test_a_table_much_too_small_costs_time_only(distinct: bool) -> None:
    """Counts that overwrite one another are never taken for one another."""
    table = Table(1)
    assert table.counts.nbytes == 1 << 20
    table.counts = table.counts[: 8 * 16]
    expected = DISTINCT if distinct else EVERY_ROUTE
    at = words(Board("dama"))
    for depth in (6, 7, 8):
        found = perft("dama", at, depth, distinct, table=table, threads=2)
        assert found == expected[depth - 1]
    for fen, routes, moves in SUITES:
        at = words(Board.from_fen(fen))
        wanted = (moves if distinct else routes)[-1]
        assert perft("dama", at, 6, distinct, table=Table(1)) == wanted


def test_entries_written_by_two_threads_at_once_are_not_believed() -> None:
    """Words of different entries put together, or bits turned over, make no entry."""
    at = words(Board("dama"))
    table = Table(1)
    assert perft("dama", at, 7, table=table) == EVERY_ROUTE[6]
    entries = table.counts.reshape(-1, 4)
    used = np.flatnonzero(entries[:, 3])
    assert len(used) > 1000
    kept = entries.copy()
    for column in range(4):
        entries[:] = kept
        entries[used, column] = np.roll(kept[used, column], 1)
        assert perft("dama", at, 7, table=table) == EVERY_ROUTE[6]
    entries[:] = kept
    entries[used, 2] ^= np.uint64(1 << 40)
    assert perft("dama", at, 7, table=table) == EVERY_ROUTE[6]


@pytest.mark.parametrize("rules", ["dama", "international"])
def test_positions_that_differ_in_one_piece_are_told_apart(rules: str) -> None:
    """In a table of one bucket, where all meet: kings and men, colours, squares, sides to move."""
    table = Table(1)
    table.counts = table.counts[:8]
    for fen in (
        "W:Wc3,e3:Bd6,f6",
        "W:WKc3,e3:Bd6,f6",
        "W:Wc3,e3:BKd6,f6",
        "W:WKc3,Ke3:Bd6,f6",
        "B:Wc3,e3:BKd6,f6",
        "W:Wc3,e3,d6:Bf6",
        "W:Wc3:Be3,d6,f6",
        "W:Wc3,g3:Bd6,f6",
    ):
        for depth in (3, 4):
            at = words(Board.from_fen(fen, rules))
            assert perft(rules, at, depth, table=table) == perft(rules, at, depth)


def test_mirror_images_share_an_entry_on_the_orthogonal_board_only() -> None:
    """A position and its mirror image count the same, and the second is found in the table."""
    table = Table(1)
    counts = set()
    used = set()
    for fen in ("W:Wa2,b3,Kc1:Bh7,g5,Ke8", "W:Wh2,g3,Kf1:Ba7,b5,Kd8"):
        counts.add(perft("dama", words(Board.from_fen(fen)), 5, table=table))
        used.add(int(np.count_nonzero(table.counts[3::4])))
    assert len(counts) == len(used) == 1
    assert counts == {Board.from_fen("W:Wa2,b3,Kc1:Bh7,g5,Ke8").perft(5)}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("rules", ["dama", "international", "brazilian"])
def test_divided_counts_add_up(rules: str, threads: int) -> None:
    """Each legal move is there, ascending, with the count below it; together they are perft."""
    board = Board(rules)
    for depth in (1, 2, 4, 6):
        counts = divide(board, depth, table=Table(4), threads=threads)
        assert list(counts) == sorted(board.legal_moves)
        assert sum(counts.values()) == count(None, depth, rules)
    for move, below in divide(board, 4).items():
        after = board.copy()
        after.push(move)
        assert below == perft(rules, words(after), 3)


def test_divided_routes_count_for_their_move() -> None:
    """A move that can be played in several ways counts as often, or once among distinct moves."""
    board = Board.from_fen(SUITES[0][0])
    for distinct in (False, True):
        counts = divide(board, 5, distinct, threads=2)
        assert sum(counts.values()) == SUITES[0][2 if distinct else 1][4]
    assert divide(Board.from_fen("W:WKa1:BKh8"), 3) == {}


def test_progress_is_reported() -> None:
    """It ends with all positions done, each of which adds to the count."""
    calls: list[tuple[int, int]] = []

    def note(done: int, total: int) -> None:
        calls.append((done, total))

    found = perft("dama", words(Board()), 7, threads=2, progress=note)
    assert found == EVERY_ROUTE[6]
    done, total = calls[-1]
    assert done == total >= module.TASKS
    assert calls == sorted(calls)


def test_what_goes_wrong_while_counting_stops_all_threads() -> None:
    """An error in the progress report is raised, not lost, and nothing goes on counting."""

    def fail(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    running = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        perft("dama", words(Board()), 9, threads=2, progress=fail)
    assert threading.active_count() == running


def test_impossible_requests_are_refused() -> None:
    """Negative numbers raise, and say what was wrong."""
    with pytest.raises(ValueError, match="-1"):
        perft("dama", words(Board()), -1)
    with pytest.raises(ValueError, match="-2"):
        perft("dama", words(Board()), 3, threads=-2)
    with pytest.raises(ValueError, match="depth 0"):
        divide(Board(), 0)
    with pytest.raises(ValueError, match="0 MiB"):
        Table(0)
    with pytest.raises(RulesError, match="chess"):
        perft("chess", words(Board()), 1)
