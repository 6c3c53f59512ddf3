"""Looking at a position as a beginner does: what can be taken, and what is taken back then.

Nothing but captures is foreseen, and few of them; quiet moves are told apart by how far a man gets.
It needs no kernel and knows every rule set.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from damahane.board import Board
from damahane.movegen import Move, MoveGenerator, Route, generator
from damahane.squares import Color, Piece

from .choice import Candidate, is_gift
from .levels import Sight
from .score import WIN

MAN = 100
KING = 300
ADVANCE = 12
"""What a step forward is worth to a man at its last; less before."""
TIRED = -3
"""What a king's move is worth that takes nothing."""


@dataclass(slots=True)
class Glance:
    """Looks at the moves of one position.

    Attributes:
        board: the position.
        sight: how far is seen.
        rng: decides which chains are overlooked.
        nodes: how many positions may be looked at.
        looked: how many were.
    """

    board: Board
    sight: Sight
    rng: random.Random
    nodes: int
    looked: int = field(init=False, default=0)
    _generator: MoveGenerator = field(init=False)
    _balance: int = field(init=False)
    _overlooked: dict[Move, bool] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._generator = generator(self.board.rules)
        self._balance = _worth(self.board, self.board.turn) - _worth(
            self.board, self.board.turn.other
        )

    def candidates(self) -> list[Candidate]:
        """Every legal move, or as many as there are nodes for; at least one."""
        found: list[Candidate] = []
        overlooked: list[bool] = []
        for move in self.board.legal_moves:
            if self.looked >= self.nodes and found:
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
        cells, turn = self.board.cells, self.board.turn
        self.looked += 1
        gain = self._gain(cells, move, turn) + self._progress(move)
        after = self._generator.apply(cells, move, turn)
        replies = self._generator.routes(after, turn.other)
        if not replies:
            return Candidate(move, WIN - 1, WIN - 1, (move,)), False
        if not replies[0].captured:
            score = self._balance + gain
            return Candidate(move, score, score, (move,)), False
        loss, line = self._exchange(after, turn.other, self.sight.captures, replies)
        score = self._balance + gain - loss
        return Candidate(move, score, score, (move, *line)), self._overlooks(replies)

    def _overlooks(self, replies: list[Route]) -> bool:
        """Whether none of the chains is noticed; the same one is overlooked after every move."""
        blindness = self.sight.blindness
        chance = blindness[min(len(replies[0].captured), len(blindness)) - 1] / 100
        for move in {route.move: None for route in replies}:
            if move not in self._overlooked:
                self._overlooked[move] = self.rng.random() < chance
        return all(self._overlooked[route.move] for route in replies)

    def _exchange(
        self, cells: bytearray, turn: Color, depth: int, routes: list[Route]
    ) -> tuple[int, tuple[Move, ...]]:
        """What the side to move wins by the captures that are due, and by which."""
        best, best_line = -WIN, tuple[Move, ...]()
        for move in {route.move: None for route in routes}:
            self.looked += 1
            gain = self._gain(cells, move, turn)
            line: tuple[Move, ...] = ()
            if depth > 1 and self.looked < self.nodes:
                after = self._generator.apply(cells, move, turn)
                answers = self._generator.captures(after, turn.other)
                if answers:
                    loss, line = self._exchange(after, turn.other, depth - 1, answers)
                    gain -= loss
            if gain > best:
                best, best_line = gain, (move, *line)
        return best, best_line

    def _gain(self, cells: bytes | bytearray, move: Move, turn: Color) -> int:
        """What a move takes, and the worth of a new king."""
        taken = sum(KING if Piece(cells[square]).is_king else MAN for square in move.captured)
        crowns = not Piece(
            cells[move.start]
        ).is_king and move.end in self.board.rules.crowning_squares(turn)
        return taken + (KING - MAN) * crowns

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


def _worth(board: Board, color: Color) -> int:
    """What a side's pieces are worth."""
    kings, men = board.material(color)
    return KING * kings + MAN * men


def has_given_twice(board: Board, sight: Sight) -> bool:
    """Whether the last two moves of the side to move gave pieces away for nothing."""
    board = board.copy()
    for _ in range(2):
        if len(board.move_stack) < 2:
            return False
        board.pop()
        move = board.pop()
        clear = Sight(sight.captures, blindness=(0,))
        seen = Glance(board, clear, random.Random(0), nodes=5000).candidates()
        made = next((candidate for candidate in seen if candidate.move == move), None)
        if made is None or not is_gift(made, seen):
            return False
    return True
