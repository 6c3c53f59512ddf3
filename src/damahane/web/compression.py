"""Pages and files are sent compressed; answers of the API are small, and quicker as they are."""

from __future__ import annotations

from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

LEAST: Final = 1000  # bytes from which it is worth it
LEVEL: Final = 6


class CompressionMiddleware:
    """Compresses what is not an answer of the API, for browsers that can take it."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._compressing = GZipMiddleware(app, minimum_size=LEAST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        api = scope["type"] != "http" or scope["path"].startswith("/api/")
        await (self._plain if api else self._compressing)(scope, receive, send)
