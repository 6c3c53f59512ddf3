"""Fitting the network of `damahane.engine.evaluation` to positions from games.

Logistic regression: the network's output, through the logistic function, is to be the result of the
game, blended with what the search said. Each position is seen as it is or mirrored left to right,
by chance. Adam in batches, the rate falling as a cosine to a fiftieth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from damahane.engine.evaluation import FEATURES, HEAD_UNIT, HEADS, UNIT, head_of
from damahane.engine.lanes import TOP, WIDTH
from damahane.kernel.boards import opposite
from damahane.kernel.jit import entry
from damahane.kernel.position import DIAGONAL, game_of
from damahane.rules import RuleSet

from .selfplay import Positions

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

SCALE = 160.0
"""Hundredths of a man at which the side to move is expected to win 73 times in a hundred."""
SEARCH_SHARE = 0.3
"""How much of the target is the search's score; the rest is the result."""
BATCH = 8192
RATE = 2e-3
HELD_OUT = 0.03
MOST_PIECES = 40
LARGEST_ROW = 3.0
"""Bound of the weights of a row: the sum of 40 of them fits 16 bits."""
LARGEST_HEAD = 1.95


@dataclass(slots=True)
class Network:
    """The weights as real numbers.

    Attributes:
        rows: of each feature.
        bias: added to every view.
        heads: of the last sum, for each head.
        last: added to it.
    """

    rows: Floats
    bias: Floats
    heads: Floats
    last: Floats

    @classmethod
    def random(cls, seed: int) -> Network:
        """Where fitting begins."""
        rng = np.random.default_rng(seed)
        head = rng.normal(0, 0.1, 2 * WIDTH)
        return cls(
            rng.normal(0, 0.08, (FEATURES, WIDTH)).astype(np.float32),
            np.full(WIDTH, 0.3, dtype=np.float32),
            np.tile(head, (HEADS, 1)).astype(np.float32),
            np.zeros(HEADS, dtype=np.float32),
        )

    @classmethod
    def from_weights(cls, weights: npt.NDArray[np.int16]) -> Network:
        """The network of a file of the engine."""
        rows, bias, heads, last = np.split(
            weights.astype(np.float32), np.cumsum([FEATURES * WIDTH, WIDTH, 2 * HEADS * WIDTH])
        )
        return cls(
            (rows / np.float32(TOP)).reshape(FEATURES, WIDTH),
            bias / np.float32(TOP),
            (heads / np.float32(HEAD_UNIT)).reshape(HEADS, 2 * WIDTH),
            last[:HEADS] / np.float32(UNIT),
        )

    def weights(self) -> npt.NDArray[np.int16]:
        """The weights of the engine's file."""
        last = np.zeros(WIDTH)
        last[:HEADS] = np.rint(self.last * UNIT)
        parts: list[npt.NDArray[Any]] = [
            self.rows * TOP,
            self.bias * TOP,
            self.heads * HEAD_UNIT,
            last,
        ]
        return np.concatenate([np.rint(part).ravel() for part in parts]).astype("<i2")

    @property
    def parts(self) -> list[Floats]:
        """All arrays, to be changed in place."""
        return [self.rows, self.bias, self.heads, self.last]


@entry("void(uint64[:,::1],int64,uint8[:,::1],uint8[:,::1],int64[::1])")
def write_features(positions, game, own, other, counts):
    """Write the features of each position's views, and how many pieces there are."""
    for place in range(positions.shape[0]):
        count = 0
        for kind in range(4):
            pieces = positions[place, kind]
            for square in range(64):
                if (pieces >> np.uint64(square)) & np.uint64(1):
                    own[place, count] = 64 * kind + square
                    other[place, count] = 64 * ((kind + 2) & 3) + opposite(square, game)
                    count += 1
        counts[place] = count


