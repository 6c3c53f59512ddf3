"""The JSON API: games, what is done in them, and the live line to each."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from fastapi import (
    APIRouter,
    Depends,
    HTTPException,
    Query,
    Response,
    WebSocket,
    WebSocketDisconnect,
)
from fastapi.requests import HTTPConnection
from pydantic import BaseModel, ConfigDict, Field

from damahane import RULE_SETS, Board, DamahaneError

from . import words
from .explain import Refusal, explain
from .live import Room, Rooms, Stale
from .play import Play, Refused, color
from .state import Side, State
from .store import Event, GameSetup

router = APIRouter(prefix="/api")

PLAYABLE: Final = ("dama", "ludoteka", "federation")
HEARTBEAT: Final = 20.0  # seconds
Rules = Literal["dama", "ludoteka", "federation"]
Version = Annotated[int, Field(ge=0, le=2**31)]
SquareName = Annotated[str, Field(max_length=4)]


class Body(BaseModel):
    """The base of what is received."""

    model_config = ConfigDict(extra="forbid")


class NewGame(Body):
    """How a game is to be set up."""

    rules: Rules = "dama"
    mode: Literal["computer", "two"] = "computer"
    level: Literal["easy", "medium", "hard"] | None = None
    side: Literal["white", "black", "lot"] | None = Field(
        None,
        description="Your side against the computer; white if not given. Where the rules have the "
        "sides drawn by lot, they are, whatever is asked.",
    )
    fen: str | None = Field(None, max_length=1024, description="Begin from this position.")


class Action(Body):
    """Something done in a game, at the version that was seen."""

    version: Version


class MoveAction(Action):
    """A move: its squares in order, the start first; as few as make it clear."""

    stops: tuple[SquareName, ...] = Field(min_length=2, max_length=64)


class AnswerAction(Action):
    """The answer to a draw offer, in a game of two people."""

    accept: bool


class ResignAction(Action):
    """Giving up; in a game of two people, by the side named or else the side to move."""

    color: Side | None = None


class RefusalModel(BaseModel):
    """Why something is refused, and the stones that could move instead."""

    code: str
    text: str
    squares: tuple[str, ...] = ()


class RefusedModel(BaseModel):
    """An answer to what may not be done, with the game as it stands."""

    refusal: RefusalModel
    state: State | None = None


class StaleModel(BaseModel):
    """An answer to what comes too late, with the game as it stands."""

    state: State


class EventModel(BaseModel):
    """Something that happened in a game."""

    number: int
    kind: str
    data: dict[str, Any]


def rooms_of(connection: HTTPConnection) -> Rooms:
    """The games in play of the app that serves a request."""
    rooms: Rooms = connection.app.state.rooms
    return rooms


RoomsOf = Annotated[Rooms, Depends(rooms_of)]


async def find_room(game_id: str, rooms: RoomsOf) -> Room:
    """The room of the game that a path names."""
    room = await rooms.find(game_id)
    if room is None:
        raise HTTPException(404, str(words.NO_SUCH_GAME))
    return room


RoomOf = Annotated[Room, Depends(find_room)]


def _json(model: BaseModel, status: int = 200) -> Response:
    return Response(
        model.model_dump_json(),
        status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


def _refused(refusal: Refusal, state: State | None = None) -> Response:
    reason = RefusalModel(code=refusal.code, text=refusal.text, squares=refusal.squares)
    return _json(RefusedModel(refusal=reason, state=state), 422)


_STATE: Final[dict[int | str, dict[str, Any]]] = {200: {"model": State}}
_ACTED: Final[dict[int | str, dict[str, Any]]] = {
    200: {"model": State},
    404: {"description": words.NO_SUCH_GAME.source},
    409: {"model": StaleModel},
    422: {"model": RefusedModel},
}


@router.post("/games", status_code=201, responses={201: {"model": State}})
async def create_game(new: NewGame, rooms: RoomsOf) -> Response:
    """Begin a game."""
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
    )
    try:
        room = await rooms.create(setup)
    except DamahaneError as error:
        return _refused(Refusal("bad_position", str(error)))
    except Refused as refused:
        return _refused(refused.refusal)
    return _json(room.state, 201)


@router.get("/games/{game_id}", responses=_STATE)
async def read_game(room: RoomOf) -> Response:
    """A game as it stands."""
    return _json(room.state)


@router.get("/games/{game_id}/events")
async def read_events(
    room: RoomOf, since: Annotated[int, Query(ge=0, le=2**31)] = 0
) -> list[EventModel]:
    """What happened in a game after event number `since`."""
    return [
        EventModel(number=event.number, kind=event.kind, data=event.data)
        for event in await room.events(since)
    ]


async def _act(room: Room, version: int, make: Callable[[Play], Event]) -> Response:
    try:
        await room.act(version, make)
    except Stale:
        return _json(StaleModel(state=room.state), 409)
    except Refused as refused:
        return _refused(refused.refusal, room.state)
    return _json(room.state)


@router.post("/games/{game_id}/moves", responses=_ACTED)
async def move(room: RoomOf, body: MoveAction) -> Response:
    """Make a move."""
    return await _act(room, body.version, lambda play: play.moving(body.stops))


@router.post("/games/{game_id}/undo", responses=_ACTED)
async def undo(room: RoomOf, body: Action) -> Response:
    """Take back to one's own last decision."""
    return await _act(room, body.version, lambda play: play.undoing())


