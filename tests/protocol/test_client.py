"""The client's side of the Hub protocol: our engine, and engines that misbehave."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from damahane import Board, Game
from damahane.engine import Clock, Limits
from damahane.protocol import EngineError, HubEngine, IllegalAnswerError

OURS = [sys.executable, "-m", "damahane", "hub"]

#: An engine that plays a scripted part. Its code sees each line as `line` and answers by `say`.
FRAME = """
import sys, time
def say(text): print(text, flush=True)
for line in sys.stdin:
    line = line.strip()
    if line == "hub":
        say("id name=Fake version=1")
        say('param name=variant value=normal type=enum values="normal dama"')
        say("this is = no line")
        say("wait")
        continue
    if line == "init":
        say("ready")
        continue
    if line == "ping":
        say("pong")
        continue
    if line == "quit":
        break
    {behaviour}
"""

#: A part of it: every line is noted in a file.
HEARD = 'open(__file__ + ".log", "a").write(line + "\\n")'


def fake(folder: Path, behaviour: str, frame: str = FRAME) -> list[str]:
    """The command that runs an engine that behaves like this."""
    path = folder / "fake.py"
    path.write_text(frame.replace("{behaviour}", behaviour), encoding="utf-8")
    return [sys.executable, str(path)]


def test_a_whole_game_is_played_over_the_protocol() -> None:
    """Two processes of ours, to an end by the rules."""
    game = Game("dama")
    limits = Limits(nodes=300)
    with HubEngine(OURS) as white, HubEngine(OURS, parameters={"level": "easy"}) as black:
        assert white.name.startswith("damahane ")
        for engine in (white, black):
            engine.new_game()
        while game.outcome is None:
            engine, allowed = (black, Limits()) if game.turn else (white, limits)
            reply = engine.think(game.board, allowed)
            assert reply.info.nodes is not None
            assert reply.info.nodes <= (2000 if game.turn else 300)
            game.play(reply.move)
    assert len(game.moves) > 20


def test_an_analysis_goes_on_until_it_is_left() -> None:
    """Depth after depth; leaving the loop stops it, and the engine plays on."""
    with HubEngine(OURS) as engine:
        depths: list[int] = []
        for info in engine.analyse(Board("dama")):
            assert info.score is not None
            assert info.depth is not None
            depths.append(info.depth)
            if len(depths) == 4:
                break
        assert depths == sorted(set(depths))
        assert engine.think(Board("dama"), Limits(depth=1)).info.depth == 1
        last = list(engine.analyse(Board("dama"), Limits(depth=3)))[-1]
        assert (last.depth, len(last.line)) == (3, 3)


def test_the_moves_that_matter_are_sent(tmp_path: Path) -> None:
    """Those since the last that can't be taken back, with the position before them."""
    behaviour = HEARD + '; say("done move=a2-a1") if line.startswith("go") else None'
    board = Board.from_fen("W:WKa1,d4:BKh8,e7")
    for text in ("d4-d5", "h8-h7", "a1-a2", "h7-h8"):
        board.push(text)
    with HubEngine(fake(tmp_path, behaviour)) as engine:
        assert engine.think(board, Limits(nodes=5, seconds=0.5)).move == board.parse("a2-a1")
    heard = (tmp_path / "fake.py.log").read_text().splitlines()
    base = "BW" + 34 * "e" + "w" + 16 * "e" + "b" + 10 * "e" + "B"
    assert heard[-3:] == [
        f'pos pos={base} moves="h8-h7 a1-a2 h7-h8"',
        "level nodes=5 move-time=0.5",
        "go think",
    ]


@pytest.mark.parametrize(
    ("limits", "level"),
    [
        (Limits(), "level infinite"),
        (Limits(clock=Clock(60)), "level time=60.000"),
        (Limits(clock=Clock(9.5, 0.1, 3), depth=7), "level depth=7 moves=3 time=9.500 inc=0.1"),
        (Limits(seconds=1, clock=Clock(60)), "level move-time=1"),
    ],
)
def test_limits_are_told_as_the_protocol_has_them(
    tmp_path: Path, limits: Limits, level: str
) -> None:
    """A clock with what it says, or the time for the move alone."""
    behaviour = HEARD + '; say("done move=c3-c4") if line.startswith("go") else None'
    with HubEngine(fake(tmp_path, behaviour)) as engine:
        engine.think(Board(), limits)
    assert (tmp_path / "fake.py.log").read_text().splitlines()[-2] == level


