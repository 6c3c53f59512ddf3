"""Who a request comes from: nobody by name, but the same visitor as before, by a signed cookie."""

from __future__ import annotations

import hashlib
import os
import secrets
import tempfile
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Annotated, Final

from fastapi import Depends
from fastapi.requests import HTTPConnection
from itsdangerous import BadSignature, Signer
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .settings import Settings, data_directory

COOKIE: Final = "visitor"
KEPT: Final = 400 * 24 * 60 * 60  # seconds; browsers keep no cookie for longer
SECRET_FILE: Final = "secret"  # noqa: S105 - a name of a file
#: What is asked for by programs that watch over the server, and files: nobody's in particular.
_NOBODYS: Final = ("/static/", "/healthz", "/metrics", "/favicon.ico", "/api/openapi.json")


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever sent a request.

    Attributes:
        id: the same for every request of a browser; unguessable.
        address: the network address it came from, or the network's where that is one household's.
        known: whether it brought a cookie of ours; if not, this answer gives it one.
    """

    id: str
    address: str
    known: bool


class Visitors:
    """Gives visitors their cookies and knows them again."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, salt="damahane.visitor", digest_method=hashlib.sha256)

    def cookie(self, visitor_id: str) -> str:
        """The value of a visitor's cookie."""
        return self._signer.sign(visitor_id).decode()

    def known(self, cookie: str) -> str | None:
        """The visitor that a cookie was given to; None if it is not one of ours."""
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    def visitor(self, scope: Scope) -> Visitor:
        """Whoever sends a request."""
        address = _household((scope.get("client") or ("", 0))[0])
        try:
            kept = SimpleCookie(Headers(scope=scope).get("cookie", "")).get(COOKIE)
        except CookieError:
            kept = None
        found = None if kept is None else self.known(kept.value)
        return Visitor(found or secrets.token_urlsafe(15), address, known=found is not None)


def _household(address: str) -> str:
    """An address; of IPv6 the half that names the network, as a device has many of the others."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped) if mapped else str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)


def read_secret(settings: Settings) -> bytes:
    """The secret that cookies are signed with; made and kept the first time it is wanted."""
    if settings.secret is not None:
        return settings.secret.get_secret_value().encode()
    place = settings.database
    folder = place.parent if isinstance(place, Path) else data_directory()
    path = folder / SECRET_FILE
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(dir=folder)  # readable by its owner only
        try:
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_urlsafe(32))
            Path(path).hardlink_to(made)  # whole or not at all, and only one of several
        except FileExistsError:
            pass
        finally:
            Path(made).unlink()
    return path.read_bytes()


class VisitorMiddleware:
    """Tells the app who sends a request, and gives visitors their cookies."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request for its visitor."""
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(_NOBODYS):
            await self.app(scope, receive, send)
            return
        visitors: Visitors = scope["app"].state.visitors
        visitor = visitors.visitor(scope)
        scope.setdefault("state", {})["visitor"] = visitor
        if scope["type"] == "http":
            send = _giving(send, visitor, visitors.cookie(visitor.id), scope["scheme"] == "https")
        await self.app(scope, receive, send)


def _giving(send: Send, visitor: Visitor, value: str, secure: bool) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            # Pages renew it, so that it lasts for as long as somebody comes now and then.
            if not visitor.known or headers.get("content-type", "").startswith("text/html"):
                given = f"{COOKIE}={value}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax"
                headers.append("Set-Cookie", given + "; Secure" * secure)
                headers["Cache-Control"] = "no-store"
        await send(message)

    return wrapped


async def visitor_of(connection: HTTPConnection) -> Visitor:
    """Whoever sent a request."""
    visitor: Visitor = connection.state.visitor
    return visitor


VisitorOf = Annotated[Visitor, Depends(visitor_of)]
