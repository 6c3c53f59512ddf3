"""Game: playing, draw offers, resignation, undo and the score."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import cycle, pairwise

import pytest

from damahane import (
    RULE_SETS,
    Color,
    DrawOfferError,
    FenError,
    Game,
    GameError,
    HuffError,
    IllegalMoveError,
    Move,
    MoveError,
    Outcome,
    Route,
    RulesError,
    Termination,
)

WHITE, BLACK = Color.WHITE, Color.BLACK
AGREEMENT = Outcome(Termination.AGREEMENT, None)
#: Kings that walk out of each other's reach; 40 plies without a third repetition.
WALK = "W:WKa1,g2:BKa8"
BOTH = pytest.mark.parametrize("color", [WHITE, BLACK], ids=str)
#: White captures the last piece.
ONE_MOVE_LEFT = "W:Wb2,h2:Bb3"


def walked(rules: str, plies: int) -> Game:
    """A game after so many plies of two kings walking round."""
    game = Game(rules, WALK)
    rounds = [["a1", "b1", "c1", "d1", "e1"], ["a8", "b8", "c8", "d8"]]
    walks = [cycle(f"{a}-{b}" for a, b in pairwise([*stops, stops[0]])) for stops in rounds]
    for ply in range(plies):
        game.play(next(walks[ply % 2]))
    assert game.outcome is None
    return game


def state(game: Game) -> tuple[object, ...]:
    """All that a game shows of itself."""
    board = game.board
    return (
        game.actions,
        game.moves,
        game.turn,
        game.offer,
        game.outcome,
        game.huffable,
        game.score(pieces=True),
        board,
        board.ply,
        board.repetitions(),
        game.why_no_offer(),
    )


def outcome(game: Game) -> Outcome | None:
    """How the game stands now; a call, since type checkers take an attribute not to change."""
    return game.outcome


def refused(game: Game, action: Callable[[], object], error: type[GameError | MoveError]) -> None:
    """The action raises this error and changes nothing."""
    before = state(game)
    with pytest.raises(error):
        action()
    assert state(game) == before


# Playing


def test_a_game_begins_at_the_start_of_dama() -> None:
    """By default it is dama, White to move, nothing played."""
    game = Game()
    assert game.rules is RULE_SETS["dama"]
    assert (game.turn, game.moves, game.actions, game.offer) == (WHITE, (), (), None)
    assert game.outcome is None
    assert game.huffable == ()


def test_a_game_from_a_fen_or_of_unknown_rules() -> None:
    """A position may be given; a bad one and an unknown rule set are refused."""
    game = Game("damas64", "B:WKa1:Bb8:H3:F9")
    assert game.turn is BLACK
    assert game.start == "B:WK29:B1:H3:F9"
    with pytest.raises(FenError):
        Game("dama", "B:WKa1:Ba1")
    with pytest.raises(RulesError):
        Game("chess")


def test_moves_are_kept_as_they_were_played() -> None:
    """Texts, moves and routes are accepted; side, route and text of each are kept."""
    game = Game("dama", "W:WKa1,b2:Ba3,a6,h7")
    square = game.board.shape.square
    a1, a3, a5, a6, a7, a8 = (square(name) for name in ("a1", "a3", "a5", "a6", "a7", "a8"))
    assert game.play("a1xa5xa7") == Route((a1, a5, a7), (a3, a6))
    assert game.play(Move(square("h7"), square("h6"))) == Route((square("h7"), square("h6")))
    assert game.play(Route((a7, a8))) == Route((a7, a8))
    assert [(p.color, p.text) for p in game.played] == [
        (WHITE, "a1xa7"),
        (BLACK, "h7-h6"),
        (WHITE, "a7-a8"),
    ]
    assert game.moves == tuple(p.route for p in game.played)
    assert game.actions == game.played
    assert game.turn is BLACK


@pytest.mark.parametrize(
    "move", ["a3-a2", "a3xa5", "nonsense", Move(0, 8), Route((0, 8)), Route(())]
)
def test_an_illegal_move_changes_nothing(move: Move | Route | str) -> None:
    """Move, route or text: the game is as it was, an open offer included."""
    game = Game()
    game.play("a3-a4")
    game.offer_draw(WHITE)
    refused(game, lambda: game.play(move), MoveError)
    assert game.offer is WHITE


def test_the_board_is_a_copy() -> None:
    """What is done to it does not reach the game."""
    game = Game()
    game.board.push("a3-a4")
    game.board.remove(game.board.shape.square("a2"))
    assert game.turn is WHITE
    assert game.board.fen() == Game().board.fen()


def test_a_game_ends_by_its_board() -> None:
    """The capture of the last piece ends it."""
    game = Game("dama", ONE_MOVE_LEFT)
    game.play("b2xb4")
    assert game.outcome == Outcome(Termination.NO_PIECES, WHITE)


# Draw offers


@BOTH
def test_an_offer_is_accepted_by_the_other_side(color: Color) -> None:
    """Either side may offer at any turn; acceptance draws the game."""
    game = Game()
    game.offer_draw(color)
    assert game.offer is color
    assert outcome(game) is None
    game.accept_draw(color.other)
    assert outcome(game) == AGREEMENT
    assert game.score() == (1, 1)


@BOTH
def test_an_offer_may_be_declined(color: Color) -> None:
    """The game goes on, and an offer can be made anew."""
    game = Game()
    game.offer_draw(color)
    game.decline_draw(color.other)
    assert game.offer is None
    assert game.outcome is None
    game.offer_draw(color)
    assert game.offer is color


def test_an_offer_lapses_when_the_other_side_moves() -> None:
    """A move of the side that was asked is a refusal."""
    game = Game()
    game.offer_draw(BLACK)
    game.play("a3-a4")
    assert game.offer is None
    refused(game, lambda: game.accept_draw(WHITE), DrawOfferError)


def test_an_offer_stands_while_its_own_side_moves() -> None:
    """White offers, moves, and Black answers on its turn; Black's move then lets it lapse."""
    game = Game()
    game.offer_draw(WHITE)
    game.play("a3-a4")
    assert game.offer is WHITE
    game.play("a6-a5")
    assert game.offer is None


