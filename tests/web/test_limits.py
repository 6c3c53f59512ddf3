"""What is let in, and how much of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from damahane.web import security
from damahane.web.app import create_app
from damahane.web.limits import MOST_KNOWN, Allowance
from damahane.web.security import SecurityMiddleware
from damahane.web.settings import Settings

State = dict[str, Any]
Make = Callable[..., TestClient]


@pytest.fixture
def make(thinker: Any, database: Path) -> Iterator[Make]:
    """Makes clients of apps with other settings."""
    with ExitStack() as stack:

        def made(**settings: Any) -> TestClient:
            given = Settings(database=database, workers=1, hosts=("testserver",), **settings)
            client = stack.enter_context(TestClient(create_app(given, thinker)))
            client.get("/")
            return client

        yield made


def begin(client: TestClient, **settings: object) -> State:
    """Begin a game."""
    state: State = client.post("/api/games", json=settings).json()
    return state


def move(client: TestClient, state: State, *stops: str, **more: Any) -> Any:
    """Make a move, as seen in a state."""
    body = {"version": state["version"], "stops": stops}
    return client.post(f"/api/games/{state['id']}/moves", json=body, **more)


# One's share


def test_an_allowance_comes_back_with_time() -> None:
    """Two in a minute: two at once, then one every thirty seconds, and never more than two."""
    time = [0.0]
    allowance = Allowance(2, lambda: time[0])
    assert [allowance.wait("a"), allowance.wait("b")] == [0, 0]
    allowance.take("a")
    allowance.take("a")
    assert [allowance.wait("a"), allowance.wait("b")] == [30, 0]
    time[0] = 20
    assert allowance.wait("a") == pytest.approx(10)
    time[0] = 30
    assert allowance.wait("a") == 0
    time[0] = 1000
    allowance.take("a")
    allowance.take("a")
    assert allowance.wait("a") == 30


def test_an_allowance_remembers_no_more_than_it_must() -> None:
    """However many come, those who have been away longest are forgotten."""
    allowance = Allowance(1, lambda: 0.0)
    for name in range(MOST_KNOWN + 10):
        allowance.take(str(name))
    assert allowance.wait("0") == 0
    assert allowance.wait(str(MOST_KNOWN + 9)) == 60
    assert len(allowance._left) == MOST_KNOWN


def test_the_computer_thinks_for_a_visitor_only_so_often(make: Make) -> None:
    """Beyond that the answer is 429 with the reason and when to come back; nothing has changed."""
    client = make(thoughts=2)
    state = begin(client)
    answer = move(client, state, "d3", "d4")
    assert answer.status_code == 200
    other, two = begin(client), begin(client, mode="two")
    assert "refusal" in other
    assert two["mode"] == "two"
    fresh = client.get(f"/api/games/{state['id']}").json()
    refused = client.post(f"/api/games/{state['id']}/offer", json={"version": fresh["version"]})
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["retry-after"]) <= 30
    assert refused.json()["refusal"] == {
        "code": "too_many_thoughts",
        "text": "The computer can't think as fast as you ask: wait a little.",
        "squares": [],
        "lesson": None,
    }
    assert client.get(f"/api/games/{state['id']}").json()["offer"] is None
    assert move(client, two, "d3", "d4").status_code == 200
    client.cookies.clear()  # another visitor
    client.get("/")
    assert move(client, begin(client), "d3", "d4").status_code == 200


def test_the_computer_thinks_in_so_many_games_of_a_visitor_at_once(
    make: Make, thinker: Any
) -> None:
    """While it thinks in one, it does not begin in the next."""
    client = make(thoughts_at_once=1)
    one, two = begin(client), begin(client)
    thinker.held.clear()
    assert move(client, one, "d3", "d4").status_code == 200
    assert move(client, two, "d3", "d4").status_code == 429
    assert client.get(f"/api/games/{two['id']}").json()["version"] == 0
    thinker.held.set()


def test_new_games_are_counted_also_of_those_who_show_no_cookie(make: Make) -> None:
    """Who throws the cookie away is one with all others who do."""
    client = make(games=2)
    for expected in (201, 201, 429):
        client.cookies.clear()
        assert client.post("/api/games", json={"mode": "two"}).status_code == expected


def test_requests_and_lines_are_counted(make: Make) -> None:
    """Beyond one's share of requests: 429; beyond that of live lines: to be tried again later."""
    client = make(questions=4, sockets=1)
    state = begin(client, mode="two")
    path = f"/api/games/{state['id']}"
    with client.websocket_connect(f"{path}/live") as line:
        line.receive_json()
        with client.websocket_connect(f"{path}/live") as second:
            with pytest.raises(WebSocketDisconnect) as ended:
                second.receive_json()
            assert ended.value.code == 1013
    assert [client.get(path).status_code for _ in range(3)] == [200, 200, 429]


