"""Counts of the move tree, from the rule table and the research behind it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from damahane import Board

DAMA = [8, 64, 708, 7_538, 85_090, 931_312]
TEN = [9, 81, 658, 4_265, 27_117]
BRAZILIAN = [7, 49, 302, 1_469, 7_473]

STARTS = [
    ("dama", DAMA),
    ("federation", DAMA[:5]),
    # Allowing half turns first shows at depth 7.
    ("ludoteka", DAMA[:5]),
    ("damas100", TEN),
    ("international", TEN),
    ("damas64", BRAZILIAN),
    ("brazilian", BRAZILIAN),
]

#: FEN, every route, distinct moves.
SUITES = {
    "four-kings": (
        "W:WKa1,Ka8,Kd4,Ke5:BKh1,Kh8,Kd5,Ke4",
        [12, 32, 566, 11_132, 174_190, 4_050_234],
        [12, 32, 566, 11_132, 174_190, 4_049_674],
    ),
    "kings-and-men": (
        "W:Wa2,Kc4,Ke4,g4:Bb3,c5,d5,e5,f5,g5,h5",
        [7, 14, 30, 408, 6_318, 71_536],
        [7, 14, 30, 408, 6_318, 71_536],
    ),
    "crowning": (
        "W:Wd6,f6,b6,Ka1:Bd7,f7,Ke8,Kc8,h7",
        [1, 1, 25, 125, 2_577, 12_955],
        [1, 1, 25, 125, 2_577, 12_955],
    ),
    "ends-where-it-captured": (
        (
            "B:Wa2,b2,b3,b4,c3,d2,e2,e3,f2,f3,g2,g3,h2,h3:"
            "Ba7,b7,c7,d7,e7,f7,g7,h7,a6,b6,c6,e6,f6,g6,h6,Ka1"
        ),
        [1, 10, 132, 1_435, 18_664, 213_124],
        [1, 10, 132, 1_435, 18_617, 212_806],
    ),
}


@pytest.mark.parametrize(("rules", "counts"), STARTS)
@pytest.mark.parametrize("distinct", [False, True], ids=["routes", "moves"])
def test_the_tree_from_the_start_has_its_known_size(
    rules: str, counts: list[int], distinct: bool
) -> None:
    """To this depth every route and distinct moves count the same."""
    board = Board(rules)
    found = [board.perft(depth, distinct=distinct) for depth in range(1, len(counts) + 1)]
    assert found == counts
    assert board == Board(rules)


@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.parametrize("distinct", [False, True], ids=["routes", "moves"])
def test_a_suite_has_its_known_counts(suite: str, distinct: bool) -> None:
    """The four positions that show the rules of kings, crowning and removal, to depth 6."""
    fen, routes, moves = SUITES[suite]
    board = Board.from_fen(fen)
    counts = [board.perft(depth, distinct=distinct) for depth in range(1, 7)]
    assert counts == (moves if distinct else routes)


@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_counts_the_same_for_the_other_colour(
    suite: str, turned: Callable[[str, str], str]
) -> None:
    """Turned round, with colours exchanged, the counts to depth 4 are the same."""
    fen, routes, _ = SUITES[suite]
    board = Board.from_fen(turned(fen, "dama"))
    assert [board.perft(depth) for depth in range(1, 5)] == routes[:4]


def test_a_position_is_its_own_tree_of_depth_nothing() -> None:
    """Depth 0 counts the position itself; a negative depth is refused."""
    assert Board().perft(0) == 1
    with pytest.raises(ValueError, match="-1"):
        Board().perft(-1)


@pytest.mark.parametrize(
    ("rules", "fen", "count"),
    [
        ("dama", "W:WKa1:BKa5", 0),
        ("ludoteka", "W:Wb2:BKa5", 0),
        ("federation", "W:Wb2:BKa5", 0),
        ("dama", "W:Wb2:Bg7", 3),
        ("dama", "W:Wh7:BKh8,g7,f7", 0),
        ("dama", "W:WKd4:B", 0),
        ("dama", "W:W:BKd4", 0),
        ("international", "W:WKa1:BKh10", 9),
    ],
)
def test_a_finished_game_counts_no_leaf_below_it(rules: str, fen: str, count: int) -> None:
    """One each where that is a draw, a blocked side and a side without pieces end the tree."""
    assert Board.from_fen(fen, rules).perft(1) == count


def test_an_end_inside_the_tree_counts_no_leaf_either() -> None:
    """The capture that leaves king against king ends the game, the others go on."""
    # a1 takes a3 and lands on a4 to a8: king against king at once.
    board = Board.from_fen("W:WKa1:Ba3,Kh7")
    assert board.perft(1) == 5
    assert board.perft(2) == 0
