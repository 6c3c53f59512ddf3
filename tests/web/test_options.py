"""What can be chosen for a game: clocks, huffing, no help; and what follows in play."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from damahane import Board, Color, Route
from damahane.engine import Level
from damahane.web import huffing, play, words
from damahane.web.play import Play, Refused
from damahane.web.store import Event, GameSetup

State = dict[str, Any]

OVER = "Here the game is over already. A draw: one king each, and neither can win."
#: White can take 28 with 32 or 33; the man on 47 can only step.
MISSED = "W:W32,33,47:B28,10,9"


class Watch:
    """The time, as a test sets it."""

    def __init__(self) -> None:
        self.time = 1_000_000

    def __call__(self) -> int:
        """What it shows, in milliseconds."""
        return self.time


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """A clock that stands still until it is told to go on."""
    watch = Watch()
    monkeypatch.setattr(play, "now", watch)
    return watch


def timed(seconds: int = 60, increment: int = 0) -> Play:
    """A game of two people by the clock."""
    options = {"seconds": seconds, "increment": increment}
    return Play(GameSetup("one", "dama", "two", options=options))


def huffed(you: str | None = None, fen: str = MISSED) -> Play:
    """A game with huffing."""
    mode = "two" if you is None else "computer"
    return Play(GameSetup("one", "damas100", mode, None, you, fen, 0, {"huffing": True}))


def do(game: Play, *events: str) -> None:
    """Play moves."""
    for stops in events:
        game.apply(game.moving(stops.split("-")))


def left(game: Play) -> tuple[int, int]:
    """What the clock shows for White and Black when it was read last, in seconds."""
    assert game.times is not None
    white, black = game.times.left[Color.WHITE], game.times.left[Color.BLACK]
    return (white // 1000, black // 1000)


def act(client: TestClient, state: State, action: str, **more: object) -> tuple[int, State]:
    """Do something in a game."""
    body = {"version": state["version"], **more}
    answer = client.post(f"/api/games/{state['id']}/{action}", json=body)
    return answer.status_code, answer.json()


# The clock


def test_the_clock_begins_to_run_with_the_first_move(watch: Watch) -> None:
    """Setting up costs nobody time; then each side's own thinking counts, and nothing else."""
    game = timed()
    watch.time += 30_000
    do(game, "d3-d4")
    assert left(game) == (60, 60)
    watch.time += 7_000
    do(game, "a6-a5")
    watch.time += 2_000
    do(game, "e3-e4")
    assert left(game) == (58, 53)


def test_a_started_clock_runs_for_white(watch: Watch) -> None:
    """As in tournaments, Black sets White's clock going (turkdamasi.org.tr 2021, 1 f)."""
    game = timed()
    game.apply(game.clocking())
    watch.time += 5_000
    do(game, "d3-d4")
    assert left(game) == (55, 60)


def test_each_move_brings_the_increment(watch: Watch) -> None:
    """It is added when the move has been made."""
    game = timed(increment=3)
    do(game, "d3-d4")
    watch.time += 10_000
    do(game, "d6-d5")
    assert left(game) == (60, 53)


def test_a_stopped_clock_takes_nobodys_time(watch: Watch) -> None:
    """The clock is stopped for a while and goes on where it stood."""
    game = timed()
    do(game, "d3-d4")
    watch.time += 4_000
    game.apply(game.clocking())
    watch.time += 500_000
    assert game.left() is None
    game.apply(game.clocking())
    watch.time += 1_000
    assert game.left() == 55_000


def test_whoever_runs_out_of_time_has_lost(watch: Watch) -> None:
    """Whatever stands on the board (turkdamasi.org.tr 2021, 1 g), and for good."""
    game = timed()
    do(game, "d3-d4")
    watch.time += 59_999
    assert game.running_out() is None
    watch.time += 1
    event = game.running_out()
    assert event is not None
    game.apply(event)
    assert game.game.outcome is not None
    assert (game.game.outcome.winner, game.game.outcome.termination.value) == (Color.WHITE, "time")
    assert not game.may.undo


def test_the_events_alone_say_what_the_clock_shows(watch: Watch) -> None:
    """A game that is read again from its events has the same times: a reload loses none."""
    game = timed(increment=2)
    events = []
    makers: list[Callable[[], Event]] = [
        lambda: game.moving(["d3", "d4"]),
        lambda: game.moving(["d6", "d5"]),
        game.clocking,
        game.clocking,
        game.undoing,
    ]
    for make in makers:
        watch.time += 3_000
        events.append(make())
        game.apply(events[-1])
    again = Play.replay(game.setup, events)
    assert left(again) == left(game)
    assert again.left() == game.left()


