"""The engine's side of the Hub protocol, in this process and as a command."""

from __future__ import annotations

import contextlib
import io
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import ClassVar

import pytest

from damahane import Board
from damahane.engine import Clock, Limits, Request, Thought, think
from damahane.protocol.line import Line, parse_line
from damahane.protocol.notation import format_position, parse_move
from damahane.protocol.server import HubServer
from damahane.protocol.stdio import LONGEST, serve

START = format_position(Board("dama"))


class Talk:
    """A server, and what it has said."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._said = threading.Condition()
        self.server = HubServer(self._hear)

    def _hear(self, text: str) -> None:
        line = parse_line(text)
        assert line is not None, "the server says nothing blank"
        with self._said:
            self.lines.append(line)
            self._said.notify_all()

    def say(self, *lines: str) -> None:
        """Send lines, none of which quits."""
        for line in lines:
            assert self.server.handle(line)

    def await_line(self, command: str, count: int = 1, timeout: float = 60.0) -> Line:
        """The `count`-th line of a command."""

        def found() -> list[Line]:
            return [line for line in self.lines if line.command == command]

        with self._said:
            assert self._said.wait_for(lambda: len(found()) >= count, timeout), self.lines
            return found()[count - 1]

    def commands(self) -> list[str]:
        """The commands of all that it has said."""
        return [line.command for line in self.lines]

    def errors(self) -> list[str]:
        """Its complaints."""
        return [line.arguments["message"] for line in self.lines if line.command == "error"]


@pytest.fixture
def talk() -> Iterator[Talk]:
    """A server that is closed in the end."""
    talk = Talk()
    yield talk
    talk.server.close()


def test_the_beginning_of_a_session(talk: Talk) -> None:
    """Hub is answered by id, parameters and wait; init by ready."""
    talk.say("hub", "init")
    assert talk.commands() == ["id", *5 * ["param"], "wait", "ready"]
    assert talk.lines[0].arguments["name"] == "damahane"
    variant = talk.lines[1].arguments
    assert (variant["name"], variant["value"], variant["type"]) == ("variant", "dama", "enum")
    assert "international" in variant["values"].split()
    threads, table = talk.lines[4].arguments, talk.lines[5].arguments
    assert (threads["name"], threads["value"], threads["min"]) == ("threads", "1", "1")
    assert (table["name"], table["value"], table["type"]) == ("hash", "16", "int")
    assert int(table["max"]) >= 16


class Asked:
    """A thought that keeps what it was asked, and stops there."""

    requests: ClassVar[list[Request]] = []

    def run(self, request: Request, on_info: object = None) -> Thought:  # noqa: ARG002
        """Keep the request."""
        self.requests.append(request)
        return Thought("d3-d4", 0, 1, 1, 0.0, ("d3-d4",))

    def stop(self) -> None:
        """Nothing goes on."""


def asked(*lines: str) -> Request:
    """What the engine is asked after some lines."""
    talk = Talk()
    talk.server = HubServer(talk._hear, thinking=Asked)
    talk.say(*lines, f"pos pos={START}", "go think")
    talk.await_line("done")
    talk.server.close()
    assert not talk.errors()
    return Asked.requests[-1]


def test_threads_and_table_can_be_set() -> None:
    """They go to the engine, and stay for the next search."""
    request = asked(
        "set-param name=threads value=2", "set-param name=hash value=64", "level depth=3"
    )
    assert (request.threads, request.table_mib) == (2, 64)
    assert asked("level depth=3").threads == 1


@pytest.mark.parametrize(
    ("level", "limits"),
    [
        ("time=60", Limits(clock=Clock(60))),
        ("time=60.5 inc=0.6", Limits(clock=Clock(60.5, 0.6))),
        ("moves=40 time=300 inc=1", Limits(clock=Clock(300, 1, 40))),
        ("time=60 depth=9", Limits(depth=9, clock=Clock(60))),
        ("move-time=2 time=60", Limits(seconds=2)),
        ("time=1e15", Limits(depth=1000)),
    ],
)
def test_a_level_becomes_the_limits_of_the_engine(level: str, limits: Limits) -> None:
    """The engine itself turns a clock into the time of a move."""
    assert asked(f"level {level}").limits == limits


def test_a_search_ends_with_a_move_and_the_reply_expected(talk: Talk) -> None:
    """With the depth, the score in men, and the line, in the protocol's own notation."""
    talk.say(f'pos pos={START} moves="d3-d4 e6-e5"', "level depth=5", "go think")
    done = talk.await_line("done")
    info = talk.lines[-2]
    assert info.command == "info"
    thought = think(Request(moves=("d3-d4", "e6-e5"), limits=Limits(depth=5)))
    assert int(info.arguments["depth"]) == 5
    assert int(info.arguments["nodes"]) == thought.nodes
    assert float(info.arguments["score"]) == thought.score / 100
    board = Board("dama")
    board.push("d3-d4")
    board.push("e6-e5")
    for text in info.arguments["pv"].split():
        board.push(parse_move(text, board))
    assert info.arguments["pv"].split()[:2] == [done.arguments["move"], done.arguments["ponder"]]


