"""Looking at a position as a beginner does: what can be taken, and what is taken back then.

Nothing but captures is foreseen, and few of them; quiet moves are told apart by how far a man gets.
It needs no kernel and knows every rule set.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from damahane.board import Board
from damahane.movegen import Move, Route
from damahane.squares import Color, Piece

from .choice import Candidate, is_gift
from .exchange import Exchanges, worth
from .levels import Sight
from .score import WIN

ADVANCE = 12
"""What a man's last step forward is worth; the ones before less."""
TIRED = -3
"""What a king's move is worth that takes nothing."""
_ENOUGH = 5000
"""Positions that are looked at to judge a move that has been made."""


@dataclass(slots=True)
class Glance:
    """Looks at the moves of one position.

    Attributes:
        board: the position.
        sight: how far is seen.
        rng: decides which captures are overlooked.
        exchanges: plays the captures out, and counts positions.
    """

    board: Board
    sight: Sight
    rng: random.Random
    exchanges: Exchanges
    _balance: int = field(init=False)
    _overlooked: dict[Move, bool] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        pieces = self.board.pieces().values()
        own = worth(piece for piece in pieces if piece.color is self.board.turn)
        self._balance = 2 * own - worth(pieces)

    def candidates(self, moves: Iterable[Move] | None = None) -> list[Candidate]:
        """Every legal move or those given, or as many as there are nodes for; at least one."""
        found: list[Candidate] = []
        overlooked: list[bool] = []
        for move in self.board.legal_moves if moves is None else moves:
            if found and self.exchanges.looked >= self.exchanges.nodes:
                break
            candidate, is_overlooked = self._look(move)
            found.append(candidate)
            overlooked.append(is_overlooked)
        usual = sorted(candidate.score for candidate in found)[len(found) // 2]
        return [
            replace(each, seen=max(each.score, usual)) if is_overlooked else each
            for each, is_overlooked in zip(found, overlooked, strict=True)
        ]

    def _look(self, move: Move) -> tuple[Candidate, bool]:
        """Look at a move; whether what it allows is overlooked."""
        cells, turn, exchanges = self.board.cells, self.board.turn, self.exchanges
        exchanges.looked += 1
        after = exchanges.generator.apply(cells, move, turn)
        replies = exchanges.generator.routes(after, turn.other)
        if not replies:
            return Candidate(move, WIN - 1, WIN - 1, (move,)), False
        score = self._balance + exchanges.gain(cells, move, turn) + self._progress(move)
        if not replies[0].captured:
            return Candidate(move, score, score, (move,)), False
        loss, line = exchanges.best_of(after, turn.other, self.sight.captures, replies)
        score -= loss
        return Candidate(move, score, score, (move, *line)), self._overlooks(replies)

    def _overlooks(self, replies: list[Route]) -> bool:
        """Whether none of the captures is noticed; the same one is overlooked after every move."""
        blindness = self.sight.blindness
        chance = blindness[min(len(replies[0].captured), len(blindness)) - 1] / 100
        for route in replies:
            if route.move not in self._overlooked:
                self._overlooked[route.move] = self.rng.random() < chance
        return all(self._overlooked[route.move] for route in replies)

    def _progress(self, move: Move) -> int:
        """What a quiet move is worth to someone who wants to get on."""
        if move.captured:
            return 0
        if Piece(self.board.cells[move.start]).is_king:
            return TIRED
        shape = self.board.shape
        (_, before), (_, after) = (shape.coordinates[s] for s in (move.start, move.end))
        if before == after:
            return 0
        done = after if self.board.turn is Color.WHITE else shape.ranks - 1 - after
        return ADVANCE * done // shape.ranks


def has_given_twice(board: Board, sight: Sight) -> bool:
    """Whether the last two moves of the side to move gave pieces away for nothing."""
    board = board.copy()
    clear = replace(sight, blindness=(0,))
    for _ in range(2):
        if len(board.move_stack) < 2:
            return False
        board.pop()
        move = board.pop()
        exchanges = Exchanges(board.rules, _ENOUGH)
        seen = Glance(board, clear, random.Random(0), exchanges).candidates()
        made = next((candidate for candidate in seen if candidate.move == move), None)
        if made is None or not is_gift(made, seen):
            return False
    return True
