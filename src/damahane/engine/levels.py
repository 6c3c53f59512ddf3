"""How strong the computer plays: by nodes and bounded mistakes, the same on any machine.

Easy looks at exchanges as a beginner does (`glance`) and overlooks some chains, the long ones most;
Medium searches a little and is not always exact; Hard plays the best move it finds. The chance that
makes the first two vary follows from the seed of a request. `benchmarks/levels.py` plays them
against each other and against two simple players.
"""

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
        """What the level means to the engine."""
        return _STRENGTHS[self]


@dataclass(frozen=True, slots=True)
class Sight:
    """How far someone sees who does not search but looks for captures.

    Attributes:
        captures: how many captures in turn are foreseen after a move, the other side's first.
        blindness: how often the other side's reply is overlooked, in hundredths, where it takes
            one piece, two, and so on; the last holds for longer chains as well.
        misses: how often an own capture is missed where huffing is played, in hundredths.
    """

    captures: int
    blindness: tuple[int, ...]
    misses: int = 0


@dataclass(frozen=True, slots=True)
class Strength:
    """What a level means to the engine.

    Scores are in hundredths of a man.

    Attributes:
        nodes: how many positions are looked at for a move, at most.
        warmth: moves are the likelier the better they seem: one that seems worse by `warmth` than
            another is chosen e times less often. 0: always the best.
        worst: how much worse than the best a move may seem and still be chosen.
        sight: how far is seen, where it is not by searching.
    """

    nodes: int
    warmth: int = 0
    worst: int = 0
    sight: Sight | None = None


_STRENGTHS = {
    Level.EASY: Strength(
        nodes=2000, warmth=55, worst=400, sight=Sight(captures=2, blindness=(12, 35, 65), misses=10)
    ),
    Level.MEDIUM: Strength(nodes=4000, warmth=30, worst=70),
    Level.HARD: Strength(nodes=200_000),
}
