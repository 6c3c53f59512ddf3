"""The engine in processes beside the app, which may crash without a game noticing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import threading
import time
from abc import abstractmethod
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, Protocol, TypeVar

from damahane.engine import (
    Answer,
    Hint,
    Request,
    Thought,
    accept_draw,
    choose_huff,
    hint,
    think,
    warm,
)

from . import telemetry

logger = logging.getLogger(__name__)

TRIES: Final = 3
PATIENCE: Final = 60.0  # seconds; no level thinks for nearly as long
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
    async def choose_huff(self, request: Request) -> int | None:
        """Choose the piece to huff, if it is good to huff one."""

    @abstractmethod
    async def hint(self, request: Request) -> Hint:
        """Find a move for the person to play, and the reason for it."""

    @abstractmethod
    async def close(self) -> None:
        """Stop every thought."""


class ProcessThinker:
    """Thinks in processes; one that ends or hangs is replaced and its thought had anew.

    Args:
        workers: how many processes there are.
        patience: seconds after which a thought is ended and had anew.
    """

    def __init__(self, workers: int, patience: float = PATIENCE) -> None:
        self._idle = [_Worker() for _ in range(workers)]
        self._workers = tuple(self._idle)
        self._free = asyncio.Semaphore(workers)
        self._patience = patience
        self._warm = asyncio.Event()
        self._closed = False

    @property
    def ready(self) -> bool:
        """Whether the engine is compiled and loaded."""
        return self._warm.is_set()

    def begin(self) -> None:
        """Start the first process, and let it load the engine while the app loads the rest."""
        self._idle[-1].submit(warm)

    async def start(self) -> None:
        """Compile or load the engine in one process, then wake the others.

        Raises:
            ThinkerError: the engine cannot be loaded.
        """
        await self._run(warm)
        self._warm.set()
        await asyncio.gather(*(self._run(warm) for _ in self._workers))

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

    async def choose_huff(self, request: Request) -> int | None:
        """Choose the piece to huff, if it is good to huff one.

        Raises:
            ThinkerError: the processes keep breaking.
        """
        await self._warm.wait()
        return await self._run(choose_huff, request)

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
        await asyncio.gather(*(asyncio.to_thread(worker.end) for worker in self._workers))

    async def _run(self, function: Callable[..., Result], *arguments: object) -> Result:
        patience = self._patience if self.ready else None  # compiling may take long
        begun = time.perf_counter()
        for _try in range(TRIES):
            async with self._lease() as worker:
                if self._ended():
                    break
                try:
                    async with asyncio.timeout(patience):
                        found = await asyncio.wrap_future(worker.submit(function, *arguments))
                except (BrokenProcessPool, TimeoutError) as error:
                    if self._ended():
                        break
                    what = "hangs" if isinstance(error, TimeoutError) else "ended unexpectedly"
                    logger.warning("a thinking process %s; starting anew", what)
                    telemetry.RESTARTS.inc()
                    await asyncio.to_thread(worker.end)
                else:
                    telemetry.THINKING.labels(function.__name__).observe(
                        time.perf_counter() - begun
                    )
                    return found
        raise ThinkerError("the thinking processes keep ending")

    def _ended(self) -> bool:
        """Whether it has been closed, perhaps while something was waited for."""
        return self._closed

    @contextlib.asynccontextmanager
    async def _lease(self) -> AsyncIterator[_Worker]:
        """A process for one piece of work; those who want one are served in turn.

        Work that nobody waits for any more goes on until it ends, and its process is lent after
        that: with two of them, nobody is held up.
        """
        telemetry.WAITING.inc()
        try:
            await self._free.acquire()
        finally:
            telemetry.WAITING.dec()
        # The one used last has its memory warm; one at work on what was dropped comes last.
        idle = sorted(self._idle, key=lambda worker: worker.working)
        worker = idle[0] if idle[0].working else [one for one in idle if not one.working][-1]
        self._idle.remove(worker)
        try:
            yield worker
        finally:
            self._idle.append(worker)
            self._free.release()


class _Worker:
    """A process on a leash: it ends when the other end of a pipe does, even by ``kill -9``."""

    def __init__(self) -> None:
        self._executor: ProcessPoolExecutor | None = None
        self._held: Connection | None = None
        self._leash: Connection | None = None
        self._work: Future[Any] | None = None

    @property
    def working(self) -> bool:
        """Whether it is still at work on something."""
        return self._work is not None and not self._work.done()

    def submit(self, function: Callable[..., Result], *arguments: object) -> Future[Result]:
        """Have it do something, after what it does now; it is started where it isn't there."""
        if self._executor is None:
            context = get_context("spawn")
            self._held, self._leash = context.Pipe(duplex=False)
            self._executor = ProcessPoolExecutor(
                1, mp_context=context, initializer=_begin, initargs=(self._held,)
            )
        self._work = work = self._executor.submit(function, *arguments)
        return work

    def end(self) -> None:
        """End it, working or not."""
        executor, held, leash = self._executor, self._held, self._leash
        self._executor = self._held = self._leash = self._work = None
        if executor is None or held is None or leash is None:
            return
        leash.close()
        executor.shutdown(wait=True, cancel_futures=True)
        held.close()


def _begin(held: Connection) -> None:
    """Runs first in each process: leave Ctrl-C to the app, and end when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_app, args=(held,), daemon=True).start()


def _end_with_app(held: Connection) -> None:
    try:
        held.recv()
    except (EOFError, OSError):
        os._exit(0)
