"""The rule sets, as data.

A `RuleSet` says everything in which the games differ; no other code asks for one by name.
The source of each value is the project's rule table, whose questions the attributes follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from .errors import RulesError
from .squares import DIAGONAL8, DIAGONAL10, ORTHOGONAL8, Color, Shape, mirrored


class Removal(Enum):
    """When captured pieces leave the board."""

    AT_ONCE = "at once"
    """Piece by piece during the chain: freed squares may be crossed and landed on."""
    AFTER_MOVE = "after the move"
    """All at the end: a piece already jumped is an obstacle and can't be jumped again."""


class OneEach(Enum):
    """Whether one piece against one is a draw as soon as it arises."""

    PLAYED_ON = "played on"
    KINGS = "kings"
    """One king against one king."""
    ANY = "any"
    """One piece each, men included (*gayyım*)."""


class Progress(Enum):
    """What, besides a capture, starts a count anew."""

    CAPTURE = "capture"
    """Nothing besides a capture."""
    ADVANCE = "advance"
    """A man moving forward; a man's sideways move does not."""
    MAN_MOVE = "man move"
    """Any move by a man."""


@dataclass(frozen=True, slots=True)
class NoProgress:
    """A draw after a number of plies without progress, whatever is on the board.

    Attributes:
        plies: how many plies in a row, by both sides together, make the draw.
        progress: what starts the count anew; a capture always does.
    """

    plies: int
    progress: Progress


#: The (kings, men) of one side.
Material = tuple[int, int]
LONE_KING: Final[Material] = (1, 0)


@dataclass(frozen=True, slots=True)
class Ending:
    """A draw after a number of plies spent in one kind of ending.

    The count is of the plies since the ending arose; a capture, or leaving it for another
    ending, starts it anew.

    Attributes:
        plies: how many plies, by both sides together, make the draw.
        balances: the material of the two sides, in either order.
        progress: what else starts the count anew.
    """

    plies: int
    balances: frozenset[frozenset[Material]]
    progress: Progress = Progress.CAPTURE

    @classmethod
    def of(
        cls, plies: int, *balances: tuple[Material, Material], progress: Progress = Progress.CAPTURE
    ) -> Ending:
        """An ending from pairs of the two sides' (kings, men)."""
        return cls(plies, frozenset(frozenset(pair) for pair in balances), progress)

    def holds(self, one: Material, other: Material) -> bool:
        """Whether two sides of this material are in the ending."""
        return frozenset((one, other)) in self.balances


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one game.

    Attributes:
        id: the key in `RULE_SETS`.
        name: the name shown to players.
        shape: the board.
        home_ranks: the ranks a side's men fill at the start, from 0 at its own edge.
        man_moves: White's directions in which a man steps.
        man_captures: White's directions in which a man captures.
        forward: White's directions that bring a man nearer to its crowning row.
        removal: when captured pieces leave the board.
        half_turn: whether a king may turn by 180 degrees between two captures of a chain.
        revisit: whether a chain may pass or land on a square twice, its start included.
        one_each: whether one piece each is drawn at once.
        no_progress: the draw by a count of plies without progress, if there is one.
        endings: the draws by a count of plies in particular endings.
        repetition: how often a position (with the side to move) must arise for a draw.
        no_offer_plies: how many plies must have been played before a draw may be offered.
        colors_by_lot: whether the sides are drawn by lot; else they may be chosen.
        may_huff: whether huffing can be switched on.
        huffing: whether it is: due captures can be missed, and missing one can be punished.
        game_type: the number of the game in PDN files.
    """

    id: str
    name: str
    shape: Shape
    home_ranks: tuple[int, ...]
    man_moves: tuple[int, ...]
    man_captures: tuple[int, ...]
    forward: tuple[int, ...]
    removal: Removal
    half_turn: bool
    revisit: bool
    game_type: int
    one_each: OneEach = OneEach.PLAYED_ON
    no_progress: NoProgress | None = None
    endings: tuple[Ending, ...] = field(default=(), repr=False)
    repetition: int = 3
    no_offer_plies: int = 0
    colors_by_lot: bool = False
    may_huff: bool = False
    huffing: bool = False

    def with_huffing(self, huffing: bool = True) -> RuleSet:
        """The same rules with huffing switched on (or off).

        Raises:
            RulesError: the rule set does not know huffing.
        """
        if huffing and not self.may_huff:
            knowing = ", ".join(rules.id for rules in RULE_SETS.values() if rules.may_huff)
            raise RulesError(f"no huffing in {self.id!r}; it is played in {knowing}")
        return replace(self, huffing=huffing)

    def directions(self, white: tuple[int, ...], color: Color) -> tuple[int, ...]:
        """White's directions as `color` has them."""
        return white if color is Color.WHITE else mirrored(white, self.shape.diagonal)

    def home_squares(self, color: Color) -> tuple[int, ...]:
        """The squares on which a side's men stand at the start, ascending."""
        last = self.shape.ranks - 1
        ranks = [r if color is Color.WHITE else last - r for r in self.home_ranks]
        return tuple(sorted(s for rank in ranks for s in self.shape.rank_squares(rank)))

    def crowning_squares(self, color: Color) -> tuple[int, ...]:
        """The far rank, on which a man of `color` is crowned, ascending."""
        return self.shape.rank_squares(self.shape.ranks - 1 if color is Color.WHITE else 0)

    def __str__(self) -> str:
        return self.name


