"""DamExchange: its messages, and whole games over the loopback address."""

from __future__ import annotations

import os
import random
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damahane import Board, Color, Game, Termination
from damahane.movegen import Move
from damahane.protocol import EngineError, IllegalAnswerError, ProtocolError
from damahane.protocol.dxp import (
    LONGEST,
    Acceptance,
    BackAnswer,
    BackRequest,
    Chat,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    MoveMessage,
    Reason,
    decode,
)
from damahane.protocol.dxpgame import Connection, Ended, Listener, connect, follow, initiate

# Messages: the examples are those of the protocol's description.


def test_a_quiet_move_and_a_capture() -> None:
    """6 - 11 in 12 seconds; 5 x 25 or so, taking four pieces."""
    assert decode("M0012061100") == MoveMessage(Move(5, 10), 12)
    captures = decode("M001205250422122320")
    assert captures == MoveMessage(Move(4, 24, (11, 19, 21, 22)), 12)
    assert captures.encode() == "M001205250412202223"


def test_an_answer_to_a_request() -> None:
    """The name has 32 places."""
    text = "ATornado voor Windows 4.0        0"
    assert decode(text) == GameAnswer("Tornado voor Windows 4.0", Acceptance.YES)
    assert GameAnswer("Tornado voor Windows 4.0").encode() == text
    assert decode(text[:-1] + "3") == GameAnswer("Tornado voor Windows 4.0", Acceptance.NO)


def test_a_request_for_a_game_from_the_start() -> None:
    """The follower plays Black (Z), 80 minutes, 75 moves."""
    text = "R01" + f"{'Initiator':32}" + "Z080075A"
    request = GameRequest("Initiator", Color.BLACK, 80, 75)
    assert decode(text) == request
    assert request.encode() == text


def test_a_request_for_a_game_from_a_position() -> None:
    """The squares by their numbers; z and Z are Black's."""
    squares = "z" + 8 * "e" + "Z" + 36 * "e" + "wwWw"
    text = "R01" + f"{'x':32}" + "W000000B" + "Z" + squares
    request = decode(text)
    assert isinstance(request, GameRequest)
    assert request.board is not None
    assert request.board.fen() == "B:W47,48,K49,50:B1,K10"
    assert request.encode() == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("E00", GameEnd()),
        ("E31", GameEnd(Reason.I_WIN, goodbye=True)),
        ("B005Z", BackRequest(5, Color.BLACK)),
        ("K1", BackAnswer(1)),
        ("CWhat do you think about move 35?", Chat("What do you think about move 35?")),
        ("C", Chat("")),
    ],
)
def test_the_other_messages(text: str, message: Message) -> None:
    """There and back."""
    assert decode(text) == message
    assert message.encode() == text


@pytest.mark.parametrize(
    "text",
    [
        "", "X", "M", "M0012061", "M00120611", "M001206110", "M0012005100", "M0012510100",
        "M00120611011", "M001206110212", "E0", "E40", "E000", "B005", "B005X", "K3", "K",
        "A", "A0", "R", "R01x", "R01" + 32 * " " + "X000000A", "R01" + 32 * " " + "W00000A",
        "R01" + 32 * " " + "W000000BW" + 49 * "e", "R01" + 32 * " " + "W000000BW" + 50 * "x",
        "R01" + 32 * " " + "W000000BWw" + 49 * "e", "M٠٠١٢٠٦١١٠٠",
    ],
)  # fmt: skip
def test_what_is_no_message_is_told(text: str) -> None:
    """Fields too few, too many, or out of their range; a man on its crowning row."""
    with pytest.raises(ProtocolError):
        decode(text)


@given(st.text(max_size=130))
def test_no_text_does_anything_but_fail_politely(text: str) -> None:
    """Any text is a message or a ProtocolError."""
    try:
        message = decode(text)
    except ProtocolError:
        return
    assert decode(message.encode()) == message or isinstance(message, Chat)


@pytest.mark.parametrize("rules", ["international"])
def test_every_move_of_random_games_goes_there_and_back(rules: str) -> None:
    """In messages of at most 127 characters."""
    rng = random.Random(4)
    for _ in range(5):
        board = Board(rules)
        while board.outcome() is None and board.ply < 120:
            for move in board.legal_moves:
                text = MoveMessage(move, 3).encode()
                assert len(text) <= LONGEST
                assert decode(text) == MoveMessage(move, 3)
            board.push(rng.choice(list(board.legal_moves)))


def test_what_a_message_cannot_hold_is_cut() -> None:
    """Names to 32 characters, chat to 126; ASCII only."""
    assert decode(GameAnswer("  Şah " + 40 * "x").encode()) == GameAnswer("?ah " + 28 * "x")
    assert len(Chat("é" * 300).encode()) == LONGEST
    assert MoveMessage(Move(0, 6), 123456).encode() == "M9999010700"
    with pytest.raises(ProtocolError, match="1000 does not go into 3 digits"):
        GameRequest("x", Color.WHITE, 1000).encode()


