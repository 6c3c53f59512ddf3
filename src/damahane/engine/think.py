"""From a request to a thought: play the game over, search, put the answer in the board's terms."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from damahane.board import Board
from damahane.errors import GameError
from damahane.game import Huff
from damahane.kernel.position import Flags, Words, flags_of, to_move, words
from damahane.movegen import Move
from damahane.squares import Color

from .choice import Candidate
from .levels import Level
from .playing import Weighed, choose_at_level
from .request import TABLE_MIB, Answer, Limits, Request, Thought, Variation, make
from .score import DECIDED, WIN, one_ply_earlier
from .stop import Stop

if TYPE_CHECKING:
    from damahane.endgame.tables import Tables

    from .deepen import Found

ANSWER_NODES = 20_000
"""How many nodes a draw offer is worth."""
LEVEL_SCORE = 30
"""Hundredths of a man within which a position is level."""
LOST_SCORE = 150
"""Hundredths of a man by which a draw is welcome even in the opening."""
OPENING_PLIES = 20
OPENING_PIECES = 24
FEW_PIECES = 8
QUIET_PLIES = 20
TABLES_FROM = 16
"""Pieces on the board from which endgames are near enough for tables to be looked at."""
REPORT_AFTER = 0.05
"""Seconds of thinking before the first report of how far it is."""


@dataclass(frozen=True, slots=True)
class _Situation:
    """The position to think about and what of its past still matters.

    Attributes:
        past: the words of the positions since the last move that can't be taken back, oldest first,
            this one last.
    """

    board: Board
    flags: Flags
    past: tuple[Words, ...]

    def after(self, move: Move) -> _Situation:
        """The situation once a move has been made."""
        board = self.board.copy()
        past = () if board.is_progress(move) else self.past
        board.push(move)
        return _Situation(board, self.flags, (*past, words(board)))


def _replay(request: Request) -> _Situation:
    """Play the moves of a request.

    Raises:
        RulesError, FenError, MoveError, HuffError: the request names what there is not.
        GameError: the game is over.
    """
    game = request.begin()
    flags = flags_of(game.rules)
    board = game.board
    past = [words(board)]
    for text in request.moves:
        made = make(game, text)
        if isinstance(made, Huff):
            board = game.board
            past.clear()
        else:
            if board.is_progress(made.move):
                past.clear()
            board.push(made)
        past.append(words(board))
    if game.outcome is not None:
        raise GameError(
            f"nothing to think about: the game is over ({game.outcome.termination.value}) "
            f"in {board.fen()}"
        )
    if not board.legal_moves:
        raise GameError(f"nothing to think about: no move in {board.fen()}, only a huff")
    return _Situation(board, flags, tuple(past))


def _search(
    situation: _Situation,
    limits: Limits,
    *,
    lines: int = 1,
    threads: int = 1,
    table_mib: int = TABLE_MIB,
    tables: bool = True,
    on_depth: Callable[[Found], object] | None = None,
    stop: Stop | None = None,
    started: float | None = None,
) -> Found:
    """See `deepen`.

    It is imported here since it compiles the search. That takes no time off, nor does reading the
    endgame tables, which the first search near an ending does.
    """
    begun, board = time.perf_counter(), situation.board
    from .deepen import Task, deepen

    found = _tables(board) if tables else None
    if started is not None:
        started += time.perf_counter() - begun
    task = Task(situation.flags, situation.past, board.quiet_clock, board.ending_clock, found)
    return deepen(
        task, limits, lines=lines, threads=threads, table_mib=table_mib, on_depth=on_depth,
        stop=stop, started=started,
    )  # fmt: skip


def _tables(board: Board) -> Tables | None:
    """The endgame tables to search a position with."""
    from damahane.endgame.shipped import shipped

    return shipped(board.rules) if len(board.pieces()) <= TABLES_FROM else None


def _to_the_end(
    board: Board, line: Iterable[Move], score: int, tables: Tables | None
) -> list[Move]:
    """A line that wins or loses, continued where the search has stopped at the tables."""
    played, board = list(line), board.copy()
    if abs(score) <= DECIDED or tables is None:
        return played
    for move in played:
        board.push(move)
    while len(played) < WIN - abs(score) and board.outcome() is None:
        weighed = tables.moves(board)
        if not weighed or weighed[0].ending.value == 0:
            break
        played.append(board.push(weighed[0].move))
    return played


def _behind(situation: _Situation, move: Move, limits: Limits, stop: Stop | None) -> Weighed:
    """Search behind a move."""
    reply = situation.after(move)
    outcome = reply.board.outcome()
    if outcome is not None:
        score = 0 if outcome.winner is None else WIN - 1
        return Weighed(Candidate(move, score, score, (move,)), 1, None)
    # A level stays as strong as it is; who plays without fail would not be Medium.
    found = _search(reply, limits, tables=False, stop=stop)
    score = one_ply_earlier(found.score)
    line = (move, *_moves(reply.board, found.line))
    return Weighed(Candidate(move, score, score, line), found.nodes, found.depth)


def _moves(board: Board, line: Iterable[tuple[int, int]]) -> Iterator[Move]:
    """The moves of a line of the kernel's."""
    turn = board.turn
    for packed, captured in line:
        yield to_move(packed, captured, turn, board.shape)
        turn = turn.other


