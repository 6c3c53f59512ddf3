"""The long work itself, as it runs in a process of `workers`: live lines, reviews, files."""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass
from typing import Final

from damahane import Board, Color, DamahaneError, FenError, PdnError, Piece, RuleSet
from damahane.engine import Idea, Judgement, Limits, MoveReason, Request, Thought, review, think
from damahane.engine.score import DECIDED
from damahane.pdn import GameRecord, read_games

from .analysis import (
    HUFF,
    MOST_NODES,
    LineModel,
    Place,
    ScoreModel,
    TreeModel,
    count,
    line_models,
    request_of,
    rules_of,
    score_model,
    stand,
    tree_model,
)
from .language import speaking
from .play import Refused, check
from .reasons import reason_text
from .state import Model, Side, side
from .workers import Ended, Report

MOST_GAMES: Final = 200
READING_SECONDS: Final = 8.0
_FEN: Final = re.compile(r"\s*[WB]\s*:[^\[\]{}]*", re.IGNORECASE)
_QUOTED: Final = 60


# Live lines


class LinesModel(Model):
    """What the engine thinks so far."""

    depth: int
    nodes: int
    seconds: float
    lines: tuple[LineModel, ...]


@dataclass(frozen=True, slots=True)
class Analyse:
    """Thinks aloud about a position; tells `LinesModel`s, and gives the last.

    Attributes:
        place: the position.
        lines: how many lines are wanted.
        seconds: how long to think.
        language: in which it says what is wrong.
    """

    place: Place
    lines: int
    seconds: float
    language: str

    def __call__(self, report: Report) -> LinesModel | None:
        """Think; None where the game is over.

        Raises:
            DamahaneError: there is no such position, or the engine does not play its rules.
        """
        try:
            with speaking(self.language):
                standing = stand(self.place)
                request = request_of(self.place, Limits(seconds=self.seconds), self.lines)
        except Refused as refused:  # it could not be sent through the pipe
            raise FenError(refused.refusal.text) from None
        board = standing.board
        if board.outcome() is not None:
            return None

        def tell(thought: Thought) -> None:
            if not report.stop.is_set:
                report.tell(_lines(board, thought))

        return _lines(board, think(request, on_info=tell, stop=report.stop))


def _lines(board: Board, thought: Thought) -> LinesModel:
    return LinesModel(
        depth=thought.depth,
        nodes=thought.nodes,
        seconds=round(thought.seconds, 3),
        lines=tuple(
            LineModel(score=score_model(line.score, board.turn), moves=line_models(board, line.pv))
            for line in thought.lines
        ),
    )


# Reviews


class ReasonModel(Model):
    """What a move is good for, as `damahane.engine.MoveReason` has it; `text` says it in words."""

    idea: str
    text: str = ""
    moves: int
    taken: tuple[int, ...]
    given: tuple[int, ...]
    squares: tuple[str, ...]


class JudgementModel(Model):
    """What is thought of a move; the line that was better only where there was one."""

    ply: int
    color: Side
    after: ScoreModel
    loss: float
    mark: str | None
    better: LineModel | None
    reason: ReasonModel | None
    allows: ReasonModel | None


class ReviewModel(Model):
    """A game looked back at: what the first position was worth, then each move."""

    start: ScoreModel
    judgements: tuple[JudgementModel, ...]


@dataclass(frozen=True, slots=True)
class LookBack:
    """Reviews a game; tells how many positions of how many are done."""

    request: Request

    def __call__(self, report: Report) -> ReviewModel:
        """Judge every move.

        Raises:
            DamahaneError: the engine does not play these rules.
            Ended: it was told to end.
        """
        found = review(self.request, progress=lambda done, total: report.tell((done, total)))
        game = self.request.begin()
        boards = []
        for text in self.request.moves:
            if text.startswith(HUFF):
                game.huff(game.rules.shape.square(text.removeprefix(HUFF)))
            else:
                boards.append(game.board)
                game.play(text)
        start = score_model(found[0].best_score, found[0].color)
        judgements = tuple(_judgement(boards[each.ply], each) for each in found)
        return ReviewModel(start=start, judgements=judgements)


def _judgement(board: Board, judgement: Judgement) -> JudgementModel:
    turn, better = judgement.color, None
    if judgement.best != judgement.move:
        moves = line_models(board, judgement.line)
        better = LineModel(score=score_model(judgement.best_score, turn), moves=moves)
    return JudgementModel(
        ply=judgement.ply,
        color=side(turn),
        after=_after(judgement.score, turn),
        loss=judgement.loss / 100,
        mark=judgement.mark.value if judgement.mark else None,
        better=better,
        reason=_reason(judgement.reason, board),
        allows=_reason(judgement.allows, board),
    )


