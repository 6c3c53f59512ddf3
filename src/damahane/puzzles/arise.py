"""Whether a position could come about in a game.

What is looked at: no side has more pieces than it began with; no man stands where none ever does,
on its own first rank or, uncrowned, on its last; and there is a position of which the last move
was made: a move by the other side, without capture or with one, that was legal there.
"""

from __future__ import annotations

from collections.abc import Iterator

from damahane.board import Board
from damahane.fen import Position, format_fen
from damahane.movegen import EMPTY, Move
from damahane.squares import Color, Piece

_SIDE = 8
_LAST = _SIDE - 1


def could_arise(board: Board) -> bool:
    """Whether a position of the orthogonal board with White to move could come about."""
    cells = board.cells
    if _is_crowded(board):
        return False
    men = (Piece.WHITE_MAN.value, Piece.BLACK_MAN.value)
    if any(cells[square] in men for square in (*range(_SIDE), *range(_SIDE * _LAST, len(cells)))):
        return False
    return any(_is_legal(board, before, move) for before, move in _before(cells))


def _is_crowded(board: Board) -> bool:
    """Whether a side has more pieces than it began with."""
    start = Board(board.rules)
    return any(sum(board.material(c)) > sum(start.material(c)) for c in Color)


def _is_legal(board: Board, before: bytearray, move: Move) -> bool:
    """Whether Black, to move, could have made a move."""
    fen = format_fen(Position(before, Color.BLACK), board.rules)
    past = Board.from_fen(fen, board.rules)
    if _is_crowded(past) or past.outcome() is not None or move not in past.legal_moves:
        return False
    past.push(move)
    return past.cells == board.cells


def _before(cells: bytes) -> Iterator[tuple[bytearray, Move]]:
    """Positions from which Black may have come here, with the move; not all are legal.

    Captures of one piece are enough: after a longer one the last jump could have been the whole.
    """
    for square, code in enumerate(cells):
        if code == Piece.BLACK_MAN:
            yield from _back(cells, square, ((0, 1), (1, 0), (-1, 0)), 1, Piece.BLACK_MAN)
        elif code == Piece.BLACK_KING:
            directions = ((0, 1), (1, 0), (-1, 0), (0, -1))
            yield from _back(cells, square, directions, _LAST, Piece.BLACK_KING)
            if square < _SIDE:
                yield from _back(cells, square, ((0, 1),), 1, Piece.BLACK_MAN)


def _back(
    cells: bytes, square: int, directions: tuple[tuple[int, int], ...], reach: int, piece: Piece
) -> Iterator[tuple[bytearray, Move]]:
    """Go back from a square, over empty squares and at most one from which a piece was taken."""
    file, rank = square % _SIDE, square // _SIDE
    is_man = piece is Piece.BLACK_MAN
    for df, dr in directions:
        line = []
        for step in range(1, _SIDE):
            f, r = file + step * df, rank + step * dr
            if not (0 <= f < _SIDE and 0 <= r < _SIDE) or cells[r * _SIDE + f] != EMPTY:
                break
            line.append(r * _SIDE + f)
        for place, start in enumerate(line):
            if is_man and start >= _SIDE * _LAST:
                continue
            if place < reach:
                yield _moved(cells, square, start, piece, None)
            for victim in line[:place] if place <= reach else ():
                yield _moved(cells, square, start, piece, victim)


def _moved(
    cells: bytes, square: int, start: int, piece: Piece, victim: int | None
) -> tuple[bytearray, Move]:
    before = bytearray(cells)
    before[square], before[start] = EMPTY, piece
    if victim is None:
        return before, Move(start, square)
    back_rank = victim < _SIDE or victim >= _SIDE * _LAST
    before[victim] = Piece.WHITE_KING if back_rank else Piece.WHITE_MAN
    return before, Move(start, square, (victim,))
