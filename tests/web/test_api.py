"""The JSON API and the live line, with a computer that plays as the test wishes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from damahane.web.app import create_app
from damahane.web.settings import Settings
from damahane.web.store import Event, Store

State = dict[str, Any]
CHAIN = "W:Wa3,g2:Bb3,c4,b5,a6,h7"


class Computer(Protocol):
    """What these tests ask of the computer double."""

    ready: bool
    accepts: bool
    failing: bool
    asked: list[Any]
    held: Any


def new(client: TestClient, **settings: object) -> State:
    """Begin a game."""
    answer = client.post("/api/games", json=settings)
    assert answer.status_code == 201
    state: State = answer.json()
    return state


def act(client: TestClient, state: State, action: str, **more: object) -> Any:
    """Do something in a game, as seen in a state."""
    path = f"/api/games/{state['id']}/{action}"
    return client.post(path, json={"version": state["version"], **more})


def read(client: TestClient, state: State) -> State:
    """The game as it stands now."""
    found: State = client.get(f"/api/games/{state['id']}").json()
    return found


def until(client: TestClient, state: State, holds: Callable[[State], bool]) -> State:
    """The game once something holds."""
    for _ in range(500):
        now = read(client, state)
        if holds(now):
            return now
        time.sleep(0.01)
    raise AssertionError("it did not come to that")


def replied(state: State) -> bool:
    """Whether the computer is done."""
    return not state["thinking"]


# Beginning


def test_a_game_begins_against_easy_with_white_unless_told_otherwise(client: TestClient) -> None:
    """The state holds what the page needs: stones, routes, whose turn, what may be done."""
    state = new(client)
    assert (state["rules"], state["mode"], state["level"], state["you"]) == (
        "dama",
        "computer",
        "easy",
        "white",
    )
    assert (state["version"], state["ply"], state["turn"], state["due"]) == (0, 0, "white", 0)
    assert len(state["pieces"]) == 32
    assert state["pieces"]["a2"] == "wm"
    assert {"stops": ["d3", "d4"], "captured": []} in state["routes"]
    assert len(state["routes"]) == 8
    assert state["board"]["files"] == 8
    assert state["board"]["names"][:2] == ["a1", "b1"]
    assert state["may"] == {
        "undo": False,
        "redo": False,
        "hint": True,
        "huff": False,
        "offer": True,
        "offer_reason": None,
        "resign": True,
        "answer": False,
    }
    assert state["clock"] == {"plies": 0, "limit": 50}
    assert state["outcome"] is None


def test_with_black_the_computer_begins(client: TestClient) -> None:
    """The computer plays White's first move by itself."""
    state = until(client, new(client, side="black", level="hard"), replied)
    assert (state["ply"], state["turn"], state["you"], state["level"]) == (
        1,
        "black",
        "black",
        "hard",
    )


def test_lots_give_both_colours(client: TestClient) -> None:
    """By lot one gets White or Black."""
    assert {new(client, side="lot")["you"] for _ in range(40)} == {"white", "black"}


def test_a_game_can_begin_from_a_position(client: TestClient) -> None:
    """The optional FEN is where the game begins."""
    state = new(client, fen=CHAIN, mode="two")
    assert (state["due"], state["you"], state["level"]) == (4, None, None)
    assert state["start_fen"] == CHAIN
    assert [route["captured"] for route in state["routes"]] == [["b3", "c4", "b5", "a6"]]


@pytest.mark.parametrize(
    "settings",
    [
        {"fen": "W:Wa9:Bh7"},
        {"fen": "x" * 2000},
        {"rules": "chess"},
        {"level": "grandmaster"},
        {"mode": "three"},
        {"colour": "white"},
    ],
)
def test_a_game_that_cannot_be_is_refused(client: TestClient, settings: State) -> None:
    """A wrong position, rule set, level, mode or field begins no game."""
    assert client.post("/api/games", json=settings).status_code == 422


