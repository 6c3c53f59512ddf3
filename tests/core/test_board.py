"""Board: what it shows, making and taking back moves, values."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator

import pytest

from damahane import (
    RULE_SETS,
    AmbiguousMoveError,
    Board,
    Color,
    GameError,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    MoveError,
    Piece,
    Route,
)

CIRCLE = "W:WKd4,a2:Bd5,e6,f5,e4"


def state(board: Board) -> tuple[object, ...]:
    """All that a board shows of itself."""
    return (
        board.rules,
        board.cells,
        board.turn,
        board.quiet_clock,
        board.ending,
        board.ending_clock,
        board.ply,
        board.move_stack,
        board.fen(clocks=True),
        board.routes(),
        tuple(board.legal_moves),
        board.outcome(),
        board.repetitions(),
    )


def test_cells_pieces_and_piece_at_agree() -> None:
    """The codes of the cells are the pieces' values, 0 where a square is empty."""
    board = Board.from_fen("W:Wa2,Kb3:Bh7,Kg8")
    square = board.shape.square
    expected = {
        square("a2"): Piece.WHITE_MAN,
        square("b3"): Piece.WHITE_KING,
        square("h7"): Piece.BLACK_MAN,
        square("g8"): Piece.BLACK_KING,
    }
    assert board.pieces() == expected
    assert list(board.pieces()) == sorted(expected)
    assert board.cells == bytes(expected.get(s, 0) for s in range(64))
    assert [board.piece_at(s) for s in range(64)] == [expected.get(s) for s in range(64)]
    assert [board.material(color) for color in Color] == [(1, 1), (1, 1)]


@pytest.mark.parametrize(("rules", "square"), [("dama", 64), ("dama", -1), ("damas64", 32)])
def test_a_square_off_the_board_has_no_piece_to_ask_for(rules: str, square: int) -> None:
    """Asking for it is an index error."""
    with pytest.raises(IndexError, match=str(square)):
        Board(rules).piece_at(square)


def test_the_start_has_no_history() -> None:
    """A new board is at ply 0, with no move to look at or take back."""
    board = Board()
    assert (board.ply, board.move_stack, board.quiet_clock, board.repetitions()) == (0, (), 0, 1)
    assert board.outcome() is None
    with pytest.raises(GameError):
        board.pop()
    with pytest.raises(GameError):
        board.peek()


def test_push_gives_the_move_and_pop_gives_it_back() -> None:
    """A text, a move and a route are all accepted, and the stack holds the moves."""
    board = Board()
    first = board.push("d3-d4")
    assert first == Move(board.shape.square("d3"), board.shape.square("d4"))
    second = board.push(board.parse("e6-e5"))
    third = board.push(board.parse_route("c3-c4"))
    assert board.move_stack == (first, second, third)
    assert board.peek() == third
    assert (board.ply, board.turn) == (3, Color.BLACK)
    assert [board.pop(), board.pop(), board.pop()] == [third, second, first]
    assert board == Board()


def test_every_move_restores_every_field_when_taken_back() -> None:
    """In the traps of kings and circles, push and pop leave the board as it was."""
    for fen in (CIRCLE, "W:WKa1:Ba2,b4,c3,b2,h7", "W:Wd6:Bd7,Kc8,Ke8", "W:WKa1:BKa5"):
        board = Board.from_fen(f"{fen}:H7:F31")
        before = state(board)
        for route in board.routes():
            board.push(route)
            assert state(board) != before
            assert board.pop() == route.move
            assert state(board) == before


def illegal(board: Board) -> Iterator[Move | Route | str]:
    """Moves that look like moves and are not legal in `CIRCLE`."""
    square = board.shape.square
    d4, a2, a3, d6 = (square(name) for name in ("d4", "a2", "a3", "d6"))
    taken = tuple(sorted(square(name) for name in ("d5", "e6", "f5", "e4")))
    yield "a2-a3"
    yield "d4xd6"
    yield "d4xd6xf6xf4xe4"
    yield "h7-h6"
    yield "d4xh8"
    yield Move(a2, a3)
    yield Move(d4, d6, (square("d5"),))
    yield Move(d4, d4)
    yield Move(d4, d4, taken[:3])
    yield Move(d4, d4, tuple(reversed(taken)))
    yield Move(63, 62)
    yield Move(-1, 64)
    yield Route((a2, a3))
    yield Route((d4, d6), (square("d5"),))
    yield Route((d4, d4), taken)
    yield Route(())
    yield Route((99, 100), (5,))


