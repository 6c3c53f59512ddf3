"""Who sits at a game: its owner, who may play in it, or somebody who may look on."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Query
from fastapi.requests import HTTPConnection

from . import words
from .answers import problem
from .limits import LimitsOf
from .live import Room, Rooms
from .state import State
from .visitors import Visitor, VisitorOf


async def rooms_of(connection: HTTPConnection) -> Rooms:
    """The games in play of the app that serves a request."""
    rooms: Rooms = connection.app.state.rooms
    return rooms


RoomsOf = Annotated[Rooms, Depends(rooms_of)]


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody sits at a game.

    Attributes:
        room: the game.
        reader: whether it is another visitor's, to look on at.
        visitor: who sits there.
    """

    room: Room
    reader: bool
    visitor: Visitor

    @property
    def state(self) -> State:
        """The game as it stands, for whoever sits there."""
        return self.room.state_for(reader=self.reader)


async def find_seat(
    rooms: Rooms, game_id: str, visitor: Visitor, share: str | None = None
) -> Seat | None:
    """Where a visitor sits at a game; None where they may not even look at it.

    Raises:
        HTTPException: there is no such game.
    """
    room = await rooms.find(game_id)
    if room is None:
        raise problem(404, "no_such_game", str(words.NO_SUCH_GAME))
    if room.owner is None and visitor.known:
        await rooms.claim(room, visitor.id)
    if room.owner in (None, visitor.id):
        return Seat(room, reader=False, visitor=visitor)
    if share and await opens(rooms, room, share):
        return Seat(room, reader=True, visitor=visitor)
    return None


async def opens(rooms: Rooms, room: Room, share: str) -> bool:
    """Whether a token lets one read a game."""
    token = await rooms.shared(room)
    if token is None:
        return False
    return hmac.compare_digest(token.encode(), share.encode())


GameId = Annotated[str, Path(max_length=32, description="The id of a game.")]
Share = Annotated[
    str | None, Query(max_length=64, description="The token of a link to somebody else's game.")
]
Since = Annotated[int, Query(ge=0, le=2**31 - 1, description="The last event that you know.")]


async def take_seat(
    game_id: GameId, rooms: RoomsOf, visitor: VisitorOf, limits: LimitsOf, share: Share = None
) -> Seat:
    """A seat at a game that may be read."""
    limits.questions.take(visitor)
    seat = await find_seat(rooms, game_id, visitor, share)
    if seat is None:
        raise problem(403, "private", words.private_game())
    return seat


async def own_room(game_id: GameId, rooms: RoomsOf, visitor: VisitorOf, limits: LimitsOf) -> Room:
    """The room of a game that may be played in."""
    limits.questions.take(visitor)
    seat = await find_seat(rooms, game_id, visitor)
    if seat is None:
        raise problem(403, "private", words.reading_only())
    return seat.room


SeatOf = Annotated[Seat, Depends(take_seat)]
OwnRoom = Annotated[Room, Depends(own_room)]
