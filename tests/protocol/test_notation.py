"""Positions and moves as the Hub protocol writes them."""

from __future__ import annotations

import random

import pytest

from damahane import RULE_SETS, Board, FenError, IllegalMoveError, InvalidMoveError
from damahane.protocol.notation import (
    format_move,
    format_position,
    parse_move,
    parse_position,
    recent,
)

START_10 = "W" + 20 * "b" + 10 * "e" + 20 * "w"
START_DAMA = "W" + 8 * "e" + 16 * "w" + 16 * "e" + 16 * "b" + 8 * "e"


def test_the_start_of_the_10x10_game_is_that_of_the_protocol() -> None:
    """The protocol's own example."""
    assert format_position(Board("international")) == START_10
    assert parse_position(START_10, RULE_SETS["international"]) == Board("international")


def test_the_squares_of_the_orthogonal_board_go_from_a1_to_h8() -> None:
    """White's men, on ranks 2 and 3, come first; a1 is the first letter and h8 the last."""
    assert format_position(Board("dama")) == START_DAMA
    corner = Board.from_fen("B:WKa1,b2:Bg7,Kh8")
    text = format_position(corner)
    assert (text[0], text[1], text[64], text[1 + 9], text[1 + 54]) == ("B", "W", "B", "w", "b")


def test_a_capture_lists_every_piece_taken() -> None:
    """From, to, and the pieces, not the squares between."""
    board = Board.from_fen("W:Wa3:Bb3,c4,b5,a6,h7")
    (move,) = board.legal_moves
    assert format_move(move, board.shape) == "a3xa7xb3xc4xb5xa6"
    board = Board("international")
    for text in ("32-28", "19-23", "28x19", "14x23"):
        last = format_move(board.parse(text), board.shape)
        board.push(text)
    assert last == "14x23x19"


def test_a_chain_can_come_back_to_its_start() -> None:
    """Start and end are then the same square."""
    board = Board.from_fen("W:WKd4,a2:Bd5,e6,f5,e4")
    move = parse_move("d4xd4xf5xd5xe4xe6", board)
    assert move.start == move.end
    assert len(move.captured) == 4
    assert format_move(move, board.shape).startswith("d4xd4x")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_is_written_is_read_back(rules: str) -> None:
    """Positions and every legal move of random games, in every rule set."""
    rng = random.Random(rules)
    board = Board(rules)
    for _ in range(60):
        assert parse_position(format_position(board), board.rules).fen() == board.fen()
        for move in board.legal_moves:
            assert parse_move(format_move(move, board.shape), board) == move
        if board.outcome() is not None:
            break
        board.push(rng.choice(list(board.legal_moves)))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "0 letters; expected 65"),
        (START_10, "51 letters; expected 65 for dama"),
        ("X" + START_DAMA[1:], "side to move 'X'"),
        (START_DAMA[:-1] + "x", "'x' on h8"),
        ("We" + 62 * "e" + "w", "a white man on its crowning row, h8"),
    ],
)
def test_what_is_no_position_is_told_why(text: str, told: str) -> None:
    """Length, letters and impossible men."""
    with pytest.raises(FenError) as caught:
        parse_position(text, RULE_SETS["dama"])
    assert told in str(caught.value)


@pytest.mark.parametrize("text", ["", "-", "d3", "d3-d4-d5", "d3xd9", "x" * 500, "d3 - d4x"])
def test_what_is_no_move_is_told(text: str) -> None:
    """An example of what is expected comes with it."""
    with pytest.raises(InvalidMoveError):
        parse_move(text, Board("dama"))


def test_a_move_that_takes_something_else_is_not_legal() -> None:
    """The pieces taken are part of the move."""
    board = Board.from_fen("W:WKa1:Ba3,a6,h7")
    with pytest.raises(IllegalMoveError, match="expected one of a1xa7xa3xa6"):
        parse_move("a1xa7xa3", board)


def test_only_the_moves_that_still_matter_are_sent() -> None:
    """Those since the last capture or step forward."""
    board = Board.from_fen("W:WKa1,d4:BKh8,e7")
    for text in ("a1-a2", "h8-h7", "d4-d5"):
        board.push(text)
    base, moves = recent(board)
    assert (base.fen(), moves) == (board.fen(), ())
    board.push("h7-h8")
    board.push("a2-a1")
    base, moves = recent(board)
    assert [board.shape.names[move.end] for move in moves] == ["h8", "a1"]
    base.push(moves[0])
    base.push(moves[1])
    assert base.fen() == board.fen()
    assert base.quiet_clock == board.quiet_clock == 2


def test_the_moves_of_an_ending_that_counts_are_all_sent() -> None:
    """In international draughts a man's move does not start the count of an ending anew."""
    board = Board.from_fen("W:WK46,25:BK6,14", "international")
    board.push("46x5")  # from now on a lone king against king and man
    for text in ("6-1", "25-20", "1-6", "20-15"):
        board.push(text)
    assert board.ending_clock == 4
    base, moves = recent(board)
    assert len(moves) == 4
    for move in moves:
        base.push(move)
    assert (base.fen(), base.ending_clock) == (board.fen(), 4)


def test_a_board_without_moves_is_its_own_past() -> None:
    """Even if its FEN says that plies have passed."""
    board = Board.from_fen("W:WKa1:BKh8,a7:H12:F27")
    base, moves = recent(board)
    assert (base.fen(), moves) == (board.fen(), ())
