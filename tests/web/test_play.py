"""A game as its events add up: taking back, offers, and what may come next."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from damahane import Color
from damahane.web.play import MOST_ROUTES, Play, Refused, Task
from damahane.web.store import Event, GameSetup


def against_computer(you: str = "white", rules: str = "dama", fen: str | None = None) -> Play:
    """A game against the computer."""
    return Play(GameSetup("one", rules, "computer", "easy", you, fen))


def for_two(rules: str = "dama", fen: str | None = None) -> Play:
    """A game of two people."""
    return Play(GameSetup("one", rules, "two", fen=fen))


def play(game: Play, *routes: str) -> Play:
    """Play moves of either side."""
    for route in routes:
        game.apply(Event(game.version + 1, "move", {"route": route}))
    return game


def wander(game: Play, ply: int) -> Play:
    """Play on, with any moves, until so many stand."""
    chance = Random(5)
    while game.ply < ply:
        board = game.game.board
        play(game, board.text(chance.choice(board.routes()), full=True))
    return game


def over(game: Play) -> bool:
    """Whether a game has ended."""
    return game.game.outcome is not None


def stones(game: Play) -> str:
    """The position."""
    return game.game.board.fen()


def test_the_same_events_give_the_same_game() -> None:
    """Replaying the events of a game gives its position, version and side to move."""
    game = for_two()
    makers: list[Callable[[], Event]] = [
        lambda: game.moving(["d3", "d4"]),
        lambda: game.moving(["d6", "d5"]),
        game.undoing,
        game.offering,
        lambda: game.answering_person(accept=False),
    ]
    events = []
    for make in makers:
        events.append(make())
        game.apply(events[-1])
    again = Play.replay(game.setup, events)
    assert stones(again) == stones(game)
    assert (again.version, again.ply, again.game.turn) == (5, 1, Color.BLACK)


@pytest.mark.parametrize(
    ("you", "moves", "ply"),
    [
        ("white", [], None),
        ("white", ["d3-d4"], 0),  # the computer still thinks: only one's own move
        ("white", ["d3-d4", "e6-e5"], 0),
        ("white", ["d3-d4", "e6-e5", "a3-a4"], 2),
        ("white", ["d3-d4", "e6-e5", "a3-a4", "a6-a5"], 2),
        ("black", ["d3-d4"], None),  # the computer's move alone is no decision of one's own
        ("black", ["d3-d4", "e6-e5"], 1),
        ("black", ["d3-d4", "e6-e5", "a3-a4"], 1),
    ],
)
def test_against_the_computer_one_takes_back_to_ones_own_last_decision(
    you: str, moves: list[str], ply: int | None
) -> None:
    """Two plies when the computer has replied, one while it thinks."""
    assert play(against_computer(you), *moves).undo_ply == ply


def test_two_people_take_back_one_move() -> None:
    """In a game of two the last move is taken back, whoever made it."""
    game = play(for_two(), "d3-d4", "e6-e5")
    game.apply(game.undoing())
    assert (game.ply, game.game.turn) == (1, Color.BLACK)


def test_an_end_on_the_board_can_be_taken_back_but_not_a_resignation() -> None:
    """A lost or won position is left by taking back; a word that was given is not."""
    game = play(for_two(fen="W:Wd4:Bd5"), "d4xd6")
    assert over(game)
    assert game.undo_ply == 0
    game.apply(game.undoing())
    assert not over(game)
    game.apply(game.resigning())
    assert game.undo_ply is None


def test_in_tournaments_a_draw_is_not_offered_in_the_first_20_moves() -> None:
    """Refused after 39 plies with the reason, taken after 40 (rules.md: federation)."""
    game = wander(for_two("federation"), 39)
    assert game.may.offer_reason == ("In tournaments no draw may be offered in the first 20 moves.")
    with pytest.raises(Refused, match="first 20 moves"):
        game.offering()
    assert wander(game, 40).may.offer


def test_an_offer_is_made_on_ones_own_move() -> None:
    """Against the computer a draw is offered when it is one's own turn."""
    game = play(against_computer(), "d3-d4")
    assert not game.may.offer
    assert game.may.offer_reason == "A draw can be offered when it is your move."


def test_a_computer_that_declined_is_not_asked_again_at_once() -> None:
    """After a refusal ten plies pass before the next offer; then it may be made."""
    game = against_computer()
    game.apply(game.offering())
    assert game.task is Task.ANSWER
    game.apply(game.answering(accept=False))
    for ply in (2, 4, 6, 8):
        assert not wander(game, ply).may.offer
    assert wander(game, 10).may.offer


def test_an_agreed_draw_ends_the_game() -> None:
    """Both sides agreed: a draw, and nothing more may be done."""
    game = for_two()
    game.apply(game.offering())
    assert game.may.answer
    game.apply(game.answering_person(accept=True))
    assert game.game.outcome is not None
    assert game.game.outcome.winner is None
    with pytest.raises(Refused, match="over"):
        game.moving(["d3", "d4"])


def test_the_computers_answer_is_not_given_for_it() -> None:
    """A person cannot answer their own offer in the computer's name."""
    game = against_computer()
    game.apply(game.offering())
    with pytest.raises(Refused):
        game.answering_person(accept=True)


@pytest.mark.parametrize("loser", ["white", "black"])
def test_the_side_that_gives_up_loses(loser: str) -> None:
    """Resigning makes the other side win, whoever's turn it is."""
    game = against_computer(loser)
    game.apply(game.resigning())
    assert game.game.outcome is not None
    assert str(game.game.outcome.winner) == {"white": "black", "black": "white"}[loser]


def test_a_computer_that_would_let_a_king_loose_makes_another_move() -> None:
    """After c4-c7 White could capture in thousands of ways, which no page could bear."""
    fen = "B:WKf7:BKc3,Kc4,Ke5,Kf8,Kc1,Kd8,Kb2,Ke2,Ka1,Kg4,Kh5,Ka5,Kd4,Kd5,Kf6,Kg2"
    game = Play.begin(GameSetup("one", "dama", "computer", "easy", "white", fen))
    event = game.computer_moving("c4-c7")
    assert event.data["route"] != "c4-c7"
    game.apply(event)
    assert len(game.game.board.routes()) <= MOST_ROUTES


@pytest.mark.parametrize(
    "event",
    [Event(1, "dance"), Event(2, "move", {"route": "d3-d4"}), Event(1, "move", {"route": "d3-d6"})],
)
def test_events_that_do_not_fit_are_errors(event: Event) -> None:
    """A damaged game is not played on with."""
    with pytest.raises(ValueError, match=r"event|legal"):
        for_two().apply(event)
