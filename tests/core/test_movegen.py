"""Rules of movement on hand-made positions, for both colours."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from damahane import RULE_SETS, Board, Color, Move, Piece, Route

ORTHOGONAL = ["dama", "ludoteka", "federation"]

#: What is shown: rule sets, FEN, every legal route.
POSITIONS = {
    "men step forward and sideways": (ORTHOGONAL, "W:Wd4:BKh8", "d4-d5 d4-e4 d4-c4"),
    "men at the edge stay on the board": (ORTHOGONAL, "W:Wa4,h2:BKg8", "a4-a5 a4-b4 h2-h3 h2-g2"),
    "men don't capture backwards": (ORTHOGONAL, "W:Wd4,a2:Bd3", "d4-d5 d4-e4 d4-c4 a2-a3 a2-b2"),
    "men capture in front, left and right": (
        ORTHOGONAL,
        "W:Wd4,h2:Bc4,d5,e4,d3,a7",
        "d4xb4 d4xd6 d4xf4",
    ),
    "men need an empty square behind": (ORTHOGONAL, "W:Wg4:Bh4,g5,g6,f4,e4", ""),
    "diagonal men step forward only": (
        ["damas64", "brazilian", "damas100", "international"],
        "W:Wd4,a3:BKb8",
        "d4-c5 d4-e5 a3-b4",
    ),
    "diagonal men capture backwards too": (
        ["damas64", "brazilian", "damas100", "international"],
        "W:Wd4:Bc3,e3,c5",
        "d4xb2 d4xf2 d4xb6",
    ),
    "men and kings count one each": (ORTHOGONAL, "W:WKa1,d4:BKc1,d5,d7", "d4xd6xd8"),
    "the most over all pieces": (ORTHOGONAL, "W:WKb1,g2:BKb7,g3,g5", "g2xg4xg6"),
    "free choice among equals": (ORTHOGONAL, "W:Wb2,g2:Bb3,Kg3", "b2xb4 g2xg4"),
    "the most on a diagonal board": (
        ["damas64", "brazilian", "damas100", "international"],
        "W:Wc3,e1:Bd4,d6,f2",
        "c3xe5xc7",
    ),
    "a king stops before the first piece": (
        ORTHOGONAL,
        "W:WKa1,a3,c2:BKh8",
        "a1-a2 a1-b1 a1-c1 a1-d1 a1-e1 a1-f1 a1-g1 a1-h1 a3-a4 a3-b3 c2-c3 c2-b2 c2-d2",
    ),
    "two in a row can't be jumped": (
        ORTHOGONAL,
        "W:WKd1:Bd4,d5",
        "d1-d2 d1-d3 d1-a1 d1-b1 d1-c1 d1-e1 d1-f1 d1-g1 d1-h1",
    ),
    "an own piece shields what is behind it": (
        ORTHOGONAL,
        "W:WKd1,d4:Bd6,h7",
        "d1-d2 d1-d3 d1-a1 d1-b1 d1-c1 d1-e1 d1-f1 d1-g1 d1-h1 d4-d5 d4-c4 d4-e4",
    ),
    "a king captures from afar and lands anywhere behind": (
        ["damas64", "brazilian"],
        "W:WKb2:Be5",
        "b2xf6 b2xg7 b2xh8",
    ),
    "a king lands where the most can go on": (ORTHOGONAL, "W:WKa4:Bc4,f7", "a4xf4xf8"),
    "no half turn": (["dama", "federation"], "W:WKd4:Bb4,f4", "d4xa4 d4xg4 d4xh4"),
    "half turns": (["ludoteka"], "W:WKd4:Bb4,f4", "d4xa4xg4 d4xa4xh4 d4xg4xa4 d4xh4xa4"),
    "the half turn decides whether a man may capture": (
        ["dama", "federation"],
        "W:WKd4,h2:Bb4,f4,h3",
        "d4xa4 d4xg4 d4xh4 h2xh4",
    ),
    "straight on is no turn": (ORTHOGONAL, "W:WKa1:Ba3,a6", "a1xa4xa7 a1xa4xa8 a1xa5xa7 a1xa5xa8"),
    "freed squares are crossed at once": (
        ["dama", "federation"],
        "W:WKe4,a2:Bd6,e6,g7,Kf8",
        "e4xe8xg8xg6xc6 e4xe8xg8xg6xb6 e4xe8xg8xg6xa6",
    ),
    "a king may end where it captured": (
        ["dama", "federation"],
        "W:WKa1:Ba2,b4,c3,b2,h7",
        "a1xa4xc4xc2xa2",
    ),
    "a king may end where it began": (
        ["dama", "federation"],
        "W:WKd4,a2:Bd5,e6,f5,e4",
        (
            "d4xd6xf6xf4xd4 d4xd6xf6xf4xc4 d4xd6xf6xf4xb4 d4xd6xf6xf4xa4 "
            "d4xf4xf6xd6xd4 d4xf4xf6xd6xd3 d4xf4xf6xd6xd2 d4xf4xf6xd6xd1"
        ),
    ),
    # On f2, d4 bars the way to b6.
    "a jumped piece stays as an obstacle": (
        ["damas64", "brazilian"],
        "W:WKa1:Bd4,g5,g3,b6",
        "a1xf6xh4xf2 a1xf6xh4xe1",
    ),
    "a man goes on sideways along the far rank": (ORTHOGONAL, "W:Wd6:Bd7,Ke8", "d6xd8xf8"),
    "it goes on as a man, without range": (ORTHOGONAL, "W:Wd6:Bd7,Kf8", "d6xd8"),
    "it goes on as a man, not backwards": (ORTHOGONAL, "W:Wd6:Bd7,Ke8,f6", "d6xd8xf8"),
    "it may choose on the far rank": (ORTHOGONAL, "W:Wd6:Bd7,Kc8,Ke8", "d6xd8xb8 d6xd8xf8"),
    "a man passes the far row as a man": (["damas64", "brazilian"], "W:Wb6:Bc7,e7", "b6xd8xf6"),
    "it has no range on the far row": (["damas100", "international"], "W:Wd8:Be9,h8", "d8xf10"),
    "a circle of a man closes": (
        ["brazilian", "international"],
        "W:Wc3:Bd4,d6,b6,b4",
        "c3xe5xc7xa5xc3 c3xa5xc7xe5xc3",
    ),
    "a circle of a man stops before its start": (
        ["damas64", "damas100"],
        "W:Wc3:Bd4,d6,b6,b4",
        "c3xe5xc7xa5 c3xa5xc7xe5",
    ),
    "a king may cross its way": (
        ["brazilian", "international"],
        "W:WKa1:Bd4,d6,b6,d2",
        "a1xe5xc7xa5xe1",
    ),
    "a king may not cross its way": (["damas64", "damas100"], "W:WKa1:Bd4,d6,b6,d2", "a1xe5xc7xa5"),
    "a king may pass its start": (
        ["brazilian", "international"],
        "W:WKc3:Bd4,d6,b6,d2",
        "c3xe5xc7xa5xe1",
    ),
    "a king may not pass its start": (
        ["damas64", "damas100"],
        "W:WKc3:Bd4,d6,b6,d2",
        "c3xe5xc7xa5",
    ),
    "a king may land on its way": (
        ["brazilian", "international"],
        "W:WKa1:Bd4,d6,b6,b4",
        "a1xe5xc7xa5xc3 a1xe5xc7xa5xd2 a1xe5xc7xa5xe1",
    ),
    "a king may not land on its way": (
        ["damas64", "damas100"],
        "W:WKa1:Bd4,d6,b6,b4",
        "a1xe5xc7xa5",
    ),
    # Without the loop the way through d2 takes as many.
    "the most is counted among chains without a loop": (
        ["damas64", "damas100"],
        "W:Wc3,f2:Bd4,d6,b6,b4,g3,g5,e7",
        "c3xe5xc7xa5 c3xa5xc7xe5 f2xh4xf6xd8",
    ),
    "a blocked side has no move": (ORTHOGONAL, "W:Wh7:BKh8,g7,f7", ""),
    "a side without pieces has no move": (list(RULE_SETS), "W:W:Bb4", ""),
}
CASES = [
    pytest.param(rules, fen, routes, id=f"{name}-{rules}".replace(" ", "-"))
    for name, (games, fen, routes) in POSITIONS.items()
    for rules in games
]


def written(board: Board, route: Route) -> str:
    """A route in names on every board."""
    names = [board.shape.names[stop] for stop in route.stops]
    return ("x" if route.captured else "-").join(names)


@pytest.mark.parametrize(("rules", "fen", "routes"), CASES)
def test_a_position_has_just_these_routes(rules: str, fen: str, routes: str) -> None:
    """White's routes are those worked out by hand."""
    board = Board.from_fen(fen, rules)
    assert sorted(written(board, route) for route in board.routes()) == sorted(routes.split())


