"""Messages of DamExchange (DXP), by which programs play international draughts over a network.

A message is up to 127 ASCII characters, the first of which says what it is; a zero byte ends it.
The initiator connects, asks for a game and may ask for another; the follower listens. Squares are
draughts numbers of two digits. W is White and Z (*zwart*) Black.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from damahane.board import Board
from damahane.errors import FenError, quoted
from damahane.movegen import Move
from damahane.rules import INTERNATIONAL
from damahane.squares import Color, Piece

from .errors import ProtocolError

#: The port that the protocol names.
PORT: Final = 27531
LONGEST: Final = 127
_VERSION: Final = "01"
_NAME: Final = 32
_SQUARES: Final = 50
_COLORS: Final = "WZ"
_LETTERS: Final = {
    0: "e",
    Piece.WHITE_MAN: "w",
    Piece.WHITE_KING: "W",
    Piece.BLACK_MAN: "z",
    Piece.BLACK_KING: "Z",
}
_CODES: Final = {letter: code for code, letter in _LETTERS.items()}


class Acceptance(Enum):
    """The answer to a request for a game."""

    YES = "0"
    OTHER_VERSION = "1"
    NOT_THIS_GAME = "2"
    """But another game, perhaps."""
    NO = "3"


class Reason(Enum):
    """Why a game is ended."""

    NONE = "0"
    I_GIVE_UP = "1"
    DRAW = "2"
    I_WIN = "3"


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A game asked for.

    Attributes:
        name: the initiator.
        follower: the colour that the follower plays.
        minutes: the time of each side for the game.
        moves: how many moves are played at most; 0 for no limit.
        board: where the game begins; None for the start.
    """

    name: str
    follower: Color
    minutes: int = 0
    moves: int = 0
    board: Board | None = None

    def encode(self) -> str:
        """The message."""
        head = f"R{_VERSION}{_padded(self.name)}{_COLORS[self.follower]}"
        head += f"{_number(self.minutes, 3)}{_number(self.moves, 3)}"
        if self.board is None:
            return head + "A"
        squares = "".join(_LETTERS[code] for code in self.board.cells)
        return f"{head}B{_COLORS[self.board.turn]}{squares}"


@dataclass(frozen=True, slots=True)
class GameAnswer:
    """The answer to a request.

    Attributes:
        name: the follower.
        acceptance: whether it plays.
    """

    name: str
    acceptance: Acceptance = Acceptance.YES

    def encode(self) -> str:
        """The message."""
        return f"A{_padded(self.name)}{self.acceptance.value}"