def test_a_search_without_limits_goes_on_until_stop(talk: Talk) -> None:
    """It answers ping meanwhile, tells how far it is, and ends at once."""
    talk.say("init", f"pos pos={START}", "level infinite", "go analyze", "ping")
    talk.await_line("pong")
    talk.await_line("info", count=3)
    assert "done" not in talk.commands()
    stopped = time.perf_counter()
    talk.say("stop")
    talk.await_line("done")
    assert time.perf_counter() - stopped < 0.5


def test_after_stop_the_next_search_may_begin_at_once(talk: Talk) -> None:
    """As after the opponent's unexpected move: stop, pos, go, without waiting for done."""
    talk.say(f"pos pos={START}", "level infinite", "go ponder")
    talk.say("stop", f'pos pos={START} moves="d3-d4"', "level depth=3", "go think")
    assert talk.await_line("done", count=2).arguments["move"][1] in "67"
    assert not talk.errors()


def test_a_second_search_is_refused_while_one_goes_on(talk: Talk) -> None:
    """And the first goes on."""
    talk.say(f"pos pos={START}", "level infinite", "go think", "go think")
    assert talk.errors() == ["go during a search; expected stop first"]
    talk.say("stop")
    talk.await_line("done")


def test_the_clock_runs_from_ponder_hit_on(talk: Talk) -> None:
    """Pondering has no end of its own; then the time for a move begins."""
    talk.say("init", f"pos pos={START}", "level move-time=0.2", "go ponder")
    time.sleep(0.5)
    assert "done" not in talk.commands()
    hit = time.perf_counter()
    talk.say("ponder-hit")
    talk.await_line("done")
    assert 0.1 < time.perf_counter() - hit < 1.5


@pytest.mark.parametrize("level", ["time=0.5", "moves=1 time=0.2", "time=1 inc=0.1", "time=0"])
def test_a_clock_leaves_time_to_answer(talk: Talk, level: str) -> None:
    """A move takes less than the clock has."""
    talk.say("init", f"pos pos={START}", f"level {level}", "go think")
    begun = time.perf_counter()
    talk.await_line("done")
    assert time.perf_counter() - begun < 1.0


def test_a_level_limits_the_nodes(talk: Talk) -> None:
    """Easy looks at 60 positions, whatever the clock."""
    talk.say("set-param name=level value=easy", f"pos pos={START}", "level infinite", "go think")
    talk.await_line("done")
    assert int(talk.lines[-2].arguments["nodes"]) <= 60


def test_the_rule_set_can_be_chosen(talk: Talk) -> None:
    """By our id, or by the protocol's name for it; the position goes with the old one."""
    position = "W" + 20 * "b" + 10 * "e" + 20 * "w"
    talk.say("set-param name=variant value=normal", f"pos pos={position}")
    assert not talk.errors()
    talk.say("set-param name=variant value=ludoteka", "go think")
    assert talk.errors() == ["go without a position; expected pos first"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pos", "no pos=; expected one"),
        ("pos pos=W", "1 letters; expected 65"),
        (f'pos pos={START} moves="d3-d5"', "'d3-d5' is not legal"),
        (f'pos pos={START} moves="d3-d4 zz"', "'zz' is not a move"),
        ("level", "level without a limit"),
        ("level depth=0", "depth='0'; expected a whole number from 1 on"),
        ("level depth=-3", "depth='-3'"),
        ("level nodes=1e3", "nodes='1e3'"),
        ("level nodes=٣", "nodes='٣'"),
        ("level nodes=99999999999999999999999", "nodes="),
        ("level move-time=soon", "move-time='soon'; expected seconds such as 0.5"),
        ("level move-time=nan", "move-time='nan'"),
        ("level move-time=-1", "move-time='-1'"),
        ("level time=1 moves=0", "moves='0'"),
        ("go", "go without a mode"),
        ("go think", "go without a position"),
        ("ponder-hit", "ponder-hit without go ponder"),
        ("set-param value=3", "no name=; expected one"),
        ("set-param name=variant value=chess", "no rule set 'chess'"),
        ("set-param name=level value=godlike", "level 'godlike'; expected one of none, easy"),
        ("set-param name=threads value=0", "threads='0'; expected a whole number from 1 to"),
        ("set-param name=hash value=99999999", "hash='99999999'; expected a whole number from 1"),
        ("set-param name=hash value=-1", "hash='-1'"),
        ("set-param name=seed value=x", "seed='x'; expected a whole number from 0 on"),
        ('pos pos="', "expected name=value"),
        ("\x00", "does not begin with a command"),
    ],
)
def test_what_makes_no_sense_is_answered_by_an_error(talk: Talk, line: str, told: str) -> None:
    """One error, in words, and the engine goes on."""
    talk.say(line)
    (error,) = talk.errors()
    assert told in error
    talk.say("ping")
    talk.await_line("pong")


@pytest.mark.parametrize(
    "line", ["", "  ", "bla", "bla x=1", "set-param name=book value=64", "stop", "new-game x"]
)
def test_what_is_not_known_is_passed_over(talk: Talk, line: str) -> None:
    """As the protocol demands of both sides."""
    talk.say(line, "ping")
    assert talk.commands() == ["pong"]


