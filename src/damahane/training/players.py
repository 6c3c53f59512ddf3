"""Who plays a match: our engine, one of its versions, another program, or a simple rule.

A player is written as settings with commas between them::

    level=hard                   our engine at a level
    nodes=5000                   our engine, so many positions a move
    time=0.1                     … or so many seconds
    clock=60+0.6                 … or on a clock: seconds, and those gained with every move; 40/60
                                 is for 40 moves each time
    rev=HEAD~3,depth=8           our engine as it was in a git revision
    nodes=10000,cmd=scan hub     a Hub program; cmd= takes all the rest
    this                         our engine, with the limits of the match
    random, greedy               any move; the best capture or exchange, else any move

Other settings are parameters of the program, such as ``hash=64``.
"""

from __future__ import annotations

import random
import shlex
import time
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from damahane.board import Board
from damahane.engine import Clock, Level, Limits
from damahane.errors import DamahaneError, quoted
from damahane.movegen import Move
from damahane.protocol import EngineError, HubEngine
from damahane.rules import RuleSet

from .versions import Versions, this_version

THIS: Final = "this"
RANDOM: Final = "random"
GREEDY: Final = "greedy"


class PlayerError(DamahaneError):
    """A text that does not describe a player."""


class OutOfTimeError(EngineError):
    """A player whose clock has run out."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and what it cost.

    Attributes:
        move: the move.
        seconds: the time it took.
        nodes: the positions looked at, as far as they are known.
        depth: the depth reached, as far as it is known.
    """

    move: Move
    seconds: float = 0.0
    nodes: int = 0
    depth: int = 0


