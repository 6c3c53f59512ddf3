"""The texts of analysis, reviews and lists of games that the server says."""

from __future__ import annotations

from typing import Final

from . import words

_ = words.TRANSLATIONS.gettext
_n = words.TRANSLATIONS.ngettext

TOO_LONG: Final = _("This takes too long to read: please try a smaller part of it.")
TOO_MANY_ANALYSES: Final = _("Two analyses at once are enough: end one of the others first.")
OTHERS_WAIT: Final = _("Others wait for the engine: start it again to go on.")
NOT_UNDERSTOOD: Final = _("This request could not be read.")
NO_ENGINE: Final = _("The engine could not think about this. Please try again.")
GAME_GOES_ON: Final = _("This game goes on: it can be looked back at when it is over.")
NO_MOVES: Final = _("No move was made in this game, so there is nothing to look back at.")
TOO_MANY_REVIEWS: Final = _("Another of your games is being looked at: this one comes next.")
NO_HUFFS: Final = _("Games with huffing can't be looked back at by the engine.")
YOU: Final = _("You")
FIRST_PLAYER: Final = _("White")
SECOND_PLAYER: Final = _("Black")
TWO_PLAYERS: Final = _("Two players")
AGAINST_COMPUTER: Final = _("Against the computer")
LEVELS: Final = {"easy": _("Easy"), "medium": _("Medium"), "hard": _("Hard")}


def nags() -> list[tuple[int, str, str]]:
    """The marks that can be set at a move: their number, how they are written, what they mean."""
    return [
        (3, "!!", _("Very good move")),
        (1, "!", _("Good move")),
        (5, "!?", _("Interesting move")),
        (6, "?!", _("Doubtful move")),
        (2, "?", _("Mistake")),
        (4, "??", _("Blunder")),
    ]


def computer(level: str | None) -> str:
    """The computer by its level."""
    return _("Computer, {level}").format(level=LEVELS.get(level or "", level or ""))
