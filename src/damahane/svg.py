"""Pictures of a board: an SVG text that needs no font, no file and no script.

>>> from damahane import Board
>>> board_svg(Board(), size=400).startswith("<svg ")
True
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from .errors import SquareError
from .movegen import Move, Route
from .squares import Color, Piece, Shape

if TYPE_CHECKING:
    from .board import Board

#: The side of a square, and the width of the frame, in the units of the picture.
CELL: Final = 100
FRAME: Final = 40


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from the middle of a square to that of another.

    Attributes:
        start: the square it begins on.
        end: the square it points at; the same square draws a ring.
        color: a CSS colour.
    """

    start: int
    end: int
    color: str = "#2f6f8f"


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a picture, each a CSS colour."""

    wood: str = "#d9ac6b"
    dark: str = "#b27a41"
    line: str = "#8a5a2b"
    frame: str = "#5b3a1e"
    letters: str = "#f0dcb8"
    last: str = "#fff3b0"
    mark: str = "#2f6f8f"


@dataclass(frozen=True, slots=True)
class _Stone:
    """The colours of one side's pieces: side of the disc, face, rim and the turned groove."""

    side: str
    face: str
    rim: str
    groove: str


_STONES: Final = {
    Color.WHITE: _Stone(side="#b9a27c", face="#f6ead2", rim="#8d7650", groove="#d8c6a0"),
    Color.BLACK: _Stone(side="#1d100a", face="#4a2c1c", rim="#150b06", groove="#70492f"),
}
_GOLD: Final = ("#f2c230", "#7a5200")


def board_svg(
    board: Board,
    *,
    last_move: Move | Route | None = None,
    arrows: Iterable[Arrow | tuple[int, int]] = (),
    marked: Iterable[int] = (),
    orientation: Color = Color.WHITE,
    coordinates: bool = True,
    size: int | None = None,
    palette: Palette | None = None,
) -> str:
    """A picture of a position.

    Args:
        board: the position.
        last_move: the move whose squares are shown as last played; the last one made on the
            board if not given.
        arrows: drawn over the pieces; a pair of squares is an arrow in the usual colour.
        marked: squares to ring.
        orientation: the side at the bottom.
        coordinates: whether the frame bears the names of files and ranks, and the squares of a
            diagonal board their numbers.
        size: width and height in pixels; without it the picture fills its place.
        palette: the colours.

    Returns:
        The text of an SVG element, with a title for those who hear it.

    Raises:
        SquareError: a square to mark, or of an arrow or move, is off the board.
    """
    colors = Palette(*map(_attribute, astuple(palette or Palette())))
    view = _View(board.shape, orientation)
    if last_move is None and board.move_stack:
        last_move = board.peek()
    if isinstance(last_move, Route):
        last: Sequence[int] = last_move.stops
    else:
        last = (last_move.start, last_move.end) if last_move else ()
    width, height = view.size
    pixels = f' width="{size}" height="{round(size * height / width)}"' if size else ""
    drawn = [Arrow(*arrow) if isinstance(arrow, tuple) else arrow for arrow in arrows]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"{pixels}>',
        f"<title>{escape(f'{board.rules.name}: {board.fen()}')}</title>",
        *_ground(view, colors, coordinates),
        *(_last(view.centre(square), colors) for square in dict.fromkeys(last)),
        *(piece_svg(piece, *view.centre(square)) for square, piece in board.pieces().items()),
        *(_ring(view.centre(square), colors.mark) for square in dict.fromkeys(marked)),
        *(_arrow(view, arrow) for arrow in drawn),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _attribute(text: str) -> str:
    """A text as it may stand between the quotes of an attribute."""
    return escape(text, {'"': "&quot;"})


