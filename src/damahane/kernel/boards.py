"""The generators of all boards behind one front, for code that plays any rule set.

Which rules are played is one number, `position.game_of(rules)`. Asking it costs little where a
whole list of moves is made; loops that are hotter use `orthogonal` or `diagonal` themselves.
"""

from __future__ import annotations

import numpy as np

from . import diagonal, orthogonal
from .bits import bswap, popcount
from .jit import inner
from .moves import is_finished
from .position import DIAGONAL, HALF_TURN, ONE_EACH_SHIFT, REVISIT, SMALL


@inner
def is_over(own_men, own_kings, their_men, their_kings, game):
    """Whether a side has no pieces or the material is a draw."""
    one_each = game >> ONE_EACH_SHIFT
    return is_finished(own_men, own_kings, their_men, their_kings, one_each)


@inner
def turned(word, game):
    """A set of squares as the other side sees them."""
    if (game & DIAGONAL) != 0:
        return diagonal.turned(word, (game & SMALL) != 0)
    return bswap(word)


@inner
def opposite(square, game):
    """The bit that the other side has for a square, both as numbers."""
    if (game & DIAGONAL) == 0:
        return square ^ 56
    return (diagonal.LAST_8 if (game & SMALL) != 0 else diagonal.LAST_10) - square


@inner
def far_rank(game):
    """The squares on which men are crowned."""
    if (game & DIAGONAL) != 0:
        return diagonal.far_rank((game & SMALL) != 0)
    return orthogonal.FAR_RANK


@inner
def is_forward(start, end, game):
    """Whether a man gets on by a quiet move; on the orthogonal board it may also go sideways."""
    return (game & DIAGONAL) != 0 or end == start + orthogonal.EIGHT


@inner
def is_balance(own_men, own_kings, their_men, their_kings, kings_1, men_1, kings_2, men_2):
    """Whether the sides, either way round, have so many kings and men."""
    own_m, own_k = np.int64(popcount(own_men)), np.int64(popcount(own_kings))
    their_m, their_k = np.int64(popcount(their_men)), np.int64(popcount(their_kings))
    if own_k == kings_1 and own_m == men_1 and their_k == kings_2 and their_m == men_2:
        return True
    return own_k == kings_2 and own_m == men_2 and their_k == kings_1 and their_m == men_1


@inner
def count_quiet(own_men, own_kings, their_men, their_kings, game):
    """Number of moves without capture."""
    taken = own_men | own_kings | their_men | their_kings
    if (game & DIAGONAL) != 0:
        small = (game & SMALL) != 0
        return diagonal.count_quiet(own_men, own_kings, diagonal.board(small) & ~taken)
    return orthogonal.count_quiet(own_men, own_kings, ~taken)


@inner
def can_capture(own_men, own_kings, their_men, their_kings, game):
    """Whether a capture is due."""
    if (game & DIAGONAL) != 0:
        small = (game & SMALL) != 0
        return diagonal.can_capture(own_men, own_kings, their_men, their_kings, small)
    return orthogonal.can_capture(own_men, own_kings, their_men, their_kings)


@inner
def captures(own_men, own_kings, their_men, their_kings, game, buffer, base, room):
    """Write the largest captures into a list, each once; returns how many."""
    if (game & DIAGONAL) != 0:
        small, revisit = (game & SMALL) != 0, (game & REVISIT) != 0
        return diagonal.captures(
            own_men, own_kings, their_men, their_kings, small, revisit, buffer, base, room
        )
    half_turn = (game & HALF_TURN) != 0
    return orthogonal.captures(
        own_men, own_kings, their_men, their_kings, half_turn, buffer, base, room
    )


@inner
def quiet_moves(own_men, own_kings, their_men, their_kings, game, buffer, base, room):
    """Write the moves without capture into a list with a room of `MAX_QUIET`; returns how many."""
    if (game & DIAGONAL) != 0:
        small = (game & SMALL) != 0
        return diagonal.quiet_moves(
            own_men, own_kings, their_men, their_kings, small, buffer, base, room
        )
    return orthogonal.quiet_moves(own_men, own_kings, their_men, their_kings, buffer, base, room)


@inner
def legal_moves(own_men, own_kings, their_men, their_kings, game, buffer, base, room):
    """Write the legal moves into a list with a room of `MAX_QUIET` or more; returns how many.

    `buffer[OVERFLOW]` is 1 where some captures had to be left out.
    """
    if (game & DIAGONAL) != 0:
        small, revisit = (game & SMALL) != 0, (game & REVISIT) != 0
        return diagonal.legal_moves(
            own_men, own_kings, their_men, their_kings, small, revisit, buffer, base, room
        )
    half_turn = (game & HALF_TURN) != 0
    return orthogonal.legal_moves(
        own_men, own_kings, their_men, their_kings, half_turn, buffer, base, room
    )


@inner
def after(own_men, own_kings, their_men, their_kings, move, captured, game):
    """The position after a move, turned round for the other side."""
    if (game & DIAGONAL) != 0:
        small = (game & SMALL) != 0
        return diagonal.after(own_men, own_kings, their_men, their_kings, move, captured, small)
    return orthogonal.after(own_men, own_kings, their_men, their_kings, move, captured)
