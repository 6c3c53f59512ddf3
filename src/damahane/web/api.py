"""The JSON API: games, what is done in them, and questions about positions."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeAlias

from fastapi import APIRouter, Depends, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from damahane import RULE_SETS, Board, DamahaneError

from . import positions, words
from .answers import ProblemModel, RefusalModel
from .explain import Refusal, explain
from .limits import Limits, LimitsOf, TooMany
from .live import Room, Rooms, Stale
from .options import Options, Scoring
from .play import Play, Refused, check, color
from .reasons import reason_text
from .seats import OwnRoom, RoomsOf, SeatOf, Since
from .state import PositionModel, RouteModel, Side, State, position, route_model
from .store import Event, GameSetup
from .thinker import ThinkerError
from .visitors import Visitor, VisitorOf

router = APIRouter(prefix="/api")

PLAYABLE: Final = tuple(RULE_SETS)
Rules = Literal[
    "dama", "ludoteka", "federation", "damas100", "damas64", "international", "brazilian"
]
Version = Annotated[
    int, Field(ge=0, le=2**31 - 1, description="The number of the last event that you know.")
]
SquareName = Annotated[str, Field(max_length=4)]


class Body(BaseModel):
    """The base of what is received."""

    model_config = ConfigDict(extra="forbid")


class Clock(Body):
    """How much time each side has for the whole game."""

    seconds: int = Field(ge=1, le=24 * 60 * 60)
    increment: int = Field(0, ge=0, le=600, description="Seconds gained by each move.")


class NewGame(Body):
    """How a game is to be set up."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"rules": "dama", "mode": "computer", "level": "medium", "side": "lot"},
                {"rules": "dama", "mode": "two", "fen": "W:Wa3,g2:Bb3,c4,b5,a6,h7"},
            ]
        }
    )
    rules: Rules = "dama"
    mode: Literal["computer", "two"] = "computer"
    level: Literal["easy", "medium", "hard"] | None = None
    side: Literal["white", "black", "lot"] | None = Field(
        None,
        description="Your side against the computer; white if not given. Where the rules have the "
        "sides drawn by lot, they are, whatever is asked.",
    )
    fen: str | None = Field(None, max_length=1024, description="Begin from this position.")
    huffing: bool = Field(False, description="Where the rules know it: captures can be missed.")
    teaching: bool = Field(False, description="Without taking back and without hints.")
    scoring: Scoring = "points"
    clock: Clock | None = Field(None, description="In a game of two people.")

    @property
    def options(self) -> Options:
        """What else was chosen, as far as it has a meaning in the game."""
        timed = self.clock if self.mode == "two" else None
        return Options(
            huffing=self.huffing and RULE_SETS[self.rules].may_huff,
            teaching=self.teaching,
            scoring=self.scoring,
            seconds=None if timed is None else timed.seconds,
            increment=0 if timed is None else timed.increment,
        )


class Action(Body):
    """Something done in a game, at the version that was seen."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"version": 7}]})

    version: Version


class MoveAction(Action):
    """A move: its squares in order, the start first; as few as make it clear."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"version": 0, "stops": ["d3", "d4"]},
                {"version": 8, "stops": ["a3", "c3", "c5", "a5", "a7"]},
            ]
        }
    )
    stops: tuple[SquareName, ...] = Field(min_length=2, max_length=64)


class AnswerAction(Action):
    """The answer to a draw offer, in a game of two people."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"version": 7, "accept": True}]})

    accept: bool


class HuffAction(Action):
    """A claim that a piece could have made a due capture; its square before the move or now."""

    square: SquareName


class HintModel(BaseModel):
    """What the master would play, why, and the play expected."""

    version: int
    stops: tuple[str, ...]
    captured: tuple[str, ...]
    text: str = Field(description="The move as it is written.")
    idea: str
    reason: str
    line: tuple[RouteModel, ...] = Field(description="The play expected, the move first.")


class PositionAnswer(BaseModel):
    """A position that was set up, and what keeps it from being played from, if anything does."""

    position: PositionModel | None
    trouble: RefusalModel | None


class ResignAction(Action):
    """Giving up; in a game of two people, by the side named or else the side to move."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"version": 7}, {"version": 7, "color": "white"}]}
    )

    color: Side | None = None


