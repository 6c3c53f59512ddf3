"""How long to think about a move when there is a clock."""

from __future__ import annotations

from typing import Final

#: Moves that are taken to be left where the clock does not say.
MOVES_LEFT: Final = 25
#: Of what is left, at most this share is spent on one move.
MOST: Final = 0.5
#: Seconds that starting and answering may take.
RESERVE: Final = 0.03
#: No move gets less, so that there is one to answer with.
LEAST: Final = 0.001


def seconds_for(time: float, *, moves: int | None = None, increment: float = 0.0) -> float:
    """The seconds for a move.

    Args:
        time: what is left on the clock, the increment for this move included.
        moves: how many moves it is for; None where it is for the rest of the game.
        increment: what the clock gains before every move.
    """
    left = time - RESERVE
    share = left / (moves or MOVES_LEFT) + (0.0 if moves == 1 else 0.8 * increment)
    most = left if moves == 1 else MOST * left
    return max(min(share, most), LEAST)
