"""Hints: what a move is good for, on positions made by hand, for both colours."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from damahane import Board, GameError, MoveError, Piece
from damahane.engine import Idea, Level, Limits, Request, explain, hint

Turn = Callable[[str, str], str]

CASES = [
    (
        "the capture of a man that nobody takes back",
        "W:Wd4,c5,a2:Bd5,a7",
        "d4xd6",
        Idea.TAKES,
        "Takes a man.",
    ),
    (
        "a capture that costs something",
        "W:Wd2,a2,h2:Bd3,d5,e4,d7,d8,h7",
        "d2xd4xd6 d7xd5",
        Idea.TAKES,
        "Takes 2 men for a man.",
    ),
    (
        "a shot, its captures left to be found",
        "W:Wd4,d3,d2,a2:Bd6,e5,c5,c6,h7",
        "d4-d5",
        Idea.GIVES_TO_TAKE,
        "Gives a man to take 2 men.",
    ),
    (
        "one man for another",
        "W:Wd4,d3,d2,a2:Bd6,h7",
        "d4-d5",
        Idea.EXCHANGES,
        "Exchanges a man for a man.",
    ),
    ("a king for a man", "W:Wc5,d4,a2:BKd5,h7", "c5xe5", Idea.TAKES, "Takes a king."),
    (
        "a crown two moves ahead",
        "W:Wd6,a2:Ba7,h6",
        "d6-d7 h6-h5 d7-d8",
        Idea.CROWNS,
        "Crowns in 2 moves.",
    ),
    ("a crown at once", "W:Wd7,a2:Bh6,b7", "d7-d8", Idea.CROWNS, "Crowns."),
    (
        "a capture that ends on the far row",
        "W:Wd6,c7,a2:Bd7,h6",
        "d6xd8",
        Idea.CROWNS,
        "Takes a man and crowns.",
    ),
    ("a man that steps aside", "W:Wd4,a2:Bd5,d6,h7", "d4-e4", Idea.SAVES, "Saves the man on d4."),
    (
        "a man attacked from the side, and covered",
        "W:Wc4,b5,a2:Bd5,h7",
        "c4-c5",
        Idea.THREATENS,
        "Threatens to take a man.",
    ),
    (
        "the same, when the line shows that it cannot be parried",
        "W:Wc4,b5,a2:Bd5,h7",
        "c4-c5 h7-h6 c5xe5",
        Idea.WINS_PIECES,
        "Wins a man in 2 moves.",
    ),
    (
        "a king that watches the square where a man would be crowned",
        "W:WKe5,h2:Bc2,h7",
        "e5-e1",
        Idea.STOPS,
        "Keeps the man on c2 from being crowned.",
    ),
    (
        "a loss that cannot be helped",
        "W:Wd4,a2:Bd5,d6,h7",
        "a2-a3",
        Idea.LOSES_LEAST,
        "Loses the least: a man.",
    ),
    (
        "a man that joins another",
        "W:Wd2,e3:Ba7,h7",
        "e3-d3",
        Idea.KEEPS_FORMATION,
        "Keeps the formation: the man has a piece behind it.",
    ),
    (
        "a man that goes ahead alone, but safely",
        "W:Wd2,e3:Be7,h7",
        "e3-e4",
        Idea.IS_SAFE,
        "Is safe: it loses nothing.",
    ),
    (
        "a man with a free road",
        "W:Wh4,b2,b3:Ba5,b6,b7",
        "h4-h5",
        Idea.RUNS,
        "Runs for its crown: 3 moves more.",
    ),
    (
        "a move after which the other side has to give something",
        "W:Wa3,b4,h2:Ba6,b6",
        "a3-a4",
        Idea.CRAMPS,
        "Leaves the other side only 2 moves that lose nothing.",
    ),
    (
        "a move that leaves an exchange there as it was",
        "W:Wd4,d3,a2:Bd5,d6,e6,h7",
        "a2-b2",
        Idea.IS_SAFE,
        "Is safe: it loses nothing.",
    ),
    ("a capture that is forced", "W:Wd4,a2:Bd5,h7", "d4xd6", Idea.TAKES, "Takes a man."),
    (
        "the only move, whatever it loses",
        "W:Wa6:Ba7,Ka8,b7",
        "a6-b6",
        Idea.ONLY_MOVE,
        "It is the only move.",
    ),
]


@pytest.mark.parametrize("turn_round", [False, True], ids=["white", "black"])
@pytest.mark.parametrize(
    ("fen", "line", "idea", "text"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_move_is_explained_by_what_it_does(
    turned: Turn, fen: str, line: str, idea: Idea, text: str, turn_round: bool
) -> None:
    """The reason follows from the position and the line, whichever colour moves."""
    if turn_round:
        fen, line, text = turned(fen, "dama"), turned(line, "dama"), turned(text, "dama")
        text = text.replace("Bins", "Wins")
    board = Board.from_fen(fen)
    before = board.fen()
    reason = explain(board, line.split(), -1)
    assert (reason.idea, reason.text) == (idea, text)
    assert board.fen() == before


def test_pieces_and_squares_are_told_apart_from_the_sentence() -> None:
    """For pointing at the board, and for other languages."""
    board = Board.from_fen("W:Wd4,d3,d2,a2:Bd6,e5,c5,c6,h7")
    reason = explain(board, ["d4-d5"], 200)
    assert reason.taken == (Piece.BLACK_MAN, Piece.BLACK_MAN)
    assert reason.given == (Piece.WHITE_MAN,)
    saved = explain(Board.from_fen("W:Wd4,a2:Bd5,d6,h7"), ["d4-c4"], -1)
    assert [board.shape.names[square] for square in saved.squares] == ["d4"]


def test_a_king_that_is_taken_at_once_is_no_gain() -> None:
    """A man that is crowned into a capture is not praised for its crown."""
    board = Board.from_fen("W:Wd7,a2:BKa8,h6")
    assert explain(board, ["d7-d8"], -100).idea is Idea.LOSES_LEAST


def test_a_far_crown_is_not_called_a_win_of_pieces() -> None:
    """A line of four steps to the far row takes nothing."""
    board = Board.from_fen("W:Wd4,a2:Bg7,h7")
    line = ["d4-d5", "h7-h6", "d5-d6", "h6-h5", "d6-d7", "h5-h4", "d7-d8"]
    assert explain(board, line, 200).idea is Idea.RUNS


def test_nothing_is_threatened_while_a_capture_is_due() -> None:
    """The man next to another is taken first."""
    board = Board.from_fen("W:Wc4,a2,d2:Bd5,e7,h7")
    assert explain(board, ["c4-c5"], -1).idea is Idea.LOSES_LEAST


def test_holding_a_draw_is_a_reason_only_where_one_is_behind() -> None:
    """An even position at nought is not called a draw that was held."""
    behind = Board.from_fen("W:WKa1:BKh8,Kg8,b6")
    assert explain(behind, ["a1-a3"], 0).idea is Idea.DRAWS
    even = Board.from_fen("W:WKa1,b3:BKh8,g6")
    assert explain(even, ["a1-a3"], 0).idea is not Idea.DRAWS


@pytest.mark.parametrize(
    ("fen", "idea", "moves", "text"),
    [
        ("W:Wa3,b5,c5,Kf4,g2,h2:Ba5", Idea.WINS, 1, "Wins at once."),
        ("W:WKa1,Kb1,Kc3:BKh8", Idea.WINS, 4, "Wins in 4 moves."),
        ("B:WKa1,Kb1,Kc7:BKh8", Idea.HOLDS_OUT, 3, "Holds out longest: 3 moves."),
    ],
)
def test_wins_and_losses_are_counted_in_moves(fen: str, idea: Idea, moves: int, text: str) -> None:
    """Three kings beat one; the numbers are those of solved tables."""
    found = hint(Request(fen=fen))
    assert (found.reason.idea, found.reason.moves, found.reason.text) == (idea, moves, text)


def test_a_hint_finds_the_shot_and_the_line() -> None:
    """The engine sees it, and its line shows it."""
    found = hint(Request(fen="W:Wd4,d3,d2,a2:Bd6,e5,c5,c6,h7", limits=Limits(nodes=20_000)))
    assert found.move == found.pv[0] == "d4-d5"
    assert found.reason.idea is Idea.GIVES_TO_TAKE


def test_a_hint_is_the_best_whatever_the_level_and_the_history() -> None:
    """The level of the game does not weaken its hints."""
    fen, moves = "B:Wd4,d3,d2,a2:Bd6,e5,c5,c6,h7,b7", ("b7-b6",)
    requests = [Request(fen=fen, moves=moves, level=level) for level in (None, *Level)]
    hints = [hint(request) for request in requests]
    assert hints[0].move == "d4-d5"
    assert all(other == hints[0] for other in hints)
    assert pickle.loads(pickle.dumps(hints[0])) == hints[0]  # noqa: S301  our own bytes


def test_what_cannot_be_advised_on_is_refused() -> None:
    """A finished game, and a line that cannot be played."""
    with pytest.raises(GameError, match="no_moves"):
        hint(Request(fen="W:Wh7:BKh8,g7,f7"))
    with pytest.raises(MoveError, match="d4-d6"):
        explain(Board(), ["d4-d6"], 0)
