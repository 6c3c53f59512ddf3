"""Random games by the million, as arrays.

The games are played by the compiled kernel on several threads; nothing is made in Python for each
game or move. It needs numpy and Numba, and is imported by its own name:

>>> from damahane.batch import playouts
>>> played = playouts("dama", 1000, plies=60, seed=7)
>>> played.words.shape, int(played.plies.max())
((1000, 4), 60)
>>> played.outcome(0).result, played.board(0).ply
('0-1', 44)
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .board import Board
from .fen import Position, format_fen
from .kernel import playing
from .kernel.moves import HEADER
from .kernel.position import ENDING_COLUMNS, PROGRESS, cells, ending_rows, game_of, words
from .outcome import Outcome, Termination
from .rules import RuleSet, rule_set
from .squares import Color

_ROOM: Final = 2048
_CHUNK: Final = 500
#: What the numbers in `Playouts.terminations` stand for; 0 is a game that goes on.
TERMINATIONS: Final = (
    None,
    Termination.NO_PIECES,
    Termination.NO_MOVES,
    Termination.ONE_EACH,
    Termination.REPETITION,
    Termination.NO_PROGRESS,
    Termination.ENDING,
)


@dataclass(frozen=True, slots=True, eq=False)
class Playouts:
    """Random games.

    Words are those of `damahane.kernel.position.words`: own men, own kings, their men, their kings
    as the side to move sees them, one bit for each square.

    Attributes:
        rules: the rule set.
        first: the side that began.
        words: the last position of each game, uint64, (games, 4).
        turns: the side to move in it, uint8, a value of `Color`, (games,).
        plies: the plies played, int32, (games,).
        winners: 1 where White has won, -1 where Black has, else 0, int8, (games,).
        terminations: how each game ended, uint8, an index into `TERMINATIONS`, (games,).
        positions: every position of each game, uint64, (games, most plies + 1, 4), or None where
            they have not been kept. Behind a game's last position are zeros.
    """

    rules: RuleSet
    first: Color
    words: NDArray[np.uint64]
    turns: NDArray[np.uint8]
    plies: NDArray[np.int32]
    winners: NDArray[np.int8]
    terminations: NDArray[np.uint8]
    positions: NDArray[np.uint64] | None

    def __len__(self) -> int:
        return len(self.plies)

    def outcome(self, game: int) -> Outcome | None:
        """How a game ended, or None where it had not after the most plies."""
        termination = TERMINATIONS[self.terminations[game]]
        if termination is None:
            return None
        winner = {1: Color.WHITE, -1: Color.BLACK, 0: None}[int(self.winners[game])]
        return Outcome(termination, winner)

    def board(self, game: int, ply: int | None = None) -> Board:
        """A position of a game as a board, without its past.

        Args:
            game: the number of the game, from 0.
            ply: the plies before it; the last position by default.

        Raises:
            ValueError: only the last positions have been kept.
            IndexError: there is no such game or ply.
        """
        last = int(self.plies[game])
        ply = last if ply is None else ply
        if not 0 <= ply <= last:
            raise IndexError(f"game {game} has plies 0 to {last}, not {ply}")
        if ply < last and self.positions is None:
            raise ValueError(f"ply {ply} of game {game} has not been kept; ask for positions")
        found = self.words[game] if self.positions is None else self.positions[game, ply]
        turn = self.first if ply % 2 == 0 else self.first.other
        own_men, own_kings, their_men, their_kings = found.tolist()
        at = cells((own_men, own_kings, their_men, their_kings), turn, self.rules.shape)
        number = (ply + self.first) // 2 + 1
        position = Position(bytearray(at), turn, 0, number)
        return Board.from_fen(format_fen(position, self.rules, clocks=True), self.rules)


def playouts(
    rules: RuleSet | str,
    count: int,
    plies: int = 200,
    seed: int = 0,
    threads: int = 0,
    *,
    start: Board | None = None,
    positions: bool = False,
) -> Playouts:
    """Play random games: each move is drawn from the distinct legal moves, all equally likely.

    A game ends as `Board.outcome` says, draws by count and repetition included, or after `plies`.
    The same arguments give the same games, on however many threads.

    Args:
        rules: a rule set, or its id. Huffing is not played.
        count: how many games.
        plies: how long they are at most.
        seed: of the chance; any int.
        threads: how many to play on; 0 for one for each core.
        start: the position to begin with instead of the starting position. Counts and
            repetitions begin with it anew.
        positions: keep every position, which takes 32 bytes each.

    Raises:
        RulesError: there is no such rule set.
        ValueError: a number is negative, or the position is of another rule set.
    """
    rules = rule_set(rules)
    if min(count, plies, threads) < 0:
        raise ValueError(f"{count} games of {plies} plies on {threads} threads; expected 0 or more")
    if start is not None and start.rules != rules:
        raise ValueError(f"a position of {start.rules.id!r} for games of {rules.id!r}")
    board = Board(rules) if start is None else start
    begin = np.array(words(board), dtype=np.uint64)
    settings = _settings(rules, plies)
    endings = np.array(ending_rows(rules), dtype=np.int64).reshape(-1, ENDING_COLUMNS)
    final = np.zeros((count, 4), dtype=np.uint64)
    results = np.zeros((count, playing.RESULTS), dtype=np.int64)
    kept = np.zeros((count if positions else 0, plies + 1, 4), dtype=np.uint64)

    def run(first: int) -> None:
        last, room = min(first + _CHUNK, count), _ROOM
        path = np.zeros((plies + 1, 4), dtype=np.uint64)
        while first < last:
            buffer = np.zeros(HEADER + 3 * room, dtype=np.uint64)
            first += playing.play_many(
                begin, settings, endings, np.uint64(seed & 0xFFFFFFFFFFFFFFFF), first, buffer, room,
                path, final[first:last], results[first:last], kept[first:last],
            )  # fmt: skip
            room *= 8  # for the game it stopped at, if any

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for _ in pool.map(run, range(0, count, _CHUNK)):
            pass
    sign = 1 if board.turn is Color.WHITE else -1
    played = results[:, playing.PLIES]
    return Playouts(
        rules=rules,
        first=board.turn,
        words=final,
        turns=((played + board.turn) % 2).astype(np.uint8),
        plies=played.astype(np.int32),
        winners=(sign * results[:, playing.WINNER]).astype(np.int8),
        terminations=results[:, playing.STATUS].astype(np.uint8),
        positions=kept if positions else None,
    )


def _settings(rules: RuleSet, plies: int) -> NDArray[np.int64]:
    settings: NDArray[Any] = np.zeros(playing.SETTINGS, dtype=np.int64)
    settings[playing.GAME] = game_of(rules)
    settings[playing.MOST_PLIES] = plies
    settings[playing.REPETITION] = rules.repetition
    if rules.no_progress is not None:
        settings[playing.CLOCK_LIMIT] = rules.no_progress.plies
        settings[playing.CLOCK_PROGRESS] = PROGRESS[rules.no_progress.progress]
    return settings
