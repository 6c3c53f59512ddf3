"""The live line to each game: what was missed, then everything that happens."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect

from . import words
from .limits import LimitsOf, TooMany
from .live import Listener, News, Rooms
from .seats import GameId, RoomsOf, Seat, Share, Since, find_seat, opens
from .visitors import VisitorOf

router = APIRouter(prefix="/api")

HEARTBEAT: Final = 20.0  # seconds
BEAT: Final = News('{"beat":true}', 0)
#: With these codes a live line is ended.
NO_SUCH_GAME, PRIVATE, TRY_LATER, UNEXPECTED = 4404, 4403, 1013, 1003


@router.websocket("/games/{game_id}/live")
async def live(
    socket: WebSocket,
    game_id: GameId,
    rooms: RoomsOf,
    visitor: VisitorOf,
    limits: LimitsOf,
    since: Since = 0,
    share: Share = None,
) -> None:
    """Tell what was missed since an event, then everything that happens."""
    await socket.accept()  # first, so that a browser is told the reason of an end
    try:
        limits.questions.take(visitor)
        seat = await find_seat(rooms, game_id, visitor, share)
    except HTTPException:
        await socket.close(NO_SUCH_GAME, str(words.NO_SUCH_GAME))
        return
    except TooMany as error:
        await socket.close(TRY_LATER, error.text)
        return
    if seat is None:
        await socket.close(PRIVATE, words.private_game())
        return
    with limits.lines.one_more(visitor) as allowed, contextlib.suppress(WebSocketDisconnect):
        if not allowed:
            await socket.close(TRY_LATER, words.too_many_questions())
            return
        await _tell(socket, seat, since, rooms, share or "")


async def _tell(socket: WebSocket, seat: Seat, since: int, rooms: Rooms, share: str) -> None:
    room, reader = seat.room, seat.reader
    with room.listen(reader=reader) as queue:
        news = await room.missed(since, reader=reader)
        known = news.last
        await socket.send_text(news.text)
        gone = asyncio.create_task(_until_gone(socket))
        try:
            while not gone.done():
                said = await _next(queue, gone)
                if said is None:
                    break
                if 0 < said.last <= known:  # it happened while that was being read
                    continue
                await socket.send_text(said.text)
                if said is BEAT:
                    room.wake()  # whichever process was to think may have ended
                    if reader and not await opens(rooms, room, share):
                        break
        finally:
            gone.cancel()
        if gone.done() and not gone.cancelled() and gone.result():
            await socket.close(UNEXPECTED, "Nothing is expected here.")
        elif not gone.done():
            await socket.close(TRY_LATER, "Come back and ask for what you missed.")


async def _until_gone(socket: WebSocket) -> bool:
    """Nothing is expected of a listener; wait until it leaves. Whether it spoke instead."""
    message = await socket.receive()
    return bool(message["type"] != "websocket.disconnect")


async def _next(queue: Listener, gone: asyncio.Task[bool]) -> News | None:
    """The next thing to tell; a heartbeat after a silence; None when there is no more to tell."""
    waiting = asyncio.create_task(queue.get())
    await asyncio.wait([waiting, gone], timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
    if waiting.done():
        return waiting.result()
    waiting.cancel()
    return None if gone.done() else BEAT
