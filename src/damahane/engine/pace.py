"""How long to think about a move when there is a clock.

A move has its share of what is left. After each depth the search asks whether it has thought
enough: a move that stays the best needs less than its share, one that has just been found or that
is worth less than it was needs more; where there is no choice nothing is spent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MOVES_LEFT: Final = 25
"""Moves that are taken to be left where the clock does not say."""
RESERVE: Final = 0.03
"""Seconds that starting and answering may take."""
LEAST: Final = 0.001
"""Seconds that no move gets less than, so that there is one to answer with."""

_KEPT: Final = 0.2
"""The part of the increment that is laid by."""
_MOST: Final = 0.5
"""At most this part of what is left is spent on one move, unless more comes after it."""
_FURTHEST: Final = 4.0
"""At most so many shares are spent on one move."""
_SOFT: Final = 0.7
"""A depth takes about as long as all before, so none is begun late in the share."""
_SETTLED: Final = 6
"""A move that was the best at so many depths one after another is taken to stay it."""
_SETTLED_PART: Final = 0.6
_FORCED_DEPTH: Final = 4
"""Where there is no choice this is deep enough to tell the reply expected."""
_DROP: Final = 60.0
"""Hundredths of a man; a score that fell by as much doubles the time."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock as the side to move has it before it.

    Attributes:
        left: seconds left; 0 or more.
        increment: seconds that it gains after every move; 0 or more.
        moves: moves for which that is all there is; None where it is for the rest of the game.

    Raises:
        ValueError: one of them is out of its range.
    """

    left: float
    increment: float = 0.0
    moves: int | None = None

    def __post_init__(self) -> None:
        for name, seconds in (("left", self.left), ("increment", self.increment)):
            if not 0 <= seconds < float("inf"):
                raise ValueError(f"{name}={seconds}: expected seconds from 0 on")
        if self.moves is not None and self.moves < 1:
            raise ValueError(f"moves={self.moves}: expected 1 or more, or None")

    @property
    def share(self) -> float:
        """The seconds of this move, if all were alike."""
        left = self.left - RESERVE
        gained = 0.0 if self.moves == 1 else (1 - _KEPT) * self.increment
        return max(min(left / (self.moves or MOVES_LEFT) + gained, self._most), LEAST)

    @property
    def _most(self) -> float:
        left = self.left - RESERVE
        return left if self.moves == 1 else _MOST * left

    @property
    def hard(self) -> float:
        """The seconds after which this move has to be made."""
        return max(min(_FURTHEST * self.share, self._most), LEAST)


@dataclass(slots=True)
class Pace:
    """Tells after each depth of a search whether to go on.

    Attributes:
        share: the seconds the move is worth.
        forced: whether there is no choice.
    """

    share: float
    forced: bool = False
    _best: object = None
    _same: int = 0
    _changes: float = 0.0
    _scores: list[int] = field(default_factory=list)

    def note(self, move: object, score: int) -> None:
        """Tell what a depth has found: the best move, and its value in hundredths of a man."""
        changed = self._best is not None and move != self._best
        self._changes = self._changes / 2 + changed
        self._same = 1 if changed else self._same + 1
        self._best = move
        self._scores.append(score)

    @property
    def seconds(self) -> float:
        """The seconds after which no further depth is begun, by what has been found so far."""
        if self.forced and len(self._scores) >= _FORCED_DEPTH:
            return 0.0
        part = _SETTLED_PART if self._same >= _SETTLED else 1.0
        return self.share * _SOFT * part * (1 + self._changes / 2) * (1 + self._drop / _DROP)

    @property
    def _drop(self) -> float:
        """By how much the last score is below those of the depths before, at most `_DROP`."""
        before = self._scores[-4:-1]
        if not before:
            return 0.0
        return min(max(sum(before) / len(before) - self._scores[-1], 0.0), _DROP)
