"""The engine's side of the Hub protocol, version 2: what ``damahane hub`` speaks.

Lines come in and go out; `notation` says how positions and moves are written. The parameters are
``variant`` (the rule set, by its id), ``level``, ``seed``, ``threads`` (how many search at once)
and ``hash`` (the largest transposition table, in mebibytes). They can be set at any time, not only
before ``init``; a search that goes on keeps those it began with. A line that makes no sense is
answered by ``error message="…"`` and changes nothing, but after a ``pos`` that is none there is no
position. As the protocol demands, commands and arguments that are not known are ignored.

Scores are in men for the side to move; a win in n plies is 1000 - n / 100.
"""

from __future__ import annotations

import math
import os
import threading
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from damahane import __version__
from damahane.board import Board
from damahane.engine import Level, Limits, Request, Thought
from damahane.errors import DamahaneError, quoted
from damahane.movegen import Move
from damahane.rules import RULE_SETS, RuleSet, rule_set

from .errors import ProtocolError
from .line import format_line, parse_line
from .notation import format_move, parse_move, parse_position
from .thinking import EngineThinking, Thinking

#: Names that other programs use for our rule sets.
ALIASES: Final = {"normal": "international", "turkish": "dama"}
MODES: Final = ("think", "ponder", "analyze")
NO_LEVEL: Final = "none"
#: Deeper than any search goes.
_UNLIMITED: Final = Limits(depth=1000)
_MOST_SECONDS: Final = 1e6
_MOST: Final = 2**62
_MOST_THREADS: Final = 256
_MOST_MIB: Final = 1 << 20
_OLD_TABLE: Final = 16
"""MiB of the table of engines that could not be told."""


def largest_hash() -> int:
    """The mebibytes a table may have: at most half of the machine's memory, where that is known."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, ValueError, OSError):
        return _MOST_MIB
    return min(max(memory // 2, 1), _MOST_MIB) if memory > 0 else _MOST_MIB


@dataclass(frozen=True, slots=True)
class _Position:
    """A position and the moves since, as the engine is asked about it."""

    base: str
    moves: tuple[str, ...]
    board: Board


@dataclass(slots=True)
class _Search:
    """A search that goes on, or went on last.

    Attributes:
        thinking: what stops it.
        seconds: its time once ``ponder-hit`` comes; None for no limit.
        pondering: whether that is still to come.
        over: whether a new search may follow: this one has been stopped, or its ``done`` is sent.
        timer: what stops it after a ``ponder-hit``.
        future: its end.
    """

    thinking: Thinking
    seconds: float | None
    pondering: bool = False
    over: bool = False
    timer: threading.Timer | None = None
    future: Future[None] | None = None


def _known(**options: int) -> dict[str, Any]:
    """Those options that the engine's requests have; see `frozen` on older ones."""
    names = {each.name for each in fields(Request)}
    return {name: value for name, value in options.items() if name in names}


