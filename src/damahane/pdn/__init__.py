"""Game files: the Portable Draughts Notation, PDN 3.0, read leniently and written strictly.

>>> record = read_game('[White "Ayşe"] 1. d3-d4! {the centre} d6-d5 2. d4xd8 1-0')
>>> record.tags["White"], [node.text for node in record.moves], record.result
('Ayşe', ['d3-d4', 'd6-d5', 'd4xd8'], '1-0')
>>> print(write(record), end="")
[White "Ayşe"]
[Result "1-0"]
[GameType "30,W,8,8,A0,0"]
<BLANKLINE>
1. d3-d4! {the centre} 1... d6-d5 2. d4xd8 1-0

A `GameRecord` is what a file says of one game; ``record.game()`` replays it as a `Game`, and
``GameRecord.from_game(game)`` makes a record of one. What is particular here:

The game. ``GameType`` 30 is read as dama, 20 as international and 26 as brazilian. The other rule
sets of these boards are told by a tag of our own, ``[RuleSet "ludoteka"]``. A file that says
neither is read by the rules the caller names. ``[Huffing "1"]`` switches huffing on, and
``{[%huff 28]}`` after a move says that the piece that stood on 28 before it was then huffed.

The squares. The standard has Brazilian games written in names (``26,W,8,8,A0,0``). We write numbers
on every diagonal board, so the header says so: ``26,W,8,8,N2,0``. Either is read.

The results. Games end in ``1-0 0-1 1/2-1/2``, in the ``2-0 0-2 1-1`` of international draughts, in
``0-0`` (lost for both) or in ``*``. None of them can be a move: no board has a square 0, and no
chain comes back to square 1, as there is but one line along which to capture from it. So a result
is a result wherever it stands alone, and ``1-18`` or ``1-6`` is always a move. A ``*`` that touches
a move marks it as forced (NAG 7), unless the game ends there.

Blanks. In comments, a run of blanks and line ends reads and writes as one blank.
"""

from __future__ import annotations

from .reader import read_game, read_games
from .record import GameRecord, Node, Variation
from .tags import ResultStyle
from .writer import write, write_games

__all__ = [
    "GameRecord",
    "Node",
    "ResultStyle",
    "Variation",
    "read_game",
    "read_games",
    "write",
    "write_games",
]
