"""What the engine is asked and what it answers; everything can be pickled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from damahane.game import Game, Huff, Played
from damahane.movegen import Route
from damahane.notation import format_stops
from damahane.rules import rule_set
from damahane.squares import Shape

from .levels import Level
from .pace import Clock

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
_HUFF: Final = "huff "


@dataclass(frozen=True, slots=True)
class Request:
    """A game as it stands and how long to think about it.

    Attributes:
        rules: id of the rule set.
        fen: where the game began; None for the start position.
        moves: the moves since then, as full routes, and huffs as `huff 28`, with the square where
            the piece stood before the move it is huffed for.
        limits: when to stop.
        level: a strength, which chooses as its players do; it sets the number of nodes unless
            `limits.nodes` does. With neither level nor limits, that of `Level.HARD`.
        seed: another one makes levels below Hard choose differently.
        lines: how many of the best moves are wanted, each with its own line; 1 or more. A level
            below Hard chooses one move only.
        threads: how many search at once; 1 or more. A limit of nodes is kept by one thread alone.
        huffing: whether huffing is played.
        table_mib: the size to which the transposition table may grow, in mebibytes; 1 or more. A
            power of two of it is used, and less where nodes or time are too few to fill it.
        tables: whether to look into the endgame tables that come with the package; levels below
            Hard never do.

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
    huffing: bool = False
    table_mib: int = TABLE_MIB
    tables: bool = True

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
        """
        shape, rules = game.rules.shape, game.rules
        moves = tuple(_text(action, shape) for action in game.actions)
        return cls(rules.id, game.start, moves, limits, level, seed, huffing=rules.huffing)

    def begin(self) -> Game:
        """The game before its first move.

        Raises:
            RulesError: there is no such rule set, or no huffing in it.
            FenError: the FEN is not a position.
        """
        rules = rule_set(self.rules)
        return Game(rules.with_huffing() if self.huffing else rules, self.fen)

    def game(self) -> Game:
        """The game as it stands.

        Raises:
            The errors of `begin` and `make`.
        """
        game = self.begin()
        for text in self.moves:
            make(game, text)
        return game


def make(game: Game, text: str) -> Route | Huff:
    """Make a move or a huff of a request.

    Raises:
        MoveError: it is no legal move.
        SquareError, HuffError: there is no such piece to huff.
        GameError: the game is over.
    """
    if text.startswith(_HUFF):
        return game.huff(game.rules.shape.square(text.removeprefix(_HUFF)))
    return game.play(text)


def _text(action: Played | Huff, shape: Shape) -> str:
    if isinstance(action, Huff):
        return _HUFF + shape.usual(action.square)
    return format_stops(action.route.stops, action.route.is_capture, shape)


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
