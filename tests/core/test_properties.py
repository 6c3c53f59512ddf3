"""What holds in every position of every rule set, by random games and random positions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damahane import (
    RULE_SETS,
    AmbiguousMoveError,
    Board,
    Color,
    FenError,
    MoveError,
    Piece,
    Route,
    RuleSet,
)
from damahane.rules import Removal

ALL = [
    *RULE_SETS.values(),
    RULE_SETS["damas64"].with_huffing(),
    RULE_SETS["damas100"].with_huffing(),
]
RULES = pytest.mark.parametrize(
    "rules", ALL, ids=lambda rules: rules.id + ("-huffing" if rules.huffing else "")
)
KINGS = (Piece.WHITE_KING, Piece.BLACK_KING)
Choices = list[int]


@st.composite
def placements(draw: st.DrawFn, rules: RuleSet) -> tuple[Color, dict[int, Piece]]:
    """A side to move and up to twelve pieces, many of them kings; no man on its crowning row."""
    squares = st.lists(st.integers(0, len(rules.shape) - 1), max_size=12, unique=True)
    pieces = {}
    for square in draw(squares):
        piece = draw(st.sampled_from([*Piece, *KINGS]))
        crowned = square in rules.crowning_squares(piece.color)
        pieces[square] = Piece.of(piece.color, True) if crowned else piece
    return draw(st.sampled_from(Color)), pieces


def fen_of(turn: Color, pieces: dict[int, Piece], name: Callable[[int], str]) -> str:
    """A FEN written from scratch, in the order in which the pieces were placed."""
    sides = []
    for color in (Color.BLACK, Color.WHITE):
        own = [
            ("K" if piece.is_king else "") + name(square)
            for square, piece in pieces.items()
            if piece.color is color
        ]
        sides.append("WB"[color] + ",".join(own))
    return ":".join(["WB"[turn], *sides])


@st.composite
def boards(draw: st.DrawFn, rules: RuleSet) -> Board:
    """A board of some random pieces."""
    turn, pieces = draw(placements(rules))
    return Board.from_fen(fen_of(turn, pieces, rules.shape.names.__getitem__), rules)


def choices(moves: int) -> st.SearchStrategy[Choices]:
    """Which of the playable routes to take, for a number of moves."""
    return st.lists(st.integers(0, 10**6), max_size=moves)


def state(board: Board) -> tuple[object, ...]:
    """All that a board shows of itself."""
    return (
        board.rules,
        board.cells,
        board.pieces(),
        board.turn,
        board.key,
        board.quiet_clock,
        board.ending,
        board.ending_clock,
        board.ply,
        board.move_stack,
        board.fen(clocks=True),
        board.playable_routes(),
        tuple(board.legal_moves),
        board.outcome(),
        board.repetitions(),
    )


def played(board: Board, picks: Choices) -> list[tuple[object, ...]]:
    """Play on by these picks; gives what the board showed before each move."""
    states = []
    for pick in picks:
        routes = board.playable_routes()
        if not routes:
            break
        states.append(state(board))
        board.push(routes[pick % len(routes)])
    return states


# Push and pop


def check_take_back(board: Board, picks: Choices) -> None:
    twin = board.copy()
    states = played(board, picks)
    moves = board.move_stack
    for before, move in zip(reversed(states), reversed(moves), strict=True):
        assert board.pop() == move
        assert state(board) == before
    assert board == twin


@RULES
@settings(max_examples=15)
@given(data=st.data())
def test_a_game_is_taken_back_move_by_move(rules: RuleSet, data: st.DataObject) -> None:
    """Every field is restored by every pop, from the start of the game."""
    check_take_back(Board(rules), data.draw(choices(60)))


@RULES
@settings(max_examples=25)
@given(data=st.data())
def test_a_random_position_is_taken_back_to(rules: RuleSet, data: st.DataObject) -> None:
    """Every field is restored by every pop, among kings too."""
    check_take_back(data.draw(boards(rules)), data.draw(choices(12)))


@RULES
@settings(max_examples=25)
@given(data=st.data())
def test_a_move_does_what_it_says(rules: RuleSet, data: st.DataObject) -> None:
    """The mover goes from start to end, the captured enemies vanish, nothing else changes."""
    board = data.draw(boards(rules))
    before, turn, ply = board.pieces(), board.turn, board.ply
    for route in board.playable_routes():
        mover = before[route.start]
        assert mover.color is turn
        expected = {s: p for s, p in before.items() if s != route.start}
        for square in route.captured:
            assert expected.pop(square).color is turn.other
        crowned = mover.is_king or route.end in rules.crowning_squares(turn)
        assert route.end not in expected
        expected[route.end] = Piece.of(turn, crowned)
        assert board.push(route) == route.move
        assert board.pieces() == expected
        assert (board.turn, board.ply, board.peek()) == (turn.other, ply + 1, route.move)
        board.pop()


@RULES
@settings(max_examples=25)
@given(data=st.data())
def test_every_refused_move_leaves_the_board_alone(rules: RuleSet, data: st.DataObject) -> None:
    """Any route that is not listed is refused, and nothing changes."""
    board = data.draw(boards(rules))
    square = st.integers(-2, len(rules.shape) + 2)
    squares = st.lists(square, max_size=4).map(tuple)
    route = data.draw(st.builds(Route, squares, squares))
    before = state(board)
    if route not in board.playable_routes():
        with pytest.raises(MoveError):
            board.push(route)
    if route.stops and route.move not in [listed.move for listed in board.playable_routes()]:
        with pytest.raises(MoveError):
            board.push(route.move)
    assert state(board) == before


# Routes


@RULES
@settings(max_examples=40)
@given(data=st.data())
def test_routes_keep_to_the_rules_in_general(rules: RuleSet, data: st.DataObject) -> None:
    """All take the same number, no piece twice, and none breaks its rule of passing."""
    board = data.draw(boards(rules))
    routes = board.routes()
    assert len(set(routes)) == len(routes)
    assert len({len(route.captured) for route in routes}) <= 1
    for route in routes:
        assert len(set(route.captured)) == len(route.captured)
        assert len(route.stops) == max(2, len(route.captured) + 1)
        passed = [route.start]
        arrived = None
        for start, stop in zip(route.stops, route.stops[1:], strict=False):
            direction, ray = next(
                (d, ray) for d, ray in enumerate(rules.shape.rays[start]) if stop in ray
            )
            passed += ray[: ray.index(stop) + 1]
            if not rules.half_turn and arrived is not None:
                assert direction != (arrived + 2) % 4
            arrived = direction
        if not rules.revisit:
            assert len(set(passed)) == len(passed)
        if rules.removal is Removal.AFTER_MOVE:
            assert all(passed.count(square) == 1 for square in route.captured)


@RULES
@settings(max_examples=25)
@given(data=st.data())
def test_turned_round_the_other_colour_has_the_same_routes(
    rules: RuleSet, data: st.DataObject
) -> None:
    """No colour is favoured."""
    turn, pieces = data.draw(placements(rules))
    last = len(rules.shape) - 1  # turning round reverses the order of the squares
    other = {last - s: Piece.of(p.color.other, p.is_king) for s, p in pieces.items()}
    names = rules.shape.names.__getitem__
    board = Board.from_fen(fen_of(turn, pieces, names), rules)
    mirror = Board.from_fen(fen_of(turn.other, other, names), rules)
    expected = {
        Route(tuple(last - s for s in r.stops), tuple(last - s for s in r.captured))
        for r in board.playable_routes()
    }
    assert set(mirror.playable_routes()) == expected


@RULES
@settings(max_examples=25)
@given(data=st.data())
def test_continuations_lead_to_every_route_and_to_no_other(
    rules: RuleSet, data: st.DataObject
) -> None:
    """Following them stop by stop reaches just the legal routes."""
    board = data.draw(boards(rules))
    reached: set[tuple[int, ...]] = set()
    open_ends: list[tuple[int, ...]] = [(start,) for start in board.continuations()]
    while open_ends:
        stops = open_ends.pop()
        nexts = board.continuations(stops)
        open_ends += [(*stops, after) for after in nexts]
        if not nexts:
            reached.add(stops)
    assert reached == {route.stops for route in board.routes()}


# Move texts


def check_texts(board: Board) -> None:
    shape = board.shape
    routes = board.playable_routes()
    ends: dict[tuple[int, int], set[object]] = {}
    for route in routes:
        ends.setdefault((route.start, route.end), set()).add(route.move)
    for route in routes:
        full = board.text(route, full=True)
        assert board.parse_route(full) == route
        named = ("x" if route.captured else "-").join(shape.names[s] for s in route.stops)
        assert board.parse_route(named) == route
        assert board.parse(board.text(route)) == route.move
        assert board.parse(board.text(route.move)) == route.move
        assert board.parse(board.text(route.move, full=True)) == route.move
        short = ("x" if route.captured else "-").join(map(shape.usual, (route.start, route.end)))
        if len(ends[route.start, route.end]) == 1:
            assert board.text(route) == short
            assert board.parse(short) == route.move
        elif not board.rules.huffing:
            assert board.text(route) == full
            with pytest.raises(AmbiguousMoveError):
                board.parse(short)


@RULES
@settings(max_examples=50)
@given(data=st.data())
def test_every_move_is_read_as_it_is_written(rules: RuleSet, data: st.DataObject) -> None:
    """Short and in full, in names and in numbers; short forms only where they are clear."""
    check_texts(data.draw(boards(rules)))


@RULES
@settings(max_examples=8)
@given(data=st.data())
def test_every_move_of_a_game_is_read_as_it_is_written(rules: RuleSet, data: st.DataObject) -> None:
    """In the positions of games from the start as well."""
    board = Board(rules)
    for pick in data.draw(choices(40)):
        check_texts(board)
        routes = board.playable_routes()
        if not routes:
            break
        board.push(routes[pick % len(routes)])


# FEN


@RULES
@settings(max_examples=40)
@given(data=st.data())
def test_a_fen_says_what_it_was_made_from(rules: RuleSet, data: st.DataObject) -> None:
    """Read from names or numbers, in any order, it gives the pieces; and round again."""
    turn, pieces = data.draw(placements(rules))
    clock, number = data.draw(st.integers(0, 999)), data.draw(st.integers(1, 999))
    for name in (rules.shape.names.__getitem__, rules.shape.usual):
        board = Board.from_fen(f"{fen_of(turn, pieces, name)}:H{clock}:F{number}.", rules)
        assert board.pieces() == pieces
        assert (board.turn, board.quiet_clock, board.ply) == (turn, clock, 2 * number - 2 + turn)
        again = Board.from_fen(board.fen(clocks=True), rules)
        assert again == board
        assert state(again) == state(board)
        assert again.fen() == board.fen()


@RULES
@settings(max_examples=8)
@given(data=st.data())
def test_every_position_of_a_game_has_its_fen(rules: RuleSet, data: st.DataObject) -> None:
    """Position, clock and number of the move come back."""
    board = Board(rules)
    for pick in data.draw(choices(40)):
        again = Board.from_fen(board.fen(clocks=True), rules)
        assert again.pieces() == board.pieces()
        assert again.routes() == board.routes()
        assert (again.turn, again.quiet_clock, again.ply) == (
            board.turn,
            board.quiet_clock,
            board.ply,
        )
        routes = board.playable_routes()
        if not routes:
            break
        board.push(routes[pick % len(routes)])


# Anything at all

TEXTS = st.one_of(
    st.text(max_size=60),
    st.text("WBKHF:,.-x 0123456789abcdefghij", max_size=40),
    st.binary(max_size=60).map(lambda data: data.decode("utf-8", "replace")),
    st.binary(max_size=60).map(lambda data: data.decode("utf-8", "surrogateescape")),
    st.binary(max_size=60).map(lambda data: data.decode("latin-1")),
)
SIDES = st.lists(
    st.builds(
        "{}{}".format,
        st.sampled_from(["", "K", "k", "KK"]),
        st.sampled_from(["a1", "b2", "h8", "j10", "e9", "1", "32", "50", "51", "1-4", "9-3", ""]),
    ),
    max_size=4,
).map(",".join)
NEAR_FENS = st.builds(
    ":".join,
    st.lists(
        st.one_of(
            st.sampled_from(["W", "B", "H3", "F4", "H", "Fx", "", "."]),
            st.builds("{}{}".format, st.sampled_from("WBHF"), SIDES),
        ),
        max_size=6,
    ),
)
NEAR_MOVES = st.builds(
    "".join,
    st.lists(
        st.sampled_from(["a1", "a3", "d4", "32", "28", "51", "-", "x", ":", "×", " ", "K", "1."]),
        max_size=8,
    ),
)


@RULES
@settings(max_examples=120)
@given(text=st.one_of(TEXTS, NEAR_FENS))
def test_any_text_is_a_position_or_a_fen_error(rules: RuleSet, text: str) -> None:
    """Nothing else is ever raised, and what is read can be written and read again."""
    try:
        board = Board.from_fen(text, rules)
    except FenError as error:
        assert str(error)  # noqa: PT017  any message will do
        return
    assert Board.from_fen(board.fen(clocks=True), rules) == board
    board.outcome()


@RULES
@settings(max_examples=120)
@given(text=st.one_of(TEXTS, NEAR_MOVES))
def test_any_text_is_a_move_or_a_move_error(rules: RuleSet, text: str) -> None:
    """Nothing else is ever raised, and what is read is a move that can be played."""
    for board in (Board(rules), Board.from_fen("W:WKa1,a3:Bd4,Kf6", rules)):
        before = state(board)
        try:
            move = board.parse(text)
        except MoveError as error:
            assert str(error)  # noqa: PT017  any message will do
        else:
            assert move in {route.move for route in board.playable_routes()}
            route = board.parse_route(text)
            assert route.move == move
        assert state(board) == before
