"""The value of a quiet position for the side to move, in hundredths of a man.

The weights are set by hand. The scaling of small endings follows solved tables: three kings beat
one, two kings or king and man hardly ever do.
"""

from __future__ import annotations

import numpy as np

from damahane.kernel.bits import bswap, popcount
from damahane.kernel.jit import inner
from damahane.kernel.orthogonal import (
    EIGHT,
    NOT_FILE_A,
    NOT_FILE_H,
    ONE,
    SIXTEEN,
    ZERO,
    king_targets,
)

MAN = 100
KING = 380
FIRST_KING = 80
TEMPO = 4
SUPPORTED = 3
AT_EDGE = 2
FREE = 10
REACH = 2

RANK_3 = np.uint64(0x0000000000FF0000)
RANK_4 = np.uint64(0x00000000FF000000)
RANK_5 = np.uint64(0x000000FF00000000)
RANK_6 = np.uint64(0x0000FF0000000000)
RANK_7 = np.uint64(0x00FF000000000000)
EDGE_FILES = np.uint64(0x8181818181818181)
THIRTY_TWO = np.uint64(32)


@inner
def side_value(men, kings, enemy, occupied):
    """The value of one side's pieces; the side plays up the board."""
    value = MAN * np.int64(popcount(men))
    value += 3 * np.int64(popcount(men & RANK_3))
    value += 7 * np.int64(popcount(men & RANK_4))
    value += 14 * np.int64(popcount(men & RANK_5))
    value += 25 * np.int64(popcount(men & RANK_6))
    value += 42 * np.int64(popcount(men & RANK_7))
    # A man can't be jumped where a piece stands behind it, nor sideways at the edge.
    value += SUPPORTED * np.int64(popcount(men & (men << EIGHT)))
    value += AT_EDGE * np.int64(popcount(men & EDGE_FILES))
    guards = enemy | ((enemy & NOT_FILE_H) << ONE) | ((enemy & NOT_FILE_A) >> ONE)
    guarded = guards | (guards >> EIGHT)
    guarded |= guarded >> SIXTEEN
    guarded |= guarded >> THIRTY_TWO
    free = men & ~guarded
    value += FREE * np.int64(popcount(free) + popcount(free & (RANK_6 | RANK_7)))
    if kings != ZERO:
        value += FIRST_KING + KING * np.int64(popcount(kings))
        value += REACH * np.int64(popcount(king_targets(kings, ~occupied)))
    return value


@inner
def winning_chances(men, kings, their_men, their_kings):
    """Sixteenths of its value that the stronger side's advantage is worth (the first two sets)."""
    if their_kings == ZERO or their_men != ZERO:
        return 16
    strong = np.int64(popcount(men | kings))
    weak = np.int64(popcount(their_kings))
    if weak == 1 and strong <= 2:
        return 1
    if strong <= 4 and strong - weak <= 1:
        return 4
    return 16


@inner
def evaluate(own_men, own_kings, their_men, their_kings):
    """The value of a position in which no capture is due."""
    own, theirs = own_men | own_kings, their_men | their_kings
    occupied = own | theirs
    value = side_value(own_men, own_kings, theirs, occupied) - side_value(
        bswap(their_men), bswap(their_kings), bswap(own), bswap(occupied)
    )
    if value > 0:
        value = value * winning_chances(own_men, own_kings, their_men, their_kings) // 16
    else:
        value = -(-value * winning_chances(their_men, their_kings, own_men, own_kings) // 16)
    return value + TEMPO
