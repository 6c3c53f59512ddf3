"""Two hundred games at once: how fast moves are answered, and whether anything is lost.

Each game is played by a client of its own, with a live line beside it. It moves for both sides, a
move every so often, and begins anew when a game is over. At the end every move that was
acknowledged must be among the events that the server tells, with its number, and every line must
have told every event once, in order.

With ``--kill N`` the server and its thinking processes are ended N times each, without warning,
while the games go on; a part of the games is then played against the computer. The clients have to
go on by themselves.

    python benchmarks/load.py
    python benchmarks/load.py --kill 50
    python benchmarks/load.py --database postgresql://user@host/name
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

State = dict[str, Any]
HOST = "127.0.0.1"
GOAL = 0.030  # seconds for 99 of 100 moves
GENEROUS = {
    "DAMAHANE_GAMES": "1000000",
    "DAMAHANE_THOUGHTS": "1000000",
    "DAMAHANE_QUESTIONS": "1000000",
    "DAMAHANE_SOCKETS": "100000",
}
TROUBLE = (OSError, EOFError, asyncio.IncompleteReadError, WebSocketException, TimeoutError)


@dataclass
class Server:
    """The server, in processes of its own.

    Attributes:
        database: where it keeps the games.
        quiet: whether what it complains of is not to be seen.
        port: where it listens.
        process: the one that was started last.
    """

    database: str
    quiet: bool = False
    port: int = 0
    process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        code = (
            "import sys; from damahane.web.server import serve\n"
            "serve(port=int(sys.argv[1]), database=sys.argv[2], workers=2)"
        )
        command = [sys.executable, "-c", code, str(self.port), self.database]
        await asyncio.to_thread(self._start, command)

    def _start(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if self.quiet else None,
            text=True,
            env={**os.environ, **GENEROUS},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.split(f"{HOST}:")[1].split("/")[0])

    async def ready(self) -> None:
        """Wait until the engine is loaded."""
        while True:
            with contextlib.suppress(*TROUBLE):
                client = Client(self.port)
                status, _ = await client.ask("GET", "/healthz")
                client.close()
                if status == 200:
                    return
            await asyncio.sleep(0.1)

    def workers(self) -> list[int]:
        """The processes that it started."""
        assert self.process is not None
        found = []
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += [int(pid) for pid in task.read_text().split()]
        return found

    def used(self) -> float:
        """Seconds of a core that it has used, without its thinking processes."""
        assert self.process is not None
        told = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it without warning."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end; gives its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


class Client:
    """As little of an HTTP client as will do, so that it takes nothing from the server's cores."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port = port
        self.cookie = cookie
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Ask for something; gives the status and the body of the answer.

        Raises:
            OSError, EOFError: there is no server, or no more.
        """
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(HOST, self.port)
        try:
            return await asyncio.wait_for(self._ask(method, path, body), 20)
        except RuntimeError as error:  # what uvloop says of a line that is closed
            self.close()
            raise ConnectionResetError(str(error)) from error
        except BaseException:
            self.close()
            raise

    async def _ask(self, method: str, path: str, body: object) -> tuple[int, bytes]:
        assert self._reader is not None
        assert self._writer is not None
        sent = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: {len(sent)}\r\n"
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        self._writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + sent)
        told = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        length = 0
        for line in told[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]
        return int(told[0].split()[1]), await self._reader.readexactly(length)

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            with contextlib.suppress(RuntimeError):
                self._writer.close()
        self._reader = self._writer = None


@dataclass
class Tally:
    """What all players have seen.

    Attributes:
        answered: seconds until each move was answered, where nothing was in the way.
        told: seconds until the line told each move.
        counts: how often what happened.
        faults: everything that should not have happened.
    """

    answered: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class Player:
    """Plays one game after the other, both sides or one against the computer."""

    def __init__(self, server: Server, tally: Tally, pace: float, computer: bool) -> None:
        self._client = Client(server.port)
        self._tally = tally
        self._pace = pace
        self._computer = computer
        self._line: asyncio.Task[None] | None = None
        self._state: State = {}
        self._acknowledged: dict[int, str] = {}  # event number -> route
        self._heard: list[int] = []
        self._sent: dict[int, float] = {}
        self._news = asyncio.Event()
        self._until: Callable[[], bool] = lambda: False

    async def play(self, until: Callable[[], bool]) -> None:
        """Play until it is time to stop, then look whether all is there."""
        self._until = until
        await asyncio.sleep(random.random() * self._pace)  # not all at the same moment
        while not until():
            await self._begin()
            try:
                while not until() and not self._state["outcome"]:
                    await self._turn()
                await self._check()
            finally:
                if self._line is not None:
                    self._line.cancel()
                    await asyncio.wait([self._line])
        self._client.close()

    async def _insist(self, method: str, path: str, body: object = None) -> tuple[int, bytes, bool]:
        """Ask until there is an answer; whether it took more than one try comes with it."""
        again = False
        while True:
            try:
                status, answer = await self._client.ask(method, path, body)
                if status < 500:
                    return status, answer, again
                self._tally.faults.append(f"{method} {path}: {status} {answer[:200]!r}")
            except TROUBLE:
                self._tally.counts["requests asked again"] += 1
            again = True
            await asyncio.sleep(0.1 + random.random() / 5)

    async def _begin(self) -> None:
        mode: State = {"mode": "two"}
        if self._computer:
            mode = {"mode": "computer", "level": random.choice(["easy", "medium"])}
        status, answer, _ = await self._insist("POST", "/api/games", mode)
        assert status == 201, answer
        self._state = json.loads(answer)
        self._acknowledged, self._heard, self._sent = {}, [], {}
        self._line = asyncio.create_task(self._listen(self._state["id"]))
        self._tally.counts["games"] += 1

    async def _turn(self) -> None:
        state = self._state
        if state["you"] not in (None, state["turn"]) or not state["routes"]:
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), 30)
                return
            self._tally.faults.append(f"game {state['id']}: the computer is silent")
            _, answer, _ = await self._insist("GET", f"/api/games/{state['id']}")
            self._state = json.loads(answer)
            return
        await asyncio.sleep(self._pace * (0.5 + random.random()))
        route = random.choice(state["routes"])
        number, begun = state["version"] + 1, time.perf_counter()
        self._sent[number] = begun
        path = f"/api/games/{state['id']}/moves"
        body = {"version": state["version"], "stops": route["stops"]}
        status, answer, again = await self._insist("POST", path, body)
        if status == 200:
            if not again and not self._until():  # in the end all look at once whether all is there
                self._tally.answered.append(time.perf_counter() - begun)
            self._take(json.loads(answer))
            self._acknowledged[number] = "-".join(route["stops"])
        elif status == 409 and again:  # the first try was taken in, its answer lost
            self._tally.counts["replays told so"] += 1
            self._take(json.loads(answer)["state"])
        else:
            self._tally.faults.append(f"{path}: {status} {answer[:200]!r}")
            self._take(json.loads(answer).get("state") or state)

    def _take(self, state: State) -> None:
        if state["id"] == self._state["id"] and state["version"] >= self._state["version"]:
            self._state = state
            self._news.set()

    async def _listen(self, game_id: str) -> None:
        """Hear what happens, and come back whenever the line breaks."""
        headers = {"Cookie": self._client.cookie}
        while True:
            since = self._heard[-1] if self._heard else 0
            address = f"ws://{HOST}:{self._client.port}/api/games/{game_id}/live?since={since}"
            with contextlib.suppress(*TROUBLE):
                async with connect(
                    address, additional_headers=headers, compression=None, ping_interval=None
                ) as socket:
                    async for said in socket:
                        told = json.loads(said)
                        if "beat" not in told:
                            self._hear(told)
            self._tally.counts["lines resumed"] += 1
            await asyncio.sleep(0.1 + random.random() / 5)

    def _hear(self, said: State) -> None:
        now = time.perf_counter()
        for event in said["events"]:
            number = event["number"]
            expected = self._heard[-1] + 1 if self._heard else 1
            if number != expected:
                self._tally.faults.append(f"heard event {number} instead of {expected}")
            self._heard.append(number)
            if number in self._sent:
                self._tally.told.append(now - self._sent[number])
        self._take(said["state"])

    async def _check(self) -> None:
        """See that what was acknowledged is there, and that everything has been heard."""
        game_id, version = self._state["id"], self._state["version"]
        _, answer, _ = await self._insist("GET", f"/api/games/{game_id}/events")
        kept = {event["number"]: event for event in json.loads(answer)}
        for number, route in self._acknowledged.items():
            found = kept.get(number, {}).get("data", {}).get("route", "")
            if found.replace("x", "-") != route:
                self._tally.faults.append(f"move {number} {route} of {game_id} is lost: {found!r}")
        self._tally.counts["moves acknowledged and found"] += len(self._acknowledged)
        for _ in range(100):
            if self._heard and self._heard[-1] >= version:
                break
            await asyncio.sleep(0.1)
        if self._heard[: len(kept)] != sorted(kept)[: len(self._heard)] or (
            (self._heard or [0])[-1] < version
        ):
            self._tally.faults.append(f"game {game_id}: not every event was heard")


async def kill_all(server: Server, times: int, tally: Tally) -> None:
    """End the server and its thinking processes, again and again."""
    for _ in range(times):
        await asyncio.sleep(0.3 + random.random())
        workers = server.workers()
        if workers:
            os.kill(random.choice(workers), signal.SIGKILL)
            tally.counts["workers killed"] += 1
        await asyncio.sleep(0.3 + random.random())
        await asyncio.to_thread(server.kill)
        tally.counts["servers killed"] += 1
        print(f"killed {tally.counts['servers killed']} of {times}", file=sys.stderr, flush=True)
        await server.start()
        if random.random() < 0.5:
            await server.ready()
    await server.ready()
    await asyncio.sleep(2)


def percentile(values: list[float], percent: float) -> float:
    """The value below which so many in a hundred lie, in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def report(tally: Tally, seconds: float, load: tuple[float, float]) -> None:
    """Print what was seen."""
    print(f"{tally.counts['games']} games, {len(tally.answered)} moves answered at the first try")
    print(f"{len(tally.answered) / seconds:.0f} moves/s for {seconds:.0f} s")
    for what, values in (("answered", tally.answered), ("told by the line", tally.told)):
        if values:
            shown = ", ".join(f"{p:g} %: {percentile(values, p):.1f}" for p in (50, 95, 99, 100))
            print(f"{what}, ms: {shown}")
    for what, count in sorted(tally.counts.items()):
        print(f"{what}: {count}")
    print(f"load average {load[0]:.1f} before, {load[1]:.1f} after, {os.cpu_count()} cores")
    for fault in tally.faults[:20]:
        print("FAULT", fault)
    print(f"{len(tally.faults)} faults")


