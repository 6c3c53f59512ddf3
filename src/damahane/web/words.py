"""Every text that the server shows to players. Short, kind, and in their language."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final

from damahane import Color, Outcome, Piece, RuleSet, Termination
from damahane.rules import OneEach, Progress

TRANSLATIONS: Final = NullTranslations()
_ = TRANSLATIONS.gettext
_n = TRANSLATIONS.ngettext

GAME_OVER: Final = _("This game is over.")
NOT_YOUR_TURN: Final = _("It is not your turn yet.")
NO_SUCH_SQUARE: Final = _("There is no such square on this board.")
NOTHING_TO_UNDO: Final = _("There is nothing to take back.")
NO_OFFER: Final = _("No draw has been offered.")
OFFER_STANDS: Final = _("A draw has been offered already.")
OFFER_ON_YOUR_MOVE: Final = _("A draw can be offered when it is your move.")
OFFER_JUST_DECLINED: Final = _("Your offer has just been declined: play on a little first.")
PICK_UP_FIRST: Final = _("Pick up one of your pieces first.")
OWN_PIECE_THERE: Final = _("One of your own pieces stands there.")
JUMP_TO_TAKE: Final = _("To take a piece, jump over it to the empty square just behind.")
ONLY_ALONG_LINES: Final = _("Pieces go straight along the lines, never diagonally.")
NEVER_BACK: Final = _("A man goes forward or sideways, never back.")
ONE_STEP: Final = _("A man goes one square at a time.")
NO_WAY: Final = _("There is no way for this piece to that square.")
WAY_BLOCKED: Final = _("The way there is blocked, and two pieces in a row can't be jumped.")
NO_SQUARE_TWICE: Final = _("No square may be passed twice in one move.")
FOLLOW_THE_MARKS: Final = _("The chain does not go that way: follow the marked squares.")
SEVERAL_WAYS: Final = _("Several ways lead there and they take different pieces: go stop by stop.")
NO_HALF_TURN: Final = _("Within a chain a king may turn left or right, but not go back.")
NO_SUCH_GAME: Final = _("There is no such game.")
TOO_MANY_WAYS: Final = _("There are too many ways to capture in this position to play from it.")
LEADS_TO_TOO_MANY_WAYS: Final = _("After this move there would be too many ways to capture.")

SIDES: Final = {Color.WHITE: _("White"), Color.BLACK: _("Black")}


def offer_too_early(moves: int) -> str:
    """That the rules ask for more moves before a draw is offered."""
    return _("In tournaments no draw may be offered in the first {moves} moves.").format(
        moves=moves
    )


def not_your_piece(owner: Color) -> str:
    """That a piece of the side not to move was touched."""
    text = _("That piece is {owner}'s, and it is {turn}'s move.")
    return text.format(owner=SIDES[owner], turn=SIDES[owner.other])


def shut_in(piece: Piece) -> str:
    """That a piece has no move."""
    if piece.is_king:
        return _("This king is shut in: there is no empty square beside it.")
    return _("This man is shut in: there is no empty square in front of it or beside it.")


def capture_due(due: int, pieces: int) -> str:
    """That a capture is due, and how many pieces can make it."""
    text = _n(
        "A capture of {due} is due: this piece can make it.",
        "A capture of {due} is due: these pieces can make it.",
        pieces,
    )
    return text.format(due=due)


def this_piece_takes(due: int) -> str:
    """That the piece picked up has a capture to make."""
    return _("A capture of {due} is due: this piece makes it along the marked squares.").format(
        due=due
    )


def too_many_stones(side: Color, most: int) -> str:
    """That a position has more pieces than a set."""
    return _("{side} has more than {most} pieces.").format(side=SIDES[side], most=most)


def takes_fewer(count: int, due: int) -> str:
    """That a capture is smaller than the one due."""
    return _("That way takes {count}, and a capture of {due} is due.").format(count=count, due=due)


def goes_on(here: str, onward: Sequence[str]) -> str:
    """That a chain has to go on, and where to."""
    squares = _(" or ").join(onward)
    return _("The capture is not done: from {here} it goes on to {squares}.").format(
        here=here, squares=squares
    )


def rules_name(rules: RuleSet) -> str:
    """The name of a rule set."""
    return _(rules.name)


def rules_line(rules: RuleSet) -> str:
    """How a rule set differs from the others, in a line."""
    lines = {
        "dama": _("The usual game. A king may not turn back within a chain."),
        "ludoteka": _(
            "A king may turn back within a chain; one piece each is a draw; lots decide."
        ),
        "federation": _("As in Turkish tournaments: no early draw offers, no draw by counting."),
    }
    return lines[rules.id]


def ending(outcome: Outcome, rules: RuleSet, you: Color | None) -> str:
    """How a game ended and why, in a sentence."""
    winner = outcome.winner
    if winner is None:
        return _("A draw: {reason}").format(reason=_drawn(outcome, rules))
    if you is None:
        headline = _("{winner} wins").format(winner=SIDES[winner])
    else:
        headline = _("You win") if winner is you else _("The computer wins")
    return _("{headline}: {reason}").format(headline=headline, reason=_lost(outcome, winner, you))


def _lost(outcome: Outcome, winner: Color, you: Color | None) -> str:
    """Why the loser lost; in a game against the computer it is you or the computer."""
    match outcome.termination:
        case Termination.NO_PIECES:
            mine = _("you have no piece left.")
            others = _("{loser} has no piece left.")
        case Termination.NO_MOVES:
            mine = _("you have no move left.")
            others = _("{loser} has no move left.")
        case _:
            mine = _("you gave up.")
            others = _("{loser} gave up.")
    if you is winner.other:
        return mine
    return others.format(loser=SIDES[winner.other] if you is None else _("the computer"))


def _drawn(outcome: Outcome, rules: RuleSet) -> str:
    """Why nobody won."""
    match outcome.termination:
        case Termination.AGREEMENT:
            text = _("both sides agreed.")
        case Termination.REPETITION:
            text = _("the same position came up for the third time.")
        case Termination.ONE_EACH if rules.one_each is OneEach.KINGS:
            text = _("one king each, and neither can win.")
        case Termination.ONE_EACH:
            text = _("one piece each, and neither can win.")
        case Termination.NO_PROGRESS:
            text = _no_progress(rules)
        case _:
            text = _("the moves allowed for this ending are used up.")
    return text


def _no_progress(rules: RuleSet) -> str:
    count = rules.no_progress
    moves = count.plies // 2 if count else 0
    if count and count.progress is Progress.ADVANCE:
        text = _("{moves} moves each without a capture or a man going forward.")
    else:
        text = _("{moves} moves each without a capture or a man's move.")
    return text.format(moves=moves)


def stale() -> str:
    """That the game has gone on since the version that was named."""
    return _("The game has gone on meanwhile: look at it again.")


def private_game() -> str:
    """That a game is another visitor's."""
    return _("This game belongs to somebody else. They can give you a link to look at it.")


def reading_only() -> str:
    """That a game may be looked at but not played in."""
    return _("You can look on at this game, but not play in it.")


def too_many_games() -> str:
    """That a visitor begins games too fast."""
    return _("So many new games at once are too many: wait a little.")


def too_many_thoughts() -> str:
    """That a visitor asks for the computer's thoughts too fast."""
    return _("The computer can't think as fast as you ask: wait a little.")


def too_many_questions() -> str:
    """That a visitor asks for anything too fast."""
    return _("That was too much at once: wait a little.")


def no_database() -> str:
    """That games can't be read or kept at the moment."""
    return _("The games can't be reached at the moment. Nothing is lost: try again soon.")