@dataclass(frozen=True, slots=True)
class MoveMessage:
    """A move.

    Attributes:
        move: the move; whether it is legal is not known.
        seconds: the time it took.
    """

    move: Move
    seconds: int = 0

    def encode(self) -> str:
        """The message."""
        start, end, captured = self.move
        squares = "".join(f"{square + 1:02}" for square in captured)
        clock = _number(min(self.seconds, 9999), 4)
        return f"M{clock}{start + 1:02}{end + 1:02}{len(captured):02}{squares}"


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of a game, sent in place of a move, and again as the answer to that.

    Attributes:
        reason: why.
        goodbye: whether no other game is wanted.
    """

    reason: Reason = Reason.NONE
    goodbye: bool = False

    def encode(self) -> str:
        """The message."""
        return f"E{self.reason.value}{int(self.goodbye)}"


@dataclass(frozen=True, slots=True)
class Chat:
    """A text for whoever reads it.

    Attributes:
        text: at most 126 characters; what is not ASCII is sent as a question mark.
    """

    text: str

    def encode(self) -> str:
        """The message."""
        return "C" + _ascii(self.text)[: LONGEST - 1]


@dataclass(frozen=True, slots=True)
class BackRequest:
    """The wish to go back to an earlier position.

    Attributes:
        number: the number of the move, from 1.
        color: the side to move there.
    """

    number: int
    color: Color

    def encode(self) -> str:
        """The message."""
        return f"B{_number(self.number, 3)}{_COLORS[self.color]}"


@dataclass(frozen=True, slots=True)
class BackAnswer:
    """The answer to that wish.

    Attributes:
        code: 0 for yes, 1 where that is not supported, 2 for no.
    """

    code: int

    def encode(self) -> str:
        """The message."""
        return f"K{self.code}"


Message: TypeAlias = (
    GameRequest | GameAnswer | MoveMessage | GameEnd | Chat | BackRequest | BackAnswer
)

_REQUEST: Final = re.compile(
    r"R\d\d(.{32})([WZ])(\d{3})(\d{3})(?:A.*|B([WZ])([ewWzZ]{50}))", re.DOTALL
)
_ANSWER: Final = re.compile(r"A(.{32})([0-3])", re.DOTALL)
_MOVE: Final = re.compile(r"M(\d{4})(\d\d)(\d\d)(\d\d)((?:\d\d)*)")
_END: Final = re.compile(r"E([0-3])([01])")
_BACK_REQUEST: Final = re.compile(r"B(\d{3})([WZ])")
_BACK_ANSWER: Final = re.compile(r"K([0-2])")
_KINDS: Final = {
    "R": "a request for a game",
    "A": "an answer to a request",
    "M": "a move",
    "E": "the end of a game",
    "B": "a wish to go back",
    "K": "an answer to that wish",
}


def decode(text: str) -> Message:
    """The message of a text.

    >>> decode("M001205250422122320").move.captured
    (11, 19, 21, 22)

    Raises:
        ProtocolError: it is none.
    """
    if text[:1] == "C":
        return Chat(text[1:])
    found: Message | None = None
    if text.isascii():
        match text[:1]:
            case "R":
                found = _request(text)
            case "A" if fields := _ANSWER.fullmatch(text):
                found = GameAnswer(fields[1].rstrip(), Acceptance(fields[2]))
            case "M":
                found = _move(text)
            case "E" if fields := _END.fullmatch(text):
                found = GameEnd(Reason(fields[1]), fields[2] == "1")
            case "B" if fields := _BACK_REQUEST.fullmatch(text):
                found = BackRequest(int(fields[1]), Color(_COLORS.index(fields[2])))
            case "K" if fields := _BACK_ANSWER.fullmatch(text):
                found = BackAnswer(int(fields[1]))
    if found is None:
        expected = _KINDS.get(text[:1], f"one of {', '.join(_KINDS)} and C in front")
        raise ProtocolError(f"message {quoted(text)} has not the form of {expected}")
    return found


def _request(text: str) -> GameRequest | None:
    fields = _REQUEST.fullmatch(text)
    if fields is None:
        return None
    name, follower, minutes, moves, turn, squares = fields.groups()
    board = None if squares is None else _board(turn, squares, text)
    color = Color(_COLORS.index(follower))
    return GameRequest(name.rstrip(), color, int(minutes), int(moves), board)


def is_of_other_version(text: str) -> bool:
    """Whether a message is a request in another version of the protocol, whatever its form."""
    return text.startswith("R") and text[1:3] != _VERSION


def _board(turn: str, squares: str, text: str) -> Board:
    sides: dict[Color, list[str]] = {color: [] for color in Color}
    for number, letter in enumerate(squares, 1):
        if code := _CODES[letter]:
            piece = Piece(code)
            sides[piece.color].append("K" * piece.is_king + str(number))
    white, black = (",".join(sides[color]) for color in Color)
    try:
        return Board.from_fen(f"{'WB'[_COLORS.index(turn)]}:W{white}:B{black}", INTERNATIONAL)
    except FenError as error:
        raise ProtocolError(f"position of {quoted(text)}: {error}") from None


def _move(text: str) -> MoveMessage | None:
    fields = _MOVE.fullmatch(text)
    if fields is None:
        return None
    squares = [int(fields[2]), int(fields[3])]
    squares += [int(fields[5][place : place + 2]) for place in range(0, len(fields[5]), 2)]
    if len(squares) != 2 + int(fields[4]) or not all(1 <= s <= _SQUARES for s in squares):
        return None
    start, end, *captured = (square - 1 for square in squares)
    return MoveMessage(Move(start, end, tuple(sorted(captured))), int(fields[1]))


def _ascii(text: str) -> str:
    plain = text.encode("ascii", "replace").decode()
    return plain.replace("\0", " ")


def _padded(name: str) -> str:
    return f"{_ascii(name).lstrip()[:_NAME]:{_NAME}}"


def _number(value: int, digits: int) -> str:
    if not 0 <= value < 10**digits:
        raise ProtocolError(f"{value} does not go into {digits} digits")
    return f"{value:0{digits}}"
