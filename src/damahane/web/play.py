"""A game as its events add up, and which events may come next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from damahane import Color, Game, MoveError, SquareError, Termination

from . import words
from .explain import Refusal, explain
from .store import Event, GameSetup

#: A computer that has just declined is not asked again for so many plies.
PLIES_BETWEEN_OFFERS = 10
#: A position set up by hand can have a hundred thousand; in play there are seldom a hundred.
MOST_ROUTES = 2000


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """Something that may not be done, with the reason in words."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


class Task(Enum):
    """What the computer has to do."""

    MOVE = "move"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class May:
    """What the person may do, beside moving.

    Attributes:
        undo: take moves back.
        offer: offer a draw.
        offer_reason: why not, where it may not be offered but the game goes on.
        resign: give up.
        answer: answer a draw offer.
    """

    undo: bool
    offer: bool
    offer_reason: str | None
    resign: bool
    answer: bool


def color(name: str) -> Color:
    """The side called ``"white"`` or ``"black"``."""
    return Color.WHITE if name == "white" else Color.BLACK


class Play:
    """A game as its events add up.

    Attributes:
        setup: how it was set up.
        game: the game itself; change it by `apply` only.
        version: the number of the last event.
    """

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self.game = Game(setup.rules, setup.fen)
        self.version = 0
        self.first = self.game.turn
        self.you = color(setup.you) if setup.you else None
        self._declined: dict[Color, int] = {}

    @classmethod
    def begin(cls, setup: GameSetup) -> Play:
        """A new game.

        Raises:
            FenError: the start position is not one.
            Refused: it has more pieces than a set, or more ways to move than a page can bear.
        """
        play = cls(setup)
        board = play.game.board
        for side in Color:
            most = len(board.rules.home_squares(side))
            if sum(board.material(side)) > most:
                raise Refused(Refusal("bad_position", words.too_many_stones(side, most)))
        if len(board.routes()) > MOST_ROUTES:
            raise Refused(Refusal("bad_position", str(words.TOO_MANY_WAYS)))
        return play

    @classmethod
    def replay(cls, setup: GameSetup, events: Iterable[Event]) -> Play:
        """The game that these events add up to."""
        play = cls(setup)
        for event in events:
            play.apply(event)
        return play

    # Taking events in

    def apply(self, event: Event) -> None:
        """Take in the next event; it must be one that a method below has made.

        Raises:
            ValueError: the event does not fit: the stored game is damaged.
        """
        if event.number != self.version + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.version}")
        game, data = self.game, event.data
        match event.kind:
            case "move":
                game.play(data["route"])
            case "undo":
                while len(game.played) > data["ply"]:
                    game.undo()
            case "offer":
                game.offer_draw(color(data["color"]))
            case "answer":
                self._answer(color(data["color"]), accept=data["accept"])
            case "resign":
                game.resign(color(data["color"]))
            case _:
                raise ValueError(f"unknown kind of event {event.kind!r}")
        self.version = event.number

    def _answer(self, answering: Color, *, accept: bool) -> None:
        if accept:
            self.game.accept_draw(answering)
        else:
            self.game.decline_draw(answering)
            self._declined[answering.other] = self.ply

    # How it stands

    @property
    def ply(self) -> int:
        """How many moves stand on the board."""
        return len(self.game.played)

    @property
    def computer(self) -> Color | None:
        """The computer's side, in a game against it."""
        return None if self.you is None else self.you.other

    @property
    def task(self) -> Task | None:
        """What the computer has to do now, if anything."""
        game = self.game
        if self.computer is None or game.outcome is not None:
            return None
        if game.turn is self.computer:
            return Task.MOVE
        return Task.ANSWER if game.offer is self.you else None

    @property
    def undo_ply(self) -> int | None:
        """How many moves would stand after taking back to the person's own last decision.

        That is possible after an end on the board too, but not after an agreement or resignation.
        """
        outcome = self.game.outcome
        given_up = (Termination.RESIGNATION, Termination.AGREEMENT)
        if outcome is not None and outcome.termination in given_up:
            return None
        played = self.game.played
        for ply in range(len(played) - 1, -1, -1):
            if self.you is None or played[ply].color is self.you:
                return ply
        return None

    @property
    def may(self) -> May:
        """What the person may do, beside moving."""
        running = self.game.outcome is None
        why = self._why_no_offer()
        return May(
            undo=self.undo_ply is not None,
            offer=running and why is None,
            offer_reason=why if running else None,
            resign=running,
            answer=running and self.you is None and self.game.offer is not None,
        )

    def _why_no_offer(self) -> str | None:
        game = self.game
        if game.offer is not None:
            return str(words.OFFER_STANDS)
        if self.you is not None and game.turn is not self.you:
            return str(words.OFFER_ON_YOUR_MOVE)
        if game.board.ply < game.rules.no_offer_plies:
            return words.offer_too_early(game.rules.no_offer_plies // 2)
        declined = self._declined.get(game.turn) if self.you is not None else None
        if declined is not None and self.ply - declined in range(PLIES_BETWEEN_OFFERS):
            return str(words.OFFER_JUST_DECLINED)
        return None

    # Making events

    def _event(self, kind: str, **data: object) -> Event:
        return Event(self.version + 1, kind, data)

    def _require_running(self) -> None:
        if self.game.outcome is not None:
            raise Refused(Refusal("over", str(words.GAME_OVER)))

    def moving(self, stops: Sequence[str]) -> Event:
        """The event of the person's move that stops on these squares, or names it as clearly.

        Raises:
            Refused: it is not the person's turn, or no such move.
        """
        self._require_running()
        board = self.game.board
        if self.you is not None and self.game.turn is not self.you:
            raise Refused(Refusal("not_your_turn", str(words.NOT_YOUR_TURN)))
        try:
            squares = [board.shape.square(stop) for stop in stops]
        except SquareError:
            raise Refused(Refusal("no_square", str(words.NO_SUCH_SQUARE))) from None
        try:
            route = board.parse_route("-".join(stops))
        except MoveError:
            raise Refused(explain(board, squares)) from None
        return self._event("move", route=board.text(route, full=True))

    def computer_moving(self, route: str) -> Event:
        """The event of the computer's move, given as a full route.

        Raises:
            MoveError: it is no legal move.
        """
        board = self.game.board
        return self._event("move", route=board.text(board.parse_route(route), full=True))

    def undoing(self) -> Event:
        """The event of taking back to the person's own last decision.

        Raises:
            Refused: there is nothing to take back.
        """
        ply = self.undo_ply
        if ply is None:
            raise Refused(Refusal("no_undo", str(words.NOTHING_TO_UNDO)))
        return self._event("undo", ply=ply)

    def offering(self) -> Event:
        """The event of a draw offer by the side to move.

        Raises:
            Refused: a draw may not be offered now.
        """
        self._require_running()
        why = self._why_no_offer()
        if why is not None:
            raise Refused(Refusal("no_offer", why))
        return self._event("offer", color=str(self.game.turn))

    def answering_person(self, *, accept: bool) -> Event:
        """The event of a person's answer to the offer that stands.

        Raises:
            Refused: there is none for a person to answer.
        """
        if self.you is not None:
            raise Refused(Refusal("no_offer", str(words.NO_OFFER)))
        return self.answering(accept=accept)

    def answering(self, *, accept: bool) -> Event:
        """The event of the answer to the offer that stands.

        Raises:
            Refused: there is none.
        """
        self._require_running()
        offer = self.game.offer
        if offer is None:
            raise Refused(Refusal("no_offer", str(words.NO_OFFER)))
        return self._event("answer", color=str(offer.other), accept=accept)

    def resigning(self, resigner: Color | None = None) -> Event:
        """The event of giving up, by the person or else by the side named or to move.

        Raises:
            Refused: the game is over.
        """
        self._require_running()
        if self.you is not None:
            resigner = self.you
        elif resigner is None:
            resigner = self.game.turn
        return self._event("resign", color=str(resigner))
