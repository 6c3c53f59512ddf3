"""Processes for long work that tells of itself while it goes on and can be ended at any moment.

A game's move is thought about in `thinker`; here are live lines, reviews and the reading of files.
A worker that dies takes nothing with it: the work is begun anew in another.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import signal
import threading
from collections.abc import AsyncIterator, Callable
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, TypeAlias, TypeVar

from damahane.engine import Stop

logger = logging.getLogger(__name__)

TRIES: Final = 2
ENDING_PATIENCE: Final = 3.0  # seconds for work to end that was told to, before its process is
NICENESS: Final = 5  # games go first

Result = TypeVar("Result")
Tell: TypeAlias = Callable[[Any], None]


class Ended(Exception):  # noqa: N818 - what was asked for, not a fault
    """Raised within work that was told to end."""


class WorkerGone(Exception):  # noqa: N818 - what happened
    """The process of some work has ended before it."""


class Report:
    """What work tells while it goes on, and whether it is to end; given to it as `report`."""

    def __init__(self, tell: Tell, stop: Stop) -> None:
        self._tell = tell
        self.stop = stop

    def tell(self, news: Any) -> None:
        """Say how far it is.

        Raises:
            Ended: nobody wants to know any more.
        """
        if self.stop.is_set:
            raise Ended
        self._tell(news)


#: Work: a callable that can be pickled.
Work: TypeAlias = Callable[[Report], Result]


#: What a process is asked: a number, the work, and what ends it.
_Order: TypeAlias = tuple[int, Work[Any], Stop]


class _Worker:
    """One process, which does one piece of work at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._inbox: asyncio.Queue[tuple[int, str, Any] | None] = asyncio.Queue()
        self._number = 0
        self._finished = True
        self._listener = threading.Thread(target=self._listen, args=(loop,), daemon=True)
        self._listener.start()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            try:
                said = self._pipe.recv()
            except (EOFError, OSError):
                said = None
            with contextlib.suppress(RuntimeError):  # the loop has been closed
                loop.call_soon_threadsafe(self._inbox.put_nowait, said)
            if said is None:
                return

    @property
    def usable(self) -> bool:
        """Whether it can be given more work."""
        return self._finished and self._process.is_alive()

    async def do(self, work: Work[Result], tell: Tell | None) -> Result:
        """Have something done.

        Raises:
            WorkerGone: the process has ended.
        """
        self._number += 1
        self._finished = False
        try:
            self._pipe.send((self._number, work))
            done: Result = await self._result(tell)
        except asyncio.CancelledError:
            await self._end()
            raise
        except OSError as error:
            raise WorkerGone from error
        return done

    async def _result(self, tell: Tell | None) -> Any:
        while True:
            said = await self._inbox.get()
            if said is None:
                raise WorkerGone
            number, kind, value = said
            if number != self._number:
                continue
            if kind == "news":
                if tell is not None:
                    tell(value)
                continue
            self._finished = True
            if kind == "failed":
                raise value
            return value

    async def _end(self) -> None:
        """Have the work end; a process that does not heed that is of no use any more."""
        with contextlib.suppress(OSError, WorkerGone, Ended, TimeoutError):
            self._pipe.send((self._number, None))
            await asyncio.wait_for(self._result(None), ENDING_PATIENCE)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._listener.join(ENDING_PATIENCE)
        self._pipe.close()
        self._process.close()


class Workers:
    """So many processes at most; each is started when it is needed first."""

    def __init__(self, most: int) -> None:
        self._free = asyncio.Semaphore(most)
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        #: Set while work waits for a process.
        self.wanted = asyncio.Event()
        self._waiting = 0
        self._preparing: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def _lease(self) -> AsyncIterator[_Worker]:
        await self._wait()
        try:
            loop = asyncio.get_running_loop()
            worker = self._idle.pop() if self._idle else await asyncio.to_thread(_Worker, loop)
            self._busy.add(worker)
            try:
                yield worker
            finally:
                self._busy.discard(worker)
                if worker.usable:
                    self._idle.append(worker)
                else:
                    await asyncio.to_thread(worker.close)
        finally:
            self._free.release()

    async def _wait(self) -> None:
        if not self._free.locked():
            await self._free.acquire()
            return
        self._waiting += 1
        self.wanted.set()
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
            if not self._waiting:
                self.wanted.clear()

    async def do(
        self,
        work: Work[Result],
        *,
        tell: Tell | None = None,
        begun: Callable[[], object] | None = None,
    ) -> Result:
        """Have something done; cancelled, it ends at once.

        Args:
            work: what to do.
            tell: is told what the work says of itself.
            begun: called when a process has been found for it.

        Raises:
            WorkerGone: its processes keep ending.
            Exception: what the work raises.
        """
        for tried in range(1, TRIES + 1):
            async with self._lease() as worker:
                if begun is not None:
                    begun()
                try:
                    return await worker.do(work, tell)
                except WorkerGone:
                    logger.warning("a working process ended unexpectedly (%d)", tried)
        raise WorkerGone

    def prepare(self, work: Work[None] | None = None) -> None:
        """Start a process, unless there is one, so that the first work need not wait for it.

        Args:
            work: what it begins with; by default it imports what takes its time.
        """
        if self._idle or self._busy or self._preparing is not None:
            return
        self._preparing = asyncio.create_task(self.do(work or _get_ready))
        self._preparing.add_done_callback(self._prepared)

    def _prepared(self, task: asyncio.Task[None]) -> None:
        self._preparing = None
        if not task.cancelled() and task.exception() is not None:
            logger.warning("no working process could be prepared", exc_info=task.exception())

    async def close(self) -> None:
        """End every process, working or not."""
        if self._preparing is not None:
            self._preparing.cancel()
            await asyncio.gather(self._preparing, return_exceptions=True)
        workers = [*self._idle, *self._busy]
        self._idle.clear()
        for worker in workers:
            await asyncio.to_thread(worker.close)


def _get_ready(_report: Report) -> None:
    """Import what takes its time."""
    import_module("damahane.web.jobs")


def _serve(pipe: Connection) -> None:
    """What runs in each process: leave Ctrl-C to the app, and end when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    orders: queue.SimpleQueue[_Order] = queue.SimpleQueue()
    threading.Thread(target=_do_all, args=(pipe, orders), daemon=True).start()
    stop, current = Stop(), 0
    while True:
        try:
            number, work = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)
        if work is None:
            if number == current:
                stop.set()
            continue
        stop, current = Stop(), number
        orders.put((number, work, stop))


def _do_all(pipe: Connection, orders: queue.SimpleQueue[_Order]) -> None:
    """All in one thread, which keeps the engine's memory from one thought to the next."""
    while True:
        number, work, stop = orders.get()

        def tell(news: Any, number: int = number) -> None:
            pipe.send((number, "news", news))

        try:
            answer = (number, "done", work(Report(tell, stop)))
        except Exception as error:  # noqa: BLE001 - it is the asker's
            answer = (number, "failed", error)
        try:
            pipe.send(answer)
        except OSError:
            os._exit(0)
        except Exception as error:  # noqa: BLE001 - what cannot be pickled
            pipe.send((number, "failed", RuntimeError(f"{type(error).__name__}: {error}")))
