"""The API to study by: positions, files, live lines, reviews, lists of games and deletions."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock
from xml.etree import ElementTree as ET

import pytest
from starlette.testclient import TestClient

from damahane.pdn import read_game, read_games
from damahane.web.app import create_app
from damahane.web.settings import Settings
from damahane.web.study import LIVE_AT_ONCE

State = dict[str, Any]

PDN = """\
[White "Ayşe"]
[Black "Mehmet"]

1. d3-d4! {the centre} d6-d5 (1... e6-e5? {asks for it} 2. d4-e4 (2. a3-a4)) 2. d4xd8 1-0
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """An app whose working processes serve all these tests; its computer is never asked."""
    settings = Settings(
        database=tmp_path_factory.mktemp("study") / "games.db", workers=1, hosts=("testserver",)
    )
    idle: Any = SimpleNamespace(ready=True, start=AsyncMock(), close=AsyncMock())
    with TestClient(create_app(settings, idle)) as client:
        client.get("/")  # to be known
        yield client


def play(client: TestClient, *texts: str, resign: bool = True, **settings: object) -> State:
    """A game of two with these moves, given up at the end."""
    state: State = client.post("/api/games", json={"mode": "two", **settings}).json()
    path = f"/api/games/{state['id']}"
    for text in texts:
        stops = text.replace("x", "-").split("-")
        body = {"version": state["version"], "stops": stops}
        state = client.post(f"{path}/moves", json=body).json()
        assert "version" in state, state
    if resign:
        state = client.post(f"{path}/resign", json={"version": state["version"]}).json()
    return state


# Positions


def test_a_position_is_told_with_its_moves_and_how_it_came_about(served: TestClient) -> None:
    """The last move comes in full, with the board after it; a capture is due."""
    found = served.post("/api/analysis/position", json={"moves": ["d3-d4", "d6-d5"]}).json()
    assert found["turn"] == "white"
    assert [route["stops"] for route in found["routes"]] == [["d4", "d6", "d8"]]
    assert (found["due"], found["ply"], found["over"]) == (2, 2, None)
    assert (found["played"]["text"], found["played"]["stops"]) == ("d6-d5", ["d6", "d5"])
    cells = found["played"]["cells"]
    assert (len(cells), cells[3 * 8 + 3], cells[4 * 8 + 3], cells[5 * 8 + 3]) == (64, "w", "b", ".")


