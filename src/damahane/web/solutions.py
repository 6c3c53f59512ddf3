"""Solutions as trees of moves, as they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from damahane import Board
from damahane.pdn.record import GameRecord, Node, Variation
from damahane.puzzles.bank import Puzzle, Solution
from damahane.puzzles.calendar import by_name

from .analysis import TreeModel, tree_model
from .judging import Referee
from .language import current

KEPT: Final = 256


async def solution_model(referee: Referee, puzzle: Puzzle) -> TreeModel:
    """A solution as a tree, in the language spoken now: first what the judge would play.

    A few take a tenth of a second to make, so they are made beside the loop and kept.
    """
    defence = await referee.defence(puzzle)
    return await asyncio.to_thread(_tree, puzzle.id, defence, current())


@lru_cache(KEPT)
def _tree(puzzle_id: str, defence: tuple[str, ...], _language: str) -> TreeModel:
    puzzle = by_name()[puzzle_id]
    board = puzzle.board()
    record = GameRecord({"FEN": puzzle.fen, "SetUp": "1"}, board.rules)
    record.moves = _nodes(board, puzzle.solution, defence)
    return tree_model(record)


def _nodes(board: Board, solution: Solution, defence: Sequence[str]) -> list[Node]:
    """The moves from one of the winner's on, what else the defence can do beside its best.

    Args:
        board: the position; it is the same afterwards.
        solution: what wins in it.
        defence: the replies of the best defence to it, as far as they are known.
    """
    first = _node(board, solution.move)
    board.push(solution.move)
    best, lines = defence[:1], []
    for text, after in sorted(
        solution.replies.items(), key=lambda found: (found[0] not in best, *_resistance(*found))
    ):
        head = _node(board, text)
        board.push(text)
        lines.append([head, *_nodes(board, after, defence[1:] if text in best else ())])
        board.pop()
    board.pop()
    if not lines:
        return [first]
    main, *others = lines
    main[0].variations = [Variation(line) for line in others]
    return [first, *main]


def _node(board: Board, text: str) -> Node:
    route = board.parse_route(text)
    return Node(route, board.text(route))


def _resistance(reply: str, solution: Solution) -> tuple[int, int, str]:
    """By what replies are put in order, the longest resistance first."""
    depth = max(len(line) for line in solution.lines())
    return -depth, -len(solution), reply
