"""What can be chosen for a game beside rules, sides and strength; and the clock it is played by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from damahane import RULE_SETS, Color, RuleSet

Scoring = Literal["points", "pieces"]

#: Each side has 45 minutes for the whole game, and nothing is added: the championship rules of 2021
#: on turkdamasi.org.tr, 1(c) and 1(g).
TOURNAMENT_SECONDS: Final = 45 * 60


@dataclass(frozen=True, slots=True)
class Options:
    """What was chosen for a game.

    Attributes:
        huffing: whether a due capture can be missed and huffed, where the rules know it.
        teaching: whether nothing is taken back and nobody helps.
        scoring: what counts at the end, on the boards where points are given.
        seconds: how long each side may think in all, with the moves played; None for no clock.
        increment: seconds that a side gets back for each move.
    """

    huffing: bool = False
    teaching: bool = False
    scoring: Scoring = "points"
    seconds: int | None = None
    increment: int = 0

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Options:
        """The options as they are kept; what is not there was not chosen."""
        return cls(**{name: kept[name] for name in cls.__dataclass_fields__ if name in kept})

    @property
    def kept(self) -> dict[str, Any]:
        """What to keep of them: only what was chosen."""
        usual = asdict(Options())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}

    def rules(self, name: str) -> RuleSet:
        """The rule set of a name as it is played with these options."""
        rules = RULE_SETS[name]
        return rules.with_huffing() if self.huffing and rules.may_huff else rules


class Times:
    """The time that each side has left. Times are in milliseconds.

    The clock stands still until the first move or until it is started, and while it is stopped.

    Attributes:
        left: what each side had left when the clock was last read.
        since: when that was; None while the clock stands still.
    """

    def __init__(self, seconds: int, increment: int) -> None:
        self.left = dict.fromkeys(Color, seconds * 1000)
        self.increment = increment * 1000
        self.since: int | None = None

    def read(self, turn: Color, now: int) -> int:
        """What the side to move has left; 0 when its time is up."""
        gone = 0 if self.since is None else max(0, now - self.since)
        return max(0, self.left[turn] - gone)

    def tick(self, turn: Color, now: int) -> None:
        """Let the time count that the side to move has used."""
        self.left[turn] = self.read(turn, now)
        if self.since is not None:
            self.since = max(self.since, now)

    def press(self, mover: Color, now: int) -> None:
        """A side has moved: its clock stops, and the other's runs."""
        if self.since is not None:
            self.left[mover] += self.increment
        self.since = now

    def stop(self) -> None:
        """Let nobody's clock run."""
        self.since = None
