"""The lessons of the games on straight lines: dama, Ludoteka's and the tournament's."""

from __future__ import annotations

from typing import Final

from damahane import Termination
from damahane.web.texts import N_

from .step import Step

STEPS: Final = (
    Step(
        "board",
        N_("The board and the pieces"),
        N_(
            "Each side has sixteen men on its second and third row; its first row is empty. "
            "White begins. The colour of the squares means nothing: the traditional board has one."
        ),
        N_("Make a first move with a man of the front row."),
        N_("So a game begins."),
        tries=(("d2", "stuck"), ("d6", "not_yours"), ("d5", "no_piece")),
    ),
    Step(
        "man-moves",
        N_("Men go forward or sideways"),
        N_("A man goes one square forward, left or right: never back and never diagonally."),
        N_("Move the man."),
        N_("One square, in one of three directions."),
        "W:Wd4:Bh6,h7",
        tries=(("d4 d3", "backward"), ("d4 e5", "off_line"), ("d4 d6", "too_far")),
    ),
    Step(
        "king-moves",
        N_("Kings fly"),
        N_("A king goes as far as it likes along a free line, in all four directions."),
        N_("Move the king to h4."),
        N_("Any number of empty squares, straight on."),
        "W:WKd4,a2:Bh7",
        ("d4-h4",),
        (("d4 e5", "off_line"),),
    ),
    Step(
        "man-takes",
        N_("Jump to take"),
        N_(
            "A man takes a piece next to it, in front or beside, by jumping to the empty square "
            "just behind that piece."
        ),
        N_("Take the black man beside yours."),
        N_("You jump over it, and it leaves the board."),
        "W:Wd4:Bc4,h6,h7",
        ("d4xb4",),
        (("d4 d5", "capture_due"), ("d4 c4", "capture_due")),
    ),
    Step(
        "not-back",
        N_("Men never take backwards"),
        N_("A piece behind a man is safe from it. Only kings take in all four directions."),
        N_("Try to take the man behind yours, then make a move that is allowed."),
        N_("Forward or sideways: that goes for moving and for taking."),
        "W:Wd4:Bd3,h7",
        tries=(("d4 d2", "backward"),),
    ),
    Step(
        "pair",
        N_("Two in a row are safe"),
        N_(
            "A piece with another one right behind it can't be jumped, not even by a king. That is "
            "why it is good to keep men one behind another."
        ),
        N_("Try to jump over both, then step aside."),
        N_("They guard each other."),
        "W:Wd4:Bd5,d6,h7",
        tries=(("d4 d7", "blocked"), ("d4 d6", "no_room"), ("d4 d5", "no_room")),
    ),
    Step(
        "must",
        N_("Taking is a must"),
        N_("Whoever can take has to take, even if another move looks better."),
        N_("Try to move the man on a2, then take."),
        N_("Rings show the pieces that have to take."),
        "W:Wd4,a2:Bd5,h7",
        ("d4xd6",),
        (("a2 a3", "capture_due"), ("a2", "capture_due")),
    ),
    Step(
        "chain",
        N_("One jump after another"),
        N_("As long as the piece that has taken can take again it goes on, all in one move."),
        N_("Take all four: tap the stops one after another, or the last one at once."),
        N_("Four pieces in one move."),
        "W:Wa3:Bb3,c4,b5,a6,h6,h7",
        ("a3xa7",),
        (("a3 c3 d3", "goes_on"),),
    ),
    Step(
        "most",
        N_("The most counts"),
        N_("Of all captures you have to make the one that takes the most pieces."),
        N_("One man could take one, the other takes two. Find the right one."),
        N_("Two are more than one, so there was no choice."),
        "W:Wc3,f3:Bc4,f4,f6,h7",
        ("f3xf7",),
        (("c3 c5", "takes_fewer"),),
    ),
    Step(
        "king-counts-one",
        N_("A king counts as one"),
        N_("When captures are counted, a king is worth no more than a man."),
        N_("Take two men rather than one king."),
        N_("A pity about the king, but two are more than one."),
        "W:Wd4:BKd5,c4,b5,h7",
        ("d4xb6",),
        (("d4 d6", "takes_fewer"),),
    ),
    Step(
        "free-choice",
        N_("Free choice among equals"),
        N_("Where several captures take the same number, you choose."),
        N_("Take one or the other."),
        N_("Either was right."),
        "W:Wc4,f4:Bc5,f5,h7",
        tries=(("c4 b4", "capture_due"),),
    ),
    Step(
        "king-takes",
        N_("Kings take from afar"),
        N_(
            "A king takes a piece at any distance on its line, if nothing else stands between and "
            "the square behind is empty. It lands on any empty square beyond."
        ),
        N_("Take the man and land where you like."),
        N_("So never leave a piece alone in a king's line."),
        "W:WKd1:Bd5,h6,h7",
        tries=(("d1 d5", "capture_due"), ("d1 d4", "capture_due")),
    ),
    Step(
        "landing",
        N_("Land where it goes on"),
        N_(
            "If the king can take on from one of these squares it has to land there, since the "
            "greatest number counts."
        ),
        N_("Take two."),
        N_("Only from d6 did the chain go on."),
        "W:WKd1:Bd4,f6,a6,a7",
        tries=(("d1 d7", "takes_fewer"),),
    ),
    Step(
        "at-once",
        N_("Taken pieces leave at once"),
        N_(
            "Each piece leaves the board as it is jumped. So a chain may pass over squares that it "
            "has just emptied."
        ),
        N_("Take all four: the last jump passes over the square of the first."),
        N_("On the way to a5 the king passed over c5, where the first of them stood."),
        "W:WKc4:Bb5,c5,e8,f7,g2,h2",
        ("c4xa5",),
    ),
    Step(
        "half-turn",
        N_("No turning back"),
        N_("Within a chain a king may turn left or right, but not go back the way it came."),
        N_("Take one of them: you can't have both."),
        N_("The second would have needed a half turn."),
        "W:WKe4:Bb4,f4,h6,h7",
        tries=(("e4 g4 a4", "half_turn"),),
        only=("dama", "federation"),
    ),
    Step(
        "half-turn",
        N_("Turning back is allowed"),
        N_("In Ludoteka's game a king may also go back the way it came within a chain."),
        N_("Take both."),
        N_("In the usual game the second would have been out of reach."),
        "W:WKe4:Bb4,f4,h6,h7",
        tries=(("e4 d4", "capture_due"),),
        only=("ludoteka",),
    ),
    Step(
        "crown",
        N_("The far row makes a king"),
        N_("A man whose move ends on the far row becomes a king."),
        N_("Crown the man."),
        N_("From the next move on it flies."),
        "W:Wd7:Bh5,h6",
        ("d7-d8",),
        (("d7 e8", "off_line"),),
    ),
    Step(
        "crown-at-end",
        N_("Crowned only at the end"),
        N_(
            "A man that reaches the far row in a capture and can take on sideways goes on as a "
            "man. It is crowned when the move ends there."
        ),
        N_("Take three, two of them along the far row."),
        N_("It took as a man to the end, and now it is a king."),
        "W:Wc6:Bc7,d8,f8,h5,h6",
        ("c6xg8",),
        (("c6 c8 c7", "goes_on"),),
    ),
    Step(
        "win-pieces",
        N_("Won: no piece left"),
        N_("Whoever has no piece left has lost."),
        N_("Take the last piece."),
        N_("The game is won."),
        "W:Wd4,a2:Bd5",
        ("d4xd6",),
        (("a2 a3", "capture_due"),),
        ends=Termination.NO_PIECES,
    ),
    Step(
        "win-moves",
        N_("Won: no move left"),
        N_("Whoever can't move when it is their turn has lost, however many pieces they have."),
        N_("Shut the black man in."),
        N_("It can neither step nor jump: the game is won."),
        "W:Wa2,b3,b4,c4:Ba4",
        ("b3-a3",),
        (("b4 a4", "no_room"),),
        ends=Termination.NO_MOVES,
    ),
    Step(
        "one-each",
        N_("One king each is a draw"),
        N_("When one king is left on each side nobody can win, and the game is a draw at once."),
        N_("Take the man, and only the kings are left."),
        N_("A draw."),
        "W:WKd4:Bd5,Kh7",
        tries=(("d4 a4", "capture_due"),),
        ends=Termination.ONE_EACH,
        only=("dama",),
    ),
    Step(
        "one-each",
        N_("One piece each is a draw"),
        N_(
            "When each side has just one piece left, man or king, the game is a draw at once. "
            "In Turkey this is called gayyım."
        ),
        N_("Take the man, and one piece each is left."),
        N_("A draw."),
        "W:Wd4:Bd5,h7",
        ("d4xd6",),
        (("d4 c4", "capture_due"),),
        ends=Termination.ONE_EACH,
        only=("ludoteka", "federation"),
    ),
    Step(
        "three-times",
        N_("Three times is a draw"),
        N_(
            "When the same position, with the same side to move, comes up for the third time, the "
            "game is a draw."
        ),
        N_("The kings have gone to and fro. Go back to d4 once more."),
        N_("The third time: a draw."),
        "W:WKd3,a2:BKh7,b7",
        ("d5-d4",),
        ends=Termination.REPETITION,
        before="d3-d4 h7-h6 d4-d5 h6-h7 d5-d4 h7-h6 d4-d5 h6-h7",
    ),
    Step(
        "count",
        N_("Nothing happens: a draw"),
        N_(
            "After 25 moves by each side without a capture and without a man going forward the "
            "game is a draw. A man's step sideways does not count as progress."
        ),
        N_("This is the last of those moves. Move the king."),
        N_("A draw. A man going forward would have begun the count anew."),
        "W:WKd4,a2:BKh7,b7:H49",
        ends=Termination.NO_PROGRESS,
        only=("dama",),
    ),
    Step(
        "count",
        N_("Nothing happens: a draw"),
        N_(
            "After 16 moves by each side without a capture and without any move by a man the game "
            "is a draw."
        ),
        N_("This is the last of those moves. Move the king."),
        N_("A draw. Any move by a man would have begun the count anew."),
        "W:WKd4,a2:BKh7,b7:H31",
        ends=Termination.NO_PROGRESS,
        only=("ludoteka",),
    ),
)
