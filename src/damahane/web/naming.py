"""How a visitor names the squares of a diagonal board: by numbers, as is usual, or by letters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from damahane.squares import Shape

#: The page keeps the choice here as well (looks.js); whoever sends nothing reads numbers.
COOKIE: Final = "squares"
LETTERS: Final = "names"

_lettered: ContextVar[bool] = ContextVar("lettered", default=False)


@contextmanager
def naming(*, lettered: bool) -> Iterator[None]:
    """Name squares by letters for a while, or by what is usual."""
    token = _lettered.set(lettered)
    try:
        yield
    finally:
        _lettered.reset(token)


def called(shape: Shape, square: int) -> str:
    """What a square is called in a sentence for the visitor to be answered now."""
    return shape.names[square] if _lettered.get() else shape.usual(square)


class NamingMiddleware:
    """Names squares as each visitor wants it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request by its choice."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            kept = SimpleCookie(Headers(scope=scope).get("cookie", "")).get(COOKIE)
        except CookieError:
            kept = None
        with naming(lettered=kept is not None and kept.value == LETTERS):
            await self.app(scope, receive, send)
