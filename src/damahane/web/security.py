"""What is let in, and what browsers are told to forbid."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .answers import refusal
from .texts import N_, Text

BODY_LIMIT: Final = 16 * 1024
#: Where more may be sent, by the beginning of the path.
BODY_LIMITS: Final = {"/api/analysis/": 3 * 1024 * 1024}
BODY_PATIENCE: Final = 20.0  # seconds for a body to come
TARGET_LIMIT: Final = 4 * 1024  # of a path with its query
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
FOREIGN: Final = N_("This request comes from another site.")
LARGE: Final = N_("This request is too large.")
SLOW: Final = N_("This request did not come to its end.")
UNKNOWN: Final = N_("This server is not known by that name; DAMAHANE_HOSTS can tell it its names.")


class SecurityMiddleware:
    """Refuses strange names, other sites' posts and sockets, and what is large; adds the headers.

    Args:
        app: what serves the rest.
        hosts: the names that the server is known by, beside addresses and the machine's own.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = ()) -> None:
        self.app = app
        name = socket.gethostname().lower()
        self._hosts = frozenset({"localhost", name, f"{name}.local", *hosts})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] == "websocket":
            if self._known(scope) and _same_origin(scope) and not _long(scope):
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "http":
            await self._http(scope, receive, _with_headers(send))
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused: tuple[int, str, Text] | None = None
        if not self._known(scope):
            refused = 421, "unknown_host", UNKNOWN
        elif _long(scope):
            refused = 414, "too_large", LARGE
        elif scope["method"] not in SAFE_METHODS:
            if _same_origin(scope):
                try:
                    async with asyncio.timeout(BODY_PATIENCE):
                        body = await _read(receive, _limit(scope["path"]))
                except TimeoutError:
                    refused = 408, "too_slow", SLOW
                else:
                    if body is None:
                        refused = 413, "too_large", LARGE
                    else:
                        receive = _again(body, receive)
            else:
                refused = 403, "other_site", FOREIGN
        if refused is None:
            await self.app(scope, receive, send)
        else:
            status, code, text = refused
            await refusal(scope["path"], status, code, str(text))(scope, receive, send)

    def _known(self, scope: Scope) -> bool:
        """Whether a request means this server: a page whose name was bent to it does not.

        Addresses are let in as they are: to bend one, an attacker would have to own it.
        """
        try:
            name = urlsplit(f"//{Headers(scope=scope).get('host', '')}").hostname or ""
        except ValueError:
            return False
        if name in self._hosts or name.endswith(".localhost") or "*" in self._hosts:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True


def _long(scope: Scope) -> bool:
    return len(scope["path"]) + len(scope.get("query_string", b"")) > TARGET_LIMIT


def _limit(path: str) -> int:
    """How large a body may be that is sent to a path."""
    found = [most for start, most in BODY_LIMITS.items() if path.startswith(start)]
    return max(found, default=BODY_LIMIT)


def _same_origin(scope: Scope) -> bool:
    """Whether a request comes from a page of this host, or from no page at all."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") not in ("cross-site", "same-site")
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # it is no address at all
        return False


async def _read(receive: Receive, most: int) -> bytes | None:
    """The body of a request, or None when it is too large."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        body += message.get("body", b"")
        if len(body) > most:
            return None
        more = message.get("more_body", False)
    return body


def _again(body: bytes, receive: Receive) -> Receive:
    """Hands a body that was read over once more."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return wrapped
