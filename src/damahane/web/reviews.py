"""Reviews of games: made once in a working process, told of while they are made, then kept."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from typing import Final

from damahane.engine import Request

from .jobs import LookBack, ReviewModel
from .play import Play
from .shelf import Shelf
from .state import Model
from .workers import Workers

logger = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 2
"""Reviews of one client's that are made or waited for at the same time."""


class ProgressModel(Model):
    """How far a review is: positions done of those to look at; none while it waits its turn."""

    done: int
    total: int


class Making:
    """A review that is being made.

    Attributes:
        client: who asked for it.
        progress: how far it is.
        result: the review, in the end.
        failure: or why there is none.
    """

    def __init__(self, client: str) -> None:
        self.client = client
        self.progress = ProgressModel(done=0, total=0)
        self.result: ReviewModel | None = None
        self.failure: Exception | None = None
        self._changed: set[asyncio.Event] = set()

    @property
    def over(self) -> bool:
        """Whether there is a result or a failure."""
        return self.result is not None or self.failure is not None

    def tell(self, news: tuple[int, int]) -> None:
        """Take in how far it is."""
        done, total = news
        self.progress = ProgressModel(done=done, total=total)
        self.changed()

    def changed(self) -> None:
        """Wake those who listen."""
        for event in self._changed:
            event.set()

    @contextlib.contextmanager
    def listen(self) -> Iterator[asyncio.Event]:
        """An event that is set at every change."""
        event = asyncio.Event()
        event.set()
        self._changed.add(event)
        try:
            yield event
        finally:
            self._changed.discard(event)


class Reviews:
    """The reviews that are being made, and the way to those that have been."""

    def __init__(self, shelf: Shelf, workers: Workers) -> None:
        self._shelf = shelf
        self._workers = workers
        self._making: dict[tuple[str, int], Making] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def find(self, play: Play) -> ReviewModel | None:
        """The review of a game as it stands, if it has been made."""
        data = await self._shelf.review(play.setup.id, play.version)
        return None if data is None else ReviewModel.model_validate(data)

    def making(self, play: Play) -> Making | None:
        """The review of a game as it stands, if it is being made."""
        return self._making.get((play.setup.id, play.version))

    def asked_by(self, client: str) -> int:
        """How many reviews a client waits for."""
        return sum(making.client == client for making in self._making.values())

    def make(self, play: Play, client: str) -> Making:
        """Begin to make a review, unless it is being made already."""
        key = (play.setup.id, play.version)
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = Making(client)
            request = Request.of(play.game)
            task = asyncio.create_task(self._make(key, request, making))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return making

    async def _make(self, key: tuple[str, int], request: Request, making: Making) -> None:
        try:
            result = await self._workers.do(LookBack(request), tell=making.tell)
            await self._shelf.keep_review(*key, result.model_dump(mode="json"))
            making.result = result
        except Exception as error:  # whoever listens is told
            logger.exception("game %s could not be looked back at", key[0])
            making.failure = error
        finally:
            del self._making[key]
            making.changed()

    async def close(self) -> None:
        """Give up what is being made."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