@entry(
    "float64(int64,int64[::1],boolean[::1],uint8[:,::1],uint8[:,::1],int64[::1],float32[::1],uint8[::1],"
    "float32[:,::1],float32[::1],float32[:,::1],float32[::1],"
    "float32[:,::1],float32[::1],float32[:,::1],float32[::1])",
    makes_arrays=True,
)
def add_gradients(  # noqa: C901
    game, chosen, flipped, own, other, counts, targets, mirror, rows, bias, heads, last,
    rows_by, bias_by, heads_by, last_by,
):  # fmt: skip
    """Add up the gradients over a batch; returns the sum of the losses."""
    width = rows.shape[1]
    zero, one, two = np.float32(0), np.float32(1), np.float32(2)
    units, slopes = np.zeros((2, width), np.float32), np.zeros((2, width), np.float32)
    features = np.zeros((2, 40), np.int64)
    losses = 0.0
    for index in range(chosen.size):
        place = chosen[index]
        count = counts[place]
        for piece in range(count):
            first, second = own[place, piece], other[place, piece]
            features[0, piece] = mirror[first] if flipped[index] else first
            features[1, piece] = mirror[second] if flipped[index] else second
        head = head_of(count, game)
        output = last[head]
        for view in range(2):
            units[view] = bias
            for piece in range(count):
                row = features[view, piece]
                for unit in range(width):
                    units[view, unit] += rows[row, unit]
            for unit in range(width):
                kept = min(max(units[view, unit], zero), one)
                output += heads[head, view * width + unit] * kept * kept
        expected, target = 1 / (1 + np.exp(-output)), targets[place]
        losses -= target * np.log(expected + 1e-9) + (1 - target) * np.log(1 - expected + 1e-9)
        slope = np.float32(expected - target)
        last_by[head] += slope
        for view in range(2):
            for unit in range(width):
                kept = min(max(units[view, unit], zero), one)
                heads_by[head, view * width + unit] += slope * kept * kept
                within = units[view, unit] < one
                weight = heads[head, view * width + unit]
                slopes[view, unit] = two * kept * slope * weight if within else zero
                bias_by[unit] += slopes[view, unit]
            for piece in range(count):
                row = features[view, piece]
                for unit in range(width):
                    rows_by[row, unit] += slopes[view, unit]
    return losses


class _Adam:
    """The usual steps down a slope that is known by samples only."""

    def __init__(self, parts: list[Floats]) -> None:
        self._parts = parts
        self._means = [np.zeros_like(part) for part in parts]
        self._squares = [np.zeros_like(part) for part in parts]
        self._steps = 0

    def step(self, slopes: list[Floats], rate: float) -> None:
        """Go a step down."""
        self._steps += 1
        for part, slope, mean, square in zip(
            self._parts, slopes, self._means, self._squares, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            even = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            part -= (rate * mean / (1 - 0.9**self._steps) / even).astype(np.float32)


def _mirror(game: int) -> npt.NDArray[np.uint8]:
    """The feature of the square on the other side of the board, for each feature.

    A diagonal board is no mirror image of itself, so there every feature stays.
    """
    features = np.arange(FEATURES)
    return (features if game & DIAGONAL else features ^ 7).astype(np.uint8)


def targets_of(positions: Positions) -> Floats:
    """The result that is to be expected of each position, from 0 to 1."""
    searched = 1 / (1 + np.exp(-np.clip(positions.scores, -3000, 3000) / SCALE))
    results = (positions.results + 1) / 2
    blended = (1 - SEARCH_SHARE) * results + SEARCH_SHARE * searched
    return blended.astype(np.float32)


def fit(
    network: Network,
    positions: Positions,
    *,
    rules: RuleSet | str = "dama",
    rounds: int = 8,
    rate: float = RATE,
    seed: int = 0,
    progress: Callable[[int, float, float], object] | None = None,
) -> None:
    """Fit a network, in place. The last positions are held out.

    Args:
        network: where to begin.
        positions: what to fit it to.
        rules: what the positions are of.
        rounds: how many times each position is seen.
        rate: how long the longest steps are.
        seed: what the order of the positions follows from.
        progress: told the round, and the losses in it and on the positions held out, after each.
    """
    rng, total = np.random.default_rng(seed), positions.results.size
    own = np.zeros((total, MOST_PIECES), dtype=np.uint8)
    other, counts = np.zeros_like(own), np.zeros(total, dtype=np.int64)
    game = game_of(rules)
    write_features(positions.words, game, own, other, counts)
    data = own, other, counts, targets_of(positions), _mirror(game)
    shown = total - int(total * HELD_OUT)
    batch = min(BATCH, shown)
    adam, taken, steps = _Adam(network.parts), 0, rounds * (shown // batch)

    def loss(chosen: Places, flipped: npt.NDArray[np.bool_]) -> tuple[float, list[Floats]]:
        slopes = [np.zeros_like(part) for part in network.parts]
        losses = add_gradients(game, chosen, flipped, *data, *network.parts, *slopes)
        return losses / max(1, chosen.size), [
            slope / np.float32(max(1, chosen.size)) for slope in slopes
        ]

    for number in range(1, rounds + 1):
        order, losses = rng.permutation(shown), []
        for begin in range(0, shown - batch + 1, batch):
            found, slopes = loss(order[begin : begin + batch], rng.random(batch) < 0.5)
            losses.append(found)
            taken += 1
            falling = 0.02 + 0.49 * (1 + np.cos(np.pi * taken / steps))
            adam.step(slopes, rate * min(1, taken / 50) * falling)
            np.clip(network.rows, -LARGEST_ROW, LARGEST_ROW, out=network.rows)
            np.clip(network.heads, -LARGEST_HEAD, LARGEST_HEAD, out=network.heads)
        kept = np.arange(shown, total)
        if progress is not None:
            held_out, _ = loss(kept, np.zeros(kept.size, dtype=np.bool_))
            progress(number, float(np.mean(losses)), held_out)
