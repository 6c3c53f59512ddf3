"""The routes of captures, in the order of the reference generator.

For showing and typing in: a search needs moves only. Chains are followed as in `orthogonal` and
`diagonal`, whose lines and jumps these are, but square by square in a board's order, and every
stop is written down. A man is a king whose lines end after two squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import types

from damahane.squares import Color

from . import diagonal, orthogonal
from .bits import clz, ctz
from .jit import entry, inner
from .moves import ANY, ONE, SIXTY_THREE, ZERO, jump_downwards, jump_upwards
from .position import DIAGONAL, HALF_TURN, REVISIT, SMALL, bits_of
from .terms import BITS, GAMES, SQUARES, kind, words_of

FIRST_SIZE = 4096
"""Bytes for routes: a byte for the number of captures, then stops, then captures."""
LONGEST, COUNT, USED, OVERFLOW = range(4)
"""Places of the state: pieces taken by the longest chains, how many, their bytes, no room."""
STATE = 4
VICTIMS = 64
"""Where the captures of the chain begin behind its stops."""

_STEPS = ((8, 1, -8, -1), (5, 6, -5, -6))


def _directions() -> np.ndarray[Any, np.dtype[np.int64]]:
    """For each board and side, for men and kings: the directions as the reference tries them."""
    found = np.full((len(GAMES), 2, 2, 4), -1, dtype=np.int64)
    for i, rules in enumerate(GAMES):
        steps = _STEPS[rules.shape.diagonal]
        for color in Color:
            bits = bits_of(rules.shape, color)
            lines = [
                next((square, ray[d][0]) for square, ray in enumerate(rules.shape.rays) if ray[d])
                for d in range(4)
            ]
            own = [steps.index(bits[end] - bits[start]) for start, end in lines]
            jumps = rules.directions(rules.man_captures, color)
            found[i, color, 0, : len(jumps)] = [own[d] for d in jumps]
            found[i, color, 1] = own
    return found


def _lines() -> np.ndarray[Any, np.dtype[np.uint64]]:
    """For both kinds of board, for men and kings: the line in each direction from each square."""
    found = np.zeros((2, 2, 4, 64), dtype=np.uint64)
    for i, rays in enumerate((orthogonal.RAYS, diagonal.RAYS)):
        for direction in range(4):
            for square in range(64):
                line = int(rays[direction, square])
                bits = [bit for bit in range(64) if line >> bit & 1]
                near = bits[:2] if direction < 2 else bits[-2:]
                found[i, 0, direction, square] = sum(1 << bit for bit in near)
                found[i, 1, direction, square] = line
    return found


DIRECTIONS = _directions()
LINES = _lines()


@inner
def write(turn, game, length, chain, out, state):
    """Add the chain as it stands to the routes, unless longer ones are known."""
    if length < state[LONGEST]:
        return
    if length > state[LONGEST]:
        state[LONGEST], state[COUNT], state[USED], state[OVERFLOW] = length, 0, 0, 0
    place = state[USED]
    if place + 2 * length + 2 > out.size:
        state[OVERFLOW] = 1
        return
    squares = SQUARES[kind(game), turn]
    out[place] = np.uint8(length)
    for i in range(length + 1):
        out[place + 1 + i] = np.uint8(squares[chain[i]])
    for i in range(length):
        out[place + 2 + length + i] = np.uint8(squares[chain[VICTIMS + i]])
    state[COUNT] += 1
    state[USED] = place + 2 * length + 2


@inner
def after_jump(line, stop, direction, victim, blockers, enemy, game):
    """What is in the way, and what can be captured, once a piece has been jumped."""
    if (game & DIAGONAL) == 0:
        return blockers ^ victim, enemy ^ victim
    if (game & REVISIT) == 0:
        end = ONE << stop
        passed = end | (end - ONE) if direction < 2 else ~(end - ONE)
        blockers |= line & passed
    return blockers, enemy ^ victim


@entry(
    types.void(
        *[types.uint64, types.int64, types.int64, types.uint64, types.uint64],
        *[types.int64, types.int64, types.int64],
        *[types.uint64[::1], types.uint8[::1], types.int64[::1]],
    )
)
def extend(square, barred, king, blockers, enemy, length, turn, game, chain, out, state):
    """Follow every capture of a piece from a square, in the reference's order."""
    for i in range(4):
        direction = DIRECTIONS[kind(game), turn, king, i]
        if direction < 0 or direction == barred:
            continue
        line = LINES[np.int64((game & DIAGONAL) != 0), king, direction, np.int64(square)]
        if direction < 2:
            victim, landings = jump_upwards(line, blockers, enemy)
        else:
            victim, landings = jump_downwards(line, blockers, enemy)
        back = np.int64(ANY) if (game & HALF_TURN) != 0 else np.int64(direction ^ 2)
        while landings != ZERO:
            stop = ctz(landings) if direction < 2 else SIXTY_THREE - clz(landings)
            landings ^= ONE << stop
            chain[length + 1], chain[VICTIMS + length] = stop, ctz(victim)
            write(turn, game, np.int64(length + 1), chain, out, state)
            closed, rest = after_jump(line, stop, direction, victim, blockers, enemy, game)
            extend(
                stop, back, king, closed, rest, np.int64(length + 1), turn, game, chain, out, state
            )


@entry(
    types.void(
        *[types.ByteArray(types.uint8, 1, "C"), types.int64, types.int64],
        *[types.uint64[::1], types.uint8[::1], types.int64[::1]],
    )
)
def list_routes(cells, turn, game, chain, out, state):
    """Write the routes of the largest captures of cells, as bytes."""
    own_men, own_kings, their_men, their_kings = words_of(cells, turn, game)
    enemy = their_men | their_kings
    empty = ~(own_men | own_kings | enemy)
    if (game & DIAGONAL) != 0:
        empty &= diagonal.board((game & SMALL) != 0)
    state[LONGEST], state[COUNT], state[USED], state[OVERFLOW] = 1, 0, 0, 0
    bits = BITS[kind(game), turn]
    for square in range(len(cells)):
        bit = ONE << bits[square]
        if ((own_men | own_kings) & bit) == ZERO:
            continue
        king = np.int64((own_kings & bit) != ZERO)
        blockers = ~empty if (game & REVISIT) == 0 else ~(empty | bit)
        chain[0] = bits[square]
        extend(
            bits[square], np.int64(ANY), king, blockers, enemy, np.int64(0), turn, game,
            chain, out, state,
        )  # fmt: skip


def routes_of(
    cells: bytearray, turn: int, game: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The stops and captures of each route of the largest captures, in a board's squares."""
    chain, state = np.zeros(2 * VICTIMS, dtype=np.uint64), np.zeros(STATE, dtype=np.int64)
    size = FIRST_SIZE
    while True:
        out = np.zeros(size, dtype=np.uint8)
        list_routes(cells, turn, game, chain, out, state)
        if not state[OVERFLOW]:
            break
        size *= 8
    count, length, used = int(state[COUNT]), int(state[LONGEST]), int(state[USED])
    written, row = out[:used].tobytes(), 2 * length + 2
    for place in range(0, count * row, row):
        stops = written[place + 1 : place + length + 2]
        yield tuple(stops), tuple(written[place + length + 2 : place + row])
