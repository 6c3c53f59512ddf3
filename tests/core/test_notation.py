"""Moves as text, written and read."""

from __future__ import annotations

import pytest

from damahane import (
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    SquareError,
)

CIRCLE = "W:WKd4,a2:Bd5,e6,f5,e4"
#: Two moves go from a1 to a8: over c1, d5, b8 and over c1, f5, b8.
TWO_WAYS = "W:WKa1:BKc1,d5,f5,Kb8"


def move(board: Board, start: str, end: str, *captured: str) -> Move:
    square = board.shape.square
    return Move(square(start), square(end), tuple(sorted(square(name) for name in captured)))


@pytest.mark.parametrize(
    ("rules", "fen", "short"),
    [
        ("dama", "W:Wd4:BKh8", "d4-d5 d4-e4 d4-c4"),
        ("dama", "W:Wd6:Bd7,Ke8", "d6xf8"),
        ("dama", "W:WKa1:Ba3,a6", "a1xa7 a1xa8"),
        ("dama", CIRCLE, "d4xd4 d4xc4 d4xb4 d4xa4 d4xd3 d4xd2 d4xd1"),
        ("dama", TWO_WAYS, "a1xd1xd8xa8 a1xf1xf8xa8"),
        ("international", "W:Wd4:Bb10", "32-27 32-28"),
        ("international", "W:Wc3:Bd4,d6,b6,b4", "37x37"),
        ("brazilian", "W:Wc3:Bd4,d6,b6,b4", "22x22"),
        ("damas64", "W:Wc3:Bd4,d6,b6,b4", "22x13 22x15"),
    ],
)
def test_moves_are_written_short_where_that_is_clear(rules: str, fen: str, short: str) -> None:
    """First and last square, or every stop where these fit two moves; what is written is read."""
    board = Board.from_fen(fen, rules)
    texts = [board.text(listed) for listed in board.legal_moves]
    assert sorted(texts) == sorted(short.split())
    assert [board.parse(text) for text in texts] == list(board.legal_moves)


@pytest.mark.parametrize(
    ("rules", "fen", "full"),
    [
        ("dama", "W:Wd4:BKh8", "d4-d5 d4-e4 d4-c4"),
        ("dama", "W:Wd6:Bd7,Ke8", "d6xd8xf8"),
        ("dama", "W:WKa1:Ba3,a6", "a1xa4xa7 a1xa5xa7 a1xa4xa8 a1xa5xa8"),
        ("brazilian", "W:Wc3:Bd4,d6,b6,b4", "22x15x6x13x22 22x13x6x15x22"),
    ],
)
def test_routes_are_written_in_full_on_request(rules: str, fen: str, full: str) -> None:
    """Every stop is given, and reading it gives the same route."""
    board = Board.from_fen(fen, rules)
    texts = [board.text(route, full=True) for route in board.routes()]
    assert sorted(texts) == sorted(full.split())
    assert [board.parse_route(text) for text in texts] == list(board.routes())


@pytest.mark.parametrize(
    "text",
    [
        "d4xd4",
        "d4-d4",
        "d4:d4",
        "d4×d4",
        "d4d4",
        "D4xD4",
        "d4Xd4",
        " d4 x d4 ",
        "d4xd6xd4",
        "d4xf6xd4",
        "d4xd6xf6xf4xd4",
        "d4xf4xf6xd6xd4",
        "d4-d6-f6-f4-d4",
        "d4d6f6f4d4",
    ],
)
def test_a_circular_capture_is_read_in_every_form(text: str) -> None:
    """From and to are the same square; separators, case and the stops given are free."""
    board = Board.from_fen(CIRCLE)
    assert board.parse(text) == move(board, "d4", "d4", "d5", "e6", "f5", "e4")


@pytest.mark.parametrize("text", ["32-28", "d4-e5", "D4E5", "32-e5", "d4-28", " 32 - 28\t"])
def test_a_diagonal_board_reads_numbers_and_names(text: str) -> None:
    """Either may be used, also mixed; numbers need a separator."""
    board = Board.from_fen("W:Wd4:Bb10", "international")
    assert board.text(board.parse(text)) == "32-28"


@pytest.mark.parametrize(
    ("text", "captured"),
    [
        ("a1xd8xa8", "c1 d5 b8"),
        ("a1xd1xa8", "c1 d5 b8"),
        ("a1xf1xa8", "c1 f5 b8"),
        ("a1xf1xf8xa8", "c1 f5 b8"),
    ],
)
def test_one_stop_between_may_make_it_clear(text: str, captured: str) -> None:
    """Stops are given as far as they tell one move from the other."""
    board = Board.from_fen(TWO_WAYS)
    assert board.parse(text) == move(board, "a1", "a8", *captured.split())