# What is refused


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("testserver", 200),
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("[::1]:8000", 200),
        ("192.168.1.5:8000", 200),
        ("elsewhere.example", 421),
        ("127.0.0.1.elsewhere.example", 421),
        ("", 421),
        ("[", 421),
    ],
)
def test_a_name_that_is_not_the_servers_is_refused(
    client: TestClient, host: str, status: int
) -> None:
    """A page whose name was bent to this machine gets nothing; addresses cannot be bent."""
    answer = client.get("/static/favicon.svg", headers={"Host": host})
    assert answer.status_code == status


def test_a_line_by_a_strange_name_is_refused(client: TestClient) -> None:
    """Live lines as well."""
    state = begin(client)
    headers = {"Host": "elsewhere.example"}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/api/games/{state['id']}/live", headers=headers),
    ):
        pass


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_browser_that_says_it_comes_from_elsewhere_is_believed(
    client: TestClient, site: str
) -> None:
    """Even where it does not say from where."""
    state = begin(client, mode="two")
    answer = move(client, state, "d3", "d4", headers={"Sec-Fetch-Site": site})
    assert answer.status_code == 403
    assert answer.json()["refusal"]["code"] == "other_site"
    assert client.get(f"/api/games/{state['id']}").json() == state


@pytest.mark.parametrize(
    "path", ["/?" + "a" * 5000, "/" + "a" * 5000, "/api/why?rules=dama&stops=a1&fen=" + "x" * 5000]
)
def test_addresses_that_are_too_long_are_refused(client: TestClient, path: str) -> None:
    """More than 4 kB is none of ours."""
    assert client.get(path).status_code == 414


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"version":0}',
        b'{"version":-1,"stops":["d3","d4"]}',
        b'{"version":99999999999999999999,"stops":["d3","d4"]}',
        b'{"version":0,"stops":["d3","d4"],"more":1}',
        b'{"version":0,"stops":["d3","\\u0000"]}',
        b'{"version":0,"stops":["d3","d4444"]}',
        b'{"version":0.5,"stops":["d3","d4"]}',
        b"[" * 5000,
    ],
)
def test_a_damaged_request_is_refused_and_changes_nothing(client: TestClient, body: bytes) -> None:
    """The answer says what was wrong with it."""
    state = begin(client, mode="two")
    path = f"/api/games/{state['id']}/moves"
    headers = {"Content-Type": "application/json"}
    answer = client.post(path, content=body, headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.json()["refusal"]["text"]
    assert client.get(f"/api/games/{state['id']}").json() == state


@pytest.mark.parametrize("action", ["moves", "undo", "offer", "resign"])
def test_a_request_sent_again_changes_nothing(client: TestClient, action: str) -> None:
    """The second time the answer is a conflict, with the game as the first one left it."""
    state = move(client, begin(client, mode="two"), "d3", "d4").json()
    body: State = {"version": 1}
    if action == "moves":
        body["stops"] = ["d6", "d5"]
    path = f"/api/games/{state['id']}/{action}"
    first, again = client.post(path, json=body), client.post(path, json=body)
    assert (first.status_code, again.status_code) == (200, 409)
    assert again.json()["state"] == first.json()
    assert again.json()["refusal"]["code"] == "stale"
    assert client.get(f"/api/games/{state['id']}").json() == first.json()


def test_a_body_that_never_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while the answer is 408, and the app has heard nothing of it."""
    monkeypatch.setattr(security, "BODY_PATIENCE", 0.01)
    said: list[Any] = []

    async def app(*_: object) -> None:
        raise AssertionError

    async def receive() -> Message:
        if not said:
            said.append("asked")
            return {"type": "http.request", "body": b"{", "more_body": True}
        await asyncio.sleep(60)
        raise AssertionError

    async def send(message: Message) -> None:
        said.append(message.get("status"))

    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "POST", "path": "/api/games", "headers": headers}
    with ThreadPoolExecutor(1) as pool:
        run = SecurityMiddleware(app)(scope, receive, send)
        pool.submit(lambda: asyncio.run(run)).result()
    assert said == ["asked", 408, None]


@pytest.mark.parametrize("game_id", ["%00", "a%2Fb", "%FF", "x" * 33, "'", "ş"])
def test_ids_that_are_none_are_not_found(client: TestClient, game_id: str) -> None:
    """Whatever they look like, there is no such game, neither for programs nor for people."""
    assert client.get(f"/api/games/{game_id}").status_code in (404, 422)
    assert client.get(f"/game/{game_id}").status_code == 404


def test_a_listener_that_speaks_is_shown_out(client: TestClient) -> None:
    """Nothing is expected on a live line."""
    state = begin(client)
    with client.websocket_connect(f"/api/games/{state['id']}/live") as line:
        line.receive_json()
        line.send_text("hello")
        with pytest.raises(WebSocketDisconnect) as ended:
            line.receive_json()
    assert ended.value.code == 1003


def test_a_listener_far_behind_is_asked_to_come_back(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept for one who does not listen has an end; coming back, nothing is missed."""
    monkeypatch.setattr("damahane.web.live.LAG", 1)
    state = begin(client, mode="two")
    room = client.app.state.rooms._rooms[state["id"]]  # type: ignore[attr-defined]
    with room.listen() as queue:
        for stops in (("d3", "d4"), ("d6", "d5"), ("e3", "e4")):
            state = move(client, state, *stops).json()
        assert queue.get_nowait() is None
        assert not room.heard


HUGE = "W:WKg1:BKb1,Kf1,Ka2,Ke2,Kg2,Kd3,Kc4,Kf4,Kh4,Kd5,Kc6,Kg6,Ka7,Kf7,Kb8,Ke8"

#: White has 19 ways to capture if it were to move; after c4-c7 more than two thousand.
NEARLY_HUGE = "B:WKf7:BKc3,Kc4,Ke5,Kf8,Kc1,Kd8,Kb2,Ke2,Ka1,Kg4,Kh5,Ka5,Kd4,Kd5,Kf6,Kg2"


@pytest.mark.parametrize("mode", ["two", "computer"])
def test_a_move_to_a_position_no_page_could_bear_is_refused(client: TestClient, mode: str) -> None:
    """A king with thousands of ways to capture cannot be let loose by a move either."""
    state = begin(client, mode=mode, side="black", fen=NEARLY_HUGE)
    answer = move(client, state, "c4", "c7")
    assert answer.status_code == 422
    assert answer.json()["refusal"]["text"] == (
        "After this move there would be too many ways to capture."
    )
    assert client.get(f"/api/games/{state['id']}").json()["version"] == 0


def test_why_is_not_asked_of_a_position_no_page_could_bear(client: TestClient) -> None:
    """Nor can the question be."""
    answer = client.get("/api/why", params={"rules": "dama", "fen": HUGE, "stops": "g1,g8"})
    assert answer.status_code == 422
