"""The server as a service: several processes, its end, what it tells those who run it."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from pydantic import SecretStr
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from damahane.web import docs
from damahane.web.app import create_app
from damahane.web.settings import Settings
from damahane.web.store import Event, GameSetup, Store
from damahane.web.telemetry import JsonFormatter

State = dict[str, Any]
ROOT = Path(__file__).parents[2]
MOVES = (("a3", "a4"), ("h6", "h5"), ("b3", "b4"), ("g6", "g5"), ("c3", "c4"))


def move(client: TestClient, state: State, *stops: str) -> Any:
    """Make a move, as seen in a state."""
    body = {"version": state["version"], "stops": stops}
    return client.post(f"/api/games/{state['id']}/moves", json=body)


@pytest.fixture
def pair(
    place: Path | str, thinker: Any, tmp_path: Path
) -> Iterator[tuple[TestClient, TestClient]]:
    """Two apps on one database, as they would run in two processes, and one visitor of both."""
    secret = SecretStr("one secret for both of them")
    given = Settings(database=place, workers=1, hosts=("testserver",), secret=secret)
    with ExitStack() as stack:
        one = stack.enter_context(TestClient(create_app(given, thinker)))
        one.get("/")
        two = stack.enter_context(TestClient(create_app(given, thinker), cookies=one.cookies))
        yield one, two


# Several processes


def test_a_move_made_through_one_process_is_told_by_the_other(
    pair: tuple[TestClient, TestClient],
) -> None:
    """Whoever listens there hears it within 200 ms, with the event and the state."""
    one, two = pair
    state = one.post("/api/games", json={"mode": "two"}).json()
    taken = []
    with two.websocket_connect(f"/api/games/{state['id']}/live") as line:
        line.receive_json()
        time.sleep(0.3)  # those who listen to nobody hear of it within a tenth of a second
        for stops in MOVES:
            begun = time.monotonic()
            answer = move(one, state, *stops)
            assert answer.status_code == 200
            state = answer.json()
            told = line.receive_json()
            taken.append(time.monotonic() - begun)
            assert told["state"] == state
            assert [event["number"] for event in told["events"]] == [state["version"]]
    assert sorted(taken)[2] < 0.2
    assert two.get(f"/api/games/{state['id']}").json() == state


def test_of_two_moves_made_through_two_processes_at_once_one_counts(
    pair: tuple[TestClient, TestClient],
) -> None:
    """One gets in, the other is told how the game stands; both processes agree afterwards."""
    one, two = pair
    for _ in range(4):
        state = one.post("/api/games", json={"mode": "two"}).json()
        assert two.get(f"/api/games/{state['id']}").json() == state
        barrier = threading.Barrier(2)

        def play(client: TestClient, stops: list[str], state: State = state) -> Any:
            barrier.wait()  # noqa: B023 - it is this round's
            return move(client, state, *stops)

        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(play, (one, two), (["d3", "d4"], ["e3", "e4"])))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        winner = next(answer.json() for answer in answers if answer.status_code == 200)
        loser = next(answer.json() for answer in answers if answer.status_code == 409)
        assert loser["state"] == winner
        assert one.get(f"/api/games/{state['id']}").json() == winner
        assert two.get(f"/api/games/{state['id']}").json() == winner


def test_a_link_given_by_one_process_is_good_in_the_other(
    pair: tuple[TestClient, TestClient],
) -> None:
    """And no more once it has been taken back."""
    one, two = pair
    state = one.post("/api/games", json={"mode": "two"}).json()
    path = f"/api/games/{state['id']}"
    token = one.post(f"{path}/share").json()["token"]
    two.cookies.clear()
    assert two.get(f"{path}?share={token}").json()["yours"] is False
    one.delete(f"{path}/share")
    assert two.get(f"{path}?share={token}").status_code == 403


def test_a_game_deleted_through_one_process_is_gone_from_the_other(
    pair: tuple[TestClient, TestClient],
) -> None:
    """Whoever is at it there is shown out within 200 ms; restored, it is there for both again."""
    one, two = pair
    taken = []
    for _ in range(3):
        state = one.post("/api/games", json={"mode": "two"}).json()
        path = f"/api/games/{state['id']}"
        with two.websocket_connect(f"{path}/live") as line:
            line.receive_json()
            time.sleep(0.3)
            begun = time.monotonic()
            assert one.delete(path).status_code == 204
            with pytest.raises(WebSocketDisconnect):
                line.receive_json()
            taken.append(time.monotonic() - begun)
        assert move(two, state, *MOVES[0]).status_code == 404
        assert two.get(path).status_code == 404
        assert one.post(f"{path}/restore").status_code == 204
        assert move(two, state, *MOVES[0]).json() == one.get(path).json()
    assert sorted(taken)[1] < 0.2


def test_games_are_brought_up_to_date_even_if_it_is_not_told_which_are_deleted(
    pair: tuple[TestClient, TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When anything may have been missed and the database answers only in part."""
    one, two = pair
    state = one.post("/api/games", json={"mode": "two"}).json()
    path = f"/api/games/{state['id']}"
    assert two.get(path).json() == state
    rooms = cast("Any", two.app).state.rooms

    async def away(*_: object) -> None:
        raise OSError("no route to the database")

    monkeypatch.setattr(rooms._store, "deleted", away)
    moved = move(one, state, *MOVES[0]).json()
    portal = two.portal
    assert portal is not None
    portal.call(rooms._heard, None, 0)
    for _ in range(100):
        if two.get(path).json() == moved:
            break
        time.sleep(0.05)
    assert two.get(path).json() == moved


