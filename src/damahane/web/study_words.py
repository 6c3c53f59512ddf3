"""The texts of analysis, reviews and lists of games that the server says."""

from __future__ import annotations

from typing import Final

from .texts import N_, _

TOO_LONG: Final = N_("This takes too long to read: please try a smaller part of it.")
TOO_MANY_ANALYSES: Final = N_("Two analyses at once are enough: end one of the others first.")
OTHERS_WAIT: Final = N_("Others wait for the engine: start it again to go on.")
NOT_UNDERSTOOD: Final = N_("This request could not be read.")
NO_ENGINE: Final = N_("The engine could not think about this. Please try again.")
GAME_GOES_ON: Final = N_("This game goes on: it can be looked back at when it is over.")
NO_MOVES: Final = N_("No move was made in this game, so there is nothing to look back at.")
TOO_MANY_REVIEWS: Final = N_("Another of your games is being looked at: this one comes next.")
YOU: Final = N_("You")
WHITE: Final = N_("White")
BLACK: Final = N_("Black")
TWO_PLAYERS: Final = N_("Two players")
AGAINST_COMPUTER: Final = N_("Against the computer")
LEVELS: Final = {"easy": N_("Easy"), "medium": N_("Medium"), "hard": N_("Hard")}


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
    return _("Computer, {level}").format(level=LEVELS[level or "easy"])
