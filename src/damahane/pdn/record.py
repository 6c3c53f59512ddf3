"""What a game file says of a game: tags, moves, marks, comments and variations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from damahane.board import Board
from damahane.errors import GameError
from damahane.game import Game, Played
from damahane.movegen import Route
from damahane.rules import DAMA, RuleSet
from damahane.squares import Color

from .tags import (
    GAME_TYPES,
    UNFINISHED,
    ResultStyle,
    game_type,
    is_decided,
    is_result,
    same_result,
    start_fen,
    styled,
    usual_style,
    winner,
)

#: Variations within variations, at most: few enough to compare, copy and show a record whole.
MAX_DEPTH: Final = 32


@dataclass(slots=True)
class Node:
    """A move with what is noted at it.

    Attributes:
        route: its squares.
        text: as it is written in its position; `Board.text` gives it.
        nags: its marks as numbers, as in PGN: 1 is ``!``, 2 ``?``, 3 ``!!``, 4 ``??``, 5 ``!?``,
            6 ``?!``, 7 forced.
        comment: the comment after it.
        huff: the piece huffed right after it, by the square where it stood before the move.
        variations: what could have been played instead.
    """

    route: Route
    text: str
    nags: list[int] = field(default_factory=list)
    comment: str = ""
    huff: int | None = None
    variations: list[Variation] = field(default_factory=list)


@dataclass(slots=True)
class Variation:
    """A line of moves in place of another.

    Attributes:
        moves: the line, its first move being the alternative.
        comment: the comment before its first move.
    """

    moves: list[Node] = field(default_factory=list)
    comment: str = ""


@dataclass(slots=True)
class GameRecord:
    """A game as a file has it.

    >>> game = Game("ludoteka")
    >>> route = game.play("d3-d4")
    >>> record = GameRecord.from_game(game, {"White": "Ayşe"})
    >>> list(record.tags.items())[2:]
    [('GameType', '30,W,8,8,A0,0'), ('RuleSet', 'ludoteka')]
    >>> record.game().moves == game.moves
    True

    Attributes:
        tags: every tag in order, unknown ones too. Of those that say which game it is
            (``GameType``, ``RuleSet``, ``Huffing``), `rules` has the last word.
        rules: the rule set, with huffing on or off.
        moves: the main line.
        comment: the comment before the first move.
    """

    tags: dict[str, str] = field(default_factory=dict)
    rules: RuleSet = DAMA
    moves: list[Node] = field(default_factory=list)
    comment: str = ""

    @property
    def result(self) -> str:
        """How the game ended: a result of either style, ``0-0``, or ``*`` if that is not known."""
        value = self.tags.get("Result", "").strip()
        return value if is_result(value) else UNFINISHED

    def board(self) -> Board:
        """The first position.

        Raises:
            FenError: the ``FEN`` tag does not describe one.
        """
        fen = start_fen(self.tags)
        return Board(self.rules) if fen is None else Board.from_fen(fen, self.rules)

    @classmethod
    def from_game(
        cls, game: Game, tags: Mapping[str, str] | None = None, *, style: ResultStyle | None = None
    ) -> GameRecord:
        """A record of a game, without comments.

        Args:
            game: the game, finished or not.
            tags: what else to say of it, such as ``White`` and ``Date``. They come first. A
                ``Result`` among them stands if the game itself has none.
            style: how to write the result: ``"1-0"`` or ``"2-0"``; else as is usual in PDN.
        """
        record = cls(dict(tags or {}), game.rules)
        outcome = game.outcome
        result = outcome.result if outcome else record.tags.get("Result", UNFINISHED)
        record.tags["Result"] = styled(result, style or usual_style(game.rules))
        start = Board.from_fen(game.start, game.rules)
        set_up = game.start != Board(game.rules).fen(clocks=True)
        record.tags.pop("SetUp", None)
        record.tags.pop("FEN", None)
        if set_up:
            record.tags |= {"SetUp": "1", "FEN": written_fen(start)}
        record.tags = described(record.tags, game.rules)
        for action in game.actions:
            if isinstance(action, Played):
                record.moves.append(Node(action.route, action.text))
            else:
                record.moves[-1].huff = action.square
        return record

    def game(self) -> Game:
        """The main line, replayed. Undecided on the board, it ends as ``Result`` says.

        A win is then a resignation, and a draw an agreement. ``0-0`` leaves the game unfinished.

        Raises:
            FenError: the ``FEN`` tag does not describe a position.
            MoveError: a move is not legal.
            GameError: the moves go on after the end of the game, or ``Result`` contradicts the
                end on the board or cannot come about by the rules.
        """
        game = Game(self.rules, start_fen(self.tags))
        for node in self.moves:
            game.play(node.route)
            if node.huff is not None:
                game.huff(node.huff)
        _end(game, self.result)
        return game


def _end(game: Game, result: str) -> None:
    """End a replayed game as its record says."""
    if not is_decided(result):
        return
    outcome, won = game.outcome, winner(result)
    if outcome is not None:
        if not same_result(outcome.result, result):
            raise GameError(f"the result is given as {result}, but it is {outcome.result}")
    elif won is not None:
        game.resign(won.other)
    else:
        game.offer_draw(Color.WHITE)
        game.accept_draw(Color.BLACK)


def written_fen(board: Board) -> str:
    """A position as a ``FEN`` tag has it: with its clocks only where they have run."""
    return board.fen(clocks=True).removesuffix(":H0:F1")


def described(tags: Mapping[str, str], rules: RuleSet) -> dict[str, str]:
    """The tags, made to say truly which game is played; the order stays."""
    described = dict(tags) | {"GameType": game_type(rules)}
    if "RuleSet" in tags or GAME_TYPES[rules.game_type].id != rules.id:
        described["RuleSet"] = rules.id
    if "Huffing" in tags or rules.huffing:
        described["Huffing"] = "1" if rules.huffing else "0"
    return described
