"""Servers, games and browsers for the tests of the web app."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page
from starlette.testclient import TestClient

from damahane.engine import Answer, Hint, Idea, MoveReason, Request, Thought
from damahane.web.app import create_app
from damahane.web.settings import Settings
from damahane.web.visitors import COOKIE, Visitors
from tests.web.puzzle_seats import DESK, EVE, Days, Seat

READY_SECONDS = 240.0  # a cold machine compiles the engine first
#: The browser, and what asks a server about its games, are one visitor.
SECRET = "what the cookies of the tests are signed with"  # noqa: S105
VISITOR = Visitors(SECRET.encode()).cookie("the-visitor-of-tests")


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
        board = request.game().board
        text = board.text(board.routes()[0], full=True)
        return Thought(move=text, score=0, depth=1, nodes=1, seconds=0.0, pv=(text,))

    async def choose_huff(self, request: Request) -> int | None:
        """The first piece that there is."""
        await self._wait(request)
        return request.game().huffable[0]

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
    many = 10**6  # tests are in a hurry
    settings = Settings(
        database=database,
        workers=1,
        hosts=("testserver",),
        games=many,
        thoughts=many,
        thoughts_at_once=many,
        questions=many,
    )
    app = create_app(settings, thinker)
    with TestClient(app) as client:
        yield client


class Postgres:
    """A PostgreSQL server in a directory of its own, without a port."""

    def __init__(self) -> None:
        usual, named = Path("/usr/lib/postgresql"), shutil.which("initdb")
        programs = [Path(named).parent] if named else []
        programs += [found.parent for found in sorted(usual.glob("*/bin/initdb"))]
        assert programs, "these tests need PostgreSQL: scripts/postgresql sees to it"
        self._programs = programs[-1]
        # It refuses to run as root, and a socket's path may not be long.
        self._user = "postgres" if os.getuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="dama"))
        if self._user:
            shutil.chown(self.folder, self._user)
        self._run("initdb", "-D", f"{self.folder}/data", "-U", "postgres", "-A", "trust", "-N")
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(command, capture_output=True, user=self._user, cwd=self.folder)
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [str(self._programs / "postgres"), "-D", "data", "-k", str(self.folder)]
        command += ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, user=self._user, cwd=self.folder
            )
        until = time.monotonic() + 30
        ready = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder)]
        while subprocess.run(ready).returncode != 0:
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        """End it, whoever is connected."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)

    def database(self) -> str:
        """The address of a new database."""
        self._made += 1
        name = f"games{self._made}"
        self._run("createdb", "-h", str(self.folder), "-U", "postgres", name)
        return f"postgresql://postgres@/{name}?host={self.folder}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    running = Postgres()
    yield running
    running.stop()
    shutil.rmtree(running.folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A new database of either kind."""
    if request.param == "sqlite":
        return tmp_path / "games.db"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database()


@dataclass
class Server:
    """A server in a process of its own.

    Attributes:
        database: the file with its games, or the address of a database.
        port: its port.
        environment: settings beside those that let tests be fast.
    """

    database: Path | str
    port: int = 0
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, on the same port as before, and wait until the engine is warm."""
        code = "import sys; from damahane.web.server import serve\n"
        code += "serve(port=int(sys.argv[1]), database=sys.argv[2], workers=1)"
        fast = {"DAMAHANE_THOUGHTS": "100000", "DAMAHANE_GAMES": "100000"}
        fast |= {"DAMAHANE_QUESTIONS": "100000", "DAMAHANE_THOUGHTS_AT_ONCE": "1000"}
        fast |= {"DAMAHANE_SECRET": SECRET}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(self.port), str(self.database)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **fast, **self.environment},
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
            headers = {"Content-Type": "application/json", "Cookie": self.cookie}
            connection.request(method, path, body, headers)
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

    @property
    def cookie(self) -> str:
        """The header of the visitor whose games these are."""
        return f"{COOKIE}={VISITOR}"

    def act(self, state: dict[str, Any], action: str, **more: object) -> dict[str, Any]:
        """Do something in a game, as seen in a state."""
        body = {"version": state["version"], **more}
        return self._ask(f"/api/games/{state['id']}/{action}", json.dumps(body).encode())

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


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """The browser is the visitor that the servers' games belong to.

    It has no service worker, which would stand between the tests and what they watch.
    """
    cookie = {"name": COOKIE, "value": VISITOR, "domain": "127.0.0.1", "path": "/", "expires": -1}
    more = {"httpOnly": True, "secure": False, "sameSite": "Lax"}
    state = {"cookies": [cookie | more], "origins": []}
    return {**browser_context_args, "service_workers": "block", "storage_state": state}


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """Everything that the browser's console complained about."""
    found: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        blocked = message.text.startswith("Service Worker registration blocked")  # as we asked
        if message.type in ("error", "warning") and not blocked:
            found.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("requestfailed", lambda request: found.append(f"failed: {request.url}"))
    return found


@pytest.fixture(scope="session")
def server_of_days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Days]:
    """A server for all the tests of puzzles."""
    running = Days(tmp_path_factory.mktemp("days") / "games.db")
    yield running
    running.stop()


@pytest.fixture
def days(server_of_days: Days) -> Days:
    """The server at noon of the 24th of December."""
    server_of_days.set(EVE)
    return server_of_days


@pytest.fixture
def visitor(
    browser: Browser, browser_context_args: dict[str, Any]
) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browsers of visitors who were never here."""
    contexts = []

    def come(size: tuple[int, int] = DESK, **wishes: Any) -> BrowserContext:
        given = {
            **browser_context_args,
            "viewport": {"width": size[0], "height": size[1]},
            "storage_state": {"cookies": [], "origins": []},
            "reduced_motion": "reduce",
            "locale": "en",
            **wishes,
        }
        context = browser.new_context(**given)
        contexts.append(context)
        return context

    yield come
    for context in contexts:
        context.close()


@pytest.fixture
def seat(days: Days, visitor: Callable[..., BrowserContext]) -> Iterator[Seat]:
    """A visitor who comes for the first time, and whose console has nothing to complain of."""
    sitting = Seat(days, visitor().new_page())
    yield sitting
    assert sitting.complaints == []
