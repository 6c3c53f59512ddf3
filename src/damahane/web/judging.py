"""Judging the moves of puzzles, in a process of its own: the page waits for no proof."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from damahane import Board, MoveError

from .workers import Report, WorkerGone, Workers

if TYPE_CHECKING:
    from damahane.puzzles.bank import Puzzle, Solution
    from damahane.puzzles.judge import Judge, Ruling

PATIENCE: Final = 15.0  #: seconds; whoever asks gives up a little later


@dataclass(frozen=True, slots=True)
class Judged:
    """What the judge says of a line.

    Attributes:
        line: the moves before the last one that was judged, both sides', as full routes.
        move: that move: as a full route, or as it was given where it is no legal move.
        ruling: what it is worth; None where it is no legal move.
        reply: the answer of the defence, as a full route.
    """

    line: tuple[str, ...]
    move: str
    ruling: Ruling | None = None
    reply: str | None = None

    @property
    def is_right(self) -> bool:
        """Whether it has won, or still does in time."""
        return self.ruling is not None and self.ruling.is_right


@dataclass(frozen=True, slots=True)
class JudgeLine:
    """Judges moves one after the other, each answered by the best defence, up to a wrong one.

    Attributes:
        fen: the position of the puzzle.
        moves: within how many own moves it is to be won.
        line: what has been played and judged already, both sides', as full routes.
        own: the moves to judge, as text.
    """

    fen: str
    moves: int
    line: tuple[str, ...]
    own: tuple[str, ...]

    def __call__(self, _report: Report) -> Judged:
        """Judge them."""
        from damahane.puzzles.judge import Ruling

        board, line = Board.from_fen(self.fen, "dama"), [*self.line]
        for text in line:
            board.push(text)
        for number, text in enumerate(self.own, 1):
            try:
                route = board.parse_route(text)
            except MoveError:
                return Judged(tuple(line), text)
            verdict = _judge().judge(board, route.move, self.moves - len(line) // 2)
            move, reply = board.text(route, full=True), None
            board.push(route)
            if verdict.reply is not None:
                reply = board.text(verdict.reply, full=True)
            if verdict.ruling is not Ruling.RIGHT or reply is None or number == len(self.own):
                return Judged(tuple(line), move, verdict.ruling, reply)
            board.push(reply)
            line += [move, reply]
        raise AssertionError("a line has a last move")


@dataclass(frozen=True, slots=True)
class Defend:
    """Finds the best defence against a solution, as it is met by whoever plays that.

    Attributes:
        fen: the position of the puzzle.
        moves: within how many own moves it is won.
        solution: what wins.
    """

    fen: str
    moves: int
    solution: Solution

    def __call__(self, _report: Report) -> tuple[str, ...]:
        """The replies, as the solution has them."""
        board, solution, replies = Board.from_fen(self.fen, "dama"), self.solution, list[str]()
        while solution.replies:
            move = board.parse(solution.move)
            verdict = _judge().judge(board, move, self.moves - len(replies))
            board.push(move)
            best = next(text for text in solution.replies if board.parse(text) == verdict.reply)
            board.push(best)
            replies.append(best)
            solution = solution.replies[best]
        return tuple(replies)


@cache
def _judge() -> Judge:
    """The judge of this process, which remembers what it has proved."""
    from damahane.puzzles.judge import Judge
    from damahane.puzzles.prover import Prover

    return Judge(Prover("dama"))


def get_ready(_report: Report) -> None:
    """Load what the first judgement would have to wait for."""
    _judge().judge(board := Board(), next(iter(board.legal_moves)), 1)


class Referee:
    """Has lines judged."""

    def __init__(self) -> None:
        self._workers = Workers(1)
        self._defences: dict[str, tuple[str, ...]] = {}

    async def judge(self, fen: str, moves: int, line: Sequence[str], own: Sequence[str]) -> Judged:
        """Judge moves (see `JudgeLine`).

        Raises:
            WorkerGone: the judge keeps ending.
            TimeoutError: it says nothing.
        """
        work = JudgeLine(fen, moves, tuple(line), tuple(own))
        return await asyncio.wait_for(self._workers.do(work), PATIENCE)

    async def defence(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The best defence against a puzzle's solution; empty where the judge is not to be had."""
        if puzzle.id not in self._defences:
            work = Defend(puzzle.fen, puzzle.moves, puzzle.solution)
            try:
                found = await asyncio.wait_for(self._workers.do(work), PATIENCE)
            except (WorkerGone, TimeoutError):
                return ()
            self._defences[puzzle.id] = found
        return self._defences[puzzle.id]

    def prepare(self) -> None:
        """Be ready by the time that somebody has found a move."""
        self._workers.prepare(get_ready)

    async def close(self) -> None:
        """Send the judge home."""
        await self._workers.close()
