"""The application: pages, API, live games, store and engine, put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import mimetypes
from collections.abc import AsyncIterator

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from damahane import DamahaneError, __version__

from . import (
    api,
    archive,
    challenge,
    challengepages,
    docs,
    endgamepages,
    endgames,
    installing,
    learning,
    pages,
    practice,
    study,
    studypages,
    telemetry,
    telling,
    texts,
)
from .answers import add_answers
from .compression import CompressionMiddleware
from .language import LanguageMiddleware
from .limits import Limits
from .live import Rooms
from .naming import NamingMiddleware
from .security import SecurityMiddleware
from .settings import Settings
from .store import Store
from .telemetry import TelemetryMiddleware
from .thinker import ProcessThinker, Thinker
from .visitors import VisitorMiddleware, Visitors, read_secret

logger = logging.getLogger(__name__)


def create_app(
    settings: Settings | None = None,
    thinker: Thinker | None = None,
    clock: challenge.Clock = challenge.now,
) -> FastAPI:
    """Make the application.

    Args:
        settings: where games live and how many processes think; from the environment if None.
        thinker: what finds the computer's moves; processes with the engine if None.
        clock: tells the time by which days come and go.
    """
    settings = settings or Settings.of()
    # Some systems call scripts plain text, which a browser told not to sniff won't run.
    mimetypes.add_type("text/javascript", ".js")
    mimetypes.add_type("image/svg+xml", ".svg")

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await Store.open(settings.database)
        mind = thinker or ProcessThinker(settings.workers, settings.patience)
        rooms = Rooms(store, mind)
        app.state.thinker, app.state.rooms = mind, rooms
        app.state.study = desk = study.Study(store, settings.workers)
        app.state.puzzles = puzzles = challenge.Desk(store, clock)
        app.state.visitors = Visitors(read_secret(settings))
        warming = asyncio.create_task(_warm(mind))
        app.state.reading = reading = asyncio.create_task(asyncio.to_thread(_read))
        try:
            yield
        finally:
            warming.cancel()
            await reading
            await desk.close()
            await puzzles.close()
            await rooms.close()
            await mind.close()
            await store.close()

    app = FastAPI(
        title="damahane",
        version=__version__,
        summary="Play Turkish draughts; everything the page does can be done by a program.",
        description=docs.INTRODUCTION,
        openapi_tags=docs.TAGS,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.settings, app.state.limits = settings, Limits(settings)
    app.include_router(api.router)
    app.include_router(telling.router)
    app.include_router(study.router)
    app.include_router(archive.router)
    app.include_router(challenge.router)
    app.include_router(practice.router)
    app.include_router(endgames.router)
    app.include_router(docs.router)
    app.include_router(pages.router)
    app.include_router(learning.router)
    app.include_router(installing.router)
    app.include_router(studypages.router)
    app.include_router(challengepages.router)
    app.include_router(endgamepages.router)
    app.include_router(telemetry.router)
    app.mount("/static", StaticFiles(directory=pages.STATIC), name="static")
    add_answers(app)
    app.add_middleware(CompressionMiddleware)
    app.add_middleware(VisitorMiddleware)
    app.add_middleware(SecurityMiddleware, hosts=settings.hosts)
    app.add_middleware(LanguageMiddleware)
    app.add_middleware(NamingMiddleware)
    app.add_middleware(TelemetryMiddleware, log=settings.log == "json")
    return app


def _read() -> None:
    """Read what no visitor should have to wait for."""
    texts.load()
    try:
        challenge.puzzles_ready()
    except DamahaneError:  # the pages of puzzles will say so, and everything else works
        logger.exception("the puzzles could not be read")


async def _warm(thinker: Thinker) -> None:
    try:
        await thinker.start()
    except Exception:  # the page works without; games say that the computer is missing
        logger.exception("the engine could not be loaded")
