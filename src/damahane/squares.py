"""Board shapes: squares, their names and numbers, and the lines through them.

A square is a small integer. On the orthogonal board a1 is 0, b1 is 1, h8 is 63; on the diagonal
boards only the dark squares exist and a square is its draughts number less one, so 0 is at the
top left as White sees the board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from .errors import SquareError, quoted


class Color(IntEnum):
    """A side. White begins in every rule set, and plays up the board."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Color:
        """The opposing side."""
        return Color.BLACK if self is Color.WHITE else Color.WHITE

    def __str__(self) -> str:
        return self.name.lower()


class Piece(IntEnum):
    """What stands on a square; the values are those in `Board.cells`, where 0 is no piece."""

    WHITE_MAN = 1
    WHITE_KING = 2
    BLACK_MAN = 3
    BLACK_KING = 4

    @classmethod
    def of(cls, color: Color, king: bool) -> Piece:
        """The piece of a side, a king or a man."""
        return cls(1 + 2 * color + king)

    @property
    def color(self) -> Color:
        """The side the piece belongs to."""
        return Color.WHITE if self <= 2 else Color.BLACK

    @property
    def is_king(self) -> bool:
        """Whether the piece is crowned."""
        return self in (Piece.WHITE_KING, Piece.BLACK_KING)

    @property
    def symbol(self) -> str:
        """One letter: w and b for men, W and B for kings, as in the Hub protocol."""
        return " wWbB"[self]

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


#: Directions are numbered clockwise: north, east, south, west on the orthogonal board,
#: north-east, south-east, south-west, north-west on a diagonal one.
DIRECTIONS: Final = range(4)
ORTHOGONAL_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL_STEPS: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def opposite(direction: int) -> int:
    """The direction turned by 180 degrees."""
    return (direction + 2) % 4


def mirrored(directions: tuple[int, ...], diagonal: bool) -> tuple[int, ...]:
    """White's directions as Black has them, looking from the other side of the board.

    Top and bottom change places while left and right stay, so that a list that begins with
    "forward" begins with forward for both sides.
    """
    swap = (1, 0, 3, 2) if diagonal else (2, 1, 0, 3)
    return tuple(swap[direction] for direction in directions)


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """The squares of a board and how they lie. There is one value for each shape.

    Attributes:
        name: ``"orthogonal8"``, ``"diagonal8"`` or ``"diagonal10"``.
        files: the number of columns.
        ranks: the number of rows.
        diagonal: whether pieces stand on the dark squares only and move diagonally.
        coordinates: for each square its (file, rank), both from 0, a1 being (0, 0).
        names: for each square its algebraic name.
        numbers: for each square its draughts number; empty on the orthogonal board.
        rays: ``rays[square][direction]`` holds the squares in that direction, nearest first.
    """

    name: str
    files: int
    ranks: int
    diagonal: bool
    coordinates: tuple[tuple[int, int], ...] = field(repr=False)
    names: tuple[str, ...] = field(repr=False)
    numbers: tuple[int, ...] = field(repr=False)
    rays: tuple[tuple[tuple[int, ...], ...], ...] = field(repr=False)
    _by_name: dict[str, int] = field(repr=False)

    def __len__(self) -> int:
        return len(self.names)

    def __reduce__(self) -> str:
        return self.name.upper()

    def square(self, text: str) -> int:
        """The square of a name (``"d3"``) or, on a diagonal board, of a number (``"32"``).

        Raises:
            SquareError: there is no such square.
        """
        found = self._by_name.get(text.strip().lower())
        if found is None:
            raise SquareError(f"no square {quoted(text)} on this board; {self._expected()}")
        return found

    def _expected(self) -> str:
        if not self.diagonal:
            return f"squares are {self.names[0]} to {self.names[-1]}"
        dark = f"dark squares such as {self.names[-1]} and {self.names[0]}"
        return f"squares are 1 to {len(self)}, or {dark}"

    def usual(self, square: int) -> str:
        """How a square is usually written: its number on diagonal boards, else its name."""
        return str(self.numbers[square]) if self.diagonal else self.names[square]

    def rank_squares(self, rank: int) -> tuple[int, ...]:
        """The squares of a rank (from 0), in ascending order."""
        return tuple(s for s, (_, r) in enumerate(self.coordinates) if r == rank)


def _shape(name: str, size: int, diagonal: bool) -> Shape:
    if diagonal:  # numbered from the top left; a1 is dark
        places = [(f, r) for r in reversed(range(size)) for f in range(size) if (f + r) % 2 == 0]
    else:
        places = [(f, r) for r in range(size) for f in range(size)]
    at = {place: square for square, place in enumerate(places)}

    def ray(place: tuple[int, int], step: tuple[int, int]) -> tuple[int, ...]:
        line = []
        place = (place[0] + step[0], place[1] + step[1])
        while place in at:
            line.append(at[place])
            place = (place[0] + step[0], place[1] + step[1])
        return tuple(line)

    steps = DIAGONAL_STEPS if diagonal else ORTHOGONAL_STEPS
    names = tuple(f"{chr(ord('a') + f)}{r + 1}" for f, r in places)
    numbers = tuple(range(1, len(places) + 1)) if diagonal else ()
    return Shape(
        name=name,
        files=size,
        ranks=size,
        diagonal=diagonal,
        coordinates=tuple(places),
        names=names,
        numbers=numbers,
        rays=tuple(tuple(ray(place, step) for step in steps) for place in places),
        _by_name={name: square for square, name in enumerate(names)}
        | {text: n - 1 for n in numbers for text in (str(n), f"{n:02}")},  # PDN allows 01
    )


ORTHOGONAL8: Final = _shape("orthogonal8", 8, diagonal=False)
DIAGONAL8: Final = _shape("diagonal8", 8, diagonal=True)
DIAGONAL10: Final = _shape("diagonal10", 10, diagonal=True)
