"""The order in which moves are searched: what refuted such moves before comes first.

All is kept in the numbers of a search; see `layout`. Moves without
captures are named by `start | end << 6`.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from damahane.kernel.bits import popcount
from damahane.kernel.boards import can_capture, far_rank, turned
from damahane.kernel.jit import inner
from damahane.kernel.moves import HEADER, ONE, SIX, SIXTY_THREE, ZERO

from .layout import COUNTERS, HISTORY, KILLERS, PLAYED, RANKS, ROOM, ROW
from .table import signature

FIRST = 1 << 40
_CROWNS = 1 << 36
REFUTES = 1 << 35
"""From here on ranks are those of moves that refuted others before."""
_UNSAFE = 1 << 30
UNSAFE = -(1 << 29)
"""Ranks below this are of moves after which something can be taken."""
_LONGEST = 1 << 14


def reductions() -> npt.NDArray[np.int64]:
    """Plies by which late moves are reduced: row by depth, column by place."""
    table = np.zeros((64, 64), dtype=np.int64)
    for depth in range(2, 64):
        for place in range(2, 64):
            table[depth, place] = int(0.4 + math.log(depth) * math.log(place) / 2.0)
    return table.ravel()


@inner
def crowns(own_men, move, game):
    """Whether a man reaches the far rank."""
    is_man = (own_men >> (move & SIXTY_THREE)) & ONE
    return is_man != ZERO and ((ONE << (move >> SIX)) & far_rank(game)) != ZERO


@inner
def leaves_capture(own_men, own_kings, turned_men, turned_kings, move, game):
    """Whether the other side can capture after a quiet move; its pieces as it sees them."""
    change = (ONE << (move & SIXTY_THREE)) | (ONE << (move >> SIX))
    if (own_kings & change) != ZERO:
        own_kings ^= change
    else:
        own_men ^= change
    return can_capture(
        turned_men, turned_kings, turned(own_men, game), turned(own_kings, game), game
    )


@inner
def rank_moves(
    own_men, own_kings, their_men, their_kings, count, ply, first, capture, game, words, numbers
):
    """Give each move a rank; the highest is to be searched first. `first` is a signature."""
    base, ranks = HEADER + ply * ROW, RANKS + ply * ROOM
    turned_men, turned_kings = turned(their_men, game), turned(their_kings, game)
    counter = np.int64(0)
    if ply > 0:
        counter = numbers[COUNTERS + numbers[PLAYED + ply - 1]]
    for i in range(count):
        move = words[base + i]
        packed = np.int64(move)
        rank = numbers[HISTORY + packed]
        if first != ZERO and signature(move, words[base + ROOM + i]) == first:
            rank = np.int64(FIRST)
        elif capture:
            rank += _LONGEST * 4 * np.int64(popcount(words[base + ROOM + i] & their_kings))
        else:
            if leaves_capture(own_men, own_kings, turned_men, turned_kings, move, game):
                rank -= _UNSAFE
            elif crowns(own_men, move, game):
                rank += _CROWNS
            if packed == numbers[KILLERS + 2 * ply]:
                rank += REFUTES * 2 + 2
            elif packed == numbers[KILLERS + 2 * ply + 1]:
                rank += REFUTES * 2 + 1
            elif packed == counter:
                rank += REFUTES * 2
        numbers[ranks + i] = rank


@inner
def bring_up(index, count, ply, words, numbers):
    """Exchange the move at `index` of a list with the highest ranked one from there on."""
    base, ranks = HEADER + ply * ROW, RANKS + ply * ROOM
    best = index
    for i in range(index + 1, count):
        if numbers[ranks + i] > numbers[ranks + best]:
            best = i
    if best != index:
        i, j = base + index, base + best
        words[i], words[j] = words[j], words[i]
        words[i + ROOM], words[j + ROOM] = words[j + ROOM], words[i + ROOM]
        i, j = ranks + index, ranks + best
        numbers[i], numbers[j] = numbers[j], numbers[i]


@inner
def teach(packed, bonus, numbers):
    """Move what is remembered of a move towards a bonus, within bounds."""
    place = HISTORY + packed
    numbers[place] += bonus - numbers[place] * abs(bonus) // _LONGEST


@inner
def note_cutoff(index, depth, ply, words, numbers):
    """Remember a quiet move that refuted the one before, and those tried in vain."""
    base = HEADER + ply * ROW
    packed, killer = np.int64(words[base + index]), KILLERS + 2 * ply
    if numbers[killer] != packed:
        numbers[killer + 1] = numbers[killer]
        numbers[killer] = packed
    if ply > 0:
        numbers[COUNTERS + numbers[PLAYED + ply - 1]] = packed
    bonus = min(depth * depth * 8, 1600)
    teach(packed, bonus, numbers)
    for i in range(index):
        teach(np.int64(words[base + i]), -bonus, numbers)