async def run(options: argparse.Namespace, database: str) -> int:
    """Play, and report; gives the exit status."""
    load = os.getloadavg()[0]
    server, tally = Server(database, quiet=options.kill > 0), Tally()
    await server.start()
    await server.ready()
    gc.disable()  # pauses of the clients are none of the server's
    used, mine = server.used(), time.process_time()
    begun = time.perf_counter()
    killing: asyncio.Task[None] | None = None
    if options.kill:
        killing = asyncio.create_task(kill_all(server, options.kill, tally))

    def until() -> bool:
        return (
            killing.done() if killing is not None else time.perf_counter() - begun > options.seconds
        )

    plays: list[Awaitable[None]] = [
        Player(server, tally, options.pace, bool(options.kill) and place % 5 == 0).play(until)
        for place in range(options.games)
    ]
    await asyncio.gather(*plays)
    seconds = time.perf_counter() - begun
    if killing is not None:
        await killing
    cores = (server.used() - used) / seconds, (time.process_time() - mine) / seconds
    status = server.stop()
    if status not in (0, -signal.SIGTERM):
        tally.faults.append(f"the server ended with status {status}")
    report(tally, seconds, (load, os.getloadavg()[0]))
    if not options.kill:
        print(f"cores used: {cores[0]:.2f} by the server, {cores[1]:.2f} by the clients")
    slow = not options.kill and percentile(tally.answered, 99) > 1000 * GOAL
    return 1 if tally.faults else 2 if slow else 0


def main() -> int:
    """Read the options and run."""
    parser = argparse.ArgumentParser(
        description="Two hundred games at once: how fast, and whether anything is lost."
    )
    parser.add_argument("--games", type=int, default=200, help="games at once")
    parser.add_argument("--seconds", type=float, default=30, help="how long they are played")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between a game's moves")
    parser.add_argument("--kill", type=int, default=0, help="how often each is killed")
    parser.add_argument("--database", help="the address of a PostgreSQL database")
    options = parser.parse_args()
    with contextlib.suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(options, options.database or f"{folder}/games.db"))


if __name__ == "__main__":
    sys.exit(main())
