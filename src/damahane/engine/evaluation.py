"""The value of a quiet position for the side to move, in hundredths of a man.

A small network for each board, fitted to games of the engine with itself. Each side sees the board
its own way up: own men, own kings, the other's men and its kings, 64 bits each, make 256 features,
some of which never arise. A side's *view* is the sum of a row of `WIDTH` weights for each piece on
the board; the value is a weighed sum of the squares of the units of both views, those of the side
to move first. The weights of that last sum depend on the number of pieces.

A move changes few pieces, so the views of a position are those of the one before with some rows
added and taken away; they are kept for each ply. All is in one array of `int16`: the views, two
for each ply, side by side; then the weights, in the order of the file.

The scaling of small endings follows solved tables of the orthogonal board: three kings beat one,
two kings or king and man hardly ever do. The latter is so on the diagonal boards as well.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from damahane.kernel.bits import ctz, popcount
from damahane.kernel.boards import far_rank, opposite, turned
from damahane.kernel.jit import inner
from damahane.kernel.moves import ONE, ZERO
from damahane.kernel.position import DIAGONAL, SMALL, board_of

from .lanes import TOP, WIDTH, add_row, change_row, copy_row, sub_row, weigh_row
from .layout import MAX_PLY

FEATURES = 256
HEADS = 8
HEAD_UNIT = 64
"""A weight of 1 in the file's last sum."""
UNIT = 130
"""Hundredths of a man in a unit of the network's output, whose logistic is the expected result."""

WEIGHTS = 2 * MAX_PLY * WIDTH
BIAS = WEIGHTS + FEATURES * WIDTH
HEAD_ROWS = BIAS + WIDTH
HEAD_BIAS = HEAD_ROWS + 2 * HEADS * WIDTH
NET_SIZE = HEAD_BIAS + WIDTH

_WHOLE = TOP * TOP * HEAD_UNIT
LARGEST = 20_000
"""No value is beyond this, so that none looks like a win in so many plies."""

SURE_WIN = 300

_OWN_MEN, _OWN_KINGS, _THEIR_MEN, _THEIR_KINGS = 0, 64, 128, 192
"""The first rows of men and kings, own and theirs."""

_FILES = ("orthogonal8.net", "diagonal10.net", "diagonal8.net")
"""In the order of `damahane.kernel.position.board_of`."""


@cache
def weights(board: int) -> npt.NDArray[np.int16]:
    """The weights of a board's network, as its file has them.

    Raises:
        ValueError: the file has not as many as there should be.
    """
    name = _FILES[board]
    loaded: npt.NDArray[np.int16] = np.fromfile(Path(__file__).with_name(name), dtype="<i2").astype(
        np.int16
    )
    if loaded.size != NET_SIZE - WEIGHTS:
        raise ValueError(f"{name} has {loaded.size} weights; expected {NET_SIZE - WEIGHTS}")
    return loaded


def new_net(game: int) -> npt.NDArray[np.int16]:
    """Room for the views, and the weights of a game's network behind it."""
    return np.concatenate([np.zeros(WEIGHTS, dtype=np.int16), weights(board_of(game))])


@inner
def head_of(pieces, game):
    """Which of the last sums holds for so many pieces: an eighth of a full board each."""
    if (game & DIAGONAL) == 0:
        head = (pieces - 1) >> 2
    elif (game & SMALL) != 0:
        head = (pieces - 1) // 3
    else:
        head = (pieces - 1) // 5
    return min(head, HEADS - 1)


@inner
def add_pieces(pieces, feature, row, net):
    """Add the rows of pieces to a view; `feature` is that of their kind on square 0."""
    while pieces != ZERO:
        square = np.int64(ctz(pieces))
        pieces &= pieces - ONE
        add_row(net, row, row, np.int64(WEIGHTS + (feature + square) * WIDTH))


@inner
def take_pieces(pieces, feature, row, net):
    """Take the rows of pieces away from a view."""
    while pieces != ZERO:
        square = np.int64(ctz(pieces))
        pieces &= pieces - ONE
        sub_row(net, row, row, np.int64(WEIGHTS + (feature + square) * WIDTH))


