"""The legal moves of a board, listed by the compiled generators."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import compress

import numpy as np
from numba import types

from damahane.board import Board
from damahane.movegen import Move, Route
from damahane.rules import RuleSet
from damahane.squares import Color

from .bits import ctz
from .boards import legal_moves
from .jit import entry, inner
from .moves import BEST, HEADER, ONE, OVERFLOW, SIX, SIXTY_THREE, ZERO
from .position import game_of
from .routes import routes_of
from .terms import GAMES, SQUARES, kind, words_of

FIRST_ROOM = 256
"""At least `moves.MAX_QUIET`."""


def _order(rules: RuleSet) -> Iterator[tuple[int, int, int, int, int]]:
    """The place of each move among those of its square, as the reference lists them.

    Of captures it is that of the single ones.
    """
    rays = rules.shape.rays
    for color in Color:
        steps = rules.directions(rules.man_moves, color)
        jumps = rules.directions(rules.man_captures, color)
        for start, lines in enumerate(rays):
            for place, direction in enumerate(steps):
                for end in lines[direction][:1]:
                    yield color, 0, start, end, place
            for place, direction in enumerate(jumps):
                for end in lines[direction][1:2]:
                    yield color, 0, start, end, place
            for place, end in enumerate(square for line in lines for square in line):
                yield color, 1, start, end, place


ORDER = np.zeros((len(GAMES), 2, 2, 64 * 64), dtype=np.uint8)
"""`_order` for each board, side, and men or kings."""
for _kind, _rules in enumerate(GAMES):
    for _color, _king, _start, _end, _place in _order(_rules):
        ORDER[_kind, _color, _king, _start << 6 | _end] = _place

_TWELVE, _TWENTY = np.uint64(12), np.uint64(20)
_MOVE = np.uint64(0xFFF)


@inner
def ordered(own_kings, move, squares, order):
    """A move in a board's terms, below what it is ordered by."""
    from_bit = move & SIXTY_THREE
    start, end = squares[from_bit], squares[move >> SIX]
    named = (start << SIX) | end
    place = np.uint64(order[np.int64((own_kings >> from_bit) & ONE), np.int64(named)])
    return named | (start << _TWENTY) | (place << _TWELVE)


@inner
def name_captures(own_kings, turn, game, buffer, room, count):
    """Put captures in a board's terms, squares for bits; single ones in order."""
    squares, order = SQUARES[kind(game), turn], ORDER[kind(game), turn]
    for i in range(HEADER, HEADER + count):
        bits, captured, routes = buffer[i + room], ZERO, buffer[i + 2 * room]
        while bits != ZERO:
            captured |= ONE << squares[ctz(bits)]
            bits &= bits - ONE
        move = ordered(own_kings, buffer[i], squares, order)
        place = i
        while place > HEADER and buffer[place - 1] > move and buffer[BEST] == ONE:
            for column in range(place, place + 3 * room, room):
                buffer[column] = buffer[column - 1]
            place -= 1
        buffer[place], buffer[place + room], buffer[place + 2 * room] = move, captured, routes
    for i in range(HEADER, HEADER + count):
        buffer[i] &= _MOVE


@inner
def name_quiet(own_kings, turn, game, buffer, count):
    """Put quiet moves in a board's terms and in order."""
    squares, order = SQUARES[kind(game), turn], ORDER[kind(game), turn]
    for i in range(HEADER, HEADER + count):
        move = ordered(own_kings, buffer[i], squares, order)
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
    name_captures(own_kings, turn, game, buffer, room, count)
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


class Lister:
    """Lists the moves and routes of a rule set, in the order of the reference generator.

    Attributes:
        moves: the legal moves of cells for a side.
    """

    __slots__ = ("_game", "_quiet_routes", "moves")

    def __init__(self, rules: RuleSet) -> None:
        """A lister.

        Raises:
            RulesError: the compiled generators do not play the rule set.
        """
        self._game = game_of(rules)
        pairs = {
            (start, end)
            for start, rays in enumerate(rules.shape.rays)
            for ray in rays
            for end in ray
        }
        self._quiet_routes = {start << 6 | end: Route((start, end)) for start, end in pairs}
        quiet = {start << 6 | end: Move(start, end) for start, end in pairs}
        self.moves = self._moves_from(quiet)

    def _moves_from(self, quiet: dict[int, Move]) -> Callable[[bytearray, Color], list[Move]]:
        """The function `moves`; what it needs is in its closure, which is faster to look up."""
        game, known, space = self._game, quiet.__getitem__, _space

        def moves(cells: bytearray, turn: Color) -> list[Move]:
            buffer, view = space.pair
            # A plain number: Numba takes long over what type an enumeration is.
            count = list_moves(cells, turn & 1, game, buffer, FIRST_ROOM)
            if count >= 0:
                return list(map(known, view[HEADER : HEADER + count].tolist()))
            if count < -1 and view[BEST] > 1:
                return list(dict.fromkeys(route.move for route in self._captures(cells, turn & 1)))
            return [
                Move(move >> 6, move & 63, _squares(victims))
                for move, victims in zip(
                    view[HEADER : HEADER - count].tolist(),
                    view[HEADER + FIRST_ROOM : HEADER + FIRST_ROOM - count].tolist(),
                    strict=True,
                )
            ]

        return moves

    def routes(self, cells: bytearray, turn: Color) -> list[Route]:
        """The legal routes of cells for a side."""
        buffer, view = _space.pair
        count = list_moves(cells, turn & 1, self._game, buffer, FIRST_ROOM)
        if count < 0:
            return self._captures(cells, turn & 1)
        return [self._quiet_routes[move] for move in view[HEADER : HEADER + count].tolist()]

    def _captures(self, cells: bytearray, turn: int) -> list[Route]:
        return [Route(stops, taken) for stops, taken in routes_of(cells, turn, self._game)]


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
