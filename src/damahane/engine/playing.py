"""Playing at a level: looking at the moves as its players do, and choosing one."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from damahane.board import Board
from damahane.movegen import Move

from .choice import Candidate, choose, is_gift
from .exchange import Exchanges
from .glance import Glance, has_given_twice
from .levels import Strength
from .request import Limits
from .stop import Stop


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move and what was found behind it.

    Attributes:
        candidate: the move and its value.
        nodes: positions looked at.
        depth: plies searched in full behind the move; None where the game is over then.
    """

    candidate: Candidate
    nodes: int
    depth: int | None


Behind = Callable[[Move, Limits], Weighed]
"""Searches behind a move."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The move that is played.

    Attributes:
        candidate: the move and its value.
        nodes: positions looked at for all moves.
        depth: plies that were looked at in full.
    """

    candidate: Candidate
    nodes: int
    depth: int


def choose_at_level(
    board: Board,
    limits: Limits,
    strength: Strength,
    seed: int,
    behind: Behind,
    stop: Stop | None = None,
) -> Chosen:
    """A move as a player of limited strength chooses it.

    Args:
        board: the position, with the moves that led to it.
        limits: when to stop, if before the strength's number of nodes.
        strength: how well to play.
        seed: the same one has the same choice.
        behind: searches behind a move, for those who search.
        stop: ends the looking when it is set.
    """
    nodes = limits.nodes or strength.nodes
    rng = random.Random(f"{seed} {board.ply} {board.fen()}")
    if strength.sight is None:
        weighed = list(_weigh(board, limits, nodes, behind, stop))
        candidate = choose([each.candidate for each in weighed], strength, rng)
        depths = (each.depth for each in weighed if each.depth is not None)
        return Chosen(candidate, sum(each.nodes for each in weighed), 1 + min(depths, default=0))
    exchanges = Exchanges(board.rules, nodes)
    missing = board.rules.huffing and board.must_capture
    if missing and rng.random() * 100 < strength.sight.misses:
        quiet = [route.move for route in board.playable_routes() if not route.captured]
    else:
        quiet = []
    glance = Glance(board, strength.sight, rng, exchanges)
    candidates = glance.candidates(quiet or board.legal_moves)
    candidate = choose(candidates, strength, rng)
    if is_gift(candidate, candidates) and has_given_twice(board, strength.sight):
        candidate = choose(candidates, strength, rng, careful=True)
    return Chosen(candidate, exchanges.looked, 1)


def _weigh(
    board: Board, limits: Limits, nodes: int, behind: Behind, stop: Stop | None
) -> Iterator[Weighed]:
    """Search behind each legal move with an equal share of the nodes, while there is time."""
    started = time.perf_counter()
    moves = list(board.legal_moves)
    depth = None if limits.depth is None else max(limits.depth - 1, 1)
    seconds = limits.seconds
    for index, move in enumerate(moves):
        if limits.seconds is not None:
            seconds = max(limits.seconds - (time.perf_counter() - started), 0.0)
        if index and (nodes <= 0 or seconds == 0 or (stop is not None and stop.is_set)):
            return
        share = max(nodes // (len(moves) - index), 1)
        weighed = behind(move, Limits(nodes=share, depth=depth, seconds=seconds or None))
        nodes -= weighed.nodes
        yield weighed
