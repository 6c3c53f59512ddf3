"""Games in play: each a room where events are taken in one by one and told to who listens."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from damahane.engine import Level, Request

from .language import current, speaking
from .play import Play, Task
from .state import State, describe
from .store import Conflict, Event, GameSetup, Store
from .thinker import Thinker

logger = logging.getLogger(__name__)

ROOMS_KEPT: Final = 1000
PAUSES: Final = (0.5, 2.0, 5.0)  # seconds before a failed thought is tried again


class Stale(Exception):  # noqa: N818 - an answer, not a fault
    """The game has gone on since the version that was named."""


class Room:
    """One game in play."""

    def __init__(self, play: Play, store: Store, thinker: Thinker) -> None:
        self.play = play
        self._store = store
        self._thinker = thinker
        self._lock = asyncio.Lock()
        self._listeners: dict[asyncio.Queue[str], str] = {}
        self._thinking: asyncio.Task[None] | None = None
        self._stalled = False

    @property
    def busy(self) -> bool:
        """Whether somebody listens or the computer thinks, so that the room must be kept."""
        return bool(self._listeners) or self._thinking is not None

    @property
    def state(self) -> State:
        """The game as it stands."""
        return describe(self.play, stalled=self._stalled)

    @contextlib.contextmanager
    def listen(self) -> Iterator[asyncio.Queue[str]]:
        """A queue of what is told from now on, in the language spoken now."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        self._listeners[queue] = current()
        try:
            yield queue
        finally:
            del self._listeners[queue]

    async def events(self, since: int) -> Sequence[Event]:
        """What happened after event number `since`."""
        return await self._store.events(self.play.setup.id, since)

    async def missed(self, since: int) -> str:
        """What to tell a listener who knows the events up to number `since`."""
        return self._message(await self.events(since))

    def _message(self, events: Sequence[Event]) -> str:
        known = [asdict(event) for event in events if event.number <= self.play.version]
        return _json(self.state, known)

    def _tell(self, events: Sequence[Event]) -> None:
        messages = {}
        for language in set(self._listeners.values()):
            with speaking(language):
                messages[language] = self._message(events)
        for queue, language in self._listeners.items():
            queue.put_nowait(messages[language])

    async def act(self, version: int, make: Callable[[Play], Event]) -> None:
        """Take in what a person does, as seen at a version of the game.

        Raises:
            Refused: it may not be done.
            Stale: the game has gone on since.
        """
        async with self._lock:
            if version != self.play.version:
                raise Stale
            await self._take(make(self.play))
            self._drop_thought()
        self.wake()

    async def _take(self, event: Event) -> None:
        """Keep an event, then let it count, then tell it."""
        play = self.play
        try:
            await self._store.append(play.setup.id, event)
        except Conflict:
            await self._catch_up()
            raise Stale from None
        play.apply(event)
        self._stalled = False
        self._tell([event])

    async def _catch_up(self) -> None:
        """Take in what another process has added to the game."""
        events = await self.events(self.play.version)
        for event in events:
            self.play.apply(event)
        self._tell(events)

    # The computer

    def wake(self) -> None:
        """Let the computer think, if it has to and doesn't."""
        if self.play.task is None or self._thinking is not None:
            return
        self._stalled = False
        self._thinking = asyncio.create_task(self._think())

    def _drop_thought(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    async def close(self) -> None:
        """Stop thinking, but let an event that is being kept be kept."""
        async with self._lock:
            thinking = self._thinking
            self._drop_thought()
        if thinking is not None:
            await asyncio.wait([thinking])

    async def _think(self) -> None:
        version = self.play.version
        event = await self._thought(version)
        async with self._lock:
            if self._thinking is not asyncio.current_task():
                return
            try:
                if version == self.play.version:
                    await self._conclude(event)
            finally:  # not before: whoever looks at the game meanwhile would have it thought about
                self._thinking = None
        if not self._stalled:
            self.wake()

    async def _conclude(self, event: Event | None) -> None:
        """Take in what the computer does, or say that it does nothing."""
        try:
            if event is not None:
                await self._take(event)
                return
        except Stale:
            return
        except Exception:  # the game must not hang on it
            logger.exception("a thought of game %s could not be kept", self.play.setup.id)
        self._stalled = True
        self._tell([])

    async def _thought(self, version: int) -> Event | None:
        """What the computer does, or None when it cannot think or the game has gone on."""
        for pause in (*PAUSES, None):
            try:
                return await self._ask()
            except Exception:  # as above
                if version != self.play.version:  # the thought was about a game as it was before
                    return None
                logger.exception("no thought for game %s", self.play.setup.id)
            if pause is not None:
                await asyncio.sleep(pause)
        return None

    async def _ask(self) -> Event:
        play, setup = self.play, self.play.setup
        request = Request.of(
            play.game,
            level=Level(setup.level) if setup.level else None,
            seed=(setup.seed + play.game.board.ply) % 2**31,
        )
        if play.task is Task.ANSWER:
            answer = await self._thinker.accept_draw(request)
            return play.answering(accept=answer.accept)
        thought = await self._thinker.think(request)
        return play.computer_moving(thought.move)


def _json(state: State, events: Sequence[dict[str, Any]]) -> str:
    return f'{{"state":{state.model_dump_json()},"events":{json.dumps(events)}}}'


class Rooms:
    """The games in play; those that nobody needs are let go and rebuilt when asked for."""

    def __init__(self, store: Store, thinker: Thinker) -> None:
        self._store = store
        self._thinker = thinker
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening = asyncio.Lock()

    async def create(self, setup: GameSetup) -> Room:
        """Begin a game.

        Raises:
            FenError: the start position is not one.
            Refused: it is none to play from.
        """
        play = await asyncio.to_thread(Play.begin, setup)  # some positions take their time
        await self._store.create(setup)
        room = self._keep(Room(play, self._store, self._thinker))
        room.wake()
        return room

    async def find(self, game_id: str) -> Room | None:
        """The room of a game; the computer goes on thinking in it if it has to."""
        room = self._rooms.get(game_id) or await self._open(game_id)
        if room is not None:
            self._rooms.move_to_end(game_id)
            room.wake()
        return room

    async def _open(self, game_id: str) -> Room | None:
        async with self._opening:
            if game_id in self._rooms:
                return self._rooms[game_id]
            setup = await self._store.find(game_id)
            if setup is None:
                return None
            play = Play.replay(setup, await self._store.events(game_id))
            return self._keep(Room(play, self._store, self._thinker))

    def _keep(self, room: Room) -> Room:
        self._rooms[room.play.setup.id] = room
        if len(self._rooms) > ROOMS_KEPT:
            idle = [
                name for name, known in self._rooms.items() if known is not room and not known.busy
            ]
            for name in idle[: len(self._rooms) - ROOMS_KEPT]:
                del self._rooms[name]
        return room

    async def close(self) -> None:
        """Stop thinking in every room."""
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
