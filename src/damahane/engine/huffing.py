"""Whether to huff: to take off a piece that did not capture when it should have.

Each huff is played out, and compared with leaving the piece where it is.
"""

from __future__ import annotations

from dataclasses import replace

from .levels import Level
from .request import NO_LIMITS, Limits, Request
from .score import WIN
from .stop import Stop
from .think import think

_LEAST = 1000
"""Nodes that each way to go on is worth at least."""


def choose_huff(request: Request, *, stop: Stop | None = None) -> int | None:
    """The piece that the side to move does best to huff.

    Args:
        request: the game; its nodes, or those of its level, are shared among the ways to go on.
        stop: ends the thought when it is set; what has been found then decides.

    Returns:
        The square where the piece stood before the move it is huffed for; None where there is
        nothing to huff, or it is better left.

    Raises:
        The errors of `Request.game`.
    """
    game = request.game()
    if not game.huffable:
        return None
    usual = game.rules.shape.usual
    ways: list[int | None] = [*game.huffable, None]
    strength = (request.level or Level.HARD).strength
    nodes = (request.limits.nodes or strength.nodes) // len(ways)
    limits = request.limits if request.limits != NO_LIMITS else Limits()
    each = replace(
        request, level=None, limits=replace(limits, nodes=max(nodes, _LEAST)), lines=1, threads=1
    )
    best, best_value = ways[0], -WIN - 1
    for square in ways:
        huff = () if square is None else (f"huff {usual(square)}",)
        value = _value(replace(each, moves=(*request.moves, *huff)), stop)
        if value > best_value:
            best, best_value = square, value
    return best


def _value(request: Request, stop: Stop | None) -> int:
    """What the position is worth to the side to move."""
    game = request.game()
    mover, outcome = game.turn, game.outcome
    if outcome is not None:
        return 0 if outcome.winner is None else WIN if outcome.winner is mover else -WIN
    if not game.board.legal_moves:
        return -WIN
    return think(request, stop=stop).score