def test_an_illegal_move_raises_and_changes_nothing() -> None:
    """Whatever form it is given in, a refused move leaves the board as it was."""
    board = Board.from_fen(CIRCLE)
    board.push("d4xd4")
    board.pop()
    before = state(board)
    for move in illegal(board):
        with pytest.raises(IllegalMoveError):
            board.push(move)
        assert state(board) == before, move


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", InvalidMoveError),
        ("d4", InvalidMoveError),
        ("pass", InvalidMoveError),
        ("d4-d9", InvalidMoveError),
        ("d4--d5", InvalidMoveError),
        ("e4-e5", IllegalMoveError),
    ],
)
def test_an_unclear_text_raises_and_changes_nothing(text: str, error: type[MoveError]) -> None:
    """The error says whether the text or the move is wrong, and quotes what was given."""
    board = Board.from_fen(CIRCLE)
    before = state(board)
    with pytest.raises(error) as caught:
        board.push(text)
    assert type(caught.value) is error
    assert (repr(text) if error is InvalidMoveError else text) in str(caught.value)
    assert state(board) == before


def test_an_ambiguous_text_raises_and_changes_nothing() -> None:
    """Two moves from a1 to a8 take different pieces."""
    board = Board.from_fen("W:WKa1:BKc1,d5,f5,Kb8")
    before = state(board)
    with pytest.raises(AmbiguousMoveError, match="a1xa8"):
        board.push("a1xa8")
    assert state(board) == before


def test_a_refused_capture_says_what_is_due() -> None:
    """The message of a refused quiet move names the capture due and the piece that can make it."""
    with pytest.raises(IllegalMoveError, match=r"a2-a3.*capture of 4 is due.*d4"):
        Board.from_fen(CIRCLE).push("a2-a3")


def test_legal_moves_are_a_live_view() -> None:
    """One view follows the board: its length, iteration, membership and truth."""
    board = Board()
    moves = board.legal_moves
    d3d4, e6e5 = board.parse("d3-d4"), Move(44, 36)
    assert len(moves) == len(list(moves)) == 8
    assert d3d4 in moves
    assert e6e5 not in moves
    board.push(d3d4)
    assert d3d4 not in moves
    assert e6e5 in moves
    board.pop()
    assert d3d4 in moves
    assert moves


def test_legal_moves_hold_moves_only() -> None:
    """Routes, texts and other values are not in the view."""
    board = Board()
    route = board.routes()[0]
    assert route.move in board.legal_moves
    strangers: list[object] = [route, "a3-a4", None, 3, (), (16, 24), Move(16, 24, (3,))]
    assert not any(stranger in board.legal_moves for stranger in strangers)


