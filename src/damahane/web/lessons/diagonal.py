"""The lessons of the games on the diagonals, on 100 and on 64 squares."""

from __future__ import annotations

from typing import Final

from damahane import Termination
from damahane.web.texts import N_

from .step import Step

LARGE: Final = ("damas100", "international")
SMALL: Final = ("damas64", "brazilian")
ONCE: Final = ("damas100", "damas64")
AGAIN: Final = ("international", "brazilian")
_CROWN = (
    N_("The far row makes a king"),
    N_("A man whose move ends on the far row becomes a king."),
    N_("Crown the man."),
    N_("From the next move on it flies."),
)
_PASSING = (
    N_("Passing through is not enough"),
    N_("A man that only passes the far row in the middle of a capture stays a man."),
    N_("Take two."),
    N_("It touched the far row and went on: it is still a man."),
)
_LONE = (
    N_("A lone king: a draw by counting"),
    N_(
        "When one side has only a king, and the other at most three pieces with a king among them, "
        "the game is a draw after 16 moves by each side without a capture or a man's move."
    ),
    N_("This is the last of those moves. Move the king."),
    N_("A draw."),
)
_LARGE_32 = (
    "11-50 46-14 15-42 14-19 42-26 19-5 50-44 5-19 44-22 19-10 22-39 10-5 39-48 5-32 26-17 32-19 "
    "48-26 19-30 26-21 30-2 21-43 2-19 43-16 19-2 17-22 2-24 16-49 24-8 22-18 8-26 18-34"
)
_SMALL_32 = (
    "12-19 29-22 19-23 22-31 23-30 31-20 30-21 20-27 1-5 27-24 21-7 24-20 7-17 20-2 5-1 2-16 17-10 "
    "16-20 10-19 20-7 19-23 7-17 23-5 17-26 1-24 26-31 24-6 31-22 5-23 22-11 23-5"
)
_COUNT = (N_("Nothing happens: a draw"), N_("This is the last of those moves. Move the king."))