def test_two_servers_on_one_postgresql_share_a_game(postgres: Any, server: Any) -> None:
    """Real processes, real sockets: a move through one shows through the other within 200 ms."""
    database = postgres.database()
    one, two = type(server)(database), type(server)(database)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda each: each.start(), (one, two)))
    try:
        state = one.new_game(mode="two")
        address = f"ws://127.0.0.1:{two.port}/api/games/{state['id']}/live"
        taken = []
        with connect(address, additional_headers={"Cookie": one.cookie}) as line:
            line.recv(timeout=20)
            for stops in MOVES:
                begun = time.monotonic()
                state = one.act(state, "moves", stops=stops)
                assert json.loads(line.recv(timeout=20))["state"] == state
                taken.append(time.monotonic() - begun)
        assert sorted(taken)[2] < 0.2
    finally:
        one.stop()
        two.stop()


def test_events_are_heard_again_after_the_database_was_away(postgres: Any) -> None:
    """A line that broke is had anew, and what was missed meanwhile is asked for."""
    database = postgres.database()

    async def use() -> list[tuple[str | None, int]]:
        store, heard = await Store.open(database), list[tuple[str | None, int]]()
        watching = asyncio.create_task(
            store.watch(lambda game, number: heard.append((game, number)), lambda: True)
        )
        await store.create(GameSetup("one", "dama", "two"))
        await _until(lambda: heard == [(None, 0)])
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        await _until(lambda: heard == [(None, 0), (None, 0)])
        await store.append("one", Event(1, "move", {"route": "d3-d4"}))
        await _until(lambda: len(heard) == 3)
        watching.cancel()
        await asyncio.wait([watching])
        await store.close()
        return heard

    with ThreadPoolExecutor(1) as pool:
        heard = pool.submit(lambda: asyncio.run(use())).result()
    assert heard == [(None, 0), (None, 0), ("one", 1)]


async def _until(holds: Callable[[], bool]) -> None:
    for _ in range(2000):
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not come to that")


def test_a_database_that_is_away_is_said_so_and_nothing_is_lost(
    postgres: Any, thinker: Any
) -> None:
    """Meanwhile the answer is 503 with the reason; afterwards the game goes on."""
    given = Settings(
        database=postgres.database(), workers=1, hosts=("testserver",), secret=SecretStr("x" * 16)
    )
    with TestClient(create_app(given, thinker), raise_server_exceptions=False) as client:
        client.get("/")
        state = client.post("/api/games", json={"mode": "two"}).json()
        postgres.stop()
        try:
            answer = move(client, state, "d3", "d4")
        finally:
            postgres.start()
        assert answer.status_code == 503
        assert answer.json()["refusal"]["code"] == "no_database"
        assert int(answer.headers["retry-after"]) > 0
        assert move(client, state, "d3", "d4").json()["ply"] == 1


# The end


