"""Games of international draughts over DamExchange: as initiator and as follower.

Both sides keep the game and judge by its rules. Whoever is to move when it is over says so. A move
that is not legal, a message out of turn and a broken connection end the game with an error.
"""

from __future__ import annotations

import contextlib
import math
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from damahane import __version__
from damahane.board import Board
from damahane.errors import quoted
from damahane.game import Game
from damahane.movegen import Move
from damahane.outcome import Outcome
from damahane.rules import INTERNATIONAL
from damahane.squares import Color

from .dxp import (
    LONGEST,
    PORT,
    Acceptance,
    BackAnswer,
    BackRequest,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    MoveMessage,
    Reason,
    decode,
    is_of_other_version,
)
from .errors import EngineError, IllegalAnswerError, ProtocolError

#: Chooses a move in a game of ours.
Mover = Callable[[Game], Move]

OUR_NAME: Final = f"damahane {__version__}"
CONNECT_TIMEOUT: Final = 10.0
#: Seconds that the other side may take for a message: moves are thought about.
ANSWER_TIMEOUT: Final = 600.0
_NOT_SUPPORTED: Final = 1


class Connection:
    """Messages over a socket.

    Args:
        stream: a connected socket, which is closed with this.
        timeout: seconds that a message may take to come.
        on_chat: told what the other side has to say.
    """

    def __init__(
        self,
        stream: socket.socket,
        *,
        timeout: float = ANSWER_TIMEOUT,
        on_chat: Callable[[str], object] | None = None,
    ) -> None:
        self._socket = stream
        self._timeout = timeout
        self._on_chat = on_chat
        self._held = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def send(self, message: Message) -> None:
        """Send a message.

        Raises:
            EngineError: the other side is gone.
        """
        try:
            self._socket.sendall(message.encode().encode("ascii") + b"\0")
        except OSError as error:
            raise EngineError(f"the connection is broken: {error}") from None

    def receive_text(self) -> str:
        """The next message as it came, chat left out.

        Raises:
            EngineError: the other side is gone or keeps silent.
            ProtocolError: the message is longer than one can be.
        """
        deadline = time.monotonic() + self._timeout
        while True:
            text = self._next(deadline)
            if not text.startswith("C"):
                return text
            if self._on_chat is not None:
                self._on_chat(text[1:])

    def _next(self, deadline: float) -> str:
        while (end := self._held.find(b"\0")) < 0 and len(self._held) <= LONGEST:
            try:
                self._socket.settimeout(max(deadline - time.monotonic(), 0.001))
                more = self._socket.recv(4096)
            except TimeoutError:
                raise EngineError(f"no message came in {self._timeout:g} s") from None
            except OSError as error:
                raise EngineError(f"the connection is broken: {error}") from None
            if not more:
                raise EngineError("the other side has hung up")
            self._held += more
        if not 0 <= end <= LONGEST:
            start = quoted(self._held.decode("ascii", "replace"))
            raise ProtocolError(f"a message of more than {LONGEST} characters: {start}")
        text, self._held = self._held[:end], self._held[end + 1 :]
        return text.decode("ascii", "replace")


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over.

    Attributes:
        game: the game as far as it was played.
        ours: our colour.
        other: the other program's name.
        outcome: how it ended by the rules; None where a side ended it before.
        reason: what the side that ended it said.
        by_us: whether we ended it.
        goodbye: whether the other side wants no other game.
    """

    game: Game
    ours: Color
    other: str
    outcome: Outcome | None
    reason: Reason
    by_us: bool
    goodbye: bool = False

    @property
    def result(self) -> str:
        """``2-0``, ``1-1``, ``0-2``, or ``*`` where nobody says."""
        if self.outcome is not None:
            winner = self.outcome.winner
        elif self.reason in (Reason.NONE, Reason.DRAW):
            return "*" if self.reason is Reason.NONE else "1-1"
        else:
            ender = self.ours if self.by_us else self.ours.other
            winner = ender if self.reason is Reason.I_WIN else ender.other
        return "1-1" if winner is None else ("2-0", "0-2")[winner]


def connect(host: str, port: int = PORT, *, timeout: float = ANSWER_TIMEOUT) -> Connection:
    """Connect to a follower.

    Raises:
        EngineError: nobody answers there.
    """
    try:
        stream = socket.create_connection((host, port), CONNECT_TIMEOUT)
    except OSError as error:
        raise EngineError(f"cannot connect to {host}, port {port}: {error}") from None
    return Connection(stream, timeout=timeout)


class Listener:
    """Waits for initiators.

    Args:
        host: the address to listen on.
        port: the port; 0 for any that is free.

    Raises:
        EngineError: it cannot be listened on.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = PORT) -> None:
        try:
            self._socket = socket.create_server((host, port))
        except (OSError, OverflowError) as error:
            raise EngineError(f"cannot listen on {host}, port {port}: {error}") from None
        self.port: int = self._socket.getsockname()[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()

    def accept(self, *, timeout: float = ANSWER_TIMEOUT) -> Connection:
        """Wait until someone connects.

        Raises:
            EngineError: the listener has been closed.
        """
        try:
            stream, _ = self._socket.accept()
        except OSError as error:
            raise EngineError(f"nobody can connect any more: {error}") from None
        return Connection(stream, timeout=timeout)


def initiate(connection: Connection, request: GameRequest, mover: Mover) -> Ended:
    """Ask for a game and play it.

    Raises:
        EngineError: the other side declines, is gone, or plays what is not legal.
        ProtocolError: it sends what is no message, or comes out of turn.
    """
    connection.send(request)
    answer = decode(connection.receive_text())
    if not isinstance(answer, GameAnswer):
        raise ProtocolError(f"{answer} in answer to a request for a game; expected its acceptance")
    if answer.acceptance is not Acceptance.YES:
        why = answer.acceptance.name.lower().replace("_", " ")
        raise EngineError(f"{answer.name} does not play: {why}")
    return _play(connection, request, request.follower.other, answer.name, mover)


def follow(connection: Connection, mover: Mover, *, name: str = OUR_NAME) -> Ended:
    """Wait for a request that can be accepted, and play the game.

    Raises:
        EngineError: the other side is gone, or plays what is not legal.
        ProtocolError: it sends what is no message, or comes out of turn.
    """
    while True:
        acceptance, request = _considered(connection.receive_text())
        connection.send(GameAnswer(name, acceptance))
        if request is not None:
            return _play(connection, request, request.follower, request.name, mover)


def _considered(text: str) -> tuple[Acceptance, GameRequest | None]:
    """Our answer to a request, and the request where it is accepted."""
    if is_of_other_version(text):
        return Acceptance.OTHER_VERSION, None
    try:
        request = decode(text)
    except ProtocolError:
        if text.startswith("R"):
            return Acceptance.NOT_THIS_GAME, None
        raise
    if not isinstance(request, GameRequest):
        raise ProtocolError(f"{request} before a game; expected a request for one")
    if request.board is not None and request.board.outcome() is not None:
        return Acceptance.NOT_THIS_GAME, None
    return Acceptance.YES, request


def _play(
    connection: Connection, request: GameRequest, ours: Color, other: str, mover: Mover
) -> Ended:
    game = Game(INTERNATIONAL, None if request.board is None else request.board.fen())
    while True:
        if game.turn is ours:
            reason = _reason(game, ours, request.moves)
            if reason is not None:
                goodbye = _end(connection, reason)
                return Ended(game, ours, other, game.outcome, reason, True, goodbye)
            started = time.monotonic()
            move = mover(game)
            game.play(move)
            connection.send(MoveMessage(move, math.ceil(time.monotonic() - started)))
            continue
        message = _answered(connection)
        if isinstance(message, GameEnd):
            connection.send(GameEnd())
            outcome = game.outcome
            return Ended(game, ours, other, outcome, message.reason, False, message.goodbye)
        if not isinstance(message, MoveMessage):
            raise ProtocolError(f"{message} during a game; expected a move or the end")
        _play_theirs(game, message.move, other)


def _reason(game: Game, ours: Color, moves: int) -> Reason | None:
    """Why we end the game that we are to move in, or None if it goes on."""
    outcome = game.outcome
    if outcome is not None:
        if outcome.winner is None:
            return Reason.DRAW
        return Reason.I_WIN if outcome.winner is ours else Reason.I_GIVE_UP
    return Reason.NONE if moves and len(game.moves) >= 2 * moves else None


def _end(connection: Connection, reason: Reason) -> bool:
    """End a game; whether the other side wants no other."""
    connection.send(GameEnd(reason))
    answer = _answered(connection)
    if not isinstance(answer, GameEnd):
        raise ProtocolError(f"{answer} in answer to the end of a game; expected the end")
    return answer.goodbye


def _answered(connection: Connection) -> Message:
    """The next message; wishes to go back are declined."""
    while isinstance(message := decode(connection.receive_text()), BackRequest):
        connection.send(BackAnswer(_NOT_SUPPORTED))
    return message


def _play_theirs(game: Game, move: Move, other: str) -> None:
    """Play the other side's move. Some programs leave out what is captured."""
    board: Board = game.board
    fitting = [
        legal
        for legal in board.legal_moves
        if legal == move or (not move.captured and legal[:2] == move[:2])
    ]
    if len(fitting) != 1:
        listed = "x" if move.captured else "-"
        text = listed.join(str(square + 1) for square in (move.start, move.end, *move.captured))
        raise IllegalAnswerError(f"{other} played {text}, which is not legal in {board.fen()}")
    if game.outcome is not None:
        raise IllegalAnswerError(f"{other} played on in {board.fen()}, where the game is over")
    game.play(fitting[0])
