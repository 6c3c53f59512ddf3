"""Counting the leaves below a position of the orthogonal board."""

from __future__ import annotations

import numpy as np

from .bits import bswap
from .jit import entry, inner
from .moves import FAILED, HEADER, ONE, OVERFLOW, SIXTY_THREE, ZERO, is_finished
from .orthogonal import (
    EIGHT,
    FAR_RANK,
    NOT_FILE_A,
    NOT_FILE_H,
    after,
    can_capture,
    count_routes,
    king_targets,
    legal_moves,
)

SIXTY_FOUR = np.uint64(64)


@inner
def list_all(own_men, own_kings, their_men, their_kings, half_turn, buffer, base, room):
    """Write the legal moves into a list, and remember if there was no room for some."""
    count = legal_moves(own_men, own_kings, their_men, their_kings, half_turn, buffer, base, room)
    buffer[FAILED] |= buffer[OVERFLOW]
    return count


@inner
def leaves(
    own_men, own_kings, their_men, their_kings, half_turn, one_each, distinct, buffer, base, room
):
    """Number of moves of a position: routes, or distinct moves."""
    if is_finished(own_men, own_kings, their_men, their_kings, one_each):
        return ZERO
    routes = count_routes(own_men, own_kings, their_men, their_kings, half_turn)
    # Only captures by kings come to the same end in several ways.
    if not distinct or own_kings == ZERO or routes <= ONE:
        return routes
    if not can_capture(own_men, own_kings, their_men, their_kings):
        return routes
    return np.uint64(
        list_all(own_men, own_kings, their_men, their_kings, half_turn, buffer, base, room)
    )


@inner
def leaves_after_steps(
    targets, back, own_men, own_kings, next_men, next_kings, half_turn, one_each, distinct,
    buffer, base, room,
):  # fmt: skip
    """Leaves after men step onto each of some squares, from the one `back` bits below (cyclic)."""
    total = ZERO
    while targets != ZERO:
        end = targets & (ZERO - targets)
        targets ^= end
        start = (end >> back) | (end << (SIXTY_FOUR - back))
        men = (own_men ^ start) | (end & ~FAR_RANK)
        kings = own_kings | (end & FAR_RANK)
        total += leaves(
            next_men, next_kings, bswap(men), bswap(kings), half_turn, one_each, distinct,
            buffer, base, room,
        )  # fmt: skip
    return total


@inner
def leaves_after_quiet(
    own_men, own_kings, their_men, their_kings, half_turn, one_each, distinct, buffer, base, room
):
    """Leaves two plies below a position without captures; no move is written down."""
    empty = ~(own_men | own_kings | their_men | their_kings)
    next_men, next_kings = bswap(their_men), bswap(their_kings)
    total = leaves_after_steps(
        (own_men << EIGHT) & empty, EIGHT, own_men, own_kings, next_men, next_kings,
        half_turn, one_each, distinct, buffer, base, room,
    )  # fmt: skip
    total += leaves_after_steps(
        ((own_men & NOT_FILE_H) << ONE) & empty, ONE, own_men, own_kings, next_men, next_kings,
        half_turn, one_each, distinct, buffer, base, room,
    )  # fmt: skip
    total += leaves_after_steps(
        ((own_men & NOT_FILE_A) >> ONE) & empty, SIXTY_THREE, own_men, own_kings,
        next_men, next_kings, half_turn, one_each, distinct, buffer, base, room,
    )  # fmt: skip
    men, rest = bswap(own_men), own_kings
    while rest != ZERO:
        king = rest & (ZERO - rest)
        rest ^= king
        targets = king_targets(king, empty)
        while targets != ZERO:
            end = targets & (ZERO - targets)
            targets ^= end
            total += leaves(
                next_men, next_kings, men, bswap((own_kings ^ king) | end), half_turn, one_each,
                distinct, buffer, base, room,
            )  # fmt: skip
    return total


@entry("uint64(uint64,uint64,uint64,uint64,int64,boolean,int64,boolean,uint64[::1],int64)")
def count_leaves(
    own_men, own_kings, their_men, their_kings, depth, half_turn, one_each, distinct, buffer, room
):
    """Leaves `depth` plies below a position; `buffer` has a list of moves for each ply."""
    base = HEADER + (depth - 1) * 3 * room
    if depth == 1:
        return leaves(
            own_men, own_kings, their_men, their_kings, half_turn, one_each, distinct,
            buffer, base, room,
        )  # fmt: skip
    if is_finished(own_men, own_kings, their_men, their_kings, one_each):
        return ZERO
    if depth == 2 and not can_capture(own_men, own_kings, their_men, their_kings):
        return leaves_after_quiet(
            own_men, own_kings, their_men, their_kings, half_turn, one_each, distinct,
            buffer, base, room,
        )  # fmt: skip
    count = list_all(own_men, own_kings, their_men, their_kings, half_turn, buffer, base, room)
    total = ZERO
    for i in range(base, base + count):
        om, ok, tm, tk = after(
            own_men, own_kings, their_men, their_kings, buffer[i], buffer[i + room]
        )
        found = count_leaves(
            om, ok, tm, tk, np.int64(depth - 1), half_turn, one_each, distinct, buffer, room
        )
        total += found if distinct else found * buffer[i + 2 * room]
    return total