def _after(score: int, color: Color) -> ScoreModel:
    """What a move was worth to its side, as the position after it."""
    if abs(score) > DECIDED:  # the win is a ply nearer
        score += int(math.copysign(1, score))
    return score_model(-score, color.other)


def _reason(reason: MoveReason | None, board: Board) -> ReasonModel | None:
    if reason is None:
        return None
    return ReasonModel(
        idea=reason.idea.value,
        moves=reason.moves,
        taken=tuple(piece.value for piece in reason.taken),
        given=tuple(piece.value for piece in reason.given),
        squares=tuple(board.shape.usual(square) for square in reason.squares),
    )


def told(reason: ReasonModel, rules: RuleSet) -> str:
    """What a move is good for, in the language to speak now."""
    found = MoveReason(
        Idea(reason.idea),
        moves=reason.moves,
        taken=tuple(Piece(code) for code in reason.taken),
        given=tuple(Piece(code) for code in reason.given),
        squares=tuple(rules.shape.square(name) for name in reason.squares),
    )
    return reason_text(found, rules)


def spoken(review: ReviewModel, rules: RuleSet) -> ReviewModel:
    """A review with its reasons in the language to speak now."""
    judgements = []
    for each in review.judgements:
        reasons = {"reason": each.reason, "allows": each.allows}
        said = {
            name: reason.model_copy(update={"text": told(reason, rules)})
            for name, reason in reasons.items()
            if reason is not None
        }
        judgements.append(each.model_copy(update=said))
    return review.model_copy(update={"judgements": tuple(judgements)})


# Files


class DamageModel(Model):
    """Where a file is damaged and what is wrong; `shown` is the place itself."""

    line: int
    column: int
    message: str
    shown: str


class FileModel(Model):
    """The games of a file up to its first damage, if there is any."""

    games: tuple[TreeModel, ...]
    damage: DamageModel | None
    more: bool


@dataclass(frozen=True, slots=True)
class ReadFile:
    """Reads games, or a single position.

    Attributes:
        text: a PDN or a FEN.
        rules: the rule set of games that do not name theirs.
        huffing: whether these have huffing.
        language: in which rules are named.
    """

    text: str
    rules: str
    huffing: bool
    language: str

    def __call__(self, report: Report) -> FileModel:
        """Read as much as there is time for.

        Raises:
            Ended: it was told to end.
        """
        with speaking(self.language):
            return self._read(report)

    def _read(self, report: Report) -> FileModel:
        rules = rules_of(self.rules, huffing=self.huffing)
        if _FEN.fullmatch(self.text):
            return self._position()
        games: list[TreeModel] = []
        until, nodes, damage, more = time.monotonic() + READING_SECONDS, 0, None, False
        try:
            for record in read_games(self.text, rules):
                nodes += count(record.moves)
                if report.stop.is_set:
                    raise Ended
                over = nodes > MOST_NODES or time.monotonic() > until
                if games and (over or len(games) == MOST_GAMES):
                    more = True
                    break
                check(record.board())
                games.append(tree_model(record))
        except PdnError as error:
            damage = self._damage(error)
        except (DamahaneError, Refused) as error:
            damage = self._damage(PdnError(str(error), 1, 1))
        return FileModel(games=tuple(games), damage=damage, more=more)

    def _position(self) -> FileModel:
        record = GameRecord({}, rules_of(self.rules, huffing=self.huffing))
        record.tags |= {"SetUp": "1", "FEN": self.text.strip(), "Result": "*"}
        try:
            check(record.board())
            return FileModel(games=(tree_model(record),), damage=None, more=False)
        except (DamahaneError, Refused) as error:
            damage = self._damage(PdnError(str(error), 1, 1))
            return FileModel(games=(), damage=damage, more=False)

    def _damage(self, error: PdnError) -> DamageModel:
        lines = self.text.splitlines() or [""]
        line = lines[min(error.line, len(lines)) - 1]
        start = max(0, error.column - 1 - _QUOTED // 3)
        shown = ("…" if start else "") + line[start : start + _QUOTED]
        if start + _QUOTED < len(line):
            shown += "…"
        return DamageModel(line=error.line, column=error.column, message=error.message, shown=shown)
