"""What the server says to players. Short, kind, and in their language.

Sentences are whole, so that each language can build them in its own way; none is made of parts that
would have to be inflected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from damahane import Board, Color, Outcome, Piece, RuleSet, Termination
from damahane.rules import LONE_KING, Material, OneEach, Progress

from .texts import N_, Text, _, _n

GAME_OVER: Final = N_("This game is over.")
NOT_YOUR_TURN: Final = N_("It is not your turn yet.")
NO_SUCH_SQUARE: Final = N_("There is no such square on this board.")
NOTHING_TO_UNDO: Final = N_("There is nothing to take back.")
NO_OFFER: Final = N_("No draw has been offered.")
OFFER_STANDS: Final = N_("A draw has been offered already.")
OFFER_ON_YOUR_MOVE: Final = N_("A draw can be offered when it is your move.")
OFFER_JUST_DECLINED: Final = N_("Your offer has just been declined: play on a little first.")
PICK_UP_FIRST: Final = N_("Pick up one of your pieces first.")
OWN_PIECE_THERE: Final = N_("One of your own pieces stands there.")
JUMP_TO_TAKE: Final = N_("To take a piece, jump over it to the empty square just behind.")
ONLY_ALONG_LINES: Final = N_("Pieces go straight along the lines, never diagonally.")
NEVER_BACK: Final = N_("A man goes forward or sideways, never back.")
ONE_STEP: Final = N_("A man goes one square at a time.")
NO_WAY: Final = N_("There is no way for this piece to that square.")
WAY_BLOCKED: Final = N_("The way there is blocked, and two pieces in a row can't be jumped.")
NO_SQUARE_TWICE: Final = N_("No square may be passed twice in one move.")
FOLLOW_THE_MARKS: Final = N_("The chain does not go that way: follow the marked squares.")
SEVERAL_WAYS: Final = N_("Several ways lead there and they take different pieces: go stop by stop.")
NO_HALF_TURN: Final = N_("Within a chain a king may turn left or right, but not go back.")
OFF_THE_DIAGONALS: Final = N_("Pieces go diagonally, on the dark squares only.")
NO_STEP_BACK: Final = N_("A man steps forward only; backwards it may take, but not step.")
TEACHING: Final = N_("This game is played without taking back and without hints.")
NOTHING_TO_REDO: Final = N_("Nothing has been taken back.")
NO_HINT: Final = N_("A hint can be had when it is your move.")
NO_THOUGHT: Final = N_("The master is not to be had just now. Please ask again.")
NO_HUFFING: Final = N_("Huffing is not played in this game.")
NOTHING_TO_HUFF: Final = N_("There is nothing to huff: the last move missed no capture.")
WRONG_HUFF: Final = N_("A capture was missed, but this piece could not have made it.")
NO_CLOCK: Final = N_("This game is played without a clock.")
FEN_NEEDS_TURN: Final = N_("A position begins with W or B, for the side to move.")
NO_SUCH_GAME: Final = N_("There is no such game.")
NO_SUCH_RULES: Final = N_("There are no such rules.")
TOO_MANY_WAYS: Final = N_("There are too many ways to capture in this position to play from it.")
LEADS_TO_TOO_MANY_WAYS: Final = N_("After this move there would be too many ways to capture.")

SIDES: Final = {Color.WHITE: N_("White"), Color.BLACK: N_("Black")}
NAMES: Final = {
    "dama": N_("Dama (Turkish draughts)"),
    "ludoteka": N_("Damas turcas (Ludoteka)"),
    "federation": N_("Türk daması (tournament)"),
    "damas100": N_("Damas 10×10"),
    "damas64": N_("Damas 8×8"),
    "international": N_("International draughts"),
    "brazilian": N_("Brazilian draughts"),
}
LINES: Final = {
    "dama": N_("The usual game. A king may not turn back within a chain."),
    "ludoteka": N_("A king may turn back within a chain; one piece each is a draw; lots decide."),
    "federation": N_("As in Turkish tournaments: no early draw offers, no draw by counting."),
    "damas100": N_("On the dark squares of a large board; men capture backwards, too."),
    "damas64": N_("The 10×10 game on the small board."),
    "international": N_("The 10×10 game of the world federation."),
    "brazilian": N_("International draughts on 64 squares."),
}
_NOT_YOURS: Final = {
    Color.WHITE: N_("That piece is White's, and it is Black's move."),
    Color.BLACK: N_("That piece is Black's, and it is White's move."),
}
_TOO_MANY: Final = {
    Color.WHITE: N_("White has more than {most} pieces."),
    Color.BLACK: N_("Black has more than {most} pieces."),
}
_MISSING: Final = {
    Color.WHITE: N_("White has no piece on the board."),
    Color.BLACK: N_("Black has no piece on the board."),
}
_PIECES: Final = {
    Piece.WHITE_MAN: N_("white man"),
    Piece.WHITE_KING: N_("white king"),
    Piece.BLACK_MAN: N_("black man"),
    Piece.BLACK_KING: N_("black king"),
}
_WINS: Final = {Color.WHITE: N_("White wins"), Color.BLACK: N_("Black wins")}
_YOU_WIN: Final = N_("You win")
_COMPUTER_WINS: Final = N_("The computer wins")

#: Why a side lost: the person who reads it, the computer, or one of two people by colour.
_LOST: Final[dict[Termination, dict[str | Color, Text]]] = {
    Termination.NO_PIECES: {
        "you": N_("you have no piece left."),
        "computer": N_("the computer has no piece left."),
        Color.WHITE: N_("White has no piece left."),
        Color.BLACK: N_("Black has no piece left."),
    },
    Termination.NO_MOVES: {
        "you": N_("you have no move left."),
        "computer": N_("the computer has no move left."),
        Color.WHITE: N_("White has no move left."),
        Color.BLACK: N_("Black has no move left."),
    },
    Termination.RESIGNATION: {
        "you": N_("you gave up."),
        "computer": N_("the computer gave up."),
        Color.WHITE: N_("White gave up."),
        Color.BLACK: N_("Black gave up."),
    },
    Termination.TIME: {
        "you": N_("your time is up."),
        "computer": N_("the computer's time is up."),
        Color.WHITE: N_("White's time is up, which loses whatever stands on the board."),
        Color.BLACK: N_("Black's time is up, which loses whatever stands on the board."),
    },
}


def offer_too_early(moves: int) -> str:
    """That the rules ask for more moves before a draw is offered."""
    return _("In tournaments no draw may be offered in the first {moves} moves.").format(
        moves=moves
    )


def not_your_piece(owner: Color) -> str:
    """That a piece of the side not to move was touched."""
    return str(_NOT_YOURS[owner])


def off_line(diagonal: bool) -> str:
    """That pieces don't go that way."""
    return str(OFF_THE_DIAGONALS if diagonal else ONLY_ALONG_LINES)


