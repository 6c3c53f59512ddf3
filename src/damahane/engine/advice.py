"""Advice: a good move, the line behind it, and in a sentence what it is good for.

What a move is good for is read off the position and the line that the search expects: first what
ends the game, then what is won or lost by captures, then kings, then what is saved, threatened or
prevented. Every reason is true on the board; which of several is given is a matter of taste.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from damahane.board import Board
from damahane.movegen import Move, Route
from damahane.squares import Color, Piece

from .exchange import Exchanges, worth
from .request import Limits, Request
from .score import DECIDED, WIN
from .stop import Stop
from .think import think

HINT_NODES = 300_000
"""How many nodes a hint is worth that has no limits."""
MATTERS = 80
"""Hundredths of a man that are worth a word."""
CROWNS_WITHIN = 3
"""Own moves within which a crowning is worth a word."""
WINS_WITHIN = 5
"""Own moves within which the win of a piece is worth a word."""
FEW_PIECES = 8
"""Pieces on the board with which a score of nought is taken for a draw."""
RUNS_WITHIN = 3
"""Steps from its crown within which it is worth a word that nobody stops a man."""
SAFE_REPLIES = 2
"""Safe replies that are few."""
_CAPTURES = 12
_POSITIONS = 5000


class Idea(Enum):
    """What a move is good for."""

    WINS = "wins"
    """It wins the game by force, in `moves` moves."""
    ONLY_MOVE = "only_move"
    HOLDS_OUT = "holds_out"
    """The game is lost, in `moves` moves of the other side; other moves lose no later."""
    TAKES = "takes"
    """It takes pieces, more than are taken back."""
    GIVES_TO_TAKE = "gives_to_take"
    """It gives pieces and takes more in return."""
    EXCHANGES = "exchanges"
    """As much is taken as is given."""
    LOSES_LEAST = "loses_least"
    CROWNS = "crowns"
    """A man is crowned in `moves` moves."""
    WINS_PIECES = "wins_pieces"
    """The line behind it wins material, in `moves` moves."""
    SAVES = "saves"
    """The pieces on `squares` would be taken otherwise."""
    THREATENS = "threatens"
    """It threatens to take."""
    STOPS = "stops"
    """It keeps the men on `squares` from being crowned."""
    DRAWS = "draws"
    """The side that is behind holds the draw."""
    KEEPS_FORMATION = "keeps_formation"
    """The man that moves has a piece behind it."""
    RUNS = "runs"
    """A man that nobody can stop on its file is on its way, `moves` more steps from its crown."""
    CRAMPS = "cramps"
    """The other side is left with `moves` moves that lose nothing."""
    IS_SAFE = "is_safe"
    """It loses nothing."""


@dataclass(frozen=True, slots=True)
class MoveReason:
    """What a move is good for.

    Attributes:
        idea: the kind of reason.
        text: a sentence in English, beginning with a capital and ending with a full stop.
        moves: a number of moves, as the idea says; 0 where it says nothing of any.
        taken: the pieces taken or threatened, men first.
        given: the pieces lost in return, men first.
        squares: the squares of the pieces it is about, as they stand before the move.
    """

    idea: Idea
    text: str = ""
    moves: int = 0
    taken: tuple[Piece, ...] = ()
    given: tuple[Piece, ...] = ()
    squares: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A move to play and why.

    Attributes:
        move: the move, as a full route.
        score: its value for the side to move in hundredths of a man; a win in n plies is
            100,000 - n, a loss in n plies n - 100,000.
        pv: the play expected, `move` first, as full routes.
        reason: what it is good for.
    """

    move: str
    score: int
    pv: tuple[str, ...]
    reason: MoveReason


