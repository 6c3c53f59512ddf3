"""A game as its events add up, and which events may come next."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from damahane import (
    Board,
    Color,
    Game,
    HuffError,
    MoveError,
    Piece,
    Route,
    SquareError,
    Termination,
)
from damahane.game import Huff, Played
from damahane.movegen import generator

from . import words
from .explain import Refusal, explain
from .options import Options, Times
from .store import Event, GameSetup

#: A computer that has just declined is not asked again for so many plies.
PLIES_BETWEEN_OFFERS = 10
#: A position set up by hand can have a hundred thousand; in play there are seldom a hundred.
MOST_ROUTES = 2000
#: So many jumps are tried to find them; that takes a twentieth of a second.
MOST_STEPS = 20_000


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
        redo: play them again.
        hint: ask what the master would play.
        huff: claim that the last move missed a due capture; whether it did is another question.
        offer: offer a draw.
        offer_reason: why not, where it may not be offered but the game goes on.
        resign: give up.
        answer: answer a draw offer.
    """

    undo: bool
    redo: bool
    hint: bool
    huff: bool
    offer: bool
    offer_reason: str | None
    resign: bool
    answer: bool


def color(name: str) -> Color:
    """The side called ``"white"`` or ``"black"``."""
    return Color.WHITE if name == "white" else Color.BLACK


def now() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def check(board: Board) -> None:
    """See that a position is one that a page can bear, before anything is asked about it.

    Raises:
        Refused: it has more pieces than a set, or too many ways to move.
    """
    for side in Color:
        most = len(board.rules.home_squares(side))
        if sum(board.material(side)) > most:
            raise Refused(Refusal("bad_position", words.too_many_stones(side, most)))
    if not _bearable(board, board.cells, board.turn):
        raise Refused(Refusal("bad_position", str(words.TOO_MANY_WAYS)))


def _bearable(board: Board, cells: bytes | bytearray, turn: Color) -> bool:
    """Whether a side has few enough ways to move, found in few enough steps."""
    rules = board.rules
    captures = generator(rules).captures_within(MOST_STEPS, cells, turn, any_length=rules.huffing)
    return captures is not None and len(captures) <= MOST_ROUTES


def _bearable_after(board: Board, route: Route) -> bool:
    """Whether that holds of the position that a move leads to."""
    after = generator(board.rules).apply(board.cells, route, board.turn)
    return _bearable(board, after, board.turn.other)


