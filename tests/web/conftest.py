"""Servers, games and browsers for the tests of the web app."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page
from starlette.testclient import TestClient

from damahane import Board
from damahane.engine import Answer, Hint, Idea, MoveReason, Request, Thought
from damahane.web.app import create_app
from damahane.web.settings import Settings

READY_SECONDS = 240.0  # a cold machine compiles the engine first


class FakeThinker:
    """Plays the first legal route, and answers offers, as a test wishes."""

    def __init__(self) -> None:
        self.ready = True
        self.accepts = False
        self.failing = False
        self.asked: list[Request] = []
        self.held = threading.Event()
        self.held.set()

    async def start(self) -> None:
        """Nothing to get ready."""

    async def close(self) -> None:
        """Let go of what was held."""
        self.held.set()

    async def _wait(self, request: Request) -> None:
        self.asked.append(request)
        await asyncio.to_thread(self.held.wait)
        if self.failing:
            raise RuntimeError("no thought today")

    async def think(self, request: Request) -> Thought:
        """The first legal route."""
        await self._wait(request)
        board = Board(request.rules)
        if request.fen is not None:
            board = Board.from_fen(request.fen, request.rules)
        for move in request.moves:
            board.push(move)
        text = board.text(board.routes()[0], full=True)
        return Thought(move=text, score=0, depth=1, nodes=1, seconds=0.0, pv=(text,))

    async def hint(self, request: Request) -> Hint:
        """The first legal route, as a safe one."""
        thought = await self.think(request)
        return Hint(thought.move, 0, thought.pv, MoveReason(Idea.IS_SAFE))

    async def accept_draw(self, request: Request) -> Answer:
        """The answer set beforehand."""
        await self._wait(request)
        return Answer(accept=self.accepts, score=0)


@pytest.fixture
def thinker() -> FakeThinker:
    """A computer that plays as a test wishes."""
    return FakeThinker()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where a test keeps its games."""
    return tmp_path / "games.db"


@pytest.fixture
def client(thinker: FakeThinker, database: Path) -> Iterator[TestClient]:
    """An app with that computer, and a client of it."""
    app = create_app(Settings(database=database, workers=1), thinker)
    with TestClient(app) as client:
        yield client


@dataclass
class Server:
    """A server in a process of its own.

    Attributes:
        database: the file with its games.
        port: its port.
    """

    database: Path
    port: int = 0
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, on the same port as before, and wait until the engine is warm."""
        code = "import sys; from pathlib import Path; from damahane.web.server import serve\n"
        code += "serve(port=int(sys.argv[1]), database=Path(sys.argv[2]), workers=1)"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(self.port), str(self.database)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.split("127.0.0.1:")[1].split("/")[0])
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            assert self.process.poll() is None, "the server ended"
            if self._healthy():
                return
            time.sleep(0.05)
        raise AssertionError("the server did not get ready")

    def children(self) -> list[int]:
        """The processes that it started."""
        assert self.process is not None
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for task in tasks for pid in task.read_text().split()]

    def kill(self) -> None:
        """End it at once, with no chance to tidy up."""
        self.stop(signal.SIGKILL)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """End it; gives its exit status."""
        assert self.process is not None
        self.process.send_signal(sign)
        status = self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return status

    def _ask(self, path: str, body: bytes | None = None) -> dict[str, Any]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            method = "GET" if body is None else "POST"
            connection.request(method, path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            assert answer.status < 300, answer.read()
            state: dict[str, Any] = json.load(answer)
        finally:
            connection.close()
        return state

    def _healthy(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        finally:
            connection.close()

    def new_game(self, **settings: object) -> dict[str, Any]:
        """Begin a game."""
        return self._ask("/api/games", json.dumps(settings).encode())

    def game(self, game_id: str) -> dict[str, Any]:
        """A game as it stands."""
        return self._ask(f"/api/games/{game_id}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests that don't end it."""
    running = Server(tmp_path_factory.mktemp("served") / "games.db")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may end it."""
    running = Server(tmp_path / "games.db")
    running.start()
    yield running
    if running.process is not None and running.process.poll() is None:
        running.stop()


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.fixture(scope="session")
def ended() -> Callable[[list[int]], bool]:
    """Whether processes end within a few seconds."""

    def wait(pids: list[int]) -> bool:
        until = time.monotonic() + 10
        while time.monotonic() < until:
            if all(gone(pid) for pid in pids):
                return True
            time.sleep(0.05)
        return False

    return wait


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium, without a sandbox or calls home."""
    executable = shutil.which("chromium")
    assert executable, "these tests need Debian's chromium"
    return {
        "executable_path": executable,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
        "env": {**os.environ, "LANGUAGE": "en"},
    }


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """Everything that the browser's console complained about."""
    found: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            found.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("requestfailed", lambda request: found.append(f"failed: {request.url}"))
    return found
