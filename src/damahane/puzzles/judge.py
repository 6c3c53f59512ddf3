"""The judge of a puzzle: whether a move still wins in time, and the best defence against it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from damahane.board import Board
from damahane.movegen import Move

from .prover import Prover


class Ruling(Enum):
    """What a move is worth to somebody who has to win within so many moves."""

    WON = "won"
    """It has won."""
    RIGHT = "right"
    """It wins in time against every defence."""
    SLOW = "slow"
    """It wins, but a move late."""
    REFUTED = "refuted"
    """There is a defence."""
    LOSES = "loses"
    """There is an answer that wins."""
    DRAWS = "draws"
    """It makes a draw, or there is an answer that does."""

    @property
    def is_right(self) -> bool:
        """Whether whoever made the move has won, or still does in time."""
        return self in (Ruling.WON, Ruling.RIGHT)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says of a move.

    Attributes:
        ruling: what it is worth.
        move: the move.
        reply: the answer of the defence; None where the game is over, or the move was the last.
    """

    ruling: Ruling
    move: Move
    reply: Move | None = None

    @property
    def is_right(self) -> bool:
        """Whether whoever made it has won, or still does in time."""
        return self.ruling.is_right


class Judge:
    """Judges moves in puzzles, and answers them with the best defence.

    >>> board = Board.from_fen("W:WKa1,Kb3,Kd4:BKh8")
    >>> judge = Judge(Prover("dama"))
    >>> verdict = judge.judge(board, board.parse("b3-b1"), 4)
    >>> verdict.ruling, verdict.is_right
    (<Ruling.RIGHT: 'right'>, True)
    >>> judge.judge(board, board.parse("a1-a2"), 4).ruling
    <Ruling.REFUTED: 'refuted'>
    """

    def __init__(self, prover: Prover) -> None:
        """Make a judge.

        Args:
            prover: what proves; of the rules of the puzzles.
        """
        self._prover = prover

    def judge(self, board: Board, move: Move, moves: int) -> Verdict:
        """Judge a move of the side to move.

        Args:
            board: the position.
            move: a legal move of it.
            moves: within how many own moves it is to win, this one included, 1 or more.

        Raises:
            MoveError: the move is not legal.
            ProverError: the position has more captures than can be looked at.
        """
        after = board.copy()
        move = after.push(move)
        outcome = after.outcome()
        if outcome is not None:
            won = outcome.winner is board.turn
            return Verdict(Ruling.WON if won else Ruling.DRAWS, move)
        defences = [self._defence(after, reply, moves - 1) for reply in list(after.legal_moves)]
        best = max(defences, key=lambda defence: defence.rank)
        ruling = best.ruling(moves - 1)
        return Verdict(ruling, move, None if moves == 1 else best.reply)

    def _defence(self, after: Board, reply: Move, moves: int) -> _Defence:
        """What a reply is worth to the defence, with so many own moves of the other side left."""
        text = after.text(reply, full=True)
        board = after.copy()
        board.push(reply)
        outcome = board.outcome()
        if outcome is not None:
            return _Defence(reply, text, 0, 0, ends=1 + (outcome.winner is after.turn))
        distance = self._prover.distance(board, moves + 1) or moves + 2
        winning = len(self._prover.keys(board, moves)) if 0 < distance <= moves else 0
        return _Defence(reply, text, distance, winning)


@dataclass(frozen=True, slots=True)
class _Defence:
    """A reply, and how good it is.

    Attributes:
        reply: the reply.
        text: as it is written, so that the choice among equals is always the same.
        distance: within how many own moves the other side wins then; one more than was looked at
            where it does not.
        winning: how many moves of the other side win in time then.
        ends: 0 where the game goes on, 1 where the reply draws, 2 where it wins.
    """

    reply: Move
    text: str
    distance: int
    winning: int
    ends: int = 0

    @property
    def rank(self) -> tuple[int, int, int, int, str]:
        """The longest resistance first, then the fewest moves that win, then the most taken."""
        return self.ends, self.distance, -self.winning, len(self.reply.captured), self.text

    def ruling(self, moves: int) -> Ruling:
        """What it makes of the move before it."""
        if self.ends:
            return Ruling.LOSES if self.ends > 1 else Ruling.DRAWS
        if self.distance <= moves:
            return Ruling.RIGHT
        return Ruling.SLOW if self.distance == moves + 1 else Ruling.REFUTED
