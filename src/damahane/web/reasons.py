"""What a move is good for, in the visitor's language: the engine's reasons in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from damahane import Piece, RuleSet
from damahane.engine import Idea, MoveReason

from .naming import called
from .texts import N_, _, _n


def reason_text(reason: MoveReason, rules: RuleSet) -> str:
    """The sentence for a reason, beginning with a capital and ending with a full stop.

    Args:
        reason: what the engine found.
        rules: those of the game, for the names of squares.
    """
    tell = _TOLD.get(reason.idea)
    return str(_PLAIN[reason.idea]) if tell is None else tell(reason, rules)


_PLAIN: Final = {
    Idea.ONLY_MOVE: N_("It is the only move."),
    Idea.DRAWS: N_("Holds the draw."),
    Idea.KEEPS_FORMATION: N_("Keeps the formation: the man has a piece behind it."),
    Idea.IS_SAFE: N_("Is safe: it loses nothing."),
}


def pieces(counted: Sequence[Piece]) -> str:
    """Pieces in words: a man, 2 kings, 3 men and a king."""
    kings = sum(piece.is_king for piece in counted)
    men = len(counted) - kings
    some_men = _n("a man", "{count} men", men).format(count=men)
    some_kings = _n("a king", "{count} kings", kings).format(count=kings)
    if men and kings:
        return _("{some} and {last}").format(some=some_men, last=some_kings)
    return some_men if men else some_kings


def squares(reason: MoveReason, rules: RuleSet) -> str:
    """The squares of a reason in words: d4, e5 and e6."""
    *some, last = [called(rules.shape, square) for square in reason.squares]
    return _("{some} and {last}").format(some=", ".join(some), last=last) if some else last


def _wins(reason: MoveReason, _rules: RuleSet) -> str:
    text = _n("Wins at once.", "Wins in {moves} moves.", reason.moves)
    return text.format(moves=reason.moves)


def _holds_out(reason: MoveReason, _rules: RuleSet) -> str:
    text = _n("Holds out longest: one move.", "Holds out longest: {moves} moves.", reason.moves)
    return text.format(moves=reason.moves)


def _takes(reason: MoveReason, _rules: RuleSet) -> str:
    if not reason.given:
        return _("Takes {taken}.").format(taken=pieces(reason.taken))
    return _("Takes {taken} for {given}.").format(
        taken=pieces(reason.taken), given=pieces(reason.given)
    )


def _gives_to_take(reason: MoveReason, _rules: RuleSet) -> str:
    return _("Gives {given} to take {taken}.").format(
        taken=pieces(reason.taken), given=pieces(reason.given)
    )


def _exchanges(reason: MoveReason, _rules: RuleSet) -> str:
    return _("Exchanges {given} for {taken}.").format(
        taken=pieces(reason.taken), given=pieces(reason.given)
    )


def _loses_least(reason: MoveReason, _rules: RuleSet) -> str:
    if not reason.taken:
        return _("Loses the least: {given}.").format(given=pieces(reason.given))
    return _("Loses the least: {given} for {taken}.").format(
        taken=pieces(reason.taken), given=pieces(reason.given)
    )


def _crowns(reason: MoveReason, _rules: RuleSet) -> str:
    moves = reason.moves
    if reason.given and reason.taken:
        text = _n(
            "Gives {given}, takes {taken} and crowns.",
            "Gives {given}, takes {taken} and crowns in {moves} moves.",
            moves,
        )
    elif reason.given:
        text = _n("Gives {given} and crowns.", "Gives {given} and crowns in {moves} moves.", moves)
    elif reason.taken:
        text = _n("Takes {taken} and crowns.", "Takes {taken} and crowns in {moves} moves.", moves)
    else:
        text = _n("Crowns.", "Crowns in {moves} moves.", moves)
    return text.format(moves=moves, taken=pieces(reason.taken), given=pieces(reason.given))


def _wins_pieces(reason: MoveReason, _rules: RuleSet) -> str:
    won = _left(reason.taken, reason.given)
    if won:
        text = _n("Wins {won} in one move.", "Wins {won} in {moves} moves.", reason.moves)
    else:
        text = _n("Wins material in one move.", "Wins material in {moves} moves.", reason.moves)
    return text.format(won=pieces(won), moves=reason.moves)


def _left(taken: Sequence[Piece], given: Sequence[Piece]) -> list[Piece]:
    """What remains of pieces won when those given are set against them, if it is so simple."""
    left = list(taken)
    for piece in given:
        match = next((other for other in left if other.is_king is piece.is_king), None)
        if match is None:
            return []
        left.remove(match)
    return left


def _saves(reason: MoveReason, rules: RuleSet) -> str:
    kings = sum(piece.is_king for piece in reason.taken)
    count = len(reason.taken)
    if kings == count:
        text = _n("Saves the king on {squares}.", "Saves the kings on {squares}.", count)
    elif kings:
        text = _("Saves the pieces on {squares}.")
    else:
        text = _n("Saves the man on {squares}.", "Saves the men on {squares}.", count)
    return text.format(squares=squares(reason, rules))


def _threatens(reason: MoveReason, _rules: RuleSet) -> str:
    return _("Threatens to take {taken}.").format(taken=pieces(reason.taken))


def _stops(reason: MoveReason, rules: RuleSet) -> str:
    text = _n(
        "Keeps the man on {squares} from being crowned.",
        "Keeps the men on {squares} from being crowned.",
        len(reason.squares),
    )
    return text.format(squares=squares(reason, rules))


def _runs(reason: MoveReason, _rules: RuleSet) -> str:
    text = _n(
        "Runs for its crown: one move more.",
        "Runs for its crown: {moves} moves more.",
        reason.moves,
    )
    return text.format(moves=reason.moves)


def _cramps(reason: MoveReason, _rules: RuleSet) -> str:
    if not reason.moves:
        return _("Leaves the other side no move that loses nothing.")
    text = _n(
        "Leaves the other side only one move that loses nothing.",
        "Leaves the other side only {moves} moves that lose nothing.",
        reason.moves,
    )
    return text.format(moves=reason.moves)


_TOLD: Final[dict[Idea, Callable[[MoveReason, RuleSet], str]]] = {
    Idea.WINS: _wins,
    Idea.HOLDS_OUT: _holds_out,
    Idea.TAKES: _takes,
    Idea.GIVES_TO_TAKE: _gives_to_take,
    Idea.EXCHANGES: _exchanges,
    Idea.LOSES_LEAST: _loses_least,
    Idea.CROWNS: _crowns,
    Idea.WINS_PIECES: _wins_pieces,
    Idea.SAVES: _saves,
    Idea.THREATENS: _threatens,
    Idea.STOPS: _stops,
    Idea.RUNS: _runs,
    Idea.CRAMPS: _cramps,
}
