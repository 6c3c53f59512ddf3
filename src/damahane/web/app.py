"""The application: pages, API, live games, store and engine, put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import mimetypes
from collections.abc import AsyncIterator

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from damahane import __version__

from . import api, pages, texts
from .language import LanguageMiddleware
from .live import Rooms
from .security import SecurityMiddleware
from .settings import Settings
from .store import Store
from .thinker import ProcessThinker, Thinker

logger = logging.getLogger(__name__)


def create_app(settings: Settings | None = None, thinker: Thinker | None = None) -> FastAPI:
    """Make the application.

    Args:
        settings: where games live and how many processes think; from the environment if None.
        thinker: what finds the computer's moves; processes with the engine if None.
    """
    settings = settings or Settings.of()
    # Some systems call scripts plain text, which a browser told not to sniff won't run.
    mimetypes.add_type("text/javascript", ".js")
    mimetypes.add_type("image/svg+xml", ".svg")

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await Store.open(settings.database)
        mind = thinker or ProcessThinker(settings.workers)
        rooms = Rooms(store, mind)
        app.state.thinker, app.state.rooms = mind, rooms
        warming = asyncio.create_task(_warm(mind))
        reading = asyncio.create_task(asyncio.to_thread(texts.load))
        try:
            yield
        finally:
            warming.cancel()
            await reading
            await rooms.close()
            await mind.close()
            await store.close()

    app = FastAPI(
        title="damahane",
        version=__version__,
        description="Play Turkish draughts; everything the page does can be done by a program.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.include_router(api.router)
    app.include_router(pages.router)
    app.mount("/static", StaticFiles(directory=pages.STATIC), name="static")
    app.add_middleware(SecurityMiddleware)
    app.add_middleware(LanguageMiddleware)
    return app


async def _warm(thinker: Thinker) -> None:
    try:
        await thinker.start()
    except Exception:  # the page works without; games say that the computer is missing
        logger.exception("the engine could not be loaded")
