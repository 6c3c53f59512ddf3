"""Proofs of wins: whether, by which moves, and what against each defence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from damahane.board import Board
from damahane.endgame.shipped import shipped
from damahane.endgame.terms import terms_of
from damahane.errors import DamahaneError
from damahane.kernel.moves import HEADER
from damahane.kernel.position import words
from damahane.movegen import Move
from damahane.outcome import Outcome
from damahane.rules import RuleSet, rule_set

from . import proof

MOST_MOVES = proof.MOST_MOVES
"""Own moves within which a win can be asked for."""


class ProverError(DamahaneError):
    """A question that the prover cannot answer."""


@dataclass(frozen=True, slots=True)
class Winning:
    """A move that wins, and what wins against each reply.

    Attributes:
        move: the move.
        moves: within how many own moves it wins, this one included; no defence holds out longer.
        others: the other moves that win within the moves that were left here, as good or slower.
        replies: each reply and what wins against it; empty where the game is over.
    """

    move: Move
    moves: int
    others: tuple[Move, ...]
    replies: tuple[tuple[Move, Winning], ...]

    def __len__(self) -> int:
        """How many positions the tree has in which the winner is to move."""
        return 1 + sum(len(winning) for _, winning in self.replies)

    def lines(self, board: Board) -> Iterator[tuple[str, ...]]:
        """Every line of the tree as full routes, played from the position it is of."""
        board = board.copy()
        own = board.text(self.move, full=True)
        board.push(self.move)
        if not self.replies:
            yield (own,)
        for reply, winning in self.replies:
            text = board.text(reply, full=True)
            board.push(reply)
            for line in winning.lines(board):
                yield (own, text, *line)
            board.pop()


@dataclass(frozen=True, slots=True)
class Proof:
    """A proved win.

    Attributes:
        moves: within how many own moves the side to move wins; it cannot in fewer.
        keys: every first move that does so.
        tree: the whole solution, with the first of them.
    """

    moves: int
    keys: tuple[Move, ...]
    tree: Winning

    @property
    def is_unique(self) -> bool:
        """Whether only one first move wins in time."""
        return len(self.keys) == 1


class Prover:
    """Proves wins of a rule set of the orthogonal board.

    What it says is exact: every move and every reply is searched. It keeps what it has found out,
    so one prover for many questions is faster; it is for one thread.

    >>> board = Board.from_fen("W:WKa1,Kb3,Kd4:BKh8")
    >>> prover = Prover("dama")
    >>> prover.wins(board, 3), prover.wins(board, 4)
    (False, True)
    >>> proof = prover.prove(board, 4)
    >>> proof.moves, proof.is_unique, board.text(proof.tree.move)
    (4, False, 'b3-b1')

    Attributes:
        rules: the rule set.
    """

    def __init__(
        self, rules: RuleSet | str = "dama", *, tables: bool = True, positions: int = 1 << 16
    ) -> None:
        """Make a prover.

        Args:
            rules: the rule set.
            tables: use the endgame tables that come with the package, if there are any of these
                rules; the answers are the same without.
            positions: how many positions to remember; 40 bytes each.

        Raises:
            RulesError: the rule set is not of the orthogonal board.
            ValueError: `positions` is less than 1.
        """
        if positions < 1:
            raise ValueError(f"positions={positions}; expected 1 or more")
        self.rules = rule_set(rules)
        terms = terms_of(self.rules)
        self._words = np.zeros(proof.WORDS_SIZE, dtype=np.uint64)
        self._memory = np.zeros(positions * proof.ENTRY, dtype=np.uint64)
        self._numbers = np.zeros(proof.NUMBERS_SIZE, dtype=np.int64)
        self._numbers[proof.HALF_TURN] = terms.half_turn
        self._numbers[proof.ONE_EACH] = terms.one_each
        self._numbers[proof.CLOCK_LIMIT] = terms.clock_limit
        self._numbers[proof.SIDEWAYS_RESETS] = terms.sideways_resets
        found = shipped(self.rules) if tables else None
        if found is None:
            self._tables: tuple[np.ndarray, np.ndarray, np.ndarray] = (
                np.zeros(1, dtype=np.uint8),
                np.zeros((1, 5), dtype=np.int64),
                np.zeros(1, dtype=np.int32),
            )
        else:
            self._tables = (found.values, found.places, found.lookup)
            self._numbers[proof.MOST_PIECES] = found.pieces

    @property
    def nodes(self) -> int:
        """Positions looked at so far in which the winner was to move."""
        return int(self._numbers[proof.NODES])

    def wins(self, board: Board, moves: int) -> bool:
        """Whether the side to move wins within so many of its own moves.

        The board's count without progress is looked at, its repetitions are not.

        Raises:
            ProverError: the board is of other rules, or has a position with too many captures.
            ValueError: `moves` is out of range.
        """
        if board.rules != self.rules:
            raise ProverError(f"a prover of {self.rules.id!r} asked about {board.rules.id!r}")
        if not 1 <= moves <= MOST_MOVES:
            raise ValueError(f"moves={moves}; expected 1 to {MOST_MOVES}")
        self._numbers[proof.TOO_MANY] = 0
        won = bool(
            proof.wins_within(
                *(np.uint64(word) for word in words(board)), moves, board.quiet_clock, HEADER,
                self._words, self._memory, self._numbers, *self._tables,
            )
        )  # fmt: skip
        if self._numbers[proof.TOO_MANY]:
            raise ProverError(f"{board.fen()} leads to more than {proof.ROOM} captures")
        return won

    def distance(self, board: Board, most: int) -> int | None:
        """Within how many own moves the side to move wins, or None where that is more than `most`.

        Raises:
            The errors of `wins`.
        """
        return next((moves for moves in range(1, most + 1) if self.wins(board, moves)), None)

    def keys(self, board: Board, moves: int) -> tuple[Move, ...]:
        """Every move that wins within so many own moves, itself included.

        Raises:
            The errors of `wins`.
        """
        if board.outcome() is not None:
            return ()
        return tuple(m for m in list(board.legal_moves) if self._keeps(board, m, moves))

    def _keeps(self, board: Board, move: Move, moves: int) -> bool:
        """Whether a move wins within so many own moves, itself included."""
        board = board.copy()
        board.push(move)
        outcome = board.outcome()
        if outcome is not None:
            return _is_won(outcome, board)
        if moves == 1:
            return False
        for reply in list(board.legal_moves):
            board.push(reply)
            won = board.outcome() is None and self.wins(board, moves - 1)
            board.pop()
            if not won:
                return False
        return True

    def prove(self, board: Board, most: int) -> Proof | None:
        """Prove the shortest win, if there is one within `most` own moves.

        Raises:
            The errors of `wins`.
        """
        if board.outcome() is not None:
            return None
        moves = self.distance(board, most)
        if moves is None:
            return None
        keys = self.keys(board, moves)
        return Proof(moves, keys, self._tree(board, keys, moves))

    def _tree(self, board: Board, keys: tuple[Move, ...], moves: int) -> Winning:
        """The tree below the first of some moves that win in time."""
        board = board.copy()
        board.push(keys[0])
        replies = []
        if board.outcome() is None:
            for reply in list(board.legal_moves):
                board.push(reply)
                # A reply against which nothing wins would not be here.
                distance = self.distance(board, moves - 1) or moves - 1
                best = self.keys(board, distance)
                rest = tuple(m for m in self.keys(board, moves - 1) if m not in best)
                replies.append((reply, self._tree(board, best + rest, distance)))
                board.pop()
        return Winning(keys[0], moves, keys[1:], tuple(replies))

    def distances(self, positions: npt.NDArray[np.uint64], most: int) -> npt.NDArray[np.int8]:
        """Within how many own moves the side to move wins each of many positions.

        Args:
            positions: the words of each (see `kernel.position.words`), uint64, (positions, 4); no
                plies without progress have been made.
            most: own moves, 1 to `MOST_MOVES`.

        Returns:
            The moves, 0 where it is no win within `most`, -1 where there are too many captures to
            tell, int8, (positions,).

        Raises:
            ValueError: `most` is out of range.
        """
        if not 1 <= most <= MOST_MOVES:
            raise ValueError(f"most={most}; expected 1 to {MOST_MOVES}")
        results = np.zeros(len(positions), dtype=np.int8)
        proof.distances_of(
            np.ascontiguousarray(positions), most, self._words, self._memory, self._numbers,
            *self._tables, results,
        )  # fmt: skip
        return results

    def key_counts(
        self, positions: npt.NDArray[np.uint64], moves: npt.NDArray[np.int8]
    ) -> npt.NDArray[np.int8]:
        """How many first moves win each of many positions in time.

        Args:
            positions: as for `distances`.
            moves: within how many own moves each is to be won, 0 for those not asked about, int8,
                (positions,).

        Returns:
            0, 1, or 2 for two or more; -1 where there are too many captures to tell, int8,
            (positions,).

        Raises:
            ValueError: a number of moves is out of range.
        """
        if len(moves) and not 0 <= int(moves.min()) <= int(moves.max()) < MOST_MOVES:
            raise ValueError(
                f"moves from {moves.min()} to {moves.max()}; expected 0 to {MOST_MOVES - 1}"
            )
        results = np.zeros(len(positions), dtype=np.int8)
        proof.keys_of(
            np.ascontiguousarray(positions), np.ascontiguousarray(moves), self._words,
            self._memory, self._numbers, *self._tables, results,
        )  # fmt: skip
        return results


def _is_won(outcome: Outcome, board: Board) -> bool:
    """Whether the side that has just moved has won."""
    return outcome.winner is board.turn.other
