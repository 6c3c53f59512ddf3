"""What the tests of puzzles share: a server whose clock they set, and a browser on its pages."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from http.client import HTTPConnection
from typing import Any

import uvicorn
from playwright.sync_api import Locator, Page, expect

from damahane import Board
from damahane.puzzles.bank import Puzzle
from damahane.puzzles.calendar import by_name
from damahane.web.app import create_app
from damahane.web.settings import Settings

EVE = date(2026, 12, 24)
DAY = timedelta(days=1)
PHONE, DESK = (390, 844), (1280, 800)
FIRST_JUDGEMENT_SECONDS = 60.0


class Days:
    """A server in this process, whose clock can be set."""

    def __init__(self, database: Any) -> None:
        many = 10**6
        settings = Settings.of(
            database=database, workers=1, games=many, thoughts=many, questions=many
        )
        self.now = datetime.now(UTC)
        self.set(EVE)
        app = create_app(settings, Idle(), lambda: self.now)  # type: ignore[arg-type]
        config = uvicorn.Config(app, port=0, log_level="error", ws="websockets-sansio")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until = time.monotonic() + 20
        while not self.server.started:
            assert time.monotonic() < until
            time.sleep(0.02)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._judge_once(port)

    def _judge_once(self, port: int) -> None:
        """Have a move judged, as the judge's process takes its time to start."""
        connection = HTTPConnection("127.0.0.1", port, timeout=FIRST_JUDGEMENT_SECONDS)
        try:
            connection.request("GET", "/api/practice/next")
            puzzle = by_name()[json.load(connection.getresponse())["id"]]
            body = json.dumps({"line": [stops(puzzle.key)]})
            sent = {"Content-Type": "application/json"}
            connection.request("POST", f"/api/practice/{puzzle.id}/moves", body, sent)
            assert json.load(connection.getresponse())["right"]
        finally:
            connection.close()

    def set(self, day: date, hour: float = 12) -> None:
        """Set its clock to an hour of a day."""
        self.now = datetime.combine(day, datetime.min.time(), UTC) + timedelta(hours=hour)

    def stop(self) -> None:
        """Stop it."""
        self.server.should_exit = True
        self.thread.join(20)


class Idle:
    """A computer that nobody plays against here."""

    ready = True

    async def start(self) -> None:
        """Nothing to get ready."""

    async def close(self) -> None:
        """Nothing to put away."""


class Seat:
    """A browser on a page of puzzles."""

    def __init__(self, days: Days, page: Page) -> None:
        self.days, self.page = days, page
        self.said = page.locator("#said")
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        blocked = message.text.startswith("Service Worker registration blocked")  # as we asked
        if message.type in ("error", "warning") and not blocked:
            self.complaints.append(message.text)

    def open(self, path: str = "/challenge") -> Seat:
        """Go to a page, and wait until its board is there."""
        self.page.goto(self.days.url + path)
        expect(self.page.locator("dama-board .square").first).to_be_visible()
        return self

    def ready(self) -> None:
        """Wait until a move can be made."""
        expect(self.page.locator("dama-board.open")).to_be_visible()

    def square(self, name: str) -> Locator:
        """A square of the board."""
        return self.page.locator(f'[data-square="{name}"]')

    def move(self, text: str) -> None:
        """Make a move, stop by stop."""
        self.ready()
        for name in stops(text):
            self.square(name).click()

    def press(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def err(self, puzzle: Puzzle) -> None:
        """Make a first move that does not win in time."""
        self.move(wrong(puzzle))
        expect(self.page.locator('#say[data-kind="end"]')).to_be_visible()

    def solve(self, puzzle: Puzzle, move: Callable[[str], None] | None = None) -> None:
        """Play the solution, whatever the defence answers."""
        board, solution = puzzle.board(), puzzle.solution
        while True:
            (move or self.move)(solution.move)
            board.push(solution.move)
            if not solution.replies:
                break
            self.ready()
            reply = self.reply(board)
            solution = next(
                after for text, after in solution.replies.items() if board.parse(text) == reply
            )
            board.push(reply)
        expect(self.page.locator('#say[data-kind="end"]')).to_be_visible()

    def reply(self, board: Board) -> Any:
        """The move of the defence that leads to what the board shows."""
        shown = self.page.evaluate("document.querySelector('dama-board').position.fen")
        for move in list(board.legal_moves):
            after = board.copy()
            after.push(move)
            if after.fen() == shown:
                return move
        raise AssertionError(f"no reply leads from {board.fen()} to {shown}")

    def marks(self) -> list[str]:
        """What is shown of the tries, in order."""
        return self.page.locator("#tries .mark").all_inner_texts()


def stops(text: str) -> list[str]:
    """The squares of a full route."""
    return text.replace("x", "-").split("-")


def wrong(puzzle: Puzzle) -> str:
    """A legal first move, by the reference generator, that is not the only one that wins."""
    board = puzzle.board()
    key = board.parse(puzzle.key)
    return next(board.text(each, full=True) for each in board.legal_moves if each != key)