class Play:
    """A game as its events add up.

    Attributes:
        setup: how it was set up.
        options: what else was chosen.
        game: the game itself; change it by `apply` only.
        version: the number of the last event.
        times: the time each side has left, where a clock is played by.
        lost: for each move and huff that stands, the pieces it took off.
    """

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self.options = Options.of(setup.options)
        self.game = Game(self.options.rules(setup.rules), setup.fen)
        self.version = 0
        self.first = self.game.turn
        self.you = color(setup.you) if setup.you else None
        self._declined: dict[Color, int] = {}
        self.lost: list[tuple[Piece, ...]] = []
        self._undone: list[tuple[Played | Huff, ...]] = []
        seconds = self.options.seconds
        self.times = None if seconds is None else Times(seconds, self.options.increment)

    @classmethod
    def begin(cls, setup: GameSetup) -> Play:
        """A new game.

        Raises:
            FenError: the start position is not one.
            Refused: it has more pieces than a set, or more ways to move than a page can bear.
        """
        rules = Options.of(setup.options).rules(setup.rules)
        check(Board(rules) if setup.fen is None else Board.from_fen(setup.fen, rules))
        return cls(setup)

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
        mover, at = self.game.turn, event.data.get("at", 0)
        if self.times is not None:
            self.times.tick(mover, at)
        self._take(event)
        self._run_clock(event.kind, mover, at)
        self.version = event.number

    def _take(self, event: Event) -> None:
        data = event.data
        match event.kind:
            case "move":
                self._move(data["route"])
            case "huff":
                self._huff(self.game.rules.shape.square(data["square"]))
            case "undo":
                self._undo(data["ply"])
            case "redo":
                self._redo()
            case "clock":
                pass  # the clock is all that this event is about
            case _:
                self._agree(event)
        if event.kind in ("move", "huff"):
            self._undone.clear()

    def _agree(self, event: Event) -> None:
        """Take in what ends a game or may end it, off the board."""
        data = event.data
        side = color(data.get("color", ""))
        match event.kind:
            case "offer":
                self.game.offer_draw(side)
            case "answer":
                self._answer(side, accept=data["accept"])
            case "resign":
                self.game.resign(side)
            case "time":
                self.game.run_out(side)
            case _:
                raise ValueError(f"unknown kind of event {event.kind!r}")

    def _move(self, route: Route | str) -> None:
        board = self.game.board
        played = self.game.play(route)
        self.lost.append(tuple(Piece(board.cells[square]) for square in played.captured))

    def _huff(self, square: int) -> None:
        board = self.game.board
        huff = self.game.huff(square)
        self.lost.append((Piece(board.cells[huff.removed]),))

    def _undo(self, count: int) -> None:
        """Take back until so many moves and huffs stand."""
        taken = []
        while len(self.game.actions) > count:
            taken.append(self.game.undo())
            self.lost.pop()
        self._undone.append(tuple(reversed(taken)))

    def _redo(self) -> None:
        for action in self._undone.pop():
            if isinstance(action, Played):
                self._move(action.route)
            else:
                self._huff(action.square)

    def _run_clock(self, kind: str, mover: Color, at: int) -> None:
        """Let the right clock run after an event; `tick` has read it before."""
        times = self.times
        if times is None:
            return
        if kind == "move":
            times.press(mover, at)
        elif kind == "clock":
            times.since = at if times.since is None else None
        if self.game.outcome is not None:
            times.stop()

    def _answer(self, answering: Color, *, accept: bool) -> None:
        if accept:
            self.game.accept_draw(answering)
        else:
            self.game.decline_draw(answering)
            self._declined[answering.other] = self.ply

    # How it stands

    def start_board(self) -> Board:
        """The position before the first move."""
        rules = self.game.rules
        return Board.from_fen(self.game.start, rules)

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
        """How many moves and huffs would stand after taking back to one's own last decision.

        That is possible after an end on the board too, but not after an agreement, a resignation
        or a loss on time.
        """
        outcome = self.game.outcome
        given_up = (Termination.RESIGNATION, Termination.AGREEMENT, Termination.TIME)
        if self.options.teaching or (outcome is not None and outcome.termination in given_up):
            return None
        actions = self.game.actions
        for count in range(len(actions) - 1, -1, -1):
            if self.you is None or actions[count].color is self.you:
                return count
        return None

    @property
    def may_redo(self) -> bool:
        """Whether what was taken back last can be played again."""
        return bool(self._undone) and self.game.outcome is None

    @property
    def may_hint(self) -> bool:
        """Whether the person to move may be helped."""
        yours = self.you is None or self.game.turn is self.you
        return yours and not self.options.teaching and self.game.outcome is None

    @property
    def may_claim(self) -> bool:
        """Whether the person to move may claim a huff, rightly or wrongly."""
        game = self.game
        yours = self.you is None or game.turn is self.you
        moved = bool(game.actions) and isinstance(game.actions[-1], Played)
        return game.rules.huffing and yours and moved and game.outcome is None

    def left(self) -> int | None:
        """The milliseconds that the side to move has left while its clock runs, or None."""
        times = self.times
        if times is None or times.since is None or self.game.outcome is not None:
            return None
        return times.read(self.game.turn, now())

    @property
    def may(self) -> May:
        """What the person may do, beside moving."""
        running = self.game.outcome is None
        why = self._why_no_offer()
        return May(
            undo=self.undo_ply is not None,
            redo=self.may_redo,
            hint=self.may_hint,
            huff=self.may_claim,
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
        timed = {} if self.times is None else {"at": now()}
        return Event(self.version + 1, kind, {**data, **timed})

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
        if not _bearable_after(board, route):
            raise Refused(Refusal("bad_position", str(words.LEADS_TO_TOO_MANY_WAYS)))
        return self._event("move", route=board.text(route, full=True))

    def computer_moving(self, route: str) -> Event:
        """The event of the computer's move, given as a full route.

        Where no page could bear the position it leads to, another is made.

        Raises:
            MoveError: it is no legal move.
            Refused: no page could bear any of the positions that come next.
        """
        board = self.game.board
        tries = (board.parse_route(route), *board.playable_routes())
        chosen = next((route for route in tries if _bearable_after(board, route)), None)
        if chosen is None:
            raise Refused(Refusal("bad_position", str(words.LEADS_TO_TOO_MANY_WAYS)))
        return self._event("move", route=board.text(chosen, full=True))

    def undoing(self) -> Event:
        """The event of taking back to the person's own last decision.

        Raises:
            Refused: there is nothing to take back.
        """
        ply = self.undo_ply
        if ply is None:
            text = words.TEACHING if self.options.teaching else words.NOTHING_TO_UNDO
            raise Refused(Refusal("no_undo", str(text)))
        return self._event("undo", ply=ply)

    def redoing(self) -> Event:
        """The event of playing again what was taken back last.

        Raises:
            Refused: nothing has been taken back since the last move.
        """
        self._require_running()
        if not self.may_redo:
            raise Refused(Refusal("no_redo", str(words.NOTHING_TO_REDO)))
        return self._event("redo")

    def huffing(self, square: str) -> Event:
        """The event of a person's claim that a piece could have made a due capture.

        Raises:
            Refused: it could not, or there is nothing to claim.
        """
        self._require_running()
        game = self.game
        if not game.rules.huffing:
            raise Refused(Refusal("no_huff", str(words.NO_HUFFING)))
        if self.you is not None and game.turn is not self.you:
            raise Refused(Refusal("not_your_turn", str(words.NOT_YOUR_TURN)))
        try:
            found = game.copy().huff(game.rules.shape.square(square))
        except SquareError:
            raise Refused(Refusal("no_square", str(words.NO_SUCH_SQUARE))) from None
        except HuffError:
            text = words.WRONG_HUFF if game.huffable else words.NOTHING_TO_HUFF
            raise Refused(Refusal("no_huff", str(text))) from None
        return self.computer_huffing(found.square)

    def computer_huffing(self, square: int) -> Event:
        """The event of a claim that holds, of a piece by its square before the move."""
        return self._event("huff", square=self.game.rules.shape.names[square])

    def clocking(self) -> Event:
        """The event of starting the clock, or of stopping it for a while.

        Raises:
            Refused: there is none, or the game is over.
        """
        self._require_running()
        if self.times is None:
            raise Refused(Refusal("no_clock", str(words.NO_CLOCK)))
        return self._event("clock")

    def running_out(self) -> Event | None:
        """The event of losing on time, once the time of the side to move is up."""
        return self._event("time", color=str(self.game.turn)) if self.left() == 0 else None

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