@pytest.mark.parametrize(("rules", "fen", "routes"), CASES)
def test_black_has_the_same_routes_turned_round(
    rules: str, fen: str, routes: str, turned: Callable[[str, str], str]
) -> None:
    """Black's routes are White's with the board turned round."""
    board = Board.from_fen(turned(fen, rules), rules)
    expected = turned(routes, rules).split()
    assert sorted(written(board, route) for route in board.routes()) == sorted(expected)


@pytest.mark.parametrize(
    ("rules", "fen", "text", "piece"),
    [
        ("dama", "W:Wd7:BKh2", "d7-d8", Piece.WHITE_KING),
        ("dama", "W:Wd6:BKh2", "d6-d7", Piece.WHITE_MAN),
        ("dama", "W:Wd6:Bd7,Ke8", "d6xd8xf8", Piece.WHITE_KING),
        ("dama", "B:WKh7:Bd2", "d2-d1", Piece.BLACK_KING),
        ("dama", "B:WKc1,d2:Bd3", "d3xd1xb1", Piece.BLACK_KING),
        ("damas64", "W:Wb6:Bc7,e7", "b6xd8xf6", Piece.WHITE_MAN),
        ("brazilian", "W:Wb6:Bc7,h2", "b6xd8", Piece.WHITE_KING),
        ("international", "W:Wb8:Bc9,e9", "b8xd10xf8", Piece.WHITE_MAN),
        ("international", "B:WKc1:Bb2", "b2-a1", Piece.BLACK_KING),
        ("dama", "W:WKa1:Ba2,b4,c3,b2,h7", "a1xa2", Piece.WHITE_KING),
        ("dama", "W:WKd4,a2:Bd5,e6,f5,e4", "d4xd4", Piece.WHITE_KING),
    ],
)
def test_a_man_is_crowned_where_its_move_ends(
    rules: str, fen: str, text: str, piece: Piece
) -> None:
    """Only a move that ends on the far rank crowns; a king stays one, in circles too."""
    board = Board.from_fen(fen, rules)
    move = board.push(text)
    assert board.piece_at(move.end) is piece


