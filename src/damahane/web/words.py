"""Every text that the server shows to players. Short, kind, and in their language."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final

from damahane import Board, Color, Outcome, Piece, RuleSet, Termination
from damahane.rules import LONE_KING, OneEach, Progress

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


def off_line(diagonal: bool) -> str:
    """That pieces don't go that way."""
    return _("Pieces go diagonally, on the dark squares only.") if diagonal else ONLY_ALONG_LINES


def never_back(diagonal: bool) -> str:
    """That a man does not go back."""
    if diagonal:
        return _("A man steps forward only; backwards it may take, but not step.")
    return NEVER_BACK


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


def piece_name(piece: Piece) -> str:
    """What a piece is called."""
    names = {
        Piece.WHITE_MAN: _("white man"),
        Piece.WHITE_KING: _("white king"),
        Piece.BLACK_MAN: _("black man"),
        Piece.BLACK_KING: _("black king"),
    }
    return names[piece]


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
        "damas100": _("On the diagonals, 20 men each; no square is passed twice in a move."),
        "damas64": _("The same on 64 squares, with 12 men each."),
        "international": _("The world federation's game, on 100 squares with 20 men each."),
        "brazilian": _("The international rules on 64 squares, with 12 men each."),
    }
    return lines[rules.id]


def ending(outcome: Outcome, board: Board, you: Color | None) -> str:
    """How a game ended and why, with the rule that made it so, in a sentence."""
    winner = outcome.winner
    if winner is None:
        return _("A draw: {reason}").format(reason=_drawn(outcome, board))
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
        case Termination.TIME:
            mine = _("your time is up.")
            others = _("{loser}'s time is up, which loses whatever stands on the board.")
        case _:
            mine = _("you gave up.")
            others = _("{loser} gave up.")
    if you is winner.other:
        return mine
    return others.format(loser=SIDES[winner.other] if you is None else _("the computer"))


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
    sides = sorted((board.material(color) for color in Color), key=sum)
    few, most = sides[0], _material(sides[1])
    if few == LONE_KING:
        text = _("a lone king against {most}: the {moves} moves each for that are used up.")
    else:
        text = _("{few} against {most}: the {moves} moves each for that are used up.")
    return text.format(few=_material(few), most=most, moves=moves)


def _material(material: tuple[int, int]) -> str:
    """What a side has, in words."""
    kings, men = material
    parts = []
    if kings:
        parts.append(_n("a king", "{n} kings", kings).format(n=kings))
    if men:
        parts.append(_n("a man", "{n} men", men).format(n=men))
    return _(" and ").join(parts)


# Taking back, help, huffing and clocks


def teaching() -> str:
    """That a game is played without help."""
    return _("This game is played without taking back and without hints.")


def nothing_to_redo() -> str:
    """That there is nothing to play again."""
    return _("Nothing has been taken back.")


def no_hint() -> str:
    """That there is no hint to be had now."""
    return _("A hint can be had when it is your move.")


def no_thought() -> str:
    """That the engine does not answer."""
    return _("The master is not to be had just now. Please ask again.")


def no_huffing() -> str:
    """That huffing is not played."""
    return _("Huffing is not played in this game.")


def nothing_to_huff() -> str:
    """That no capture was missed."""
    return _("There is nothing to huff: the last move missed no capture.")


def wrong_huff() -> str:
    """That the piece named missed nothing."""
    return _("A capture was missed, but this piece could not have made it.")


def no_clock() -> str:
    """That no clock is played by."""
    return _("This game is played without a clock.")


# Positions set up by hand


def fen_needs_turn() -> str:
    """That a position does not say who moves."""
    return _("A position begins with W or B, for the side to move.")


def fen_no_such_square(name: str) -> str:
    """That a position names what is no square."""
    return _("“{name}” is no square of this board.").format(name=name)


def fen_two_on(square: str) -> str:
    """That a position has two pieces on a square."""
    return _("Two pieces stand on {square}.").format(square=square)


def fen_uncrowned(square: str) -> str:
    """That a man stands where it would have been crowned."""
    return _("The man on {square} would have been crowned there: make it a king.").format(
        square=square
    )


def fen_looks_like(example: str) -> str:
    """What a position looks like in writing."""
    return _("This can't be read as a position. One looks like {example}").format(example=example)


def side_is_missing(side: Color) -> str:
    """That a side has no pieces."""
    return _("{side} has no piece on the board.").format(side=SIDES[side])


def over_already(how: str) -> str:
    """That a position is the end of a game."""
    return _("Here the game is over already. {how}").format(how=how)
