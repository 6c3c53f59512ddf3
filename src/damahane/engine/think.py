"""From a request to a thought: play the game over, search, put the answer in the board's terms."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from damahane.board import Board
from damahane.errors import GameError
from damahane.game import Game
from damahane.kernel.position import Flags, Words, flags_of, to_move, words
from damahane.movegen import Route
from damahane.rules import rule_set
from damahane.squares import Color

from .levels import Level
from .request import Answer, Limits, Request, Thought, Variation
from .stop import Stop

if TYPE_CHECKING:
    from .deepen import Found

ANSWER_NODES = 20_000
"""How many nodes a draw offer is worth."""
LEVEL_SCORE = 30
"""Hundredths of a man within which a position is level."""
OPENING_PLIES = 20
OPENING_PIECES = 24
FEW_PIECES = 8
QUIET_PLIES = 20
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


def _is_final(board: Board, route: Route) -> bool:
    """Whether a move can't be taken back: a capture, or a step forward of a man."""
    piece = board.piece_at(route.start)
    if route.captured:
        return True
    ranks = {board.shape.coordinates[square][1] for square in route.stops}
    return piece is not None and not piece.is_king and len(ranks) > 1


def _replay(request: Request) -> _Situation:
    """Play the moves of a request.

    Raises:
        RulesError, FenError, MoveError: the request names what there is not.
        GameError: the game is over.
    """
    rules = rule_set(request.rules)
    flags = flags_of(rules)
    game = Game(rules, request.fen)
    board = game.board
    past = [words(board)]
    for text in request.moves:
        route = game.play(text)
        if _is_final(board, route):
            past.clear()
        board.push(route)
        past.append(words(board))
    if game.outcome is not None:
        raise GameError(
            f"nothing to think about: the game is over ({game.outcome.termination.value}) "
            f"in {board.fen()}"
        )
    return _Situation(board, flags, tuple(past))


def _search(
    situation: _Situation,
    limits: Limits,
    noise: int = 0,
    seed: int = 0,
    *,
    lines: int = 1,
    threads: int = 1,
    on_depth: Callable[[Found], object] | None = None,
    stop: Stop | None = None,
) -> Found:
    """See `deepen`, which is imported here since it compiles the search."""
    from .deepen import Task, deepen

    clock = situation.board.quiet_clock
    task = Task(situation.flags, situation.past, clock, noise, seed)
    return deepen(task, limits, lines=lines, threads=threads, on_depth=on_depth, stop=stop)


def _limits(request: Request) -> tuple[Limits, int]:
    """The limits of a request with those of its level, and the level's noise."""
    limits, level = request.limits, request.level
    if level is None and limits == Limits():
        level = Level.HARD
    if level is None:
        return limits, 0
    nodes = level.strength.nodes if limits.nodes is None else limits.nodes
    return Limits(nodes, limits.depth, limits.seconds, limits.soft), level.strength.noise


def _texts(board: Board, line: list[tuple[int, int]]) -> tuple[str, ...]:
    """A line of kernel moves as full routes."""
    board = board.copy()
    texts = []
    for packed, captured in line:
        move = to_move(packed, captured, board.turn)
        texts.append(board.text(move, full=True))
        board.push(move)
    return tuple(texts)


def think(
    request: Request,
    *,
    on_info: Callable[[Thought], object] | None = None,
    stop: Stop | None = None,
) -> Thought:
    """Find a good move.

    The same request has the same answer, apart from the seconds, unless it limits them or asks for
    more than one thread.

    Args:
        request: the game and the limits.
        on_info: told the thought so far after each depth, once it has taken `REPORT_AFTER`
            seconds; called in the thread that thinks.
        stop: ends the thought at once when it is set; it then answers with the best it has found.

    Raises:
        RulesError: there is no such rule set, or the engine does not play it.
        FenError: the FEN is not a position.
        MoveError: one of the moves is not legal.
        GameError: the game is over, or one of the moves was made after its end.
    """
    started = time.perf_counter()
    situation = _replay(request)

    def thought(found: Found) -> Thought:
        lines = tuple(
            Variation(score, _texts(situation.board, line)) for score, line in found.lines
        )
        seconds = time.perf_counter() - started
        best = lines[0]
        return Thought(best.pv[0], best.score, found.depth, found.nodes, seconds, best.pv, lines)

    def report(found: Found) -> None:
        if on_info is not None and time.perf_counter() - started >= REPORT_AFTER:
            on_info(thought(found))

    limits, noise = _limits(request)
    return thought(
        _search(
            situation, limits, noise, request.seed, lines=request.lines, threads=request.threads,
            on_depth=report, stop=stop,
        )
    )  # fmt: skip


def accept_draw(request: Request, color: Color | None = None) -> Answer:
    """Answer a draw offer as `color`, by default the side that is not to move.

    Accepted where the position is worse by more than `LEVEL_SCORE`, or level with few pieces left
    or a long time without progress; never in the opening. The request's level and limits don't
    matter.

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
        return Answer(accept=False, score=score)
    exhausted = pieces <= FEW_PIECES or board.quiet_clock > QUIET_PLIES
    return Answer(accept=score < -LEVEL_SCORE or (exhausted and score <= LEVEL_SCORE), score=score)
