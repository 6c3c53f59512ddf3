"""The draws of the rules within a search: material, repetition, and plies that are counted.

Two counts may run: of plies without progress, and of plies since an ending of few pieces arose
(`RuleSet.endings`). The first goes down the search as a number; the second is needed seldom and is
kept for each ply of the line.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from damahane.kernel.bits import popcount
from damahane.kernel.boards import is_balance, is_forward, is_over
from damahane.kernel.jit import entry, inner
from damahane.kernel.moves import ONE, SIX, SIXTY_THREE, ZERO
from damahane.kernel.position import (
    ENDING,
    ENDING_COLUMNS,
    ENDING_PLIES,
    ENDING_PROGRESS,
    MAN_MOVE,
    Flags,
)

from .layout import (
    CLOCK_LIMIT,
    ENDING_CLOCKS,
    ENDING_COUNT,
    ENDING_PIECES,
    ENDING_ROWS,
    ENDINGS,
    GAME,
    MOST_ENDINGS,
    ROOT,
    SIDEWAYS_RESETS,
)
from .table import mixed, position_key

_ENDING_KEY = 1 << 10
"""Apart from every count of plies without progress."""


@inner
def is_repeated(path, place, reversible, root):
    """Whether the position at `place` is drawn by repetition.

    The last `reversible` plies can be taken back, so an equal position is among them or nowhere.
    """
    seen = 0
    key = path[place]
    for i in range(place - 2, max(place - reversible, 0) - 1, -2):
        if path[i] == key:
            if i >= root:
                return True
            seen += 1
            if seen == 2:
                return True
    return False


@inner
def ending_column(row, column, numbers):
    """A value of a row of endings."""
    return numbers[ENDINGS + ENDING_COLUMNS * row + column]


@inner
def is_drawn(own_men, own_kings, their_men, their_kings, ply, clock, reversible, path, numbers):
    """Whether the counts or the material make a draw; the side to move is taken to have a move."""
    if is_over(own_men, own_kings, their_men, their_kings, numbers[GAME]):
        return True
    if numbers[CLOCK_LIMIT] != 0 and clock >= numbers[CLOCK_LIMIT]:
        return True
    if numbers[ENDING_COUNT] != 0 and numbers[ENDING_ROWS + ply] >= 0:
        most = ending_column(numbers[ENDING_ROWS + ply], ENDING_PLIES, numbers)
        if numbers[ENDING_CLOCKS + ply] >= most:
            return True
    return is_repeated(path, numbers[ROOT] + ply, reversible, numbers[ROOT])


@inner
def counts_after(own_men, move, captured, clock, reversible, numbers):
    """The plies without progress, and those that can be taken back, after a move."""
    if captured != ZERO:
        return np.int64(0), np.int64(0)
    start, end = move & SIXTY_THREE, move >> SIX
    if (own_men >> start) & ONE == ZERO:
        return clock + 1, reversible + 1
    if is_forward(start, end, numbers[GAME]):
        return np.int64(0), np.int64(0)
    if numbers[SIDEWAYS_RESETS] != 0:
        return np.int64(0), reversible + 1
    return clock + 1, reversible + 1


@inner
def ending_of(own_men, own_kings, their_men, their_kings, numbers):
    """The row of the ending that a position belongs to, or -1."""
    pieces = popcount(own_men | own_kings | their_men | their_kings)
    if np.int64(pieces) > numbers[ENDING_PIECES]:
        return np.int64(-1)
    for row in range(numbers[ENDING_COUNT]):
        k1, m1 = ending_column(row, 0, numbers), ending_column(row, 1, numbers)
        k2, m2 = ending_column(row, 2, numbers), ending_column(row, 3, numbers)
        if is_balance(own_men, own_kings, their_men, their_kings, k1, m1, k2, m2):
            return np.int64(row)
    return np.int64(-1)


@inner
def note_ending(position, own_men, move, captured, ply, numbers):
    """Write down the ending of the position one ply deeper; `own_men` are those before the move."""
    if numbers[ENDING_COUNT] == 0:
        return
    row, before = ending_of(*position, numbers), numbers[ENDING_ROWS + ply]
    clock = numbers[ENDING_CLOCKS + ply] + 1
    if (
        row < 0
        or before < 0
        or captured != ZERO
        or ending_column(row, ENDING, numbers) != ending_column(before, ENDING, numbers)
        or (
            ending_column(row, ENDING_PROGRESS, numbers) == MAN_MOVE
            and (own_men >> (move & SIXTY_THREE)) & ONE != ZERO
        )
    ):
        clock = np.int64(0)
    numbers[ENDING_ROWS + ply + 1] = row
    numbers[ENDING_CLOCKS + ply + 1] = clock


@inner
def key_with_counts(key, clock, depth, ply, numbers):
    """The key of a position in the table.

    Where a count may run out below, it is part of the position.
    """
    if numbers[CLOCK_LIMIT] != 0 and clock + depth + 1 >= numbers[CLOCK_LIMIT]:
        key = mixed(key, clock + 1)
    if numbers[ENDING_COUNT] != 0 and numbers[ENDING_ROWS + ply] >= 0:
        passed = numbers[ENDING_CLOCKS + ply]
        if passed + depth + 1 >= ending_column(numbers[ENDING_ROWS + ply], ENDING_PLIES, numbers):
            key = mixed(key, _ENDING_KEY + passed)
    return key


def load_rules(flags: Flags, numbers: npt.NDArray[np.int64]) -> None:
    """Write down the rules that are played.

    Raises:
        ValueError: there are more kinds of endings than there is room for.
    """
    numbers[GAME] = flags.game
    numbers[CLOCK_LIMIT] = flags.clock_limit
    numbers[SIDEWAYS_RESETS] = flags.sideways_resets
    rows = flags.endings
    if len(rows) > MOST_ENDINGS:
        raise ValueError(f"{len(rows)} kinds of endings; expected {MOST_ENDINGS} at most")
    numbers[ENDING_COUNT] = len(rows)
    numbers[ENDING_PIECES] = max((sum(row[:4]) for row in rows), default=0)
    flat = np.array(rows, dtype=np.int64).ravel()
    numbers[ENDINGS : ENDINGS + flat.size] = flat


@entry("void(uint64[::1],uint64[::1])")
def load_path(positions, path):
    """Hash positions, four words each, into the front of a path."""
    for i in range(positions.size // 4):
        p = 4 * i
        path[i] = position_key(positions[p], positions[p + 1], positions[p + 2], positions[p + 3])


@entry("void(uint64,uint64,uint64,uint64,int64,int64[::1])")
def note_root_ending(own_men, own_kings, their_men, their_kings, clock, numbers):
    """Write down the ending of the root, and the plies since it arose."""
    numbers[ENDING_ROWS] = ending_of(own_men, own_kings, their_men, their_kings, numbers)
    numbers[ENDING_CLOCKS] = clock
