"""A table of counts that threads share without locks.

An entry is four words: the position in three (own pieces, their pieces, kings), which is all there
is to it, and a word of data, the count and its depth. So two positions are never taken for one
another, however many are counted: there is no hash to coincide.

A thread may read an entry while another writes it, and see words of two entries. Each of the three
is stored xored with a different 64-bit mix of the data, so words that were not written together
fit only by a coincidence of 64 bits at that very moment; an entry that does not fit is none.

Two entries make a bucket, a line of the cache: the first keeps the deeper count, the second the
last one. On the orthogonal board a position and its mirror image share an entry, as they have
the same counts.
"""

from __future__ import annotations

import numpy as np

from .jit import inner
from .moves import ONE, ZERO
from .position import DIAGONAL

ENTRY = 4
"""Words of an entry."""
BUCKET = 2 * ENTRY
DEPTH_BITS = np.uint64(6)
DEPTH_MASK = np.uint64(63)
MOST = ONE << np.uint64(58)
"""Counts from here on are not kept."""

_A = np.uint64(0x9E3779B97F4A7C15)
_B = np.uint64(0xC2B2AE3D27D4EB4F)
_C = np.uint64(0x165667B19E3779F9)
_D = np.uint64(0xFF51AFD7ED558CCD)
_33 = np.uint64(33)
_29 = np.uint64(29)
_21, _43 = np.uint64(21), np.uint64(43)
_42, _22 = np.uint64(42), np.uint64(22)

_TWO, _FOUR = np.uint64(2), np.uint64(4)
_ODD_FILES = np.uint64(0x5555555555555555)
_FILE_PAIRS = np.uint64(0x3333333333333333)
_LEFT_HALF = np.uint64(0x0F0F0F0F0F0F0F0F)


@inner
def mirrored(word):
    """The orthogonal board with left and right exchanged."""
    word = ((word >> ONE) & _ODD_FILES) | ((word & _ODD_FILES) << ONE)
    word = ((word >> _TWO) & _FILE_PAIRS) | ((word & _FILE_PAIRS) << _TWO)
    return ((word >> _FOUR) & _LEFT_HALF) | ((word & _LEFT_HALF) << _FOUR)


@inner
def mixed(word):
    """A word whose every bit depends on all of another's."""
    word = (word ^ (word >> _33)) * _D
    return (word ^ (word >> _29)) * _A


@inner
def masks(data):
    """What the three words of a position are xored with."""
    first = mixed(data)
    return first, (first << _21) | (first >> _43), (first << _42) | (first >> _22)


@inner
def bucket_of(own, theirs, kings, depth, table):
    """Where the bucket of a position starts; the number of buckets is a power of two."""
    key = own * _A + theirs * _B + kings * _C + np.uint64(depth) * _D
    key = (key ^ (key >> _33)) * _D
    buckets = np.uint64(table.size // BUCKET)
    return np.int64((key ^ (key >> _29)) & (buckets - ONE)) * BUCKET


@inner
def lookup(own_men, own_kings, their_men, their_kings, depth, game, table):
    """Whether a count is known; the three words of the position, its bucket, and the count."""
    own, theirs, kings = own_men | own_kings, their_men | their_kings, own_kings | their_kings
    if (game & DIAGONAL) == 0:
        own_2, theirs_2, kings_2 = mirrored(own), mirrored(theirs), mirrored(kings)
        if (
            own_2 < own
            or (own_2 == own and theirs_2 < theirs)
            or (own_2 == own and theirs_2 == theirs and kings_2 < kings)
        ):
            own, theirs, kings = own_2, theirs_2, kings_2
    place = bucket_of(own, theirs, kings, depth, table)
    for i in range(place, place + BUCKET, ENTRY):
        data = table[i + 3]
        if (data & DEPTH_MASK) == np.uint64(depth):
            first, second, third = masks(data)
            if (
                table[i] ^ first == own
                and table[i + 1] ^ second == theirs
                and table[i + 2] ^ third == kings
            ):
                return True, own, theirs, kings, place, data >> DEPTH_BITS
    return False, own, theirs, kings, place, ZERO


@inner
def put(own, theirs, kings, depth, count, place, table):
    """Keep a count."""
    if count >= MOST:
        return
    if (table[place + 3] & DEPTH_MASK) > np.uint64(depth):
        place += ENTRY
    data = (count << DEPTH_BITS) | np.uint64(depth)
    first, second, third = masks(data)
    table[place] = own ^ first
    table[place + 1] = theirs ^ second
    table[place + 2] = kings ^ third
    table[place + 3] = data
