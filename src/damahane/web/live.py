"""Games in play: each a room where events are taken in one by one and told to who listens."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from damahane.engine import Hint, Level, Request

from . import huffing, telemetry
from .databases import DELETED
from .language import current, speaking
from .play import Play, Task
from .state import State, as_reader, describe
from .store import Conflict, Event, GameSetup, Store
from .thinker import Thinker

logger = logging.getLogger(__name__)

ROOMS_KEPT: Final = 1000
LONGEST_WAIT: Final = 60 * 60 * 1000  # milliseconds until the clock is looked at again
LAG: Final = 200  # messages that a listener may be behind
FRESH: Final = 0.01  # seconds for which a description of a game is given again
PAUSES: Final = (0.5, 2.0, 5.0)  # seconds before a failed thought is tried again


class Stale(Exception):  # noqa: N818 - an answer, not a fault
    """The game has gone on since the version that was named."""


@dataclass(frozen=True, slots=True)
class News:
    """What a listener is told.

    Attributes:
        text: the message.
        last: the number of the last event in it; 0 where there is none.
    """

    text: str
    last: int


class Described(NamedTuple):
    """A game as it was told: the JSON, what it depends on, and when that was."""

    text: str
    key: tuple[int, bool]
    made: float


Listener: TypeAlias = asyncio.Queue[News | None]


@dataclass(frozen=True, slots=True)
class Listening:
    """How a listener is to be told.

    Attributes:
        language: in which language.
        reader: whether the game is another visitor's, so that nothing may be done in it.
    """

    language: str
    reader: bool


class Room:
    """One game in play."""

    def __init__(self, play: Play, store: Store, thinker: Thinker) -> None:
        self.play = play
        self._store = store
        self._thinker = thinker
        self._lock = asyncio.Lock()
        self._listeners: dict[Listener, Listening] = {}
        self._thinking: asyncio.Task[None] | None = None
        self._timing: asyncio.Task[None] | None = None
        self._stalled = False
        self._described: dict[Listening, Described] = {}

    @property
    def busy(self) -> bool:
        """Whether somebody listens, the computer thinks or a clock runs: the room must be kept."""
        tasks = (self._thinking, self._timing)
        return bool(self._listeners) or any(task is not None for task in tasks)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return describe(self.play, stalled=self._stalled)

    def state_for(self, *, reader: bool) -> State:
        """The game as it stands, for its owner or for somebody who only reads it."""
        return as_reader(self.state, self.play) if reader else self.state

    def said(self, *, reader: bool = False) -> str:
        """That as JSON. Whoever acts and whoever listens are told the same, so it is kept a bit."""
        now, key = time.monotonic(), (self.play.version, self._stalled)
        listening = Listening(current(), reader)
        known = self._described.get(listening)
        if known is None or known.key != key or now - known.made > FRESH:
            text = self.state_for(reader=reader).model_dump_json()
            known = self._described[listening] = Described(text, key, now)
        return known.text

    @property
    def owner(self) -> str | None:
        """The visitor whose game it is."""
        return self.play.setup.owner

    def belong(self, owner: str | None) -> None:
        """Note whose game it is from now on."""
        self.play.setup = replace(self.play.setup, owner=owner)

    @property
    def heard(self) -> bool:
        """Whether anybody listens."""
        return bool(self._listeners)

    @property
    def thinking(self) -> bool:
        """Whether the computer thinks."""
        return self._thinking is not None

    @contextlib.contextmanager
    def listen(self, *, reader: bool = False) -> Iterator[Listener]:
        """A queue of what is told from now on, in the language spoken now.

        None ends it for one who is too far behind.
        """
        queue: Listener = asyncio.Queue(LAG)
        self._listeners[queue] = Listening(current(), reader)
        telemetry.LINES.inc()
        try:
            yield queue
        finally:
            telemetry.LINES.dec()
            self._listeners.pop(queue, None)

    def show_out(self, *, everybody: bool = False) -> None:
        """End the lines of all who only read the game, or of everybody."""
        for queue, listening in list(self._listeners.items()):
            if listening.reader or everybody:
                del self._listeners[queue]
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(None)

    async def events(self, since: int) -> Sequence[Event]:
        """What happened after event number `since`."""
        return await self._store.events(self.play.setup.id, since)

    async def missed(self, since: int, *, reader: bool = False) -> News:
        """What to tell a listener who knows the events up to number `since`."""
        return self._message(await self.events(since), reader)

    def _message(self, events: Sequence[Event], reader: bool) -> News:
        known = [asdict(event) for event in events if event.number <= self.play.version]
        last = known[-1]["number"] if known else 0
        state = self.said(reader=reader)
        return News(f'{{"state":{state},"events":{json.dumps(known)}}}', last)

    def _tell(self, events: Sequence[Event]) -> None:
        messages: dict[Listening, News] = {}
        for queue, listening in list(self._listeners.items()):
            if listening not in messages:
                with speaking(listening.language):
                    messages[listening] = self._message(events, listening.reader)
            try:
                queue.put_nowait(messages[listening])
            except asyncio.QueueFull:  # it can come back and ask for what it missed
                del self._listeners[queue]
                queue.get_nowait()
                queue.put_nowait(None)

    async def act(self, version: int, make: Callable[[Play], Event]) -> None:
        """Take in what a person does, as seen at a version of the game.

        Raises:
            Refused: it may not be done.
            Stale: the game has gone on since.
        """
        async with self._lock:
            if await self._time_is_up() or version != self.play.version:
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
        telemetry.EVENTS.labels(event.kind).inc()
        if play.game.outcome is not None:
            telemetry.ENDED.labels(play.game.outcome.termination.value).inc()
        self._stalled = False
        self._tell([event])
        self._watch_clock()

    async def _catch_up(self) -> None:
        """Take in what another process has added to the game."""
        telemetry.CONFLICTS.inc()
        events = await self.events(self.play.version)
        for event in events:
            self.play.apply(event)
        self._tell(events)
        self._watch_clock()

    # The clock

    async def _time_is_up(self) -> bool:
        """End the game if the side to move has used up its time."""
        event = self.play.running_out()
        if event is not None:
            await self._take(event)
        return event is not None

    def _watch_clock(self) -> None:
        """Wait for the end of the time that runs now, instead of that which ran before."""
        if self._timing is not None and self._timing is not asyncio.current_task():
            self._timing.cancel()
        self._timing = None
        if self.play.left() is not None:
            self._timing = asyncio.create_task(self._wait_for_time())

    async def _wait_for_time(self) -> None:
        while (left := self.play.left()) is not None:
            await asyncio.sleep(min(left, LONGEST_WAIT) / 1000)
            async with self._lock:
                with contextlib.suppress(Stale):
                    if self._timing is asyncio.current_task() and await self._time_is_up():
                        return

    async def hear(self, number: int | None) -> None:
        """Take in what another process may have added, up to an event's number if it is known."""
        async with self._lock:
            if number is not None and number <= self.play.version:
                return
            events = await self.events(self.play.version)
            for event in events:
                self.play.apply(event)
            if events:
                self._drop_thought()  # whoever added them has the computer think further
                self._tell(events)
                self._watch_clock()

    # The computer

    def wake(self) -> None:
        """Let the computer think, if it has to and doesn't; look at the clock, if nobody does."""
        if self._timing is None:
            self._watch_clock()
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
            if self._timing is not None:
                self._timing.cancel()
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
        level = Level(setup.level) if setup.level else None
        seed = (setup.seed + play.game.board.ply) % 2**31
        request = Request.of(play.game, level=level, seed=seed)
        if play.task is Task.ANSWER:
            answer = await self._thinker.accept_draw(request)
            return play.answering(accept=answer.accept)
        if level is not None and huffing.notices(play.game, level, seed):
            claimed = await self._thinker.choose_huff(request)
            if claimed is not None:
                return play.computer_huffing(claimed)
        thought = await self._thinker.think(request)
        return play.computer_moving(thought.move)

    async def hint(self) -> Hint:
        """What the master would play for the side to move, and why.

        Raises:
            ThinkerError: no thought can be had.
        """
        return await self._thinker.hint(Request.of(self.play.game))