def test_game_ids_cannot_be_guessed(client: TestClient) -> None:
    """Ids are long and differ."""
    ids = {new(client)["id"] for _ in range(20)}
    assert len(ids) == 20
    assert min(map(len, ids)) >= 16


# Moving


def test_a_move_is_made_and_answered(client: TestClient) -> None:
    """The person's move counts at once and the computer replies."""
    state = new(client)
    answer = act(client, state, "moves", stops=["d3", "d4"])
    assert answer.status_code == 200
    assert answer.json()["thinking"]
    after = until(client, state, replied)
    assert after["moves"][0]["stops"] == ["d3", "d4"]
    assert (after["ply"], after["version"], after["turn"]) == (2, 2, "white")
    assert after["last"]["color"] == "black"


@pytest.mark.parametrize(
    "stops", [["a3", "c3", "c5", "a5", "a7"], ["a3", "a7"], ["a3", "c5", "a7"]]
)
def test_a_chain_is_given_by_as_many_stops_as_make_it_clear(
    client: TestClient, stops: list[str]
) -> None:
    """All stops, or the ends, or some between."""
    state = act(client, new(client, fen=CHAIN, mode="two"), "moves", stops=stops).json()
    assert state["last"] == {
        "stops": ["a3", "c3", "c5", "a5", "a7"],
        "captured": ["b3", "c4", "b5", "a6"],
        "color": "white",
    }
    assert state["taken"] == {"white": 0, "black": 4}
    assert state["moves"][0]["text"] == "a3xa7"


def test_a_refused_move_changes_nothing_and_says_why(client: TestClient) -> None:
    """The reason, the stones that could move and the state come with the refusal."""
    state = new(client, fen=CHAIN)
    answer = act(client, state, "moves", stops=["g2", "g3"])
    assert answer.status_code == 422
    assert answer.json()["refusal"] == {
        "code": "capture_due",
        "text": "A capture of 4 is due: this piece can make it.",
        "squares": ["a3"],
        "lesson": "/learn/dama#must",
    }
    assert answer.json()["state"] == state == read(client, state)


@pytest.mark.parametrize("stops", [["d3"], ["d3", "z9"], ["d3"] * 65, "d3d4", [1, 2]])
def test_what_is_no_move_at_all_is_refused(client: TestClient, stops: object) -> None:
    """Too few, too many or unknown squares are refused."""
    assert act(client, new(client), "moves", stops=stops).status_code == 422


def test_why_is_answered_without_a_game(client: TestClient) -> None:
    """A click that led nowhere is explained for any position."""
    query = {"rules": "dama", "fen": CHAIN, "stops": "g2"}
    assert client.get("/api/why", params=query).json()["code"] == "capture_due"
    assert client.get("/api/why", params={**query, "stops": "z9"}).status_code == 422


def test_a_move_seen_too_early_is_stale(client: TestClient) -> None:
    """A move at an old version is refused with the game as it stands."""
    state = new(client, mode="two")
    act(client, state, "moves", stops=["d3", "d4"])
    answer = act(client, state, "moves", stops=["e3", "e4"])
    assert answer.status_code == 409
    assert answer.json()["state"]["ply"] == 1


def test_of_two_moves_at_once_one_counts(client: TestClient) -> None:
    """Two people pressing at the same moment: one move, one conflict."""
    for _ in range(5):
        state = new(client, mode="two")
        with ThreadPoolExecutor(2) as pool:
            answers = pool.map(
                lambda stops, state=state: act(client, state, "moves", stops=stops).status_code,
                [["d3", "d4"], ["e3", "e4"]],
            )
        assert sorted(answers) == [200, 409]
        assert read(client, state)["ply"] == 1


def test_two_processes_on_one_database_agree(client: TestClient, database: Path) -> None:
    """What another process has added is noticed: one move wins, the other learns of it."""
    state = new(client, mode="two")
    settings = Settings(database=database, workers=1, hosts=("testserver",))
    other_app = create_app(settings, client.app.state.thinker)  # type: ignore[attr-defined]
    with TestClient(other_app, cookies=client.cookies) as other:
        assert act(other, state, "moves", stops=["d3", "d4"]).status_code == 200
    answer = act(client, state, "moves", stops=["e3", "e4"])
    assert answer.status_code == 409
    assert answer.json()["state"]["moves"][0]["text"] == "d3-d4"