STEPS: Final = (
    Step(
        "board",
        N_("The board and the pieces"),
        N_(
            "Twenty men a side stand on the dark squares of the four nearest rows. Everything "
            "happens on the dark squares. White begins."
        ),
        N_("Make a first move with a man of the front row."),
        N_("So a game begins."),
        tries=(("40", "stuck"), ("20", "not_yours"), ("28", "no_piece")),
        only=LARGE,
    ),
    Step(
        "board",
        N_("The board and the pieces"),
        N_(
            "Twelve men a side stand on the dark squares of the three nearest rows. Everything "
            "happens on the dark squares. White begins."
        ),
        N_("Make a first move with a man of the front row."),
        N_("So a game begins."),
        tries=(("b2", "stuck"), ("b6", "not_yours"), ("d4", "no_piece")),
        only=SMALL,
    ),
    Step(
        "man-moves",
        N_("Men step diagonally forward"),
        N_("A man steps one square diagonally forward, to the left or to the right."),
        N_("Move the man."),
        N_("One square, forward."),
        "W:Wd4:Bh8",
        tries=(("d4 c3", "backward"), ("d4 f6", "too_far"), ("d4 d6", "off_line")),
    ),
    Step(
        "king-moves",
        N_("Kings fly"),
        N_("A king goes as far as it likes along a free diagonal, in all four directions."),
        N_("Move the king up the long diagonal, two squares or more."),
        N_("Any number of empty squares."),
        "W:WKd4:Bb8",
        ("d4-f6", "d4-g7", "d4-h8"),
        (("d4 d6", "off_line"),),
    ),
    Step(
        "man-takes",
        N_("Jump to take, backwards as well"),
        N_(
            "A man takes a piece next to it by jumping to the empty square just behind. It steps "
            "forward only, but it takes in all four directions."
        ),
        N_("Take the man behind yours."),
        N_("Backwards, too."),
        "W:Wd4:Bc3,h8",
        ("d4xb2",),
        (("d4 c5", "capture_due"), ("d4 c3", "capture_due")),
    ),
    Step(
        "must",
        N_("Taking is a must"),
        N_("Whoever can take has to take, even if another move looks better."),
        N_("Try to move the other man, then take."),
        N_("Rings show the pieces that have to take."),
        "W:Wd4,g3:Bc5,a7",
        ("d4xb6",),
        (("g3 h4", "capture_due"), ("g3", "capture_due")),
    ),
    Step(
        "most",
        N_("The most counts"),
        N_("Of all captures you have to make the one that takes the most pieces."),
        N_("To the left you would take one, to the right two. Find the right way."),
        N_("Two are more than one, so there was no choice."),
        "W:Wd4:Bc5,e5,e7,a3",
        ("d4xd8",),
        (("d4 b6", "takes_fewer"), ("d4 f6 g7", "goes_on")),
    ),
    Step(
        "king-counts-one",
        N_("A king counts as one"),
        N_("When captures are counted, a king is worth no more than a man."),
        N_("Take two men rather than one king."),
        N_("A pity about the king, but two are more than one."),
        "W:Wd4:BKc5,e5,e7,h2",
        ("d4xd8",),
        (("d4 b6", "takes_fewer"),),
    ),
    Step(
        "free-choice",
        N_("Free choice among equals"),
        N_("Where several captures take the same number, you choose."),
        N_("Take one or the other."),
        N_("Either was right."),
        "W:Wd4:Bc5,e5,h2",
    ),
    Step(
        "king-takes",
        N_("Kings take from afar"),
        N_(
            "A king takes a piece at any distance on its diagonal, if nothing else stands between "
            "and the square behind is empty. It lands on any empty square beyond."
        ),
        N_("Take the man and land where you like."),
        N_("So never leave a piece alone in a king's line."),
        "W:WKa1:Bd4,a3",
        tries=(("a1 b2", "capture_due"),),
    ),
    Step(
        "landing",
        N_("Land where it goes on"),
        N_(
            "If the king can take on from one of these squares it has to land there, since the "
            "greatest number counts."
        ),
        N_("Take two."),
        N_("Only from one square did the chain go on."),
        "W:WKa1:Bc3,g3,a7",
        tries=(("a1 d4", "takes_fewer"),),
    ),
    Step(
        "after-move",
        N_("Taken pieces leave after the move"),
        N_(
            "A piece that was jumped stays on the board until the move is over. It can't be jumped "
            "again, and until then it is in the way."
        ),
        N_("Take one of them: you can't have both."),
        N_("The first was still in the way."),
        "W:WKd4:Bc3,g7,a5",
        tries=(("d4 b2 h8", "goes_on"),),
    ),
    Step(
        "twice",
        N_("No square twice"),
        N_(
            "No square may be passed or landed on twice in one move, not even the one where the "
            "move began. A chain that would close a loop stops before it."
        ),
        N_("Go round as far as it goes, and take three."),
        N_("The fourth jump would have led back to where the move began."),
        "W:Wc1:Bb2,b4,d2,d4,h6",
        tries=(("c1 e3 c5 a3 c1", "revisit"),),
        only=ONCE,
    ),
    Step(
        "twice",
        N_("Once round is allowed"),
        N_(
            "A chain may pass an empty square again, even the one where it began; a piece it may "
            "not."
        ),
        N_("Go round and take all four."),
        N_("The man stands where it began."),
        "W:Wc1:Bb2,b4,d2,d4,h6",
        only=AGAIN,
    ),
    Step("crown", *_CROWN, "W:Wc9:Bh6", ("c9-b10", "c9-d10"), only=LARGE),
    Step("crown", *_CROWN, "W:Wc7:Bh6", ("c7-b8", "c7-d8"), only=SMALL),
    Step("crown-at-end", *_PASSING, "W:Wd8:Be9,g9,a5", ("d8xh8",), only=LARGE),
    Step("crown-at-end", *_PASSING, "W:Wd6:Be7,g7,a5", ("d6xh6",), only=SMALL),
    Step(
        "win-pieces",
        N_("Won: no piece left"),
        N_("Whoever has no piece left has lost."),
        N_("Take the last piece."),
        N_("The game is won."),
        "W:Wd4,g3:Be5",
        ("d4xf6",),
        (("g3 h4", "capture_due"),),
        ends=Termination.NO_PIECES,
    ),
    Step(
        "win-moves",
        N_("Won: no move left"),
        N_("Whoever can't move when it is their turn has lost, however many pieces they have."),
        N_("Shut the black man in."),
        N_("It can neither step nor jump: the game is won."),
        "W:Wa1,c1:Ba3",
        ("a1-b2",),
        (("a1 c3", "too_far"),),
        ends=Termination.NO_MOVES,
    ),
    Step(
        "three-times",
        N_("Three times is a draw"),
        N_(
            "When the same position, with the same side to move, comes up for the third time, the "
            "game is a draw."
        ),
        N_("The kings have gone to and fro. Go back once more."),
        N_("The third time: a draw."),
        "W:WKc1,a1,h4:BKf8,b8,d8",
        ("e1-d2",),
        ends=Termination.REPETITION,
        before="c1-d2 f8-g7 d2-e1 g7-f8 e1-d2 f8-g7 d2-e1 g7-f8",
    ),
    Step(
        "lone-king",
        *_LONE,
        "B:WKa1:BKb8,Kj8",
        ends=Termination.ENDING,
        before=_LARGE_32,
        only=("damas100",),
    ),
    Step(
        "lone-king",
        *_LONE,
        "B:WKa1:BKb8,Kh6",
        ends=Termination.ENDING,
        before=_SMALL_32,
        only=("damas64",),
    ),
    Step(
        "lone-king",
        N_("Few kings: a draw by counting"),
        N_(
            "A lone king against three pieces with a king among them holds the draw after 16 moves "
            "by each side; against two pieces or one it takes 5."
        ),
        _COUNT[1],
        N_("A draw."),
        "B:WKa1:BKb8,Kj8",
        ends=Termination.ENDING,
        before="11-44 46-14 15-4 14-32 44-22 32-38 22-28 38-49 28-50",
        only=("international",),
    ),
    Step(
        "lone-king",
        N_("Few kings: a draw by counting"),
        N_(
            "Two kings against one or two, a king against a king, and a king and a man against one "
            "or two kings have 5 moves each; then it is a draw."
        ),
        _COUNT[1],
        N_("A draw."),
        "B:WKa1:BKb8,Kh6",
        ends=Termination.ENDING,
        before="12-19 29-18 1-6 18-8 19-16 8-12 16-2 12-30 2-20",
        only=("brazilian",),
    ),
    Step(
        "count",
        _COUNT[0],
        N_("After 25 moves by each side with kings only and without a capture the game is a draw."),
        _COUNT[1],
        N_("A draw. A man's move would have begun the count anew."),
        "W:WKd4,a1:BKj8,b8:H49",
        ends=Termination.NO_PROGRESS,
        only=("international",),
    ),
    Step(
        "count",
        _COUNT[0],
        N_("After 20 moves by each side with kings only and without a capture the game is a draw."),
        _COUNT[1],
        N_("A draw. A man's move would have begun the count anew."),
        "W:WKd4,a1:BKh6,b8:H39",
        ends=Termination.NO_PROGRESS,
        only=("brazilian",),
    ),
    Step(
        "huff",
        N_("Huffing, by choice"),
        N_(
            "With huffing switched on a capture can be missed. The opponent may then, before "
            "moving, take away one piece that should have taken, and moves as usual. Without a "
            "claim nothing happens."
        ),
        N_("White should have taken and stepped aside instead. Tap the piece that you huff."),
        N_("It could have taken two, so it goes. Now Black moves."),
        "W:Wd4,f2:Be5,e7,a7",
        before="f2-g3",
        huff="d4",
        only=ONCE,
    ),
)