def test_after_a_position_that_is_none_there_is_none(talk: Talk) -> None:
    """Rather than a move in a position the client does not mean."""
    talk.say(f"pos pos={START}", "pos pos=W", "level depth=1", "go think")
    assert talk.errors()[-1] == "go without a position; expected pos first"


def test_a_game_that_is_over_has_no_move(talk: Talk) -> None:
    """The error says why, and the engine goes on."""
    over = format_position(Board.from_fen("W:WKa1:BKh8"))
    talk.say(f"pos pos={over}", "level depth=1", "go think")
    assert "the game is over (one_each)" in talk.await_line("error").arguments["message"]
    talk.say(f"pos pos={START}", "go think")
    talk.await_line("done")


class Broken:
    """A thought that fails as no thought should."""

    def run(self, request: Request, on_info: object = None) -> Thought:  # noqa: ARG002
        """Fail."""
        raise ZeroDivisionError("a defect")

    def stop(self) -> None:
        """Nothing goes on."""


def test_a_defect_of_the_engine_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    """The client is not left waiting; the traceback goes to the standard error."""
    talk = Talk()
    talk.server = HubServer(talk._hear, thinking=Broken)
    talk.say(f"pos pos={START}", "go think")
    assert talk.await_line("error").arguments["message"] == "a defect"
    assert "ZeroDivisionError" in capfd.readouterr().err
    talk.server.close()


def test_any_lines_leave_the_engine_answering(talk: Talk) -> None:
    """Thousands of mangled lines of a session, and then a search as if nothing had been."""
    rng = random.Random(7)
    good = [
        "hub", "new-game", "ping", f"pos pos={START}", f'pos pos={START} moves="d3-d4 e6-e5"',
        "level depth=2", "level move-time=0.01", "level moves=3 time=1.5 inc=0.1", "go think",
        "go ponder", "ponder-hit", "stop", "set-param name=seed value=3",
    ]  # fmt: skip
    for _ in range(3000):
        line = list(rng.choice(good))
        for _ in range(rng.randrange(4)):
            place = rng.randrange(len(line) + 1)
            line[place : place + rng.randrange(2)] = rng.choice(['"', "=", " ", "x", "W", "9", ""])
        talk.say("".join(line))
    talk.say("stop", "set-param name=level value=none", f"pos pos={START}", "level depth=4")
    before = talk.commands().count("pong")
    talk.say("ping")
    talk.await_line("pong", count=before + 1)
    talk.server.close()
    fresh = Talk()
    fresh.say(f"pos pos={START}", "level depth=4", "go think")
    fresh.await_line("done")
    fresh.server.close()


# As streams and as a process


def spoken(text: bytes) -> list[str]:
    """What the server says to a whole input."""
    sink = io.BytesIO()
    serve(source=io.BytesIO(text), sink=sink)
    return sink.getvalue().decode().splitlines()


def test_quit_and_the_end_of_the_input_end_it() -> None:
    """What comes after quit is not read; no quit is needed."""
    assert spoken(b"ping\nquit\nping\n") == ["pong"]
    assert spoken(b"ping\nping") == ["pong", "pong"]
    assert spoken(b"") == []


def test_bytes_that_are_no_text_and_endless_lines_are_answered() -> None:
    """And what follows is read as usual."""
    answers = spoken(b"\xff\xfe\n" + b"x" * (3 * LONGEST) + b"\nping\n")
    assert len(answers) == 3
    assert answers[0].startswith("error message=")
    assert "a line of more than" in answers[1]
    assert answers[2] == "pong"


def test_a_search_ends_with_the_input() -> None:
    """A client that has gone away leaves nothing running."""
    begun = time.perf_counter()
    answers = spoken(f"init\npos pos={START}\nlevel infinite\ngo analyze\n".encode())
    assert time.perf_counter() - begun < 30
    assert answers[-1].startswith("done move=")


def hub(*arguments: str) -> subprocess.Popen[str]:
    """The command, as another program runs it."""
    return subprocess.Popen(
        [sys.executable, "-m", "damahane", "hub", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_command_speaks_the_protocol() -> None:
    """From hub to done, with status 0 at the end and nothing on the standard error."""
    with hub("--rules", "ludoteka") as process:
        output, errors = process.communicate(
            f"hub\ninit\npos pos={START}\nlevel depth=3\ngo think\n", timeout=120
        )
    assert (process.returncode, errors) == (0, "")
    assert "name=variant value=ludoteka" in output
    assert output.splitlines()[-1].startswith("done move=")


def test_a_closed_output_ends_the_command_cleanly() -> None:
    """The reader goes away in the middle of a search: status 0, no traceback."""
    process = hub()
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(f"init\npos pos={START}\nlevel infinite\ngo analyze\n")
    process.stdin.flush()
    assert process.stdout.readline() == "ready\n"
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        for _ in range(100):
            time.sleep(0.1)
            process.stdin.write("ping\n")
            process.stdin.flush()
    assert process.wait(30) == 0
    assert process.stderr.read() == ""
    process.stderr.close()
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