class _View:
    """Where squares lie in the picture."""

    def __init__(self, shape: Shape, orientation: Color) -> None:
        self.shape = shape
        self.turned = orientation is Color.BLACK
        self.size = (shape.files * CELL + 2 * FRAME, shape.ranks * CELL + 2 * FRAME)

    def column(self, file: int) -> int:
        return self.shape.files - 1 - file if self.turned else file

    def row(self, rank: int) -> int:
        return rank if self.turned else self.shape.ranks - 1 - rank

    def corner(self, file: int, rank: int) -> tuple[int, int]:
        return (FRAME + self.column(file) * CELL, FRAME + self.row(rank) * CELL)

    def centre(self, square: int) -> tuple[int, int]:
        if not 0 <= square < len(self.shape):
            raise SquareError(f"square {square} is off a board of {len(self.shape)} squares")
        x, y = self.corner(*self.shape.coordinates[square])
        return (x + CELL // 2, y + CELL // 2)


def _ground(view: _View, colors: Palette, coordinates: bool) -> Iterable[str]:
    """The frame, the wood, its lines or dark squares, and the names around it."""
    width, height = view.size
    inner = (width - 2 * FRAME, height - 2 * FRAME)
    yield f'<rect width="{width}" height="{height}" rx="14" fill="{colors.frame}"/>'
    yield (
        f'<rect x="{FRAME}" y="{FRAME}" width="{inner[0]}" height="{inner[1]}"'
        f' fill="{colors.wood}"/>'
    )
    shape = view.shape
    if shape.diagonal:
        squares = "".join(
            "M{} {}h{c}v{c}h-{c}z".format(*view.corner(*place), c=CELL)
            for place in shape.coordinates
        )
        yield f'<path d="{squares}" fill="{colors.dark}"/>'
    else:
        lines = "".join(f"M{FRAME} {FRAME + i * CELL}h{inner[0]}" for i in range(shape.ranks + 1))
        lines += "".join(f"M{FRAME + i * CELL} {FRAME}v{inner[1]}" for i in range(shape.files + 1))
        yield f'<path d="{lines}" fill="none" stroke="{colors.line}" stroke-width="3"/>'
    if coordinates:
        yield from _names(view, colors)


def _names(view: _View, colors: Palette) -> Iterable[str]:
    yield (
        f'<g fill="{colors.letters}" font-family="system-ui, sans-serif" font-size="24"'
        ' text-anchor="middle">'
    )
    height = view.size[1]
    for file in range(view.shape.files):
        x = FRAME + view.column(file) * CELL + CELL // 2
        yield f'<text x="{x}" y="{height - 12}">{chr(ord("a") + file)}</text>'
    for rank in range(view.shape.ranks):
        y = FRAME + view.row(rank) * CELL + CELL // 2 + 9
        yield f'<text x="{FRAME // 2}" y="{y}">{rank + 1}</text>'
    yield "</g>"
    if view.shape.numbers:
        yield f'<g fill="{colors.letters}" font-family="system-ui, sans-serif" font-size="20">'
        for square, number in enumerate(view.shape.numbers):
            x, y = view.corner(*view.shape.coordinates[square])
            yield f'<text x="{x + 5}" y="{y + 20}">{number}</text>'
        yield "</g>"


def piece_svg(piece: Piece, x: float, y: float) -> str:
    """A piece around the point (x, y), for squares of 100 units.

    A man is a turned disc; a king is two discs, one on the other, the upper with a golden crown.
    """
    stone = _STONES[piece.color]
    if not piece.is_king:
        return f'<g class="{piece.symbol}">{_disc(stone, x, y)}</g>'
    lower, upper = _disc(stone, x, y + 8), _disc(stone, x, y - 10, groove=False)
    return f'<g class="{piece.symbol}">{lower}{upper}{_crown(x, y - 13)}</g>'


def _disc(stone: _Stone, x: float, y: float, *, groove: bool = True) -> str:
    line = f'stroke="{stone.rim}" stroke-width="2"'
    disc = (
        f'<circle cx="{x}" cy="{y + 6}" r="36" fill="{stone.side}" {line}/>'
        f'<circle cx="{x}" cy="{y}" r="36" fill="{stone.face}" {line}/>'
    )
    if groove:
        style = f'fill="none" stroke="{stone.groove}" stroke-width="3"'
        disc += f'<circle cx="{x}" cy="{y}" r="27" {style}/>'
        disc += f'<circle cx="{x}" cy="{y}" r="14" {style}/>'
    return disc


def _crown(x: float, y: float) -> str:
    points = ((-24, 16), (-26, -10), (-12, 2), (0, -18), (12, 2), (26, -10), (24, 16))
    path = "L".join(f"{x + dx} {y + dy}" for dx, dy in points)
    gold, edge = _GOLD
    return f'<path d="M{path}z" fill="{gold}" stroke="{edge}" stroke-width="3" stroke-linejoin="round"/>'  # noqa: E501


def _last(centre: tuple[int, int], colors: Palette) -> str:
    """The soft corners of a square of the last move."""
    x, y = centre[0] - CELL // 2, centre[1] - CELL // 2
    return (
        f'<rect x="{x + 5}" y="{y + 5}" width="{CELL - 10}" height="{CELL - 10}" rx="18"'
        f' fill="{colors.last}" fill-opacity="0.55"/>'
    )


def _ring(centre: tuple[int, int], color: str) -> str:
    return (
        f'<circle cx="{centre[0]}" cy="{centre[1]}" r="45" fill="none" stroke="{color}"'
        ' stroke-width="6"/>'
    )


def _arrow(view: _View, arrow: Arrow) -> str:
    """An arrow whose tip lies in the middle of its last square."""
    (x1, y1), (x2, y2) = view.centre(arrow.start), view.centre(arrow.end)
    length = math.hypot(x2 - x1, y2 - y1)
    if length == 0:
        return _ring((x1, y1), _attribute(arrow.color))
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    neck_x, neck_y = x2 - 34 * dx, y2 - 34 * dy
    head = " ".join(
        f"{px:.1f},{py:.1f}"
        for px, py in (
            (x2, y2),
            (neck_x - 20 * dy, neck_y + 20 * dx),
            (neck_x + 20 * dy, neck_y - 20 * dx),
        )
    )
    color = _attribute(arrow.color)
    return (
        f'<g fill="{color}" stroke="{color}" opacity="0.85">'
        f'<path d="M{x1 + 12 * dx:.1f} {y1 + 12 * dy:.1f}L{neck_x:.1f} {neck_y:.1f}"'
        f' stroke-width="13" stroke-linecap="round"/><polygon points="{head}" stroke="none"/></g>'
    )
