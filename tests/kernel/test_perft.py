"""Counts of leaves against the published ones."""

from __future__ import annotations

import pytest

from damahane import Board, RulesError
from damahane.kernel.perft import FIRST_ROOM, perft
from damahane.kernel.position import words

# rules.md, "Known counts"
EVERY_ROUTE = [8, 64, 708, 7_538, 85_090, 931_312, 10_782_382, 123_290_300, 1_454_144_462]
DISTINCT = [8, 64, 708, 7_538, 85_090, 931_312, 10_782_308, 123_285_642, 1_454_012_156]

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


def test_impossible_requests_are_refused() -> None:
    """Other boards and negative depths raise, and say what was wrong."""
    with pytest.raises(RulesError, match="international"):
        perft("international", (0, 0, 0, 0), 1)
    with pytest.raises(ValueError, match="-1"):
        perft("dama", words(Board()), -1)
