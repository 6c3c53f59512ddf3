"""What the results of a match say: Elo with its error, and when a match may stop.

Games are played in pairs, the same opening with colours reversed, since an opening often decides
both. So pairs are counted, not games: the five possible scores of a pair, 0, ½, 1, 1½ and 2
points, make the *pentanomial* counts, and their spread is the error of the score.

`Sprt` is the generalised sequential probability ratio test of A. Wald for such counts: the
likelihood of the results under the best distribution of pair scores whose mean is that of `elo1`,
against the best whose mean is that of `elo0`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

#: The share of the points in each kind of pair.
SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
#: The normal deviate of a two-sided 95 % interval.
DEVIATE_95: Final = 1.959963984540054
#: Stands for a count of nought, so that no outcome is held impossible.
_NOUGHT: Final = 1e-3
_NEARLY: Final = 1e-9


def expected_score(elo: float) -> float:
    """The expected share of the points of a player that is stronger by so much.

    >>> round(expected_score(100), 4)
    0.6401
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """How much stronger a player is that takes this share of the points; infinite at 0 and 1.

    >>> round(elo_of(0.75), 2)
    190.85
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


@dataclass(frozen=True, slots=True)
class Score:
    """The counts of the five kinds of pairs, from the first player's side.

    Attributes:
        counts: how many pairs brought 0, ½, 1, 1½ and 2 points.
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def with_pair(self, points: float) -> Score:
        """The counts with one more pair that brought 0, ½, 1, 1½ or 2 points.

        Raises:
            ValueError: a pair cannot bring that many.
        """
        place = round(2 * points)
        if not 0 <= place <= 4 or place != 2 * points:
            raise ValueError(f"a pair of {points} points; expected 0, 0.5, 1, 1.5 or 2")
        counts = list(self.counts)
        counts[place] += 1
        return Score((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def pairs(self) -> int:
        """How many pairs have been played."""
        return sum(self.counts)

    @property
    def share(self) -> float:
        """The share of the points taken; a half before the first pair."""
        if not self.pairs:
            return 0.5
        return sum(n * s for n, s in zip(self.counts, SHARES, strict=True)) / self.pairs

    @property
    def variance(self) -> float:
        """The variance of the share of one pair."""
        if not self.pairs:
            return 0.0
        mean = self.share
        return (
            sum(n * (s - mean) ** 2 for n, s in zip(self.counts, SHARES, strict=True)) / self.pairs
        )

    @property
    def elo(self) -> float:
        """How much stronger the first player is, by the logistic scale."""
        return elo_of(self.share)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval of `elo`; all numbers before there are two pairs.

        Where all pairs brought the same, any other would come in at most 3 of as many pairs.
        """
        if self.pairs < 2:
            return -math.inf, math.inf
        if self.variance == 0:
            rest = min(3 / self.pairs, 1.0)
            return elo_of(self.share * (1 - rest)), elo_of(self.share + (1 - self.share) * rest)
        error = DEVIATE_95 * math.sqrt(self.variance / (self.pairs - 1))
        return elo_of(self.share - error), elo_of(self.share + error)

    @property
    def superiority(self) -> float:
        """How likely it is that the first player is the stronger one."""
        if self.pairs < 2 or self.variance == 0:
            return 0.5 if self.share == 0.5 else float(self.share > 0.5)
        error = math.sqrt(self.variance / (self.pairs - 1))
        return 0.5 * (1 + math.erf((self.share - 0.5) / error / math.sqrt(2)))


class Verdict(Enum):
    """What a sequential test says."""

    GOING_ON = "going on"
    ACCEPTED = "accepted"
    """The difference is that of `elo1` rather than that of `elo0`."""
    REJECTED = "rejected"
    """The difference is that of `elo0` rather than that of `elo1`."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two differences in strength.

    Attributes:
        elo0: the difference if the first player is no better.
        elo1: the difference if it is.
        alpha: how often it may be accepted though the difference is `elo0`.
        beta: how often it may be rejected though it is `elo1`.

    Raises:
        ValueError: `elo1` is not above `elo0`, or a risk is not between 0 and a half.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0={self.elo0}, elo1={self.elo1}: expected elo0 below elo1")
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise ValueError(f"{name}={risk}: expected more than 0 and less than 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio rejects and accepts."""
        return (math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha))

    def ratio(self, score: Score) -> float:
        """The log-likelihood ratio of what has been played."""
        if not score.pairs:
            return 0.0
        counts = [n or _NOUGHT for n in score.counts]
        likely0 = _likeliest(counts, expected_score(self.elo0))
        likely1 = _likeliest(counts, expected_score(self.elo1))
        return sum(n * math.log(b / a) for n, a, b in zip(counts, likely0, likely1, strict=True))

    def verdict(self, score: Score) -> Verdict:
        """Whether the match may stop, and why."""
        low, high = self.bounds
        ratio = self.ratio(score)
        if ratio >= high:
            return Verdict.ACCEPTED
        return Verdict.REJECTED if ratio <= low else Verdict.GOING_ON


def _likeliest(counts: Sequence[float], mean: float) -> list[float]:
    """The distribution over `SHARES` of this mean under which the counts are likeliest.

    By Lagrange, the probabilities are those observed over 1 + t (share - mean), with the t that
    makes the mean right: the only root of a falling function between the values of t at which a
    probability would turn negative.
    """
    total = sum(counts)
    observed = [n / total for n in counts]

    def excess(t: float) -> float:
        return sum(
            p * (s - mean) / (1 + t * (s - mean)) for p, s in zip(observed, SHARES, strict=True)
        )

    low, high = -1 / (SHARES[-1] - mean) + _NEARLY, 1 / (mean - SHARES[0]) - _NEARLY
    for _ in range(60):
        middle = (low + high) / 2
        if excess(middle) > 0:
            low = middle
        else:
            high = middle
    return [p / (1 + low * (s - mean)) for p, s in zip(observed, SHARES, strict=True)]
