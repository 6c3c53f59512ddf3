"""The compiled generator against vectors, hand-made positions and the reference generator."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damahane import RULE_SETS, Board, Color, Move, Piece, RulesError
from damahane.kernel.listing import FIRST_ROOM, Lister, move_counts
from damahane.kernel.position import bits_of, cells, game_of, squares_of, words
from damahane.movegen import generator
from damahane.rules import DAMA, INTERNATIONAL, Removal, RuleSet

DATA = Path(__file__).parents[1] / "data"
VECTORS = [
    ("dama", "turkish.jsonl"),
    ("federation", "turkish.jsonl"),
    ("ludoteka", "ludoteka.jsonl"),
    ("damas100", "damas100.jsonl"),
    ("international", "international.jsonl"),
    ("brazilian", "brazilian.jsonl"),
]

CROWD = "W:WKa7,Kd3,Ke5,Ka4,Ka3,Ka2,Ke3,Ka8,Ka6,Ka1:BKe8,Kf6,Kg5,Ke4,Ke1,Kf7,Kh3,Ke2,Kb5"


def expected_counts(entry: dict[str, list[dict[str, str]]], board: Board) -> dict[Move, int]:
    """The moves of a vector with the number of their routes."""
    square = board.shape.square
    moves: Counter[Move] = Counter()
    for listed in entry["moves"]:
        stops = listed["path"].replace("-", "x").split("x")
        captured = tuple(sorted(square(name) for name in listed["captured"]))
        moves[Move(square(stops[0]), square(stops[-1]), captured)] += 1
    return moves


def assert_same_lists(board: Board) -> None:
    """The lists for a board are the reference generator's, stop for stop and in its order."""
    lister, at = Lister(board.rules), bytearray(board.cells)
    routes = generator(board.rules).routes(at, board.turn)
    assert lister.routes(at, board.turn) == routes, board.fen()
    moves = list(dict.fromkeys(route.move for route in routes))
    assert lister.moves(at, board.turn) == moves, board.fen()


def opposite(board: Board, square: int) -> int:
    """The square on which the other side sees what this one sees."""
    return len(board.shape) - 1 - square if board.shape.diagonal else square ^ 56


def mirrored(board: Board) -> Board:
    """The position with the colours exchanged and the board turned round."""
    swap = {"W": "B", "B": "W"}
    sides: dict[Color, list[str]] = {Color.WHITE: [], Color.BLACK: []}
    for square, piece in board.pieces().items():
        name = board.shape.names[opposite(board, square)]
        sides[piece.color.other].append(("K" if piece.is_king else "") + name)
    turn = swap["W" if board.turn is Color.WHITE else "B"]
    white, black = (",".join(sides[color]) for color in (Color.WHITE, Color.BLACK))
    return Board.from_fen(f"{turn}:W{white}:B{black}", board.rules)


@pytest.mark.parametrize(("rules", "file"), VECTORS)
def test_every_vector_is_matched_route_for_route(rules: str, file: str) -> None:
    """Moves and the number of their routes are those of the vector file, in both colours."""
    lines = (DATA / file).read_text().splitlines()
    assert len(lines) == 400
    for line in lines:
        entry = json.loads(line)
        board = Board.from_fen(entry["fen"], rules)
        expected = expected_counts(entry, board)
        assert move_counts(board) == expected, entry["fen"]
        assert_same_lists(board)
        turned = {
            Move(
                opposite(board, m.start),
                opposite(board, m.end),
                tuple(sorted(opposite(board, s) for s in m.captured)),
            ): n
            for m, n in expected.items()
        }
        assert move_counts(mirrored(board)) == turned, entry["fen"]


