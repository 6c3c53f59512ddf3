"""What is wrong with a file or position that was brought along, in the language of the reader."""

from __future__ import annotations

from typing import Final

from damahane import FenError, PdnError, RuleSet
from damahane.errors import AmbiguousMoveError, IllegalMoveError, MoveError

from . import words
from .language import SOURCE, current
from .play import Refused
from .positions import unreadable
from .texts import N_

NOT_POSSIBLE: Final = N_(
    "This move is not possible here: perhaps a capture is due, or a move before it is missing."
)
NO_MOVE: Final = N_("This cannot be read as a move on this board.")
NO_GAME: Final = N_("This cannot be read as a game.")


def damage_text(error: Exception, rules: RuleSet) -> str:
    """What is wrong, without a full stop; in English with the details that the reader gives.

    Args:
        error: what reading raised.
        rules: the rule set that the text was read with.
    """
    return _text(error, rules).removesuffix(".")


def _text(error: Exception, rules: RuleSet) -> str:
    cause = error.__cause__ if isinstance(error, PdnError) else error
    if isinstance(cause, Refused):
        return str(cause)
    if current() == SOURCE:
        return error.message if isinstance(error, PdnError) else str(error)
    match cause:
        case FenError():
            return unreadable(cause, rules)
        case IllegalMoveError():
            return str(NOT_POSSIBLE)
        case AmbiguousMoveError():
            return str(words.SEVERAL_WAYS)
        case MoveError():
            return str(NO_MOVE)
        case _:
            return str(NO_GAME)