def _texts(board: Board, line: Iterable[Move]) -> tuple[str, ...]:
    """A line as full routes."""
    board = board.copy()
    texts = []
    for move in line:
        texts.append(board.text(move, full=True))
        board.push(move)
    return tuple(texts)


def think(
    request: Request,
    *,
    on_info: Callable[[Thought], object] | None = None,
    stop: Stop | None = None,
) -> Thought:
    """Find a good move, or one that a player of the request's level would choose.

    The same request has the same answer, apart from the seconds, unless it limits them or asks for
    more than one thread.

    Args:
        request: the game and the limits.
        on_info: told the thought so far after each depth, once it has taken `REPORT_AFTER`
            seconds; called in the thread that thinks. Levels below Hard report nothing.
        stop: ends the thought at once when it is set; it then answers with the best it has found.

    Raises:
        RulesError: there is no such rule set, or the engine does not play it.
        FenError: the FEN is not a position.
        MoveError: one of the moves is not legal.
        GameError: the game is over, or one of the moves was made after its end.
    """
    started = time.perf_counter()
    situation = _replay(request)
    strength = request.level.strength if request.level else Level.HARD.strength

    def thought(found: Found) -> Thought:
        board = situation.board
        tables = _tables(board) if request.tables else None
        lines = tuple(
            Variation(score, _texts(board, _to_the_end(board, _moves(board, line), score, tables)))
            for score, line in found.lines
        )
        seconds = time.perf_counter() - started
        best = lines[0]
        return Thought(best.pv[0], best.score, found.depth, found.nodes, seconds, best.pv, lines)

    def report(found: Found) -> None:
        if on_info is not None and time.perf_counter() - started >= REPORT_AFTER:
            on_info(thought(found))

    def behind(move: Move, limits: Limits) -> Weighed:
        return _behind(situation, move, limits, stop)

    limits = request.limits
    if strength.warmth:
        if limits.clock is not None:
            seconds = min(limits.seconds or limits.clock.share, limits.clock.share)
            limits = replace(limits, seconds=seconds, clock=None)
        chosen = choose_at_level(situation.board, limits, strength, request.seed, behind, stop)
        pv = _texts(situation.board, chosen.candidate.line)
        seconds = time.perf_counter() - started
        score = chosen.candidate.score
        lines = (Variation(score, pv),)
        return Thought(pv[0], score, chosen.depth, chosen.nodes, seconds, pv, lines)
    if limits.nodes is None and (request.level is not None or limits == Limits()):
        limits = replace(limits, nodes=strength.nodes)
    return thought(
        _search(
            situation, limits, lines=request.lines, threads=request.threads,
            table_mib=request.table_mib, tables=request.tables, on_depth=report, stop=stop,
            started=started,
        )
    )  # fmt: skip


def accept_draw(request: Request, color: Color | None = None) -> Answer:
    """Answer a draw offer as `color`, by default the side that is not to move.

    Accepted where the position is worse by more than `LEVEL_SCORE`, or level with few pieces left
    or a long time without progress; in the opening only where it is worse by more than
    `LOST_SCORE`. The request's level and limits don't matter.

    Raises:
        The errors of `think`.
    """
    situation = _replay(request)
    board = situation.board
    score = _search(situation, Limits(nodes=ANSWER_NODES)).score
    if color is not board.turn:
        score = -score
    pieces = len(board.pieces())
    if board.ply < OPENING_PLIES and pieces >= OPENING_PIECES:
        return Answer(accept=score < -LOST_SCORE, score=score)
    exhausted = pieces <= FEW_PIECES or board.quiet_clock > QUIET_PLIES
    return Answer(accept=score < -LEVEL_SCORE or (exhausted and score <= LEVEL_SCORE), score=score)
