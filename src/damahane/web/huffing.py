"""The computer and huffing: it claims huffs, overlooks some, and overlooks a capture at times.

How often it does is a matter of its level: the stronger, the more watchful (rules.md: huffing).
"""

from __future__ import annotations

from random import Random
from typing import Final

from damahane import Game
from damahane.engine import Level

#: How often a huff that is due is claimed.
CLAIMS: Final = {Level.EASY: 0.5, Level.MEDIUM: 0.85, Level.HARD: 1.0}
#: How often a capture that is due is overlooked.
OVERLOOKS: Final = {Level.EASY: 0.12, Level.MEDIUM: 0.03, Level.HARD: 0.0}


def claim(game: Game, level: Level, seed: int) -> int | None:
    """The piece that the computer huffs before it moves, by its square before the last move.

    A king rather than a man, and the man that is nearest to its crown rather than another.
    """
    found = game.huffable
    if not found or Random(f"claim {seed}").random() >= CLAIMS[level]:
        return None
    board, shape = game.board, game.rules.shape
    mover = game.played[-1]
    homeward = shape.ranks - 1 if mover.color else 0

    def worth(square: int) -> tuple[bool, int]:
        stands = mover.route.end if square == mover.route.start else square
        piece = board.piece_at(stands)
        return (piece is not None and piece.is_king, abs(shape.coordinates[stands][1] - homeward))

    return max(found, key=worth)


def oversight(game: Game, level: Level, seed: int) -> str | None:
    """A move that misses the capture that is due, as a full route, when it is overlooked."""
    board = game.board
    chance = Random(f"oversight {seed}")
    if not game.rules.huffing or not board.due or chance.random() >= OVERLOOKS[level]:
        return None
    others = [route for route in board.playable_routes() if len(route.captured) < board.due]
    return board.text(chance.choice(others), full=True) if others else None
