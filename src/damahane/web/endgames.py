"""The endgame tables, asked by pages and programs: what a position and each move are worth."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, Literal

from fastapi import APIRouter, Query, Response
from pydantic import Field

from damahane import RULE_SETS, Board, Color, DamahaneError, Outcome
from damahane.movegen import Move
from damahane.rules import Material

from . import endgame_words, positions, words
from .analysis import cells_text
from .answers import RETRY, RefusalModel
from .api import RefusedModel
from .explain import Refusal
from .language import current, speaking
from .state import Model, PositionModel, RouteModel, Side, position, route_model, side
from .study import REFUSES, AskerOf, Study, StudyOf, sent
from .workers import Report, WorkerGone

if TYPE_CHECKING:  # only the process that looks endings up imports what is compiled
    from damahane.endgame.tables import Ending

router = APIRouter(prefix="/api")

MOST_PIECES: Final = 4
NO_TABLES: Final = "no_tables"
PATIENCE: Final = 45.0  # seconds; a process may have to be started first, and the tables opened
EndgameRules = Literal["dama", "ludoteka", "federation"]


class WorthModel(Model):
    """What a position is worth to the side to move, or a move to the side that makes it."""

    result: Literal["win", "draw", "loss"]
    winner: Side | None
    plies: int = Field(
        description="Moves of both sides to the end, if the winner takes the shortest way and the "
        "loser holds out longest; 0 for a draw."
    )
    moves: int = Field(description="The winner's own moves among them.")
    text: str = Field(description="The same in words.")


class WeighedModel(RouteModel):
    """A legal move with what it is worth, and the position it leads to.

    `cells` has a letter for each square: w and b are men, W and B kings.
    """

    text: str = Field(description="The move as it is written.")
    full: str = Field(description="The move with every stop of it.")
    worth: WorthModel
    fen: str = Field(description="The position after it.")
    turn: Side = Field(description="Who is to move then.")
    cells: str


class EndgameModel(PositionModel):
    """A position of the tables: its exact result, and that of each move, the best first."""

    rules: str
    worth: WorthModel
    in_time: bool = Field(
        description="False where so many plies without progress are counted in the position "
        "(`H` in its FEN) that a draw may come before the win."
    )
    note: str = Field(description="What the draw by count means for the result, in words.")
    over: str | None = Field(description="How the game has ended, where it is over here.")
    moves: tuple[WeighedModel, ...] = Field(
        description="Every legal move; none where the game is over."
    )


@dataclass(frozen=True, slots=True)
class Weigh:
    """Looks a position up, with all its moves. It must be one of the tables; see `outside`.

    Attributes:
        rules: the rule set.
        fen: the position.
        language: in which it is told.
    """

    rules: str
    fen: str
    language: str

    def __call__(self, _report: Report) -> EndgameModel:
        """Look it up.

        Raises:
            DamahaneError: the tables cannot be read, or the position is not in them.
        """
        with speaking(self.language):
            return _weighed(Board.from_fen(self.fen, self.rules))


def _weighed(board: Board) -> EndgameModel:
    from damahane.endgame.shipped import shipped

    outcome, moves, in_time, note = board.outcome(), [], True, ""
    if outcome is not None:
        worth = _ended(outcome, board)
    else:
        tables = shipped(board.rules)
        ending = None if tables is None else tables.probe(board)
        if tables is None or ending is None:
            raise DamahaneError(f"{board.fen()} is in no tables of {board.rules.id}")
        moves = [_move(board, move, after) for move, after in tables.moves(board) or ()]
        worth = _worth(ending, board.turn, _of_position(ending, board.turn))
        if ending.value:
            needed = min(ending.plies, tables.stretch or ending.plies)
            in_time = not tables.limit or board.quiet_clock + needed <= tables.limit
            note = _note(board.quiet_clock, tables.limit, in_time=in_time)
    over = None if outcome is None else words.ending(outcome, board, None)
    shown = position(board, over=outcome is not None)
    return EndgameModel.model_validate(
        {
            **shown.__dict__,
            "rules": board.rules.id,
            "worth": worth,
            "in_time": in_time,
            "note": note,
            "over": over,
            "moves": tuple(moves),
        }
    )


@dataclass(frozen=True, slots=True)
class Ledger:
    """All results of some material against other, as `damahane.endgame.report.Line` has them.

    Attributes:
        own: kings and men of the side to move.
        theirs: those of the other side.
        positions: how many positions there are.
        won: how many of them the side to move wins.
        lost: how many it loses.
        longest_win: the most plies to a win; 0 where there is none.
        longest_loss: the most plies to a loss; 0 where there is none.
        example: a position that takes so long, or empty.
    """

    own: Material
    theirs: Material
    positions: int
    won: int
    lost: int
    longest_win: int
    longest_loss: int
    example: str

    def share(self, number: int) -> float:
        """A number of positions as a part of all."""
        return number / self.positions


@dataclass(frozen=True, slots=True)
class Count:
    """Counts the results of a rule set."""

    rules: str

    def __call__(self, _report: Report) -> tuple[Ledger, ...]:
        """Count them.

        Raises:
            DamahaneError: the tables cannot be read.
        """
        from damahane.endgame.report import lines
        from damahane.endgame.shipped import shipped

        tables = shipped(self.rules)
        if tables is None:
            raise DamahaneError(f"there are no tables of {self.rules}")
        return tuple(
            Ledger(
                (line.signature.own_kings, line.signature.own_men),
                (line.signature.their_kings, line.signature.their_men),
                line.positions,
                line.won,
                line.lost,
                line.longest_win,
                line.longest_loss,
                line.example,
            )
            for line in lines(tables)
        )


_known: Final[dict[str, tuple[Ledger, ...]]] = {}


async def results(study: Study, rules: EndgameRules) -> tuple[Ledger, ...] | None:
    """The results of a rule set, counted when they are first wanted; None if that cannot be."""
    async with study.counting:  # whoever else wants them waits for the one who counts
        if rules not in _known:
            try:
                _known[rules] = await asyncio.wait_for(study.tables.do(Count(rules)), PATIENCE)
            except (TimeoutError, WorkerGone, DamahaneError):
                return None
    return _known[rules]


_RESULTS: Final[dict[int, Literal["win", "draw", "loss"]]] = {1: "win", 0: "draw", -1: "loss"}


def _move(board: Board, move: Move, ending: Ending) -> WeighedModel:
    """A move of a position with what it is worth to the side that makes it."""
    route, after = board.route(move), board.copy()
    after.push(move)
    return WeighedModel(
        **dict(route_model(route, board.shape.names)),
        text=board.text(move),
        full=board.text(route, full=True),
        worth=_worth(ending, board.turn, _of_move(ending)),
        fen=after.fen(),
        turn=side(after.turn),
        cells=cells_text(after),
    )


def _worth(ending: Ending, mover: Color, text: str) -> WorthModel:
    winner = {1: mover, -1: mover.other}.get(ending.value)
    return WorthModel(
        result=_RESULTS[ending.value],
        winner=None if winner is None else side(winner),
        plies=ending.plies,
        moves=ending.moves,
        text=text,
    )


def _of_position(ending: Ending, turn: Color) -> str:
    if not ending.value:
        return str(endgame_words.NOBODY_WINS)
    return endgame_words.wins(turn if ending.value > 0 else turn.other, ending.moves)


def _of_move(ending: Ending) -> str:
    if not ending.value:
        return str(endgame_words.DRAW)
    if ending.value < 0:
        return endgame_words.losing_move(ending.moves)
    if ending.plies == 1:
        return str(endgame_words.WINS_AT_ONCE)
    return endgame_words.winning_move(ending.moves)


def _ended(outcome: Outcome, board: Board) -> WorthModel:
    """What the end of a game is worth to the side that would be to move."""
    winner = outcome.winner
    value: Literal["win", "draw", "loss"] = "draw"
    if winner is not None:
        value = "win" if winner is board.turn else "loss"
    return WorthModel(
        result=value,
        winner=None if winner is None else side(winner),
        plies=0,
        moves=0,
        text=words.ending(outcome, board, None),
    )


def _note(clock: int, limit: int, *, in_time: bool) -> str:
    if not limit:
        return str(endgame_words.NO_COUNT)
    if in_time:
        return endgame_words.not_cut(limit // 2)
    return endgame_words.may_be_cut(clock, limit)


def outside(board: Board) -> Refusal | None:
    """Why a position is in no tables, or None where it is."""
    pieces = board.pieces()
    if len(pieces) > MOST_PIECES:
        text = endgame_words.too_many_pieces(len(pieces), MOST_PIECES)
        return Refusal("not_in_tables", text)
    for color in Color:
        # A side that is to move and has nothing left has lost.
        if not any(board.material(color)) and (color is not board.turn or not pieces):
            text = f"{words.side_is_missing(color)} {endgame_words.ONE_OF_EACH}"
            return Refusal("not_in_tables", text)
    ranks = board.shape.ranks
    for square, piece in pieces.items():
        first = 0 if piece.color is Color.WHITE else ranks - 1
        if not piece.is_king and board.shape.coordinates[square][1] == first:
            text = endgame_words.on_first_row(board.shape.usual(square))
            return Refusal("not_in_tables", text, (board.shape.names[square],))
    return None


async def find(study: Study, rules: EndgameRules, fen: str) -> EndgameModel | Refusal:
    """What a position is worth, or why that is not known."""
    board = positions.read(fen, RULE_SETS[rules])
    if isinstance(board, Refusal):
        return board
    refusal = outside(board)
    if refusal is not None:
        return refusal
    work = study.tables.do(Weigh(rules, board.fen(clocks=True), current()))
    try:
        return await asyncio.wait_for(work, PATIENCE)
    except (TimeoutError, WorkerGone, DamahaneError):
        return Refusal(NO_TABLES, str(endgame_words.NO_TABLES))


def reason(refusal: Refusal) -> RefusalModel:
    """A refusal as it is sent."""
    return RefusalModel.model_validate(refusal, from_attributes=True)


Fen = Annotated[
    str,
    Query(
        max_length=1024,
        description="The position: at least one piece of each side, up to four together.",
        examples=["W:WKa1,Kb3,Kd4:BKh8"],
    ),
]


@router.get(
    "/endgame",
    tags=["positions"],
    responses={
        200: {"model": EndgameModel, "description": "The position with its exact result."},
        **REFUSES,
        422: {
            "model": RefusedModel,
            "description": "There is no such position, or it is not in the tables; the answer "
            "says why.",
        },
    },
)
async def read_endgame(
    fen: Fen, study: StudyOf, _visitor: AskerOf, rules: EndgameRules = "dama"
) -> Response:
    """What a position of up to four pieces is worth under best play, and each of its moves.

    The results are exact: they come from tables of all such positions, each compared with all its
    successors.
    """
    found = await find(study, rules, fen)
    if not isinstance(found, Refusal):
        return sent(found)
    answer = sent(RefusedModel(refusal=reason(found)), 503 if found.code == NO_TABLES else 422)
    if found.code == NO_TABLES:
        answer.headers["Retry-After"] = str(RETRY)
    return answer