def test_a_move_after_the_time_comes_too_late(client: TestClient, watch: Watch) -> None:
    """The server keeps the time; it ends the game before it takes anything else in."""
    clock = {"seconds": 10, "increment": 0}
    state: State = client.post("/api/games", json={"mode": "two", "clock": clock}).json()
    assert state["times"]["running"] is None
    assert state["times"]["left"] == {"white": 10_000, "black": 10_000}
    _, state = act(client, state, "moves", stops=["d3", "d4"])
    assert state["times"]["running"] == "black"
    watch.time += 4_000
    _, stopped = act(client, state, "clock")
    assert stopped["times"]["running"] is None
    assert stopped["times"]["left"] == {"white": 10_000, "black": 6_000}
    _, state = act(client, stopped, "clock")
    watch.time += 6_000
    status, answer = act(client, state, "moves", stops=["a6", "a5"])
    assert status == 409
    assert answer["state"]["outcome"]["termination"] == "time"
    assert answer["state"]["outcome"]["text"].startswith("White wins: Black's time is up")


def test_time_runs_out_by_itself(client: TestClient, watch: Watch) -> None:
    """Nobody has to ask: whoever looks on is told."""
    clock = {"seconds": 10, "increment": 0}
    state: State = client.post("/api/games", json={"mode": "two", "clock": clock}).json()
    watch.time += 1
    _, state = act(client, state, "moves", stops=["d3", "d4"])
    watch.time += 9_990  # the last ten milliseconds pass as the server waits for them
    path = f"/api/games/{state['id']}/live?since={state['version']}"
    with client.websocket_connect(path) as line:
        line.receive_json()
        _, _ = act(client, state, "clock")
        _, _ = act(client, line.receive_json()["state"], "clock")
        line.receive_json()
        watch.time += 10
        assert line.receive_json()["state"]["outcome"]["winner"] == "white"


def test_a_clock_is_for_two_people(client: TestClient) -> None:
    """Against the computer there is none to stop."""
    clock = {"seconds": 60, "increment": 0}
    state: State = client.post("/api/games", json={"clock": clock}).json()
    assert state["times"] is None
    status, answer = act(client, state, "clock")
    assert (status, answer["refusal"]["code"]) == (422, "no_clock")


# Taking back and playing again


def test_what_was_taken_back_can_be_played_again() -> None:
    """One step forward for each step back, until something else is played."""
    game = Play(GameSetup("one", "dama", "computer", "easy", "white"))
    for route in ("d3-d4", "a6-a5", "e3-e4", "h6-h5"):
        game.apply(Event(game.version + 1, "move", {"route": route}))
    for _ in range(2):
        game.apply(game.undoing())
    assert (game.ply, game.may.redo) == (0, True)
    game.apply(game.redoing())
    assert [played.text for played in game.game.played] == ["d3-d4", "a6-a5"]
    game.apply(game.redoing())
    assert (game.ply, game.may.redo) == (4, False)
    game.apply(game.undoing())
    do(game, "c3-c4")
    assert not game.may.redo
    with pytest.raises(Refused, match="Nothing has been taken back"):
        game.redoing()


def test_a_lost_game_can_be_taken_back_and_played_again() -> None:
    """The last decision is given back after a loss on the board, and the loss after that."""
    game = Play(GameSetup("one", "dama", "computer", "easy", "white", "W:Wa2:Bb4,h7"))
    for route in ("a2-b2", "b4-b3", "b2xb4", "h7-h6"):
        game.apply(Event(game.version + 1, "move", {"route": route}))
    before = game.game.board.fen()
    game.apply(game.undoing())
    game.apply(game.redoing())
    assert game.game.board.fen() == before
    assert sum(map(len, game.lost)) == 1


def test_without_help_nothing_is_taken_back_or_told(client: TestClient) -> None:
    """A game for teaching says so and gives neither; everything else goes on as usual."""
    state: State = client.post("/api/games", json={"mode": "two", "teaching": True}).json()
    _, state = act(client, state, "moves", stops=["d3", "d4"])
    assert state["options"]["teaching"] is True
    assert not any(state["may"][name] for name in ("undo", "redo", "hint"))
    for action in ("undo", "hint"):
        status, answer = act(client, state, action)
        assert status == 422
        assert "without taking back and without hints" in answer["refusal"]["text"]


