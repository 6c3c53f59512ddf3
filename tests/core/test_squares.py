"""Board shapes: names, numbers, lines."""

from __future__ import annotations

import pytest

from damahane import RULE_SETS, Color, Piece, SquareError
from damahane.squares import DIAGONAL8, DIAGONAL10, ORTHOGONAL8, Shape, mirrored, opposite

SHAPES = [ORTHOGONAL8, DIAGONAL8, DIAGONAL10]


def names(shape: Shape, squares: tuple[int, ...]) -> list[str]:
    return [shape.names[square] for square in squares]


@pytest.mark.parametrize(
    ("shape", "name", "size", "squares"),
    [
        (ORTHOGONAL8, "orthogonal8", 8, 64),
        (DIAGONAL8, "diagonal8", 8, 32),
        (DIAGONAL10, "diagonal10", 10, 50),
    ],
)
def test_a_shape_has_its_size(shape: Shape, name: str, size: int, squares: int) -> None:
    """The three boards have 64, 32 and 50 squares."""
    assert (shape.name, shape.files, shape.ranks) == (name, size, size)
    assert len(shape) == len(shape.names) == len(shape.coordinates) == len(shape.rays) == squares


@pytest.mark.parametrize(
    ("square", "name"), [(0, "a1"), (1, "b1"), (7, "h1"), (8, "a2"), (63, "h8")]
)
def test_the_orthogonal_board_counts_from_a1_along_the_ranks(square: int, name: str) -> None:
    """A1 is 0 and h8 is 63, and there are no draughts numbers."""
    assert ORTHOGONAL8.names[square] == name
    assert ORTHOGONAL8.square(name) == square
    assert ORTHOGONAL8.usual(square) == name
    assert ORTHOGONAL8.numbers == ()


@pytest.mark.parametrize(
    ("shape", "number", "name"),
    [
        (DIAGONAL8, 1, "b8"),
        (DIAGONAL8, 4, "h8"),
        (DIAGONAL8, 5, "a7"),
        (DIAGONAL8, 29, "a1"),
        (DIAGONAL8, 32, "g1"),
        (DIAGONAL10, 1, "b10"),
        (DIAGONAL10, 5, "j10"),
        (DIAGONAL10, 6, "a9"),
        (DIAGONAL10, 32, "d4"),
        (DIAGONAL10, 28, "e5"),
        (DIAGONAL10, 46, "a1"),
        (DIAGONAL10, 50, "i1"),
    ],
)
def test_diagonal_boards_are_numbered_from_the_top_left(
    shape: Shape, number: int, name: str
) -> None:
    """Number 1 lies at the top left as White sees it, a1 is dark; a square is its number less 1."""
    square = number - 1
    assert shape.names[square] == name
    assert shape.numbers[square] == number
    assert shape.square(name) == shape.square(str(number)) == square
    assert shape.usual(square) == str(number)


@pytest.mark.parametrize("shape", SHAPES)
def test_names_numbers_and_coordinates_agree(shape: Shape) -> None:
    """Every square is found by its name, whatever the case, and lies where the name says."""
    for square, name in enumerate(shape.names):
        file, rank = shape.coordinates[square]
        assert name == f"{'abcdefghij'[file]}{rank + 1}"
        assert shape.square(name.upper()) == shape.square(f" {name} ") == square
    assert len(set(shape.names)) == len(shape)