# Games


def any_move(seed: int):  # type: ignore[no-untyped-def]
    """A player of random moves."""
    rng = random.Random(seed)

    def move(game: Game) -> Move:
        return rng.choice(list(game.board.legal_moves))

    return move


@pytest.fixture
def pair() -> Iterator[tuple[Connection, Connection]]:
    """Two ends of a connection over the loopback address."""
    with (
        Listener(port=0) as listener,
        connect("127.0.0.1", listener.port, timeout=20) as ours,
        listener.accept(timeout=20) as theirs,
    ):
        yield ours, theirs


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    """A thread for the other side."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


def play(
    pool: ThreadPoolExecutor, pair: tuple[Connection, Connection], request: GameRequest, seed: int
) -> tuple[Ended, Ended]:
    """A game; how each side sees its end."""
    theirs: Future[Ended] = pool.submit(follow, pair[1], any_move(seed + 1))
    ours = initiate(pair[0], request, any_move(seed))
    return ours, theirs.result(30)


def test_whole_games_are_played_with_both_colours(
    pool: ThreadPoolExecutor, pair: tuple[Connection, Connection]
) -> None:
    """Several over one connection; both sides have the same game and the same result."""
    results = set()
    for number in range(6):
        color = Color(number % 2)
        ours, theirs = play(pool, pair, GameRequest("Us", color), 10 * number)
        assert ours.game.moves == theirs.game.moves
        assert ours.outcome == theirs.outcome is not None
        assert (ours.ours, theirs.ours) == (color.other, color)
        assert (theirs.other, ours.other[:9]) == ("Us", "damahane ")
        assert ours.result == theirs.result
        assert ours.by_us is not theirs.by_us
        results.add(ours.result)
    assert len(results) > 1


def test_a_game_begins_and_ends_as_it_is_asked_for(
    pool: ThreadPoolExecutor, pair: tuple[Connection, Connection]
) -> None:
    """From a position, and after a number of moves, undecided."""
    board = Board.from_fen("B:W32,37,K46:B8,K5,19", "international")
    ours, theirs = play(pool, pair, GameRequest("Us", Color.BLACK, board=board), 5)
    assert ours.game.start.startswith("B:W32,37,K46")
    assert ours.game.moves == theirs.game.moves
    ours, theirs = play(pool, pair, GameRequest("Us", Color.BLACK, moves=3), 5)
    assert len(ours.game.moves) == 6
    assert (ours.result, ours.reason, theirs.result) == ("*", Reason.NONE, "*")


@pytest.mark.parametrize(
    ("fen", "moves", "result", "reason"),
    [("W:W32:B28", ["32x23"], "2-0", Reason.I_GIVE_UP), ("W:WK46:BK50", ["46-32"], "*", None)],
)
def test_whoever_is_to_move_says_that_the_game_is_over(
    pair: tuple[Connection, Connection],
    pool: ThreadPoolExecutor,
    fen: str,
    moves: list[str],
    result: str,
    reason: Reason | None,
) -> None:
    """The side without pieces gives up; that a game goes on is not said."""
    board = Board.from_fen(fen, "international")
    scripted = iter(moves)

    def ours(game: Game) -> Move:
        return game.board.parse(next(scripted))

    other = pool.submit(follow, pair[1], any_move(1))
    if reason is None:
        with pytest.raises(StopIteration):
            initiate(pair[0], GameRequest("Us", Color.BLACK, board=board), ours)
        pair[0].close()
        with pytest.raises(EngineError, match="hung up"):
            other.result(20)
        return
    ended = initiate(pair[0], GameRequest("Us", Color.BLACK, board=board), ours)
    assert (ended.result, ended.reason, ended.by_us) == (result, reason, False)
    assert ended.outcome is not None
    assert ended.outcome.termination is Termination.NO_PIECES
    assert other.result(20).result == result


class Script:
    """The other side, played message by message."""

    def __init__(self, ends: tuple[Connection, Connection], pool: ThreadPoolExecutor) -> None:
        self.end = ends[0]
        self.ours = pool.submit(follow, ends[1], any_move(2), name="Us")

    def send(self, *texts: str) -> None:
        """Send messages as they are."""
        for text in texts:
            self.end._socket.sendall(text.encode() + b"\0")

    def receive(self) -> str:
        """The next message of ours."""
        return self.end.receive_text()


REQUEST = "R01" + f"{'Script':32}" + "Z000000A"


def test_requests_that_cannot_be_met_are_declined(
    pair: tuple[Connection, Connection], pool: ThreadPoolExecutor
) -> None:
    """Another version, a damaged request, a game that is over; then a good one is accepted."""
    script = Script(pair, pool)
    over = "R01" + f"{'Script':32}" + "Z000000BW" + "e" * 49 + "w"
    for request, code in (
        ("R02 whatever", "1"), ("R01 short", "2"), (over, "2"), (REQUEST, "0"),
    ):  # fmt: skip
        script.send(request)
        assert script.receive() == f"A{'Us':32}{code}"
    script.send("E11")
    assert script.receive() == "E00"
    ended = script.ours.result(20)
    assert (ended.result, ended.goodbye, ended.other) == ("0-2", True, "Script")


def test_chat_and_wishes_to_go_back_do_not_disturb(
    pair: tuple[Connection, Connection], pool: ThreadPoolExecutor
) -> None:
    """The one is passed over, the other declined."""
    script = Script(pair, pool)
    script.send("CHello", REQUEST, "CMy move", "M0001322800")
    assert script.receive().startswith("AUs")
    assert script.receive().startswith("M")
    script.send("B001W", "E20")
    assert script.receive() == "K1"
    assert script.receive() == "E00"
    assert script.ours.result(20).result == "1-1"


def test_a_capture_may_leave_out_what_it_takes(
    pair: tuple[Connection, Connection], pool: ThreadPoolExecutor
) -> None:
    """Where that is clear; some programs do so."""
    script = Script(pair, pool)
    position = "R01" + f"{'Script':32}" + "Z000000BW" + "e" * 4 + "z" + "e" * 22 + "z" + "e" * 3
    script.send(position + "w" + "e" * 18, "M0001322300")
    script.receive()
    assert script.receive().startswith("M000")
    script.send("E00")
    assert script.receive() == "E00"
    assert script.ours.result(20).game.moves[0].captured == (27,)


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        (["M0001322800"], "before a game; expected a request for one"),
        (["hello"], "'hello' has not the form of one of"),
        ([REQUEST, "M0001322300"], "Script played 32-23, which is not legal in W:W31"),
        ([REQUEST, "M00013227012827"], "not the form of a move"),
        ([REQUEST, "K1"], "during a game; expected a move or the end"),
        ([REQUEST, REQUEST], "during a game; expected a move or the end"),
        (["x" * 400], "a message of more than 127 characters"),
    ],
)
def test_what_comes_out_of_turn_ends_the_game(
    pair: tuple[Connection, Connection], pool: ThreadPoolExecutor, messages: list[str], told: str
) -> None:
    """With an error that says what it was."""
    script = Script(pair, pool)
    script.send(*messages)
    with pytest.raises((ProtocolError, IllegalAnswerError), match=re.escape(told)):
        script.ours.result(20)


def test_silence_and_a_broken_connection_are_told() -> None:
    """Rather than waited for without end."""
    with Listener(port=0) as listener, connect("127.0.0.1", listener.port, timeout=0.3) as ours:
        theirs = listener.accept()
        with pytest.raises(EngineError, match=r"no message came in 0\.3 s"):
            initiate(ours, GameRequest("Us", Color.WHITE), any_move(1))
        theirs.close()
        with pytest.raises(EngineError, match=r"hung up|broken"):
            initiate(ours, GameRequest("Us", Color.WHITE), any_move(1))
    with pytest.raises(EngineError, match=r"cannot connect to 127\.0\.0\.1, port"):
        connect("127.0.0.1", listener.port)
    with Listener(port=0) as listener, pytest.raises(EngineError, match="cannot listen on"):
        Listener(port=listener.port)


def test_a_follower_that_declines_is_told(
    pair: tuple[Connection, Connection], pool: ThreadPoolExecutor
) -> None:
    """With its name and its reason."""
    ours = pool.submit(initiate, pair[0], GameRequest("Us", Color.WHITE), any_move(1))
    assert pair[1].receive_text().startswith("R01Us ")
    pair[1].send(GameAnswer("Them", Acceptance.NOT_THIS_GAME))
    with pytest.raises(EngineError, match="Them does not play: not this game"):
        ours.result(20)


def test_the_command_plays_over_the_network(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Two processes, two games, kept by both as the same moves."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    command = [sys.executable, "-m", "damahane", "dxp"]
    env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", "PYTHONUNBUFFERED": "1"}
    listening = subprocess.Popen(
        [*command, "random", "--port", port, "--games", "2", "--pdn", tmp_path / "a.pdn"],
        stdout=subprocess.PIPE, text=True, env=env,
    )  # fmt: skip
    assert listening.stdout is not None
    assert listening.stdout.readline() == f"Listening on 127.0.0.1, port {port}\n"
    asking = subprocess.run(
        [*command, "greedy", "--connect", f"127.0.0.1:{port}", "--games", "2",
         "--pdn", tmp_path / "b.pdn"],
        capture_output=True, text=True, timeout=60, check=True, env=env,
    )  # fmt: skip
    output, _ = listening.communicate(timeout=30)
    assert listening.returncode == 0
    assert asking.stdout == output
    assert output.count("Game ") == 2
    assert (tmp_path / "a.pdn").read_text() == (tmp_path / "b.pdn").read_text()