_NORTH, _EAST, _WEST = 0, 1, 3
_NORTH_EAST, _NORTH_WEST = 0, 3

DAMA: Final = RuleSet(
    id="dama",
    name="Dama (Turkish draughts)",
    shape=ORTHOGONAL8,
    home_ranks=(1, 2),
    man_moves=(_NORTH, _EAST, _WEST),
    man_captures=(_NORTH, _EAST, _WEST),
    forward=(_NORTH,),
    removal=Removal.AT_ONCE,
    half_turn=False,
    revisit=True,
    game_type=30,
    one_each=OneEach.KINGS,
    no_progress=NoProgress(50, Progress.ADVANCE),
)

LUDOTEKA: Final = replace(
    DAMA,
    id="ludoteka",
    name="Damas turcas (Ludoteka)",
    half_turn=True,
    one_each=OneEach.ANY,
    no_progress=NoProgress(32, Progress.MAN_MOVE),
    colors_by_lot=True,
)

FEDERATION: Final = replace(
    DAMA,
    id="federation",
    name="Türk daması (tournament)",
    one_each=OneEach.ANY,
    no_progress=None,
    no_offer_plies=40,
)

INTERNATIONAL: Final = RuleSet(
    id="international",
    name="International draughts",
    shape=DIAGONAL10,
    home_ranks=(0, 1, 2, 3),
    man_moves=(_NORTH_EAST, _NORTH_WEST),
    man_captures=(0, 1, 2, 3),
    forward=(_NORTH_EAST, _NORTH_WEST),
    removal=Removal.AFTER_MOVE,
    half_turn=True,
    revisit=True,
    game_type=20,
    no_progress=NoProgress(50, Progress.MAN_MOVE),
    endings=(
        Ending.of(32, *[(LONE_KING, three) for three in ((3, 0), (2, 1), (1, 2))]),
        Ending.of(10, *[(LONE_KING, few) for few in ((2, 0), (1, 1), (1, 0))]),
    ),
)

BRAZILIAN: Final = replace(
    INTERNATIONAL,
    id="brazilian",
    name="Brazilian draughts",
    shape=DIAGONAL8,
    home_ranks=(0, 1, 2),
    game_type=26,
    no_progress=NoProgress(40, Progress.MAN_MOVE),
    endings=tuple(
        Ending.of(10, balance)
        for balance in (
            ((2, 0), (2, 0)),
            ((2, 0), (1, 0)),
            ((2, 0), (1, 1)),
            ((1, 0), (1, 0)),
            ((1, 0), (1, 1)),
        )
    ),
)

DAMAS100: Final = replace(
    INTERNATIONAL,
    id="damas100",
    name="Damas 10×10",
    revisit=False,
    no_progress=None,
    endings=(
        Ending.of(
            32,
            *[(LONE_KING, few) for few in ((3, 0), (2, 1), (1, 2), (2, 0), (1, 1), (1, 0))],
            progress=Progress.MAN_MOVE,
        ),
    ),
    may_huff=True,
)

DAMAS64: Final = replace(
    DAMAS100, id="damas64", name="Damas 8×8", shape=DIAGONAL8, home_ranks=(0, 1, 2), game_type=26
)

#: Every rule set by its id; the first is the default.
RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        rules.id: rules
        for rules in (DAMA, LUDOTEKA, FEDERATION, DAMAS100, DAMAS64, INTERNATIONAL, BRAZILIAN)
    }
)


def rule_set(rules: RuleSet | str) -> RuleSet:
    """The rule set of an id; a `RuleSet` is passed through.

    Raises:
        RulesError: there is no rule set of that id.
    """
    if isinstance(rules, RuleSet):
        return rules
    found = RULE_SETS.get(rules)
    if found is None:
        raise RulesError(f"no rule set {rules!r}; there are {', '.join(RULE_SETS)}")
    return found
