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

from . import positions, words
from .explain import Refusal, explain
from .live import Room, Rooms, Stale
from .options import Options, Scoring
from .play import Play, Refused, color
from .reasons import reason_text
from .state import PositionModel, RouteModel, Side, State, position, route_model
from .store import Event, GameSetup
from .thinker import ThinkerError

router = APIRouter(prefix="/api")

PLAYABLE: Final = tuple(RULE_SETS)
HEARTBEAT: Final = 20.0  # seconds
Rules = Literal[
    "dama", "ludoteka", "federation", "damas100", "damas64", "international", "brazilian"
]
Version = Annotated[int, Field(ge=0, le=2**31)]
SquareName = Annotated[str, Field(max_length=4)]


class Body(BaseModel):
    """The base of what is received."""

    model_config = ConfigDict(extra="forbid")


class Clock(Body):
    """How much time each side has for the whole game."""

    seconds: int = Field(ge=10, le=24 * 60 * 60)
    increment: int = Field(0, ge=0, le=600, description="Seconds gained by each move.")


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

    version: Version


class MoveAction(Action):
    """A move: its squares in order, the start first; as few as make it clear."""

    stops: tuple[SquareName, ...] = Field(min_length=2, max_length=64)


class AnswerAction(Action):
    """The answer to a draw offer, in a game of two people."""

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


def _reason(refusal: Refusal) -> RefusalModel:
    return RefusalModel(code=refusal.code, text=refusal.text, squares=refusal.squares)


def _refused(refusal: Refusal, state: State | None = None) -> Response:
    return _json(RefusedModel(refusal=_reason(refusal), state=state), 422)


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
        options=new.options.kept,
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


@router.post("/games/{game_id}/redo", responses=_ACTED)
async def redo(room: RoomOf, body: Action) -> Response:
    """Play again what was taken back last."""
    return await _act(room, body.version, lambda play: play.redoing())


@router.post("/games/{game_id}/huff", responses=_ACTED)
async def huff(room: RoomOf, body: HuffAction) -> Response:
    """Take off a piece that could have made a due capture; the claimant still moves."""
    return await _act(room, body.version, lambda play: play.huffing(body.square))


@router.post("/games/{game_id}/clock", responses=_ACTED)
async def clock(room: RoomOf, body: Action) -> Response:
    """Start the clock, or stop it for a while."""
    return await _act(room, body.version, lambda play: play.clocking())


@router.post("/games/{game_id}/hint", responses={**_ACTED, 200: {"model": HintModel}})
async def hint(room: RoomOf, body: Action) -> Response:
    """What the master would play for the side to move, and why."""
    if body.version != room.play.version:
        return _json(StaleModel(state=room.state), 409)
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
    huffing: bool = False,
) -> Response:
    """Why the squares tried are no move in a position."""
    try:
        board = Board.from_fen(fen, Options(huffing=huffing).rules(rules))
        squares = [board.shape.square(name) for name in stops.split(",")]
    except DamahaneError as error:
        return _refused(Refusal("bad_position", str(error)))
    return _json(_reason(await asyncio.to_thread(explain, board, squares)))


@router.get("/position", responses={200: {"model": PositionAnswer}})
async def read_position(
    rules: Rules, fen: Annotated[str | None, Query(max_length=1024)] = None, huffing: bool = False
) -> Response:
    """A position as it is set up, the starting one if none is given; and whether it can be played.

    What is wrong with it is said in plain words.
    """
    rule_set = Options(huffing=huffing).rules(rules)
    found = (
        Board(rule_set) if fen is None else await asyncio.to_thread(positions.read, fen, rule_set)
    )
    if isinstance(found, Refusal):
        return _json(PositionAnswer(position=None, trouble=_reason(found)))
    trouble = await asyncio.to_thread(positions.trouble, found)
    shown = await asyncio.to_thread(position, found, over=trouble is not None)
    return _json(
        PositionAnswer(position=shown, trouble=None if trouble is None else _reason(trouble))
    )


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
