"""A game from its first move to its end: moves, draw offers, resignation, huffing, the score."""

from __future__ import annotations

from typing import NamedTuple

from .board import Board
from .errors import DrawOfferError, GameError, HuffError
from .movegen import Move, Route
from .outcome import Outcome, Termination
from .rules import RuleSet, rule_set
from .squares import Color


class Played(NamedTuple):
    """A move as it was played.

    Attributes:
        color: the side that played it.
        route: its squares.
        text: as it is written, given the position it was played in.
    """

    color: Color
    route: Route
    text: str


class Huff(NamedTuple):
    """A piece taken off because it had missed a due capture.

    Attributes:
        color: the side that claimed it.
        square: where the piece stood before the move that missed the capture.
        removed: where it stood when it was taken off.
    """

    color: Color
    square: int
    removed: int


class Game:
    """A game of a rule set.

    >>> game = Game("dama")
    >>> game.play("d3-d4").end == game.board.shape.square("d4")
    True
    >>> game.resign(Color.BLACK)
    >>> game.outcome.result
    '1-0'

    Attributes:
        rules: the rule set.
        start: the FEN of the first position.
    """

    def __init__(self, rules: RuleSet | str = "dama", fen: str | None = None) -> None:
        """A game from the starting position, or from the one that a FEN describes.

        Raises:
            RulesError: there is no such rule set.
            FenError: the FEN is not a position.
        """
        self.rules = rule_set(rules)
        self._board = Board(self.rules) if fen is None else Board.from_fen(fen, self.rules)
        self.start = self._board.fen(clocks=True)
        self._actions: list[Played | Huff] = []
        #: For each action, what may be huffed after it: square before the move -> square now.
        self._rights: list[dict[int, int]] = []
        self._offer: Color | None = None
        self._ended: Outcome | None = None

    # What has been played

    @property
    def board(self) -> Board:
        """The position as it stands, as a copy: a game changes by its own methods only."""
        return self._board.copy()

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self._board.turn

    @property
    def actions(self) -> tuple[Played | Huff, ...]:
        """Every move and huff, in order."""
        return tuple(self._actions)

    @property
    def played(self) -> tuple[Played, ...]:
        """Every move with its side and text, in order."""
        return tuple(action for action in self._actions if isinstance(action, Played))

    @property
    def moves(self) -> tuple[Route, ...]:
        """The route of every move, in order."""
        return tuple(action.route for action in self.played)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on.

        While a huff can be claimed, the side to move is not lost for want of a move.
        """
        if self._ended is not None:
            return self._ended
        outcome = self._board.outcome()
        if outcome and outcome.termination is Termination.NO_MOVES and self._claims():
            return None
        return outcome

    def score(self, *, pieces: bool = False) -> tuple[int, int]:
        """White's and Black's score.

        Args:
            pieces: count the pieces left, instead of 2 for a win, 1 for a draw, 0 for a loss.

        Raises:
            GameError: points are asked for before the end.
        """
        if pieces:
            white, black = (sum(self._board.material(color)) for color in Color)
            return (white, black)
        outcome = self.outcome
        if outcome is None:
            raise GameError("the game goes on: it has no score yet")
        return outcome.points

    # Playing

    def _require_running(self) -> None:
        outcome = self.outcome
        if outcome is not None:
            raise GameError(f"the game is over: {outcome.result}, {outcome.termination.value}")

    def play(self, move: Move | Route | str) -> Route:
        """Play a move of the side to move; gives the route it took.

        A draw offered by the other side is thereby declined, and the right to huff lapses.

        Raises:
            GameError: the game is over.
            MoveError: the move is not legal or not clear. Nothing has changed.
        """
        self._require_running()
        board = self._board
        if isinstance(move, str):
            route = board.parse_route(move)
        elif isinstance(move, Move):
            route = board.route(move)
        else:
            route = move
        text = board.text(route)
        missed = board.due if board.rules.huffing else 0
        rights = {s: s for s in board.capturing_pieces()} if len(route.captured) < missed else {}
        if route.start in rights:
            rights[route.start] = route.end
        color = board.turn
        board.push(route)
        self._actions.append(Played(color, route, text))
        self._rights.append(rights)
        if self._offer is color.other:
            self._offer = None
        self._drop_offer_at_end()
        return route

    def _drop_offer_at_end(self) -> None:
        """See to it that a decided game can't be drawn by agreement."""
        if self.outcome is not None:
            self._offer = None

    def undo(self) -> Played | Huff:
        """Take back the last move or huff, and an end or offer after it; gives what it was.

        Raises:
            GameError: nothing has been played.
        """
        if not self._actions:
            raise GameError("nothing to take back")
        action = self._actions.pop()
        self._rights.pop()
        self._offer = None
        self._ended = None
        if any(isinstance(earlier, Huff) for earlier in (*self._actions, action)):
            self._replay()
        else:
            self._board.pop()
        return action

    def _replay(self) -> None:
        """Set up the position anew from the actions; after a huff moves cannot be popped."""
        board = Board.from_fen(self.start, self.rules)
        for action in self._actions:
            if isinstance(action, Played):
                board.push(action.route)
            else:
                board.remove(action.removed)
        self._board = board

    # Huffing

    @property
    def huffable(self) -> tuple[int, ...]:
        """The pieces that the side to move may huff, by their square before the last move.

        It may take one of them off if the last move missed a due capture that the piece could
        have made. The right lapses when it moves.
        """
        return tuple(sorted(self._claims())) if self.outcome is None else ()

    def _claims(self) -> dict[int, int]:
        """What the last move lets be huffed: square before the move -> square now."""
        return self._rights[-1] if self._rights else {}

    def huff(self, square: int) -> Huff:
        """Take off a piece that could have made a due capture; the side to move still moves.

        Args:
            square: where the piece stood before the move, or where it stands now.

        Raises:
            GameError: the game is over.
            HuffError: there is no right to huff, or the piece could not have made a due capture.
        """
        self._require_running()
        if not self.rules.huffing:
            raise HuffError(f"huffing is not played in this game of {self.rules.id}")
        rights = self._claims()
        usual = self.rules.shape.usual
        if not rights:
            raise HuffError("nothing to huff: the last move missed no capture, or the right lapsed")
        before = next((b for b, now in rights.items() if square in (b, now)), None)
        if before is None:
            name = usual(square) if 0 <= square < len(self.rules.shape) else repr(square)
            could = " or ".join(usual(s) for s in sorted(rights))
            raise HuffError(
                f"the piece on {name} could not have made a due capture; that on {could} could"
            )
        huff = Huff(self.turn, before, rights[before])
        self._board.remove(huff.removed)
        self._actions.append(huff)
        self._rights.append({})
        self._drop_offer_at_end()
        return huff

    # Agreement and resignation

    @property
    def offer(self) -> Color | None:
        """The side whose draw offer waits for an answer."""
        return self._offer

    def why_no_offer(self) -> str | None:
        """Why a draw may not be offered now, in a sentence, or None where it may."""
        if self.outcome is not None:
            return "the game is over"
        if self._offer is not None:
            return f"{self._offer} has offered a draw already"
        early = self.rules.no_offer_plies
        if self._board.ply < early:
            return f"no draw may be offered in the first {early // 2} moves"
        return None

    def offer_draw(self, color: Color) -> None:
        """Offer a draw. It stands until it is answered or the other side moves.

        Raises:
            DrawOfferError: the game is over, an offer stands, or it is too early by the rules.
        """
        why = self.why_no_offer()
        if why is not None:
            raise DrawOfferError(why)
        self._offer = color

    def _require_offer_to(self, color: Color) -> None:
        if self._offer is not color.other:
            raise DrawOfferError(f"there is no draw offer for {color} to answer")

    def accept_draw(self, color: Color) -> None:
        """Accept the other side's offer: the game is drawn.

        Raises:
            DrawOfferError: no offer by the other side stands.
        """
        self._require_offer_to(color)
        self._offer = None
        self._ended = Outcome(Termination.AGREEMENT, None)

    def decline_draw(self, color: Color) -> None:
        """Decline the other side's offer.

        Raises:
            DrawOfferError: no offer by the other side stands.
        """
        self._require_offer_to(color)
        self._offer = None

    def resign(self, color: Color) -> None:
        """Give the game up.

        Raises:
            GameError: the game is over.
        """
        self._require_running()
        self._offer = None
        self._ended = Outcome(Termination.RESIGNATION, color.other)

    def run_out(self, color: Color) -> None:
        """Lose on time: whoever has none left has lost, whatever stands on the board.

        Raises:
            GameError: the game is over.
        """
        self._require_running()
        self._offer = None
        self._ended = Outcome(Termination.TIME, color.other)

    def copy(self) -> Game:
        """An independent copy."""
        twin = Game.__new__(Game)
        own = {
            "_board": self._board.copy(),
            "_actions": list(self._actions),
            "_rights": list(self._rights),
        }
        twin.__dict__.update(self.__dict__ | own)
        return twin

    __copy__ = copy

    def __repr__(self) -> str:
        outcome = self.outcome
        state = outcome.result if outcome else f"{self.turn} to move"
        return f"<Game {self.rules.id}: {len(self.played)} moves, {state}>"
