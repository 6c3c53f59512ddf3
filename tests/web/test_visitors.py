"""Whose a game is: nobody else reads it or plays in it, unless they are given a link."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from damahane.web.app import create_app
from damahane.web.settings import Settings
from damahane.web.visitors import COOKIE, Visitors, _household

State = dict[str, Any]


def begin(client: TestClient, **settings: object) -> State:
    """Begin a game of two."""
    state: State = client.post("/api/games", json={"mode": "two", **settings}).json()
    return state


@contextmanager
def somebody_else(client: TestClient) -> Iterator[None]:
    """Be another visitor for a while."""
    mine = dict(client.cookies)
    client.cookies.clear()
    client.get("/")
    yield
    client.cookies.clear()
    client.cookies.update(mine)


def code(client: TestClient, path: str) -> int:
    """With which code a live line is ended."""
    with client.websocket_connect(path) as line, pytest.raises(WebSocketDisconnect) as ended:
        line.receive_json()
    return int(ended.value.code)


ACTIONS = [
    ("moves", {"stops": ["d3", "d4"]}),
    ("undo", {}),
    ("offer", {}),
    ("answer", {"accept": True}),
    ("resign", {}),
    ("share", {}),
]


@pytest.mark.parametrize(("action", "more"), ACTIONS)
def test_another_visitor_cannot_do_anything_in_a_game(
    client: TestClient, action: str, more: State
) -> None:
    """Every action is refused with the reason, with or without a link; nothing has changed."""
    state = begin(client)
    path = f"/api/games/{state['id']}"
    token = client.post(f"{path}/share").json()["token"]
    with somebody_else(client):
        for query in ("", f"?share={token}"):
            answer = client.post(f"{path}/{action}{query}", json={"version": 0, **more})
            assert answer.status_code == 403
            assert answer.json()["refusal"]["code"] == "private"
        assert client.delete(f"{path}/share").status_code == 403
    assert client.get(path).json() == state


def test_another_visitor_cannot_read_a_private_game(client: TestClient) -> None:
    """Not its state, its events, its page or its live line; a wrong token opens nothing."""
    state = begin(client)
    path = f"/api/games/{state['id']}"
    with somebody_else(client):
        for query in ("", "?share=", "?share=wrong", "?share=%C3%A9"):
            assert client.get(path + query).status_code == 403
            assert client.get(f"{path}/events{query}").status_code == 403
            page = client.get(f"/game/{state['id']}{query}")
            assert page.status_code == 403
            assert state["fen"] not in page.text
            assert code(client, f"{path}/live{query}") == 4403
    assert client.get(path).json() == state


def test_a_link_lets_others_look_on_but_not_play(client: TestClient) -> None:
    """They see the game and hear each move; to them nothing is offered that they could do."""
    state = begin(client)
    path = f"/api/games/{state['id']}"
    link = client.post(f"{path}/share").json()
    assert client.post(f"{path}/share").json() == link
    assert link["path"] == f"/game/{state['id']}?share={link['token']}"
    query = f"?share={link['token']}"
    with somebody_else(client):
        seen = client.get(path + query).json()
        assert (seen["yours"], seen["routes"], seen["pieces"]) == (False, [], state["pieces"])
        assert not any(seen["may"].values())
        assert client.get(link["path"]).status_code == 200
        with client.websocket_connect(f"{path}/live{query}&since=0") as line:
            assert line.receive_json()["state"] == seen
            other = dict(client.cookies)
            client.cookies.clear()
            client.cookies.update(other)
    assert client.get(path).json()["yours"]


def test_who_looks_on_is_not_called_you(client: TestClient) -> None:
    """To others, White gave up and lost; to the owner, "you" did."""
    state = begin(client, mode="computer", level="easy", side="white")
    path = f"/api/games/{state['id']}"
    token = client.post(f"{path}/share").json()["token"]
    assert client.post(f"{path}/resign", json={"version": state["version"]}).status_code == 200
    with somebody_else(client):
        query = f"?share={token}"
        assert client.get(path + query).json()["outcome"]["text"] == "Black wins: White gave up."
        seen = client.get(f"{path}/tree{query}").json()
        assert seen["over"] == "Black wins: White gave up."
        assert seen["tree"]["tags"]["White"] == "White"
        assert '[White "White"]' in client.get(f"{path}/pdn{query}").text
    own = client.get(f"{path}/tree").json()
    assert own["over"] == "The computer wins: you gave up."
    assert own["tree"]["tags"]["White"] == "You"


def test_who_looks_on_is_shown_out_when_a_game_is_made_private(client: TestClient) -> None:
    """The line of a reader ends at once, and the link opens nothing any more."""
    state = begin(client)
    path = f"/api/games/{state['id']}"
    token = client.post(f"{path}/share").json()["token"]
    mine = dict(client.cookies)
    with somebody_else(client), client.websocket_connect(f"{path}/live?share={token}") as line:
        line.receive_json()
        theirs = dict(client.cookies)
        client.cookies.clear()
        client.cookies.update(mine)
        moved = client.post(f"{path}/moves", json={"version": 0, "stops": ["d3", "d4"]})
        assert moved.status_code == 200
        told = line.receive_json()
        assert (told["state"]["ply"], told["state"]["yours"]) == (1, False)
        assert client.delete(f"{path}/share").status_code == 204
        with pytest.raises(WebSocketDisconnect):
            line.receive_json()
        client.cookies.clear()
        client.cookies.update(theirs)
        assert client.get(f"{path}?share={token}").status_code == 403
    assert client.post(f"{path}/share").json()["token"] != token


@pytest.mark.parametrize("damage", ["somebody", "", "a.b.c", "é", "{id}.AAAA", "{cookie}x"])
def test_a_cookie_that_was_not_given_is_nobodys(client: TestClient, damage: str) -> None:
    """Made up or changed, it makes one a new visitor, who is given a cookie of their own."""
    state = begin(client)
    cookie = client.cookies[COOKIE]
    made_up = damage.format(id=cookie.partition(".")[0], cookie=cookie)
    client.cookies.clear()
    answer = client.get(
        f"/api/games/{state['id']}", headers={b"Cookie": f"{COOKIE}={made_up}".encode()}
    )
    assert answer.status_code == 403
    assert COOKIE in answer.cookies
    assert answer.headers["cache-control"] == "no-store"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client: TestClient) -> None:
    """HttpOnly and SameSite; Secure where the page is; renewed by pages; not given with files."""
    given = client.get("/").headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(given.split("; "))
    assert "Secure" not in given
    assert "set-cookie" in client.get("/").headers
    assert "set-cookie" not in client.get("/static/js/page.js").headers
    assert "set-cookie" not in client.post("/api/games", json={}).headers
    client.cookies.clear()
    assert "Secure" in client.get("https://testserver/").headers["set-cookie"]


def test_a_visitor_is_known_after_a_restart(tmp_path: Path, thinker: Any) -> None:
    """The secret is kept beside the games, readable by its owner alone."""
    settings = Settings(database=tmp_path / "games.db", workers=1, hosts=("testserver",))
    with TestClient(create_app(settings, thinker)) as client:
        state = begin(client)
        cookies = client.cookies
    with TestClient(create_app(settings, thinker), cookies=cookies) as client:
        assert client.get(f"/api/games/{state['id']}").json() == state
    secret = tmp_path / "secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert len(secret.read_bytes()) >= 32


def test_another_secret_knows_nobody() -> None:
    """A cookie signed with one secret means nothing to another."""
    cookie = Visitors(b"one secret of many").cookie("somebody")
    assert Visitors(b"one secret of many").known(cookie) == "somebody"
    assert Visitors(b"another secret").known(cookie) is None


def test_a_game_from_before_there_were_owners_belongs_to_who_opens_it_first(
    client: TestClient, database: Path
) -> None:
    """Whoever comes with a cookie first has it; the next one does not."""
    client.get("/")
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO games (id, rules, mode, seed, created)"
                " VALUES ('old', 'dama', 'two', 1, '2024-01-01 00:00:00')"
            )
        )
    engine.dispose()
    assert client.get("/api/games/old").status_code == 200
    with somebody_else(client):
        assert client.get("/api/games/old").status_code == 403
    move = {"version": 0, "stops": ["d3", "d4"]}
    assert client.post("/api/games/old/moves", json=move).status_code == 200


@pytest.mark.parametrize(
    ("address", "household"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_has_one_address(address: str, household: str) -> None:
    """Of IPv6 addresses the network counts, as one device can have any number in it."""
    assert _household(address) == household