@BOTH
def test_nobody_answers_an_offer_of_their_own_or_none(color: Color) -> None:
    """Accepting and declining need an offer of the other side."""
    game = Game()
    refused(game, lambda: game.accept_draw(color), DrawOfferError)
    refused(game, lambda: game.decline_draw(color), DrawOfferError)
    game.offer_draw(color)
    refused(game, lambda: game.accept_draw(color), DrawOfferError)
    refused(game, lambda: game.decline_draw(color), DrawOfferError)


@BOTH
def test_one_offer_at_a_time(color: Color) -> None:
    """While one stands neither side makes another."""
    game = Game()
    game.offer_draw(color)
    refused(game, lambda: game.offer_draw(color), DrawOfferError)
    refused(game, lambda: game.offer_draw(color.other), DrawOfferError)


@BOTH
def test_the_federation_allows_no_offer_in_the_first_20_moves(color: Color) -> None:
    """After 39 plies it is refused, after 40 it is allowed."""
    game = walked("federation", 39)
    assert game.why_no_offer() is not None
    refused(game, lambda: game.offer_draw(color), DrawOfferError)
    game = walked("federation", 40)
    assert game.why_no_offer() is None
    game.offer_draw(color)
    assert game.offer is color


def test_the_early_offer_is_refused_in_words() -> None:
    """The message states the rule."""
    with pytest.raises(DrawOfferError, match="first 20 moves"):
        Game("federation").offer_draw(WHITE)


@pytest.mark.parametrize("rules", [r for r in RULE_SETS if r != "federation"])
def test_other_rule_sets_allow_an_offer_at_once(rules: str) -> None:
    """Only the federation waits."""
    game = Game(rules)
    assert game.why_no_offer() is None
    game.offer_draw(BLACK)
    game.accept_draw(WHITE)
    assert game.outcome == AGREEMENT


def test_the_plies_before_a_fen_count_for_the_ban() -> None:
    """A position of move 21 may be offered in, one of move 20 not yet."""
    Game("federation", WALK + ":F21").offer_draw(WHITE)
    with pytest.raises(DrawOfferError):
        Game("federation", WALK + ":F20").offer_draw(WHITE)


# Resignation


@BOTH
def test_resignation_wins_for_the_other_side(color: Color) -> None:
    """Also out of turn, and it clears an offer."""
    game = Game()
    game.offer_draw(color)
    game.resign(color)
    assert game.outcome == Outcome(Termination.RESIGNATION, color.other)
    assert game.offer is None
    assert game.score() == ((0, 2) if color is WHITE else (2, 0))


# After the end


def agreed() -> Game:
    game = Game()
    game.play("a3-a4")
    game.offer_draw(WHITE)
    game.accept_draw(BLACK)
    return game


def resigned() -> Game:
    game = Game()
    game.play("a3-a4")
    game.resign(WHITE)
    return game


def won() -> Game:
    game = Game("dama", ONE_MOVE_LEFT)
    game.play("b2xb4")
    return game


def won_with_an_offer() -> Game:
    game = Game("dama", ONE_MOVE_LEFT)
    game.offer_draw(WHITE)
    game.play("b2xb4")
    return game


def drawn_with_an_offer() -> Game:
    game = Game("dama", "W:WKa1:Ba3,Kh7")
    game.offer_draw(WHITE)
    game.play("a1xa4")
    return game


ENDS = [agreed, resigned, won, won_with_an_offer, drawn_with_an_offer]


