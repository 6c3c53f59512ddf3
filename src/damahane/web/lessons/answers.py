"""What else there is to learn: facts without a position, advice, mistakes and questions."""

from __future__ import annotations

from typing import Final

from damahane.web.texts import N_, Text

#: What the rules say beside the lessons, each with the rule sets it is true of.
FACTS: Final[tuple[tuple[Text, tuple[str, ...]], ...]] = (
    (
        N_("A draw can be agreed: one side offers, the other accepts."),
        ("dama", "ludoteka", "damas100", "damas64", "international", "brazilian"),
    ),
    (N_("A draw can be agreed, but nobody may offer one in the first 20 moves."), ("federation",)),
    (N_("No number of moves makes a draw."), ("federation",)),
    (
        N_("Whoever gives up has lost."),
        ("dama", "ludoteka", "federation", "damas100", "damas64", "international", "brazilian"),
    ),
    (N_("The sides are drawn by lot, and a match is one game."), ("ludoteka",)),
    (
        N_("A win counts 2 points, a draw 1 and a loss 0; or the pieces left are counted."),
        ("damas100", "damas64"),
    ),
    (N_("A win counts 2 points, a draw 1 and a loss 0."), ("international", "brazilian")),
    (N_("Huffing is not played."), ("international", "brazilian")),
)

BASICS: Final = (
    N_("Everything goes in straight lines, never diagonally."),
    N_("Sixteen men a side stand on the second and third row; the first row starts empty."),
    N_("Taking is compulsory, and the largest capture at that."),
    N_("Taken pieces leave at once, so a chain may run through the squares it has just emptied."),
    N_("A king flies and takes from afar, but may not turn half round within a chain."),
)

TIPS: Final = (
    N_("Keep your men together, one behind another: two in a row can't be jumped."),
    N_("Look for chains in which you give one man to take several."),
    N_("Whoever crowns first usually wins: keep a road to the far row open, and shut the other's."),
    N_("When you are ahead, exchange: the advantage grows as the board empties."),
    N_("But count before the last exchange: three kings beat one, two hardly ever do."),
)

MISTAKES: Final = (
    N_("Moving another piece when a capture is due."),
    N_("Taking one where another way takes more."),
    N_("Moving a man back, or diagonally."),
    N_("Leaving taken pieces on the board until the end of the move."),
    N_("Forgetting that a king takes from a distance, and leaving a piece alone in its line."),
    N_("Wanting the king to come back the way it came within a chain."),
)

QUESTIONS: Final = (
    (
        N_("How does dama differ from other draughts?"),
        N_(
            "Pieces go straight instead of diagonally and use every square, men also step "
            "sideways, and taken pieces leave the board at once, in the middle of a chain."
        ),
    ),
    (N_("Must I take?"), N_("Yes, whenever you can, and by the way that takes the most pieces.")),
    (
        N_("Does a king count more than a man when captures are counted?"),
        N_("No. Kings and men count one each."),
    ),
    (
        N_("Can a man take backwards?"),
        N_(
            "In dama no: forward and sideways only. A king takes in all four directions. On the "
            "diagonal boards men do take backwards."
        ),
    ),
    (
        N_("May the king turn back within a chain?"),
        N_(
            "It may turn left or right, but not by half a turn. In Ludoteka's game even that is "
            "allowed."
        ),
    ),
    (
        N_("When is it a draw?"),
        N_(
            "When both agree; when a position comes up for the third time; when one king each is "
            "left; and after 25 moves each without a capture or a man going forward. Ludoteka and "
            "tournaments differ a little: their lessons say how."
        ),
    ),
    (
        N_("What if a man reaches the far row in the middle of a capture?"),
        N_(
            "If it can take on sideways it goes on as a man, and is crowned when the move ends "
            "there."
        ),
    ),
    (
        N_("Why won't my piece move?"),
        N_(
            "Most often because a capture is due: the pieces that can make it wear a ring. Tap the "
            "piece, and the line under the board says why; “Show me” shows what can be "
            "played."
        ),
    ),
    (
        N_("Which rules do tournaments in Turkey use?"),
        N_(
            "Those of dama, but one piece each is a draw even with men (gayyım), no draw may be "
            "offered in the first 20 moves, and no number of moves makes a draw."
        ),
    ),
    (
        N_("How do Ludoteka's rules differ?"),
        N_(
            "A king may turn back within a chain, one piece each is a draw, 16 moves each without "
            "a capture or a man's move make a draw, and the sides are drawn by lot."
        ),
    ),
    (
        N_("What is huffing, and why was it dropped?"),
        N_(
            "Taking away a piece that should have captured and did not. It punished oversights "
            "rather than bad play, and from 1911 on most rule books dropped it: today the capture "
            "simply has to be made. On the diagonal boards you can switch it on."
        ),
    ),
)
