"""Counting the leaves below a position of a diagonal board."""

from __future__ import annotations

import numpy as np

from .diagonal import (
    FIVE,
    NEAR,
    after,
    board,
    can_capture,
    captures,
    count_routes,
    king_targets,
    legal_moves,
    turned,
)
from .jit import entry, inner
from .moves import FAILED, HEADER, LENGTH_SHIFT, NUMBER, ONE, OVERFLOW, SIX, ZERO

LOOP = np.uint64(4)
"""So many captures lead a man back to where it was: fewer have one order only."""


@inner
def leaves(
    own_men, own_kings, their_men, their_kings, small, revisit, distinct, buffer, base, room
):
    """Number of moves of a position: routes, or distinct moves."""
    if (own_men | own_kings) == ZERO or (their_men | their_kings) == ZERO:
        return ZERO
    found = count_routes(own_men, own_kings, their_men, their_kings, small, revisit)
    routes, length = found & NUMBER, found >> LENGTH_SHIFT
    if not distinct or length == ZERO or routes == ONE or (own_kings == ZERO and length < LOOP):
        return routes
    count = captures(own_men, own_kings, their_men, their_kings, small, revisit, buffer, base, room)
    buffer[FAILED] |= buffer[OVERFLOW]
    return np.uint64(count)


@inner
def leaves_after_steps(
    targets, back, men, kings, next_men, next_kings, small, revisit, distinct, buffer, base, room
):
    """Leaves after men step down onto each of some squares, from the one `back` bits above."""
    total = ZERO
    while targets != ZERO:
        end = targets & (ZERO - targets)
        targets ^= end
        total += leaves(
            next_men, next_kings, (men ^ (end << back)) | (end & ~NEAR), kings | (end & NEAR),
            small, revisit, distinct, buffer, base, room,
        )  # fmt: skip
    return total


@inner
def leaves_after_quiet(
    own_men, own_kings, their_men, their_kings, small, revisit, distinct, buffer, base, room
):
    """Leaves two plies below a position without captures; no move is written down.

    The board is turned before the moves are made, not after each: here they go down the board.
    """
    men, kings = turned(own_men, small), turned(own_kings, small)
    next_men, next_kings = turned(their_men, small), turned(their_kings, small)
    empty = board(small) & ~(men | kings | next_men | next_kings)
    total = leaves_after_steps(
        (men >> FIVE) & empty, FIVE, men, kings, next_men, next_kings, small, revisit, distinct,
        buffer, base, room,
    )  # fmt: skip
    total += leaves_after_steps(
        (men >> SIX) & empty, SIX, men, kings, next_men, next_kings, small, revisit, distinct,
        buffer, base, room,
    )  # fmt: skip
    rest = kings
    while rest != ZERO:
        king = rest & (ZERO - rest)
        rest ^= king
        targets = king_targets(king, empty)
        while targets != ZERO:
            end = targets & (ZERO - targets)
            targets ^= end
            total += leaves(
                next_men, next_kings, men, (kings ^ king) | end, small, revisit, distinct,
                buffer, base, room,
            )  # fmt: skip
    return total


@inner
def list_all(own_men, own_kings, their_men, their_kings, small, revisit, buffer, base, room):
    """Write the legal moves into a list, and remember if there was no room for some."""
    count = legal_moves(
        own_men, own_kings, their_men, their_kings, small, revisit, buffer, base, room
    )
    buffer[FAILED] |= buffer[OVERFLOW]
    return count


@entry("uint64(uint64,uint64,uint64,uint64,int64,boolean,boolean,boolean,uint64[::1],int64)")
def count_leaves(
    own_men, own_kings, their_men, their_kings, depth, small, revisit, distinct, buffer, room
):
    """Leaves `depth` plies below a position; `buffer` has a list of moves for each ply."""
    base = HEADER + (depth - 1) * 3 * room
    if depth == 1:
        return leaves(
            own_men, own_kings, their_men, their_kings, small, revisit, distinct,
            buffer, base, room,
        )  # fmt: skip
    if (own_men | own_kings) == ZERO or (their_men | their_kings) == ZERO:
        return ZERO
    if depth == 2 and not can_capture(own_men, own_kings, their_men, their_kings, small):
        return leaves_after_quiet(
            own_men, own_kings, their_men, their_kings, small, revisit, distinct,
            buffer, base, room,
        )  # fmt: skip
    count = list_all(own_men, own_kings, their_men, their_kings, small, revisit, buffer, base, room)
    total = ZERO
    for i in range(base, base + count):
        om, ok, tm, tk = after(
            own_men, own_kings, their_men, their_kings, buffer[i], buffer[i + room], small
        )
        found = count_leaves(
            om, ok, tm, tk, np.int64(depth - 1), small, revisit, distinct, buffer, room
        )
        total += found if distinct else found * buffer[i + 2 * room]
    return total