def test_nobody_moves_for_the_computer(client: TestClient, thinker: Computer) -> None:
    """While the computer thinks, its stones are its own."""
    thinker.held.clear()
    state = act(client, new(client), "moves", stops=["d3", "d4"]).json()
    answer = act(client, state, "moves", stops=["d6", "d5"])
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (422, "not_your_turn")
    thinker.held.set()


# Taking back, offers, resigning


def test_taking_back_goes_to_ones_own_last_decision(client: TestClient) -> None:
    """After the reply both moves are taken back."""
    state = new(client)
    act(client, state, "moves", stops=["d3", "d4"])
    state = act(client, until(client, state, replied), "undo").json()
    assert (state["ply"], state["turn"], state["version"]) == (0, "white", 3)


def test_taking_back_while_the_computer_thinks_drops_its_thought(
    client: TestClient, thinker: Computer
) -> None:
    """Only one's own move is taken back, and the thought that comes late plays nothing."""
    thinker.held.clear()
    state = act(client, new(client), "moves", stops=["d3", "d4"]).json()
    assert state["thinking"]
    state = act(client, state, "undo").json()
    assert (state["ply"], state["thinking"]) == (0, False)
    thinker.held.set()
    time.sleep(0.1)
    assert read(client, state)["version"] == 2


@pytest.mark.parametrize("accepts", [True, False])
def test_the_computer_answers_a_draw_offer(
    client: TestClient, thinker: Computer, accepts: bool
) -> None:
    """The offer stands until the computer has answered from its evaluation."""
    thinker.accepts = accepts
    state = act(client, new(client), "offer").json()
    assert (state["offer"], state["thinking"]) == ("white", True)
    state = until(client, state, replied)
    assert state["offer"] is None
    assert (state["outcome"] is not None) == accepts
    if accepts:
        assert state["outcome"]["text"] == "A draw: both sides agreed."


def test_two_people_answer_each_other(client: TestClient) -> None:
    """The offer waits for the other side's answer; declined, the game goes on."""
    state = act(client, new(client, mode="two"), "offer").json()
    assert (state["offer"], state["may"]["answer"]) == ("white", True)
    assert act(client, state, "offer").status_code == 422
    state = act(client, state, "answer", accept=False).json()
    assert (state["offer"], state["outcome"]) == (None, None)


def test_early_offers_in_tournaments_are_refused_with_the_reason(client: TestClient) -> None:
    """rules.md, federation: none in the first 20 moves."""
    state = new(client, rules="federation", mode="two")
    assert state["clock"] is None
    refusal = act(client, state, "offer").json()["refusal"]
    assert refusal["text"] == "In tournaments no draw may be offered in the first 20 moves."


def test_resigning_ends_the_game(client: TestClient) -> None:
    """The computer wins, no move is left, and it cannot be taken back."""
    state = act(client, new(client), "resign").json()
    assert state["outcome"] == {
        "winner": "black",
        "termination": "resignation",
        "text": "The computer wins: you gave up.",
        "lesson": None,
        "points": {"white": 0, "black": 2},
        "left": {"white": 16, "black": 16},
    }
    assert state["routes"] == []
    assert not any(state["may"][what] for what in ("undo", "offer", "resign", "answer"))


# The engine in trouble


