"""The state of a game as it is sent to a page or a program."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from damahane import Board, Color, Piece
from damahane.rules import Removal

from . import words
from .play import Play

Side = Literal["white", "black"]
Stone = Literal["wm", "wk", "bm", "bk"]
STONES: dict[Piece, Stone] = {
    Piece.WHITE_MAN: "wm",
    Piece.WHITE_KING: "wk",
    Piece.BLACK_MAN: "bm",
    Piece.BLACK_KING: "bk",
}


class Model(BaseModel):
    """The base of what is sent."""

    model_config = ConfigDict(frozen=True)


class ShapeModel(Model):
    """A board: its squares by name, and where each lies (file and rank from 0, a1 first)."""

    files: int
    ranks: int
    names: tuple[str, ...]
    coordinates: tuple[tuple[int, int], ...]


class RouteModel(Model):
    """A way to move: the squares it stops on and those it captures, in order."""

    stops: tuple[str, ...]
    captured: tuple[str, ...]


class PlayedModel(RouteModel):
    """A move that was played, as it is written."""

    text: str


class LastModel(RouteModel):
    """The last move."""

    color: Side


class ClockModel(Model):
    """The count to the draw by no progress."""

    plies: int
    limit: int


class MayModel(Model):
    """What the person may do beside moving; where no draw may be offered, why not."""

    undo: bool
    offer: bool
    offer_reason: str | None
    resign: bool
    answer: bool


class OutcomeModel(Model):
    """How the game ended, with the reason in words."""

    winner: Side | None
    termination: str
    text: str


class PositionModel(Model):
    """A position with every legal route of the side to move."""

    fen: str
    board: ShapeModel
    removal: Literal["at_once", "after_move"]
    turn: Side
    pieces: dict[str, Stone]
    routes: tuple[RouteModel, ...]
    due: int = Field(description="How many stones the side to move must capture; 0 if none.")
    last: LastModel | None


class State(PositionModel):
    """A game as it stands."""

    id: str
    rules: str
    rules_name: str
    mode: Literal["computer", "two"]
    level: Literal["easy", "medium", "hard"] | None
    you: Side | None
    yours: bool = Field(True, description="Whether you may play in it, or only look on.")
    start_fen: str | None
    first: Side
    version: int = Field(description="The number of the last event.")
    ply: int
    moves: tuple[PlayedModel, ...]
    taken: dict[Side, int] = Field(description="How many stones of each side are off the board.")
    clock: ClockModel | None
    offer: Side | None
    may: MayModel
    thinking: bool
    stalled: bool = Field(description="The engine failed; asking for the game again wakes it.")
    outcome: OutcomeModel | None


def side(color: Color) -> Side:
    """The name of a side."""
    return "white" if color is Color.WHITE else "black"


def position(board: Board, *, over: bool = False, last: LastModel | None = None) -> PositionModel:
    """A position; without routes when the game is over."""
    names, shape = board.shape.names, board.shape
    return PositionModel(
        fen=board.fen(),
        board=ShapeModel(
            files=shape.files, ranks=shape.ranks, names=names, coordinates=shape.coordinates
        ),
        removal="at_once" if board.rules.removal is Removal.AT_ONCE else "after_move",
        turn=side(board.turn),
        pieces={names[square]: STONES[piece] for square, piece in board.pieces().items()},
        routes=() if over else tuple(_route(r.stops, r.captured, names) for r in board.routes()),
        due=0 if over else board.due,
        last=last,
    )


def _route(stops: tuple[int, ...], captured: tuple[int, ...], names: tuple[str, ...]) -> RouteModel:
    return RouteModel(
        stops=tuple(names[square] for square in stops),
        captured=tuple(names[square] for square in captured),
    )


def describe(play: Play, *, stalled: bool = False) -> State:
    """A game as it stands."""
    setup, game, board = play.setup, play.game, play.game.board
    names, outcome, may = board.shape.names, game.outcome, play.may
    moves = tuple(
        PlayedModel(text=played.text, **_route(*played.route, names).model_dump())
        for played in game.played
    )
    last = None
    if game.played:
        color, route, _text = game.played[-1]
        last = LastModel(color=side(color), **_route(*route, names).model_dump())
    limit = game.rules.no_progress
    values = {
        "id": setup.id,
        "rules": setup.rules,
        "rules_name": words.rules_name(game.rules),
        "mode": setup.mode,
        "level": setup.level,
        "you": setup.you,
        "start_fen": setup.fen,
        "first": side(play.first),
        "version": play.version,
        "ply": play.ply,
        "moves": moves,
        "taken": {side(color): _taken(play, color) for color in Color},
        "clock": ClockModel(plies=board.quiet_clock, limit=limit.plies) if limit else None,
        "offer": None if game.offer is None else side(game.offer),
        "may": MayModel.model_validate(may, from_attributes=True),
        "thinking": play.task is not None and not stalled,
        "stalled": stalled,
        "outcome": None
        if outcome is None
        else OutcomeModel(
            winner=None if outcome.winner is None else side(outcome.winner),
            termination=outcome.termination.value,
            text=words.ending(outcome, game.rules, play.you),
        ),
    }
    shown = position(board, over=outcome is not None, last=last)
    return State.model_validate({**shown.__dict__, **values})


def as_reader(state: State) -> State:
    """A game for somebody who looks on: nothing may be done in it."""
    none = {name: False for name, value in state.may if isinstance(value, bool)}
    may = state.may.model_copy(update={**none, "offer_reason": None})
    return state.model_copy(update={"yours": False, "routes": (), "may": may})


def _taken(play: Play, color: Color) -> int:
    """How many stones of a side have been captured in the moves that stand."""
    return sum(len(p.route.captured) for p in play.game.played if p.color is color.other)