def never_back(diagonal: bool) -> str:
    """That a man does not go back."""
    return str(NO_STEP_BACK if diagonal else NEVER_BACK)


def piece_name(piece: Piece) -> str:
    """What a piece is called."""
    return str(_PIECES[piece])


def shut_in(piece: Piece, diagonal: bool = False) -> str:
    """That a piece has no move."""
    if piece.is_king:
        return _("This king is shut in: there is no empty square beside it.")
    if diagonal:
        return _("This man is shut in: both squares diagonally in front of it are taken.")
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
    return _TOO_MANY[side].format(most=most)


def takes_fewer(count: int, due: int) -> str:
    """That a capture is smaller than the one due."""
    return _("That way takes {count}, and a capture of {due} is due.").format(count=count, due=due)


def goes_on(here: str, onward: Sequence[str]) -> str:
    """That a chain has to go on, and where to."""
    *some, last = onward
    squares = _("{some} or {last}").format(some=", ".join(some), last=last) if some else last
    return _("The capture is not done: from {here} it goes on to {squares}.").format(
        here=here, squares=squares
    )


def rules_name(rules: RuleSet) -> str:
    """The name of a rule set."""
    return str(NAMES[rules.id])


def rules_line(rules: RuleSet) -> str:
    """How a rule set differs from the others, in a line."""
    return str(LINES[rules.id])


def ending(outcome: Outcome, board: Board, you: Color | None) -> str:
    """How a game ended and why, with the rule that made it so, in a sentence."""
    winner = outcome.winner
    if winner is None:
        return _("A draw: {reason}").format(reason=_drawn(outcome, board))
    loser: str | Color = winner.other
    if you is None:
        headline = _WINS[winner]
    else:
        headline = _YOU_WIN if winner is you else _COMPUTER_WINS
        loser = "computer" if winner is you else "you"
    reason = _LOST[outcome.termination][loser]
    return _("{headline}: {reason}").format(headline=headline, reason=reason)


def _drawn(outcome: Outcome, board: Board) -> str:
    """Why nobody won."""
    rules = board.rules
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
            text = _used_up(board)
    return text


def _no_progress(rules: RuleSet) -> str:
    count = rules.no_progress
    moves = count.plies // 2 if count else 0
    if count and count.progress is Progress.ADVANCE:
        text = _("{moves} moves each without a capture or a man going forward.")
    else:
        text = _("{moves} moves each without a capture or a man's move.")
    return text.format(moves=moves)


def _used_up(board: Board) -> str:
    """That the moves are used up that the rules allow for an ending."""
    ending = board.ending
    moves = ending.plies // 2 if ending else 0
    few, most = sorted((board.material(color) for color in Color), key=sum)
    if few == LONE_KING:
        text = _("a lone king against {most}: the {moves} moves each for that are used up.")
    else:
        text = _("{few} against {most}: the {moves} moves each for that are used up.")
    return text.format(few=material(few), most=material(most), moves=moves)


def material(pieces: Material) -> str:
    """What a side has, in words."""
    kings, men = pieces
    some_kings = _n("a king", "{count} kings", kings).format(count=kings)
    some_men = _n("a man", "{count} men", men).format(count=men)
    if kings and men:
        return _("{some} and {last}").format(some=some_kings, last=some_men)
    return some_kings if kings else some_men


# Positions set up by hand


def fen_no_such_square(name: str) -> str:
    """That a position names what is no square."""
    return _("“{name}” is no square of this board.").format(name=name)


def fen_two_on(square: str) -> str:
    """That a position has two pieces on a square."""
    return _("Two pieces stand on {square}.").format(square=square)


def fen_uncrowned(square: str) -> str:
    """That a man stands where it would have been crowned."""
    text = _("The man on {square} would have been crowned there: make it a king.")
    return text.format(square=square)


def fen_looks_like(example: str) -> str:
    """What a position looks like in writing."""
    return _("This can't be read as a position. One looks like {example}").format(example=example)


def side_is_missing(side: Color) -> str:
    """That a side has no pieces."""
    return str(_MISSING[side])


def over_already(how: str) -> str:
    """That a position is the end of a game."""
    return _("Here the game is over already. {how}").format(how=how)


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


def fault() -> str:
    """That something went wrong for no reason that could be told."""
    return _("Something went wrong here, and it is not your fault. Nothing is lost.")
