"""The compiled generator against vectors, hand-made positions and the reference generator."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damahane import RULE_SETS, Board, Color, Move, Piece, RulesError
from damahane.kernel.listing import move_counts
from damahane.kernel.position import flags_of, words

DATA = Path(__file__).parents[1] / "data"
ORTHOGONAL = ["dama", "ludoteka", "federation"]
VECTORS = [
    ("dama", "turkish.jsonl"),
    ("federation", "turkish.jsonl"),
    ("ludoteka", "ludoteka.jsonl"),
]
MEN_SQUARES = range(8, 56)


def expected_counts(entry: dict[str, list[dict[str, str]]], board: Board) -> dict[Move, int]:
    """The moves of a vector with the number of their routes."""
    square = board.shape.square
    moves: Counter[Move] = Counter()
    for listed in entry["moves"]:
        stops = listed["path"].replace("-", "x").split("x")
        captured = tuple(sorted(square(name) for name in listed["captured"]))
        moves[Move(square(stops[0]), square(stops[-1]), captured)] += 1
    return moves


def mirrored(board: Board) -> Board:
    """The position with the colours exchanged and the board turned round."""
    swap = {"W": "B", "B": "W"}
    sides: dict[Color, list[str]] = {Color.WHITE: [], Color.BLACK: []}
    for square, piece in board.pieces().items():
        name = board.shape.names[square ^ 56]
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
        turned = {
            Move(m.start ^ 56, m.end ^ 56, tuple(sorted(s ^ 56 for s in m.captured))): n
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


@pytest.mark.parametrize("rules", sorted(RULE_SETS.keys() - ORTHOGONAL))
def test_other_boards_are_refused(rules: str) -> None:
    """A rule set of another board raises RulesError and names it."""
    with pytest.raises(RulesError, match=rules):
        flags_of(rules)
    with pytest.raises(RulesError, match=rules):
        words(Board(rules))


def test_more_captures_than_room_are_all_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that does not fit is made anew with more room."""
    monkeypatch.setattr("damahane.kernel.listing.FIRST_ROOM", 256)
    board = Board.from_fen(
        "W:WKa7,Kd3,Ke5,Ka4,Ka3,Ka2,Ke3,Ka8,Ka6,Ka1:BKe8,Kf6,Kg5,Ke4,Ke1,Kf7,Kh3,Ke2,Kb5"
    )
    expected = Counter(route.move for route in board.routes())
    assert len(expected) > 256
    assert move_counts(board) == expected


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


def from_cells(cells: dict[int, Piece], turn: Color, rules: str) -> Board:
    """A board from its pieces."""
    names = Board(rules).shape.names
    sides = [
        ",".join(
            ("K" if piece.is_king else "") + names[square]
            for square, piece in cells.items()
            if piece.color is color
        )
        for color in Color
    ]
    return Board.from_fen(f"{'WB'[turn]}:W{sides[0]}:B{sides[1]}", rules)


@st.composite
def king_rich(draw: st.DrawFn) -> tuple[dict[int, Piece], Color]:
    """A sparse position, most of its pieces kings."""
    squares = draw(st.lists(st.integers(0, 63), min_size=2, max_size=14, unique=True))
    cells = {}
    for square in squares:
        kinds = [Piece.WHITE_KING, Piece.BLACK_KING, Piece.BLACK_KING]
        if square in MEN_SQUARES:
            kinds += [Piece.WHITE_MAN, Piece.BLACK_MAN]
        cells[square] = draw(st.sampled_from(kinds))
    return cells, draw(st.sampled_from(Color))


@given(position=king_rich(), rules=st.sampled_from(["dama", "ludoteka"]))
@settings(max_examples=400, deadline=None)
def test_sparse_positions_with_kings_agree_with_the_reference(
    position: tuple[dict[int, Piece], Color], rules: str
) -> None:
    """Moves and numbers of routes are the reference generator's."""
    board = from_cells(*position, rules)
    assert move_counts(board) == Counter(route.move for route in board.routes()), board.fen()


@given(seed=st.integers(0, 2**32 - 1), rules=st.sampled_from(["dama", "ludoteka"]))
@settings(max_examples=25, deadline=None)
def test_random_games_agree_with_the_reference(seed: int, rules: str) -> None:
    """Move for move through a random game, both generators list the same."""
    chance = random.Random(seed)
    board = Board(rules)
    for _ in range(120):
        moves = Counter(route.move for route in board.routes())
        assert move_counts(board) == moves, board.fen()
        if board.outcome() is not None:
            break
        board.push(chance.choice(sorted(moves)))
