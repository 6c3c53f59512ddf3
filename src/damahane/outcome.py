"""How a game ends."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from .squares import Color


class Termination(Enum):
    """What ended the game."""

    NO_PIECES = "no_pieces"
    """The side to move has lost its last piece."""
    NO_MOVES = "no_moves"
    """The side to move has no legal move."""
    RESIGNATION = "resignation"
    TIME = "time"
    """A side has used up its time."""
    ONE_EACH = "one_each"
    """One king against one king, or one piece each, where that is a draw."""
    REPETITION = "repetition"
    """The same position with the same side to move for the third time."""
    NO_PROGRESS = "no_progress"
    """The rule set's number of plies without a capture or another progress."""
    ENDING = "ending"
    """The rule set's number of plies in an ending such as a lone king against few pieces."""
    AGREEMENT = "agreement"

    @property
    def decides(self) -> bool:
        """Whether it gives a winner; the others are draws."""
        return self in (
            Termination.NO_PIECES,
            Termination.NO_MOVES,
            Termination.RESIGNATION,
            Termination.TIME,
        )


class Outcome(NamedTuple):
    """The end of a game.

    Attributes:
        termination: what ended it.
        winner: the side that won, or None for a draw.
    """

    termination: Termination
    winner: Color | None

    @property
    def result(self) -> str:
        """``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is Color.WHITE else "0-1"

    @property
    def points(self) -> tuple[int, int]:
        """White's and Black's points, 2 for a win, 1 for a draw and 0 for a loss."""
        if self.winner is None:
            return (1, 1)
        return (2, 0) if self.winner is Color.WHITE else (0, 2)