class Player(Protocol):
    """Someone who plays games."""

    def new_game(self, seed: int) -> None:
        """Get ready for a game; what is left to chance in it follows from the seed."""
        ...

    def choose(self, board: Board) -> Choice:
        """Choose a move.

        Raises:
            IllegalAnswerError: the move chosen is not legal.
            OutOfTimeError: it took longer than the clock had.
            EngineError: the player is not able to answer.
        """
        ...

    def close(self) -> None:
        """Go home."""
        ...

    def kill(self) -> None:
        """Go home at once; called from another thread."""
        ...


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player as it is described.

    Attributes:
        text: the description.
        kind: `THIS` for an engine; `RANDOM` or `GREEDY`.
        limits: when it stops to think; a clock is as it stands before the first move.
        level: the level our engine plays at.
        revision: a git revision of it.
        command: the command line of another program.
        parameters: the program's parameters.
    """

    text: str
    kind: str = THIS
    limits: Limits = field(default_factory=Limits)
    level: Level | None = None
    revision: str | None = None
    command: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()

    def open(self, rules: RuleSet, versions: Versions) -> Player:
        """Let the player come.

        Raises:
            EngineError: its program does not start.
            VersionError: there is no such revision.
        """
        if self.kind == RANDOM:
            return RandomPlayer()
        if self.kind == GREEDY:
            return GreedyPlayer()
        parameters = dict(self.parameters)
        if self.command is not None:
            engine = HubEngine(shlex.split(self.command), rules=rules, parameters=parameters)
            return EnginePlayer(engine, self.limits)
        if self.level is not None:
            parameters["level"] = self.level.value
        program = this_version() if self.revision is None else versions.program(self.revision)
        engine = HubEngine(program.command, rules=rules, parameters=parameters, env=program.env)
        return EnginePlayer(engine, self.limits)


def parse_player(text: str, default: Limits) -> PlayerSpec:
    """The player that a text describes.

    Args:
        text: as above.
        default: the limits where it names none, and no level.

    Raises:
        PlayerError: it describes none.
    """
    settings, kind = _settings(text)
    if kind != THIS:
        if settings:
            raise PlayerError(f"{quoted(text)}: {kind} has no settings")
        return PlayerSpec(text, kind)
    command, revision = settings.pop("cmd", None), settings.pop("rev", None)
    if command is not None and revision is not None:
        raise PlayerError(f"{quoted(text)} has both rev= and cmd=; expected one of them")
    level = None
    if command is None and "level" in settings:
        level = _level(settings.pop("level"), text)
    limits = _limits(settings, text)
    if limits == Limits() and level is None:
        limits = default
    if limits == Limits() and level is None:
        raise PlayerError(
            f"{quoted(text)} would think for ever; expected nodes=, time=, depth=, clock= or level="
        )
    if command is not None and not _words(command, text):
        raise PlayerError(f"{quoted(text)}: expected a command line after cmd=")
    parameters = tuple(settings.items())
    return PlayerSpec(text, THIS, limits, level, revision, command, parameters)


def _settings(text: str) -> tuple[dict[str, str], str]:
    settings, kind, rest = dict[str, str](), THIS, text
    while rest:
        if rest.startswith("cmd="):
            part, rest = rest, ""
        else:
            part, _, rest = rest.partition(",")
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals and name in (THIS, RANDOM, GREEDY):
            kind = name
        elif not name or not value or name in settings:
            raise PlayerError(
                f"{quoted(part)} in player {quoted(text)}; expected settings such as nodes=5000, "
                f"or {THIS}, {RANDOM}, {GREEDY}"
            )
        else:
            settings[name] = value
    if not text.strip():
        raise PlayerError(f"a player without a description; expected nodes=5000 or {THIS}")
    return settings, kind


def _level(value: str, text: str) -> Level:
    try:
        return Level(value)
    except ValueError:
        known = ", ".join(level.value for level in Level)
        raise PlayerError(f"level {quoted(value)} in {quoted(text)}; expected {known}") from None


def _limits(settings: dict[str, str], text: str) -> Limits:
    nodes, depth, seconds = (settings.pop(name, None) for name in ("nodes", "depth", "time"))
    clock = settings.pop("clock", None)
    try:
        return Limits(
            nodes=None if nodes is None else int(nodes),
            depth=None if depth is None else int(depth),
            seconds=None if seconds is None else float(seconds),
            clock=None if clock is None else parse_clock(clock),
        )
    except ValueError as error:
        raise PlayerError(f"limits of {quoted(text)}: {error}") from None


def parse_clock(text: str) -> Clock:
    """The clock that a text such as ``60+0.6`` or ``40/60`` describes, before the first move.

    >>> parse_clock("40/60+0.5")
    Clock(left=60.0, increment=0.5, moves=40)

    Raises:
        PlayerError: it describes none.
    """
    moves, slash, rest = text.rpartition("/")
    left, plus, increment = rest.partition("+")
    try:
        clock = Clock(float(left), float(increment) if plus else 0.0, int(moves) if slash else None)
    except ValueError:
        clock = None
    if clock is None or not clock.left:
        raise PlayerError(
            f"clock {quoted(text)}; expected seconds, and those gained with every move, such as "
            "60+0.6, or 40/60 for 40 moves each time"
        )
    return clock


def _words(command: str, text: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise PlayerError(f"command line of {quoted(text)}: {error}") from None


class EnginePlayer:
    """A Hub program, with limits for each move, or a clock for each game."""

    def __init__(self, engine: HubEngine, limits: Limits) -> None:
        self._engine = engine
        self._limits = limits
        self._clock = limits.clock

    def new_game(self, seed: int) -> None:
        """Begin anew; an engine that has a parameter ``seed`` is given one."""
        self._clock = self._limits.clock
        if "seed" in self._engine.parameters:
            self._engine.set_parameter("seed", str(seed))
        self._engine.new_game()

    def choose(self, board: Board) -> Choice:
        """Ask the engine, while its clock runs."""
        reply = self._engine.think(board, replace(self._limits, clock=self._clock))
        if self._clock is not None:
            self._clock = self._after(self._clock, reply.seconds)
        return Choice(reply.move, reply.seconds, reply.info.nodes or 0, reply.info.depth or 0)

    def _after(self, clock: Clock, seconds: float) -> Clock:
        """The clock once so many seconds have been spent on a move.

        Raises:
            OutOfTimeError: there were not so many.
        """
        if seconds > clock.left:
            raise OutOfTimeError(f"{seconds:.3f} s for a move with {clock.left:.3f} s left")
        left = clock.left - seconds + clock.increment
        first = self._limits.clock
        if clock.moves is None or first is None:
            return replace(clock, left=left)
        if clock.moves == 1:
            return replace(first, left=left + first.left)
        return replace(clock, left=left, moves=clock.moves - 1)

    def close(self) -> None:
        """Let the engine quit."""
        self._engine.close()

    def kill(self) -> None:
        """End the engine."""
        self._engine.kill()


class RandomPlayer:
    """Plays any legal move."""

    def __init__(self) -> None:
        self._rng = random.Random(0)

    def new_game(self, seed: int) -> None:
        """Begin anew."""
        self._rng = random.Random(seed)

    def choose(self, board: Board) -> Choice:
        """Any move, each as likely as another."""
        started = time.perf_counter()
        move = self._rng.choice(self._candidates(board))
        return Choice(move, time.perf_counter() - started, depth=1)

    def _candidates(self, board: Board) -> list[Move]:
        moves = list(board.legal_moves)
        if not moves:
            raise EngineError(f"no move to choose in {board.fen()}")
        return moves

    def close(self) -> None:
        """There is nothing to put away."""

    def kill(self) -> None:
        """There is nothing to put away."""


class GreedyPlayer(RandomPlayer):
    """Plays the best capture or exchange it sees one move ahead, else any move."""

    def _candidates(self, board: Board) -> list[Move]:
        gains: dict[Move, int] = {}
        for move in super()._candidates(board):
            board.push(move)
            gains[move] = len(move.captured) - board.due
            board.pop()
        best = max(gains.values())
        return [move for move, gain in gains.items() if gain == best]