@pytest.mark.parametrize(("shape", "text"), [(DIAGONAL8, "01"), (DIAGONAL10, "01")])
def test_numbers_may_have_a_leading_zero(shape: Shape, text: str) -> None:
    """As the PDN standard allows."""
    assert shape.square(text) == 0


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        (ORTHOGONAL8, ""),
        (ORTHOGONAL8, "a9"),
        (ORTHOGONAL8, "i1"),
        (ORTHOGONAL8, "a0"),
        (ORTHOGONAL8, "0a1"),
        (ORTHOGONAL8, "a01"),
        (DIAGONAL8, "0a1"),
        (ORTHOGONAL8, "12"),
        (DIAGONAL8, "a2"),
        (DIAGONAL8, "33"),
        (DIAGONAL8, "0"),
        (DIAGONAL8, "a9"),
        (DIAGONAL10, "51"),
        (DIAGONAL10, "-1"),
        (DIAGONAL10, "a10"),
        (DIAGONAL10, "٣"),
        (DIAGONAL10, "1.0"),
    ],
)
def test_a_square_that_is_not_there_is_refused(shape: Shape, text: str) -> None:
    """What names no square of the board raises an error that quotes it."""
    with pytest.raises(SquareError) as caught:
        shape.square(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("shape", "start", "lines"),
    [
        (ORTHOGONAL8, "c3", ["c4 c5 c6 c7 c8", "d3 e3 f3 g3 h3", "c2 c1", "b3 a3"]),
        (ORTHOGONAL8, "a8", ["", "b8 c8 d8 e8 f8 g8 h8", "a7 a6 a5 a4 a3 a2 a1", ""]),
        (DIAGONAL8, "c3", ["d4 e5 f6 g7 h8", "d2 e1", "b2 a1", "b4 a5"]),
        (DIAGONAL10, "e5", ["f6 g7 h8 i9 j10", "f4 g3 h2 i1", "d4 c3 b2 a1", "d6 c7 b8 a9"]),
    ],
)
def test_rays_go_clockwise_nearest_square_first(shape: Shape, start: str, lines: list[str]) -> None:
    """North, east, south, west; on a diagonal board north-east and so on."""
    rays = shape.rays[shape.square(start)]
    assert [names(shape, ray) for ray in rays] == [line.split() for line in lines]


@pytest.mark.parametrize("shape", SHAPES)
def test_opposite_directions_lead_back(shape: Shape) -> None:
    """A square is in sight of those it sees, in the direction turned by 180 degrees."""
    for square, rays in enumerate(shape.rays):
        for direction, ray in enumerate(rays):
            for distance, seen in enumerate(ray):
                assert shape.rays[seen][opposite(direction)][distance] == square


def test_black_has_the_directions_of_white_from_the_other_side() -> None:
    """Top and bottom change places, left and right stay."""
    assert mirrored((0, 1, 3), diagonal=False) == (2, 1, 3)
    assert mirrored((0, 3), diagonal=True) == (1, 2)


def test_ranks_list_their_squares() -> None:
    """A rank is asked for from 0, and a dark-squared board has half as many squares in it."""
    assert names(ORTHOGONAL8, ORTHOGONAL8.rank_squares(1)) == [f"{file}2" for file in "abcdefgh"]
    assert names(DIAGONAL10, DIAGONAL10.rank_squares(9)) == ["b10", "d10", "f10", "h10", "j10"]


def test_each_rule_set_plays_on_its_board() -> None:
    """The orthogonal games, the 10×10 games and the 8×8 dark-squared ones share their boards."""
    shapes = {id_: rules.shape for id_, rules in RULE_SETS.items()}
    assert shapes == {
        "dama": ORTHOGONAL8,
        "ludoteka": ORTHOGONAL8,
        "federation": ORTHOGONAL8,
        "damas100": DIAGONAL10,
        "damas64": DIAGONAL8,
        "international": DIAGONAL10,
        "brazilian": DIAGONAL8,
    }


def test_colours_and_pieces_say_what_they_are() -> None:
    """A colour names itself and its opponent, a piece its colour and rank."""
    assert [str(color) for color in Color] == ["white", "black"]
    assert [color.other for color in Color] == [Color.BLACK, Color.WHITE]
    assert [(p.color, p.is_king, p.symbol, str(p)) for p in Piece] == [
        (Color.WHITE, False, "w", "white man"),
        (Color.WHITE, True, "W", "white king"),
        (Color.BLACK, False, "b", "black man"),
        (Color.BLACK, True, "B", "black king"),
    ]
    assert [Piece.of(color, king) for color in Color for king in (False, True)] == list(Piece)