def test_legal_moves_are_listed_only_when_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taking the view costs nothing, and looking twice lists once."""
    board = Board()
    calls = []
    real = type(board._generator).routes

    def counted(*arguments: object) -> list[Route]:
        calls.append(arguments)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(type(board._generator), "routes", counted)
    moves = board.legal_moves
    assert not calls
    assert len(moves) == 8
    assert moves
    assert list(moves)
    assert board.must_capture is False
    assert len(calls) == 1


def test_a_blocked_side_has_an_empty_view() -> None:
    """Without a move the view is false and empty."""
    board = Board.from_fen("W:Wh7:BKh8,g7,f7")
    assert not board.legal_moves
    assert len(board.legal_moves) == 0
    assert board.routes() == ()
    assert board.continuations() == ()
    assert board.capturing_pieces() == ()


def test_the_view_shows_its_moves() -> None:
    """Its repr lists the moves as they are written."""
    assert repr(Board.from_fen("W:Wa2,b3:Bh7").legal_moves) == (
        "<LegalMoves: a2-a3, a2-b2, b3-b4, b3-c3, b3-a3>"
    )
    assert repr(Board.from_fen("W:W:Bh7").legal_moves) == "<LegalMoves: none>"


def test_what_is_due_and_by_whom() -> None:
    """Only the pieces that reach the greatest number are named."""
    board = Board.from_fen("W:Wb2,g2,e2:BKb3,g3,g5,h7")
    name = board.shape.names
    assert board.must_capture
    assert board.due == 2
    assert [name[s] for s in board.capturing_pieces()] == ["g2"]
    quiet = Board()
    assert (quiet.must_capture, quiet.due, quiet.capturing_pieces()) == (False, 0, ())


@pytest.mark.parametrize(
    ("stops", "nexts"),
    [
        ("", "d4"),
        ("d4", "f4 d6"),
        ("d4 d6", "f6"),
        ("d4 d6 f6", "f4"),
        ("d4 d6 f6 f4", "a4 b4 c4 d4"),
        ("d4 f4 f6 d6", "d1 d2 d3 d4"),
        ("d4 d6 f6 f4 a4", ""),
        ("a2", ""),
        ("d4 d5", ""),
        ("h8", ""),
    ],
)
def test_continuations_lead_along_the_legal_routes(stops: str, nexts: str) -> None:
    """After each stop the next ones are those of the routes that began so, ascending."""
    board = Board.from_fen(CIRCLE)
    square = board.shape.square
    found = board.continuations([square(stop) for stop in stops.split()])
    assert [board.shape.names[s] for s in found] == nexts.split()


def test_the_quiet_clock_and_ply_start_where_the_fen_says() -> None:
    """H is the plies without progress, F the number of the move."""
    board = Board.from_fen("B:WKa1,b2:BKh8,g7:H12:F21")
    assert (board.quiet_clock, board.ply) == (12, 41)
    board.push("h8-h7")
    assert (board.quiet_clock, board.ply) == (13, 42)
    board.push("b2-c2")
    assert (board.quiet_clock, board.ply) == (14, 43)
    board.push("g7-g6")
    assert (board.quiet_clock, board.ply) == (0, 44)
    assert board.fen(clocks=True) == "W:WKa1,c2:Bg6,Kh7:H0:F23"


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_copies_are_independent(rules: str) -> None:
    """What is played on a copy does not show on the board, and the other way round."""
    board = Board(rules)
    board.push(next(iter(board.legal_moves)))
    before = state(board)
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert state(twin) == before
        assert twin == board
        twin.push(next(iter(twin.legal_moves)))
        twin.push(next(iter(twin.legal_moves)))
        assert state(board) == before
        assert twin != board
        for _ in range(3):
            twin.pop()
        assert twin == Board(rules)
    bare = board.copy(stack=False)
    assert bare == board
    assert (bare.ply, bare.move_stack) == (1, ())
    with pytest.raises(GameError):
        bare.pop()


def test_equality_is_of_position_counts_and_rules() -> None:
    """How a position arose does not matter; rule set, turn and counts do."""
    board = Board.from_fen("W:WKa1,b2:BKh8")
    assert board == Board.from_fen("W:Wb2,Ka1:BKh8.")
    assert board != Board.from_fen("B:WKa1,b2:BKh8")
    assert board != Board.from_fen("W:WKa1,b2:BKh8:H1")
    assert board != Board.from_fen("W:WKa1,b2:BKh8", "ludoteka")
    assert board != "W:WKa1,b2:BKh8"
    with pytest.raises(TypeError):
        hash(board)


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_the_repr_makes_the_board_again(rules: str) -> None:
    """Evaluating the repr gives an equal board."""
    board = Board(rules)
    assert eval(repr(board), {"Board": Board}) == board  # noqa: S307


def test_the_diagram_shows_the_board_as_white_sees_it() -> None:
    """Kings are capitals, empty squares dots; light squares of a diagonal board stay blank."""
    assert str(Board.from_fen("W:WKa1,b2:Bb7,Kh8")).splitlines() == [
        ". . . . . . . B",
        ". b . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". w . . . . . .",
        "W . . . . . . .",
    ]
    assert str(Board.from_fen("W:WKa1,b2:Bb8", "damas64")).splitlines() == [
        "  b   .   .   .",
        ".   .   .   .",
        "  .   .   .   .",
        ".   .   .   .",
        "  .   .   .   .",
        ".   .   .   .",
        "  w   .   .   .",
        "W   .   .   .",
    ]


def test_removing_a_piece_keeps_the_turn_and_starts_the_counts_anew() -> None:
    """A piece taken off is gone, with the moves before; an empty square is refused."""
    board = Board.from_fen("W:WKa1,b2:BKh8,g7:H12:F21")
    board.push("a1-c1")
    ply = board.ply
    board.remove(board.shape.square("c1"))
    assert board.fen(clocks=True) == "B:Wb2:Bg7,Kh8:H0:F21"
    assert (board.ply, board.move_stack) == (ply, ())
    before = state(board)
    with pytest.raises(GameError, match="c1"):
        board.remove(board.shape.square("c1"))
    assert state(board) == before


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_a_king_in_the_corner_moves_alike_for_both_colours(
    rules: str, turned: Callable[[str, str], str]
) -> None:
    """The number of moves of a lone king does not depend on its colour."""
    fen = "W:WKa1:B"
    white, black = Board.from_fen(fen, rules), Board.from_fen(turned(fen, rules), rules)
    size = white.shape.files - 1
    expected = size if white.shape.diagonal else 2 * size
    assert len(white.legal_moves) == len(black.legal_moves) == expected