@router.post("/games/{game_id}/offer", responses=_ACTED)
async def offer(room: RoomOf, body: Action) -> Response:
    """Offer a draw; the computer answers by itself."""
    return await _act(room, body.version, lambda play: play.offering())


@router.post("/games/{game_id}/answer", responses=_ACTED)
async def answer(room: RoomOf, body: AnswerAction) -> Response:
    """Answer a draw offer, in a game of two people."""
    return await _act(room, body.version, lambda play: play.answering_person(accept=body.accept))


@router.post("/games/{game_id}/resign", responses=_ACTED)
async def resign(room: RoomOf, body: ResignAction) -> Response:
    """Give a game up."""
    resigner = None if body.color is None else color(body.color)
    return await _act(room, body.version, lambda play: play.resigning(resigner))


@router.get("/why", responses={200: {"model": RefusalModel}})
async def why(
    rules: Rules,
    fen: Annotated[str, Query(max_length=1024)],
    stops: Annotated[str, Query(max_length=256, description="Squares, with commas between.")],
) -> Response:
    """Why the squares tried are no move in a position."""
    try:
        board = Board.from_fen(fen, rules)
        squares = [board.shape.square(name) for name in stops.split(",")]
    except DamahaneError as error:
        return _refused(Refusal("bad_position", str(error)))
    found = await asyncio.to_thread(explain, board, squares)
    return _json(RefusalModel(code=found.code, text=found.text, squares=found.squares))


@router.websocket("/games/{game_id}/live")
async def live(
    socket: WebSocket,
    game_id: str,
    rooms: RoomsOf,
    since: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> None:
    """Tell what was missed since an event, then everything that happens."""
    room = await rooms.find(game_id)
    await socket.accept()  # first, so that a browser is told the reason of an end
    if room is None:
        await socket.close(4404, str(words.NO_SUCH_GAME))
        return
    with room.listen() as queue, contextlib.suppress(WebSocketDisconnect):
        await socket.send_text(await room.missed(since))
        gone = asyncio.create_task(_until_gone(socket))
        try:
            while not gone.done():
                said = await _next(queue, gone)
                if said is not None:
                    await socket.send_text(said)
        finally:
            gone.cancel()


async def _until_gone(socket: WebSocket) -> None:
    """Nothing is expected of a listener; wait until it leaves."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _next(queue: asyncio.Queue[str], gone: asyncio.Task[None]) -> str | None:
    """The next thing to tell; a heartbeat after a silence; None once the listener has left."""
    waiting = asyncio.create_task(queue.get())
    await asyncio.wait([waiting, gone], timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
    if waiting.done():
        return waiting.result()
    waiting.cancel()
    return None if gone.done() else '{"beat":true}'
