"""Whether the computer notices that a capture was missed: the stronger, the more watchful."""

from __future__ import annotations

from random import Random
from typing import Final

from damahane import Game
from damahane.engine import Level

#: How often a missed capture is noticed; Hard notices every one (rules.md: huffing).
NOTICES: Final = {Level.EASY: 0.5, Level.MEDIUM: 0.85, Level.HARD: 1.0}


def notices(game: Game, level: Level, seed: int) -> bool:
    """Whether there is something to huff and the computer sees it before it moves.

    A side that has nothing else to do looks twice.
    """
    if not game.huffable:
        return False
    return not game.board.legal_moves or Random(f"huff {seed}").random() < NOTICES[level]
