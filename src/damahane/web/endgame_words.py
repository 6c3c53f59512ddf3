"""What the server says of endings that the tables know."""

from __future__ import annotations

from typing import Final

from damahane import Color

from .texts import N_, _, _n

DRAW: Final = N_("draw")
NOBODY_WINS: Final = N_("A draw: neither side can force a win.")
WINS_AT_ONCE: Final = N_("wins at once")
NO_COUNT: Final = N_(
    "In these rules no count of moves makes a draw, so nothing cuts this win short."
)
ONE_OF_EACH: Final = N_("The tables know positions with at least one piece of each side.")
NO_TABLES: Final = N_("The tables could not be opened. Please try again.")


def wins(winner: Color, moves: int) -> str:
    """That a side wins a position in so many moves of its own."""
    if winner is Color.WHITE:
        text = _n("White wins in {moves} move.", "White wins in {moves} moves.", moves)
    else:
        text = _n("Black wins in {moves} move.", "Black wins in {moves} moves.", moves)
    return text.format(moves=moves)


def winning_move(moves: int) -> str:
    """That a move wins in so many moves, itself counted."""
    return _n("wins in {moves} move", "wins in {moves} moves", moves).format(moves=moves)


def losing_move(moves: int) -> str:
    """That a move loses in so many moves of the other side."""
    return _n("loses in {moves} move", "loses in {moves} moves", moves).format(moves=moves)


def not_cut(moves: int) -> str:
    """That the draw after so many moves each without progress leaves a win time enough."""
    return _(
        "The draw after {moves} moves each without progress comes too late to cut this win short."
    ).format(moves=moves)


def may_be_cut(plies: int, limit: int) -> str:
    """That so much has been counted that a draw may come before a win."""
    text = _(
        "{moves} moves each have passed without progress: the draw after {limit} may come before "
        "this win."
    )
    return text.format(moves=plies // 2, limit=limit // 2)


def too_many_pieces(count: int, most: int) -> str:
    """That there are more pieces than the tables have."""
    text = _(
        "Here are {count} pieces: the tables know every position of up to {most}, both sides "
        "together."
    )
    return text.format(count=count, most=most)


def on_first_row(square: str) -> str:
    """That a man stands where the tables have none."""
    text = _(
        "The tables know no position with a man on its own first row, as on {square}: no man "
        "begins there, and none goes back."
    )
    return text.format(square=square)
