"""The state of a game as it is sent to a page or a program."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from damahane import Board, Color, Piece
from damahane.game import Huff
from damahane.movegen import Route
from damahane.rules import Removal

from . import words
from .lessons import taught
from .play import Play, now

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
    """A board: its squares by name, and where each lies (file and rank from 0, a1 first).

    On a diagonal board only the dark squares are listed, and each has a number as well.
    """

    files: int
    ranks: int
    diagonal: bool
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    coordinates: tuple[tuple[int, int], ...]


class RouteModel(Model):
    """A way to move: the squares it stops on and those it captures, in order."""

    stops: tuple[str, ...]
    captured: tuple[str, ...]


class HuffModel(Model):
    """A piece that was huffed: by whom, where it stood before the missed capture and after it."""

    color: Side
    square: str
    removed: str


class PlayedModel(RouteModel):
    """A move that was played, as it is written, and what its player huffed before it."""

    text: str
    huffed: HuffModel | None = None


class LastModel(RouteModel):
    """The last move."""

    color: Side


class ClockModel(Model):
    """The count to the draw by no progress."""

    plies: int
    limit: int


class TimesModel(Model):
    """The milliseconds each side has left, and whose clock runs."""

    left: dict[Side, int]
    running: Side | None
    seconds: int
    increment: int


class OptionsModel(Model):
    """What else was chosen for the game."""

    huffing: bool
    teaching: bool
    scoring: Literal["points", "pieces"]


class MayModel(Model):
    """What the person may do beside moving; where no draw may be offered, why not."""

    undo: bool
    redo: bool
    hint: bool
    huff: bool
    offer: bool
    offer_reason: str | None
    resign: bool
    answer: bool


class OutcomeModel(Model):
    """How the game ended, with the reason in words."""

    winner: Side | None
    termination: str
    text: str
    lesson: str | None = Field(description="The page that teaches the rule that ended it, if any.")
    points: dict[Side, int] = Field(description="2 for a win, 1 for a draw, 0 for a loss.")
    left: dict[Side, int] = Field(description="How many pieces each side has left.")


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
    taken_pieces: dict[Side, tuple[Stone, ...]] = Field(
        description="The stones of each side that are off the board, men first."
    )
    options: OptionsModel
    times: TimesModel | None
    huffed: HuffModel | None = Field(description="The piece huffed since the last move.")
    clock: ClockModel | None = Field(description="The count to a draw that is nearest.")
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
            files=shape.files,
            ranks=shape.ranks,
            diagonal=shape.diagonal,
            names=names,
            numbers=shape.numbers,
            coordinates=shape.coordinates,
        ),
        removal="at_once" if board.rules.removal is Removal.AT_ONCE else "after_move",
        turn=side(board.turn),
        pieces={names[square]: STONES[piece] for square, piece in board.pieces().items()},
        routes=()
        if over
        else tuple(route_model(route, names) for route in board.playable_routes()),
        due=0 if over else board.due,
        last=last,
    )


def route_model(route: Route, names: tuple[str, ...]) -> RouteModel:
    """A route as it is sent."""
    return RouteModel(
        stops=tuple(names[square] for square in route.stops),
        captured=tuple(names[square] for square in route.captured),
    )


def describe(play: Play, *, stalled: bool = False) -> State:
    """A game as it stands."""
    setup, game, board = play.setup, play.game, play.game.board
    names, outcome, may = board.shape.names, game.outcome, play.may
    last = None
    if game.played:
        color, route, _text = game.played[-1]
        last = LastModel(color=side(color), **route_model(route, names).model_dump())
    huff = game.actions[-1] if game.actions else None
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
        "moves": _moves(play, names),
        "taken": {side(color): len(_taken(play, color)) for color in Color},
        "taken_pieces": {side(color): _taken(play, color) for color in Color},
        "options": OptionsModel.model_validate(play.options, from_attributes=True),
        "times": _times(play),
        "huffed": _huffed(huff, names) if isinstance(huff, Huff) else None,
        "clock": _count(board),
        "offer": None if game.offer is None else side(game.offer),
        "may": MayModel.model_validate(may, from_attributes=True),
        "thinking": play.task is not None and not stalled,
        "stalled": stalled,
        "outcome": None
        if outcome is None
        else OutcomeModel(
            winner=None if outcome.winner is None else side(outcome.winner),
            termination=outcome.termination.value,
            text=words.ending(outcome, board, play.you),
            lesson=taught.of_end(outcome.termination, setup.rules),
            points={side(color): outcome.points[color] for color in Color},
            left={side(color): sum(board.material(color)) for color in Color},
        ),
    }
    shown = position(board, over=outcome is not None, last=last)
    return State.model_validate({**shown.__dict__, **values})


def as_reader(state: State, play: Play) -> State:
    """A game for somebody who looks on: nothing may be done in it, and nobody is "you"."""
    none = {name: False for name, value in state.may if isinstance(value, bool)}
    may = state.may.model_copy(update={**none, "offer_reason": None})
    outcome = state.outcome
    if outcome is not None and play.game.outcome is not None:
        text = words.ending(play.game.outcome, play.game.board, None)
        outcome = outcome.model_copy(update={"text": text})
    update = {"yours": False, "routes": (), "may": may, "outcome": outcome}
    return state.model_copy(update=update)


def _moves(play: Play, names: tuple[str, ...]) -> tuple[PlayedModel, ...]:
    """The moves that stand, each with the huff before it."""
    moves, huffed = [], None
    for action in play.game.actions:
        if isinstance(action, Huff):
            huffed = _huffed(action, names)
            continue
        route = route_model(action.route, names).model_dump()
        moves.append(PlayedModel(text=action.text, huffed=huffed, **route))
        huffed = None
    return tuple(moves)


def _huffed(huff: Huff, names: tuple[str, ...]) -> HuffModel:
    return HuffModel(color=side(huff.color), square=names[huff.square], removed=names[huff.removed])


def _taken(play: Play, color: Color) -> tuple[Stone, ...]:
    """The stones of a side that were captured or huffed and have not come back, men first."""
    lost = [piece for pieces in play.lost for piece in pieces if piece.color is color]
    return tuple(STONES[piece] for piece in sorted(lost))


def _times(play: Play) -> TimesModel | None:
    times, turn = play.times, play.game.turn
    if times is None:
        return None
    read = {**times.left, turn: times.read(turn, now())}
    return TimesModel(
        left={side(color): left for color, left in read.items()},
        running=None if times.since is None else side(turn),
        seconds=play.options.seconds or 0,
        increment=play.options.increment,
    )


def _count(board: Board) -> ClockModel | None:
    """The count to a draw by moves that would end the game first."""
    counts = []
    if board.rules.no_progress is not None:
        counts.append(ClockModel(plies=board.quiet_clock, limit=board.rules.no_progress.plies))
    if board.ending is not None:
        counts.append(ClockModel(plies=board.ending_clock, limit=board.ending.plies))
    return min(counts, key=lambda count: count.limit - count.plies, default=None)
