"""The legal moves of a board, listed by the compiled generators."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from itertools import compress

import numpy as np
from numba import types

from damahane.board import Board
from damahane.movegen import Move
from damahane.rules import RuleSet
from damahane.squares import DIAGONAL8, DIAGONAL10, ORTHOGONAL8, Color, Shape

from .bits import ctz
from .boards import legal_moves
from .jit import entry, inner
from .moves import HEADER, ONE, OVERFLOW, SIX, SIXTY_THREE, ZERO
from .position import DIAGONAL, SMALL, bits_of, game_of, squares_of

FIRST_ROOM = 512
"""At least `moves.MAX_QUIET`."""

_SHAPES = (ORTHOGONAL8, DIAGONAL10, DIAGONAL8)


def _table(of: Callable[[Shape, Color], tuple[int, ...]]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
    """A row of a function of shape and side for each of both, shapes as `kind` numbers them."""
    table = np.zeros((len(_SHAPES), 2, 64), dtype=np.uint64)
    for i, shape in enumerate(_SHAPES):
        for color in Color:
            row = of(shape, color)
            table[i, color, : len(row)] = [max(value, 0) for value in row]
    return table


BITS = _table(bits_of)
SQUARES = _table(squares_of)


@inner
def kind(game):
    """The place of a game's board in the tables here."""
    if (game & DIAGONAL) == 0:
        return 0
    return 2 if (game & SMALL) != 0 else 1


@inner
def words_of(cells, turn, game):
    """The four words of cells (see `Board.cells`) for the side to move."""
    own_men, own_kings, their_men, their_kings = ZERO, ZERO, ZERO, ZERO
    bits = BITS[kind(game), turn]
    for square in range(len(cells)):
        code = np.int64(cells[square])
        if code == 0:
            continue
        bit = ONE << bits[square]
        place = (code - 1) ^ (2 * turn)
        if place == 0:
            own_men |= bit
        elif place == 1:
            own_kings |= bit
        elif place == 2:
            their_men |= bit
        else:
            their_kings |= bit
    return own_men, own_kings, their_men, their_kings


@inner
def name_squares(turn, game, buffer, room, count):
    """Put the moves of a list in a board's terms: squares for bits, ordered by start and end."""
    squares = SQUARES[kind(game), turn]
    for i in range(HEADER, HEADER + count):
        start, end = squares[buffer[i] & SIXTY_THREE], squares[buffer[i] >> SIX]
        move, bits, routes = (start << SIX) | end, buffer[i + room], buffer[i + 2 * room]
        captured = ZERO
        while bits != ZERO:
            captured |= ONE << squares[ctz(bits)]
            bits &= bits - ONE
        place = i
        while place > HEADER and buffer[place - 1] > move:
            for column in range(3):
                buffer[place + column * room] = buffer[place - 1 + column * room]
            place -= 1
        buffer[place], buffer[place + room], buffer[place + 2 * room] = move, captured, routes


@entry(
    types.int64(
        types.ByteArray(types.uint8, 1, "C"),
        types.int64,
        types.int64,
        types.Array(types.uint64, 1, "C"),
        types.int64,
    )
)
def list_moves(cells, turn, game, buffer, room):
    """Write the legal moves of cells behind the header of a buffer, in a board's terms.

    A move is `start << 6 | end` and the set of captured squares, bit for square. Returns how many
    there was room for.
    """
    own_men, own_kings, their_men, their_kings = words_of(cells, turn, game)
    count = legal_moves(
        own_men, own_kings, their_men, their_kings, game, buffer, np.int64(HEADER), room
    )
    name_squares(turn, game, buffer, room, count)
    return count


class _Room(threading.local):
    """A buffer for each thread, and Python's view of it."""

    def __init__(self) -> None:
        self.grow(FIRST_ROOM)

    def grow(self, room: int) -> None:
        """Make room for so many moves."""
        self.room = room
        self.buffer = np.zeros(HEADER + 3 * room, dtype=np.uint64)
        self.view = memoryview(self.buffer)


_space = _Room()


def _listed(cells: bytearray, turn: int, game: int) -> int:
    """List the moves of cells into this thread's buffer; returns how many there are."""
    while True:
        count: int = list_moves(cells, turn, game, _space.buffer, _space.room)
        if not _space.buffer[OVERFLOW]:
            return count
        _space.grow(8 * _space.room)


@lru_cache(maxsize=1 << 16)
def _squares(captured: int) -> tuple[int, ...]:
    """The squares of a set."""
    return tuple(compress(range(64), map(int, reversed(f"{captured:b}"))))


def lister(rules: RuleSet) -> Callable[[bytearray, Color], list[Move]]:
    """A function that lists the legal moves of cells for a side, ascending.

    Raises:
        RulesError: the compiled generators do not play the rule set.
    """
    game = game_of(rules)
    quiet = {
        start << 6 | end: Move(start, end)
        for start, rays in enumerate(rules.shape.rays)
        for ray in rays
        for end in ray
    }
    known = quiet.__getitem__
    space = _space

    def moves(cells: bytearray, turn: Color) -> list[Move]:
        count = list_moves(cells, turn, game, space.buffer, space.room)
        view, room = space.view, space.room
        if not count or not view[HEADER + room]:
            return list(map(known, view[HEADER : HEADER + count].tolist()))
        if view[OVERFLOW]:
            count = _listed(cells, turn, game)
            view, room = space.view, space.room
        found = [
            Move(move >> 6, move & 63, _squares(captured))
            for move, captured in zip(
                view[HEADER : HEADER + count].tolist(),
                view[HEADER + room : HEADER + room + count].tolist(),
                strict=True,
            )
        ]
        if count > 1:
            found.sort()
        return found

    return moves


def move_counts(board: Board) -> dict[Move, int]:
    """Each legal move with the number of routes that lead to it.

    Raises:
        RulesError: the compiled generators do not play the board's rules.
    """
    count = _listed(bytearray(board.cells), board.turn, game_of(board.rules))
    columns = _space.buffer[HEADER:].reshape(3, _space.room)[:, :count].tolist()
    return {
        Move(move >> 6, move & 63, _squares(captured)): routes
        for move, captured, routes in zip(*columns, strict=True)
    }