def test_at_the_end_lines_are_told_and_thoughts_ended(
    own_server: Any, ended: Callable[[list[int]], bool]
) -> None:
    """With SIGTERM listeners hear that the server goes away, and no process stays behind."""
    state = own_server.new_game(level="hard")
    processes = own_server.children()
    address = f"ws://127.0.0.1:{own_server.port}/api/games/{state['id']}/live"
    with connect(address, additional_headers={"Cookie": own_server.cookie}) as line:
        line.recv(timeout=20)
        own_server.act(state, "moves", stops=["d3", "d4"])
        begun = time.monotonic()
        status = own_server.stop(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            _hear_all(line)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012  # service restart
    assert status in (0, -signal.SIGTERM)
    assert time.monotonic() - begun < 15
    assert ended(processes)


def _hear_all(line: ClientConnection) -> None:
    while True:
        line.recv(timeout=20)


def test_nothing_is_lost_when_server_and_workers_are_killed_again_and_again() -> None:
    """As `benchmarks/load.py` shows it, with fewer games and kills."""
    command = [sys.executable, "benchmarks/load.py", "--games", "20", "--kill", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "servers killed: 3" in done.stdout
    assert re.search(r"moves acknowledged and found: [1-9]", done.stdout)


# What it tells


@pytest.fixture
def telling(thinker: Any, database: Path) -> Iterator[TestClient]:
    """An app that tells everybody its metrics and logs for programs."""
    given = Settings(database=database, workers=1, hosts=("testserver",), metrics="all", log="json")
    with TestClient(create_app(given, thinker)) as client:
        client.get("/")
        yield client


def value(client: TestClient, name: str) -> float:
    """The value of a metric; 0 where it has not been told yet."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", client.get("/metrics").text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_metrics_count_games_moves_and_conflicts(telling: TestClient) -> None:
    """What is told rises with what is done; games are not named."""
    names = (
        'damahane_games_total{against="two",rules="dama"}',
        'damahane_events_total{kind="move"}',
        'damahane_request_seconds_count{method="POST",path="/api/games/{game_id}/moves",status="200"}',
    )
    before = [value(telling, name) for name in names]
    state = telling.post("/api/games", json={"mode": "two"}).json()
    move(telling, move(telling, state, "d3", "d4").json(), "d6", "d5")
    after = [value(telling, name) for name in names]
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, 2, 2]
    text = telling.get("/metrics").text
    assert state["id"] not in text
    for name in ("thinking_seconds", "worker_restarts", "thoughts_waiting", "rooms", "live_lines"):
        assert f"damahane_{name}" in text


def test_metrics_are_for_this_machine_unless_told_otherwise(client: TestClient) -> None:
    """A client from elsewhere finds nothing there."""
    assert client.get("/metrics").status_code == 404


def test_the_log_is_a_json_object_a_line(
    telling: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    """Each request is told with what it was and how long it took."""
    with caplog.at_level(logging.INFO, "damahane.requests"):
        telling.get("/api/games/none")
    line = JsonFormatter().format(caplog.records[-1])
    told = json.loads(line)
    assert (told["method"], told["path"], told["status"]) == ("GET", "/api/games/none", 404)
    assert told["level"] == "info"
    assert told["milliseconds"] >= 0
    fault = RuntimeError("a fault\nof two lines")
    about = (RuntimeError, fault, None)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "%s", ("ş",), about)
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert "a fault" in json.loads(line)["error"]


# What describes it


def test_the_description_is_complete(client: TestClient) -> None:
    """Every operation has a summary, examples of what to send, and each error with its shape."""
    described = client.get("/api/openapi.json").json()
    schemas = described["components"]["schemas"]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["tags"], (method, path)
            assert operation["description"], (method, path)
            for status, answer in operation["responses"].items():
                shapes = answer.get("content", {})
                if status != "204" and status != "200":
                    assert shapes["application/json"]["schema"], (method, path, status)
                elif status == "200":
                    assert shapes, (method, path)
                    assert shapes.get("application/json", {"schema": 1})["schema"], (method, path)
            if "requestBody" in operation:
                content = operation["requestBody"]["content"]["application/json"]["schema"]
                assert schemas[content["$ref"].rpartition("/")[2]]["examples"], (method, path)
            assert "429" in operation["responses"], (method, path)


def test_the_page_of_the_api_shows_all_of_it(client: TestClient) -> None:
    """Paths, schemas and the bot are there; nothing is fetched from elsewhere."""
    page = client.get("/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    described = client.get("/api/openapi.json").json()
    for name in (*described["paths"], *described["components"]["schemas"]):
        assert name in page.text
    assert "<script" not in page.text
    assert not re.search(r"(src|href)=\"(https?:)?//", page.text)


def test_the_bot_of_the_page_plays_a_game(
    server: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program that the page shows works as it stands."""
    monkeypatch.setitem(sys.modules, "httpx", httpx2)
    program = docs.BOT.replace("{address}", server.url).replace('"medium"', '"easy"')
    exec(compile(program, "bot.py", "exec"), {})  # noqa: S102 - it is ours
    assert re.search(r"win|draw", capsys.readouterr().out)


@pytest.mark.filterwarnings("ignore:Session-scoped fixtures defined as instance methods")
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_of_the_api_fits_phone_and_desk(
    page: Any, server: Any, complaints: list[str], width: int
) -> None:
    """Nothing sticks out or is in anybody's way, and the browser has nothing to complain of."""
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{server.url}/api/docs")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [fault["id"] for fault in Axe().run(page).response["violations"]] == []
    assert complaints == []


@pytest.mark.filterwarnings("ignore:Session-scoped fixtures defined as instance methods")
def test_who_follows_a_link_sees_the_moves_as_they_are_made(
    browser: Any, server: Any, complaints: list[str]
) -> None:
    """In another browser the page shows the game, follows it, and offers no move."""
    state = server.new_game(mode="two")
    link = server.act(state, "share")
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(f"{server.url}/game/{state['id']}")
        assert "belongs to somebody else" in page.inner_text("main")
        page.goto(f"{server.url}{link['path']}")
        page.wait_for_selector("dama-board")
        server.act(state, "moves", stops=["d3", "d4"])
        expect(page.locator("#moves")).to_contain_text("d3-d4")
        expect(page.locator("#undo")).to_be_disabled()
    finally:
        context.close()
    assert complaints == []