@pytest.mark.parametrize(
    ("rules", "fen", "moves"),
    [
        ("dama", None, ["d3-d5"]),
        ("dama", "W:Wd4", ["nonsense"]),
        ("dama", "not a position", []),
        ("international", "W:W51:B1", []),
        ("dama", "W:W" + ",".join(f"{f}{r}" for r in (2, 3, 4) for f in "abcdefgh") + ":Ba7", []),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    served: TestClient, rules: str, fen: str | None, moves: list[str]
) -> None:
    """The answer says why, in a sentence."""
    answer = served.post(
        "/api/analysis/position", json={"rules": rules, "fen": fen, "moves": moves}
    )
    assert answer.status_code == 422
    assert answer.json()["refusal"]["text"]


def test_who_studies_may_go_on_after_a_draw(served: TestClient) -> None:
    """One king each is a draw by the rules, and still has moves to look at."""
    place = {"fen": "W:WKa1:BKh8"}
    found = served.post("/api/analysis/position", json=place).json()
    assert "one king each" in found["over"]
    assert found["routes"]
    onward = served.post("/api/analysis/position", json={**place, "moves": ["a1-a2"]}).json()
    assert onward["played"]["text"] == "a1-a2"


@pytest.mark.parametrize(
    ("rules", "first", "count"),
    [
        ("dama", "d3-d4", 8),
        ("ludoteka", "d3-d4", 8),
        ("federation", "d3-d4", 8),
        ("damas100", "32-28", 9),
        ("damas64", "22-18", 7),
        ("international", "32-28", 9),
        ("brazilian", "22-18", 7),
    ],
)
def test_every_rule_set_can_be_studied(
    served: TestClient, rules: str, first: str, count: int
) -> None:
    """Each has as many first replies as its known counts say."""
    found = served.post("/api/analysis/position", json={"rules": rules, "moves": [first]}).json()
    assert len(found["routes"]) == count
    assert found["played"]["text"] == first


# Files


def test_a_file_is_read_with_variations_and_comments(served: TestClient) -> None:
    """Everything that the text notes stands in the tree."""
    found = served.post("/api/analysis/read", json={"text": PDN}).json()
    assert (found["damage"], found["more"], len(found["games"])) == (None, False, 1)
    game = found["games"][0]
    assert (game["tags"]["White"], game["rules"], game["result"]) == ("Ayşe", "dama", "1-0")
    first, second, third = game["moves"]
    assert (first["text"], first["nags"], first["comment"]) == ("d3-d4", [1], "the centre")
    assert third["full"] == "d4xd6xd8"
    assert third["cells"][7 * 8 + 3] == "W"
    (variation,) = second["variations"]
    assert [move["text"] for move in variation["moves"]] == ["e6-e5", "d4-e4"]
    assert variation["moves"][0]["comment"] == "asks for it"
    assert variation["moves"][1]["variations"][0]["moves"][0]["text"] == "a3-a4"


def test_a_damaged_file_is_read_up_to_the_damage(served: TestClient) -> None:
    """The games before it are there; the answer says where it is, what it is, and shows it."""
    found = served.post("/api/analysis/read", json={"text": PDN + "\n1. d3-d4 d6-d9 *"}).json()
    assert len(found["games"]) == 1
    damage = found["damage"]
    assert (damage["line"], damage["column"]) == (6, 10)
    assert "d9" in damage["message"]
    assert damage["shown"] == "1. d3-d4 d6-d9 *"


def test_a_position_can_be_pasted_as_it_is(served: TestClient) -> None:
    """A FEN alone is a game without moves that begins there; a wrong one says what is wrong."""
    found = served.post("/api/analysis/read", json={"text": " W:WKa1,b2:Bh7. "}).json()
    (game,) = found["games"]
    assert game["moves"] == []
    assert (game["cells"][0], game["cells"][9], game["cells"][55]) == ("W", "w", "b")
    wrong = served.post("/api/analysis/read", json={"text": "W:Wa1,a1:Bh7"}).json()
    assert wrong["games"] == []
    assert "a1" in wrong["damage"]["message"]


def test_several_games_of_several_rules_are_read(served: TestClient) -> None:
    """Each game is of the rules that its tags name."""
    text = Path("tests/data/dama.pdn").read_text() + "\n"
    text += Path("tests/data/international.pdn").read_text()
    found = served.post("/api/analysis/read", json={"text": text}).json()
    assert found["damage"] is None
    assert {game["rules"] for game in found["games"]} >= {"dama", "international"}
    assert len(found["games"]) == len(list(read_games(text)))


def test_a_tree_is_written_as_it_was_read(served: TestClient) -> None:
    """What comes back from the page says the same game, with all that is noted in it."""
    (game,) = served.post("/api/analysis/read", json={"text": PDN}).json()["games"]
    given = {k: game[k] for k in ("rules", "huffing", "fen", "tags", "comment", "moves")}
    written = served.post("/api/analysis/write", json=given)
    assert written.headers["content-type"].startswith("application/x-pdn")
    expected = read_game(PDN)
    assert read_game(written.text).moves == expected.moves
    assert read_game(written.text).tags["White"] == "Ayşe"


def test_a_tree_with_an_impossible_move_is_not_written(served: TestClient) -> None:
    """Every move is checked."""
    answer = served.post("/api/analysis/write", json={"moves": [{"full": "d3-d6"}]})
    assert answer.status_code == 422
    assert "d3-d6" in answer.json()["refusal"]["text"]


def test_huffs_survive_reading_and_writing(served: TestClient) -> None:
    """A piece huffed in a game with huffing is gone from the board, and told when written."""
    text = '[GameType "20"]\n[RuleSet "damas100"]\n[Huffing "1"]\n\n'
    text += "1. 32-28 19-23 2. 31-27 {[%huff 28]} *"
    found = served.post("/api/analysis/read", json={"text": text}).json()
    assert found["damage"] is None, found["damage"]
    (game,) = found["games"]
    assert (game["moves"][2]["huff"], game["moves"][2]["cells"][27]) == ("28", ".")
    way = [*(move["full"] for move in game["moves"]), "huff 28"]
    place = {"rules": "damas100", "huffing": True, "moves": way}
    assert "28" not in served.post("/api/analysis/position", json=place).json()["pieces"]
    given = {k: game[k] for k in ("rules", "huffing", "fen", "tags", "comment", "moves")}
    assert "[%huff 28]" in served.post("/api/analysis/write", json=given).text


def test_larger_bodies_are_let_in_where_files_are_read(served: TestClient) -> None:
    """A file of some hundred kilobytes is read; one that is larger is refused kindly."""
    many = "\n".join([PDN.replace("the centre", "and so on " * 100)] * 30)
    assert len(many) > 16 * 1024
    found = served.post("/api/analysis/read", json={"text": many}).json()
    assert (len(found["games"]), found["damage"]) == (30, None)
    assert served.post("/api/analysis/read", json={"text": "x" * 500_000}).status_code == 422
    assert served.post("/api/analysis/read", content=b"x" * 4_000_000).status_code == 413


# Live lines


def hear(socket: Any, *states: str) -> State:
    """The next thing said on a live line that is one of these."""
    for _ in range(200):
        said: State = socket.receive_json()
        if said["state"] in states:
            return said
    raise AssertionError(f"none of {states} was heard")


def test_lines_come_live_ever_deeper_and_end_when_told_to(served: TestClient) -> None:
    """As many lines as asked for; a new order takes the place of the old one; a stop is silent."""
    with served.websocket_connect("/api/analysis/live") as socket:
        socket.send_json({"number": 1, "place": {}, "lines": 3})
        first = hear(socket, "thinking")
        later = hear(socket, "thinking")
        assert later["thought"]["depth"] > first["thought"]["depth"]
        lines = later["thought"]["lines"]
        assert len({line["moves"][0]["full"] for line in lines}) == 3
        chances = [line["score"]["chance"] for line in lines]
        assert chances == sorted(chances, reverse=True)
        socket.send_json({"number": 2, "place": {"moves": ["d3-d4"]}})
        while (said := hear(socket, "thinking"))["number"] == 1:
            pass
        assert len(said["thought"]["lines"]) == 1
        socket.send_json({"number": 3})
        socket.send_json({"number": 4, "place": {"fen": "W:WKa1:BKh8"}})
        assert hear(socket, "over")["number"] == 4


@pytest.mark.parametrize(
    ("rules", "fen", "move"),
    [
        ("ludoteka", "W:Wd4,a2:Bd5,h7", "d4xd6"),
        ("federation", "W:Wd4,a2:Bd5,h7", "d4xd6"),
        ("damas100", "W:W33,47:B28,5", "33x22"),
        ("damas64", "W:W23,30:B18,4", "23x14"),
        ("international", "W:W33,47:B28,5", "33x22"),
        ("brazilian", "W:W23,30:B18,4", "23x14"),
    ],
)
def test_the_engine_thinks_about_every_rule_set(
    served: TestClient, rules: str, fen: str, move: str
) -> None:
    """The one capture that is due is the move it expects."""
    with served.websocket_connect("/api/analysis/live") as socket:
        socket.send_json({"number": 1, "place": {"rules": rules, "fen": fen}})
        said = hear(socket, "thinking", "done")
    assert said["thought"]["lines"][0]["moves"][0]["text"] == move


def test_a_forced_win_is_told_in_moves_for_whose_it_is(served: TestClient) -> None:
    """Black takes the last piece: a win of Black's in one move, as White sees it."""
    with served.websocket_connect("/api/analysis/live") as socket:
        socket.send_json({"number": 1, "place": {"fen": "B:Wd4:Bd5,a8"}})
        score = hear(socket, "done")["thought"]["lines"][0]["score"]
    assert (score["wins"], score["moves"], score["chance"]) == ("black", 1, 0.0)


def test_orders_that_cannot_be_are_refused_and_the_line_lives_on(served: TestClient) -> None:
    """Nonsense, an impossible position: each is answered, and the next order is served."""
    with served.websocket_connect("/api/analysis/live") as socket:
        socket.send_text("nonsense")
        assert hear(socket, "refused")["text"]
        socket.send_json({"number": 1, "place": {"fen": "W:Wz9:Ba7"}})
        assert "z9" in hear(socket, "refused")["text"]
        socket.send_json({"number": 2, "place": {}, "lines": 9})
        assert hear(socket, "refused")["text"]
        socket.send_json({"number": 3, "place": {}})
        assert hear(socket, "thinking")["number"] == 3


def test_one_client_has_a_limited_number_of_live_lines(served: TestClient) -> None:
    """One more is refused in words, and served once another has ended."""
    with (
        served.websocket_connect("/api/analysis/live") as one,
        served.websocket_connect("/api/analysis/live") as two,
        served.websocket_connect("/api/analysis/live") as three,
    ):
        lines = [one, two, three]
        for number, socket in enumerate(lines[:LIVE_AT_ONCE]):
            socket.send_json({"number": number, "place": {}})
            assert hear(socket, "waiting", "thinking")
        lines[LIVE_AT_ONCE].send_json({"number": 9, "place": {}})
        assert hear(lines[LIVE_AT_ONCE], "refused")["text"]
        one.send_json({"number": 10})
        until = time.monotonic() + 10
        while time.monotonic() < until:
            lines[LIVE_AT_ONCE].send_json({"number": 11, "place": {}})
            if hear(lines[LIVE_AT_ONCE], "refused", "waiting")["state"] == "waiting":
                return
            time.sleep(0.05)
        raise AssertionError("the freed place was not given")


def test_a_killed_engine_is_replaced_while_it_thinks(served: TestClient) -> None:
    """Whoever listens sees the lines begin anew, no more."""
    study = served.app.state.study  # type: ignore[attr-defined]
    with served.websocket_connect("/api/analysis/live") as socket:
        socket.send_json({"number": 1, "place": {}})
        depths = [0]
        while depths[-1] < 7:
            depths.append(hear(socket, "thinking")["thought"]["depth"])
        (worker,) = study.engines._busy
        os.kill(worker._process.pid, signal.SIGKILL)
        while depths[-1] == max(depths):
            depths.append(hear(socket, "thinking")["thought"]["depth"])
    assert depths[-1] < 7


# Reviews


def test_a_game_is_looked_back_at_once(served: TestClient) -> None:
    """The review tells how far it is, then what the mistake was; it is kept with the game."""
    state = play(served, "d3-d4", "d6-d5", "d4xd6xd8")
    path = f"/api/games/{state['id']}/review"
    assert served.get(path).json()["state"] == "none"
    assert served.post(path).json()["state"] == "making"
    with served.websocket_connect(f"{path}/live") as socket:
        heard = [socket.receive_json()]
        while heard[-1]["state"] == "making":
            heard.append(socket.receive_json())
    assert heard[-1]["state"] == "done"
    review = heard[-1]["review"]
    first, second, third = review["judgements"]
    assert second["mark"] == "blunder"
    assert second["better"]["moves"][0]["full"] != "d6-d5"
    assert "2 men" in second["allows"]["text"]
    assert (first["mark"], third["mark"]) == (None, None)
    assert first["after"]["men"] < 1 < second["after"]["men"]
    assert served.get(path).json() == heard[-1]


def test_a_game_that_goes_on_is_not_looked_back_at(served: TestClient) -> None:
    """Nor is one without moves; the answer says why."""
    going = play(served, "d3-d4", resign=False)
    answer = served.post(f"/api/games/{going['id']}/review")
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (422, "impossible")
    assert served.post(f"/api/games/{play(served)['id']}/review").status_code == 422


def test_a_reviewed_game_is_written_with_its_mistakes(served: TestClient) -> None:
    """The mark stands at the mistake, and the better line beside it."""
    state = play(served, "d3-d4", "d6-d5", "d4xd6xd8")
    path = f"/api/games/{state['id']}"
    assert read_game(served.get(f"{path}/pdn").text).moves[1].nags == []
    served.post(f"{path}/review")
    until = time.monotonic() + 60
    while served.get(f"{path}/review").json()["state"] != "done" and time.monotonic() < until:
        time.sleep(0.1)
    answer = served.get(f"{path}/pdn")
    record = read_game(answer.text)
    assert record.moves[1].nags == [4]
    assert record.moves[1].variations[0].moves
    assert record.result == "1-0"
    assert "attachment" in answer.headers["content-disposition"]
    tree = served.get(f"{path}/tree?annotated=1").json()["tree"]
    assert tree["moves"][1]["variations"]


def test_a_review_is_shared_by_link_and_by_nothing_else(served: TestClient) -> None:
    """Without the token another visitor sees nothing of it; with it, they still delete nothing."""
    state = play(served, "d3-d4", "d6-d5")
    path = f"/api/games/{state['id']}"
    token = served.post(f"{path}/share").json()["token"]
    mine = dict(served.cookies)
    served.cookies.clear()
    try:
        served.get("/")
        for what in ("tree", "pdn", "review"):
            assert served.get(f"{path}/{what}").status_code == 403
            assert served.get(f"{path}/{what}?share={token}").status_code == 200
        page = f"/game/{state['id']}/review"
        assert served.get(page).status_code == 403
        assert served.get(f"{page}?share={token}").status_code == 200
        assert served.delete(f"{path}?share={token}").status_code == 403
        assert served.post(f"{path}/restore").status_code == 404
        assert served.get("/api/games").json()["total"] == 0
        assert served.post(f"{path}/review?share={token}").json()["state"] == "making"
        with served.websocket_connect(f"{path}/review/live?share={token}") as socket:
            while (heard := socket.receive_json())["state"] == "making":
                pass
        assert heard["state"] == "done"
    finally:
        served.cookies.clear()
        served.cookies.update(mine)
    assert served.get(path).status_code == 200


# Pictures


def test_a_position_is_drawn(served: TestClient) -> None:
    """The picture has as many pieces as the position, and is the same for the same address."""
    answer = served.get("/api/picture.svg", params={"fen": "W:WKa1,b2:Bh7", "last": "h8,h7"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    root = ET.fromstring(answer.text)  # noqa: S314 - our own
    kinds = [group.get("class") for group in root.iter("{http://www.w3.org/2000/svg}g")]
    assert sorted(kind for kind in kinds if kind) == ["W", "b", "w"]
    assert served.get("/api/picture.svg", params={"fen": "nonsense"}).status_code == 422


# Lists


def test_games_are_listed_searched_and_saved(client: TestClient) -> None:
    """Only those with a move in them; each search narrows the list and what is saved."""
    play(client)
    lost = play(client, "d3-d4")  # Black gives up
    won = play(client, "a3-a4", "a6-a5", rules="ludoteka")  # White gives up
    going = play(client, "h3-h4", resign=False)
    listed = client.get("/api/games").json()
    assert listed["total"] == 3
    assert [game["id"] for game in listed["games"]] == [going["id"], won["id"], lost["id"]]
    assert [game["fate"] for game in listed["games"]] == ["open", "black", "white"]
    assert listed["games"][1]["opening"] == "a3-a4 a6-a5"
    assert client.get(listed["games"][1]["picture"]).status_code == 200

    def ids(query: str) -> list[str]:
        return [game["id"] for game in client.get(f"/api/games?{query}").json()["games"]]

    assert ids("rules=ludoteka") == [won["id"]]
    assert ids("result=won") == [lost["id"]]
    assert ids("result=lost") == [won["id"]]
    assert ids("result=open") == [going["id"]]
    assert ids("against=hard") == []
    assert ids("against=two&opening=a3-a4%20%20A6") == [won["id"]]
    assert ids("limit=1&offset=1") == [won["id"]]
    assert client.get("/api/games?result=nonsense").status_code == 422
    saved = client.get("/api/games.pdn")
    assert "attachment" in saved.headers["content-disposition"]
    assert [record.rules.id for record in read_games(saved.text)] == ["dama", "ludoteka", "dama"]
    assert len(list(read_games(client.get("/api/games.pdn?rules=ludoteka").text))) == 1


def test_a_list_follows_what_is_played(client: TestClient) -> None:
    """A move, an end and an undo show in the list."""
    state = play(client, "d3-d4", resign=False)
    path = f"/api/games/{state['id']}"
    assert client.get("/api/games").json()["games"][0]["plies"] == 1
    state = client.post(
        f"{path}/moves", json={"version": state["version"], "stops": ["d6", "d5"]}
    ).json()
    assert client.get("/api/games").json()["games"][0]["plies"] == 2
    client.post(f"{path}/undo", json={"version": state["version"]})
    assert client.get("/api/games").json()["games"][0]["plies"] == 1


def test_a_deleted_game_is_gone_and_can_be_had_back(client: TestClient) -> None:
    """It is neither listed nor found; restored, it is as it was."""
    state = play(client, "d3-d4", resign=False)
    path = f"/api/games/{state['id']}"
    assert client.delete(path).status_code == 204
    assert client.get("/api/games").json()["total"] == 0
    assert client.get(path).status_code == 404
    assert client.get(f"/game/{state['id']}/review").status_code == 404
    body = {"version": state["version"], "stops": ["d6", "d5"]}
    assert client.post(f"{path}/moves", json=body).status_code == 404
    assert client.delete(path).status_code == 404
    assert client.post(f"{path}/restore").status_code == 204
    assert client.get(path).json()["moves"] == state["moves"]
    assert client.get("/api/games").json()["total"] == 1
    assert client.post("/api/games/none-such/restore").status_code == 404


@pytest.mark.parametrize("path", ["/analysis", "/games"])
def test_pages_to_study_on_are_served(client: TestClient, path: str) -> None:
    """They are there without a game."""
    answer = client.get(path)
    assert answer.status_code == 200
    assert "<h1" in answer.text