def hint(request: Request, *, stop: Stop | None = None) -> Hint:
    """Find the best move and say what it is good for; the level of the request does not matter.

    Raises:
        The errors of `think`.
    """
    limits = Limits(nodes=HINT_NODES) if request.limits == Limits() else request.limits
    thought = think(replace(request, level=None, limits=limits), stop=stop)
    reason = explain(request.game().board, thought.pv, thought.score)
    return Hint(thought.move, thought.score, thought.pv, reason)


def explain(board: Board, line: Sequence[str], score: int) -> MoveReason:
    """What the first move of a line is good for.

    >>> board = Board.from_fen("W:Wd4,c5,a2:Bd5,h7")
    >>> explain(board, ["d4xd6"], 100).text
    'Takes a man.'

    Args:
        board: the position.
        line: the move and the play expected after it, as text; captures that follow need not be
            in it.
        score: the value that the search gives the move, for the side to move.

    Raises:
        MoveError: the line cannot be played.
    """
    view = _View.of(board, line, score)
    reason = next(filter(None, (look(view) for look in _LOOKS)), MoveReason(Idea.IS_SAFE))
    return replace(reason, text=_text(reason, board))


@dataclass(slots=True)
class _View:
    """A position, a line, and what becomes of the pieces in it.

    Attributes:
        board: the position.
        moves: the line, continued by captures until none is due.
        cells: the cells before each move of the line, and after the last.
        swings: what the side to move has won after each move, with what new kings are worth.
        is_settled: for each move, whether no capture is due after it.
        score: what the search says.
        exchanges: plays captures out.
    """

    board: Board
    score: int
    exchanges: Exchanges
    moves: list[Move] = field(default_factory=list)
    cells: list[bytearray] = field(default_factory=list)
    swings: list[int] = field(default_factory=list)
    is_settled: list[bool] = field(default_factory=list)

    @classmethod
    def of(cls, board: Board, line: Sequence[str], score: int) -> _View:
        """Play a line."""
        view = cls(board, score, Exchanges(board.rules, _POSITIONS))
        view.cells.append(bytearray(board.cells))
        playing = board.copy()
        for text in line:
            view._play(playing.push(text))
        while not view.is_settled[-1]:
            _, captures = view.exchanges.best(view.cells[-1], view.turn(len(view.moves)), _CAPTURES)
            for move in captures:
                view._play(move)
        return view

    def turn(self, index: int) -> Color:
        """Who makes a move of the line."""
        return self.board.turn.other if index % 2 else self.board.turn

    def _play(self, move: Move) -> None:
        turn = self.turn(len(self.moves))
        before = self.cells[-1]
        gain = self.exchanges.gain(before, move, turn)
        after = self.exchanges.generator.apply(before, move, turn)
        self.moves.append(move)
        self.cells.append(after)
        swing = self.swings[-1] if self.swings else 0
        self.swings.append(swing + (gain if turn is self.board.turn else -gain))
        self.is_settled.append(not self.exchanges.generator.captures(after, turn.other))

    def origin(self, index: int) -> int:
        """Where the piece stood before the line that makes a move of it."""
        square = self.moves[index].start
        for earlier in reversed(self.moves[: index - index % 2 : 2]):
            square = earlier.start if earlier.end == square else square
        return square

    def taken_by(self, color: Color, count: int) -> tuple[Piece, ...]:
        """What a side takes in the first moves of the line, men first."""
        taken = [
            Piece(self.cells[index][square])
            for index in range(count)
            if self.turn(index) is color
            for square in self.moves[index].captured
        ]
        return _men_first(taken)

    def taken(self, count: int) -> tuple[Piece, ...]:
        """What the side to move takes."""
        return self.taken_by(self.board.turn, count)

    def given(self, count: int) -> tuple[Piece, ...]:
        """What it loses."""
        return self.taken_by(self.board.turn.other, count)

    def could(self, color: Color) -> list[Route]:
        """The captures of a side if it were its turn now."""
        return self.exchanges.generator.captures(self.cells[0], color)

    def threat(self, cells: bytearray, color: Color) -> tuple[int, Move | None]:
        """What a side would win by captures if it were its turn, and by which first."""
        gain, line = self.exchanges.best(cells, color, _CAPTURES)
        return gain, line[0] if line else None


