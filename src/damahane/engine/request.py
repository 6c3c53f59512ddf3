"""What the engine is asked and what it answers; everything can be pickled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from damahane.errors import GameError
from damahane.game import Game
from damahane.notation import format_stops

from .clock import Clock
from .levels import Level

TABLE_MIB: Final = 16
"""Mebibytes of a transposition table, where no other size is asked for."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop thinking: at whichever comes first. None is no limit.

    Attributes:
        nodes: positions looked at; 1 or more.
        depth: plies searched in full; 1 or more.
        seconds: time; more than 0.
        soft: time after which no new depth is begun; more than 0.
        clock: what is left for this move and those to come; see `Clock`. The engine takes as much
            of it as the move seems to be worth.

    Raises:
        ValueError: a limit is out of its range.
    """

    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    soft: float | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        for name, value in (("nodes", self.nodes), ("depth", self.depth)):
            if value is not None and value < 1:
                raise ValueError(f"{name}={value}: expected 1 or more, or None")
        for name, time in (("seconds", self.seconds), ("soft", self.soft)):
            if time is not None and not time > 0:
                raise ValueError(f"{name}={time}: expected more than 0, or None")


NO_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Request:
    """A game as it stands and how long to think about it.

    Attributes:
        rules: id of the rule set.
        fen: where the game began; None for the start position.
        moves: the moves since then, as full routes.
        limits: when to stop.
        level: a strength, which chooses as its players do; it sets the number of nodes unless
            `limits.nodes` does. With neither level nor limits, that of `Level.HARD`.
        seed: another one makes levels below Hard choose differently.
        lines: how many of the best moves are wanted, each with its own line; 1 or more. A level
            below Hard chooses one move only.
        threads: how many search at once; 1 or more. A limit of nodes is kept by one thread alone.
        table_mib: the size to which the transposition table may grow, in mebibytes; 1 or more. A
            power of two of it is used, and less where nodes or time are too few to fill it.

    Raises:
        ValueError: `lines`, `threads` or `table_mib` is less than 1.
    """

    rules: str = "dama"
    fen: str | None = None
    moves: tuple[str, ...] = ()
    limits: Limits = NO_LIMITS
    level: Level | None = None
    seed: int = 0
    lines: int = 1
    threads: int = 1
    table_mib: int = TABLE_MIB

    def __post_init__(self) -> None:
        for name in ("lines", "threads", "table_mib"):
            value = getattr(self, name)
            if value < 1:
                raise ValueError(f"{name}={value}: expected 1 or more")

    @classmethod
    def of(
        cls, game: Game, *, limits: Limits = NO_LIMITS, level: Level | None = None, seed: int = 0
    ) -> Request:
        """The request to think about a game as it stands.

        >>> game = Game()
        >>> _ = game.play("d3-d4")
        >>> Request.of(game).moves
        ('d3-d4',)

        Raises:
            GameError: a piece was huffed in the game, which a list of moves does not tell.
        """
        if len(game.actions) != len(game.moves):
            raise GameError("the game has huffs; expected moves only")
        shape = game.rules.shape
        moves = tuple(format_stops(r.stops, r.is_capture, shape) for r in game.moves)
        return cls(game.rules.id, game.start, moves, limits, level, seed)


@dataclass(frozen=True, slots=True)
class Variation:
    """A move, what it is worth and what is expected to follow.

    Attributes:
        score: as in `Thought`.
        pv: the play expected, the move first, as full routes.
    """

    score: int
    pv: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """What the engine thinks of a position.

    Attributes:
        move: the best move, as a full route.
        score: its value for the side to move in hundredths of a man; a win in n plies is
            100,000 - n, a loss in n plies n - 100,000.
        depth: the last depth that was searched in full.
        nodes: positions looked at.
        seconds: time taken.
        pv: the play expected from here, `move` first, as full routes.
        lines: as many of the best moves as were asked for, the best first, each with its line.
    """

    move: str
    score: int
    depth: int
    nodes: int
    seconds: float
    pv: tuple[str, ...]
    lines: tuple[Variation, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply to a draw offer.

    Attributes:
        accept: whether the draw is taken.
        score: the value of the position for the side that answers, in hundredths of a man.
    """

    accept: bool
    score: int
