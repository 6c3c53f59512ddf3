"""Players, as they are described."""

from __future__ import annotations

from typing import cast

import pytest

from damahane import Board
from damahane.engine import Clock, Level, Limits
from damahane.protocol import HubEngine
from damahane.protocol.client import Info, Reply
from damahane.training.players import (
    EnginePlayer,
    GreedyPlayer,
    OutOfTimeError,
    PlayerError,
    PlayerSpec,
    RandomPlayer,
)
from damahane.training.players import parse_player as parse

DEFAULT = Limits(nodes=1000)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("this", {"limits": DEFAULT}),
        ("nodes=5000", {"limits": Limits(nodes=5000)}),
        ("time=0.1,depth=8", {"limits": Limits(depth=8, seconds=0.1)}),
        ("level=hard", {"level": Level.HARD}),
        ("level=easy, time=1", {"level": Level.EASY, "limits": Limits(seconds=1)}),
        ("rev=HEAD~3", {"revision": "HEAD~3", "limits": DEFAULT}),
        ("clock=60+0.6", {"limits": Limits(clock=Clock(60, 0.6))}),
        ("clock=40/300,depth=9", {"limits": Limits(depth=9, clock=Clock(300, 0, 40))}),
        ("this,threads=2", {"parameters": (("threads", "2"),), "limits": DEFAULT}),
        (
            "nodes=9,level=3,cmd=scan hub -x=1,2",
            {
                "command": "scan hub -x=1,2",
                "limits": Limits(nodes=9),
                "parameters": (("level", "3"),),
            },
        ),
        ("random", {"kind": "random"}),
        ("greedy", {"kind": "greedy"}),
    ],
)
def test_a_player_is_described_by_settings(text: str, expected: dict[str, object]) -> None:
    """Limits of its own stand before those of the match; cmd= takes all the rest."""
    assert parse(text, DEFAULT) == PlayerSpec(text, **expected)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a player without a description"),
        ("strong", "'strong' in player 'strong'; expected settings such as nodes=5000"),
        ("nodes=", "'nodes='"),
        ("nodes=5,nodes=6", "'nodes=6'"),
        ("nodes=many", "limits of 'nodes=many'"),
        ("nodes=0", "nodes=0: expected 1 or more"),
        ("time=-1", "expected more than 0"),
        ("clock=fast", "clock 'fast'; expected seconds"),
        ("clock=60+", "clock '60[+]'"),
        ("clock=0+1", "clock '0[+]1'"),
        ("clock=0/60", "clock '0/60'"),
        ("clock=60+nan", "clock '60[+]nan'"),
        ("level=godlike", "level 'godlike'.*expected easy, medium, hard"),
        ("random,nodes=5", "random has no settings"),
        ("rev=HEAD,cmd=scan", "both rev= and cmd="),
        ('cmd="scan', "command line of"),
    ],
)
def test_what_describes_no_player_is_told(text: str, told: str) -> None:
    """With what was expected."""
    with pytest.raises(PlayerError, match=told):
        parse(text, DEFAULT)


def test_a_player_without_any_limit_is_refused() -> None:
    """It would never move."""
    with pytest.raises(PlayerError, match="would think for ever"):
        parse("this", Limits())
    assert parse("level=easy", Limits()).level is Level.EASY


def test_the_greedy_player_takes_the_best_exchange() -> None:
    """Of two captures of one, that which is not taken back; of quiet moves, one that loses nothing.

    White's men on c4 and g4 can each take one; the first is taken back from b6.
    """
    player = GreedyPlayer()
    board = Board.from_fen("W:Wc3,c4,g3,g4:Ba6,b6,c5,g5")
    assert len(board.legal_moves) == 2
    for seed in range(5):
        player.new_game(seed)
        assert player.choose(board).move == board.parse("g4xg6")
    board = Board.from_fen("W:Wd4,a2:Bd6,h7")
    for seed in range(5):
        player.new_game(seed)
        assert player.choose(board).move != board.parse("d4-d5")


def test_the_random_player_follows_its_seed() -> None:
    """The same seed, the same moves; over many seeds, every move."""
    player, board = RandomPlayer(), Board("dama")
    chosen = set()
    for seed in range(60):
        player.new_game(seed)
        move = player.choose(board).move
        player.new_game(seed)
        assert player.choose(board).move == move
        chosen.add(move)
    assert chosen == set(board.legal_moves)


class Timed:
    """An engine whose moves take the seconds that are given, by a clock that nobody waits for."""

    parameters = ()

    def __init__(self, *seconds: float) -> None:
        self.seconds = list(seconds)
        self.asked: list[Clock | None] = []

    def new_game(self) -> None:
        """Begin anew."""

    def think(self, board: Board, limits: Limits) -> Reply:
        """Note the clock, and take the next time."""
        self.asked.append(limits.clock)
        return Reply(next(iter(board.legal_moves)), None, Info(), self.seconds.pop(0))


def clocks(clock: Clock, *seconds: float) -> list[Clock | None]:
    """What an engine is told of its clock before moves that take so long."""
    engine = Timed(*seconds)
    player = EnginePlayer(cast("HubEngine", engine), Limits(clock=clock))
    player.new_game(1)
    for _ in seconds:
        player.choose(Board())
    return engine.asked


def test_a_clock_runs_down_and_gains() -> None:
    """By what a move took, and by the increment after it."""
    assert clocks(Clock(10, 0.5), 2, 1, 3) == [Clock(10, 0.5), Clock(8.5, 0.5), Clock(8, 0.5)]


def test_a_clock_for_some_moves_is_wound_up_again() -> None:
    """What was left of it stays."""
    assert clocks(Clock(10, 0, 2), 2, 3, 1, 1) == [
        Clock(10, 0, 2), Clock(8, 0, 1), Clock(15, 0, 2), Clock(14, 0, 1),
    ]  # fmt: skip


def test_a_clock_that_has_run_out_is_told() -> None:
    """And the next game begins with all of it."""
    engine = Timed(4, 7, 1)
    player = EnginePlayer(cast("HubEngine", engine), Limits(clock=Clock(10)))
    player.choose(Board())
    with pytest.raises(OutOfTimeError, match=r"7\.000 s for a move with 6\.000 s left"):
        player.choose(Board())
    player.new_game(2)
    player.choose(Board())
    assert engine.asked[-1] == Clock(10)