def test_hand_made_positions_have_their_moves_and_routes() -> None:
    """The traps of positions.tsv: distinct moves, their captures and the number of routes."""
    header, *rows = (DATA / "positions.tsv").read_text().splitlines()
    assert header.startswith("id\tfen\tdistinct\tpaths")
    for row in rows:
        name, fen, distinct, paths, listed = row.split("\t")
        board = Board.from_fen(fen, "dama")
        square = board.shape.square
        expected = {}
        for text in filter(None, listed.split(" ; ")):
            start, rest = text.split(">")
            end, rest = rest.split("[")
            victims, rest = rest.split("]")
            captured = tuple(sorted(square(v) for v in victims.split(",") if v))
            expected[Move(square(start), square(end), captured)] = rest.count("|") + 1
        counts = move_counts(board)
        assert counts == expected, name
        assert (len(counts), sum(counts.values())) == (int(distinct), int(paths)), name


def test_words_are_those_of_the_side_to_move() -> None:
    """White's men stand on ranks 2 and 3 of the first word; so do Black's when Black is to move."""
    home, far = 0x0000000000FFFF00, 0x00FFFF0000000000
    assert words(Board("dama")) == (home, 0, far, 0)
    black = Board.from_fen("B:Wa2,Kb3:Bh7,Kg6")
    assert words(black) == (1 << 15, 1 << 22, 1 << 48, 1 << 41)


def test_words_of_the_diagonal_boards_leave_a_bit_free_after_every_second_row() -> None:
    """Twenty men stand on the four nearest rows, twelve on three; the 8x8 board is a corner."""
    five, four = 0b11111, 0b1111
    near = five | five << 6 | five << 11 | five << 17
    far = five << 33 | five << 39 | five << 44 | five << 50
    assert words(Board("international")) == (near, 0, far, 0)
    near = four | four << 6 | four << 11
    far = four << 28 | four << 33 | four << 39
    assert words(Board("brazilian")) == (near, 0, far, 0)
    black = Board.from_fen("B:Wa1,Kd2:Bj10,Kh8", "international")
    assert words(black) == (1, 1 << 12, 1 << 54, 1 << 47)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_words_and_squares_go_there_and_back(rules: RuleSet) -> None:
    """Cells come back from their words, and every square from its bit, for both sides."""
    for fen in ("W:WKa1,a3,c3:Bb6,Kb8,d8", "B:WKa1,a3,c3:Bb6,Kb8,f6"):
        board = Board.from_fen(fen, rules)
        assert cells(words(board), board.turn, board.shape) == board.cells
    for color in Color:
        squares = squares_of(rules.shape, color)
        assert [squares[bit] for bit in bits_of(rules.shape, color)] == [*range(len(rules.shape))]


@pytest.mark.parametrize(
    "rules",
    [
        replace(DAMA, removal=Removal.AFTER_MOVE),
        replace(DAMA, revisit=False),
        replace(DAMA, man_captures=(0, 1, 2, 3)),
        replace(INTERNATIONAL, removal=Removal.AT_ONCE),
        replace(INTERNATIONAL, man_captures=(0, 3)),
    ],
)
def test_rules_that_nobody_plays_are_refused(rules: RuleSet) -> None:
    """The kernel raises RulesError for what it does not know, and a board still plays it."""
    with pytest.raises(RulesError, match=rules.id):
        game_of(rules)
    with pytest.raises(RulesError, match=rules.id):
        Lister(rules)
    assert len(Board(rules).legal_moves) == len(Board(rules.id).legal_moves)


def test_more_captures_than_room_are_all_listed() -> None:
    """A list that does not fit is made anew with more room."""
    board = Board.from_fen(CROWD)
    expected = Counter(route.move for route in board.routes())
    assert len(expected) > FIRST_ROOM
    assert move_counts(board) == expected
    assert_same_lists(board)


