"""The legal moves of a board, listed by the compiled generators."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import compress

import numpy as np
from numba import types

from damahane.board import Board
from damahane.movegen import Move
from damahane.rules import BRAZILIAN, DAMA, INTERNATIONAL, RuleSet
from damahane.squares import Color, Shape

from .bits import ctz
from .boards import legal_moves
from .jit import entry, inner
from .moves import BEST, HEADER, ONE, OVERFLOW, SIX, SIXTY_THREE, ZERO
from .position import DIAGONAL, SMALL, bits_of, game_of, squares_of

FIRST_ROOM = 256
"""At least `moves.MAX_QUIET`."""

_GAMES = (DAMA, INTERNATIONAL, BRAZILIAN)
"""For each board a game that is played on it; the order of quiet moves is that of all."""


def _table(
    of: Callable[[Shape, Color], tuple[int, ...]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
    """A row of a function of shape and side for each of both, shapes as `kind` numbers them."""
    table = np.zeros((len(_GAMES), 2, 64), dtype=np.uint64)
    for i, rules in enumerate(_GAMES):
        for color in Color:
            row = of(rules.shape, color)
            table[i, color, : len(row)] = [max(value, 0) for value in row]
    return table


def _order(rules: RuleSet) -> Iterator[tuple[int, int, int, int, int]]:
    """The place of each quiet move among those of its square, as the reference lists them."""
    rays = rules.shape.rays
    for color in Color:
        steps = rules.directions(rules.man_moves, color)
        for start, lines in enumerate(rays):
            for place, direction in enumerate(steps):
                for end in lines[direction][:1]:
                    yield color, 0, start, end, place
            for place, end in enumerate(square for line in lines for square in line):
                yield color, 1, start, end, place


BITS = _table(bits_of)
SQUARES = _table(squares_of)
ORDER = np.zeros((len(_GAMES), 2, 2, 64 * 64), dtype=np.uint8)
"""`_order` for each board, side, and men or kings."""
for _kind, _rules in enumerate(_GAMES):
    for _color, _king, _start, _end, _place in _order(_rules):
        ORDER[_kind, _color, _king, _start << 6 | _end] = _place

_TWELVE, _TWENTY = np.uint64(12), np.uint64(20)
_MOVE = np.uint64(0xFFF)


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
def name_captures(turn, game, buffer, room, count):
    """Put a list of captures in a board's terms, squares for bits."""
    squares = SQUARES[kind(game), turn]
    for i in range(HEADER, HEADER + count):
        bits, captured = buffer[i + room], ZERO
        while bits != ZERO:
            captured |= ONE << squares[ctz(bits)]
            bits &= bits - ONE
        start, end = squares[buffer[i] & SIXTY_THREE], squares[buffer[i] >> SIX]
        buffer[i], buffer[i + room] = (start << SIX) | end, captured


@inner
def name_quiet(own_kings, turn, game, buffer, count):
    """Put a list of quiet moves in a board's terms and into the order of the reference."""
    squares, order = SQUARES[kind(game), turn], ORDER[kind(game), turn]
    for i in range(HEADER, HEADER + count):
        from_bit = buffer[i] & SIXTY_THREE
        start, end = squares[from_bit], squares[buffer[i] >> SIX]
        move = (start << SIX) | end
        rank = np.uint64(order[np.int64((own_kings >> from_bit) & ONE), np.int64(move)])
        move |= (start << _TWENTY) | (rank << _TWELVE)
        place = i
        while place > HEADER and buffer[place - 1] > move:
            buffer[place] = buffer[place - 1]
            place -= 1
        buffer[place] = move
    for i in range(HEADER, HEADER + count):
        buffer[i] &= _MOVE


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
    there was room for, as a negative number where they are captures.
    """
    own_men, own_kings, their_men, their_kings = words_of(cells, turn, game)
    count = legal_moves(
        own_men, own_kings, their_men, their_kings, game, buffer, np.int64(HEADER), room
    )
    if buffer[BEST] == ZERO:
        name_quiet(own_kings, turn, game, buffer, count)
        return count
    name_captures(turn, game, buffer, room, count)
    return -count


class _Space(threading.local):
    """A buffer for each thread, and Python's view of it."""

    def __init__(self) -> None:
        self.pair = _space_for(FIRST_ROOM)


def _space_for(room: int) -> tuple[np.ndarray[tuple[int], np.dtype[np.uint64]], memoryview[int]]:
    buffer = np.zeros(HEADER + 3 * room, dtype=np.uint64)
    return buffer, buffer.data


_space = _Space()


def _columns(cells: bytearray, turn: int, game: int) -> list[list[int]]:
    """The legal moves, what they capture and the number of their routes, however many."""
    room = FIRST_ROOM
    while True:
        buffer, _ = _space_for(room)
        count = abs(list_moves(cells, turn, game, buffer, room))
        if not buffer[OVERFLOW]:
            columns: list[list[int]] = buffer[HEADER:].reshape(3, room)[:, :count].tolist()
            return columns
        room *= 8


@lru_cache(maxsize=1 << 16)
def _squares(captured: int) -> tuple[int, ...]:
    """The squares of a set."""
    return tuple(compress(range(64), map(int, reversed(f"{captured:b}"))))


def lister(rules: RuleSet) -> Callable[[bytearray, Color], list[Move]]:
    """A function that lists the legal moves of cells for a side, ordered as in `Board`.

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
    known, space = quiet.__getitem__, _space

    def moves(cells: bytearray, turn: Color) -> list[Move]:
        buffer, view = space.pair
        # A plain number: Numba takes long over what type an enumeration is.
        count = list_moves(cells, turn & 1, game, buffer, FIRST_ROOM)
        if count >= 0:
            return list(map(known, view[HEADER : HEADER + count].tolist()))
        if view[OVERFLOW]:
            listed, captured, _ = _columns(cells, turn & 1, game)
        else:
            listed = view[HEADER : HEADER - count].tolist()
            captured = view[HEADER + FIRST_ROOM : HEADER + FIRST_ROOM - count].tolist()
        found = [
            Move(move >> 6, move & 63, _squares(victims))
            for move, victims in zip(listed, captured, strict=True)
        ]
        if len(found) > 1:
            found.sort()
        return found

    return moves


def move_counts(board: Board) -> dict[Move, int]:
    """Each legal move with the number of routes that lead to it.

    Raises:
        RulesError: the compiled generators do not play the board's rules.
    """
    columns = _columns(bytearray(board.cells), int(board.turn), game_of(board.rules))
    return {
        Move(move >> 6, move & 63, _squares(captured)): routes
        for move, captured, routes in zip(*columns, strict=True)
    }