def _men_first(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(pieces, key=lambda piece: piece.is_king))


# Each of the following looks for one kind of reason; the first that finds one is believed.


def _end(view: _View) -> MoveReason | None:
    if view.score > DECIDED:
        return MoveReason(Idea.WINS, moves=(WIN - view.score + 1) // 2)
    if view.score < -DECIDED:
        return MoveReason(Idea.HOLDS_OUT, moves=(WIN + view.score) // 2)
    return None


def _draw(view: _View) -> MoveReason | None:
    pieces = view.board.pieces().values()
    own = worth(piece for piece in pieces if piece.color is view.board.turn)
    is_behind = 2 * own - worth(pieces) <= -MATTERS
    is_drawn = view.score == 0 and len(pieces) <= FEW_PIECES
    return MoveReason(Idea.DRAWS) if is_drawn and is_behind else None


def _crowning(view: _View) -> MoveReason | None:
    """A man of the mover's that is crowned soon and not taken at once."""
    for index in range(0, min(len(view.moves), 2 * CROWNS_WITHIN), 2):
        move = view.moves[index]
        if not view.exchanges.is_crowned(view.cells[index], move, view.board.turn):
            continue
        replies = view.moves[index + 1 : index + 2]
        if any(move.end in reply.captured for reply in replies) or view.swings[-1] < MATTERS:
            return None
        return MoveReason(
            Idea.CROWNS,
            moves=index // 2 + 1,
            taken=view.taken(index + 1),
            given=view.given(index + 1),
            squares=(view.origin(index),),
        )
    return None


def _exchange(view: _View) -> MoveReason | None:
    """What the captures bring that the move begins."""
    count = view.is_settled.index(True) + 1
    taken, given, swing = view.taken(count), view.given(count), view.swings[count - 1]
    if not taken and not given:
        return None
    if swing >= MATTERS and view.moves[0].captured:
        return MoveReason(Idea.TAKES, taken=taken, given=given)
    if swing >= MATTERS:
        return MoveReason(Idea.GIVES_TO_TAKE, taken=taken, given=given)
    if view.swings[-1] >= MATTERS or len(view.board.legal_moves) == 1:
        return None  # it pays later, or had to be
    if swing > -MATTERS:
        reply = view.moves[1] if not view.moves[0].captured else None
        if reply in [route.move for route in view.could(view.board.turn.other)]:
            return None  # it could have been played before as well
        return MoveReason(Idea.EXCHANGES, taken=taken, given=given)
    return MoveReason(Idea.LOSES_LEAST, taken=taken, given=given)


def _only(view: _View) -> MoveReason | None:
    return MoveReason(Idea.ONLY_MOVE) if len(view.board.legal_moves) == 1 else None


def _later(view: _View) -> MoveReason | None:
    """Pieces that the line wins: the first capture from which on it is ahead to its end."""
    if view.swings[-1] < MATTERS:
        return None
    ahead = len(view.swings)
    while ahead and (view.swings[ahead - 1] >= MATTERS or not view.is_settled[ahead - 1]):
        ahead -= 1
    first = next(i for i in range(ahead, len(view.moves)) if view.swings[i] >= MATTERS)
    count = first + 1 + view.is_settled[first:].index(True)
    if first // 2 + 1 > WINS_WITHIN or not view.taken(count):
        return None
    return MoveReason(
        Idea.WINS_PIECES, moves=first // 2 + 1, taken=view.taken(count), given=view.given(count)
    )


def _saving(view: _View) -> MoveReason | None:
    """Pieces that the other side could have won."""
    other = view.board.turn.other
    before, capture = view.threat(view.cells[0], other)
    after, _ = view.threat(view.cells[1], other)
    if capture is None or before < MATTERS or before - after < MATTERS:
        return None
    pieces = _men_first(Piece(view.cells[0][square]) for square in capture.captured)
    return MoveReason(Idea.SAVES, taken=pieces, squares=capture.captured)


def _threat(view: _View) -> MoveReason | None:
    """Pieces that could be won if the other side did nothing."""
    gain, capture = view.threat(view.cells[1], view.board.turn)
    if capture is None or gain < MATTERS or not view.is_settled[0]:
        return None
    pieces = _men_first(Piece(view.cells[1][square]) for square in capture.captured)
    return MoveReason(Idea.THREATENS, taken=pieces, squares=capture.captured)


def _stopping(view: _View) -> MoveReason | None:
    """Men that would have been crowned by their next step, and kept their crown."""
    before, after = _about_to_crown(view, 0), _about_to_crown(view, 1)
    stopped = tuple(sorted(before - after))
    if not stopped or after or not view.is_settled[0]:
        return None
    return MoveReason(Idea.STOPS, squares=stopped)


def _about_to_crown(view: _View, index: int) -> set[int]:
    """Men of the other side that can be crowned by a step and not be taken at once."""
    cells, color = view.cells[index], view.board.turn.other
    found = set()
    generator = view.exchanges.generator
    for route in generator.quiet(cells, color):
        if view.exchanges.is_crowned(cells, route.move, color):
            after = generator.apply(cells, route.move, color)
            captures = generator.captures(after, color.other)
            if not any(route.end in capture.captured for capture in captures):
                found.add(route.start)
    return found


def _running(view: _View) -> MoveReason | None:
    """A man that steps forward with no enemy before it, on its file or beside."""
    board, move = view.board, view.moves[0]
    (file, start), (_, end) = (board.shape.coordinates[s] for s in (move.start, move.end))
    piece, sign = Piece(view.cells[1][move.end]), 1 if board.turn is Color.WHITE else -1
    if piece.is_king or board.shape.diagonal or start == end or not view.is_settled[0]:
        return None
    for square, code in enumerate(view.cells[1]):
        its_file, its_rank = board.shape.coordinates[square]
        if (
            code
            and Piece(code).color is not board.turn
            and (Piece(code).is_king or (abs(its_file - file) <= 1 and sign * (its_rank - end) > 0))
        ):
            return None
    left = board.shape.ranks - 1 - end if sign > 0 else end
    return MoveReason(Idea.RUNS, moves=left, squares=(move.start,)) if left <= RUNS_WITHIN else None


def _cramping(view: _View) -> MoveReason | None:
    """Few replies, or none, that lose nothing."""
    cells, color = view.cells[1], view.board.turn.other
    generator = view.exchanges.generator
    replies = {route.move for route in generator.quiet(cells, color)}
    if view.exchanges.best(cells, color, 1)[1] or len(replies) <= SAFE_REPLIES:
        return None
    safe = 0
    for reply in replies:
        after = generator.apply(cells, reply, color)
        loss, _ = view.exchanges.best(after, color.other, _CAPTURES)
        safe += loss < MATTERS
    return MoveReason(Idea.CRAMPS, moves=safe) if safe <= SAFE_REPLIES else None


def _formation(view: _View) -> MoveReason | None:
    """A man that ends with a piece of its own behind it."""
    board, end = view.board, view.moves[0].end
    if Piece(view.cells[1][end]).is_king or not view.is_settled[0]:
        return None
    ahead = 1 if board.turn is Color.WHITE else -1
    _, rank = board.shape.coordinates[end]
    for ray in board.shape.rays[end]:
        code = view.cells[1][ray[0]] if ray else 0
        is_own = code and Piece(code).color is board.turn
        if is_own and board.shape.coordinates[ray[0]][1] == rank - ahead:
            return MoveReason(Idea.KEEPS_FORMATION, squares=(view.moves[0].start,))
    return None


_LOOKS: tuple[Callable[[_View], MoveReason | None], ...] = (
    _end, _draw, _crowning, _exchange, _only, _later, _saving, _threat, _stopping, _running,
    _cramping, _formation,
)  # fmt: skip


# Sentences


def _text(reason: MoveReason, board: Board) -> str:
    """The sentence of a reason."""
    usual = board.shape.usual
    squares = _listed([usual(square) for square in reason.squares])
    men = "man" if len(reason.squares) == 1 else "men"
    taken, given = _named(reason.taken), _named(reason.given)
    lines = {
        Idea.WINS: "Wins at once." if reason.moves == 1 else f"Wins in {_moves(reason.moves)}.",
        Idea.ONLY_MOVE: "It is the only move.",
        Idea.HOLDS_OUT: f"Holds out longest: {_moves(reason.moves)}.",
        Idea.TAKES: f"Takes {taken} for {given}." if given else f"Takes {taken}.",
        Idea.GIVES_TO_TAKE: f"Gives {given} to take {taken}.",
        Idea.EXCHANGES: f"Exchanges {given} for {taken}.",
        Idea.LOSES_LEAST: f"Loses the least: {given}" + (f" for {taken}." if taken else "."),
        Idea.CROWNS: _crowns(reason),
        Idea.WINS_PIECES: f"Wins {_won(reason)} in {_moves(reason.moves)}.",
        Idea.SAVES: f"Saves the {_kind(reason.taken)} on {squares}.",
        Idea.THREATENS: f"Threatens to take {taken}.",
        Idea.STOPS: f"Keeps the {men} on {squares} from being crowned.",
        Idea.DRAWS: "Holds the draw.",
        Idea.KEEPS_FORMATION: "Keeps the formation: the man has a piece behind it.",
        Idea.RUNS: f"Runs for its crown: {_moves(reason.moves)} more.",
        Idea.CRAMPS: _cramps(reason.moves),
        Idea.IS_SAFE: "Is safe: it loses nothing.",
    }
    return lines[reason.idea]


def _cramps(moves: int) -> str:
    if moves == 0:
        return "Leaves the other side no move that loses nothing."
    verb = "loses" if moves == 1 else "lose"
    return f"Leaves the other side only {_moves(moves)} that {verb} nothing."


def _crowns(reason: MoveReason) -> str:
    parts = []
    if reason.given:
        parts.append(f"gives {_named(reason.given)}")
    if reason.taken:
        parts.append(f"takes {_named(reason.taken)}")
    parts.append("crowns" if reason.moves == 1 else f"crowns in {reason.moves} moves")
    text = _listed(parts)
    return f"{text[0].upper()}{text[1:]}."


def _won(reason: MoveReason) -> str:
    """What remains of pieces won when those given are set against them."""
    left = list(reason.taken)
    given = [piece.is_king for piece in reason.given]
    for is_king in given:
        match = next((piece for piece in left if piece.is_king is is_king), None)
        if match is None:
            return "material"
        left.remove(match)
    return _named(tuple(left)) if left else "material"


def _named(pieces: tuple[Piece, ...]) -> str:
    """Pieces in words: a man, 2 kings, 3 men and a king."""
    kings = sum(piece.is_king for piece in pieces)
    men = len(pieces) - kings
    parts = [_counted(men, "man", "men")] if men else []
    return _listed([*parts, _counted(kings, "king")] if kings else parts)


def _kind(pieces: tuple[Piece, ...]) -> str:
    """What to call pieces that are named by their squares."""
    if all(piece.is_king for piece in pieces):
        return "king" if len(pieces) == 1 else "kings"
    if any(piece.is_king for piece in pieces):
        return "pieces"
    return "man" if len(pieces) == 1 else "men"


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"a {one}" if number == 1 else f"{number} {many or one + 's'}"


def _moves(number: int) -> str:
    return "one move" if number == 1 else f"{number} moves"


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