@inner
def view_rows(ply):
    """The rows of the views of the side to move and of the other one."""
    first = 2 * ply * WIDTH
    if ply & 1:
        return np.int64(first + WIDTH), np.int64(first)
    return np.int64(first), np.int64(first + WIDTH)


@inner
def look(own_men, own_kings, their_men, their_kings, ply, game, net):
    """Make the views of a position afresh."""
    own, other = view_rows(ply)
    copy_row(net, own, np.int64(BIAS))
    copy_row(net, other, np.int64(BIAS))
    add_pieces(own_men, _OWN_MEN, own, net)
    add_pieces(own_kings, _OWN_KINGS, own, net)
    add_pieces(their_men, _THEIR_MEN, own, net)
    add_pieces(their_kings, _THEIR_KINGS, own, net)
    add_pieces(turned(their_men, game), _OWN_MEN, other, net)
    add_pieces(turned(their_kings, game), _OWN_KINGS, other, net)
    add_pieces(turned(own_men, game), _THEIR_MEN, other, net)
    add_pieces(turned(own_kings, game), _THEIR_KINGS, other, net)


@inner
def look_after(own_kings, their_men, their_kings, move, captured, ply, game, net):
    """Make the views of a position after a move from its own; the words are those before it."""
    mover, other = view_rows(ply)
    # The mover is not to move one ply deeper, so its view stays at its place in the pair.
    step = np.int64(2 * WIDTH)
    start, end = np.int64(move & np.uint64(63)), np.int64(move >> np.uint64(6))
    is_king = (own_kings >> np.uint64(start)) & ONE != ZERO
    lands_as_king = is_king or (far_rank(game) >> np.uint64(end)) & ONE != ZERO
    own_from = _OWN_KINGS if is_king else _OWN_MEN
    own_to = _OWN_KINGS if lands_as_king else _OWN_MEN
    change_row(
        net, np.int64(mover + step), mover,
        np.int64(WEIGHTS + (own_to + end) * WIDTH),
        np.int64(WEIGHTS + (own_from + start) * WIDTH),
    )  # fmt: skip
    change_row(
        net, np.int64(other + step), other,
        np.int64(WEIGHTS + (own_to + _THEIR_MEN + opposite(end, game)) * WIDTH),
        np.int64(WEIGHTS + (own_from + _THEIR_MEN + opposite(start, game)) * WIDTH),
    )  # fmt: skip
    if captured != ZERO:
        mover, other = np.int64(mover + step), np.int64(other + step)
        men, kings = captured & their_men, captured & their_kings
        take_pieces(men, _THEIR_MEN, mover, net)
        take_pieces(kings, _THEIR_KINGS, mover, net)
        take_pieces(turned(men, game), _OWN_MEN, other, net)
        take_pieces(turned(kings, game), _OWN_KINGS, other, net)


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
def certainty(kings, their_men, their_kings, game):
    """What is added to an advantage that games seldom show in full: three kings against one.

    On a diagonal board the lone king may hold out on the long diagonal.
    """
    if (game & DIAGONAL) != 0 or their_men != ZERO or popcount(their_kings) != ONE:
        return 0
    return SURE_WIN if np.int64(popcount(kings)) >= 3 else 0


@inner
def evaluate(own_men, own_kings, their_men, their_kings, ply, game, net):
    """The value of a position in which no capture is due; its views are at `ply`."""
    own, other = view_rows(ply)
    pieces = np.int64(popcount(own_men | own_kings | their_men | their_kings))
    head = head_of(pieces, game)
    weighed = weigh_row(net, own, np.int64(HEAD_ROWS + 2 * head * WIDTH))
    weighed += weigh_row(net, other, np.int64(HEAD_ROWS + (2 * head + 1) * WIDTH))
    value = weighed * UNIT // _WHOLE + net[HEAD_BIAS + head]
    value = max(-LARGEST, min(LARGEST, value))
    if value > 0:
        value += certainty(own_kings, their_men, their_kings, game)
        return value * winning_chances(own_men, own_kings, their_men, their_kings) // 16
    value -= certainty(their_kings, own_men, own_kings, game)
    return -(-value * winning_chances(their_men, their_kings, own_men, own_kings) // 16)
