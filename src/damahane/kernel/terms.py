"""Between the terms of a board (cells, squares) and those of the kernel, in compiled code."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from damahane.rules import BRAZILIAN, DAMA, INTERNATIONAL
from damahane.squares import Color, Shape

from .jit import inner
from .moves import ONE, ZERO
from .position import bits_of, board_of, squares_of

GAMES = (DAMA, INTERNATIONAL, BRAZILIAN)
"""For each board a game that is played on it, in the order in which tables have the boards."""


def _table(
    of: Callable[[Shape, Color], tuple[int, ...]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
    """A row of a function of shape and side for each of both, shapes as `kind` numbers them."""
    table = np.zeros((len(GAMES), 2, 64), dtype=np.uint64)
    for i, rules in enumerate(GAMES):
        for color in Color:
            row = of(rules.shape, color)
            table[i, color, : len(row)] = [max(value, 0) for value in row]
    return table


BITS = _table(bits_of)
SQUARES = _table(squares_of)
"""For each board and side, as `bits_of` and `squares_of`."""


kind = inner(board_of)


@inner
def words_of(cells, turn, game):
    """The four words of cells (see `Board.cells`) for the side to move."""
    own_men, own_kings, their_men, their_kings = ZERO, ZERO, ZERO, ZERO
    bits = BITS[kind(game), turn]
    for square in range(len(cells)):
        code = np.int64(cells[square])
        if code == 0:
            continue
        bit = ONE << bits[square]
        place = (code - 1) ^ (2 * turn)
        if place == 0:
            own_men |= bit
        elif place == 1:
            own_kings |= bit
        elif place == 2:
            their_men |= bit
        else:
            their_kings |= bit
    return own_men, own_kings, their_men, their_kings