class RefusedModel(BaseModel):
    """An answer to what may not be done, with the game as it stands."""

    refusal: RefusalModel
    state: State | None = None


class StaleModel(BaseModel):
    """An answer to what comes too late, with the game as it stands."""

    refusal: RefusalModel
    state: State


class LinkModel(BaseModel):
    """The link by which others can look on at a game."""

    token: str = Field(description="To be given as `share` when reading the game.")
    path: str = Field(description="The page of the game for those who look on.")


class EventModel(BaseModel):
    """Something that happened in a game."""

    number: int = Field(description="Its place in the game, from 1.")
    kind: str = Field(description="What happened, such as `move`, `undo` or `resign`.")
    data: dict[str, Any] = Field(description="What there is to say about it.")


async def room_to_think(
    room: OwnRoom, rooms: RoomsOf, visitor: VisitorOf, limits: LimitsOf
) -> Room:
    """The room of a game in which the computer will have to think about what is done."""
    if room.play.computer is not None:
        _let_think(rooms, visitor, limits)
    return room


def _let_think(rooms: Rooms, visitor: Visitor, limits: Limits) -> None:
    if rooms.thinking(visitor.id) >= limits.at_once:
        raise TooMany("too_many_thoughts", words.too_many_thoughts(), 1.0)
    limits.thoughts.take(visitor)


async def room_for_hint(
    room: OwnRoom, rooms: RoomsOf, visitor: VisitorOf, limits: LimitsOf
) -> Room:
    """The room of a game in which a hint is wanted, which is a thought in any case."""
    _let_think(rooms, visitor, limits)
    return room


Huffing = Annotated[bool, Query(description="Whether huffing is played, where the rules know it.")]
ThinkingRoom = Annotated[Room, Depends(room_to_think)]
HintRoom = Annotated[Room, Depends(room_for_hint)]