def test_an_unknown_parameter_or_rule_set_is_told() -> None:
    """With the names of those there are."""
    with pytest.raises(EngineError, match="no parameter 'book'; it has variant, level, seed"):
        HubEngine(OURS, parameters={"book": "16"})
    with pytest.raises(EngineError, match="level 'godlike'"):
        HubEngine(OURS, parameters={"level": "godlike"})


def test_the_protocols_name_of_a_rule_set_is_used(tmp_path: Path) -> None:
    """International draughts are `normal` there; what an engine does not list it does not play."""
    command = fake(tmp_path, HEARD)
    HubEngine(command, rules="international").close()
    assert "set-param name=variant value=normal" in (tmp_path / "fake.py.log").read_text()
    with pytest.raises(EngineError, match="does not play 'ludoteka', but normal, dama"):
        HubEngine(command, rules="ludoteka")


@pytest.mark.parametrize(
    ("behaviour", "told"),
    [
        ('sys.exit("out of memory") if line.startswith("go") else None', "status 1.*out of memory"),
        ('say("error message=bad") if line.startswith("go") else None', "says: bad"),
        ('say("done") if line.startswith("go") else None', "played '': '' is not a move"),
        ('say("done move=d3-d5") if line.startswith("go") else None', "played 'd3-d5'.*not legal"),
        ('say("info depth=nan") if line.startswith("go") else None', "did not answer in time"),
        ("pass", "did not answer in time"),
    ],
)
def test_an_engine_that_misbehaves_is_ended(tmp_path: Path, behaviour: str, told: str) -> None:
    """The error tells what happened, and the last that it said; nothing goes on running."""
    engine = HubEngine(fake(tmp_path, behaviour), answer_timeout=0.7)
    kind = IllegalAnswerError if "played" in told else EngineError
    with pytest.raises(kind, match=told):
        engine.think(Board("dama"), Limits(nodes=5))
    with pytest.raises(EngineError, match="gone away"):
        engine.think(Board("dama"), Limits(nodes=5))


def test_an_engine_that_does_not_start_is_told() -> None:
    """A program that is not there, one that ends at once, one that says nothing."""
    with pytest.raises(EngineError, match="cannot start `/no/such/program`"):
        HubEngine(["/no/such/program"])
    with pytest.raises(EngineError, match=r"has (ended|gone away)"):
        HubEngine([sys.executable, "-c", "pass"])
    begun = time.monotonic()
    with pytest.raises(EngineError, match="did not answer in time"):
        HubEngine([sys.executable, "-c", "input(); input()"], start_timeout=0.5)
    assert time.monotonic() - begun < 10


def test_an_engine_that_does_not_quit_is_ended(tmp_path: Path) -> None:
    """It has two seconds."""
    deaf = FRAME.replace('line == "quit"', "False") + "time.sleep(60)\n"
    engine = HubEngine(fake(tmp_path, "pass", deaf), rules="international")
    begun = time.monotonic()
    engine.close()
    assert time.monotonic() - begun < 10


def test_lines_that_make_no_sense_are_passed_over(tmp_path: Path) -> None:
    """As is a score that is none; the move counts."""
    behaviour = (
        'say("\\n= =\\ninfo score=high depth=3.0 pv=x\\nbestmove d3\\ndone move=d3-d4 ponder=x")'
        ' if line.startswith("go") else None'
    )
    with HubEngine(fake(tmp_path, behaviour)) as engine:
        reply = engine.think(Board("dama"), Limits(nodes=5))
    assert (reply.move.end, reply.ponder) == (27, "x")
    assert (reply.info.score, reply.info.depth, reply.info.line) == (None, 3, ("x",))
