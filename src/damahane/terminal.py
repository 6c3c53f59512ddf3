"""A game in the terminal, against the computer or between two people."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.text import Text

from . import notation
from .board import Board
from .engine import Level, Request, accept_draw, think
from .errors import DamahaneError, GameError, InvalidMoveError, MoveError, RulesError
from .game import Game
from .outcome import Outcome, Termination
from .refusal import why_not
from .squares import Color, Piece

HELP: Final = """\
Type a move: d3-d4, d4xd6 or d4xd6xf6. Besides:
  moves    the moves you can make       undo     take your last move back
  draw     offer a draw                 resign   give the game up
  fen      the position as text         quit     leave"""

_SIGNS: Final = {
    Piece.WHITE_MAN: ("●", "bright_white"),
    Piece.WHITE_KING: ("♛", "bright_white"),
    Piece.BLACK_MAN: ("●", "red"),
    Piece.BLACK_KING: ("♛", "red"),
}

_ENDS: Final = {
    Termination.NO_PIECES: "{winner} wins: {loser} has no pieces left.",
    Termination.NO_MOVES: "{winner} wins: {loser} has no move left.",
    Termination.RESIGNATION: "{winner} wins by resignation.",
    Termination.TIME: "{winner} wins on time.",
    Termination.ONE_EACH: "A draw: one piece each is left.",
    Termination.REPETITION: "A draw: the position arose for the third time.",
    Termination.NO_PROGRESS: "A draw: too many moves without progress.",
    Termination.ENDING: "A draw: the moves allowed for this ending are used up.",
    Termination.AGREEMENT: "A draw by agreement.",
}


def describe(outcome: Outcome) -> str:
    """An end in words."""
    winner = Color.WHITE if outcome.winner is None else outcome.winner
    return _ENDS[outcome.termination].format(
        winner=str(winner).capitalize(), loser=str(winner.other).capitalize()
    )


def diagram(board: Board, bottom: Color) -> Text:
    """The board with the names of its files and ranks, seen from one side.

    White's pieces are bright and Black's red; where there is no colour, Black's bear a dot.
    """
    shape = board.shape
    at = {place: square for square, place in enumerate(shape.coordinates)}
    turned = bottom is Color.BLACK
    files = range(shape.files)[:: -1 if turned else 1]
    text = Text()
    for rank in range(shape.ranks)[:: 1 if turned else -1]:
        text.append(f"{rank + 1:>2} ", "dim")
        for file in files:
            square = at.get((file, rank))
            piece = None if square is None else board.piece_at(square)
            if piece is None:
                text.append(" . " if square is not None else "   ", "dim")
            else:
                sign, style = _SIGNS[piece]
                text.append(f" {sign}{'·' if piece.color is Color.BLACK else ' '}", style)
        text.append("\n")
    text.append("   " + "".join(f" {chr(ord('a') + file)} " for file in files), "dim")
    return text


def play_game(
    console: Console,
    *,
    rules: str = "dama",
    level: str = "easy",
    side: str = "white",
    two: bool = False,
    fen: str | None = None,
) -> None:
    """Play until the game is over, or the player leaves.

    Args:
        console: where to show the game and read the moves.
        rules: the id of a rule set.
        level: ``"easy"``, ``"medium"`` or ``"hard"``.
        side: ``"white"``, ``"black"`` or ``"lot"``: the person's side.
        two: two people; the computer takes no part.
        fen: the first position, if not the usual one.

    Raises:
        DamahaneError: an option is not one of those.
    """
    game = Game(rules, fen)
    if two:
        _Table(console, game, None, Level.EASY).run()
        return
    if game.rules.shape.diagonal:
        raise RulesError(f"the computer does not play {rules} yet; add --two to play it in pairs")
    sides = {"white": Color.WHITE, "black": Color.BLACK, "lot": random.choice(list(Color))}
    if side not in sides:
        raise DamahaneError(f"no side {side!r}; expected white, black or lot")
    if game.rules.colors_by_lot:
        console.print(f"{game.rules.name}: the sides are drawn by lot.", markup=False)
        side = "lot"
    if level not in {each.value for each in Level}:
        raise DamahaneError(f"no level {level!r}; expected easy, medium or hard")
    _Table(console, game, sides[side], Level(level)).run()


class _Table:
    """One game at the terminal. `person` is None where both sides are people."""

    def __init__(self, console: Console, game: Game, person: Color | None, level: Level) -> None:
        self.console = console
        self.game = game
        self.person = person
        self.level = level
        self.seed = random.getrandbits(32)
        self.left = False
        self.shown: str | None = None
        self.commands: dict[str, Callable[[], None]] = {
            "moves": self.list_moves,
            "undo": self.undo,
            "draw": self.offer_draw,
            "resign": self.resign,
            "fen": lambda: self.say(self.game.board.fen()),
            "help": lambda: self.say(HELP),
            "quit": self.leave,
        }

    def say(self, text: str) -> None:
        self.console.print(text, markup=False)

    def run(self) -> None:
        self.say(f"{self.game.rules.name}. {HELP}")
        while self.game.outcome is None and not self.left:
            if self.person in (None, self.game.turn):
                self.persons_turn()
            else:
                self.computers_turn()
        outcome = self.game.outcome
        if outcome is not None:
            self.show()
            self.say(describe(outcome))

    def show(self) -> None:
        """Show the board, unless it stands there as it was."""
        board = self.game.board
        if board.fen() != self.shown:
            self.console.print(diagram(board, self.person or Color.WHITE))
            self.shown = board.fen()

    def persons_turn(self) -> None:
        self.show()
        due = self.game.board.due
        turn = str(self.game.turn).capitalize()
        note = f" (a capture of {due} is due)" if due else ""
        try:
            typed = self.console.input(f"{turn}{note}: ").strip()
        except (EOFError, KeyboardInterrupt):
            self.leave()
            return
        try:
            command = self.commands.get(typed.lower())
            if command is not None:
                command()
            elif typed:
                self.game.play(typed)
        except InvalidMoveError as error:
            self.say(f"{error}. Type help for what else there is.")
        except MoveError as error:
            self.say(self.explain(typed) or f"{error}.")
        except DamahaneError as error:
            self.say(f"{error}.")

    def explain(self, typed: str) -> str | None:
        """Why the move that was typed is refused, if the rules have a word for it."""
        board = self.game.board
        refusal = why_not(board, notation.parse_stops(typed, board.shape))
        return refusal.text if refusal else None

    def computers_turn(self) -> None:
        with self.console.status("thinking"):
            thought = think(self.request())
        played = str(self.game.turn).capitalize()
        self.game.play(thought.move)
        self.say(f"{played} plays {self.game.played[-1].text}")

    def request(self) -> Request:
        return Request.of(self.game, level=self.level, seed=self.seed)

    def list_moves(self) -> None:
        board = self.game.board
        self.say("  ".join(board.text(move) for move in board.legal_moves))

    def undo(self) -> None:
        """Take back to one's own last decision."""
        if not any(self.person in (None, played.color) for played in self.game.played):
            raise GameError("you have made no move to take back")
        self.game.undo()
        if self.person not in (None, self.game.turn):
            self.game.undo()

    def resign(self) -> None:
        if self.agreed("Give the game up?"):
            self.game.resign(self.game.turn)

    def agreed(self, question: str) -> bool:
        """Whether a question is answered with yes."""
        try:
            answer = self.console.input(f"{question} (y/n): ", markup=False)
        except (EOFError, KeyboardInterrupt):
            return False
        return answer.strip().lower() in {"y", "yes"}

    def offer_draw(self) -> None:
        turn = self.game.turn
        self.game.offer_draw(turn)
        if self.person is None:
            accepted = self.agreed(f"{str(turn.other).capitalize()}, do you accept a draw?")
        else:
            with self.console.status("considering"):
                accepted = accept_draw(self.request()).accept
        if accepted:
            self.game.accept_draw(turn.other)
        else:
            self.game.decline_draw(turn.other)
            self.say("The offer is declined.")

    def leave(self) -> None:
        self.left = True
        self.say("Goodbye.")