def _json(model: BaseModel | str, status: int = 200) -> Response:
    return Response(
        model if isinstance(model, str) else model.model_dump_json(),
        status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


def _reason(refusal: Refusal) -> RefusalModel:
    return RefusalModel.model_validate(refusal, from_attributes=True)


def _refused(refusal: Refusal, state: State | None = None) -> Response:
    return _json(RefusedModel(refusal=_reason(refusal), state=state), 422)


Answers: TypeAlias = dict[int | str, dict[str, Any]]
ALWAYS: Final[Answers] = {
    414: {"model": ProblemModel, "description": "The address is longer than 4 kB."},
    421: {"model": ProblemModel, "description": "The server is not known by the name in `Host`."},
    503: {"model": ProblemModel, "description": "The games can't be reached at the moment."},
    429: {
        "model": ProblemModel,
        "description": "You ask for more than your share.",
        "headers": {
            "Retry-After": {
                "description": "Seconds to wait before asking again.",
                "schema": {"type": "integer"},
            }
        },
    },
}
FOUND: Final[Answers] = {
    403: {"model": ProblemModel, "description": "The game belongs to another visitor."},
    404: {"model": ProblemModel, "description": "There is no such game."},
    422: {"model": ProblemModel, "description": "The request is not as described here."},
    **ALWAYS,
}
SENT: Final[Answers] = {
    400: {"model": ProblemModel, "description": "What was sent cannot be read."},
    408: {"model": ProblemModel, "description": "The request did not come to its end."},
    413: {"model": ProblemModel, "description": "The request is larger than 16 kB."},
}
_ACTED: Final[Answers] = {
    200: {"model": State, "description": "It is done; the game as it stands now."},
    **FOUND,
    **SENT,
    403: {
        "model": ProblemModel,
        "description": "The game belongs to another visitor, or the request comes from another "
        "site's page.",
    },
    409: {
        "model": StaleModel,
        "description": "The game has gone on since the version named; nothing is changed.",
    },
    422: {
        "model": RefusedModel,
        "description": "It may not be done, and why; or the request is not as described here.",
    },
}


@router.post(
    "/games",
    status_code=201,
    tags=["games"],
    responses={
        201: {"model": State, "description": "The game as it begins."},
        403: {"model": ProblemModel, "description": "The request comes from another site's page."},
        422: {"model": RefusedModel, "description": "There can be no such game, and why."},
        **SENT,
        **ALWAYS,
    },
)
async def create_game(
    new: NewGame, rooms: RoomsOf, visitor: VisitorOf, limits: LimitsOf
) -> Response:
    """Begin a game, which is yours then."""
    limits.games.take(visitor)
    computer = new.mode == "computer"
    side = new.side or "white"
    if side == "lot" or RULE_SETS[new.rules].colors_by_lot:
        side = random.choice(("white", "black"))
    setup = GameSetup(
        id=secrets.token_urlsafe(12),
        rules=new.rules,
        mode=new.mode,
        level=(new.level or "easy") if computer else None,
        you=side if computer else None,
        fen=new.fen,
        seed=secrets.randbelow(2**31),
        options=new.options.kept,
        owner=visitor.id,
    )
    if computer:
        _let_think(rooms, visitor, limits)
    try:
        room = await rooms.create(setup)
    except DamahaneError as error:
        return _refused(Refusal("bad_position", str(error)))
    except Refused as refused:
        return _refused(refused.refusal)
    return _json(room.state, 201)


@router.get(
    "/games/{game_id}",
    tags=["games"],
    responses={200: {"model": State, "description": "The game."}, **FOUND},
)
async def read_game(seat: SeatOf) -> Response:
    """A game as it stands."""
    return _json(seat.state)


@router.get("/games/{game_id}/events", tags=["games"], responses=FOUND)
async def read_events(seat: SeatOf, since: Since = 0) -> list[EventModel]:
    """What happened in a game after event number `since`."""
    return [
        EventModel(number=event.number, kind=event.kind, data=event.data)
        for event in await seat.room.events(since)
    ]


async def _act(room: Room, version: int, make: Callable[[Play], Event]) -> Response:
    try:
        await room.act(version, make)
    except Stale:
        return _stale(room)
    except Refused as refused:
        return _refused(refused.refusal, room.state)
    return _json(room.said())


def _stale(room: Room) -> Response:
    reason = RefusalModel(code="stale", text=words.stale(), squares=())
    return _json(StaleModel(refusal=reason, state=room.state), 409)


@router.post("/games/{game_id}/moves", tags=["play"], responses=_ACTED)
async def move(room: ThinkingRoom, body: MoveAction) -> Response:
    """Make a move."""
    return await _act(room, body.version, lambda play: play.moving(body.stops))


@router.post("/games/{game_id}/undo", tags=["play"], responses=_ACTED)
async def undo(room: OwnRoom, body: Action) -> Response:
    """Take back to one's own last decision."""
    return await _act(room, body.version, lambda play: play.undoing())


@router.post("/games/{game_id}/redo", tags=["play"], responses=_ACTED)
async def redo(room: ThinkingRoom, body: Action) -> Response:
    """Play again what was taken back last."""
    return await _act(room, body.version, lambda play: play.redoing())


@router.post("/games/{game_id}/huff", tags=["play"], responses=_ACTED)
async def huff(room: OwnRoom, body: HuffAction) -> Response:
    """Take off a piece that could have made a due capture; the claimant still moves."""
    return await _act(room, body.version, lambda play: play.huffing(body.square))


@router.post("/games/{game_id}/clock", tags=["play"], responses=_ACTED)
async def clock(room: OwnRoom, body: Action) -> Response:
    """Start the clock, or stop it for a while."""
    return await _act(room, body.version, lambda play: play.clocking())


@router.post(
    "/games/{game_id}/hint",
    tags=["play"],
    responses={**_ACTED, 200: {"model": HintModel, "description": "The move, and why."}},
)
async def hint(room: HintRoom, body: Action) -> Response:
    """What the master would play for the side to move, and why."""
    if body.version != room.play.version:
        return _stale(room)
    if not room.play.may_hint:
        text = words.TEACHING if room.play.options.teaching else words.NO_HINT
        return _refused(Refusal("no_hint", str(text)), room.state)
    board = room.play.game.board
    try:
        found = await room.hint()
    except (ThinkerError, DamahaneError):
        return _refused(Refusal("no_hint", str(words.NO_THOUGHT)), room.state)
    routes = []
    for played in found.pv:
        route = board.parse_route(played)
        routes.append(route_model(route, board.shape.names))
        board.push(route)
    return _json(
        HintModel(
            version=body.version,
            stops=routes[0].stops,
            captured=routes[0].captured,
            text=found.move,
            idea=found.reason.idea.value,
            reason=reason_text(found.reason, board.rules),
            line=tuple(routes),
        )
    )


@router.post("/games/{game_id}/offer", tags=["play"], responses=_ACTED)
async def offer(room: ThinkingRoom, body: Action) -> Response:
    """Offer a draw; the computer answers by itself."""
    return await _act(room, body.version, lambda play: play.offering())


@router.post("/games/{game_id}/answer", tags=["play"], responses=_ACTED)
async def answer(room: OwnRoom, body: AnswerAction) -> Response:
    """Answer a draw offer, in a game of two people."""
    return await _act(room, body.version, lambda play: play.answering_person(accept=body.accept))


@router.post("/games/{game_id}/resign", tags=["play"], responses=_ACTED)
async def resign(room: OwnRoom, body: ResignAction) -> Response:
    """Give a game up."""
    resigner = None if body.color is None else color(body.color)
    return await _act(room, body.version, lambda play: play.resigning(resigner))


@router.post("/games/{game_id}/share", tags=["share"], responses={**FOUND, **SENT})
async def share(room: OwnRoom, rooms: RoomsOf) -> LinkModel:
    """Let whoever has the link look on at a game. Asked again, it gives the same link."""
    token = await rooms.share(room, secrets.token_urlsafe(12))
    return LinkModel(token=token, path=f"/game/{room.play.setup.id}?share={token}")


@router.delete("/games/{game_id}/share", status_code=204, tags=["share"], responses=FOUND)
async def unshare(room: OwnRoom, rooms: RoomsOf) -> None:
    """Make a game private again: its link opens it no more, and who looks on is shown out."""
    await rooms.unshare(room)


@router.get(
    "/why",
    tags=["positions"],
    responses={
        200: {"model": RefusalModel, "description": "The reason."},
        422: {"model": RefusedModel, "description": "There is no such position or square."},
        **ALWAYS,
    },
)
async def why(
    rules: Rules,
    fen: Annotated[str, Query(max_length=1024, description="The position.")],
    stops: Annotated[str, Query(max_length=256, description="Squares, with commas between.")],
    visitor: VisitorOf,
    limits: LimitsOf,
    huffing: Huffing = False,
) -> Response:
    """Why the squares tried are no move in a position."""
    limits.questions.take(visitor)
    try:
        board = Board.from_fen(fen, Options(huffing=huffing).rules(rules))
        squares = [board.shape.square(name) for name in stops.split(",")]
        check(board)
    except DamahaneError as error:
        return _refused(Refusal("bad_position", str(error)))
    except Refused as refused:
        return _refused(refused.refusal)
    return _json(_reason(explain(board, squares)))


@router.get(
    "/position",
    tags=["positions"],
    responses={
        200: {"model": PositionAnswer, "description": "The position, or what is wrong with it."},
        422: {"model": ProblemModel, "description": "The request is not as described here."},
        **ALWAYS,
    },
)
async def read_position(
    rules: Rules,
    visitor: VisitorOf,
    limits: LimitsOf,
    fen: Annotated[
        str | None, Query(max_length=1024, description="The position; the first if left out.")
    ] = None,
    huffing: Huffing = False,
) -> Response:
    """A position as it is set up, and whether it can be played from.

    What is wrong with it is said in plain words.
    """
    limits.questions.take(visitor)
    rule_set = Options(huffing=huffing).rules(rules)
    found = Board(rule_set) if fen is None else positions.read(fen, rule_set)
    if isinstance(found, Refusal):
        return _json(PositionAnswer(position=None, trouble=_reason(found)))
    trouble = positions.trouble(found)
    shown = position(found, over=trouble is not None)
    return _json(
        PositionAnswer(position=shown, trouble=None if trouble is None else _reason(trouble))
    )
