"""Positions, lines and game files as the analysis board has them.

The page holds a tree of moves; here moves are read, checked, drawn out and written. Games may go on
after a draw: whoever studies may want to know.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from damahane import RULE_SETS, Board, Color, DamahaneError, Game, Piece, Route, RuleSet
from damahane.engine import Limits, Request
from damahane.engine.score import win_distance, winning_chance
from damahane.pdn import GameRecord, Node, Variation
from damahane.pdn.record import MAX_DEPTH

from . import words
from .play import check
from .state import LastModel, Model, PositionModel, Side, position, side

MOST_PLIES: Final = 1000
MOST_NODES: Final = 20_000
LINE_SHOWN: Final = 16
"""Plies of an expected line that are sent."""

RulesId = Literal[
    "dama", "ludoteka", "federation", "damas100", "damas64", "international", "brazilian"
]
MoveText = Annotated[str, Field(min_length=2, max_length=400)]
HUFF: Final = "huff "


class Place(BaseModel):
    """A position by the way to it."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"rules": "dama", "moves": ["d3-d4", "d6-d5"]}]},
    )

    rules: RulesId = "dama"
    huffing: bool = False
    fen: str | None = Field(None, max_length=1024)
    moves: tuple[MoveText, ...] = Field(
        (), max_length=MOST_PLIES, description='Moves in order; "huff d4" takes a piece off.'
    )


class NodeModel(Model):
    """A move of a tree, with the board after it.

    `cells` has a letter for each square: w and b are men, W and B kings.
    """

    text: str
    full: str
    stops: tuple[str, ...]
    captured: tuple[str, ...]
    cells: str
    turn: Side = Field(description="Who is to move after it.")
    nags: tuple[int, ...] = ()
    comment: str = ""
    huff: str | None = None
    variations: tuple[VariationModel, ...] = ()


class VariationModel(Model):
    """What could have been played instead of a move."""

    comment: str
    moves: tuple[NodeModel, ...]


class TreeModel(Model):
    """A game with everything that is noted in it."""

    tags: dict[str, str]
    rules: str
    rules_name: str
    huffing: bool
    fen: str | None
    cells: str
    turn: Side
    ply: int
    comment: str
    result: str
    moves: tuple[NodeModel, ...]


class ScoreModel(Model):
    """What a position is worth, as White sees it.

    `men` is in men; where a win is certain, `wins` says whose and `moves` in how many moves.
    """

    chance: float = Field(description="White's chance to win, from 0 to 1; half where it is level.")
    men: float
    wins: Side | None = None
    moves: int = 0


class LineModel(Model):
    """A line of play and what it is worth."""

    score: ScoreModel
    moves: tuple[NodeModel, ...]


class AnalysisModel(PositionModel):
    """A position that is looked at: its legal routes, and whether the game would be over."""

    rules: str
    ply: int
    quiet: int
    clocked_fen: str
    played: NodeModel | None = Field(description="The last move.")
    over: str | None = Field(description="How the game would have ended here.")


class GivenNode(BaseModel):
    """A move of a tree that is to be written."""

    model_config = ConfigDict(extra="ignore")

    full: MoveText
    nags: tuple[Annotated[int, Field(ge=0, le=255)], ...] = Field((), max_length=8)
    comment: str = Field("", max_length=4000)
    huff: str | None = Field(None, max_length=4)
    variations: tuple[GivenVariation, ...] = Field((), max_length=64)


class GivenVariation(BaseModel):
    """A line of a tree that is to be written."""

    model_config = ConfigDict(extra="ignore")

    comment: str = Field("", max_length=4000)
    moves: tuple[GivenNode, ...] = Field((), max_length=MOST_PLIES)


