"""The legal moves of a board, listed by the compiled generator."""

from __future__ import annotations

import numpy as np

from damahane.board import Board
from damahane.movegen import Move

from .jit import entry
from .orthogonal import HEADER, OVERFLOW, legal_moves
from .position import flags_of, to_move, words

FIRST_ROOM = 512
"""At least `orthogonal.MAX_QUIET`."""


@entry("int64(uint64,uint64,uint64,uint64,boolean,uint64[::1],int64)")
def list_moves(own_men, own_kings, their_men, their_kings, half_turn, buffer, room):
    """Write the legal moves behind the header of a buffer; returns how many there was room for."""
    return legal_moves(
        own_men, own_kings, their_men, their_kings, half_turn, buffer, np.int64(HEADER), room
    )


def move_counts(board: Board) -> dict[Move, int]:
    """Each legal move with the number of routes that lead to it.

    Raises:
        RulesError: the compiled generator does not play the board's rules.
    """
    half_turn = flags_of(board.rules).half_turn
    position = tuple(np.uint64(word) for word in words(board))
    room = FIRST_ROOM
    while True:
        buffer = np.zeros(HEADER + 3 * room, dtype=np.uint64)
        count = list_moves(*position, half_turn, buffer, room)
        if not buffer[OVERFLOW]:
            break
        room *= 8
    moves, masks, times = (column[:count] for column in buffer[HEADER:].reshape(3, room))
    return {
        to_move(int(move), int(mask), board.turn): int(routes)
        for move, mask, routes in zip(moves, masks, times, strict=True)
    }
