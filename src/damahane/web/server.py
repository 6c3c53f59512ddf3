"""Serves the app: on an address, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

FIRST_PORT = 8000
PORTS_TRIED = 20
HEALTH_PATIENCE = 15.0  # seconds to wait for the engine before the browser opens all the same
#: How often each generation is looked through for garbage, see `gc.set_threshold`. The rarer, the
#: less in vain, as nearly all of a request's objects go without it; but the longer each time.
GARBAGE = (5_000, 5, 20)


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    open_browser: bool = False,
    database: Path | str | None = None,
    workers: int | None = None,
    say: Callable[[str], None] | None = None,
) -> None:
    """Serve the page until SIGINT or SIGTERM; every process it started ends with it.

    Args:
        host: the address to listen on.
        port: the port to listen on; None for 8000 or the next free one, 0 for any.
        open_browser: open the page when it can be played on.
        database: the file that holds the games, or the address of a PostgreSQL database.
        workers: how many processes think.
        say: is told the address; it is printed if None.

    Raises:
        OSError: the port cannot be had.
        ValueError: a setting in the environment cannot be what it is.
    """
    from damahane.backing import use_kernel

    from .settings import Settings
    from .thinker import ProcessThinker

    gc.disable()  # until all is loaded, of which nothing goes
    use_kernel(False)  # changing over later would hold everybody up
    settings = Settings.of(database=database, workers=workers)
    listening = _bind(host, port)
    thinker = ProcessThinker(settings.workers, settings.patience)
    thinker.begin()  # beside the imports, which take as long
    import uvicorn

    from .app import create_app
    from .telemetry import log_as

    log_as(settings)
    app = create_app(settings, thinker)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=1024,  # nothing is expected of listeners
        h11_max_incomplete_event_size=16 * 1024,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
    )
    port = listening.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    address = f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
    line = f"damahane is at {address}  (Ctrl-C ends it)"
    if say is None:
        print(line, flush=True)
    else:
        say(line)
    if open_browser:
        threading.Thread(target=_open_when_ready, args=(shown, port, address), daemon=True).start()
    with listening, contextlib.suppress(KeyboardInterrupt):
        _server(config, app).run(sockets=[listening])


def _server(config: uvicorn.Config, app: FastAPI) -> uvicorn.Server:
    """A server that, once it has started, looks for garbage only in what it has made since.

    To look through everything that is loaded takes a tenth of a second, in which nobody is
    answered.
    """
    import uvicorn

    class Steady(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                await asyncio.wait([app.state.reading])  # requests are answered meanwhile
            gc.freeze()
            gc.set_threshold(*GARBAGE)
            gc.enable()

    return Steady(config)


def _bind(host: str, port: int | None) -> socket.socket:
    if port is None:
        for usual in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
            with contextlib.suppress(OSError):
                return _bind(host, usual)
        port = 0
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


def _open_when_ready(host: str, port: int, address: str) -> None:
    """Open the page once the engine is warm, or when that takes long: it can be looked at then."""
    import webbrowser

    until = time.monotonic() + HEALTH_PATIENCE
    while time.monotonic() < until and not _healthy(host, port):
        time.sleep(0.1)
    webbrowser.open(address)


def _healthy(host: str, port: int) -> bool:
    connection = HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
