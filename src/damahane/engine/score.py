"""What scores mean: hundredths of a man for the side to move, and wins by their distance."""

from __future__ import annotations

import math

WIN = 100_000
"""The score of a win on the spot; one in n plies is worth n less."""
DECIDED = WIN - 1_000
"""Scores from here on are wins in so many plies."""
_ODDS = 0.0075
"""What a hundredth of a man adds to the logarithm of the odds to win; fitted on games of engines,
a man adds 0.6 to 0.9."""


def winning_chance(score: int) -> float:
    """How likely a score is to win; half for a level position.

    >>> winning_chance(0), round(winning_chance(100), 2), winning_chance(WIN - 5)
    (0.5, 0.68, 1.0)
    """
    if abs(score) > DECIDED:
        return float(score > 0)
    return 1 / (1 + math.exp(-_ODDS * score))


def win_distance(score: int) -> int | None:
    """In how many plies a score says that the side to move wins; None where it does not.

    >>> win_distance(WIN - 3), win_distance(250), win_distance(3 - WIN)
    (3, None, None)
    """
    return WIN - score if score > DECIDED else None


def one_ply_earlier(score: int) -> int:
    """The score that the side before the move has, by the score of the side to move.

    >>> one_ply_earlier(-30), one_ply_earlier(3 - WIN) == WIN - 4
    (30, True)
    """
    if abs(score) <= DECIDED:
        return -score
    return -score - 1 if score < 0 else -score + 1
