"""Positions as text: the FEN of the PDN standard, such as ``W:Wa2,Kb3:Ba7``.

Written strictly, squares ascending. Read leniently in what is harmless (colours in either order, a
side left out or empty, a final dot, blanks, ranges of numbers, ``:H12:F27`` clocks) and strictly
in what cannot be.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from .errors import FenError, SquareError, quoted
from .movegen import EMPTY
from .rules import RuleSet
from .squares import Color, Piece

_TURNS: Final = {"W": Color.WHITE, "B": Color.BLACK}
_CLOCK: Final = re.compile(r"([HF])([0-9]{1,6})")
_RANGE: Final = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")


class Position(NamedTuple):
    """What a FEN says.

    Attributes:
        cells: one code for each square, 0 or a `Piece`.
        turn: the side to move.
        quiet_clock: the plies without progress so far (``:H``), 0 where not given.
        move_number: the number of the next move (``:F``), 1 where not given.
    """

    cells: bytearray
    turn: Color
    quiet_clock: int = 0
    move_number: int = 1


def parse_fen(text: str, rules: RuleSet) -> Position:
    """Read a position.

    Raises:
        FenError: the text is not a position, or not a possible one: two pieces on a square,
            a man on its crowning row, a square off the board, an unknown letter.
    """
    turn_text, *fields = (part.strip() for part in text.strip().removesuffix(".").split(":"))
    turn = _TURNS.get(turn_text)
    if turn is None:
        raise FenError(
            f"side to move {quoted(turn_text)} in FEN {quoted(text)}; expected W or B", "turn"
        )
    if not any(part[:1] in _TURNS for part in fields):
        raise FenError(
            f"no pieces in FEN {quoted(text)}; expected something like W:Wa2,Kb3:Ba7", "empty"
        )
    cells = bytearray(len(rules.shape))
    clocks = {"H": 0, "F": 1}
    seen = set()
    for part in fields:
        clock = _CLOCK.fullmatch(part)
        key = clock[1] if clock else part[:1]
        if key in seen:
            raise FenError(f"{key!r} stands twice in FEN {quoted(text)}")
        seen.add(key)
        if clock:
            clocks[clock[1]] = int(clock[2])
        elif key in _TURNS:
            _place(cells, part[1:], _TURNS[key], rules, text)
        else:
            raise FenError(
                f"{quoted(part)} in FEN {quoted(text)}; "
                "expected W or B and its squares, H or F and a number"
            )
    return Position(cells, turn, clocks["H"], max(1, clocks["F"]))


def _place(cells: bytearray, listed: str, color: Color, rules: RuleSet, text: str) -> None:
    """Put one side's pieces on the board."""
    crowning = rules.crowning_squares(color)
    for item in map(str.strip, listed.split(",") if listed.strip() else ()):
        king = item.startswith("K")
        for square in _squares(item[1:] if king else item, rules, text):
            name = rules.shape.usual(square)
            if cells[square] != EMPTY:
                raise FenError(f"two pieces on {name} in FEN {quoted(text)}", "twice", name)
            if square in crowning and not king:
                raise FenError(
                    f"a {color} man on its crowning row, {name}, in FEN {quoted(text)}; "
                    f"expected K{name}",
                    "crowning",
                    name,
                )
            cells[square] = Piece.of(color, king)


def _squares(item: str, rules: RuleSet, text: str) -> range | tuple[int]:
    """The squares of one item of a list: one square, or a range of numbers."""
    try:
        numbers = _RANGE.fullmatch(item)
        if numbers is None:
            return (rules.shape.square(item),)
        first, last = rules.shape.square(numbers[1]), rules.shape.square(numbers[2])
    except SquareError as error:
        message = f"{quoted(item)} in FEN {quoted(text)}: {error}"
        raise FenError(message, "square", item) from None
    if first > last:
        raise FenError(f"range {quoted(item)} runs backwards in FEN {quoted(text)}")
    return range(first, last + 1)


def format_fen(position: Position, rules: RuleSet, *, clocks: bool = False) -> str:
    """Write a position, with its clocks if asked."""
    sides: dict[Color, list[str]] = {Color.WHITE: [], Color.BLACK: []}
    for square, code in enumerate(position.cells):
        if code != EMPTY:
            piece = Piece(code)
            sides[piece.color].append("K" * piece.is_king + rules.shape.usual(square))
    turn = "WB"[position.turn]
    fen = f"{turn}:W{','.join(sides[Color.WHITE])}:B{','.join(sides[Color.BLACK])}"
    if clocks:
        fen += f":H{position.quiet_clock}:F{position.move_number}"
    return fen
