"""What tests of the search share: plain minimax by the reference rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from damahane import Board

WIN = 100_000


def _solve(board: Board, plies: int, alpha: int = -WIN, beta: int = WIN, ply: int = 0) -> int:
    """Minimax by the reference rules: wins and losses within some plies, all else nothing."""
    outcome = board.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else ply - WIN
    if plies == 0:
        return 0
    best = -WIN
    for move in list(board.legal_moves):
        board.push(move)
        best = max(best, -_solve(board, plies - 1, -beta, -alpha, ply + 1))
        board.pop()
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@pytest.fixture(name="solve")
def minimax() -> Callable[[Board, int], int]:
    """The value of a position within so many plies."""
    return _solve
