"""How strong the computer plays: by nodes, so as strong on a slow machine as on a fast one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """A strength to choose from."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @property
    def strength(self) -> Strength:
        """What the level means to the search."""
        return _STRENGTHS[self]


@dataclass(frozen=True, slots=True)
class Strength:
    """What a level means to the search.

    Attributes:
        nodes: how many positions are looked at for a move.
        noise: the evaluation of each position is off by up to this many hundredths of a man; by
            how much depends on the position and the seed alone.
    """

    nodes: int
    noise: int


_STRENGTHS = {
    Level.EASY: Strength(nodes=60, noise=70),
    Level.MEDIUM: Strength(nodes=1500, noise=12),
    Level.HARD: Strength(nodes=200_000, noise=0),
}