@pytest.mark.parametrize("text", ["a1xa8", "a1-a8", "a1a8"])
def test_a_text_that_fits_two_moves_is_refused(text: str) -> None:
    """The error quotes it and says how many moves it could be."""
    board = Board.from_fen(TWO_WAYS)
    with pytest.raises(AmbiguousMoveError, match=f"'{text}'.* 2 moves"):
        board.parse(text)


@pytest.mark.parametrize("text", ["a3xa4", "a3:a4", "a3×a4"])
def test_a_quiet_move_is_not_written_as_a_capture(text: str) -> None:
    """What claims to take something must take something."""
    with pytest.raises(IllegalMoveError):
        Board().parse(text)


def test_routes_of_one_move_are_not_ambiguous() -> None:
    """The first of them is taken."""
    board = Board.from_fen("W:WKa1:Ba3,a6")
    assert board.parse("a1xa7") == move(board, "a1", "a7", "a3", "a6")
    assert board.parse_route("a1xa7") in board.routes()
    assert board.text(board.parse_route("a1xa5xa7")) == "a1xa7"
    assert board.route(board.parse("a1xa7")) == board.parse_route("a1xa7")


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ("dama", ""),
        ("dama", " "),
        ("dama", "-"),
        ("dama", "x"),
        ("dama", "d4"),
        ("dama", "d4-"),
        ("dama", "-d4"),
        ("dama", "d4--d5"),
        ("dama", "d4xxd6"),
        ("dama", "d4>d5"),
        ("dama", "d4-d9"),
        ("dama", "d4-i4"),
        ("dama", "28-36"),
        ("dama", "d4d5d"),
        ("dama", "d4-d5=K"),
        ("dama", "1. d4-d5"),
        ("dama", "d4-d5 e6-e5"),
        ("dama", "d4-d5\x00"),
        ("international", "3228"),
        ("international", "32-51"),
        ("international", "32-0"),
        ("international", "d4-d5"),
        ("international", "32--28"),
        ("international", "٣٢-٢٨"),
    ],
)
def test_what_is_no_move_is_refused(rules: str, text: str) -> None:
    """The error quotes the text."""
    with pytest.raises(InvalidMoveError) as caught:
        Board(rules).parse(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("text", ["x".join(["d4"] * 1000), "d4" * 1000, "-" * 1000])
def test_an_endless_text_is_refused_shortly(text: str) -> None:
    """The error quotes no more than its beginning."""
    with pytest.raises(InvalidMoveError) as caught:
        Board.from_fen(CIRCLE).parse(text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("fen", "text", "message"),
    [
        (CIRCLE, "a2-a3", "capture of 4 is due, by the piece on d4"),
        (CIRCLE, "d4xd6", "'d4xd6'"),
        (CIRCLE, "d4xd6xf6xd4xf4", "not legal"),
        (CIRCLE, "d4xf6xd6xf4xd4", "not legal"),
        ("W:Wb2,g2:Bb3,g3", "b2-c2", "due, by the piece on b2 or g2"),
        ("W:Wb2,g2:Bh7", "b2-b1", "can move stand on b2, g2"),
        ("W:Wh7:BKh8,g7,f7", "h7-h8", "no legal move"),
    ],
)
def test_what_is_not_legal_is_refused_with_what_is(fen: str, text: str, message: str) -> None:
    """The error says what is due or which pieces can move."""
    with pytest.raises(IllegalMoveError, match=message):
        Board.from_fen(fen).parse(text)


def test_text_of_a_move_that_is_not_legal_is_refused() -> None:
    """Only moves of the position have a text in it."""
    board = Board.from_fen(CIRCLE)
    with pytest.raises(IllegalMoveError):
        board.text(Move(board.shape.square("a2"), board.shape.square("a3")))
    with pytest.raises(IllegalMoveError):
        board.route(Move(63, 62))


def test_an_invalid_square_is_not_the_error_of_a_move_text() -> None:
    """Move texts raise errors of moves, whatever is wrong in them."""
    with pytest.raises(InvalidMoveError) as caught:
        Board().parse("d4-d9")
    assert not isinstance(caught.value, SquareError)


def test_numbers_and_names_give_the_same_capture() -> None:
    """On ten by ten d4 is 32 and g7 is 19."""
    board = Board.from_fen("W:WKd4:Bf6", "international")
    assert board.parse("32x19") == board.parse("d4xg7") == move(board, "d4", "g7", "f6")


def test_blanks_part_squares_where_nothing_else_does() -> None:
    """Typed without a sign between, a move is understood; two moves at once are not."""
    board = Board()
    assert board.parse("d3 d4") == board.parse("d3-d4")
    with pytest.raises(InvalidMoveError):
        board.parse("d3-d4 e3-e4")