class GivenTree(GivenVariation):
    """A tree that is to be written."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"moves": [{"full": "d3-d4"}, {"full": "d6-d5", "comment": "Gives two men."}]}
            ]
        }
    )

    rules: RulesId = "dama"
    huffing: bool = False
    fen: str | None = Field(None, max_length=1024)
    tags: dict[Annotated[str, Field(max_length=64)], Annotated[str, Field(max_length=400)]] = Field(
        {}, max_length=64
    )


def rules_of(name: str, *, huffing: bool = False) -> RuleSet:
    """A rule set, with huffing where it is played and asked for."""
    rules = RULE_SETS[name]
    return rules.with_huffing() if huffing and rules.may_huff else rules


def cells_text(board: Board) -> str:
    """A letter for each square; a dot where it is empty."""
    return "".join(Piece(code).symbol if code else "." for code in board.cells)


@dataclass(frozen=True, slots=True)
class Standing:
    """A position and how it came about.

    Attributes:
        board: the position.
        before: the position before the last move, if any.
        route: the last move.
        huff: the square huffed after it, as it stood before the move.
        start: the first position.
        moves: the moves and huffs since then, as the engine reads them.
        ended: whether the game was over before the last of them.
    """

    board: Board
    before: Board | None
    route: Route | None
    huff: int | None
    start: Board
    moves: tuple[str, ...]
    ended: bool


def stand(place: Place) -> Standing:
    """Play the moves of a place.

    Raises:
        FenError, MoveError, GameError: they cannot be.
        Refused: the first position is none that a page can bear.
    """
    rules = rules_of(place.rules, huffing=place.huffing)
    board = Board(rules) if place.fen is None else Board.from_fen(place.fen, rules)
    check(board)
    start, moves, before, route, huff, ended = board.copy(), [], None, None, None, False
    for text in place.moves:
        if text.startswith(HUFF) and before is not None and route is not None and huff is None:
            board, huff = huffed(before, route, board.shape.square(text[len(HUFF) :]))
            moves.append(HUFF + board.shape.usual(huff))
            continue
        ended = ended or board.outcome() is not None
        before, huff = board.copy(), None
        route = board.parse_route(text)
        moves.append(board.text(route, full=True))
        board.push(route)
    return Standing(board, before, route, huff, start, tuple(moves), ended)


def huffed(before: Board, route: Route, square: int) -> tuple[Board, int]:
    """The position after a move when a piece is then huffed, and where that stood before.

    Raises:
        GameError: it may not be.
    """
    game = Game(before.rules, before.fen())
    game.play(route)
    huff = game.huff(square)
    return game.board.copy(stack=False), huff.square


def look(place: Place) -> AnalysisModel:
    """The position of a place, as it is sent.

    Raises:
        The errors of `stand`.
    """
    standing = stand(place)
    board, outcome = standing.board, standing.board.outcome()
    check(board)
    played = None
    if standing.before is not None and standing.route is not None:
        played = node_model(standing.before, standing.route, board, standing.huff)
    last = None
    if played is not None and standing.before is not None:
        last = LastModel(
            stops=played.stops, captured=played.captured, color=side(standing.before.turn)
        )
    shown = position(board, last=last)
    return AnalysisModel.model_validate(
        {
            **shown.__dict__,
            "rules": place.rules,
            "ply": board.ply,
            "quiet": board.quiet_clock,
            "clocked_fen": board.fen(clocks=True),
            "played": played,
            "over": None if outcome is None else words.ending(outcome, board, None),
        }
    )


def request_of(place: Place, limits: Limits, lines: int = 1) -> Request:
    """What the engine is asked about a place.

    Where the game was over on the way, it is told the position alone, as it knows no game beyond.

    Raises:
        The errors of `stand`.
    """
    standing = stand(place)
    start, moves = standing.start, standing.moves
    rules = standing.board.rules
    if standing.ended:
        start, moves = standing.board, ()
    fen = start.fen(clocks=True)
    return Request(rules.id, fen, moves, limits, lines=lines, huffing=rules.huffing)


def score_model(score: int, color: Color) -> ScoreModel:
    """The engine's value for a side, with that side to move, as it is sent."""
    white = color is Color.WHITE
    chance = winning_chance(score if white else -score)
    distance = win_distance(abs(score))
    if distance is None:
        return ScoreModel(chance=round(chance, 4), men=round((score if white else -score) / 100, 2))
    winner = color if score > 0 else color.other
    moves = (distance + 1) // 2 if winner is color else distance // 2
    men = math.copysign(100, chance - 0.5)
    return ScoreModel(chance=chance, men=men, wins=side(winner), moves=moves)