def test_a_game_survives_a_computer_that_cannot_think(
    client: TestClient, thinker: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is told; asking for the game again wakes the computer."""
    monkeypatch.setattr("damahane.web.live.PAUSES", (0.0,))
    thinker.failing = True
    state = act(client, new(client), "moves", stops=["d3", "d4"]).json()
    for _ in range(200):
        if len(thinker.asked) >= 2:
            break
        time.sleep(0.01)
    thinker.failing = False
    assert until(client, state, lambda now: now["ply"] == 2)["stalled"] is False


def test_the_page_is_told_that_the_computer_stopped(
    client: TestClient, thinker: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A listener hears that the thinking stalled."""
    monkeypatch.setattr("damahane.web.live.PAUSES", ())
    state = new(client)
    with client.websocket_connect(f"/api/games/{state['id']}/live") as line:
        line.receive_json()
        thinker.failing = True
        act(client, state, "moves", stops=["d3", "d4"])
        assert line.receive_json()["state"]["thinking"]
        assert line.receive_json()["state"]["stalled"]


def test_an_unfinished_thought_is_resumed_after_a_restart(
    thinker: Computer, database: Path
) -> None:
    """A game left while the computer was to move goes on as soon as it is opened."""
    settings = Settings(database=database, workers=1, hosts=("testserver",))
    thinker.held.clear()
    with TestClient(create_app(settings, thinker)) as client:  # type: ignore[arg-type]
        state = act(client, new(client), "moves", stops=["d3", "d4"]).json()
    thinker.held.set()
    cookies = client.cookies
    with TestClient(create_app(settings, thinker), cookies=cookies) as client:  # type: ignore[arg-type]
        assert until(client, state, replied)["ply"] == 2


# The live line


def test_the_line_tells_what_was_missed_and_then_what_happens(client: TestClient) -> None:
    """First the events after `since`, then each new one, always with the state."""
    state = new(client, mode="two")
    state = act(client, state, "moves", stops=["d3", "d4"]).json()
    state = act(client, state, "moves", stops=["d6", "d5"]).json()
    with client.websocket_connect(f"/api/games/{state['id']}/live?since=1") as line:
        missed = line.receive_json()
        assert missed["events"] == [{"number": 2, "kind": "move", "data": {"route": "d6-d5"}}]
        assert missed["state"] == state
        act(client, state, "undo")
        told = line.receive_json()
    assert told["events"] == [{"number": 3, "kind": "undo", "data": {"ply": 1}}]
    assert told["state"]["ply"] == 1
    path = f"/api/games/{state['id']}/events"
    assert [event["number"] for event in client.get(path, params={"since": 1}).json()] == [2, 3]


# What is let in


def test_unknown_games_are_not_found(client: TestClient) -> None:
    """Reading, acting and looking at a game that is not there: 404."""
    assert client.get("/api/games/none").status_code == 404
    assert client.post("/api/games/none/undo", json={"version": 0}).status_code == 404
    page = client.get("/game/none")
    assert page.status_code == 404
    assert "There is no such game." in page.text


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://testserver:81"])
def test_other_sites_are_refused(client: TestClient, origin: str) -> None:
    """Posts and sockets that come from another site's page are refused; nothing changes."""
    state = new(client)
    headers = {"Origin": origin}
    answer = client.post(f"/api/games/{state['id']}/resign", json={"version": 0}, headers=headers)
    assert answer.status_code == 403
    assert read(client, state) == state
    path = f"/api/games/{state['id']}/live"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=headers):
        pass


def test_this_site_is_let_in(client: TestClient) -> None:
    """The page's own origin is the host's."""
    headers = {"Origin": "http://testserver"}
    assert client.post("/api/games", json={}, headers=headers).status_code == 201


@pytest.mark.parametrize("declared", [True, False])
def test_large_bodies_are_refused(client: TestClient, declared: bool) -> None:
    """More than 16 kB is too much, whether its length is declared or not."""
    body = b'{"fen":"' + b"x" * 20_000 + b'"}'
    content = body if declared else iter([body[:9000], body[9000:]])
    headers = {"Content-Type": "application/json"}
    assert client.post("/api/games", content=content, headers=headers).status_code == 413