# Hints


def test_a_hint_is_a_move_with_its_reason(client: TestClient) -> None:
    """The move by its squares and as it is written, why, and the play expected."""
    state: State = client.post("/api/games", json={}).json()
    status, hint = act(client, state, "hint")
    assert status == 200
    assert {"stops": hint["stops"], "captured": []} in state["routes"]
    assert hint["reason"] == "Is safe: it loses nothing."
    assert hint["line"][0]["stops"] == hint["stops"]
    assert client.get(f"/api/games/{state['id']}").json()["version"] == state["version"]


# Huffing


def test_a_missed_capture_is_huffed() -> None:
    """The piece that missed it goes, and the huffer still moves (rules.md: huffing)."""
    game = huffed()
    do(game, "47-41")
    assert game.may.huff
    game.apply(game.huffing("33"))
    assert game.game.board.fen() == "B:W32,41:B9,10,28"
    assert game.game.turn is Color.BLACK
    assert not game.may_claim
    assert [len(pieces) for pieces in game.lost] == [0, 1]
    game.apply(game.undoing())
    assert game.game.board.fen() == "B:W32,33,41:B9,10,28"
    game.apply(game.redoing())
    assert game.game.board.fen() == "B:W32,41:B9,10,28"


@pytest.mark.parametrize("named", ["33", "29"])
def test_the_piece_that_moved_is_huffed_where_it_stands(named: str) -> None:
    """It may be named by the square it came from or by that on which it stands."""
    game = huffed(fen="W:W32,33:B28,10,9")
    do(game, "33-29")
    game.apply(game.huffing(named))
    assert game.game.board.fen() == "B:W32:B9,10,28"


def test_a_claim_that_does_not_hold_changes_nothing() -> None:
    """A piece that could not take, or a move that missed nothing, cannot be huffed."""
    game = huffed()
    do(game, "47-41")
    with pytest.raises(Refused, match="this piece could not have made it"):
        game.huffing("41")
    game = huffed(fen="W:W32,47:B10,9")
    do(game, "47-41")
    with pytest.raises(Refused, match="the last move missed no capture"):
        game.huffing("41")
    game = Play(GameSetup("one", "damas100", "two"))
    with pytest.raises(Refused, match="not played in this game"):
        game.huffing("32")


def test_the_better_the_level_the_more_is_noticed() -> None:
    """Hard notices every missed capture, Easy about half of them (rules.md: huffing)."""
    game = huffed("white")
    do(game, "47-41")
    counts = {
        level: sum(huffing.notices(game.game, level, seed) for seed in range(200))
        for level in Level
    }
    assert counts[Level.HARD] == 200
    assert 60 < counts[Level.EASY] < 140 < counts[Level.MEDIUM] < 200


def test_nothing_is_noticed_where_nothing_was_missed() -> None:
    """A move that missed nothing is left alone."""
    game = huffed("white", "W:W32,47:B10,9")
    do(game, "47-41")
    assert not huffing.notices(game.game, Level.HARD, 0)


def test_the_computer_huffs_and_then_moves(client: TestClient) -> None:
    """Two events, one after the other; the game says what was huffed and by whom."""
    settings = {"rules": "damas100", "huffing": True, "level": "hard", "fen": MISSED}
    state: State = client.post("/api/games", json=settings).json()
    _, state = act(client, state, "moves", stops=["47", "41"])
    for _ in range(500):
        state = client.get(f"/api/games/{state['id']}").json()
        if state["ply"] == 2:
            break
        time.sleep(0.01)
    assert state["version"] == 3
    assert state["moves"][1]["huffed"] == {"color": "black", "square": "d4", "removed": "d4"}
    assert state["taken"] == {"white": 2, "black": 0}  # its move took one as well


# Positions


