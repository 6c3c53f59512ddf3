"""What the generators of all boards share: words, chains along a line, lists of moves.

A position is four `uint64` words: own men, own kings, their men, their kings, one bit for each
square, the side to move playing towards the higher bits. A move is a word `start | end << 6` and a
word of captured squares.

Functions here take and return `np.uint64` only; see design.md on mixing with Python integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .bits import clz
from .jit import inner

ZERO = np.uint64(0)
ONE = np.uint64(1)
SIX = np.uint64(6)
SIXTY_THREE = np.uint64(63)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)

ANY = 4
"""Directions are numbered round, those towards higher bits first: the opposite of `d` is `d ^ 2`.

`ANY` stands for none being barred.
"""

LENGTH_SHIFT = np.uint64(40)
"""A count of routes holds their length above this bit, their number below it."""
STEP = ONE << LENGTH_SHIFT
NUMBER = STEP - ONE

MAX_QUIET = 252
"""A quiet move enters an empty square, 63 at most, from one of four sides, each from one piece."""

BEST, OVERFLOW, FAILED = 0, 1, 2
"""Words at the front of a buffer.

The length of the captures found; whether some did not fit into the list; whether that has happened
since a count began.
"""
HEADER = 8
"""Words at the front of a buffer that are no moves.

A list of moves in a buffer is three columns of `room` words from `base` on: the moves, what they
capture, and the number of their routes.
"""


def rays_of(
    places: dict[tuple[int, int], int], steps: Sequence[tuple[int, int]]
) -> np.ndarray[Any, Any]:
    """Squares outward from each square, as sets: one row for each direction.

    Args:
        places: the bit of each square by (rank, file).
        steps: the directions as (rank, file).
    """
    rays = np.zeros((len(steps), 64), dtype=np.uint64)
    for (rank, file), bit in places.items():
        for direction, (dr, df) in enumerate(steps):
            bits, r, f = 0, rank + dr, file + df
            while (r, f) in places:
                bits |= 1 << places[r, f]
                r, f = r + dr, f + df
            rays[direction, bit] = bits
    return rays


@inner
def is_finished(own_men, own_kings, their_men, their_kings, one_each):
    """Whether a side has no pieces or the material is a draw (rules.md: "draw by material").

    `one_each` is 0 where one piece each goes on, 1 where king against king is drawn, 2 for any two.
    """
    own, theirs = own_men | own_kings, their_men | their_kings
    if (own & (own - ONE)) != ZERO or (theirs & (theirs - ONE)) != ZERO:
        return own == ZERO or theirs == ZERO
    if own == ZERO or theirs == ZERO or one_each == 2:
        return True
    return one_each == 1 and (own_men | their_men) == ZERO


@inner
def jump_upwards(line, blockers, enemy):
    """The enemy that can be captured along a line of higher bits, and where one can land."""
    met = line & blockers
    victim = met & (ZERO - met)
    if (victim & enemy) == ZERO:
        return ZERO, ZERO
    beyond = met ^ victim
    free = (beyond & (ZERO - beyond)) - ONE
    return victim, line & free & ~(victim | (victim - ONE))


@inner
def jump_downwards(line, blockers, enemy):
    """The enemy that can be captured along a line of lower bits, and where one can land."""
    met = line & blockers
    if met == ZERO:
        return ZERO, ZERO
    victim = ONE << (SIXTY_THREE - clz(met))
    if (victim & enemy) == ZERO:
        return ZERO, ZERO
    beyond = met ^ victim
    landings = line & (victim - ONE)
    if beyond != ZERO:
        landings &= ALL << (SIXTY_THREE - clz(beyond)) << ONE
    return victim, landings


@inner
def better(best, other):
    """Of two counts the one of longer routes; their sum where they are equally long."""
    if (other >> LENGTH_SHIFT) > (best >> LENGTH_SHIFT):
        return other
    if (other >> LENGTH_SHIFT) == (best >> LENGTH_SHIFT):
        return best + (other & NUMBER)
    return best


@inner
def record(start, end, captured, length, buffer, base, room, count):
    """Add a capture of `length` pieces to a list, unless longer ones are known.

    A move already there has its routes counted instead. Returns the new number of moves.
    """
    if length < buffer[BEST]:
        return count
    if length > buffer[BEST]:
        buffer[BEST] = length
        buffer[OVERFLOW] = ZERO
        count = 0
    move = start | (end << SIX)
    for i in range(base, base + count):
        if buffer[i] == move and buffer[i + room] == captured:
            buffer[i + 2 * room] += ONE
            return count
    if count == room:
        buffer[OVERFLOW] = ONE
        return count
    buffer[base + count] = move
    buffer[base + room + count] = captured
    buffer[base + 2 * room + count] = ONE
    return count + 1


@inner
def put_quiet(move, buffer, place, room):
    """Write one move without capture; returns the next place."""
    buffer[place] = move
    buffer[place + room] = ZERO
    buffer[place + 2 * room] = ONE
    return place + 1