class HubServer:
    """Answers the lines of a Hub client.

    >>> HubServer(print).handle("ping")
    pong
    True

    Args:
        send: takes each line of an answer; called from the thread that searches, too, but never
            twice at once.
        rules: the rule set to begin with.
        thinking: makes a thought that has yet to be had.
    """

    def __init__(
        self,
        send: Callable[[str], object],
        rules: RuleSet | str = "dama",
        thinking: Callable[[], Thinking] = EngineThinking,
    ) -> None:
        self._send_line = send
        self._sending = threading.Lock()
        self._thinking = thinking
        self._rules = rule_set(rules)
        self._level: Level | None = None
        self._seed = 0
        self._threads = 1
        self._hash: int = getattr(Request(), "table_mib", _OLD_TABLE)
        self._largest_hash = largest_hash()
        self._position: _Position | None = None
        self._limits = Limits()
        self._search: _Search | None = None
        # One thread for all searches, since each thread that thinks has a table of its own.
        self._searcher = ThreadPoolExecutor(1, "search")
        self._commands: Mapping[str, Callable[[Mapping[str, str]], None]] = {
            "hub": self._hub,
            "set-param": self._set_parameter,
            "init": self._init,
            "new-game": self._new_game,
            "pos": self._set_position,
            "level": self._set_limits,
            "go": self._go,
            "stop": self._stop,
            "ponder-hit": self._ponder_hit,
            "ping": self._ping,
        }

    def handle(self, text: str) -> bool:
        """Do what a line says; whether to go on (``quit`` says no)."""
        try:
            line = parse_line(text)
            if line is None:
                return True
            if line.command == "quit":
                return False
            command = self._commands.get(line.command)
            if command is not None:
                command(line.arguments)
        except DamahaneError as error:
            self.complain(error)
        return True

    def complain(self, error: object) -> None:
        """Tell the client what is wrong."""
        self._send("error", message=error)

    def close(self) -> None:
        """End what goes on."""
        self._end_search()
        self._searcher.shutdown()

    def _send(self, command: str, /, **arguments: object) -> None:
        with self._sending:
            self._send_line(format_line(command, **arguments))

    # Beginning

    def _hub(self, _: Mapping[str, str]) -> None:
        self._send("id", name="damahane", version=__version__)
        variants = " ".join(RULE_SETS)
        self._send("param", name="variant", value=self._rules.id, type="enum", values=variants)
        level = self._level.value if self._level else NO_LEVEL
        levels = " ".join([NO_LEVEL, *(level.value for level in Level)])
        self._send("param", name="level", value=level, type="enum", values=levels)
        for name, value, least, most in (
            ("seed", self._seed, 0, _MOST),
            ("threads", self._threads, 1, _MOST_THREADS),
            ("hash", self._hash, 1, self._largest_hash),
        ):
            self._send("param", name=name, value=value, type="int", min=least, max=most)
        self._send("wait")

    def _set_parameter(self, arguments: Mapping[str, str]) -> None:
        name, value = _required(arguments, "name"), arguments.get("value", "")
        if name == "variant":
            rules = rule_set(ALIASES.get(value, value))
            if rules != self._rules:
                self._rules, self._position = rules, None
        elif name == "level":
            self._level = _level(value)
        elif name == "seed":
            self._seed = _whole(name, value, least=0)
        elif name == "threads":
            self._threads = _whole(name, value, most=_MOST_THREADS)
        elif name == "hash":
            self._hash = _whole(name, value, most=self._largest_hash)

    def _init(self, _: Mapping[str, str]) -> None:
        """Load or compile the engine, so that no move waits for it."""
        self._end_search()
        request = Request(self._rules.id, limits=Limits(nodes=1))
        self._searcher.submit(self._thinking().run, request).result()
        self._send("ready")

    def _new_game(self, _: Mapping[str, str]) -> None:
        """Forget the position; the engine keeps nothing else from one thought to the next."""
        self._position = None

    def _ping(self, _: Mapping[str, str]) -> None:
        self._send("pong")

    # What to think about, and how long

    def _set_position(self, arguments: Mapping[str, str]) -> None:
        self._position = None
        board = parse_position(_required(arguments, "pos"), self._rules)
        base, moves = board.fen(), []
        for text in arguments.get("moves", "").split():
            move = parse_move(text, board)
            moves.append(board.text(move, full=True))
            board.push(move)
        self._position = _Position(base, tuple(moves), board)

    def _set_limits(self, arguments: Mapping[str, str]) -> None:
        nodes = depth = seconds = clock = None
        if "nodes" in arguments:
            nodes = _whole("nodes", arguments["nodes"])
        if "depth" in arguments:
            depth = _whole("depth", arguments["depth"])
        if "move-time" in arguments:
            seconds = max(_seconds("move-time", arguments["move-time"]), 0.001)
        elif "time" in arguments:
            moves = _whole("moves", arguments["moves"]) if "moves" in arguments else None
            left = _seconds("time", arguments["time"])
            from damahane.engine import Clock  # which engines run by `frozen` lack

            clock = Clock(left, _seconds("inc", arguments.get("inc", "0")), moves)
        given = any(limit is not None for limit in (nodes, depth, seconds, clock))
        if not given and "infinite" not in arguments:
            raise ProtocolError(
                "level without a limit; expected depth=, nodes=, move-time=, time= or infinite"
            )
        if seconds is not None and seconds > _MOST_SECONDS:
            seconds = None
        if clock is not None and clock.hard > _MOST_SECONDS:
            clock = None
        self._limits = Limits(nodes, depth, seconds)
        if clock is not None:
            self._limits = replace(self._limits, clock=clock)
        if self._limits == Limits():
            self._limits = _UNLIMITED

    # Searching

    def _go(self, arguments: Mapping[str, str]) -> None:
        mode = next((mode for mode in MODES if mode in arguments), None)
        if mode is None:
            raise ProtocolError(f"go without a mode; expected one of {', '.join(MODES)}")
        if self._position is None:
            raise ProtocolError("go without a position; expected pos first")
        if self._search is not None and not self._search.over:
            raise ProtocolError("go during a search; expected stop first")
        self._end_search()
        limits, seconds = self._limits, None
        if mode == "ponder":
            clock = getattr(limits, "clock", None)
            seconds = clock.share if clock else limits.seconds
            limits = Limits(limits.nodes, limits.depth)
            if limits == Limits() and seconds is not None:
                limits = _UNLIMITED
        level = None if mode == "analyze" else self._level
        position = self._position
        request = Request(
            self._rules.id, position.base, position.moves, limits, level, self._seed,
            **_known(threads=self._threads, table_mib=self._hash),
        )  # fmt: skip
        search = _Search(self._thinking(), seconds, pondering=mode == "ponder")
        self._search = search
        search.future = self._searcher.submit(self._run, search, request, position.board)

    def _run(self, search: _Search, request: Request, board: Board) -> None:
        """Search, and say what comes of it."""

        def inform(thought: Thought) -> None:
            self._send_info(thought, _line(thought, board), board)

        try:
            thought = search.thinking.run(request, inform)
            moves = _line(thought, board)
        except Exception as error:  # noqa: BLE001  whatever it is, the client waits for an answer
            if not isinstance(error, DamahaneError):
                traceback.print_exc()
            search.over = True
            self.complain(error)
            return
        self._send_info(thought, moves, board)
        texts = [format_move(move, board.shape) for move in moves[:2]]
        search.over = True
        self._send("done", move=texts[0], ponder=texts[1] if len(texts) > 1 else None)

    def _send_info(self, thought: Thought, moves: tuple[Move, ...], board: Board) -> None:
        self._send(
            "info",
            depth=thought.depth,
            score=f"{thought.score / 100:.2f}",
            nodes=thought.nodes,
            time=f"{thought.seconds:.3f}",
            nps=f"{thought.nodes / max(thought.seconds, 1e-9) / 1e6:.3f}",
            pv=" ".join(format_move(move, board.shape) for move in moves),
        )

    def _stop(self, _: Mapping[str, str]) -> None:
        if self._search is not None:
            self._search.over = True
            self._search.thinking.stop()

    def _ponder_hit(self, _: Mapping[str, str]) -> None:
        """The move expected was played: from now on the clock runs."""
        search = self._search
        if search is None or not search.pondering:
            raise ProtocolError("ponder-hit without go ponder before it")
        search.pondering = False
        if search.seconds is not None:
            search.timer = threading.Timer(search.seconds, search.thinking.stop)
            search.timer.daemon = True
            search.timer.start()

    def _end_search(self) -> None:
        """End a search that goes on, and wait until it has."""
        search, self._search = self._search, None
        if search is None:
            return
        search.thinking.stop()
        if search.timer is not None:
            search.timer.cancel()
        if search.future is not None:
            wait([search.future])


def _line(thought: Thought, board: Board) -> tuple[Move, ...]:
    """The moves of the line expected."""
    board = board.copy(stack=False)
    return tuple(board.push(text) for text in thought.pv)


def _required(arguments: Mapping[str, str], name: str) -> str:
    value = arguments.get(name)
    if not value:
        raise ProtocolError(f"no {name}=; expected one")
    return value


def _level(value: str) -> Level | None:
    if value == NO_LEVEL:
        return None
    try:
        return Level(value)
    except ValueError:
        known = ", ".join([NO_LEVEL, *(level.value for level in Level)])
        raise ProtocolError(f"level {quoted(value)}; expected one of {known}") from None


def _whole(name: str, value: str, least: int = 1, most: int = _MOST) -> int:
    if value.isascii() and value.isdigit() and len(value) < 20 and least <= int(value) <= most:
        return int(value)
    to = "on" if most == _MOST else f"to {most}"
    raise ProtocolError(f"{name}={quoted(value)}; expected a whole number from {least} {to}")


def _seconds(name: str, value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds >= 0):
        raise ProtocolError(f"{name}={quoted(value)}; expected seconds such as 0.5")
    return seconds
