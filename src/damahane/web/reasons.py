"""What a move is good for, in the language of players."""

from __future__ import annotations

from collections.abc import Sequence

from damahane import Piece, RuleSet
from damahane.engine import Idea, MoveReason

from . import words

_ = words.TRANSLATIONS.gettext
_n = words.TRANSLATIONS.ngettext


def reason_text(reason: MoveReason, rules: RuleSet) -> str:
    """The sentence for a reason, beginning with a capital and ending with a full stop."""
    moves = reason.moves
    values = {
        "n": moves,
        "taken": _pieces(reason.taken),
        "given": _pieces(reason.given),
        "squares": _listed([rules.shape.usual(square) for square in reason.squares]),
    }
    return _template(reason, moves).format(**values)


def _template(reason: MoveReason, moves: int) -> str:
    taken, given, count = bool(reason.taken), bool(reason.given), len(reason.squares)
    texts = {
        Idea.WINS: _wins(moves),
        Idea.ONLY_MOVE: _("It is the only move."),
        Idea.HOLDS_OUT: _n(
            "It holds out longest: {n} move.", "It holds out longest: {n} moves.", moves
        ),
        Idea.TAKES: _("It takes {taken} for {given}.") if given else _("It takes {taken}."),
        Idea.GIVES_TO_TAKE: _("It gives {given} to take {taken}."),
        Idea.EXCHANGES: _("It exchanges {given} for {taken}."),
        Idea.LOSES_LEAST: _("It loses the least: {given} for {taken}.")
        if taken
        else _("It loses the least: {given}."),
        Idea.CROWNS: _crowns(moves, taken, given),
        Idea.WINS_PIECES: _wins_pieces(moves, given),
        Idea.SAVES: _n(
            "It saves the piece on {squares}.", "It saves the pieces on {squares}.", count
        ),
        Idea.THREATENS: _("It threatens to take {taken}."),
        Idea.STOPS: _n(
            "It keeps the man on {squares} from its crown.",
            "It keeps the men on {squares} from their crowns.",
            count,
        ),
        Idea.DRAWS: _("It holds the draw."),
        Idea.KEEPS_FORMATION: _(
            "It keeps together: the man has a piece behind it and can't be jumped there."
        ),
        Idea.RUNS: _n(
            "It runs for its crown: {n} more step, and nobody can stop it.",
            "It runs for its crown: {n} more steps, and nobody can stop it.",
            moves,
        ),
        Idea.CRAMPS: _cramps(moves),
        Idea.IS_SAFE: _("It is safe: it loses nothing."),
    }
    return texts[reason.idea]


def _wins(moves: int) -> str:
    if moves == 1:
        return _("It wins at once.")
    return _n("It wins in {n} move.", "It wins in {n} moves.", moves)


def _cramps(moves: int) -> str:
    if moves == 0:
        return _("It leaves the other side no move that loses nothing.")
    return _n(
        "It leaves the other side only {n} move that loses nothing.",
        "It leaves the other side only {n} moves that lose nothing.",
        moves,
    )


def _crowns(moves: int, taken: bool, given: bool) -> str:
    if moves == 1:
        return _("It takes {taken} and is crowned.") if taken else _("A man is crowned.")
    if taken and given:
        return _n(
            "It gives {given}, takes {taken} and crowns a man in {n} move.",
            "It gives {given}, takes {taken} and crowns a man in {n} moves.",
            moves,
        )
    if given:
        return _n(
            "It gives {given} and crowns a man in {n} move.",
            "It gives {given} and crowns a man in {n} moves.",
            moves,
        )
    return _n(
        "It brings a man to its crown in {n} move.",
        "It brings a man to its crown in {n} moves.",
        moves,
    )


def _wins_pieces(moves: int, given: bool) -> str:
    if given:
        return _n(
            "It takes {taken} for {given} in {n} move.",
            "It takes {taken} for {given} in {n} moves.",
            moves,
        )
    return _n("It wins {taken} in {n} move.", "It wins {taken} in {n} moves.", moves)


def _pieces(pieces: Sequence[Piece]) -> str:
    """Pieces in words: a man, 2 kings, 3 men and a king."""
    kings = sum(piece.is_king for piece in pieces)
    men = len(pieces) - kings
    parts = []
    if men:
        parts.append(_n("a man", "{n} men", men).format(n=men))
    if kings:
        parts.append(_n("a king", "{n} kings", kings).format(n=kings))
    return _listed(parts)


def _listed(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return _("{some} and {last}").format(some=", ".join(parts[:-1]), last=parts[-1])
