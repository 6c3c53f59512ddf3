"""The transposition table: what was found out about a position, kept under a hash of it.

An entry is two words. The second holds, from the lowest bit up, move (12 bits), a hash of its
captures (12), score (18), depth (8), bound (2); the first is the hash mixed with the second, so
that halves of two entries, written by two threads at once, fit no hash. Four entries make a bucket.
The table is cleared before each thought, so that the same request always has the same answer.
"""

from __future__ import annotations

import numpy as np

from damahane.kernel.jit import inner
from damahane.kernel.moves import ONE, ZERO

from .score import DECIDED as DECIDED
from .score import WIN as WIN

BUCKET = 4
LOWER, UPPER, EXACT = 1, 2, 3

_OFFSET = 1 << 17

_M1 = np.uint64(0x9E3779B97F4A7C15)
_M2 = np.uint64(0xC2B2AE3D27D4EB4F)
_M3 = np.uint64(0x165667B19E3779F9)
_M4 = np.uint64(0xD6E8FEB86659FD93)
_SHIFT_12 = np.uint64(12)
_SHIFT_24 = np.uint64(24)
_SHIFT_29 = np.uint64(29)
_SHIFT_32 = np.uint64(32)
_SHIFT_42 = np.uint64(42)
_SHIFT_50 = np.uint64(50)
_SHIFT_52 = np.uint64(52)
_LOW_24 = np.uint64(0xFFFFFF)
_LOW_18 = np.uint64(0x3FFFF)
_LOW_8 = np.uint64(0xFF)
_LOW_2 = np.uint64(3)


@inner
def _stirred(key):
    """A word in which each bit depends on every bit of the one given; no two have the same."""
    key = (key ^ (key >> _SHIFT_32)) * _M4
    key = (key ^ (key >> _SHIFT_29)) * _M1
    return key ^ (key >> _SHIFT_32)


@inner
def position_key(own_men, own_kings, their_men, their_kings):
    """A hash of a position as its side to move sees it.

    Each word is stirred to the full before the next comes in: with less, a change of two squares on
    the far ranks of one word could be undone by a change of two in the next.
    """
    key = _stirred(own_men ^ _M2)
    key = _stirred(key ^ own_kings)
    key = _stirred(key ^ their_men)
    return _stirred(key ^ their_kings)


@inner
def mixed(key, number):
    """The key of a position together with a small number."""
    return (key ^ (np.uint64(number) * _M2)) * _M3


@inner
def signature(move, captured):
    """A move in 24 bits: start, end and a hash of its captures."""
    return move | (((captured * _M1) >> _SHIFT_52) << _SHIFT_12)


@inner
def signature_of(data):
    """The move of an entry, as `signature` gives it; zero where there is none."""
    return data & _LOW_24


@inner
def probe(table, key):
    """The data kept for a key; zero where there is none."""
    buckets = np.uint64(table.size // (2 * BUCKET))
    base = np.int64(key & (buckets - ONE)) * (2 * BUCKET)
    for i in range(base, base + 2 * BUCKET, 2):
        data = table[i + 1]
        if data != ZERO and table[i] ^ data == key:
            return data
    return ZERO


@inner
def depth_of(data):
    """The depth an entry was searched to."""
    return np.int64((data >> _SHIFT_42) & _LOW_8)


@inner
def bound_of(data):
    """Whether an entry's score is a bound: LOWER, UPPER or EXACT."""
    return np.int64((data >> _SHIFT_50) & _LOW_2)


@inner
def score_of(data, ply):
    """An entry's score, seen from the root `ply` plies above it."""
    score = np.int64((data >> _SHIFT_24) & _LOW_18) - _OFFSET
    if score > DECIDED:
        return score - ply
    if score < -DECIDED:
        return score + ply
    return score


@inner
def store(table, key, move, score, depth, bound, ply):
    """Keep a result, in place of the one of the same key or of the shallowest in its bucket."""
    if score > DECIDED:
        score += ply
    elif score < -DECIDED:
        score -= ply
    buckets = np.uint64(table.size // (2 * BUCKET))
    base = np.int64(key & (buckets - ONE)) * (2 * BUCKET)
    place, shallowest = base, np.int64(1 << 20)
    for i in range(base, base + 2 * BUCKET, 2):
        data = table[i + 1]
        if data == ZERO or table[i] ^ data == key:
            place = i
            break
        if depth_of(data) < shallowest:
            place, shallowest = i, depth_of(data)
    data = (
        move
        | (np.uint64(score + _OFFSET) << _SHIFT_24)
        | (np.uint64(depth) << _SHIFT_42)
        | (np.uint64(bound) << _SHIFT_50)
    )
    table[place] = key ^ data
    table[place + 1] = data