def test_a_crowned_man_captures_as_a_king_from_its_next_move() -> None:
    """The piece that stands in the new king's range is taken one move later."""
    board = Board.from_fen("W:Wd6:Bd7,f8,a6")
    board.push("d6xd8")
    board.push("a6-b6")
    assert [written(board, route) for route in board.routes()] == ["d8xg8", "d8xh8"]


def test_captured_pieces_leave_the_board_and_no_others() -> None:
    """After a chain of four the taken pieces are gone and the king stands at its end."""
    board = Board.from_fen("W:WKe4,a2:Bd6,e6,g7,Kf8,h2")
    board.push("e4xe8xg8xg6xb6")
    assert board.fen() == "B:Wa2,Kb6:Bh2"


def test_routes_that_are_one_move_are_listed_as_one() -> None:
    """Four routes with two ends are two moves; the routes of a move lead to the same position."""
    board = Board.from_fen("W:WKa1:Ba3,a6")
    square = board.shape.square
    taken = (square("a3"), square("a6"))
    a1, a7, a8 = square("a1"), square("a7"), square("a8")
    assert set(board.legal_moves) == {Move(a1, a7, taken), Move(a1, a8, taken)}
    positions = set()
    for route in board.routes():
        if route.end == a7:
            board.push(route)
            positions.add(board.fen())
            board.pop()
    assert positions == {"B:WKa7:B"}


def test_one_start_and_end_can_be_two_moves() -> None:
    """Moves that take different pieces are different, whatever their ends."""
    board = Board.from_fen("W:WKa1:BKc1,d5,f5,Kb8")
    square = board.shape.square
    c1, d5, f5, b8 = (square(name) for name in ("c1", "d5", "f5", "b8"))
    assert set(board.legal_moves) == {
        Move(square("a1"), square("a8"), (c1, d5, b8)),
        Move(square("a1"), square("a8"), (c1, f5, b8)),
    }


def test_moves_and_routes_describe_themselves() -> None:
    """A route holds its captured squares in order of play, its move in ascending order."""
    route = Route((27, 43, 45), (35, 44))
    assert (route.start, route.end, route.is_capture) == (27, 45, True)
    assert route.move == Move(27, 45, (35, 44))
    assert Route((27, 45), (44, 35)).move == route.move
    assert not Route((0, 8)).is_capture
    assert not Move(0, 8).is_capture
    assert Move(0, 8) == (0, 8, ())


@pytest.mark.parametrize("rules", ORTHOGONAL)
def test_a_drawn_position_still_lists_its_moves(rules: str) -> None:
    """Legal moves follow from the position alone: king against king may still capture."""
    board = Board.from_fen("W:WKa1:BKa5", rules)
    assert board.outcome() is not None
    assert [written(board, r) for r in board.routes()] == ["a1xa6", "a1xa7", "a1xa8"]


def test_the_side_to_move_moves_its_own_pieces() -> None:
    """The same pieces with the other side to move have the other side's moves."""
    board = Board.from_fen("B:Wd4:Bd5,a7")
    assert board.turn is Color.BLACK
    assert [written(board, route) for route in board.routes()] == ["d5xd3"]