@BOTH
@pytest.mark.parametrize("ended", ENDS)
def test_after_the_end_nothing_is_possible(ended: Callable[[], Game], color: Color) -> None:
    """No move, offer, answer, resignation or huff changes a finished game."""
    game = ended()
    ended_by = game.outcome
    assert ended_by is not None
    for route in game.board.routes():
        refused(game, lambda route=route: game.play(route), GameError)  # type: ignore[misc]
    refused(game, lambda: game.play("b3-b4"), GameError)
    refused(game, lambda: game.offer_draw(color), DrawOfferError)
    refused(game, lambda: game.accept_draw(color), DrawOfferError)
    refused(game, lambda: game.decline_draw(color), DrawOfferError)
    refused(game, lambda: game.resign(color), GameError)
    refused(game, lambda: game.huff(0), GameError)
    assert game.outcome == ended_by


@pytest.mark.parametrize("ended", ENDS)
def test_a_finished_game_has_no_offer_open(ended: Callable[[], Game]) -> None:
    """Whoever looks at it is not asked to answer."""
    assert ended().offer is None


# Undo


def test_undo_takes_moves_back_to_the_start() -> None:
    """Each undo gives the move it took back; at the start there is none."""
    game = Game()
    states = [state(game)]
    for text in ("d3-d4", "d6-d5", "d4xd8", "h6-h5"):
        game.play(text)
        states.append(state(game))
    for text in ("h6-h5", "d4xd8", "d6-d5", "d3-d4"):
        assert state(game) == states.pop()
        action = game.undo()
        assert getattr(action, "text", None) == text
    assert state(game) == states.pop()
    refused(game, game.undo, GameError)


@pytest.mark.parametrize("ended", ENDS)
def test_undo_after_the_end_lets_the_game_go_on(ended: Callable[[], Game]) -> None:
    """The end is taken back with the move before it, and another move can be played."""
    game = ended()
    game.undo()
    assert game.outcome is None
    assert game.turn is WHITE
    assert game.offer is None
    game.play(game.board.routes()[-1])


def test_undo_takes_back_an_open_offer() -> None:
    """An offer made after the move goes with it."""
    game = Game()
    game.play("a3-a4")
    game.offer_draw(BLACK)
    game.undo()
    assert game.offer is None
    assert state(game) == state(Game())


def test_undo_of_a_draw_by_repetition_or_count() -> None:
    """The counts go back too."""
    game = Game("dama", WALK + ":H49")
    game.play("a1-b1")
    assert outcome(game) == Outcome(Termination.NO_PROGRESS, None)
    game.undo()
    assert outcome(game) is None
    game.play("g2-g3")
    assert outcome(game) is None
    assert game.board.quiet_clock == 0


# Score


@pytest.mark.parametrize(
    ("ended", "points", "pieces"),
    [(agreed, (1, 1), (16, 16)), (resigned, (0, 2), (16, 16)), (won, (2, 0), (2, 0))],
)
def test_the_score_counts_points_or_pieces(
    ended: Callable[[], Game], points: tuple[int, int], pieces: tuple[int, int]
) -> None:
    """Two for a win, one for a draw; or the pieces left, men and kings alike."""
    game = ended()
    assert game.score() == points
    assert game.score(pieces=True) == pieces


def test_points_are_given_at_the_end_only() -> None:
    """A running game has pieces to count, but no points yet."""
    game = Game("damas100", "W:WKa1,c1:Bb10,Kd10,f10")
    with pytest.raises(GameError, match="goes on"):
        game.score()
    assert game.score(pieces=True) == (2, 3)


# Others


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_without_huffing_nothing_is_huffed(rules: str) -> None:
    """Huffing is off in every rule set as it comes, and due captures cannot be missed."""
    diagonal = RULE_SETS[rules].shape.diagonal
    fen, quiet = ("W:Wc3,g3:Bd4,h8", "g3-h4") if diagonal else ("W:Wc3,g3:Bc4,h7", "g3-h3")
    game = Game(rules, fen)
    refused(game, lambda: game.play(quiet), IllegalMoveError)
    assert game.huffable == ()
    refused(game, lambda: game.huff(0), HuffError)


def test_the_repr_says_how_it_stands() -> None:
    """Rule set, number of moves, and the side to move or the result."""
    game = Game()
    game.play("a3-a4")
    assert repr(game) == "<Game dama: 1 moves, black to move>"
    game.resign(BLACK)
    assert repr(game) == "<Game dama: 1 moves, 1-0>"


def test_playing_on_a_copy_leaves_the_game_as_it_was() -> None:
    """A copy has the moves, and its own life from there."""
    game = Game("dama")
    game.play("d3-d4")
    twin = copy.copy(game)
    twin.play("e6-e5")
    twin.undo()
    twin.undo()
    assert [played.text for played in game.played] == ["d3-d4"]
    assert twin.played == ()
    assert game.turn is Color.BLACK


@pytest.mark.parametrize("color", Color)
def test_a_side_that_runs_out_of_time_has_lost(color: Color) -> None:
    """Whatever stands on the board, the other side wins, and the game is over."""
    game = Game("dama", "W:WKa1,Kc1,Ke2:Bh7")
    game.run_out(color)
    assert game.outcome == Outcome(Termination.TIME, color.other)
    assert Termination.TIME.decides
    with pytest.raises(GameError, match="over"):
        game.run_out(color)