class Rooms:
    """The games in play; those that nobody needs are let go and rebuilt when asked for."""

    def __init__(self, store: Store, thinker: Thinker) -> None:
        self._store = store
        self._thinker = thinker
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening = asyncio.Lock()
        self._hearing: set[asyncio.Task[None]] = set()
        self._watching = asyncio.create_task(
            store.watch(self._heard, lambda: any(room.heard for room in self._rooms.values()))
        )

    def __len__(self) -> int:
        return len(self._rooms)

    def thinking(self, owner: str) -> int:
        """In how many games of a visitor the computer thinks."""
        return sum(room.thinking and room.owner == owner for room in self._rooms.values())

    def _heard(self, game_id: str | None, number: int) -> None:
        """Take in what any process has added to a game, or to all of them."""
        if game_id is None:
            concerned, known = list(self._rooms.values()), None
        else:
            room = self._rooms.get(game_id)
            if room is None or (number != DELETED and number <= room.play.version):
                return
            concerned, known = [room], number

        async def hear() -> None:
            if known is None or known == DELETED:
                try:
                    await self._forget_deleted([room.play.setup.id for room in concerned])
                except Exception:  # the rest has to be heard all the same
                    logger.exception("the games that were deleted could not be let go of")
            if known == DELETED:
                return
            for room in concerned:
                try:
                    await room.hear(known)
                except Exception:  # the others have to hear of theirs
                    logger.exception("game %s could not be brought up to date", room.play.setup.id)

        task = asyncio.create_task(hear())
        self._hearing.add(task)
        task.add_done_callback(self._hearing.discard)

    async def create(self, setup: GameSetup) -> Room:
        """Begin a game.

        Raises:
            FenError: the start position is not one.
            Refused: it is none to play from.
        """
        play = Play.begin(setup)
        await self._store.create(setup)
        telemetry.GAMES.labels(setup.rules, setup.mode).inc()
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

    async def forget(self, game_id: str) -> None:
        """Let go of a game that was deleted, and end the lines to it."""
        room = self._rooms.pop(game_id, None)
        if room is not None:
            room.show_out(everybody=True)
            await room.close()

    async def _forget_deleted(self, game_ids: Sequence[str]) -> None:
        """Let go of those games that have been deleted."""
        for game_id in await self._store.deleted(game_ids):
            await self.forget(game_id)

    # Whose games they are

    async def claim(self, room: Room, owner: str) -> None:
        """Give a game that is nobody's to a visitor, unless another was faster."""
        room.belong(await self._store.claim(room.play.setup.id, owner))

    async def share(self, room: Room, token: str) -> str:
        """Let whoever has a token read a game; gives the token that counts."""
        return await self._store.share(room.play.setup.id, token)

    async def shared(self, room: Room) -> str | None:
        """The token that lets one read a game; None while it is private."""
        return await self._store.shared(room.play.setup.id)

    async def unshare(self, room: Room) -> None:
        """Make a game private; those who look on are shown out."""
        await self._store.unshare(room.play.setup.id)
        room.show_out()

    async def close(self) -> None:
        """Stop thinking in every room."""
        self._watching.cancel()
        for task in self._hearing:
            task.cancel()
        await asyncio.wait([self._watching, *self._hearing])
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
