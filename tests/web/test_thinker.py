"""The engine in processes of its own: ready, crashed, ended."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from damahane import Board
from damahane.engine import Level, Request
from damahane.web import telemetry
from damahane.web.thinker import TRIES, ProcessThinker, ThinkerError

REQUEST = Request(level=Level.EASY)


def using(use: Callable[[ProcessThinker], Awaitable[None]]) -> None:
    """Start a thinker, use it, close it; in a thread, as the page tests keep a loop in this one."""

    async def run() -> None:
        thinker = ProcessThinker(workers=1)
        assert not thinker.ready
        try:
            await thinker.start()
            await use(thinker)
        finally:
            await thinker.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(run())).result()


def test_it_thinks_after_a_crash_and_leaves_no_process_behind() -> None:
    """A worker that is killed is replaced and the thinking repeated; closing ends them all."""
    before = {child.pid for child in multiprocessing.active_children()}

    def workers() -> list[int]:
        pids = [child.pid for child in multiprocessing.active_children()]
        return [pid for pid in pids if pid is not None and pid not in before]

    async def use(thinker: ProcessThinker) -> None:
        assert thinker.ready
        board = Board()
        assert board.parse((await thinker.think(REQUEST)).move) in board.legal_moves
        (worker,) = workers()
        thought = asyncio.create_task(thinker.think(REQUEST))
        os.kill(worker, signal.SIGKILL)
        assert board.parse((await thought).move) in board.legal_moves
        assert not (await thinker.accept_draw(REQUEST)).accept  # never in the opening
        assert workers() != [worker]

    using(use)
    assert workers() == []


def test_a_thought_that_never_ends_is_ended_and_the_next_one_had() -> None:
    """Its process is replaced each time; after a few tries it is given up."""
    before = telemetry.RESTARTS._value.get()

    async def use() -> str:
        thinker = ProcessThinker(workers=1)
        try:
            await thinker.start()
            thinker._patience = 0.5
            with pytest.raises(ThinkerError):
                await thinker._run(time.sleep, 600)
            thinker._patience = 60.0
            return str((await thinker.think(REQUEST)).move)
        finally:
            await thinker.close()

    with ThreadPoolExecutor(1) as pool:
        move = pool.submit(lambda: asyncio.run(use())).result()
    assert Board().parse(move) in Board().legal_moves
    assert telemetry.RESTARTS._value.get() - before == TRIES


def test_a_process_that_dies_takes_no_other_thought_with_it() -> None:
    """Of two at work one is killed: its work is done again, the other's is not."""
    before = telemetry.RESTARTS._value.get()
    known = {child.pid for child in multiprocessing.active_children()}

    async def use() -> None:
        thinker = ProcessThinker(workers=2)
        try:
            await thinker.start()
            works = [asyncio.create_task(thinker._run(time.sleep, 1.0)) for _ in range(2)]
            await asyncio.sleep(0.3)
            mine = [child for child in multiprocessing.active_children() if child.pid not in known]
            assert len(mine) == 2
            mine[0].kill()
            await asyncio.gather(*works)
        finally:
            await thinker.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(use())).result()
    assert telemetry.RESTARTS._value.get() - before == 1


def test_a_closed_thinker_says_so() -> None:
    """After closing no thought can be had, and none is waited for."""

    async def use(thinker: ProcessThinker) -> None:
        await thinker.close()
        with pytest.raises(ThinkerError):
            await thinker.think(REQUEST)

    using(use)
