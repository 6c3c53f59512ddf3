"""Looking back at a game: what each move cost, which were mistakes, and what was better."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from enum import Enum

from damahane.board import Board
from damahane.game import Huff
from damahane.squares import Color

from .advice import MoveReason, explain
from .request import Limits, Request, Thought, make
from .score import DECIDED, WIN, one_ply_earlier, win_distance, winning_chance
from .think import think

REVIEW_NODES = 100_000
"""How many nodes each position is worth, unless the request has limits."""
MISTAKE = 0.08
"""The chance of winning that a mistake costs; from a level position, about a third of a man."""
BLUNDER = 0.15
"""The chance of winning that a blunder costs; from a level position, nearly a man."""
SHORT_WIN = 5
"""Plies within which a win is missed even where the move leaves enough to win later."""
SURELY_WON = 0.95
CLEAR = 1_500
"""Hundredths of a man from which on more makes no difference to what a move costs."""


class Mark(Enum):
    """What is wrong with a move; the worst that applies."""

    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_WIN = "missed_win"
    """There was a forced win, and it was let go."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is thought of a move that was played.

    Attributes:
        ply: which move of the game it is, from 0.
        color: who played it.
        move: the move, as it is in the request.
        best: the best move, as a full route; the move itself where none is better.
        line: the play expected after the best move, that first, as full routes.
        best_score: the value of the best move for the side that moved, in hundredths of a man; a
            win in n plies is 100,000 - n.
        score: the value of the move that was played.
        loss: what the move cost, in hundredths of a man; what lies beyond `CLEAR` counts no more.
        chance_lost: what it cost of the chance of winning, from 0 to 1.
        reply: the play expected after the move that was played, as full routes; empty where it
            ended the game.
        mark: what is wrong with it; None for a move that is good enough.
        reason: what the best move is good for, where the move has a mark.
        allows: what the other side's best reply is good for, where the move has a mark.
    """

    ply: int
    color: Color
    move: str
    best: str
    line: tuple[str, ...]
    best_score: int
    score: int
    loss: int
    chance_lost: float
    reply: tuple[str, ...]
    mark: Mark | None = None
    reason: MoveReason | None = None
    allows: MoveReason | None = None


def review(
    request: Request,
    *,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Judgement]:
    """Judge every move of a game.

    Each position is searched, and where a move seems to be a mistake, the one after the best move
    as well, so that both are looked at equally deeply.

    Args:
        request: the game, finished or not; its limits hold for each position, `REVIEW_NODES` if
            there are none. Its level does not matter.
        executor: searches the positions, several at once; by default one after another, here.
        progress: told how many positions have been searched and how many there are to search, as
            far as is known.

    Raises:
        The errors of `think`, but for a game that is over in the end.
    """
    limits = Limits(nodes=REVIEW_NODES) if request.limits == Limits() else request.limits
    request = replace(request, level=None, limits=limits)
    game = _Game.of(request)
    counter = _Counter(len(game.counts), progress)
    asked = [replace(request, moves=request.moves[:count]) for count in game.counts]
    thoughts = list(_think(asked, executor, counter))
    judgements = [
        game.judge(ply, thoughts[ply], thoughts[ply + 1] if ply + 1 < len(thoughts) else None)
        for ply in range(len(game.texts))
    ]
    doubtful = [each for each in judgements if _mark(each) is not None]
    checks = [
        replace(request, moves=(*request.moves[: game.counts[each.ply]], each.best))
        for each in doubtful
        if not game.ends_with(each.ply, each.best)
    ]
    counter.expect(len(checks))
    found = iter(_think(checks, executor, counter))
    for each in doubtful:
        if not game.ends_with(each.ply, each.best):
            judgements[each.ply] = game.checked(each, next(found))
    return [game.marked(each) for each in judgements]


@dataclass(slots=True)
class _Counter:
    """Tells how many positions have been searched."""

    total: int
    progress: Callable[[int, int], object] | None
    done: int = 0

    def count(self) -> None:
        self.done += 1
        if self.progress is not None:
            self.progress(self.done, self.total)

    def expect(self, more: int) -> None:
        self.total += more


def _think(
    requests: Sequence[Request], executor: Executor | None, counter: _Counter
) -> Iterator[Thought]:
    thoughts: Iterable[Thought] = map(think, requests)
    if executor is not None:
        thoughts = executor.map(think, requests)
    for thought in thoughts:
        counter.count()
        yield thought


@dataclass(frozen=True, slots=True)
class _Game:
    """A game that is looked back at.

    Attributes:
        texts: its moves, without huffs.
        counts: for each position that is searched, those before each move and the last if the game
            goes on, how many moves and huffs lead to it; a huff belongs to the move before it.
        boards: the position before each move, and the last one.
        last: the value of the last position for its side to move, where the game ended there.
    """

    texts: tuple[str, ...]
    counts: tuple[int, ...]
    boards: tuple[Board, ...]
    last: int | None

    @classmethod
    def of(cls, request: Request) -> _Game:
        """Play it over."""
        game = request.begin()
        texts, counts, boards = list[str](), list[int](), list[Board]()
        for count, text in enumerate(request.moves):
            board = game.board
            if not isinstance(make(game, text), Huff):
                texts.append(text)
                counts.append(count)
                boards.append(board)
        boards.append(game.board)
        last = _final_score(boards[-1])
        if last is None:
            counts.append(len(request.moves))
        return cls(tuple(texts), tuple(counts), tuple(boards), last)

    def ends_with(self, ply: int, move: str) -> bool:
        """Whether the game would be over after another move."""
        return _final_score(self._after(ply, move)) is not None

    def _after(self, ply: int, move: str) -> Board:
        board = self.boards[ply].copy()
        board.push(move)
        return board

    def judge(self, ply: int, thought: Thought, after: Thought | None) -> Judgement:
        """What the searches before and after a move say of it; none after the game's last."""
        board, text = self.boards[ply], self.texts[ply]
        score = one_ply_earlier(after.score if after else self.last or 0)
        reply = after.pv if after else ()
        is_best = board.parse(text) == board.parse(thought.move)
        if is_best or score >= thought.score:
            line = thought.pv if is_best else (text, *reply)
            return Judgement(ply, board.turn, text, text, line, score, score, 0, 0.0, reply)
        return Judgement(
            ply, board.turn, text, thought.move, thought.pv, thought.score, score,
            *_losses(thought.score, score), reply,
        )  # fmt: skip

    def checked(self, judgement: Judgement, after_best: Thought) -> Judgement:
        """A judgement with the best move looked at as deeply as the one that was played."""
        score = max(one_ply_earlier(after_best.score), judgement.score)
        loss, chance = _losses(score, judgement.score)
        line = (judgement.best, *after_best.pv)
        return replace(judgement, best_score=score, loss=loss, chance_lost=chance, line=line)

    def marked(self, judgement: Judgement) -> Judgement:
        """A judgement with its mark, and the reasons for the best move and the best reply."""
        mark = _mark(judgement)
        if mark is None:
            return judgement
        board = self.boards[judgement.ply]
        reason = explain(board, judgement.line, judgement.best_score)
        allows = None
        if judgement.reply:
            after = self.boards[judgement.ply + 1]
            allows = explain(after, judgement.reply, one_ply_earlier(judgement.score))
        return replace(judgement, mark=mark, reason=reason, allows=allows)


def _final_score(board: Board) -> int | None:
    """The value of a position in which the game is over; None where it is not."""
    outcome = board.outcome()
    if outcome is None:
        return None
    if outcome.winner is None:
        return 0
    return WIN if outcome.winner is board.turn else -WIN


def _losses(best: int, score: int) -> tuple[int, float]:
    """What a move cost in hundredths of a man and in chances of winning."""
    clipped = [max(-CLEAR, min(CLEAR, value)) for value in (best, score)]
    chance = winning_chance(best) - winning_chance(score)
    return max(clipped[0] - clipped[1], 0), max(chance, 0.0)


def _mark(judgement: Judgement) -> Mark | None:
    """What is wrong with a move."""
    distance = win_distance(judgement.best_score)
    if distance is not None and judgement.score <= DECIDED:
        is_spoilt = winning_chance(judgement.score) < SURELY_WON
        if distance <= SHORT_WIN or is_spoilt:
            return Mark.MISSED_WIN
    if judgement.chance_lost >= BLUNDER:
        return Mark.BLUNDER
    return Mark.MISTAKE if judgement.chance_lost >= MISTAKE else None
