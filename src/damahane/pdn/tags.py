"""The tags that say which game is played and how it ended."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from damahane.errors import DamahaneError, RulesError
from damahane.rules import BRAZILIAN, DAMA, INTERNATIONAL, RuleSet, rule_set
from damahane.squares import Color

#: How results are written: in chess points, or in the points of international draughts.
ResultStyle = Literal["1-0", "2-0"]

#: The rule set that a ``GameType`` means where no ``RuleSet`` tag says otherwise.
GAME_TYPES: Final[Mapping[int, RuleSet]] = MappingProxyType(
    {rules.game_type: rules for rules in (DAMA, INTERNATIONAL, BRAZILIAN)}
)

_WINNERS: Final[Mapping[str, Color | None]] = MappingProxyType(
    {
        "1-0": Color.WHITE,
        "2-0": Color.WHITE,
        "0-1": Color.BLACK,
        "0-2": Color.BLACK,
        "1/2-1/2": None,
        "1-1": None,
    }
)
_IN_STYLE: Final[Mapping[ResultStyle, Mapping[Color | None, str]]] = MappingProxyType(
    {
        "1-0": {Color.WHITE: "1-0", Color.BLACK: "0-1", None: "1/2-1/2"},
        "2-0": {Color.WHITE: "2-0", Color.BLACK: "0-2", None: "1-1"},
    }
)
#: Lost for both sides, as after a double forfeit.
BOTH_LOST: Final = "0-0"
UNFINISHED: Final = "*"
#: What a tag holds when its value is not known.
UNKNOWN: Final = ("", "?", UNFINISHED)

_GAME_TYPE: Final = re.compile(r"[0-9]{1,4}")


class TagError(DamahaneError):
    """A tag whose value cannot be: the reader adds where it stands."""

    def __init__(self, tag: str, message: str) -> None:
        super().__init__(message)
        self.tag = tag


def is_result(text: str) -> bool:
    """Whether a text is one of the results that end a game, ``*`` aside."""
    return text in _WINNERS or text == BOTH_LOST


def is_decided(text: str) -> bool:
    """Whether a text is a win or a draw, in either style."""
    return text in _WINNERS


def winner(result: str) -> Color | None:
    """The side that won by a result that `is_decided`, None for a draw."""
    return _WINNERS[result]


def same_result(one: str, other: str) -> bool:
    """Whether two results say the same, each in its style."""
    if is_decided(one) and is_decided(other):
        return winner(one) is winner(other)
    return one == other


def styled(result: str, style: ResultStyle) -> str:
    """A win or draw in a style; any other text as it is."""
    return _IN_STYLE[style][winner(result)] if is_decided(result) else result


def usual_style(rules: RuleSet) -> ResultStyle:
    """The style that the standard has for a game: 2-0 for international draughts, else 1-0."""
    return "2-0" if rules.game_type == INTERNATIONAL.game_type else "1-0"


def game_type(rules: RuleSet) -> str:
    """The ``GameType`` in full, as our moves are written: ``30,W,8,8,A0,0``, ``26,W,8,8,N2,0``."""
    shape = rules.shape
    notation = "N2" if shape.diagonal else "A0"
    return f"{rules.game_type},W,{shape.files},{shape.ranks},{notation},0"


def rules_of(tags: Mapping[str, str], default: RuleSet) -> RuleSet:
    """The rule set that the tags of a game name.

    Args:
        tags: the tags of a game.
        default: the rule set of a game that does not say.

    Raises:
        TagError: the tags name no game that is played here, or contradict each other.
    """
    rules = _game_type_rules(tags.get("GameType", ""))
    identifier = tags.get("RuleSet", "").strip()
    if identifier not in UNKNOWN:
        named = _named_rules(identifier)
        if rules is not None and rules.game_type != named.game_type:
            raise TagError(
                "RuleSet", f"rule set {identifier!r} does not go with GameType {rules.game_type}"
            )
        rules = named
    return _with_huffing(default if rules is None else rules, tags.get("Huffing", ""))


def _game_type_rules(value: str) -> RuleSet | None:
    """The default rule set of a ``GameType``, or None where its value is unknown."""
    number, *details = (part.strip() for part in value.split(","))
    if number in UNKNOWN:
        return None
    rules = GAME_TYPES.get(int(number)) if _GAME_TYPE.fullmatch(number) else None
    if rules is None:
        known = ", ".join(f"{n} ({rules.id})" for n, rules in sorted(GAME_TYPES.items()))
        raise TagError("GameType", f"GameType {number!r} is not played here; there are {known}")
    size = str(rules.shape.files)
    notations = ("A0", "N2") if rules.shape.diagonal else ("A0",)
    allowed = (("W",), (size,), (size,), notations, ("0",))
    fits = all(detail in choices for detail, choices in zip(details, allowed, strict=False))
    if len(details) > len(allowed) or not fits:
        raise TagError(
            "GameType",
            f"squares as in GameType {value!r} are not read; expected {game_type(rules)}",
        )
    return rules


def _named_rules(identifier: str) -> RuleSet:
    try:
        return rule_set(identifier)
    except RulesError as error:
        raise TagError("RuleSet", str(error)) from None


def _with_huffing(rules: RuleSet, value: str) -> RuleSet:
    value = value.strip()
    if value in UNKNOWN:
        return rules
    if value not in ("0", "1"):
        raise TagError("Huffing", f'Huffing "{value}"; expected "0" or "1"')
    try:
        return rules.with_huffing(value == "1")
    except RulesError as error:
        raise TagError("Huffing", str(error)) from None


def start_fen(tags: Mapping[str, str]) -> str | None:
    """The FEN of the first position, or None where the game begins as usual."""
    fen = tags.get("FEN", "").strip()
    return None if fen in UNKNOWN else fen


def huff_command(square: str) -> str:
    """The command, in a comment after a move, that a piece was huffed for it."""
    return f"[%huff {square}]"


HUFF_COMMAND: Final = re.compile(r"\[%huff\s++([^\s\]]*+)\s*+\]")