@pytest.mark.parametrize(
    ("rules", "fen", "routes"),
    [
        ("dama", "W:WKh5:BKh6,Kc3,Kd6,Ke1,Ka4,Kg8,Kh3,Ke5,Kd2,Kb8,Kf4,Ka7", 5_482),
        ("ludoteka", "W:WKe8:BKh6,Ka3,Kc4,Ke6,Kh3,Kg8,Ka7,Kg4,Kf5,Kb8,Kg2,Kb2", 10_440),
    ],
)
def test_thousands_of_routes_to_few_moves(rules: str, fen: str, routes: int) -> None:
    """Each move is listed once, with as many routes as the reference generator finds."""
    board = Board.from_fen(fen, rules)
    expected = Counter(route.move for route in board.routes())
    assert sum(expected.values()) == routes
    assert move_counts(board) == expected
    assert_same_lists(board)


def from_cells(placed: dict[int, Piece], turn: Color, rules: str) -> Board:
    """A board from its pieces."""
    names = Board(rules).shape.names
    sides = [
        ",".join(
            ("K" if piece.is_king else "") + names[square]
            for square, piece in placed.items()
            if piece.color is color
        )
        for color in Color
    ]
    return Board.from_fen(f"{'WB'[turn]}:W{sides[0]}:B{sides[1]}", rules)


@st.composite
def king_rich(draw: st.DrawFn) -> Board:
    """A sparse position of any rule set, most of its pieces kings."""
    rules = RULE_SETS[draw(st.sampled_from(list(RULE_SETS)))]
    squares = draw(
        st.lists(st.integers(0, len(rules.shape) - 1), min_size=2, max_size=14, unique=True)
    )
    placed = {}
    for square in squares:
        kinds = [Piece.WHITE_KING, Piece.BLACK_KING, Piece.BLACK_KING]
        for color, man in ((Color.WHITE, Piece.WHITE_MAN), (Color.BLACK, Piece.BLACK_MAN)):
            if square not in rules.crowning_squares(color):
                kinds.append(man)
        placed[square] = draw(st.sampled_from(kinds))
    return from_cells(placed, draw(st.sampled_from(Color)), rules.id)


@given(board=king_rich())
@settings(max_examples=600)
def test_sparse_positions_with_kings_agree_with_the_reference(board: Board) -> None:
    """Moves and numbers of routes are the reference generator's."""
    assert move_counts(board) == Counter(route.move for route in board.routes()), board.fen()
    assert_same_lists(board)


@given(seed=st.integers(0, 2**32 - 1), rules=st.sampled_from(list(RULE_SETS)))
@settings(max_examples=40)
def test_random_games_agree_with_the_reference(seed: int, rules: str) -> None:
    """Move for move through a random game, both generators list the same."""
    chance = random.Random(seed)
    board = Board(rules)
    for _ in range(120):
        moves = Counter(route.move for route in board.routes())
        assert move_counts(board) == moves, board.fen()
        assert_same_lists(board)
        if board.outcome() is not None:
            break
        board.push(chance.choice(sorted(moves)))


@pytest.mark.parametrize(
    ("rules", "fen", "moves"),
    [
        # Four captures lead back to the start: allowed where a square may be passed twice.
        ("international", "W:Wd4:Be5,e7,c7,c5", {("d4", "d4", "c5 c7 e5 e7"): 2}),
        (
            "damas100",
            "W:Wd4:Be5,e7,c7,c5",
            {("d4", "b6", "c7 e5 e7"): 1, ("d4", "f6", "c5 c7 e7"): 1},
        ),
    ],
)
def test_a_round_trip_is_allowed_where_squares_may_be_passed_twice(
    rules: str, fen: str, moves: dict[tuple[str, str, str], int]
) -> None:
    """A man's round trip, with and without passing twice, in both colours."""
    board = Board.from_fen(fen, rules)
    square = board.shape.square
    expected = {
        Move(square(start), square(end), tuple(sorted(map(square, taken.split())))): routes
        for (start, end, taken), routes in moves.items()
    }
    assert move_counts(board) == expected
    turned = move_counts(mirrored(board))
    assert sorted(turned.values()) == sorted(expected.values())