@pytest.mark.parametrize(
    ("rules", "fen", "said"),
    [
        ("dama", "a2,b3", "A position begins with W or B, for the side to move."),
        ("dama", "W", "This can't be read as a position. One looks like W:Wa2,Kb3:Ba7,b7"),
        ("damas100", "W:x", "This can't be read as a position. One looks like W:W31,K32:B19,20"),
        ("dama", "W:Wa9:Bh7", "“a9” is no square of this board."),
        ("dama", "W:Wa2,a2:Bh7", "Two pieces stand on a2."),
        ("dama", "W:Wa8:Bh7", "The man on a8 would have been crowned there: make it a king."),
        ("damas64", "W:W31:B31", "Two pieces stand on 31."),
        ("dama", "W:Wa2:B", "Black has no piece on the board."),
        ("dama", "W:WKa2:BKh7", OVER),
    ],
)
def test_a_position_that_cannot_be_played_says_why(
    client: TestClient, rules: str, fen: str, said: str
) -> None:
    """In plain words, with the square where there is one."""
    answer = client.get("/api/position", params={"rules": rules, "fen": fen}).json()
    assert answer["trouble"]["text"] == said


def test_each_rule_set_has_its_board(client: TestClient) -> None:
    """The starting position of every rule set can be looked at and played from."""
    sizes = {"dama": 64, "damas100": 50, "damas64": 32, "international": 50, "brazilian": 32}
    for rules, squares in sizes.items():
        answer = client.get("/api/position", params={"rules": rules}).json()
        assert answer["trouble"] is None
        assert len(answer["position"]["board"]["names"]) == squares
        status = client.post("/api/games", json={"rules": rules, "mode": "two"}).status_code
        assert status == 201


# Ends and refusals in words


@pytest.mark.parametrize(
    ("rules", "fen", "plies", "said"),
    [
        ("dama", "W:WKa1,Kc1:BKh8:H49:F60", 1, ("25 moves each without a capture or a man going "
         "forward.")),
        ("ludoteka", "W:WKa1,Kc1:BKh8:H31:F60", 1, ("16 moves each without a capture or a man's "
         "move.")),
        ("international", "W:WK46,K48:BK5,K4:H49:F60", 1, ("25 moves each without a capture or a "
         "man's move.")),
        ("international", "W:WK46,K47:BK15", 10, ("a lone king against 2 kings: the 5 moves each "
         "for that are used up.")),
        ("damas100", "W:WK46,K47,36:BK15", 32, ("a lone king against 2 kings and a man: the 16 "
         "moves each for that are used up.")),
        ("brazilian", "W:WK29,K30:BK4,K3", 10, ("2 kings against 2 kings: the 5 moves each for "
         "that are used up.")),
    ],
)  # fmt: skip
def test_each_draw_by_counting_names_its_rule(rules: str, fen: str, plies: int, said: str) -> None:
    """The numbers are those of rules.md, and so are the pieces that are left."""
    game = Play(GameSetup("one", rules, "two", fen=fen))
    for _ in range(plies):
        board = game.game.board
        quiet = [route for route in board.routes() if _is_harmless(board, route)]
        count = {route: _seen(game, route) for route in quiet}
        least = min(quiet, key=lambda route: count[route])
        game.apply(game.computer_moving(board.text(least, full=True)))
    outcome = game.game.outcome
    assert outcome is not None
    assert words.ending(outcome, game.game.board, None) == f"A draw: {said}"


def _is_harmless(board: Board, route: Route) -> bool:
    """Whether a king moves and nothing can be taken after it."""
    piece = board.piece_at(route.start)
    after = board.copy()
    after.push(route)
    return piece is not None and piece.is_king and not after.must_capture


def _seen(game: Play, route: Route) -> int:
    """How often the position after a move has been there."""
    board = game.game.board
    board.push(route)
    return board.repetitions()


@pytest.mark.parametrize(
    ("fen", "stops", "said"),
    [
        ("W:W32:B1", "32,22", "Pieces go diagonally, on the dark squares only."),
        ("W:W32:B1", "32,38", "A man steps forward only; backwards it may take, but not step."),
        ("W:W32:B1", "32,23", "A man goes one square at a time."),
        ("W:W32,28,27:B1", "32", ("This man is shut in: both squares diagonally in front of it are "
         "taken.")),
        ("W:W32,47:B28,1", "47,41", "A capture of 1 is due: this piece can make it."),
        ("W:W33,47:B29,20,1", "33,24,20", "The capture is not done: from 24 it goes on to 15."),
    ],
)  # fmt: skip
def test_a_refusal_on_a_diagonal_board_is_explained(
    client: TestClient, fen: str, stops: str, said: str
) -> None:
    """In the words of that board, where "straight" and "sideways" mean nothing."""
    query = {"rules": "international", "fen": fen, "stops": stops}
    assert client.get("/api/why", params=query).json()["text"] == said
