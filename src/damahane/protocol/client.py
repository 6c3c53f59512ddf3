"""The client's side of the Hub protocol: other programs' engines, for us."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Self

from damahane.board import Board
from damahane.engine import Limits
from damahane.errors import MoveError, quoted
from damahane.movegen import Move
from damahane.rules import RuleSet, rule_set

from .errors import EngineError, IllegalAnswerError, ProtocolError
from .line import Line, format_line, parse_line
from .notation import format_move, format_position, parse_move, recent
from .pipe import LinePipe
from .server import ALIASES

#: Seconds to compile an engine in.
START_TIMEOUT: Final = 300.0
#: Seconds by which an answer may be late.
ANSWER_TIMEOUT: Final = 60.0
#: Seconds of a month: an analysis without limits goes on until it is left.
_FOR_EVER: Final = 30 * 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter as an engine declares it.

    Attributes:
        name: its name.
        value: its value by default.
        type: ``bool``, ``int``, ``real``, ``string`` or ``enum``; empty where it is not said.
        choices: the values of an ``enum``.
    """

    name: str
    value: str = ""
    type: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Info:
    """How far a search is. What the engine does not tell is None.

    Attributes:
        depth: plies.
        score: hundredths of a man, for the side to move.
        nodes: positions looked at.
        seconds: the time it has taken.
        line: the moves it expects, as the engine writes them.
    """

    depth: int | None = None
    score: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of an engine.

    Attributes:
        move: the move it plays.
        ponder: the reply it expects, as it writes it.
        info: the last that it told of its search.
        seconds: how long it took, by our clock.
    """

    move: Move
    ponder: str | None
    info: Info
    seconds: float


@dataclass(slots=True)
class _Declared:
    """What an engine says of itself."""

    name: str = ""
    version: str = ""
    parameters: dict[str, Parameter] = field(default_factory=dict)


class HubEngine:
    """An engine in a process of its own, spoken to by the Hub protocol.

    Whatever goes wrong ends the process and is an `EngineError` with the last that it said.

    Args:
        command: program and arguments.
        rules: the rule set to play. It is set where the engine has a parameter ``variant``; one
            that has none is taken to play it.
        parameters: values of the engine's parameters.
        cwd: the folder to run it in.
        env: its whole environment; by default that of this process.
        start_timeout: seconds it may take to get ready.
        answer_timeout: seconds by which an answer may be late.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        rules: RuleSet | str = "dama",
        parameters: Mapping[str, str] | None = None,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        start_timeout: float = START_TIMEOUT,
        answer_timeout: float = ANSWER_TIMEOUT,
    ) -> None:
        self.rules = rule_set(rules)
        self.answer_timeout = answer_timeout
        self._declared = _Declared()
        self._pipe = LinePipe(command, cwd=cwd, env=env)
        try:
            self._begin(dict(parameters or {}), time.monotonic() + start_timeout)
        except BaseException:
            self.kill()
            raise

    @property
    def name(self) -> str:
        """The name and version it gives itself."""
        return f"{self._declared.name} {self._declared.version}".strip() or str(self._pipe)

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters it declares."""
        return self._declared.parameters

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()

    def close(self) -> None:
        """Let it quit, or end it if it does not."""
        self._pipe.close("quit")

    def kill(self) -> None:
        """End its process now."""
        self._pipe.kill()

    # Beginning

    def _begin(self, wanted: dict[str, str], deadline: float) -> None:
        """Everything from ``hub`` to ``ready``."""
        self._pipe.send("hub")
        while (line := self._receive(deadline)).command != "wait":
            if line.command == "id":
                self._declared.name = line.arguments.get("name", "")
                self._declared.version = line.arguments.get("version", "")
            elif line.command == "param":
                parameter = _parameter(line)
                self._declared.parameters[parameter.name] = parameter
        if "variant" in self.parameters:
            wanted = {"variant": self._variant(self.parameters["variant"])} | wanted
        for name, value in wanted.items():
            self.set_parameter(name, value)
        self._pipe.send("init")
        self._wait_for("ready", deadline)

    def _variant(self, declared: Parameter) -> str:
        """What this engine calls our rule set."""
        names = [
            self.rules.id,
            *(name for name, rules in ALIASES.items() if rules == self.rules.id),
        ]
        if not declared.choices:
            return names[0]
        for name in names:
            if name in declared.choices:
                return name
        raise EngineError(
            f"{self._pipe} does not play {self.rules.id!r}, but {', '.join(declared.choices)}"
        )

    def set_parameter(self, name: str, value: str) -> None:
        """Set a parameter.

        Raises:
            EngineError: the engine declares no such parameter.
        """
        if name not in self.parameters:
            known = ", ".join(self.parameters) or "none"
            raise EngineError(f"{self._pipe} has no parameter {quoted(name)}; it has {known}")
        self._pipe.send(format_line("set-param", name=name, value=value))

    # Talking

    def _receive(self, deadline: float) -> Line:
        """The next line that makes sense; others are passed over."""
        while True:
            try:
                line = parse_line(self._pipe.receive(deadline))
            except ProtocolError:
                continue
            if line is None:
                continue
            if line.command == "error":
                raise self._pipe.failure(f"says: {line.arguments.get('message', '')}")
            return line

    def _wait_for(self, command: str, deadline: float) -> Line:
        while (line := self._receive(deadline)).command != command:
            pass
        return line

    def _failing(self, error: EngineError) -> EngineError:
        """End the engine, whose state is not known any more."""
        self.kill()
        return error

    # Games

    def new_game(self) -> None:
        """Say that what comes has nothing to do with what was.

        Raises:
            EngineError: the engine has gone away.
        """
        self._ask("new-game", "ping")

    def ping(self) -> None:
        """Wait until it has done what it was told.

        Raises:
            EngineError: it does not answer.
        """
        self._ask("ping")

    def _ask(self, *commands: str) -> None:
        """Send commands of which the last is ``ping``, and wait for its answer."""
        try:
            for command in commands:
                self._pipe.send(command)
            self._wait_for("pong", time.monotonic() + self.answer_timeout)
        except EngineError as error:
            raise self._failing(error) from None

    def _start(self, board: Board, limits: Limits, mode: str) -> None:
        base, moves = recent(board)
        texts = " ".join(format_move(move, board.shape) for move in moves)
        self._pipe.send(format_line("pos", pos=format_position(base), moves=texts or None))
        if limits == Limits():
            self._pipe.send("level infinite")
        else:
            self._pipe.send(_level(limits))
        self._pipe.send(f"go {mode}")

    def think(self, board: Board, limits: Limits) -> Reply:
        """Let it choose a move.

        Args:
            board: the position; the moves made on it are sent as far as they can matter.
            limits: when it shall stop. With none at all it does so when it likes.

        Raises:
            IllegalAnswerError: its move is not legal.
            EngineError: it crashed, was not done in time, or complained.
        """
        started = time.monotonic()
        patience = self.answer_timeout + (_seconds(limits) or 0.0)
        info = Info()
        try:
            self._start(board, limits, "think")
            while (line := self._receive(started + patience)).command != "done":
                if line.command == "info":
                    info = _info(line)
            seconds = time.monotonic() - started
            return Reply(self._move(line, board), line.arguments.get("ponder"), info, seconds)
        except EngineError as error:
            raise self._failing(error) from None

    def _move(self, done: Line, board: Board) -> Move:
        text = done.arguments.get("move", "")
        try:
            return parse_move(text, board)
        except MoveError as error:
            raise IllegalAnswerError(f"{self._pipe} played {quoted(text)}: {error}") from None

    def analyse(self, board: Board, limits: Limits | None = None) -> Iterator[Info]:
        """What it tells of a position, as it comes, until the limits or until it is left.

        Leaving the loop stops the search.

        Raises:
            EngineError: it crashed, did not stop in time, or complained.
        """
        limits = limits or Limits()
        seconds = _seconds(limits)
        patience = _FOR_EVER if seconds is None else seconds + self.answer_timeout
        deadline = time.monotonic() + patience
        searching = False
        try:
            self._start(board, limits, "analyze")
            searching = True
            while (line := self._receive(deadline)).command != "done":
                if line.command == "info":
                    yield _info(line)
            searching = False
        except EngineError as error:
            searching = False
            raise self._failing(error) from None
        finally:
            if searching:
                self._stop()

    def _stop(self) -> None:
        """Stop a search, and pass over its answer."""
        try:
            self._pipe.send("stop")
            self._wait_for("done", time.monotonic() + self.answer_timeout)
        except EngineError as error:
            raise self._failing(error) from None


def _level(limits: Limits) -> str:
    """The line that tells an engine when to stop."""
    clock: dict[str, object] = {}
    if limits.seconds is not None:  # the protocol has one or the other
        clock["move_time"] = limits.seconds
    elif limits.clock is not None:
        clock["moves"], clock["time"] = limits.clock.moves, f"{limits.clock.left:.3f}"
        clock["inc"] = limits.clock.increment or None
    return format_line("level", nodes=limits.nodes, depth=limits.depth, **clock)


def _seconds(limits: Limits) -> float | None:
    """The time within which there is an answer; None if that is not said."""
    both = (limits.seconds, None if limits.clock is None else limits.clock.left)
    return min((seconds for seconds in both if seconds is not None), default=None)


def _parameter(line: Line) -> Parameter:
    arguments = line.arguments
    return Parameter(
        arguments.get("name", ""),
        arguments.get("value", ""),
        arguments.get("type", ""),
        tuple(arguments.get("values", "").split()),
    )


def _info(line: Line) -> Info:
    score = _number(line, "score")
    depth, nodes = _number(line, "depth"), _number(line, "nodes")
    return Info(
        depth=None if depth is None else int(depth),
        score=None if score is None else round(100 * score),
        nodes=None if nodes is None else int(nodes),
        seconds=_number(line, "time"),
        line=tuple(line.arguments.get("pv", "").split()),
    )


def _number(line: Line, name: str) -> float | None:
    """A number; None where there is none, or none that makes sense."""
    try:
        number = float(line.arguments.get(name, ""))
    except ValueError:
        return None
    return number if math.isfinite(number) else None
