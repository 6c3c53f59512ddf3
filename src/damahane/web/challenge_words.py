"""What is said about puzzles: the day's challenge and practice."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from .language import current
from .texts import N_, Text, _, _n
from .tries import MOST_TRIES, Challenge, Result

if TYPE_CHECKING:
    from damahane.puzzles.judge import Ruling

NOT_YET: Final = N_("This day has not come yet.")
NO_SUCH_DAY: Final = N_("There is no such day.")
NOT_BEGUN: Final = N_("Begin the challenge first.")
OVER: Final = N_("This challenge is over. You can play it again, but its result stays.")
NOT_OVER: Final = N_("Play this challenge to its end first.")
STALE: Final = N_("The challenge has gone on meanwhile: here is how it stands.")
NO_JUDGE: Final = N_("The judge is not to be had just now. Nothing was counted: please try again.")
NO_SUCH_PUZZLE: Final = N_("There is no such puzzle to practise on.")
LAST_MOVE: Final = N_("That was the last move, and Black can still play.")
MAKES_DRAW: Final = N_("That makes it a draw.")

GRADES: Final[dict[int, Text]] = {
    1: N_("Very easy"),
    2: N_("Easy"),
    3: N_("Medium"),
    4: N_("Hard"),
    5: N_("Very hard"),
}


def grade(number: int) -> str:
    """How hard the puzzles of a grade are."""
    return str(GRADES[number])


def day_name(day: date) -> str:
    """A day as it is written out."""
    from babel.dates import format_date

    return format_date(day, "full", locale=current())


def first_day(day: date) -> str:
    """That there was no challenge before a day."""
    return _("The first challenge was that of {day}.").format(day=day_name(day))


def name(number: int) -> str:
    """What a challenge is called."""
    return _("Challenge {number}").format(number=f"#{number}")


def task(moves: int) -> str:
    """What is to be done."""
    text = _("White wins in {moves} moves, whatever Black plays. You have three tries.")
    return text.format(moves=moves)


def verdict(ruling: Ruling, reply: str | None, left: int, *, over: bool) -> str:
    """What a move was worth.

    Args:
        ruling: what the judge says.
        reply: the answer of the defence, as it is written.
        left: own moves left after it.
        over: whether the game is over with the move.
    """
    name = ruling.value
    if name == "won":
        return _("That wins!")
    if reply is None:
        return str(MAKES_DRAW if over else LAST_MOVE)
    text = {
        "slow": N_("That wins as well, but too late: {reply} holds out longer."),
        "refuted": N_("Black has a defence: {reply}."),
        "loses": N_("Black answers {reply} and wins."),
        "draws": N_("Black answers {reply}, and it is a draw."),
    }.get(name)
    if text is not None:
        return text.format(reply=reply)
    return _n(
        "Right! Black plays {reply}. {left} move left.",
        "Right! Black plays {reply}. {left} moves left.",
        left,
    ).format(reply=reply, left=left)


def how_it_ended(challenge: Challenge) -> str:
    """How a challenge ended, in a sentence; empty while it goes on."""
    if challenge.result is None:
        return ""
    if challenge.result is Result.GIVEN_UP:
        return _("Given up. Here is how it goes.")
    if challenge.result is Result.FAILED:
        return _("Not this time. Here is how it goes.")
    return str(_SOLVED[len(challenge.tries)])


_SOLVED: Final = {
    1: N_("Solved at the first try!"),
    2: N_("Solved at the second try!"),
    3: N_("Solved at the third try!"),
}


def line(moves: int, challenge: Challenge) -> str:
    """What the first page says of the challenge beside its name."""
    if challenge.result is Result.SOLVED:
        return str(_SOLVED[len(challenge.tries)])
    if challenge.result is not None:
        return _("Not solved. See how it goes.")
    if challenge.tries and (len(challenge.tries) > 1 or challenge.tries[0].moves):
        return _("Go on: White wins in {moves}.").format(moves=moves)
    return _("White wins in {moves}. How?").format(moves=moves)


def share(number: int, challenge: Challenge) -> str:
    """What one shows to friends: how it went, and nothing of how it goes."""
    solved = challenge.solved_at
    marks = "".join("●" if each.end == "won" else "✕" for each in challenge.tries)
    return f"damahane #{number} — {solved or 'X'}/{MOST_TRIES} {marks}"