@pytest.mark.parametrize("path", ["/", "/static/js/page.js", "/api/games/none"])
def test_browsers_are_told_what_to_forbid(client: TestClient, path: str) -> None:
    """Every answer forbids foreign and inline scripts, framing and sniffing."""
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_the_page_needs_nothing_from_elsewhere(client: TestClient) -> None:
    """Scripts, styles and icons are the server's own, and there are no inline ones."""
    text = client.get("/").text
    assert "http://" not in text
    assert "https://" not in text
    assert "style=" not in text
    assert text.count("<script") == 5  # looks, two modules, and two data blocks that do not run


def test_health_is_503_until_the_engine_is_warm(client: TestClient, thinker: Computer) -> None:
    """/healthz says 200 only when a move could be answered at once."""
    thinker.ready = False
    assert client.get("/healthz").status_code == 503
    thinker.ready = True
    assert client.get("/healthz").status_code == 200


def test_the_api_is_described(client: TestClient) -> None:
    """The description names every path and the schema of a game."""
    description = client.get("/api/openapi.json").json()
    assert "/api/games/{game_id}/moves" in description["paths"]
    assert "State" in description["components"]["schemas"]


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ("W:Wa2:B" + ",".join(f"{f}{r}" for f in "abcdefgh" for r in (5, 6)) + ",h7", "more than"),
        (
            "W:WKg1:BKb1,Kf1,Ka2,Ke2,Kg2,Kd3,Kc4,Kf4,Kh4,Kd5,Kc6,Kg6,Ka7,Kf7,Kb8,Ke8",
            "too many ways",
        ),
    ],
)
def test_a_position_no_page_could_bear_is_refused(client: TestClient, fen: str, code: str) -> None:
    """Seventeen men, or a king with a hundred thousand ways to capture, start no game."""
    answer = client.post("/api/games", json={"mode": "two", "fen": fen})
    assert answer.status_code == 422
    assert answer.json()["refusal"]["code"] == "bad_position"
    assert code in answer.json()["refusal"]["text"]


@pytest.mark.parametrize("origin", ["http://[", "null", "http://testserver.evil", "//testserver:1"])
def test_an_origin_that_is_no_address_is_refused(client: TestClient, origin: str) -> None:
    """What isn't this host is another site, however it is written."""
    answer = client.post("/api/games", json={}, headers={"Origin": origin})
    assert answer.status_code == 403


def test_ludoteka_draws_the_sides_by_lot_whatever_is_asked(client: TestClient) -> None:
    """Of forty games asked for with White, some have Black (all White: one chance in 10^12)."""
    sides = {new(client, rules="ludoteka", side="white")["you"] for _ in range(40)}
    assert sides == {"white", "black"}


def test_the_newest_room_is_kept_when_all_others_are_in_use(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the number of rooms kept, a game that someone asks for is still answered."""
    monkeypatch.setattr("damahane.web.live.ROOMS_KEPT", 1)
    first, second = new(client, mode="two"), new(client, mode="two")
    with client.websocket_connect(f"/api/games/{first['id']}/live") as socket:
        socket.receive_json()
        for game in (second, first, second):
            assert client.get(f"/api/games/{game['id']}").status_code == 200


def test_a_socket_to_no_game_is_told_so(client: TestClient) -> None:
    """The reason comes with the end, so that a page does not try for ever."""
    with (
        client.websocket_connect("/api/games/nowhere/live") as socket,
        pytest.raises(WebSocketDisconnect) as ended,
    ):
        socket.receive_json()
    assert ended.value.code == 4404


def test_a_position_is_thought_about_once_however_often_it_is_looked_at(
    client: TestClient, thinker: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the computer's move is being kept, a look at the game does not ask for another."""
    append = Store.append

    async def slowly(store: Store, game_id: str, event: Event) -> None:
        await asyncio.sleep(0.05)
        await append(store, game_id, event)

    monkeypatch.setattr(Store, "append", slowly)
    state = new(client, side="black")  # the computer begins
    until(client, state, lambda now: now["ply"] == 1)
    time.sleep(0.1)
    assert [len(request.moves) for request in thinker.asked] == [0]
