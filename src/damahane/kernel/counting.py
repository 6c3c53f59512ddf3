"""Counting leaves below a position of any board, with or without a table of counts."""

from __future__ import annotations

import numpy as np

from . import count_diagonal, count_orthogonal
from .boards import after, can_capture, is_over, legal_moves
from .counts import lookup, put
from .jit import entry, inner
from .moves import FAILED, HEADER, OVERFLOW, ZERO
from .position import DIAGONAL, HALF_TURN, ONE_EACH_SHIFT, REVISIT, SMALL


@inner
def list_all(own_men, own_kings, their_men, their_kings, game, buffer, base, room):
    """Write the legal moves into a list, and remember if there was no room for some."""
    count = legal_moves(own_men, own_kings, their_men, their_kings, game, buffer, base, room)
    buffer[FAILED] |= buffer[OVERFLOW]
    return count


@inner
def leaves_after_quiet(
    own_men, own_kings, their_men, their_kings, game, distinct, buffer, base, room
):
    """Leaves two plies below a position without captures; no move is written down."""
    if (game & DIAGONAL) != 0:
        small, revisit = (game & SMALL) != 0, (game & REVISIT) != 0
        return count_diagonal.leaves_after_quiet(
            own_men, own_kings, their_men, their_kings, small, revisit, distinct,
            buffer, base, room,
        )  # fmt: skip
    half_turn, one_each = (game & HALF_TURN) != 0, game >> ONE_EACH_SHIFT
    return count_orthogonal.leaves_after_quiet(
        own_men, own_kings, their_men, their_kings, half_turn, one_each, distinct,
        buffer, base, room,
    )  # fmt: skip


@entry("uint64(uint64,uint64,uint64,uint64,int64,int64,boolean,uint64[::1],int64)")
def count_leaves(own_men, own_kings, their_men, their_kings, depth, game, distinct, buffer, room):
    """Leaves `depth` plies below a position; `buffer` has a list of moves for each ply."""
    if (game & DIAGONAL) != 0:
        small, revisit = (game & SMALL) != 0, (game & REVISIT) != 0
        return count_diagonal.count_leaves(
            own_men, own_kings, their_men, their_kings, depth, small, revisit, distinct,
            buffer, room,
        )  # fmt: skip
    half_turn, one_each = (game & HALF_TURN) != 0, game >> ONE_EACH_SHIFT
    return count_orthogonal.count_leaves(
        own_men, own_kings, their_men, their_kings, depth, half_turn, one_each, distinct,
        buffer, room,
    )  # fmt: skip


@entry(
    "uint64(uint64,uint64,uint64,uint64,int64,int64,boolean,uint64[::1],int64,uint64[::1],int64)"
)
def count_with_table(
    own_men, own_kings, their_men, their_kings, depth, game, distinct, buffer, room, table, least
):
    """As `count_leaves`, keeping counts of at least `least` plies in a table (see `counts`)."""
    if depth < least or depth == 1:
        return count_leaves(
            own_men, own_kings, their_men, their_kings, depth, game, distinct, buffer, room
        )
    if is_over(own_men, own_kings, their_men, their_kings, game):
        return ZERO
    known, own, theirs, kings, place, total = lookup(
        own_men, own_kings, their_men, their_kings, depth, game, table
    )
    if known:
        return total
    if depth == 2 and not can_capture(own_men, own_kings, their_men, their_kings, game):
        total = leaves_after_quiet(
            own_men, own_kings, their_men, their_kings, game, distinct,
            buffer, HEADER + 3 * room, room,
        )  # fmt: skip
    else:
        base = HEADER + (depth - 1) * 3 * room
        count = list_all(own_men, own_kings, their_men, their_kings, game, buffer, base, room)
        total = ZERO
        for i in range(base, base + count):
            om, ok, tm, tk = after(
                own_men, own_kings, their_men, their_kings, buffer[i], buffer[i + room], game
            )
            found = count_with_table(
                om, ok, tm, tk, np.int64(depth - 1), game, distinct, buffer, room, table, least
            )
            total += found if distinct else found * buffer[i + 2 * room]
    if buffer[FAILED] == ZERO:
        put(own, theirs, kings, depth, total, place, table)
    return total


@entry("int64(uint64,uint64,uint64,uint64,int64,uint64[::1],int64,uint64[:,::1])")
def list_children(own_men, own_kings, their_men, their_kings, game, buffer, room, positions):
    """List the moves of a position behind the header, and the positions they lead to.

    Returns how many there are, none where the game is over.
    """
    if is_over(own_men, own_kings, their_men, their_kings, game):
        return 0
    count = list_all(
        own_men, own_kings, their_men, their_kings, game, buffer, np.int64(HEADER), room
    )
    for i in range(count):
        move, captured = buffer[HEADER + i], buffer[HEADER + i + room]
        om, ok, tm, tk = after(own_men, own_kings, their_men, their_kings, move, captured, game)
        positions[i, 0], positions[i, 1], positions[i, 2], positions[i, 3] = om, ok, tm, tk
    return count
