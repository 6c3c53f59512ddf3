"""The engine in processes beside the app, which may crash without a game noticing."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final, Protocol, TypeVar

from damahane.engine import Answer, Hint, Request, Thought, accept_draw, hint, think, warm

logger = logging.getLogger(__name__)

TRIES: Final = 3
Result = TypeVar("Result")


class ThinkerError(Exception):
    """No thought could be had."""


class Thinker(Protocol):
    """What the app asks for moves; `ProcessThinker` is the real one."""

    @property
    @abstractmethod
    def ready(self) -> bool:
        """Whether thoughts come without waiting for anything to be compiled."""

    @abstractmethod
    async def start(self) -> None:
        """Get ready; returns when it is."""

    @abstractmethod
    async def think(self, request: Request) -> Thought:
        """Find a move."""

    @abstractmethod
    async def accept_draw(self, request: Request) -> Answer:
        """Answer a draw offer."""

    @abstractmethod
    async def hint(self, request: Request) -> Hint:
        """Find a move for the person to play, and the reason for it."""

    @abstractmethod
    async def close(self) -> None:
        """Stop every thought."""


class ProcessThinker:
    """Thinks in a pool of processes; a pool that breaks is replaced and the thinking repeated."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: _Pool | None = None
        self._warm = asyncio.Event()
        self._closed = False

    @property
    def ready(self) -> bool:
        """Whether the engine is compiled and loaded."""
        return self._warm.is_set()

    def begin(self) -> None:
        """Start the first process, and let it load the engine while the app loads the rest."""
        self._pool = _Pool(self._workers)
        self._pool.executor.submit(warm)

    async def start(self) -> None:
        """Compile or load the engine in one process, then wake the others.

        Raises:
            ThinkerError: the engine cannot be loaded.
        """
        await self._run(warm)
        self._warm.set()
        await asyncio.gather(*(self._run(warm) for _ in range(self._workers)))

    async def think(self, request: Request) -> Thought:
        """Find a move.

        Raises:
            ThinkerError: the processes keep breaking.
        """
        await self._warm.wait()
        return await self._run(think, request)

    async def accept_draw(self, request: Request) -> Answer:
        """Answer a draw offer.

        Raises:
            ThinkerError: the processes keep breaking.
        """
        await self._warm.wait()
        return await self._run(accept_draw, request)

    async def hint(self, request: Request) -> Hint:
        """Find a move for the person to play, and the reason for it.

        Raises:
            ThinkerError: the processes keep breaking.
        """
        await self._warm.wait()
        return await self._run(hint, request)

    async def close(self) -> None:
        """End every process, thinking or not."""
        self._closed = True
        if self._pool is not None:
            await asyncio.to_thread(self._pool.close)

    async def _run(self, function: Callable[..., Result], *arguments: object) -> Result:
        for _try in range(TRIES):
            if self._closed:
                break
            if self._pool is None:
                self._pool = _Pool(self._workers)
            pool = self._pool
            try:
                return await asyncio.wrap_future(pool.executor.submit(function, *arguments))
            except BrokenProcessPool:
                logger.warning("a thinking process ended unexpectedly; starting anew")
                if self._pool is pool:
                    self._pool = None
                    await asyncio.to_thread(pool.close)
        raise ThinkerError("the thinking processes keep ending")


class _Pool:
    """Processes on a leash: they end when the other end of a pipe does, even by ``kill -9``."""

    def __init__(self, workers: int) -> None:
        context = get_context("spawn")
        held, self._leash = context.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(
            workers, mp_context=context, initializer=_begin, initargs=(held,)
        )
        self._held = held

    def close(self) -> None:
        self._leash.close()
        self.executor.shutdown(wait=True, cancel_futures=True)
        self._held.close()


def _begin(held: Connection) -> None:
    """Runs first in each process: leave Ctrl-C to the app, and end when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_app, args=(held,), daemon=True).start()


def _end_with_app(held: Connection) -> None:
    try:
        held.recv()
    except (EOFError, OSError):
        os._exit(0)