# Lines and trees


def node_model(
    before: Board,
    route: Route,
    after: Board,
    huff: int | None = None,
    *,
    node: Node | None = None,
    variations: tuple[VariationModel, ...] = (),
) -> NodeModel:
    """A move as it is sent."""
    names = before.shape.names
    return NodeModel(
        text=before.text(route),
        full=before.text(route, full=True),
        stops=tuple(names[square] for square in route.stops),
        captured=tuple(names[square] for square in route.captured),
        cells=cells_text(after),
        turn=side(after.turn),
        nags=tuple(node.nags) if node else (),
        comment=node.comment if node else "",
        huff=None if huff is None else before.shape.usual(huff),
        variations=variations,
    )


def line_models(
    board: Board, texts: Iterable[str], most: int = LINE_SHOWN
) -> tuple[NodeModel, ...]:
    """The moves of an expected line, as they are sent."""
    board, shown = board.copy(), []
    for text, _ in zip(texts, range(most), strict=False):
        before = board.copy(stack=False)
        route = board.parse_route(text)
        board.push(route)
        shown.append(node_model(before, route, board))
    return tuple(shown)


def tree_model(record: GameRecord) -> TreeModel:
    """A game file's game, as it is sent.

    Raises:
        FenError: its first position is none.
    """
    board = record.board()
    start = record.tags.get("FEN", "").strip() and board.fen(clocks=True)
    return TreeModel(
        tags=record.tags,
        rules=record.rules.id,
        rules_name=words.rules_name(record.rules),
        huffing=record.rules.huffing,
        fen=start or None,
        cells=cells_text(board),
        turn=side(board.turn),
        ply=board.ply,
        comment=record.comment,
        result=record.result,
        moves=_nodes(board, record.moves),
    )


def _nodes(board: Board, nodes: Sequence[Node]) -> tuple[NodeModel, ...]:
    shown = []
    for node in nodes:
        after = board_after(board, node)
        variations = tuple(
            VariationModel(comment=line.comment, moves=_nodes(board, line.moves))
            for line in node.variations
        )
        shown.append(
            node_model(board, node.route, after, node.huff, node=node, variations=variations)
        )
        board = after
    return tuple(shown)


def board_after(board: Board, node: Node) -> Board:
    """The position after a move of a record, and what was huffed for it."""
    if node.huff is not None:
        return huffed(board, node.route, node.huff)[0]
    after = board.copy(stack=False)
    after.push(node.route)
    return after


def count(nodes: Iterable[Node]) -> int:
    """How many moves there are, those in variations included."""
    return sum(1 + sum(count(line.moves) for line in node.variations) for node in nodes)


def record_of(given: GivenTree) -> GameRecord:
    """The record of a tree, each move of it checked.

    Raises:
        DamahaneError: a position or move in it cannot be.
    """
    rules = rules_of(given.rules, huffing=given.huffing)
    board = Board(rules) if given.fen is None else Board.from_fen(given.fen, rules)
    check(board)
    tags = {name: text for name, text in given.tags.items() if name not in ("SetUp", "FEN")}
    record = GameRecord(tags, rules, comment=given.comment)
    record.tags.setdefault("Result", "*")
    if given.fen is not None and board != Board(rules):
        record.tags |= {"SetUp": "1", "FEN": board.fen(clocks=True)}
    record.moves = _records(board, given.moves, 0)
    return record


def _records(board: Board, nodes: Sequence[GivenNode], depth: int) -> list[Node]:
    if depth > MAX_DEPTH:
        raise DamahaneError(f"variations nested more than {MAX_DEPTH} deep")
    made = []
    for given in nodes:
        route = board.parse_route(given.full)
        node = Node(route, board.text(route), list(given.nags), given.comment)
        after = board.copy(stack=False)
        if given.huff is None:
            after.push(route)
        else:
            after, node.huff = huffed(board, route, board.shape.square(given.huff))
        for line in given.variations:
            moves = _records(board, line.moves, depth + 1)
            node.variations.append(Variation(moves, line.comment))
        made.append(node)
        board = after
    return made
