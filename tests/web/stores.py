"""What the tests of storage share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from damahane.web.store import Store

Result = TypeVar("Result")


def using(place: Path | str, use: Callable[[Store], Awaitable[Result]]) -> Result:
    """Open a store, use it, close it; in a thread, as the page tests keep a loop in this one."""

    async def run() -> Result:
        store = await Store.open(place)
        try:
            return await use(store)
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(run())).result()
